"""What systemd is told over its socket, and what the journal gets, against sockets of the test's own."""

import asyncio
import contextlib
import io
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import logs
from controller.progress import Progress
from controller.rules import GAMES
from controller.rules.setup import Setup
from controller.service import Service, StatusLine


class Ear:
    """A socket that hears datagrams."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path) if path.is_absolute() else f"\0{path}")
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        """Everything since the last time."""
        lines = []
        while True:
            try:
                lines.append(self._socket.recv(65_536).decode())
            except BlockingIOError:
                return lines

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    made = Ear(tmp_path / "s")
    yield made
    made.close()


@pytest.fixture
def service(ear: Ear) -> Iterator[Service]:
    made = Service(str(ear.path), watchdog=0.04)
    yield made
    made.close()


def test_what_is_said(ear: Ear, service: Service) -> None:
    service.ready()
    service.status("one line,\nwhatever comes")
    service.status("one line,\nwhatever comes")
    service.alive()
    service.stopping()
    assert ear.heard() == ["READY=1", "STATUS=one line, whatever comes", "WATCHDOG=1", "STOPPING=1"]


def test_a_socket_without_a_file_is_reached() -> None:
    name = f"dicetable-test-{os.getpid()}"
    ear, service = Ear(Path(name)), Service(f"@{name}")
    service.ready()
    assert ear.heard() == ["READY=1"]
    service.close()
    ear.close()


def test_the_environment_says_it_once_and_to_no_child(ear: Ear) -> None:
    environment = {
        "NOTIFY_SOCKET": str(ear.path), "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid()), "HOME": "/",
    }  # fmt: skip
    service = Service.from_environment(environment)
    assert service.is_one
    assert service.watchdog == 30
    assert environment == {"HOME": "/"}
    service.close()


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": "1000"}, {"NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
     {"NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "soon"}, {"NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "0"}],
)  # fmt: skip
def test_a_watchdog_that_is_not_ours_is_not_fed(environment: dict[str, str]) -> None:
    service = Service.from_environment(environment)
    assert service.watchdog is None
    service.close()


def test_a_systemd_that_does_not_listen_stops_nothing(tmp_path: Path) -> None:
    service = Service(str(tmp_path / "nobody"))
    service.ready()
    service.alive()
    service.close()
    service.stopping()


def test_outside_of_a_service_nothing_is_said() -> None:
    service = Service()
    assert not service.is_one
    service.ready()
    asyncio.run(service.attend(Progress()))


def test_the_watchdog_is_fed_while_all_is_well_and_no_longer(
    ear: Ear, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    progress = Progress(lambda: now)
    part = progress.part("camera", 60)

    async def fed() -> None:
        while "WATCHDOG=1" not in ear.heard():
            await asyncio.sleep(0.001)

    async def main() -> None:
        nonlocal now
        attending = asyncio.get_running_loop().create_task(service.attend(progress))
        await fed()
        await fed()
        now = 61
        while not caplog.records:
            await asyncio.sleep(0.001)
        ear.heard()
        # Many turns of the loop that feeds.
        await asyncio.sleep(0.2)
        assert ear.heard() == []
        part.report()
        await fed()
        attending.cancel()

    asyncio.run(asyncio.wait_for(main(), 60))
    said = [record.getMessage() for record in caplog.records]
    assert said == ["no progress: camera; systemd starts the station anew"]


def test_the_status_is_the_public_moment_and_changes_with_it_alone(ear: Ear, service: Service) -> None:
    """A lock, a change of mind, or a selection is no new moment: nothing is said then."""
    line = StatusLine(service)
    game = GAMES["ueberwurf"].start(Setup(players=2)).state.view()
    for phase in ("choose", "choose", "throw", "throw", "unheard-of"):
        line.view({"phase": phase, "game": game}, {})
    line.view({"phase": "menu", "game": None}, {})
    line.view({"phase": "error"}, {})
    assert ear.heard() == [
        "STATUS=Überwurf: the seats choose",
        "STATUS=Überwurf: the dice are thrown",
        "STATUS=Überwurf",
        "STATUS=the seats choose what is played",
        "STATUS=the record cannot be written",
    ]


# --- the log ---------------------------------------------------------------------------------------------------------


def fields(datagram: str) -> dict[str, str]:
    """Fields of the journal, none of which has several lines."""
    return dict(line.split("=", 1) for line in datagram.splitlines())


def test_a_record_reaches_the_journal_with_its_fields(ear: Ear) -> None:
    handler = logs.JournalHandler(ear.path)
    logger = logging.Logger("controller.display.link")
    logger.addHandler(handler)
    logger.warning("no display: %s", "gone")
    (datagram,) = ear.heard()
    assert fields(datagram).items() >= {
        "MESSAGE": "no display: gone", "PRIORITY": "4", "LOGGER": "controller.display.link",
        "SYSLOG_IDENTIFIER": "dicetable", "CODE_FUNC": "test_a_record_reaches_the_journal_with_its_fields",
    }.items()  # fmt: skip
    handler.close()


def test_a_record_of_several_lines_is_one_record(ear: Ear) -> None:
    """A traceback, whose lines could otherwise pass for fields."""
    assert logs.encode({"MESSAGE": "a\nPRIORITY=0", "PRIORITY": "3"}) == (
        b"MESSAGE\n\x0c\0\0\0\0\0\0\0a\nPRIORITY=0\nPRIORITY=3\n"
    )


def test_a_journal_that_is_gone_loses_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handler = logs.JournalHandler(tmp_path / "nobody")
    handler.emit(logging.LogRecord("x", logging.ERROR, "file", 1, "the %s failed", ("camera",), None))
    handler.close()
    assert capsys.readouterr().err == "the camera failed\n"


def test_the_log_goes_to_the_journal_only_where_standard_error_does(
    ear: Ear, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = logging.Logger("root")
    monkeypatch.setattr(logging, "root", root)
    monkeypatch.setattr(logs, "JOURNAL", ear.path)
    with (tmp_path / "log").open("w") as error:
        monkeypatch.setattr("sys.stderr", error)
        found = os.fstat(error.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino + 1}")
        logs.set_up(debug=False)
        assert root.handlers == []
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        logs.set_up(debug=False)
    (handler,) = root.handlers
    assert isinstance(handler, logs.JournalHandler)
    handler.close()


def test_with_debug_the_log_follows_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    # A station has what is printed written by a thread of its own: the log must not go past it.
    root = logging.Logger("root")
    monkeypatch.setattr(logging, "root", root)
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    logs.set_up(debug=True)
    later = io.StringIO()
    with contextlib.redirect_stderr(later):
        root.warning("the camera failed")
    assert later.getvalue() == "WARNING:root:the camera failed\n"


def test_a_journal_that_takes_nothing_holds_up_nobody(ear: Ear, capsys: pytest.CaptureFixture[str]) -> None:
    handler = logs.JournalHandler(ear.path)
    record = logging.LogRecord("controller", logging.WARNING, __file__, 1, "the camera failed", (), None)
    # It reads none of them: soon its queue is full, and a socket that waits would wait for ever.
    for _number in range(2000):
        handler.emit(record)
    handler.close()
    assert "the camera failed" in capsys.readouterr().err
