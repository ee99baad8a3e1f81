"""How the display is: told to people when it changes, kept for others, shown by ``dicetable display status``."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from controller import health
from controller.display import ports
from controller.display.link import LinkStatus
from controller.display.process import VirtualDisplay
from controller.display.protocol import Hello, Reset
from controller.display.session import Counters
from controller.errors import DisplayError
from controller.health import Watch
from controller.journal.store import Journal, in_use
from tests.controller.test_cli import Run, run, script

__all__ = ["run", "script"]

HELLO = Hello(0, 64, 16, (1, 1), Reset.WATCHDOG | Reset.EXTERNAL)
LOOSE = DisplayError("the display has not answered {n} times; is its cable loose?", n=5)
GONE = DisplayError("{port}: there is no such port; plug the display in, or name another port", port="/dev/x")


def there(**counted: int) -> LinkStatus:
    return LinkStatus("/dev/x", True, HELLO, None, Counters(**{"connects": 1, **counted}))


def gone(error: DisplayError = GONE, **counted: int) -> LinkStatus:
    return LinkStatus("/dev/x", False, None, error, Counters(**{"connects": 1, **counted}))


class Bench:
    """A watch over a link that the test makes up, with its clock."""

    def __init__(self, folder: Path) -> None:
        self.status = there()
        self.now = 0.0
        self.said: list[str] = []
        self.file = folder / "display.json"
        self.watch = Watch(lambda: self.status, self.file, self.said.append, lambda: self.now)

    def look(self, status: LinkStatus, seconds: float = 2.0) -> None:
        self.status = status
        self.now += seconds
        self.watch.look()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_display_that_goes_and_comes_is_told_once(bench: Bench) -> None:
    bench.look(there())
    bench.look(gone())
    # A cable that is pulled and pushed in again is nothing to talk about.
    assert bench.said == []
    for _ in range(5):
        bench.look(gone())
    assert bench.said == [f"The display does not answer: {GONE}"]
    for _ in range(5):
        bench.look(there(connects=2))
    assert bench.said[1:] == ["The display answers again."]


def test_a_display_that_never_comes_is_told_after_a_while(bench: Bench) -> None:
    bench.look(gone(connects=0), 3.9)
    assert bench.said == []
    bench.look(gone(connects=0), 0.2)
    assert len(bench.said) == 1
    # It cannot answer again that never has.
    bench.look(there())
    assert bench.said[1:] == ["The display answers."]


def test_another_reason_is_told_as_well_and_each_once(bench: Bench) -> None:
    for error in (GONE, GONE, GONE, LOOSE, LOOSE, GONE):
        bench.look(gone(error))
    assert bench.said == [f"The display does not answer: {error}" for error in (GONE, LOOSE, GONE)]


def test_news_is_kept_soon_and_numbers_once_a_minute(bench: Bench) -> None:
    def kept() -> tuple[bool, int]:
        found = health.load(bench.file)
        assert found is not None
        return found.connected, found.counters.sent

    bench.look(there(sent=1))
    assert kept() == (True, 1)
    bench.look(there(sent=4, retries=1, damaged=3), 50)
    assert kept() == (True, 1)
    bench.look(gone(sent=5))
    assert kept() == (False, 5)
    bench.look(there(sent=6, connects=2), 9)
    assert kept() == (False, 5)
    bench.look(there(sent=7, connects=2), 1)
    assert kept() == (True, 7)
    bench.look(there(sent=70, connects=2), 59)
    assert kept() == (True, 7)
    bench.look(there(sent=71, connects=2), 1)
    assert kept() == (True, 71)


def test_a_noisy_line_does_not_wear_out_a_memory_card(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    writes = []
    replace = Path.replace

    def counted(part: Path, target: Path) -> Path:
        writes.append(bench.now)
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", counted)
    for number in range(1800):
        bench.look(there(sent=number, damaged=number, retries=number, dropped_by_display=number))
    assert 59 <= len(writes) <= 61


def test_what_could_not_be_written_is_written_later(bench: Bench) -> None:
    bench.file.mkdir()
    bench.look(there(sent=1))
    assert health.load(bench.file) is None
    bench.file.rmdir()
    bench.look(there(sent=2), 10)
    found = health.load(bench.file)
    assert found is not None
    assert found.counters.sent == 2


def test_what_is_kept_is_read_back_whole(bench: Bench) -> None:
    everything = {field.name: number for number, field in enumerate(dataclasses.fields(Counters), start=1)}
    bench.look(there(**everything))
    found = health.load(bench.file)
    assert found is not None
    assert found.counters == Counters(**everything)
    assert (found.port, found.connected, found.firmware, found.error) == ("/dev/x", True, "1.1", "")
    assert found.reset == ("EXTERNAL", "WATCHDOG")
    assert found.reconnects == everything["connects"] - 1
    with pytest.raises(AttributeError):
        found.connected = False  # type: ignore[misc]


def test_a_file_that_cannot_be_written_or_read_stops_nobody(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "no such folder")
    bench.look(there())
    assert health.load(bench.file) is None
    (tmp_path / "half").write_bytes(b'{"at": "2026')
    assert health.load(tmp_path / "half") is None
    (tmp_path / "deep").write_bytes(b'{"more": ' + b"[" * 100_000)
    assert health.load(tmp_path / "deep") is None


# --- dicetable display status ----------------------------------------------------------------------------------------


def test_status_asks_the_display_itself_where_no_station_runs(run: Run) -> None:
    with VirtualDisplay() as display:
        result = run("display", "status", "--display", display.port)
        as_json = json.loads(run("display", "status", "--display", display.port, "--json").out)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"The display on {display.port} answers, firmware 0.0.\n")
    assert (as_json["connected"], as_json["port"]) == (True, display.port)


def test_status_says_what_the_running_station_has_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    counted = there(sent=4711, acknowledged=4700, retries=11, damaged=3, connects=4, restarts=2, dropped_by_display=8)
    with Journal(path):
        assert in_use(path)
        Watch(lambda: counted, health.path(path), print).look()
        result = run("display", "status", "--journal", str(path))
        as_json = json.loads(run("display", "status", "--journal", str(path), "--json").out)
    assert not in_use(path)
    assert result.code == 0
    numbers = [int(word) for word in result.out.split() if word.isdigit()]
    assert numbers == [4711, 4700, 11, 3, 2, 3, 8, 0, 0]
    assert f"\n  as of {datetime.fromisoformat(as_json['at']).astimezone():%Y-%m-%d %H:%M}:" in result.out
    assert (as_json["reconnects"], as_json["counters"]["restarts"]) == (3, 2)
    assert "last start of the display: external, watchdog" in result.out
    # The station has ended: what it left behind is no longer true.
    result = run("display", "status", "--journal", str(path), "--display", "/dev/no-such-display")
    assert result.code == 1
    assert result.out.startswith("The display does not answer: /dev/no-such-display: there is no such port; plug")


def test_what_a_station_has_not_written_anew_for_long_is_no_answer(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path):
        for age, code in ((119, 0), (122, 1)):
            at = (datetime.now(UTC) - timedelta(seconds=age)).replace(microsecond=0)
            old = msgspec.structs.replace(health.health(there()), at=at)
            health.path(path).write_bytes(msgspec.json.encode(old))
            result = run("display", "status", "--journal", str(path))
            assert result.code == code
    assert result.out == ""
    time = f"{at.astimezone():%Y-%m-%d %H:%M:%S}"
    assert result.err == f"the station is running and does not answer: its last word on the display is of {time}\n"


def test_a_station_removes_what_the_one_before_has_left(run: Run, script: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    health.path(path).write_bytes(msgspec.json.encode(health.health(there())))
    arguments = ("--camera", "simulated:1", "--answers", str(script), "--journal", str(path))
    assert run("play", "ueberwurf", *arguments, "--display", "none").err == ""
    assert not health.path(path).exists()


@pytest.mark.parametrize("port", ["", b"/dev/tty\xff".decode(errors="surrogateescape")])
def test_a_port_that_cannot_be_is_refused_in_one_sentence(run: Run, port: str) -> None:
    result = run("display", "status", "--display", port)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"command line: display.port: found {port!r}, allowed: virtual, auto, none, or the path of a serial port\n"
    )


def test_status_without_a_port_to_ask_says_what_to_name(run: Run) -> None:
    result = run("display", "status")
    assert result.code == 2
    assert result.err == (
        'display.port is "virtual", and no station is running: there is nothing to ask; name auto or a serial port\n'
    )


def test_a_game_leaves_behind_what_the_link_has_counted(run: Run, script: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with VirtualDisplay() as display:
        arguments = ("--camera", "simulated:1", "--answers", str(script), "--journal", str(path))
        result = run("play", "ueberwurf", *arguments, "--display", display.port)
    assert result.err == ""
    found = health.load(health.path(path))
    assert found is not None
    assert (found.port, found.connected) == (display.port, True)
    assert found.counters.acknowledged >= 1
    assert found.counters.retries == found.counters.damaged == found.reconnects == 0


def test_the_station_and_status_find_the_display_by_themselves(
    run: Run, script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    with VirtualDisplay() as display:
        monkeypatch.setattr(ports, "find", lambda: display.port)
        arguments = ("--camera", "simulated:1", "--answers", str(script), "--journal", str(path))
        run("play", "ueberwurf", *arguments, "--display", "auto")
        found = health.load(health.path(path))
        assert found is not None
        assert (found.port, found.connected) == (display.port, True)
        assert run("display", "status", "--display", "auto").out.startswith(f"The display on {display.port} answers")
