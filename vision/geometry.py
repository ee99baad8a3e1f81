"""The shapes of dice: vertices, faces, which face shows what, and how a die lies when a face is read.

All solids stand about the origin, convex, with the usual numbering of dice that are sold in sets: opposite faces sum to
one more than the number of faces (d10: to 9, d%: to 90). The coordinates are the classical ones of the Platonic solids
and of the pentagonal trapezohedron (Cromwell, *Polyhedra*, 1997); each solid's faces are cut off by the directions of
its dual's vertices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, radians, sin, sqrt, tan
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.reading import DIE_TYPES, Face, faces

Array = NDArray[np.float64]

_PHI: Final = (1 + sqrt(5)) / 2
# Distance of the two planes between which the die lies (d4: its height), in millimetres, as in common sets.
_HEIGHT_MM: Final = {
    "d4": 19.0,
    "d6": 16.0,
    "d8": 16.5,
    "d10": 16.5,
    "d%": 16.5,
    "d12": 19.0,
    "d20": 22.0,
    "wizard": 16.0,
}


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A die as a convex polyhedron about the origin.

    Attributes:
        kind: one of ``DIE_TYPES``.
        vertices: shape (vertices, 3), millimetres.
        faces: for each face the indices of its vertices, counterclockwise seen from outside; the top of what is printed
            on it points to the first vertex (on the d6 and the wizard die: to the middle of the first edge).
        labels: for each face what is read when the die lies so that it counts. A d4 is read at the vertex on top, so
            there it is the value of the vertex opposite to the face: the face below.
        normals: shape (faces, 3), outward unit normals.
        centres: shape (faces, 3), the middle of each face, millimetres.
        tops: shape (faces, 3), the unit direction in the plane of each face to which the top of its print points.
        inradii: shape (faces,), from the middle of each face to its nearest edge, millimetres.
    """

    kind: str
    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    labels: tuple[Face, ...]
    normals: Array
    centres: Array
    tops: Array
    inradii: Array

    def up(self, label: Face) -> Array:
        """The unit direction, shape (3,), that points up when ``label`` is read."""
        normal: Array = self.normals[self.labels.index(label)]
        return -normal if self.kind == "d4" else normal


@cache
def solid(kind: str) -> Solid:
    """The shape of a die.

    Args:
        kind: one of ``DIE_TYPES``.

    Raises:
        ValueError: there is no such die.

    >>> [len(solid(kind).faces) for kind in ("d4", "d6", "d8", "d10", "d12", "d20")]
    [4, 6, 8, 10, 12, 20]
    """
    if kind not in DIE_TYPES:
        raise ValueError(f"no die is called {kind!r}; there are {', '.join(DIE_TYPES)}")
    vertices, directions = _shape("d10" if kind == "d%" else "d6" if kind == "wizard" else kind)
    normals = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    heights = vertices @ normals.T
    vertices = vertices * _HEIGHT_MM[kind] / (heights.max(axis=0) - heights.min(axis=0))[0]
    polygons = tuple(_polygon(vertices, normal) for normal in normals)
    corners = vertices[np.array(polygons)]  # all faces of a die have as many corners: (faces, corners, 3)
    centres = corners.mean(axis=1)
    # A square print stands along the edges, any other points into a corner.
    tops = (corners[:, 0] + corners[:, 1]) / 2 - centres if kind in ("d6", "wizard") else corners[:, 0] - centres
    tops /= np.linalg.norm(tops, axis=1, keepdims=True)
    edges = np.roll(corners, -1, axis=1) - corners
    reach = np.linalg.norm(np.cross(edges, centres[:, np.newaxis] - corners), axis=2)
    inradii = (reach / np.linalg.norm(edges, axis=2)).min(axis=1)
    for array in (vertices, normals, centres, tops, inradii):
        array.setflags(write=False)  # the solids are shared
    return Solid(kind, vertices, polygons, faces(kind), normals, centres, tops, inradii)


def resting(shape: Solid, label: Face, turn: float = 0.0) -> Array:
    """The rotation that lays a die on the table so that ``label`` is read.

    Args:
        shape: the die.
        label: what is read, one of ``shape.labels``.
        turn: then turned about the vertical by this angle, radians, counterclockwise seen from above.

    Returns:
        Rotation matrix, shape (3, 3); the table's z axis points up.

    Raises:
        ValueError: the die has no such face.
    """
    if label not in shape.labels:
        raise ValueError(f"a {shape.kind} has no {label!r}; it has {', '.join(map(str, shape.labels))}")
    about_z = np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
    rotation: Array = about_z @ _to_z(shape.up(label))
    return rotation


def _to_z(unit: Array) -> Array:
    """The smallest rotation that turns a unit direction into +z (Rodrigues' formula)."""
    x, y, z = unit
    if z < -0.999999:  # the axis is undefined there: half a turn about x
        return np.diag([1.0, -1.0, -1.0])
    cross = np.array([[0.0, 0.0, -x], [0.0, 0.0, -y], [x, y, 0.0]])
    matrix: Array = np.eye(3) + cross + cross @ cross / (1 + z)
    return matrix


def _polygon(vertices: Array, normal: Array) -> tuple[int, ...]:
    """The vertices of the face in a direction, counterclockwise from outside, the farthest from its middle first."""
    heights = vertices @ normal
    members = np.flatnonzero(heights > heights.max() - 1e-6)
    arms = vertices[members] - vertices[members].mean(axis=0)
    # The first is the tip of a kite; where all are equally far, the lowest index: the same each time.
    lengths = np.linalg.norm(arms, axis=1).round(6)
    first = arms[int(lengths.argmax())]
    side = np.cross(normal, first)
    angles = np.arctan2(arms @ side, arms @ first)
    return tuple(int(index) for index in members[np.argsort(angles.round(9) % (2 * pi))])


def _shape(kind: str) -> tuple[Array, Array]:
    """Vertices, and the outward direction of each face in the order of the labels."""
    return {"d4": _d4, "d6": _d6, "d8": _d8, "d10": _d10, "d12": _d12, "d20": _d20}[kind]()


def _opposed(half: Sequence[tuple[float, float, float]]) -> Array:
    """The faces 1 … n/2, then those opposite to them, so that opposite ones sum to n + 1."""
    lower = np.array(half, np.float64)
    return np.concatenate([lower, -lower[::-1]])


def _signs(x: float, y: float, z: float) -> list[tuple[float, float, float]]:
    """Every point that differs from this one only in the signs of its non-zero coordinates."""
    return sorted({(i * x, j * y, k * z) for i in (1, -1) for j in (1, -1) for k in (1, -1)})


def _cyclic(x: float, y: float, z: float) -> list[tuple[float, float, float]]:
    """Every point with the coordinates rotated and with all signs."""
    return [point for shifted in ((x, y, z), (z, x, y), (y, z, x)) for point in _signs(*shifted)]


def _d4() -> tuple[Array, Array]:
    vertices = np.array([(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)])
    return vertices, -vertices


def _d6() -> tuple[Array, Array]:
    # 1, 2, 3 counterclockwise about the corner that they share, as on nearly every die that is sold in the West.
    return np.array(_signs(1, 1, 1)), _opposed([(1, 0, 0), (0, 1, 0), (0, 0, 1)])


def _d8() -> tuple[Array, Array]:
    # Odd and even alternate about each vertex.
    return np.array(_cyclic(1, 0, 0)), _opposed([(1, 1, 1), (1, -1, 1), (-1, -1, 1), (-1, 1, 1)])


def _d10() -> tuple[Array, Array]:
    # Pentagonal trapezohedron with tips at height 1; kites are plane where the belt zigzags by tan² 18°.
    zigzag = tan(radians(18)) ** 2
    belt = [(cos(radians(36 * i)), sin(radians(36 * i)), zigzag if i % 2 else -zigzag) for i in range(10)]
    vertices = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), *belt])
    # The even ones about one tip, 0 8 2 6 4 in turn; the odd ones follow from the sum of 9.
    directions = np.empty((10, 3))
    for i, label in enumerate((0, 8, 2, 6, 4)):
        azimuth = radians(72 * i)
        directions[label] = (cos(azimuth), sin(azimuth), 1 / (1 + zigzag))
        directions[9 - label] = -directions[label]
    return vertices, directions


def _d12() -> tuple[Array, Array]:
    vertices = np.array(_signs(1, 1, 1) + _cyclic(0, 1 / _PHI, _PHI))
    # 2 3 6 4 5 lie in turn about the 1.
    half = [(0, _PHI, 1), (0, _PHI, -1), (_PHI, 1, 0), (-1, 0, _PHI), (-_PHI, 1, 0), (1, 0, _PHI)]
    return vertices, _opposed(half)


def _d20() -> tuple[Array, Array]:
    # The numbering of most sets on sale: 20 has 2, 8 and 14 about it.
    a, b = 1 / _PHI, _PHI
    half = [(1, 1, 1), (-a, -b, 0), (-a, b, 0), (1, -1, -1), (1, -1, 1), (0, a, -b), (0, a, b), (-b, 0, -a)]
    half += [(1, 1, -1), (-b, 0, a)]
    return np.array(_cyclic(0, _PHI, 1)), _opposed(half)
