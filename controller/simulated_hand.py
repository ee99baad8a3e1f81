"""The hand that throws into the simulated tray: for a game, or for a lesson that teaches dice."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vision.reading import Face

if TYPE_CHECKING:
    # With a real camera nothing is simulated, and no physics engine is loaded.
    from vision.tray.live import LiveTray, Mishap

_READ_SECONDS: Final = 1.5
"""So long after a throw the scene may take to decide: more than ``camera.still_seconds`` can be."""
_LESSON_SECONDS: Final = 5.0
"""So long after that a game waits at most for the dice of a lesson to be seen lying still."""


class SimulatedHand:
    """Used from the camera's thread; only ``throwing`` and ``begin`` may be used from any.

    Args:
        tray: into which it throws.

    Attributes:
        throwing: whether a throw of a game is under way, from when it was begun until it was decided on.
        lost: whether its last throw of a game came to nothing, as when the die has left the tray.
    """

    def __init__(self, tray: "LiveTray") -> None:
        self._tray = tray
        self._throw_ends = math.inf
        self._lesson_ends = -math.inf
        self.throwing = self.lost = False

    @property
    def description(self) -> str:
        """What the tray is, in one line, for people."""
        return self._tray.description

    @property
    def rolling(self) -> bool:
        """Whether dice of a game's throw are still on their way."""
        return self.throwing and self._tray.now < self._tray.busy_until

    def begin(self) -> None:
        """A throw will come; nobody else begins one meanwhile."""
        # In this order: the camera's thread may look in between.
        self._throw_ends = math.inf
        self.lost = False
        self.throwing = True

    def throw(self, kinds: Sequence[str], stay: Sequence[tuple[str, Face | None]] = ()) -> None:
        """Throw for a game; dice of these types and faces stay where they lie (see ``LiveTray.throw``)."""
        self._tray.throw(kinds, stay)
        self._throw_ends = self._tray.busy_until + _READ_SECONDS

    def done(self) -> None:
        """The throw was decided on, or people have to say."""
        self.throwing = self.lost = False

    def look(self) -> None:
        """A frame has passed: a throw on which nothing was decided is over at some time."""
        if self.throwing and self._tray.now > self._throw_ends:
            self.lost = True
            self.throwing = False

    def forget(self) -> None:
        """Another throw is asked for, or none: that one came to nothing is over."""
        self.lost = False

    def teach(self, kinds: Sequence[str]) -> None:
        """Throw for a lesson; what is planned to go wrong waits for a throw of the game."""
        self._tray.throw(kinds, by_plan=False)
        self._lesson_ends = self._tray.busy_until + _READ_SECONDS

    def teaching(self, *, unsettled: bool) -> bool:
        """Whether the dice of a lesson are on their way, or were not yet seen to lie still (``unsettled``)."""
        if self._lesson_ends < 0:
            return False
        late = self._tray.now - self._lesson_ends
        return late < 0 or (unsettled and late < _LESSON_SECONDS)

    def plan(self, mishap: "Mishap") -> None:
        """The next throw that has no mishap yet gets this one."""
        self._tray.plan(mishap)
