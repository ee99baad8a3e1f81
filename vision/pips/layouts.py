"""The layouts of pips on the faces 1 … 6, and where such layouts lie among pip candidates.

The pips of a face lie on a 3×3 grid. A face seen at an angle is an affine picture of it (a die is small against its
distance, so perspective within one face is left out), and the same affine map makes a circular pip an ellipse. So one
pip's shape, "whitened" to a circle, gives the map up to a turn, and a diagonal pair of pips gives the rest. The 6 is
sought by its two rows of three, because on many dice these lie closer together than the rows are long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.pips.blobs import Ellipse

Floats = NDArray[np.float64]
Slot = tuple[int, int]

_CORNERS: Final = frozenset({(-1, -1), (1, -1), (-1, 1), (1, 1)})
PATTERNS: Final[dict[frozenset[Slot], int]] = {
    frozenset({(0, 0)}): 1,
    frozenset({(-1, -1), (1, 1)}): 2,
    frozenset({(1, -1), (-1, 1)}): 2,
    frozenset({(-1, -1), (0, 0), (1, 1)}): 3,
    frozenset({(1, -1), (0, 0), (-1, 1)}): 3,
    _CORNERS: 4,
    _CORNERS | {(0, 0)}: 5,
}

SPACING: Final = (1.15, 5.0)
"""Grid step in radii of a pip, least and most."""
TOLERANCE: Final = 0.3
"""How far a pip may lie from its place, in grid steps."""
SPACING_SIX: Final = (1.4, 6.5)
"""The same within a row of a six."""
SIX_GAP: Final = (0.9, 3.2)
"""Distance of the rows of a six, in steps within a row, least and most."""
ALIKE: Final = 2.2
"""Pips of one face: largest ratio of their areas."""
WIDTH_ALIKE: Final = 2.8
"""Pips of one face: largest ratio of their squared widths in any direction."""
CONTRAST_ALIKE: Final = 2.2
"""Pips of one face: largest ratio of their contrasts."""


@dataclass(frozen=True)
class Face:
    """A layout found among pip candidates.

    Attributes:
        value: 1 … 6.
        centre: px.
        step: 2×2 matrix that takes grid steps to px.
        pips: the candidates in their places.
        places: where on the grid the layout has each of them; shape (value, 2), grid steps.
        residual: root mean square distance of the pips from their places, grid steps.
    """

    value: int
    centre: Floats
    step: Floats
    pips: tuple[Ellipse, ...]
    places: Floats
    residual: float

    @property
    def light(self) -> bool:
        """The pips are lighter than the face."""
        return self.pips[0].light

    @cached_property
    def contrast(self) -> float:
        """Median grey levels between pips and face."""
        return float(np.median([pip.contrast for pip in self.pips]))

    @cached_property
    def spacing(self) -> float:
        """Grid step in radii of a pip."""
        radius = float(np.median([pip.radius for pip in self.pips]))
        return float(abs(np.linalg.det(self.step)) ** 0.5) / radius

    @cached_property
    def shape(self) -> Floats:
        """Mean shape matrix of the pips, px²."""
        return np.asarray(np.mean([pip.shape for pip in self.pips], axis=0))

    @cached_property
    def axes(self) -> tuple[float, float]:
        """Short and long half axis of the mean pip, px."""
        low, high = np.linalg.eigvalsh(self.shape)
        return float(low**0.5), float(high**0.5)

    def corners(self, reach: float) -> Floats:
        """Four corners of the face's square, ``reach`` grid steps from its centre; shape (4, 2), px."""
        square = reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
        return np.asarray(self.centre + square @ self.step.T)


def find_layouts(pips: Sequence[Ellipse]) -> list[Face]:
    """Every layout of 2 … 6 pips among the candidates; one pip may stand in several of them."""
    if not pips:
        return []
    field = Candidates(pips)
    found: dict[frozenset[int], Face] = {}
    for i, j in field.pairs(2 * 2**0.5 * SPACING[1] * 1.2):
        for members, face in _on_diagonal(i, j, field):
            if members not in found or face.residual < found[members].residual:
                found[members] = face
    return [*found.values(), *_find_sixes(field)]


class Candidates:
    """Pip candidates as arrays, and which of them may be pips of one face.

    Attributes:
        pips: the candidates; n of them.
        places: shape (n, 2), px.
        shapes: shape (n, 2, 2), px².
        alike: shape (n, n): same kind, about the same size, shape, contrast and surroundings.
    """

    def __init__(self, pips: Sequence[Ellipse]) -> None:
        self.pips = pips
        self.places: Floats = np.array([(pip.x, pip.y) for pip in pips])
        self.shapes: Floats = np.array([pip.shape for pip in pips])
        self.alike = self._alike()

    def pairs(self, reach: float) -> list[tuple[int, int]]:
        """Pairs i < j of like candidates, at most ``reach`` of their radii apart."""
        apart = self.places[:, None] - self.places[None]
        (a, b, c), det = _parts(self.shapes)
        form = (c * apart[..., 0] ** 2 - 2 * b * apart[..., 0] * apart[..., 1] + a * apart[..., 1] ** 2) / det
        near = form < reach**2
        i, j = np.nonzero(np.triu(self.alike & near & near.T, 1))
        return list(zip(i.tolist(), j.tolist(), strict=True))

    def _alike(self) -> NDArray[np.bool_]:
        light = np.array([pip.light for pip in self.pips])
        contrast = np.array([pip.contrast for pip in self.pips])
        around = np.array([pip.around for pip in self.pips])
        result = light[:, None] == light
        result &= np.abs(np.log(contrast[:, None] / contrast)) < np.log(CONTRAST_ALIKE)
        result &= np.abs(around[:, None] - around) < 0.6 * np.maximum(contrast[:, None], contrast)
        # Both eigenvalues of A⁻¹B: squared ratios of the widths of two ellipses along their common axes.
        (a, b, c), det = _parts(self.shapes)
        half = (c[:, None] * a - 2 * b[:, None] * b + a[:, None] * c) / det[:, None] / 2
        ratio = det / det[:, None]
        root = np.sqrt(np.maximum(0, half * half - ratio))
        low, high = half - root, half + root
        result &= (np.abs(np.log(ratio)) < 2 * np.log(ALIKE)) & (low > 1 / WIDTH_ALIKE) & (high < WIDTH_ALIKE)
        return np.asarray(result & result.T)


def _parts(shapes: Floats) -> tuple[tuple[Floats, Floats, Floats], Floats]:
    a, b, c = shapes[:, 0, 0], shapes[:, 0, 1], shapes[:, 1, 1]
    return (a, b, c), a * c - b * b


def _on_diagonal(i: int, j: int, field: Candidates) -> list[tuple[frozenset[int], Face]]:
    """Layouts in which two given pips are opposite corners."""
    root = _square_root((field.shapes[i] + field.shapes[j]) / 2)
    half = (field.places[j] - field.places[i]) / 2
    flat = np.linalg.solve(root, half)
    step = float(np.hypot(*flat)) / 2**0.5
    if not SPACING[0] < step < SPACING[1]:
        return []
    # In the whitened frame `flat` points at the corner (1, 1); an eighth of a turn back is the x axis.
    turn = np.array([[1, 1], [-1, 1]]) / 2**0.5
    x_axis = turn @ flat / 2**0.5
    frame = np.column_stack([x_axis, (-x_axis[1], x_axis[0])])
    return _fit(field.places[i] + half, root @ frame, i, field)


def _fit(centre: Floats, step: Floats, model: int, field: Candidates) -> list[tuple[frozenset[int], Face]]:
    """Fill the grid with candidates, fit it to them, fill it again; keep it where the filled places are a layout."""
    places = field.places
    taken = _fill(centre, step, 1.5 * TOLERANCE, model, field)
    if frozenset(taken) not in PATTERNS:
        return []
    residual = 0.0
    if len(taken) >= 4:
        slots = np.array([(*slot, 1) for slot in taken], np.float64)
        goal = places[list(taken.values())]
        solution = np.linalg.lstsq(slots, goal, rcond=None)[0]
        step, centre = np.asarray(solution[:2].T, np.float64), np.asarray(solution[2], np.float64)
        taken = _fill(centre, step, TOLERANCE, model, field)
        if frozenset(taken) not in PATTERNS:
            return []
    slots = np.array(list(taken), np.float64)
    off = np.linalg.solve(step, (places[list(taken.values())] - centre - slots @ step.T).T)
    residual = float(np.sqrt((off**2).sum(axis=0).mean()))
    face = Face(PATTERNS[frozenset(taken)], centre, step, tuple(field.pips[i] for i in taken.values()), slots, residual)
    return [(frozenset(taken.values()), face)]


def _fill(centre: Floats, step: Floats, tolerance: float, model: int, field: Candidates) -> dict[Slot, int]:
    """Which candidate like the model lies at which place of the grid."""
    offset = field.places - centre
    near = np.flatnonzero(field.alike[model] & (np.abs(offset) < 1.6 * np.abs(step).sum(axis=1)).all(axis=1))
    grid = np.linalg.solve(step, offset[near].T).T
    slots = np.rint(grid).astype(int)
    good = (np.abs(slots).max(axis=1) <= 1) & (np.hypot(*(grid - slots).T) < tolerance)
    return {(int(x), int(y)): int(i) for (x, y), i in zip(slots[good], near[good], strict=True)}


def _find_sixes(field: Candidates) -> list[Face]:
    """Every layout of a six: two equal parallel rows of three, side by side."""
    rows = [row for i, j in field.pairs(2 * SPACING_SIX[1] * 1.2) for row in _row_of_three(i, j, field)]
    found: list[Face] = []
    if not rows:
        return found
    middles = field.places[[row[1] for row in rows]]
    lengths = np.hypot(*(field.places[[row[2] for row in rows]] - field.places[[row[0] for row in rows]]).T)
    for a, one in enumerate(rows):
        near = np.hypot(*(middles[a + 1 :] - middles[a]).T) < 2 * lengths[a]
        for other in (rows[a + 1 + k] for k in np.flatnonzero(near)):
            if field.alike[one[1], other[1]] and not set(one) & set(other):
                face = _six(one, other, field)
                if face is not None:
                    found.append(face)
    return found


def _row_of_three(i: int, j: int, field: Candidates) -> list[tuple[int, int, int]]:
    """The row (end, middle, end) of evenly spaced like candidates between two ends, if there is one."""
    root = _square_root((field.shapes[i] + field.shapes[j]) / 2)
    half = (field.places[j] - field.places[i]) / 2
    step = float(np.hypot(*np.linalg.solve(root, half)))
    if not SPACING_SIX[0] < step < SPACING_SIX[1]:
        return []
    off = np.hypot(*np.linalg.solve(root, (field.places - field.places[i] - half).T))
    middle = int(np.argmin(off))
    if off[middle] < TOLERANCE * step and middle not in (i, j) and field.alike[i, middle]:
        return [(i, middle, j)]
    return []


def _six(one: tuple[int, int, int], other: tuple[int, int, int], field: Candidates) -> Face | None:
    """Two rows as a six, or None where they do not fit together."""
    pips, places = field.pips, field.places
    along = (places[one[2]] - places[one[0]]) / 2
    if np.dot(places[other[2]] - places[other[0]], along) < 0:
        other = (other[2], other[1], other[0])
    members = (*one, *other)
    root = _square_root(field.shapes[list(members)].mean(axis=0))
    along = (along + (places[other[2]] - places[other[0]]) / 2) / 2
    across = places[other[1]] - places[one[1]]
    flat_along, flat_across = np.linalg.solve(root, along), np.linalg.solve(root, across)
    size = float(np.hypot(*flat_along))
    x = float(flat_along @ flat_across) / size**2
    y = float(flat_along[0] * flat_across[1] - flat_along[1] * flat_across[0]) / size**2
    if not SIX_GAP[0] < abs(y) < SIX_GAP[1] or abs(x) > 0.5 * abs(y):
        return None
    step = np.column_stack([along, across / abs(y)])
    gap = abs(y) / 2
    grid = np.array([(k, side) for side in (-gap, gap) for k in (-1, 0, 1)])
    centre = places[list(members)].mean(axis=0)
    off = np.linalg.solve(step, (places[list(members)] - centre - grid @ step.T).T)
    residual = np.sqrt((off**2).sum(axis=0).mean())
    if residual > TOLERANCE / 2:
        return None
    return Face(6, centre, step, tuple(pips[i] for i in members), grid, float(residual))


def _square_root(m: Floats) -> Floats:
    """Symmetric square root of a symmetric positive 2×2 matrix (closed form: (M + √det·I) / √(trace + 2√det))."""
    root = (m[0, 0] * m[1, 1] - m[0, 1] ** 2) ** 0.5
    return np.asarray((m + root * np.eye(2)) / (m[0, 0] + m[1, 1] + 2 * root) ** 0.5)
