"""What waits for its turn at the table: presses, looks, decisions, and that time has passed. One is taken at a time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from controller.looking import Glance
from controller.panel.keypad import Decision
from controller.ruling import Ruling
from vision.errors import VisionError


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat wants its locked choice back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A seat wants the game to stand still."""

    seat: int


class Fate(Enum):
    """What became of a press."""

    COUNTED = auto()
    """It counts, and is on the disk as far as it has to be."""
    GONE = auto()
    """It came too late: its question had gone."""
    KEPT = auto()
    """The disk takes nothing now; it is kept, and tried again."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody waits to hear what became of the press before this."""

    done: "asyncio.Future[Fate]"

    def tell(self, fate: Fate) -> None:
        """Wait no longer."""
        if not self.done.done():
            self.done.set_result(fate)


class Turns:
    """Who waits to hear what became of a press."""

    def __init__(self) -> None:
        self._waiting: set[Turn] = set()
        self._fate = Fate.GONE
        self._came = False

    def begin(self) -> None:
        """A key is pressed; nothing has come of it yet."""
        self._came = False

    def came(self) -> None:
        """It has come into the inbox."""
        self._came = True

    async def wait(self, put: Callable[[Turn], None]) -> Fate:
        """Wait for the fate of the last press; of one that came to nothing it is known at once.

        Args:
            put: into the same inbox.
        """
        if not self._came:
            return Fate.GONE
        self._came = False
        turn = Turn(asyncio.get_running_loop().create_future())
        self._waiting.add(turn)
        put(turn)
        try:
            return await turn.done
        finally:
            self._waiting.discard(turn)

    def judged(self, counted: bool) -> None:
        """A press was judged."""
        self._fate = Fate.COUNTED if counted else Fate.GONE

    def tell(self, turn: Turn) -> None:
        """The turn of somebody who waits has come. A fate is told once: the next press may have come to nothing."""
        turn.tell(self._fate)
        self._fate = Fate.GONE

    def keep(self) -> None:
        """The disk takes nothing now: nobody waits for that."""
        for turn in self._waiting:
            turn.tell(Fate.KEPT)


class Stop:
    """Ends the loop; the game stays unfinished in the journal and goes on at the next start."""


class Wake:
    """Time has passed: what is shown may have to change."""


Item = Decision | TakeBack | Hold | Glance | Ruling | Turn | VisionError | Wake
