"""Who sees which key of a panel: lines of sight past the shroud. Lengths in mm. Pure.

x and y as on the panel's box: x from its left side, y from the player's edge, away from the player; z over the table
that the panel stands on.
"""

from collections.abc import Iterator
from math import inf
from typing import Final, NamedTuple

from controller.hardware import Hardware, Panel, Point
from hardware.generate.dimensions import dimensions
from hardware.generate.given import KEY_CAP, RUBBER_FOOT
from hardware.generate.lengths import PanelBox

Spot = tuple[float, float, float]

SEATED: Final = (350.0, 550.0)
STANDING: Final = (700.0, 1000.0)
"""How high over the table the eyes of grown-ups are: our own estimate, from small to tall."""
LABEL: Final = 15.0
"""How far above a key, on the overlay, its name ends."""


class Viewer(NamedTuple):
    """Somebody, and where their eyes may be.

    Attributes:
        who: in words.
        beside: how far to the left or right of the panel's middle, from and to.
        before: how far before the player's edge; less than nothing is behind it, across the table.
        height: of the eyes over the table.
        reads: whether every key and its name has to be seen; else no option key may be.
    """

    who: str
    beside: Point
    before: Point
    height: Point
    reads: bool = False


VIEWERS: Final = (
    Viewer("the player, seated", (0, 0), (300, 450), SEATED, reads=True),
    Viewer("a neighbour, seated", (700, 1500), (-1000, 450), SEATED),
    Viewer("a neighbour, standing", (700, 1500), (-1000, 100), STANDING),
    Viewer("opposite, seated or standing", (0, 700), (-1500, -600), (SEATED[0], STANDING[1])),
)
"""Who has to see the keys, and who must not. A seat takes 700 mm of a table's edge; a neighbour may lean back as far as
the player."""


def sees(it: PanelBox, eye: Spot, spot: Spot) -> bool:
    """Whether nothing of the shroud is between an eye and a place inside of it.

    The room below the roof is left through one of its four sides; it is hidden where that side is closed.
    """
    width, depth = it.outer
    lid = RUBBER_FOOT + it.height + it.lid
    start = (spot[0], spot[1], spot[2] - lid)
    ahead = (eye[0] - spot[0], eye[1] - spot[1], eye[2] - spot[2])
    walls = ((0, it.wall), (0, width - it.wall), (1, depth - it.wall), (2, it.shroud - it.wall))
    reached = [((level - start[axis]) / ahead[axis] if ahead[axis] else inf, axis) for axis, level in walls]
    part, axis = min((one for one in reached if one[0] > 0), default=(inf, 0))
    if part > 1:
        return True
    _x, y, z = (begin + part * way for begin, way in zip(start, ahead, strict=True))
    if axis == 0:
        return not _inside(it.side, (y, z))
    return axis == 2 and y < it.roof_front


def _inside(outline: tuple[Point, ...], place: Point) -> bool:
    """Whether a place lies in a polygon: a ray to the right crosses its edges an odd number of times."""
    x, y = place
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def spots(it: PanelBox, panel: Panel, named: bool) -> Iterator[tuple[str, Spot]]:
    """The top of each option key; named: of every key, and where its name stands on the overlay."""
    face = RUBBER_FOOT + it.height + it.lid - it.recess
    places = panel.places()
    for name, place in places.items() if named else list(places.items())[: len(panel.keys)]:
        x, y = it.on_lid(place)
        yield name, (x, y, face + KEY_CAP)
        if named:
            yield name, (x, y + LABEL, face)


def eyes(it: PanelBox, viewer: Viewer) -> Iterator[Spot]:
    """Places where the eyes of somebody may be: the ends of each range and between, on both sides."""
    middle = it.outer[0] / 2
    for side in (-1, 1):
        for beside in _between(viewer.beside):
            for before in _between(viewer.before):
                for height in _between(viewer.height):
                    yield middle + side * beside, -before, height


def _between(ends: Point, steps: int = 6) -> list[float]:
    low, high = ends
    return sorted({low + (high - low) * step / steps for step in range(steps + 1)})


def seen(it: PanelBox, panel: Panel, viewer: Viewer) -> tuple[set[str], set[str]]:
    """The keys that are seen from any place where that viewer's eyes may be, and those that are hidden from some."""
    shown, hidden = set[str](), set[str]()
    for eye in eyes(it, viewer):
        for name, spot in spots(it, panel, viewer.reads):
            (shown if sees(it, eye, spot) else hidden).add(name)
    return shown, hidden


def faults(table: Hardware) -> list[str]:
    """Keys that somebody sees who must not, or that the player does not see; empty where all is well."""
    it, found = dimensions(table).panel, []
    for viewer in VIEWERS:
        shown, hidden = seen(it, table.panel, viewer)
        if viewer.reads and hidden:
            found.append(f"the shroud hides keys from {viewer.who}: {', '.join(sorted(hidden))}")
        if not viewer.reads and shown:
            found.append(f"the shroud does not hide keys from {viewer.who}: {', '.join(sorted(shown))}")
    return found
