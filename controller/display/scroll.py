"""Texts that are wider than their place run through it. When which part is to be seen, by a clock that is passed in."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.picture import Canvas, Picture, Place

# At both ends a text stands still for so long, in seconds; in between it moves by one column at a time.
HOLD: Final = 1.5
STEP: Final = 1 / 16
# Of several pages each one stands for so long, in seconds, or until all of it has run through.
PAGE: Final = 4.0

Draw = Callable[[Canvas], None]


class Moment:
    """What the display shows of one moment for as long as it lasts. Nothing moves unless something is too wide.

    Args:
        pages: each draws a page on an empty canvas, always alike; several are shown in turn.

    Attributes:
        overhangs: for each page the texts wider than their place, and by how many columns; empty where all fits.
    """

    def __init__(self, *pages: Draw) -> None:
        self._pages = [_Page(draw) for draw in pages]
        self.overhangs = tuple(page.overhangs for page in self._pages)
        only = self._pages[0] if len(self._pages) == 1 else None
        self._stands = only is not None and not only.overhangs

    def picture(self, seconds: float) -> Picture:
        """What is to be seen after so many seconds of this moment."""
        page, into = self._at(seconds)
        return page.picture(into)

    def lasts(self, seconds: float) -> float | None:
        """In how many seconds, counted from ``seconds``, the picture becomes another one; ``None`` for never."""
        if self._stands:
            return None
        page, into = self._at(seconds)
        return page.lasts(into)

    def _at(self, seconds: float) -> tuple["_Page", float]:
        """The page that is to be seen, and since how many seconds."""
        into = seconds % sum(page.time for page in self._pages)
        for page in self._pages[:-1]:
            if into < page.time:
                return page, into
            into -= page.time
        return self._pages[-1], into


class _Page:
    """One page.

    Attributes:
        overhangs: as those of the moment.
        time: seconds for which it is shown, before the next one or before it begins anew.
    """

    overhangs: Mapping[Place, int]

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        canvas = Canvas()
        draw(canvas)
        self.overhangs = canvas.overhangs
        self._first = canvas.picture()
        # All move together; one that is at its end waits there for the longest.
        self._way = max(self.overhangs.values(), default=0)
        self.time = 2 * HOLD + (self._way - 1) * STEP if self._way else PAGE

    def picture(self, into: float) -> Picture:
        moved = self._moved(into)
        if moved == 0:
            return self._first
        canvas = Canvas(moved)
        self._draw(canvas)
        return canvas.picture()

    def lasts(self, into: float) -> float:
        if self._way and into < HOLD:
            return HOLD - into
        if self._moved(into) == self._way:
            return self.time - into
        return STEP - (into - HOLD) % STEP

    def _moved(self, into: float) -> int:
        """Columns that everything has moved to the left, 0 … the longest way."""
        return 0 if into < HOLD else min(1 + int((into - HOLD) / STEP), self._way)
