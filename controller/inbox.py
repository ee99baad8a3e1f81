"""What waits for its turn at the table: presses, looks, decisions, and that time has passed. One is taken at a time."""

import asyncio
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


class Stop:
    """Ends the loop; the game stays unfinished in the journal and goes on at the next start."""


class Wake:
    """Time has passed: what is shown may have to change."""


Press = Decision | TakeBack | Hold
Item = Press | Glance | Ruling | VisionError | Wake


class Inbox:
    """What waits, in order; and who waits to hear what became of a press. From the table's loop only."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Item | Stop | _Turn] = asyncio.Queue()
        self._waiting: set[_Turn] = set()
        self._fate = Fate.GONE
        self._came = False

    def __len__(self) -> int:
        return self._queue.qsize()

    def put(self, item: Item | Stop) -> None:
        """Let it wait for its turn."""
        self._queue.put_nowait(item)

    async def next(self) -> Item | Stop:
        """Wait for what comes next. Whoever waited for the fate of what was taken before is told it."""
        while isinstance(item := await self._queue.get(), _Turn):
            # It stands right behind its press, which was judged by now.
            item.tell(self._fate)
        return item

    # --- presses -----------------------------------------------------------------------------------------------------

    def begin_press(self) -> None:
        """A key is pressed; nothing has come of it yet."""
        self._came = False

    def press(self, press: Press) -> None:
        """This has come of the key."""
        self.put(press)
        self._came = True

    async def fate(self) -> Fate:
        """Wait for what becomes of the last press; of one that came to nothing it is known at once."""
        if not self._came:
            return Fate.GONE
        self._came = False
        turn = _Turn(asyncio.get_running_loop().create_future())
        self._waiting.add(turn)
        self._queue.put_nowait(turn)
        try:
            return await turn.done
        finally:
            self._waiting.discard(turn)

    def judged(self, counted: bool) -> None:
        """The press that was taken last was judged."""
        self._fate = Fate.COUNTED if counted else Fate.GONE

    def keep(self) -> None:
        """The disk takes nothing now: nobody waits for that."""
        for turn in self._waiting:
            turn.tell(Fate.KEPT)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Somebody waits to hear what became of the press before this."""

    done: "asyncio.Future[Fate]"

    def tell(self, fate: Fate) -> None:
        """Wait no longer."""
        if not self.done.done():
            self.done.set_result(fate)
