"""Starts and ends a station while its page is in use: ``python -m tests.station.restarts``, ``make restarts``.

SIGTERM and SIGKILL come at random instants: also while it begins, and while it ends. Meanwhile phones press keys, the
referee decides, somebody sets it up. What holds each time:

* it ends within what its service's unit gives it, and says nothing but sentences;
* the page never fails (500), nor answers in any way that has no sentence;
* what was acknowledged counts: each choice and each decision stands in the record, each change in the file;
* no entry is lost or changed, and every chain of hashes holds.
"""

import argparse
import json
import random
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.web.addresses import Seats
from tests.journal.spectator import free_port
from tests.station import guests
from tests.station.guests import Guests, Heard
from tests.station.lives import Life, configured, nothing_lost, records, written

# Seconds from a start to the signal, at most; more where the machine is too slow for a station to be there by then.
_SHORTEST: Final = 2.0
_LONGEST: Final = 60.0


@dataclass
class Trial:
    """Many lives of one station.

    Attributes:
        folder: where everything of it lies.
        chance: what happens when.
        lives: how many there were.
        ends: how they ended: 0 by itself, else the signal.
        statuses: how the page has answered.
        chosen, ruled, changed: how many commands were acknowledged.
        entries: how many were written.
    """

    folder: Path
    chance: random.Random
    lives: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    chosen: int = 0
    ruled: int = 0
    changed: int = 0
    entries: int = 0
    _seconds: float = _SHORTEST
    _names: list[str] = field(default_factory=list)

    def run(self, times: int) -> None:
        """So many lives.

        Raises:
            AssertionError: something does not hold; the notes say in which life.
        """
        port = free_port()
        configured(self.folder, port)
        journal = self.folder / "journal.db"
        seats = Seats(journal)
        paths = {seat: seats.path(seat) for seat in (1, 2)}
        while self.lives < times:
            before = records(journal)
            said = self.folder / f"said-{self.lives}"
            said.touch()
            with Guests(port, paths, self.lives) as there:
                code = self._live(Life(self.folder, said))
            self.lives += 1
            try:
                self._prove(before, there.heard, said.read_text(), code)
            except AssertionError as error:
                error.add_note(f"life {self.lives}: {said.read_text()[-3000:]}")
                raise

    def _live(self, life: Life) -> int:
        """Its signals come at random instants."""
        code = life.wait(self.chance.uniform(0, self._seconds))
        assert code is None, f"it has ended by itself with {code}: {life.text()}"
        first = self.chance.choice((signal.SIGTERM, signal.SIGTERM, signal.SIGKILL))
        if first == signal.SIGTERM and self.chance.random() < 0.4:
            life.send(first)
            # Killed while it ends.
            life.wait(self.chance.uniform(0, 0.3))
            first = signal.SIGKILL
        code = life.end(first)
        name = "by itself" if code == 0 else signal.Signals(-code).name if code < 0 else str(code)
        assert name in ("by itself", "SIGTERM", "SIGKILL"), f"it has ended with {name}: {life.text()}"
        self.ends[name] += 1
        return code

    def _prove(self, before: dict[int, list[Any]], heard: Heard, said: str, code: int) -> None:
        assert not heard.wrong, heard.wrong
        # A SIGTERM before Python runs the program's own lines may be seen in the middle of an import.
        assert "Traceback" not in said, "it has failed"
        after = records(self.folder / "journal.db")
        nothing_lost(before, after)
        new = written(before, after)
        stand = Counter((one["seat"], one["value"]) for one in new if one["kind"] == "choice")
        assert not heard.chosen - stand, f"acknowledged and not in the record: {heard.chosen - stand}"
        reasons = {one.get("why") for one in new}
        assert not set(heard.ruled) - reasons, f"decided and not in the record: {set(heard.ruled) - reasons}"
        self._names += heard.sent
        config = tomllib.loads((self.folder / "dicetable.toml").read_text())
        present = config["station"].get("names", [""])[0]
        if heard.names:
            newest = self._names.index(heard.names[-1])
            assert present in self._names[newest:], f"{heard.names[-1]!r} was acknowledged, {present!r} is in the file"
        self.statuses += heard.statuses
        self.chosen += heard.chosen.total()
        self.ruled += len(heard.ruled)
        self.changed += len(heard.names)
        self.entries += len(new)
        # Most of them are to live until somebody has pressed something.
        self._seconds = max(_SHORTEST, self._seconds / 1.2) if heard.chosen else min(_LONGEST, self._seconds * 1.3)

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {
            "lives": self.lives,
            "ends": dict(self.ends),
            "acknowledged": {"choices": self.chosen, "decisions": self.ruled, "changes": self.changed},
            "entries": self.entries,
            "answers": guests.as_json(self.statuses),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="Start and end a station while its page is in use.")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where; a folder on the disk that is to be tried")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        trial = Trial(Path(folder), random.Random(given.seed))
        try:
            trial.run(given.times)
        except KeyboardInterrupt:
            print("ended early", file=sys.stderr)
        print(json.dumps(trial.as_json() | {"seconds": round(time.monotonic() - began)}))


if __name__ == "__main__":
    main()
