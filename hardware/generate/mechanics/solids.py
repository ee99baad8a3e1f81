"""What the parts are made of. Lengths in mm; a block is named by its corner, not by its middle."""

from collections.abc import Iterable

from build123d import Align, Axis, Box, Cone, Cylinder, Part, Plane, Polyline, Pos, Rot, extrude, fillet, make_face

from controller.hardware import Point

CORNER = (Align.MIN, Align.MIN, Align.MIN)
UPRIGHT = (Align.CENTER, Align.CENTER, Align.MIN)


def block(width: float, depth: float, height: float, at: tuple[float, float, float] = (0, 0, 0)) -> Part:
    """A block with one corner at a place."""
    return Pos(*at) * Box(width, depth, height, align=CORNER)


def rounded(width: float, depth: float, height: float, radius: float) -> Part:
    """A block with rounded upright edges, one corner at (0, 0, 0)."""
    whole = block(width, depth, height)
    return fillet(whole.edges().filter_by(Axis.Z), radius)


def pin(diameter: float, height: float, x: float, y: float, z: float = 0.0) -> Part:
    """An upright cylinder."""
    return Pos(x, y, z) * Cylinder(diameter / 2, height, align=UPRIGHT)


def pins(diameter: float, height: float, places: Iterable[Point], z: float = 0.0) -> list[Part]:
    """Several of them."""
    return [pin(diameter, height, x, y, z) for x, y in places]


def sink(hole: float, wide: float, x: float, y: float, top: float) -> Part:
    """A cone of 90° for a countersunk head: as wide at a height, and down to the hole."""
    deep = (wide - hole) / 2
    return Pos(x, y, top - deep) * Cone(hole / 2, wide / 2, deep, align=UPRIGHT)


def prism(outline: Iterable[Point], height: float) -> Part:
    """An outline in x and y, raised."""
    return extrude(make_face(Polyline(*outline, close=True)), height)


def upright(outline: Iterable[Point], width: float) -> Part:
    """An outline in y and z, drawn out along x."""
    return extrude(make_face(Plane.YZ * Polyline(*outline, close=True)), width)


def across(diameter: float, length: float, at: tuple[float, float, float], axis: str) -> Part:
    """A lying cylinder that begins at a place: along ``x`` or ``y``."""
    turn = Rot(0, 90, 0) if axis == "x" else Rot(-90, 0, 0)
    return Pos(*at) * turn * Cylinder(diameter / 2, length, align=UPRIGHT)
