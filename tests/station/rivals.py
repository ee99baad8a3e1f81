"""Two stations on one journal, again and again: ``python -m tests.station.rivals``, ``make rivals``.

They are started at random instants, and the one that has the journal is told to end, or killed, at another one. What
holds each time:

* never do both have it: the one that comes too late ends in one sentence, with the status that lets systemd try again;
* it has it at once when the other one is gone, in whatever way, and goes on where that one was;
* no entry is lost or changed, whatever phones have pressed meanwhile, and what was acknowledged is in the record.
"""

import argparse
import json
import random
import signal
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.commands import EXIT_FAULT
from controller.errors import StatusError
from controller.health import answering
from controller.web.addresses import Seats
from tests.journal.spectator import free_port
from tests.station.guests import Guests
from tests.station.lives import Life, configured, nothing_lost, records, written

_PATIENCE: Final = 120.0
_REFUSED: Final = "another station uses it; end that one or name another file"


@dataclass
class Trial:
    """Many pairs of stations.

    Attributes:
        folder: where everything of them lies.
        chance: what happens when.
        pairs: how many there were.
        came: how it went: ``refused``, or ``took over`` where the first one was gone in time.
        chosen: choices that were acknowledged.
    """

    folder: Path
    chance: random.Random
    pairs: int = 0
    came: Counter[str] = field(default_factory=Counter)
    chosen: int = 0

    def run(self, times: int) -> None:
        """So many pairs.

        Raises:
            AssertionError: something does not hold.
        """
        port = free_port()
        configured(self.folder, port)
        seats = Seats(self.folder / "journal.db")
        paths = {seat: seats.path(seat) for seat in (1, 2)}
        while self.pairs < times:
            before = records(self.folder / "journal.db")
            with Guests(port, paths, self.pairs) as there:
                self._pair()
            assert not there.heard.wrong, there.heard.wrong
            after = records(self.folder / "journal.db")
            nothing_lost(before, after)
            stand = Counter((one["seat"], one["value"]) for one in written(before, after) if one["kind"] == "choice")
            assert not there.heard.chosen - stand, f"acknowledged and not in the record: {there.heard.chosen - stand}"
            self.chosen += there.heard.chosen.total()
            self.pairs += 1

    def _pair(self) -> None:
        """Two that start within a moment; perhaps the first one goes while the second one starts."""
        first, second = (self._life("first"), self._life("second"))
        if self.chance.random() < 0.5:
            self._one_is_refused(first, second)
        else:
            # At some instant of the start of both, or behind it.
            time.sleep(self.chance.uniform(0, 3))
            first.end(self.chance.choice((signal.SIGTERM, signal.SIGKILL)))
            self._one_is_left(second)
        for life in (first, second):
            code = life.end(signal.SIGTERM)
            assert code in (0, EXIT_FAULT, -signal.SIGTERM, -signal.SIGKILL), life.text()
            assert "Traceback" not in life.text(), life.text()

    def _life(self, name: str) -> Life:
        said = self.folder / f"said-{self.pairs}-{name}"
        said.touch()
        life = Life(self.folder, said)
        time.sleep(self.chance.choice((0.0, self.chance.uniform(0, 1))))
        return life

    def _one_is_refused(self, first: Life, second: Life) -> None:
        end = time.monotonic() + _PATIENCE
        while first.ended is None and second.ended is None:
            assert time.monotonic() < end, f"both run: {first.text()} {second.text()}"
            time.sleep(0.01)
        loser, winner = (first, second) if first.ended is not None else (second, first)
        self._refused(loser)
        if self.chance.random() < 0.5:
            winner.end(signal.SIGKILL)
            # Nothing of it stands in the way of the next one.
            self._one_is_left(self._life("third"), end=True)
        else:
            self._one_is_left(winner)

    def _one_is_left(self, life: Life, end: bool = False) -> None:
        """It has the journal, or was too early for that."""
        until = time.monotonic() + _PATIENCE
        while life.ended is None and not self._answers():
            assert time.monotonic() < until, f"it neither runs nor ends: {life.text()}"
            time.sleep(0.01)
        if life.ended is None:
            self.came["took over"] += 1
        else:
            self._refused(life)
        if end:
            assert life.end(signal.SIGTERM) == 0, life.text()

    def _answers(self) -> bool:
        try:
            return answering.ask(self.folder / "journal.db") is not None
        except StatusError:
            return False

    def _refused(self, life: Life) -> None:
        assert life.ended == EXIT_FAULT, f"{life.ended}: {life.text()}"
        (sentence,) = life.text().splitlines()
        assert sentence.endswith(_REFUSED), sentence
        self.came["refused"] += 1

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {"pairs": self.pairs, "came": dict(self.came), "acknowledged": self.chosen}


def main() -> None:
    parser = argparse.ArgumentParser(description="Two stations on one journal.")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where; a folder on the disk that is to be tried")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        trial = Trial(Path(folder), random.Random(given.seed))
        trial.run(given.times)
    print(json.dumps(trial.as_json() | {"seconds": round(time.monotonic() - began)}))


if __name__ == "__main__":
    main()
