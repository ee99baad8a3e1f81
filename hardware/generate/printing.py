"""Whether a printer can make the parts as they lie in their files: what hangs in the air, how thin walls are. In mm."""

from collections import defaultdict
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.generate.mesh import Array

STEEPEST_DEG: Final = 45.0
"""A face that looks down by more than this has nothing under it where it is printed."""
LONGEST_BRIDGE: Final = 35.0
"""What printers lay across a gap without support, from wall to wall."""
LONGEST_LEDGE: Final = 1.0
"""How far something may stick out with nothing at its other side: two or three lines that lean on the one before."""
THINNEST_WALL: Final = 1.2
"""Three lines of 0.4 mm; thinner walls a printer leaves out, or makes of one line."""

_SKIN: Final = 0.25
_BED: Final = 0.01
_ROUND: Final = 3
_LEAST_AREA: Final = 0.5
_FACES: Final = 120
# Places in each triangle that are looked at: along its edges and inside of it.
_STEPS: Final = 12


class Bridge(NamedTuple):
    """Something that looks down freely.

    Attributes:
        at: its middle.
        area: mm².
        span: how far a line of plastic hangs from what carries it to what carries it: twice the way from its farthest
            place to the nearest edge that stands on something.
        ledge: how far its farthest corner is from such an edge: zero for a bridge, its depth for what sticks out.
    """

    at: tuple[float, float, float]
    area: float
    span: float
    ledge: float


def bridges(triangles: Array) -> list[Bridge]:
    """Everything in a part that looks down by more than 45 degrees and does not lie on the bed, the widest first."""
    normals, areas = _normals(triangles)
    low = triangles[:, :, 2].min()
    lies = (triangles[:, :, 2] < low + _BED).all(axis=1)
    down = (normals[:, 2] < -np.cos(np.radians(STEEPEST_DEG)) - 1e-3) & ~lies & (areas > 1e-6)
    edges = _edges(triangles)
    found = []
    for patch in _patches(np.flatnonzero(down), edges, triangles):
        area = float(areas[patch].sum())
        if area >= _LEAST_AREA:
            points = triangles[patch].reshape(-1, 3)
            carried = _carried(patch, edges, triangles)
            middle = tuple(float(value) for value in points.mean(axis=0))
            span = 2 * _farthest(_places(triangles[patch]), carried)
            found.append(Bridge((middle[0], middle[1], middle[2]), area, span, _farthest(points, carried)))
    return sorted(found, key=lambda one: -one.span)


def thinnest(triangles: Array) -> float:
    """The thinnest wall: from the middle of each large face straight through to a face that looks the other way.

    A skin of one layer, which closes a hole until a screw pierces it, is no wall.
    """
    normals, areas = _normals(triangles)
    thin = np.inf
    for number in np.argsort(-areas, kind="stable")[:_FACES]:
        ahead = -normals[number]
        start = triangles[number].mean(axis=0)
        distance = hits(start, ahead, triangles)
        faces_back = normals @ ahead > np.cos(np.radians(10))
        distance = np.where(faces_back & (distance > _SKIN), distance, np.inf)
        thin = min(thin, float(distance.min()))
    return thin


# --- parts of it ------------------------------------------------------------------------------------------------------

_Point = tuple[float, float, float]
_Edges = dict[frozenset[_Point], list[int]]


def _normals(triangles: Array) -> tuple[Array, Array]:
    """Unit normals and areas."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(across, axis=1)
    return across / np.maximum(lengths, 1e-12)[:, None], lengths / 2


def _edges(triangles: Array) -> _Edges:
    """Which triangles meet in each edge."""
    edges: _Edges = defaultdict(list)
    for number, triangle in enumerate(np.round(triangles, _ROUND) + 0.0):
        corners = [(float(x), float(y), float(z)) for x, y, z in triangle]
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
            edges[frozenset((here, there))].append(number)
    return edges


def _patches(numbers: NDArray[np.int64], edges: _Edges, triangles: Array) -> list[list[int]]:
    """Triangles that hang together."""
    wanted = set(numbers.tolist())
    beside: dict[int, set[int]] = defaultdict(set)
    for meet in edges.values():
        for one in meet:
            beside[one] |= set(meet) & wanted
    patches = []
    while wanted:
        patch, new = set[int](), {wanted.pop()}
        while new:
            patch |= new
            new = set().union(*(beside[one] for one in new)) - patch
        wanted -= patch
        patches.append(sorted(patch))
    return patches


def _carried(patch: list[int], edges: _Edges, triangles: Array) -> Array:
    """Both ends of each edge of a patch at which the part goes on downwards: there it stands on something."""
    inside = set(patch)
    found = []
    for edge, meet in edges.items():
        others = [one for one in meet if one not in inside]
        if len(others) != len(meet) and others:
            ends = np.array(sorted(edge))
            middle = ends[:, 2].mean()
            if triangles[others].reshape(-1, 3)[:, 2].min() < middle - _BED:
                found.append(ends)
    return np.array(found).reshape(-1, 2, 3)


def _places(triangles: Array) -> Array:
    """Places all over some triangles."""
    first, second = np.meshgrid(np.arange(_STEPS + 1), np.arange(_STEPS + 1))
    inside = first + second <= _STEPS
    shares = np.stack((first[inside], second[inside], _STEPS - first[inside] - second[inside]), axis=1) / _STEPS
    return np.asarray(np.einsum("sc,tcx->tsx", shares, triangles).reshape(-1, 3))


def _farthest(points: Array, carried: Array) -> float:
    """How far the farthest of some places is from the nearest edge that carries, seen from above."""
    if not len(carried):
        return float("inf")
    start, end = carried[:, 0, :2], carried[:, 1, :2]
    along = end - start
    lengths = np.maximum((along**2).sum(axis=1), 1e-12)
    away = points[:, None, :2] - start
    part = np.clip((away * along).sum(axis=2) / lengths, 0, 1)
    distances = np.linalg.norm(away - part[..., None] * along, axis=2)
    return float(distances.min(axis=1).max())


def hits(start: Array, ahead: Array, triangles: Array) -> Array:
    """How far a ray goes to each triangle that lies ahead, infinite where it misses (Möller and Trumbore).

    Args:
        start, ahead: ``(3,)``, mm, and a unit vector.
        triangles: ``(n, 3, 3)``, mm.

    Returns:
        ``(n,)``, mm.
    """
    first, one, two = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    cross = np.cross(ahead, two)
    determinant = (one * cross).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        away = start - first
        u = (away * cross).sum(axis=1) / determinant
        turned = np.cross(away, one)
        v = (ahead * turned).sum(axis=1) / determinant
        distance = (two * turned).sum(axis=1) / determinant
        meets = (np.abs(determinant) > 1e-12) & (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > 0)
    return np.where(meets, distance, np.inf)
