"""The display's frame: two equal halves, the splice that joins them, and feet that also hold the boards."""

from functools import cache
from math import radians, tan

from build123d import Part

from hardware.generate.given import M3, M3_THREAD
from hardware.generate.lengths import DisplayFrame
from hardware.generate.mechanics.solids import across, block, pin, pins, prism, rounded

LEAN_DEG = 13.0
"""How far the display leans back."""


@cache
def half(it: DisplayFrame) -> Part:
    """The left half, front down: lip, room for pane and boards; open at the right, where the other one is."""
    width, height = it.outer
    made = rounded(width + 8, height, it.depth, 3)
    made -= block(9, height, it.depth, (width, 0, 0))
    cavity_width, cavity_height = it.cavity
    made -= block(cavity_width + 1, cavity_height, it.depth, (it.wall, it.wall, it.front))
    window = (it.wall + it.lip, it.wall + it.lip)
    made -= block(width, height - 2 * window[1], it.front, (*window, 0))
    for hole in pins(M3_THREAD, it.depth - it.front, it.screws, it.front + 1):
        made -= hole
    return made


def splice(it: DisplayFrame) -> Part:
    """The plate behind the middle: four screws, two in each half; keeps the boards in."""
    _width, height = it.outer
    reach = it.outer[0] - it.screws[2][0]
    made = rounded(2 * reach + it.bar, height, 4, 3)
    for x in (it.bar / 2, it.bar / 2 + 2 * reach):
        for y in (it.wall / 2, height - it.wall / 2):
            made -= pin(M3, 4, x, y)
    # For the plugs in the middle, and the wires from strip to strip.
    made -= block(2 * it.plugs, height - 20, 4, (it.bar, 10, 0))
    return made


@cache
def stand(it: DisplayFrame) -> Part:
    """A foot, on its side: a bar behind the boards with two screws, and a base; x away from the boards, y up.

    The base reaches before the frame too, below its middle of gravity.
    """
    _width, height = it.outer
    front, back = -it.depth - 4, 52.0
    outline = [
        (0, height),
        (0, -0.5),
        (front, -0.5),
        (front, _base(front)),
        (back, _base(back)),
        (back, _base(back) + 6),
    ]
    made = prism([*outline, (6, 34), (6, height)], it.bar)
    for y in (it.wall / 2, height - it.wall / 2):
        made -= across(M3, 8, (-1, y, it.bar / 2), "x")
    # The lower screw's head and the driver lie in the leg.
    made -= across(7, 80, (6, it.wall / 2, it.bar / 2), "x")
    return made


def _base(x: float) -> float:
    """The lower edge of the stand: it leans back."""
    return -16 + tan(radians(LEAN_DEG)) * x
