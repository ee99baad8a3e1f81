"""Kills the table with SIGKILL at random instants of whole games, and looks after each whether anything is lost.

The table has what a station has beside it that writes and shows: pictures of the throws, and the page with a spectator.

``python -m tests.journal.kill --times 2000`` or ``make kill-journal``. Each start of the table is a process of its own,
forked from one that has everything loaded; who kills it is another process, which knows nothing of what it is doing.
"""

import argparse
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller import config, i18n
from controller.amend import answer_of
from controller.evidence import Evidence
from controller.journal import check
from controller.journal.entries import Started
from controller.journal.lines import Line, events_json, holds
from controller.journal.store import Journal
from controller.panel.keypad import Keypad
from controller.panel.several import SeveralPanels
from controller.play import replay
from controller.rules import GAMES
from controller.rules.core import Answer, Event
from controller.rules.setup import Setup
from controller.table import Glance, Table
from controller.web.opening import open_page
from tests.journal.evening import STARTS, play_on, script_of
from tests.journal.spectator import Spectator, free_port

# Seconds from the fork to the kill, at most: a start takes a part of them, and the game goes on in the rest. Where the
# machine is too slow for that they become more.
_SHORTEST: Final = 0.3
_LONGEST: Final = 10.0
# Replaying a long game from its first entry takes longer than playing on: that is proved now and then, and at its end.
_PROVED_EVERY: Final = 10
_SPAWNER: Final = multiprocessing.get_context("forkserver")
_SPAWNER.set_forkserver_preload(["tests.journal.evening", "controller.web.opening", "controller.web.app", "uvicorn"])


class Shown:
    """Writes every event that people see into a file, at once and unbuffered."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        os.write(self._file, (events_json([event]) + "\n").encode())

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        """Events tell enough."""

    def glance(self, glance: Glance) -> None:
        """The dice."""


def live(folder: Path, start: Started, script: list[Answer], port: int) -> None:
    """One start of the table: it resumes the game, or begins it, and plays on until it is killed or the game ends."""
    i18n.use("en")
    with (
        Journal(folder / "journal.db", rescue=True) as journal,
        Evidence(journal.path) as evidence,
        ExitStack() as stack,
    ):
        assert not journal.news, journal.news
        shown = Shown(folder / "shown.jsonl")

        def made(table: Table) -> None:
            settings = config.Page(host="127.0.0.1", port=port)
            opened = open_page(stack, settings, table, lambda text: None, evidence=evidence)
            assert opened, "the page cannot be served"
            page, _address = opened
            page.open(table.press)
            table.shows = [shown, evidence, page]
            table.panels = SeveralPanels([table.panels, page])

        assert play_on(journal, start, script, made=made).ended


@dataclass
class Trial:
    """Many kills, in as many games as they take.

    Attributes:
        kills: how many there were.
        games: how many games came to their end in spite of them.
        entries: how many entries stand in the journal.
        phases: in which phase of a game the kills fell.
        hidden: at how many kills a hidden choice was locked.
        idle: how many kills fell before a start had written anything.
        heard: after how many kills the page's spectator had heard something since the start.
    """

    folder: Path
    chance: random.Random
    kills: int = 0
    games: int = 0
    entries: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    hidden: int = 0
    idle: int = 0
    heard: int = 0
    _seconds: float = _SHORTEST
    _port: int = field(default_factory=free_port)
    _told: list[dict[str, Any]] = field(default_factory=list)

    def run(self, times: int, games: int = len(STARTS)) -> None:
        """Kill so often, in at least so many games, and let the last one come to its end.

        Raises:
            AssertionError: something was lost, shown too early, or wrong.
        """
        while self.kills < times or self.games < games:
            start = STARTS[self.games % len(STARTS)]
            script = script_of(start, self.chance.randrange(1000))
            self._game(start, script, times)
            self.games += 1

    def _game(self, start: Started, script: list[Answer], times: int) -> None:
        """One game, started again after each kill until it has come to its end."""
        before: list[Line] = []
        ended = False
        while not ended:
            # The last game is left alone once there were kills enough.
            delay = self.chance.uniform(0, self._seconds) if self.kills < times else None
            self._life(start, script, delay)
            ended, after = self._read(self.games + 1)
            assert after[: len(before)] == before, "an entry is lost, or was changed"
            self._check_shown(before, after)
            if not ended:
                self._note(before, after)
            before = after
        self._check_end(start, script)
        self.entries += len(before)

    def _life(self, start: Started, script: list[Answer], delay: float | None) -> None:
        """Start the table, and kill it after so many seconds unless the game has ended by then."""
        (self.folder / "shown.jsonl").unlink(missing_ok=True)
        process = _SPAWNER.Process(target=live, args=(self.folder, start, script, self._port))
        process.start()
        spectator = Spectator(self._port)
        process.join(delay)
        if process.exitcode is None:
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
            process.join()
        code = process.exitcode
        process.close()
        self._told = spectator.close()
        assert code in (0, -signal.SIGKILL), f"the table ended by itself with {code}"
        self.kills += code != 0
        if code and not self.kills % 100:
            print(self.kills, file=sys.stderr, flush=True)

    def _read(self, game: int) -> tuple[bool, list[Line]]:
        """Whether a game is at its end, and its lines."""
        path = self.folder / "journal.db"
        if not path.exists():
            return False, []
        with Journal(path, read_only=True) as journal:
            rows = {row.id: row for row in journal.games()}
            assert len(rows) in (game - 1, game), "a game was begun twice, or is gone"
            lines = journal.lines(game)
        chain = rows[game].seed if game in rows else ""
        for line in lines:
            assert holds(chain, line)
            chain = line.chain
        return game in rows and rows[game].finished, lines

    def _check_shown(self, before: list[Line], after: list[Line]) -> None:
        """What people saw since this start is on the disk, in the same order, and follows on what was there."""
        path = self.folder / "shown.jsonl"
        # The last line may have been cut by the kill.
        texts = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
        shown = [event for text in texts for event in json.loads(text)]
        recorded = [event for line in after[len(before) :] for event in json.loads(line.events)]
        assert shown == recorded[: len(shown)], "something was shown that is not on the disk"
        # A spectator comes at some moment after the start, and from then on hears everything.
        public = [{key: value for key, value in event.items() if (key, value) != ("seat", None)} for event in recorded]
        told = [{key: value for key, value in event.items() if key != "text"} for event in self._told]
        self.heard += bool(told)
        places = range(len(public) - len(told) + 1)
        assert any(told == public[at : at + len(told)] for at in places), "the page told what is not on the disk"

    def _note(self, before: list[Line], after: list[Line]) -> None:
        idle = len(after) == len(before)
        self.idle += idle
        self._seconds = min(self._seconds * 1.5, _LONGEST) if idle else max(self._seconds / 1.2, _SHORTEST)
        if not after or self.kills % _PROVED_EVERY:
            return
        with Journal(self.folder / "journal.db", read_only=True) as journal:
            row = journal.games()[-1]
            assert check.faults(after, row.seed) == []
            play, _events = replay(journal.read(row.id))
        self.phases[play.phase.value] += 1
        self.hidden += bool(play.locked)

    def _check_end(self, start: Started, script: list[Answer]) -> None:
        """The game ended as the rules alone end it, with each answer once."""
        with Journal(self.folder / "journal.db", read_only=True) as journal:
            row = journal.games()[-1]
            assert row.finished
            lines = journal.lines(row.id)
            assert check.faults(lines, row.seed) == []
            assert journal.chain_before(row.id) == row.seed
            play, _events = replay(journal.read(row.id))
        state = GAMES[start.game].start(Setup(start.players, house=start.house)).state
        for one in script:
            state = state.apply(one).state
        assert play.state == state
        answers = [answer for entry in play.history if (answer := answer_of(entry))]
        assert len(answers) == len(script), "an answer counted twice, or not at all"

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {
            "kills": self.kills,
            "games": self.games,
            "entries": self.entries,
            "phases": dict(self.phases),
            "hidden": self.hidden,
            "idle": self.idle,
            "heard": self.heard,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill the table at random instants, and look what is lost.")
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where; a folder on the disk that is to be tried")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        trial = Trial(Path(folder), random.Random(given.seed))
        # Ctrl-C ends it early, with the figures so far.
        with suppress(KeyboardInterrupt):
            trial.run(given.times)
    print(json.dumps(trial.as_json() | {"seconds": round(time.monotonic() - began)}))


if __name__ == "__main__":
    main()
