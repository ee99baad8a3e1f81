"""A running station is asked how it is: over its socket, by ``dicetable status`` and ``dicetable display status``."""

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from controller import door
from controller.config import load
from controller.display import ports
from controller.display.process import VirtualDisplay
from controller.errors import StatusError
from controller.health import answering, machine, metrics, model, parts
from controller.health.care import Care
from controller.health.model import Kind, Part, Report, State
from controller.journal.store import Journal
from controller.panel.base import Press
from controller.panel.keypad import Ask, Key, Prompt, presses
from controller.rules.core import message
from controller.station import Station
from tests.controller.test_cli import Run, run

__all__ = ["run"]

REPORT: Final = Report(model.now(), model.now(), "1.2", 17, (Part(Kind.DISK, State.WELL, message("Roomy.")),))
PATIENCE: Final = 60.0


@contextmanager
def serving(journal: Path, report: Callable[[], Report] = lambda: REPORT) -> Iterator[None]:
    """A station's socket, in a loop of another thread."""
    begun, loop = threading.Event(), asyncio.new_event_loop()
    made: list[answering.Answering] = []

    def begin() -> None:
        made.append(answering.Answering(journal, report))
        begun.set()

    def serve() -> None:
        loop.call_soon(begin)
        loop.run_forever()
        for one in made:
            one.close()
        loop.close()

    thread = threading.Thread(target=serve)
    with Journal(journal):
        thread.start()
        try:
            assert begun.wait(PATIENCE)
            yield
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()


def test_a_running_station_answers_everybody_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with serving(path):
        assert [answering.ask(path) for _ in range(3)] == [REPORT] * 3
        assert answering.path(path).is_socket()
    assert not answering.path(path).exists()
    assert answering.ask(path) is None


def test_a_path_may_be_longer_than_the_system_lets_the_name_of_a_socket_be(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 120) / ("b" * 120)
    folder.mkdir(parents=True)
    with serving(folder / "journal.db"):
        assert answering.ask(folder / "journal.db") == REPORT


def test_what_a_killed_station_has_left_behind_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with socket.socket(socket.AF_UNIX) as left, chdir(tmp_path):
        left.bind(answering.path(Path("journal.db")).name)
    assert answering.path(path).is_socket()
    assert answering.ask(path) is None
    with serving(path):
        assert answering.ask(path) == REPORT


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    """Short names, for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def test_a_record_in_use_by_something_that_does_not_answer_is_said(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path), pytest.raises(StatusError, match="uses this record and does not say how it is"):
        answering.ask(path)


def test_a_station_that_hangs_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"
    monkeypatch.setattr(answering, "_PATIENCE", 0.05)
    with Journal(path), socket.socket(socket.AF_UNIX) as deaf, chdir(tmp_path):
        deaf.bind(answering.path(path).name)
        deaf.listen()
        with pytest.raises(StatusError, match="the station runs and does not answer: it hangs; restart it"):
            answering.ask(path)


def test_a_user_who_may_not_ask_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"

    def refuse(connection: socket.socket, address: str) -> None:
        raise PermissionError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with serving(path), pytest.raises(StatusError, match="ask as the user that runs it, or with sudo"):
        answering.ask(path)


def test_whoever_hangs_up_at_once_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with serving(path):
        for _ in range(20):
            with socket.socket(socket.AF_UNIX) as hasty, chdir(tmp_path):
                hasty.connect(answering.path(path).name)
        assert answering.ask(path) == REPORT


# --- the commands ----------------------------------------------------------------------------------------------------


def test_status_says_plainly_that_no_station_runs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    result = run("status", "--journal", str(path))
    assert (result.code, result.err) == (1, "")
    assert result.out == f"No station is running with the record {path}.\n"
    result = run("status", "--journal", str(path), "--json")
    assert result.code == 1
    assert json.loads(result.out) == {"running": False, "well": False, "parts": []}
    result = run("status", "--journal", str(path), "--metrics")
    assert (result.code, result.out) == (0, metrics.text(None))


def test_status_of_a_station_that_is_well(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with serving(path):
        result = run("status", "--journal", str(path))
        as_json = run("status", "--journal", str(path), "--json")
        as_metrics = run("status", "--journal", str(path), "--metrics")
    assert (result.code, as_json.code, as_metrics.code) == (0, 0, 0)
    assert result.out.splitlines()[1:] == ["  Disk  well        Roomy.", "Everything is well."]
    assert json.loads(as_json.out)["parts"] == [{"part": "disk", "state": "well", "text": "Roomy.", "remedy": ""}]
    assert as_metrics.out == metrics.text(REPORT)


def test_status_of_a_station_in_trouble_exits_with_1(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    full = Part(Kind.DISK, State.TROUBLE, message("Full."), message("Empty it."))
    with serving(path, lambda: Report(model.now(), model.now(), "1", 1, (full,))):
        result = run("status", "--journal", str(path))
        as_json = run("status", "--journal", str(path), "--json")
    assert (result.code, as_json.code) == (1, 1)
    assert result.out.endswith("Full. Empty it.\nIn trouble: Disk.\n")
    assert json.loads(as_json.out)["well"] is False


def test_display_status_asks_the_display_itself_where_no_station_runs(run: Run) -> None:
    with VirtualDisplay() as display:
        result = run("display", "status", "--display", display.port)
        as_json = json.loads(run("display", "status", "--display", display.port, "--json").out)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"The display on {display.port} answers, firmware 0.0.\n")
    assert (as_json["connected"], as_json["port"]) == (True, display.port)
    result = run("display", "status", "--display", "/dev/no-such-display")
    assert result.code == 1
    assert result.out.startswith("The display does not answer: /dev/no-such-display: there is no such port; plug")


@pytest.mark.parametrize("port", ["", b"/dev/tty\xff".decode(errors="surrogateescape")])
def test_a_port_that_cannot_be_is_refused_in_one_sentence(run: Run, port: str) -> None:
    result = run("display", "status", "--display", port)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"command line: display.port: found {port!r}, allowed: virtual, auto, none, or the path of a serial port\n"
    )


def test_display_status_without_a_port_to_ask_says_what_to_name(run: Run) -> None:
    result = run("display", "status")
    assert result.code == 2
    assert result.err == (
        'display.port is "virtual", and no station is running: there is nothing to ask; name auto or a serial port\n'
    )


def test_display_status_of_a_station_without_one_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with serving(path):
        result = run("display", "status", "--journal", str(path))
    assert result.code == 2
    assert result.err == "the station runs without a display; name one as display.port and start it anew\n"


# --- a whole station -------------------------------------------------------------------------------------------------


class Hands:
    """Panels on which seat 1 presses what it is told to, once; ``settled`` is called when that has been judged."""

    def __init__(self, value: str, settled: Callable[[], None]) -> None:
        self._value = value
        self._settled = settled
        self._pressed = False

    def open(self, press: Press) -> None:
        self._press = press

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        prompt = prompts.get(1)
        if self._pressed and prompt is None and 2 in prompts:
            asyncio.get_running_loop().call_soon(self._settled)
        elif prompt and prompt.ask is Ask.CHOICE and not self._pressed:
            self._pressed = True
            for key in presses(prompt, self._value):
                asyncio.get_running_loop().call_soon(self._press_one, key)

    def _press_one(self, key: Key) -> None:
        self._press(1, key)

    def close(self) -> None:
        """Nothing to close."""


class Asked(Station):
    """A station that is asked how it is once seat 1 has locked a choice, and is then stopped.

    Attributes:
        answer: what it said.
    """

    def __init__(self, journal: Path, value: str, **settings: object) -> None:
        overrides = {"journal.path": str(journal), "camera.source": "simulated:1", **settings}
        super().__init__(load(None, overrides).config, script=(), write=lambda line: None)
        self.answer: Report | None = None
        self._value = value
        self._journal_path = journal
        self._threads: list[threading.Thread] = []

    def _panels(self, *arguments: object) -> Hands:
        return Hands(self._value, self._settled)

    def _settled(self) -> None:
        if not self._threads:
            self._threads.append(threading.Thread(target=self._ask))
            self._threads[0].start()

    def _ask(self) -> None:
        try:
            self.answer = self.ask()
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    def ask(self) -> Report | None:
        """From a thread of its own, as another program does."""
        return answering.ask(self._journal_path)

    def play_until_asked(self) -> Report:
        """What it said."""
        self.run(rematch=False)
        self._threads[0].join()
        assert self.answer is not None
        return self.answer


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose disk does not fill up meanwhile, and a camera whose pictures nobody counts."""
    monkeypatch.setattr(machine, "parts", lambda folder: (Part(Kind.DISK, State.WELL, message("Roomy.")),))
    monkeypatch.setattr(
        parts, "live", lambda camera, trouble=None: [Part(Kind.CAMERA, State.WELL, message("It gives pictures."))]
    )


@pytest.mark.usefixtures("steady")
def test_a_station_says_how_every_part_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with VirtualDisplay() as display:
        report = Asked(path, "d8", **{"display.port": display.port}).play_until_asked()
    states = {part.kind.value: part.state.value for part in report.parts}
    assert states == {"camera": "well", "panel": "absent", "display": "well", "journal": "well", "disk": "well"}
    assert report.pid == os.getpid()
    assert report.display is not None
    assert (report.display.port, report.display.connected) == (display.port, True)
    assert report.display.counters.sent >= 1
    assert not answering.path(path).exists()


@pytest.mark.usefixtures("steady")
def test_the_referee_s_door_is_open_as_long_as_a_station_runs(tmp_path: Path) -> None:
    path, knocked = tmp_path / "journal.db", []

    class Visited(Asked):
        def ask(self) -> Report | None:
            knocked.append(door.is_open(path))
            return super().ask()

    Visited(path, "d8", **{"display.port": "none"}).play_until_asked()
    assert knocked == [True]
    assert not door.is_open(path)
    assert not door.path(path).exists()


@pytest.mark.usefixtures("steady")
def test_the_station_finds_the_display_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    with VirtualDisplay() as display:
        monkeypatch.setattr(ports, "find", lambda: display.port)
        report = Asked(tmp_path / "journal.db", "d8", **{"display.port": "auto"}).play_until_asked()
        assert report.display is not None
        assert report.display.port == display.port
        assert run("display", "status", "--display", "auto").out.startswith(f"The display on {display.port} answers")


@pytest.mark.usefixtures("steady")
def test_no_report_depends_on_a_hidden_choice(tmp_path: Path, run: Run) -> None:
    """Every byte of every form is the same, whatever is locked."""
    outputs = set()
    for place, value in enumerate(("d4", "d8", "d20")):
        path = tmp_path / f"journal-{place}.db"
        report = Asked(path, value, **{"display.port": "none"}).play_until_asked()
        fixed = Report(REPORT.at, REPORT.at, "", 1, report.parts, report.display)
        as_text = "\n".join(model.lines(fixed)) + json.dumps(model.as_json(fixed)) + metrics.text(fixed)
        outputs.add(as_text.replace(str(path), "journal.db"))
    assert len(outputs) == 1
    assert "d20" not in outputs.pop()


def test_trouble_is_said_by_the_station_and_in_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = Part(Kind.DISK, State.TROUBLE, message("Full."), message("Empty it."))
    monkeypatch.setattr(machine, "parts", lambda folder: (full,))
    report = Asked(tmp_path / "journal.db", "d8", **{"display.port": "none"}).play_until_asked()
    assert report.troubles == (full,)
    assert "Full. Empty it.\n" in capsys.readouterr().err


@pytest.mark.usefixtures("steady")
def test_the_metrics_are_written_while_it_runs_and_say_when_it_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "dicetable.prom"
    monkeypatch.setattr("controller.health.care._MACHINE_EVERY", 0.01)

    class Measured(Asked):
        def ask(self) -> Report | None:
            end = time.monotonic() + PATIENCE
            while not (file.exists() and "dicetable_up 1" in file.read_text()) and time.monotonic() < end:
                time.sleep(0.01)
            return super().ask()

    measured = Measured(tmp_path / "journal.db", "d8", **{"display.port": "none", "status.metrics_file": str(file)})
    measured.play_until_asked()
    assert file.read_text() == metrics.text(None)
    assert [path.name for path in tmp_path.glob("*.part")] == []


@pytest.mark.usefixtures("steady")
def test_what_cannot_be_written_or_asked_is_said_once_and_stops_no_game(tmp_path: Path) -> None:
    """The folder of the record has gone, and so has that of the metrics."""
    said: list[str] = []
    tried: list[Path] = []

    def fail(file: Path, report: Report | None) -> None:
        tried.append(file)
        raise FileNotFoundError(2, "No such file or directory")

    async def main() -> None:
        care = Care(tmp_path / "gone" / "journal.db", said.append, str(tmp_path / "away" / "x.prom")).open()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while len(tried) < 4:
                    await asyncio.sleep(0.01)
        care.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("controller.health.care._MACHINE_EVERY", 0.01)
        patch.setattr(metrics, "write", fail)
        asyncio.run(main())
    assert [sentence.split(":")[0] for sentence in said] == [
        "The station cannot be asked how it is",
        "The metrics cannot be written",
    ]
