"""A terminal that nobody reads (a stuck ssh, Ctrl-S): the game gets on, the station ends, the newest picture comes."""

import os
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest
from rich.console import Console

from controller.journal.entries import Chosen
from controller.journal.store import Journal
from controller.screen import Screen
from tests.controller.drawing import is_drawn
from tests.controller.test_terminal import COLUMNS, PATIENCE, ROWS, Terminal
from tests.journal.spectator import free_port
from tests.panel.building import ROOT


def clog(slave: int) -> None:
    """Write into a terminal until nothing more fits in, also after the kernel has moved what there was."""
    os.set_blocking(slave, False)
    refused = 0
    while refused < 3:
        try:
            while os.write(slave, b" "):
                refused = 0
        except BlockingIOError:
            refused += 1
            time.sleep(0.05)


def clogged(terminal: Terminal) -> int:
    """Have the station's terminal full; another descriptor of it."""
    slave = os.open(Path(f"/proc/{terminal.child.pid}/fd/1").readlink(), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    clog(slave)
    return slave


def locked(journal: Path, count: int) -> list[str]:
    """What the seats have locked, as soon as it is so much."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with Journal(journal, read_only=True) as record:
            values = [entry.value for entry in record.read(1) if isinstance(entry, Chosen)]
        if len(values) >= count:
            return values
        time.sleep(0.05)
    raise AssertionError(f"only {values} of {count} choices were locked")


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Terminal]:
    """A station that asks for the first dice."""
    made = Terminal(tmp_path, "--camera", "simulated:1")
    made.until("Choose your die in secret")
    yield made
    made.child.close(force=True)


def test_the_game_goes_on_unseen_and_is_seen_when_somebody_reads_again(station: Terminal) -> None:
    slave = clogged(station)
    station.child.send("29")
    assert locked(station.journal, 1) == ["d6"]
    clog(slave)
    station.child.send("eo")
    assert locked(station.journal, 2) == ["d6", "d8"]
    os.close(slave)
    station.until("Revealed: d6 against d8", "Throw d6 with OK")
    assert station.end() == 0


def test_the_station_ends_and_leaves_the_keyboard_as_it_was(station: Terminal) -> None:
    slave = clogged(station)
    station.child.send("29")
    assert locked(station.journal, 1) == ["d6"]
    station.child.kill(signal.SIGTERM)
    end = time.monotonic() + PATIENCE
    while station.child.isalive() and time.monotonic() < end:
        time.sleep(0.05)
    assert not station.child.isalive()
    assert station.child.exitstatus == 0
    flags = termios.tcgetattr(slave)
    os.close(slave)
    assert flags[3] & termios.ECHO
    assert flags[0] & termios.IXON


def test_ctrl_s_stops_nothing(station: Terminal) -> None:
    station.child.send("\x1329eo")
    station.until("Revealed: d6 against d8")
    assert station.end() == 0


def test_lines_that_nobody_reads_hold_up_no_station(tmp_path: Path) -> None:
    # Without a terminal it prints; here into a pipe that is full from the start, as behind a pager or a stuck ssh.
    reading, writing = os.pipe()
    clog(writing)
    os.set_blocking(writing, True)
    port = free_port()
    config = tmp_path / "station.toml"
    config.write_text(
        f'[panels]\nkind = "page"\n[page]\nhost = "127.0.0.1"\nport = {port}\n[camera]\nsource = "simulated:1"\n'
        f'[journal]\npath = "{tmp_path}/journal.db"\n[station]\ngame = "zugband"\n[display]\nport = "none"\n'
    )
    command = [sys.executable, "-m", "controller", "--debug", "--config", str(config), "run"]
    station = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=writing, stderr=writing)
    os.close(writing)
    try:
        # The first entry is there: it has begun to play.
        end = time.monotonic() + PATIENCE
        while not _begun(tmp_path / "journal.db") and time.monotonic() < end:
            time.sleep(0.1)
        station.send_signal(signal.SIGTERM)
        assert station.wait(PATIENCE) == 0
        assert _begun(tmp_path / "journal.db")
    finally:
        station.kill()
        station.wait()
        os.close(reading)


def _begun(journal: Path) -> bool:
    if not journal.exists():
        return False
    with Journal(journal, read_only=True) as record:
        return bool(record.games())


class Reader:
    """A screen on a terminal of this process, and a person who may read it."""

    def __init__(self) -> None:
        self.person, self.slave = os.openpty()
        self.file = os.fdopen(self.slave, "w", encoding="utf-8")
        console = Console(file=self.file, force_terminal=True, width=COLUMNS, height=ROWS)
        self.screen = Screen(console)
        self.screen.open()

    def read(self) -> bytes:
        """All that comes until the screen has nothing more to show."""
        data = b""
        while not is_drawn(self.screen, 0) or select.select([self.person], [], [], 0.2)[0]:
            if select.select([self.person], [], [], PATIENCE)[0]:
                data += os.read(self.person, 65536)
        return data


@pytest.fixture
def reader() -> Iterator[Reader]:
    made = Reader()
    yield made
    made.screen.close()
    os.close(made.person)
    # What stood in a write now ends, since the other side has gone.
    for thread in threading.enumerate():
        if thread.name == "terminal":
            thread.join(PATIENCE)
    made.file.close()


def test_only_the_newest_picture_waits(reader: Reader) -> None:
    reader.read()
    for number in range(500):
        reader.screen.say(f"line {number}.")
    data = reader.read()
    shown = pyte.Screen(COLUMNS, ROWS)
    pyte.ByteStream(shown).feed(data)
    text = "\n".join(shown.display)
    assert "line 499." in text
    assert "line 400." not in text
    assert data.count(b"Ctrl-C ends") < 100, "what came while nobody read is not made up for"


def test_what_others_print_meanwhile_waits_for_nobody(reader: Reader) -> None:
    for number in range(100):
        print("x" * COLUMNS, number)
    reader.screen.say("the end of it")
    assert b"the end of it" in reader.read()


def test_the_terminal_is_given_back(reader: Reader) -> None:
    reader.read()
    closing = threading.Thread(target=reader.screen.close)
    closing.start()
    closing.join(PATIENCE)
    data = os.read(reader.person, 65536) if select.select([reader.person], [], [], PATIENCE)[0] else b""
    assert b"\x1b[?1049l" in data
    assert b"\x1b[?25h" in data


def test_a_terminal_that_nobody_reads_is_not_waited_for_at_the_end(reader: Reader) -> None:
    for _number in range(100):
        reader.screen.say("x" * COLUMNS)
    closing = threading.Thread(target=reader.screen.close, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive()


def test_a_terminal_that_is_gone_is_no_fault(reader: Reader) -> None:
    reader.read()
    gone = os.dup(reader.person)
    os.close(reader.person)
    os.close(gone)
    reader.person = os.open(os.devnull, os.O_RDONLY)
    for _number in range(100):
        reader.screen.say("nobody sees this")
    assert is_drawn(reader.screen, PATIENCE)
