"""Stations that are started and ended again and again, each a process, forked from one that has everything loaded.

It is the program as a user starts it, but for a tray in which dice lie as soon as somebody says so.
"""

import json
import multiprocessing
import os
import signal
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Final

from controller.journal.lines import Line, holds
from controller.journal.store import Journal
from controller.looking import Eyes
from controller.station import Station
from tests.web.house import QuickEyes

STOP_SECONDS: Final = 30.0
"""What the service's unit gives a station to end by itself."""
SECRET: Final = "1234"
_SPAWNER: Final = multiprocessing.get_context("forkserver")
_SPAWNER.set_forkserver_preload(["tests.station.lives", "controller.commands.run", "controller.web.app", "uvicorn"])


class Quick(Station):
    """A station whose tray takes no time; of one in five dice it asks."""

    def _eyes(self, stack: ExitStack, last: str | None) -> Eyes:
        return QuickEyes(os.getpid(), doubt=0.2)


def configured(folder: Path, port: int, game: str = "zugband") -> None:
    """The configuration of a station without hardware, whose panels are phones."""
    (folder / "dicetable.toml").write_text(
        f'[station]\nlanguage = "en"\ngame = "{game}"\n[panels]\nkind = "page"\n[display]\nport = "none"\n'
        f'[journal]\npath = "{folder}/journal.db"\n[table]\nverdict_seconds = 0\n'
        f'[page]\nhost = "127.0.0.1"\nport = {port}\nreferee_secret = "{SECRET}"\n'
    )


def live(folder: Path, said: Path) -> None:
    """One start of the program; what it says goes into a file."""
    number = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(number, 1)
    os.dup2(number, 2)
    sys.argv = ["dicetable", "--config", str(folder / "dicetable.toml"), "run"]
    from controller import cli
    from controller.commands import run

    run.Station = Quick  # type: ignore[attr-defined]
    cli.program()


@dataclass
class Life:
    """A station from its start to its end.

    Attributes:
        said: the file of what it says.
    """

    folder: Path
    said: Path
    _process: ForkServerProcess = field(init=False)

    def __post_init__(self) -> None:
        # A trial that fails leaves none behind.
        self._process = _SPAWNER.Process(target=live, args=(self.folder, self.said), daemon=True)
        self._process.start()

    @property
    def ended(self) -> int | None:
        """How it has ended; ``None`` while it lives."""
        return self._process.exitcode

    def wait(self, seconds: float) -> int | None:
        """Wait at most so long for its end; how it has ended."""
        self._process.join(seconds)
        return self._process.exitcode

    def send(self, number: int) -> None:
        """A signal; nothing where it has ended."""
        if self._process.exitcode is None:
            assert self._process.pid
            os.kill(self._process.pid, number)

    def end(self, number: int) -> int:
        """Send a signal and wait; how it has ended.

        Raises:
            AssertionError: it has not ended by itself in the time that a service has for it.
        """
        since = time.monotonic()
        self.send(number)
        code = self.wait(STOP_SECONDS)
        if code is None:
            self.send(signal.SIGKILL)
            self._process.join()
            raise AssertionError(f"it has not ended within {time.monotonic() - since:.0f} s: {self.text()}")
        return code

    def text(self) -> str:
        """What it has said."""
        return self.said.read_text() if self.said.exists() else ""


def records(journal: Path) -> dict[int, list[Line]]:
    """The lines of each game, their chains proved."""
    if not journal.exists():
        return {}
    with Journal(journal, read_only=True) as opened:
        rows = opened.games()
        found = {row.id: opened.lines(row.id) for row in rows}
    for row in rows:
        chain = row.seed
        for line in found[row.id]:
            assert holds(chain, line), "the chain does not hold"
            chain = line.chain
    assert sum(not row.finished for row in rows) <= 1, "two games are unfinished"
    return found


def nothing_lost(before: dict[int, list[Line]], after: dict[int, list[Line]]) -> None:
    """Every line that was there is there unchanged.

    Raises:
        AssertionError: one is not.
    """
    for game, lines in before.items():
        assert after[game][: len(lines)] == lines, f"an entry of game {game} is lost, or was changed"


def written(before: dict[int, list[Line]], after: dict[int, list[Line]]) -> list[dict[str, Any]]:
    """The entries that were written in between."""
    new = [line for game, lines in after.items() for line in lines[len(before.get(game, ())) :]]
    return [json.loads(line.body) for line in new]
