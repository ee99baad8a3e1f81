"""Texts that are wider than their place run through it. When which part is to be seen, by a clock that is passed in."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.picture import Canvas, Picture

# At both ends a text stands still for so long, in seconds; in between it moves by one column at a time.
HOLD: Final = 1.5
STEP: Final = 1 / 16


class Moment:
    """What the display shows of one moment for as long as it lasts. Nothing moves unless something is too wide.

    Args:
        draw: draws the moment on an empty canvas, always alike.

    Attributes:
        overhangs: texts wider than their place, and by how many columns; empty where everything fits.
    """

    overhangs: Mapping[str, int]

    def __init__(self, draw: Callable[[Canvas], None]) -> None:
        self._draw = draw
        canvas = Canvas()
        draw(canvas)
        self.overhangs = canvas.overhangs
        self._first = canvas.picture()
        # All move together; one that is at its end waits there for the longest.
        self._way = max(self.overhangs.values(), default=0)

    def picture(self, seconds: float) -> Picture:
        """What is to be seen after so many seconds of this moment."""
        moved = self._moved(seconds)
        if moved == 0:
            return self._first
        canvas = Canvas(moved)
        self._draw(canvas)
        return canvas.picture()

    def lasts(self, seconds: float) -> float | None:
        """In how many seconds, counted from ``seconds``, the picture becomes another one; ``None`` for never."""
        if self._way == 0:
            return None
        into = seconds % self._period
        if into < HOLD:
            return HOLD - into
        if self._moved(seconds) == self._way:
            return self._period - into
        return STEP - (into - HOLD) % STEP

    @property
    def _period(self) -> float:
        return 2 * HOLD + (self._way - 1) * STEP

    def _moved(self, seconds: float) -> int:
        """Columns that everything has moved to the left, 0 … the longest way."""
        if self._way == 0:
            return 0
        into = seconds % self._period
        return 0 if into < HOLD else min(1 + int((into - HOLD) / STEP), self._way)
