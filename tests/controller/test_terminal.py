"""The station in a terminal, as a person meets it: a real pseudo-terminal, real keys, the real screen."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from controller.journal.entries import Chosen
from controller.journal.store import Journal

ROWS, COLUMNS = 50, 100
PATIENCE = 30.0


class Terminal:
    """The station with a screen that can be read."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.journal = folder / "journal.db"
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        environment = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": str(folder)}
        command = ["-m", "controller", "--lang", "en", "run", "--journal", str(self.journal), *arguments]
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable, command, dimensions=(ROWS, COLUMNS), env=environment
        )

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def until(self, *words: str, without: str | None = None) -> str:
        """Wait until the screen shows all these words, and not the other one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.stream.feed(self.child.read_nonblocking(65536, timeout=0.2))
            except pexpect.TIMEOUT:
                if all(word in self.text() for word in words) and (without is None or without not in self.text()):
                    return self.text()
            except pexpect.EOF:
                break
        alive = self.child.isalive()
        ended = "" if alive else f" (ended with {self.child.exitstatus}, by signal {self.child.signalstatus})"
        raise AssertionError(f"the screen never showed {words}; alive: {alive}{ended}:\n{self.text()}")

    def end(self) -> int | None:
        """Ctrl-C; the exit code."""
        self.child.sendcontrol("c")
        self.child.expect(pexpect.EOF, timeout=PATIENCE)
        rest = self.child.before
        self.stream.feed(rest if isinstance(rest, bytes) else b"")
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.child.close(force=True)


def test_two_people_choose_in_secret_and_the_throw_follows(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "--camera", "simulated:1")
    terminals.append(terminal)
    terminal.until("Seat 1", "Seat 2", "Choose your die in secret")
    terminal.child.send("29")
    shown = terminal.until("Seat 1 has locked", "waits")
    left = [line[:41] for line in shown.splitlines()]
    assert not any("d6" in line for line in left), "the question of seat 1 is gone, and nothing says what was chosen"
    terminal.child.send("eo")
    terminal.until("Revealed: d6 against d8", "Throw d6 with OK")
    terminal.child.send("9o")
    terminal.until("waits", without="with OK")
    # A hand throws them, they roll, and the camera reads by itself what lies still.
    terminal.until("d6", "d8", "▀▀▀▀", without="Throw")
    assert terminal.end() == 0
    assert "The game is kept" in terminal.text()


def test_a_killed_station_goes_on_in_the_same_phase(tmp_path: Path, terminals: list[Terminal]) -> None:
    first = Terminal(tmp_path)
    terminals.append(first)
    first.until("Choose your die in secret")
    first.child.send("29")
    first.until("Seat 1 has locked")
    first.child.kill(signal.SIGKILL)
    first.child.wait()
    again = Terminal(tmp_path)
    terminals.append(again)
    shown = again.until("waits", "Choose your die in secret")
    assert "[q] d4" in shown
    assert "[1] d4" not in shown
    again.child.send("eo")
    again.until("Revealed: d6 against d8")
    assert again.end() == 0
    with Journal(again.journal) as journal:
        assert [entry.value for entry in journal.read(1) if isinstance(entry, Chosen)] == ["d6", "d8"]


def test_a_game_is_chosen_on_the_keys_stopped_and_gone_on_with(tmp_path: Path, terminals: list[Terminal]) -> None:
    config = tmp_path / "no-config"
    config.mkdir()
    (config / "dicetable.toml").write_text('[station]\ngame = "menu"\nnames = ["Anna", "Jörg"]\n', encoding="utf-8")
    terminal = Terminal(tmp_path, "--camera", "simulated:1")
    terminals.append(terminal)
    shown = terminal.until("Which game?", "Wizard")
    place = next(number for number in "1234" if f"[{number}] Überwurf" in shown)
    terminal.child.send(f"{place}9")
    terminal.until("Variants of Überwurf", "Druckrunde")
    terminal.child.send("o")
    terminal.until("Choose your die in secret", "Anna", "Jörg")
    terminal.child.send("29P")
    shown = terminal.until("You have stopped the game", "go on", "Jörg stops the game")
    assert "d6" not in shown, "what Anna has locked shows nowhere"
    terminal.child.send("qo")
    terminal.until("The game goes on as it was", "[e] d8")
    terminal.child.send("eo")
    terminal.until("Revealed: d6 against d8", "enter by hand")
    terminal.child.send("19")
    terminal.until("Anna wants this throw entered by hand")
    terminal.child.send("o")
    terminal.until("Enter what your d6 shows", "Enter what your d8 shows")
    assert terminal.end() == 0
    again = Terminal(tmp_path, "--camera", "simulated:1")
    terminals.append(again)
    again.until("Enter what your d6 shows", "The unfinished game goes on")


def test_the_last_throw_of_a_game_is_challenged_and_seats_change_for_the_next(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    config = tmp_path / "no-config"
    config.mkdir()
    settings = (
        '[station]\nnames = ["Anna", "Jörg"]\nvariants = ["schlichtungswurf"]\n'
        "[table]\nbest_of = 3\nverdict_seconds = 0\n"
    )
    (config / "dicetable.toml").write_text(settings, encoding="utf-8")
    terminal = Terminal(tmp_path, "--camera", "simulated:1")
    terminals.append(terminal)
    # A d6 and a d8, entered by hand: 5 and 1.
    for seen, keys in (
        ("Choose your die", "29"),
        ("Anna has locked", "eo"),
        ("enter by hand", "19"),
        ("Anna wants this throw entered by hand", "o"),
        ("Enter what your d6 shows", "59"),
        ("waits", "qo"),
        ("Anna says: d6 shows 5", "o"),
        ("Jörg says: d8 shows 1", "9"),
        ("Best of 3: Anna leads with 1 : 0", "P"),
        ("You have stopped the game", "wo"),
        ("Which die?", "qo"),
        ("What does d6 of Anna show?", "wo"),
        ("Jörg says: d6 of Anna shows 2, not 5", "0"),
        ("Anna does not agree", "qo"),
        ("Game 2 of 3 is next", "19"),
    ):
        terminal.until(seen)
        terminal.child.send(keys)
    shown = terminal.until("Choose your die in secret")
    title = next(line for line in shown.splitlines() if "Anna" in line and "╭" in line)
    assert title.index("Jörg") < title.index("Anna"), "everybody has moved on by one seat"
    assert terminal.end() == 0


def test_without_a_terminal_it_says_what_to_do() -> None:
    import subprocess

    done = subprocess.run(
        [sys.executable, "-m", "controller", "--lang", "en", "run"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "--answers" in done.stderr
