"""The board from above: where everything stands, and every hole, from the lower left corner. Pure; makes SVG."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from controller.hardware import Hardware, Point
from hardware.generate.dimensions import Dimensions, dimensions
from hardware.generate.words import say

_MARGIN = 46.0
_At = Callable[[Point], Point]


class Hole(NamedTuple):
    """A hole or screw in the board: for what, where from its lower left corner, mm, and what is drilled."""

    what: str
    place: Point
    drill: str


def holes(table: Hardware) -> list[Hole]:
    """Everything that is drilled."""
    made = dimensions(table)
    return [Hole(what, _from_corner(made, place), drill) for what, place, drill in _places(table, made)]


def _places(table: Hardware, made: Dimensions) -> Iterator[tuple[str, Point, str]]:
    """The same, from the middle of the tray."""
    half_width, half_depth = table.tray.floor[0] / 2, table.tray.floor[1] / 2
    x, y = made.corner.screw
    for right in (-1, 1):
        for up in (-1, 1):
            yield "tray corner", (right * (half_width + x), up * (half_depth + y)), "4 mm, through"
    layout = made.layout
    for what, (x, y) in (("mast", layout.mast), ("lamp, left", layout.posts[0]), ("lamp, right", layout.posts[1])):
        for dx, dy in made.foot.screws:
            yield what, (x + dx, y + dy), "2.5 mm, 10 deep"
    for dx, dy in made.hub.screws:
        yield "hub", (layout.hub[0] + dx, layout.hub[1] + dy), "2 mm, 8 deep"


def _from_corner(made: Dimensions, place: Point) -> Point:
    return place[0] + made.layout.width / 2, place[1] + made.layout.front


def svg(table: Hardware, language: str = "en") -> str:
    """The plan at a scale of 1 : 1 in millimetres."""
    made = dimensions(table)
    layout = made.layout
    width, depth = layout.width, layout.front + layout.back

    def at(place: Point) -> Point:
        x, y = _from_corner(made, place)
        return x + _MARGIN, depth - y + _MARGIN

    lines = [_rectangle(_MARGIN, _MARGIN, width, depth, "#efdcbc")]
    lines += _tray(table, made, at)
    for place in (layout.mast, *layout.posts):
        x, y = at(place)
        foot = made.foot
        lines.append(_rectangle(x - foot.plate[0] / 2, y - foot.plate[1] / 2, *foot.plate, "#9fb4c4"))
        lines.append(_rectangle(x - foot.inner / 2, y - foot.inner / 2, foot.inner, foot.inner, "#dfe3e6"))
    x, y = at(layout.hub)
    lines.append(_rectangle(x, y - made.hub.plate[1], *made.hub.plate, "#9fb4c4"))
    for hole in holes(table):
        x, y = hole.place[0] + _MARGIN, depth - hole.place[1] + _MARGIN
        lines.append(f'<path d="M{x - 4:.1f} {y:.1f}h8m-4 -4v8" stroke="#a33" fill="none"/>')
    names = [("tray", (0.0, 0.0)), ("mast", (-70, layout.mast[1])), ("hub", (layout.hub[0] + 80, layout.hub[1] + 60))]
    names += [("lamp", (layout.posts[0][0], 50.0)), ("lamp", (layout.posts[1][0], 50.0)), ("players’ side", (0, -118))]
    for name, place in names:
        lines.append(_text(*at((float(place[0]), float(place[1]))), say(name, language), 14))
    lines += _dimensions(made, at, width, depth)
    size = f'{width + 2 * _MARGIN:.0f}mm" height="{depth + 2 * _MARGIN:.0f}mm'
    box = f"0 0 {width + 2 * _MARGIN:.0f} {depth + 2 * _MARGIN:.0f}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" viewBox="{box}" font-family="DejaVu Sans, sans-serif">'
    )
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *lines, "</svg>"]) + "\n"


def _tray(table: Hardware, made: Dimensions, at: _At) -> Iterator[str]:
    half_width, half_depth = table.tray.floor[0] / 2, table.tray.floor[1] / 2
    edge, leg = made.corner.edge, made.corner.leg
    x, y = at((-half_width - edge, half_depth + edge))
    yield _rectangle(x, y, 2 * (half_width + edge), 2 * (half_depth + edge), "#c69c68")
    outline = []
    for sx, sy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        ends = [(sx * (half_width - leg), sy * half_depth), (sx * half_width, sy * (half_depth - leg))]
        outline += ends if sx * sy > 0 else ends[::-1]
    points = " ".join("{:.1f},{:.1f}".format(*at(one)) for one in outline)
    yield f'<polygon points="{points}" fill="#8fbf9f" stroke="#333"/>'


def _dimensions(made: Dimensions, at: _At, width: float, depth: float) -> Iterator[str]:
    """Measures along the lower and the left edge."""
    layout, bottom, left = made.layout, depth + _MARGIN, _MARGIN
    places = (layout.posts[0][0], 0.0, layout.hub[0], layout.posts[1][0], layout.width / 2)
    for x, _y in sorted({at((x, 0.0)) for x in places}):
        yield f'<path d="M{x:.1f} {bottom:.1f}v14" stroke="#333"/>'
        yield _text(x, bottom + 28, f"{x - left:.0f}", 12)
    for y in sorted({at((0.0, y))[1] for y in (0.0, layout.mast[1], layout.hub[1], layout.back)}):
        yield f'<path d="M{left:.1f} {y:.1f}h-14" stroke="#333"/>'
        yield _text(left - 28, y + 4, f"{bottom - y:.0f}", 12)


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="#333"/>'


def _text(x: float, y: float, text: str, size: int) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle">{text}</text>'
