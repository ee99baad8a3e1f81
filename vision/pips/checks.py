"""Second and third opinion on a face that was found by the layout of its pips.

The face is turned into a square patch in which a pip is a disc of ``RADIUS`` px. There

* ``by_template`` compares the whole patch with a drawing of every layout (normalised cross-correlation), and
* ``by_peaks`` counts the maxima of the Laplacian of Gaussian, knowing nothing of layouts;
* ``clutter`` says how much there is on the face that is neither pip nor plain.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pips.layouts import PATTERNS, Face, Floats

RADIUS: Final = 4
"""Radius of a pip in the patch, px."""
MARGIN: Final = 1.6
"""How far the patch reaches beyond the centres of the outer pips, in radii of a pip."""
HALO: Final = 1.4
"""Within so many radii a pixel belongs to the edge of a pip and is not judged."""

PEAK: Final = 0.38
"""A blob counts from this share of the pips' own strength."""
SURROUNDINGS: Final = 4.6
"""How far about a face more pips are looked for, in radii of a pip."""
HOPELESS: Final = 0.2
"""A face with more clutter is none."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the patch of a face says.

    Attributes:
        template: the value whose drawing fits best.
        fit: its correlation, -1 … 1.
        lead: by how much it fits better than the best other value.
        peaks: number of pips counted.
        clutter: share of the plain part of the face that is not plain, 0 … 1.
        evenness: weakest pip against the median one, in contrast, 0 … 1.
    """

    template: int
    fit: float
    lead: float
    peaks: int
    clutter: float
    evenness: float


def examine(lab: NDArray[np.uint8], face: Face) -> Opinion | None:
    """Look at a face once more; ``None`` where the first look already shows that it is none.

    Args:
        lab: the whole picture as 8 bit CIE L*a*b*, shape (height, width, 3).
        face: what was found by its layout.
    """
    places = face.places * (RADIUS * face.spacing)
    half = np.ceil(np.abs(places).max(axis=0) + MARGIN * RADIUS) if face.value > 1 else np.full(2, 2.6 * RADIUS)
    half = np.maximum(half, half.max() if face.value in (2, 3) else 0).astype(int)
    patch, (x, y) = _patch(lab, face, half)
    distance = np.min([np.hypot(x - px, y - py) for px, py in places], axis=0)
    plain, core = (distance > HALO * RADIUS) & ((face.value > 1) | (distance < 2.4 * RADIUS)), distance < 0.6 * RADIUS
    ink = _Ink(patch[plain], patch[core])
    level = _without_slope(ink.of(patch), x, y, plain)
    strength = float(np.median(level[core]))
    if strength < 0.3:
        return None
    scaled = level / strength
    clutter = float(np.mean(np.abs(scaled[plain]) > 0.33))
    if clutter > HOPELESS:
        return None
    peaks = _by_peaks(lab, face, half, ink)
    if peaks != face.value:
        return None
    value, fit, lead = _by_template(scaled, x, y, face)
    weakest = min(float(np.median(scaled[np.hypot(x - px, y - py) < 0.6 * RADIUS])) for px, py in places)
    return Opinion(value, fit, lead, peaks, clutter, float(np.clip(weakest, 0, 1)))


class _Ink:
    """How much a colour is that of the pips (1) rather than that of the face (0)."""

    def __init__(self, face: Floats, pips: Floats) -> None:
        self.face = np.median(face, axis=0)
        way = np.median(pips, axis=0) - self.face
        self.way = way / max(1.0, float(way @ way))

    def of(self, colours: Floats) -> Floats:
        """The colour's share on the way from face to pip."""
        return np.asarray((colours - self.face) @ self.way)


def _patch(lab: NDArray[np.uint8], face: Face, half: NDArray[np.int_]) -> tuple[Floats, tuple[Floats, Floats]]:
    """The face as a rectangle ±half px about its centre, and the coordinates of its pixels."""
    scale = face.step / (RADIUS * face.spacing)
    width, height = 2 * half + 1
    matrix = np.column_stack([scale, face.centre - scale @ half])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (int(width), int(height))
    patch = cv2.warpAffine(lab, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    y, x = np.mgrid[-half[1] : half[1] + 1, -half[0] : half[0] + 1].astype(np.float64)
    return patch.astype(np.float64), (x, y)


def _without_slope(level: Floats, x: Floats, y: Floats, plain: NDArray[np.bool_]) -> Floats:
    """Levels above the slope of the light over the plain part."""
    values = level[plain]
    off = np.abs(values - np.median(values))
    keep = off <= 2.5 * np.median(off) + 0.05
    design = np.column_stack([x[plain], y[plain], np.ones(len(values))])[keep]
    # The normal equations: three unknowns, well apart, and ten times as fast as a general least squares.
    slope = np.linalg.solve(design.T @ design + 1e-9 * np.eye(3), design.T @ values[keep])
    return np.asarray(level - (slope[0] * x + slope[1] * y + slope[2]))


def _by_template(scaled: Floats, x: Floats, y: Floats, face: Face) -> tuple[int, float, float]:
    """Value, correlation and lead of the drawing that fits best."""
    drawings = _drawings(face)
    places = np.concatenate([places for _, places in drawings]) * (RADIUS * face.spacing)
    discs = np.clip(RADIUS + 0.5 - np.hypot(x.ravel() - places[:, :1], y.ravel() - places[:, 1:]), 0, 1)
    ends = np.cumsum([len(places) for _, places in drawings])
    seen = np.clip(scaled, -0.3, 1.3).ravel()
    seen = seen - seen.mean()
    scores: dict[int, float] = {}
    for (value, own), end in zip(drawings, ends, strict=True):
        ideal = discs[end - len(own) : end].max(axis=0)
        flat = ideal - ideal.mean()
        norm = float(np.linalg.norm(seen) * np.linalg.norm(flat))
        score = float(seen @ flat) / norm if norm > 0 else 0.0
        scores[value] = max(score, scores.get(value, -1.0))
    best = max(scores, key=lambda v: scores[v])
    return best, scores[best], scores[best] - max(s for v, s in scores.items() if v != best)


@cache
def _grid() -> tuple[tuple[int, Floats], ...]:
    """Value and places of the pips for every layout, in steps of a face's grid; the six in several widths."""
    grid = [(value, np.array(sorted(slots), np.float64)) for slots, value in PATTERNS.items()]
    for gap in (0.6, 0.8, 1.0, 1.2):
        six = np.array([(k, side * gap) for side in (-1, 1) for k in (-1, 0, 1)])
        grid += [(6, six), (6, six[:, ::-1])]
    return tuple(grid)


def _drawings(face: Face) -> list[tuple[int, Floats]]:
    """The layouts, and a six as it was found."""
    return [*_grid(), (6, face.places)] if face.value == 6 else [*_grid()]


def _by_peaks(lab: NDArray[np.uint8], face: Face, half: NDArray[np.int_], ink: _Ink) -> int:
    """Number of blobs of a pip's size and of the pips' strength."""
    peaks, _ = _peaks(lab, face, half, ink)
    return len(peaks)


def _peaks(lab: NDArray[np.uint8], face: Face, half: NDArray[np.int_], ink: _Ink) -> tuple[Floats, float]:
    """Maxima of the Laplacian of Gaussian (sigma = radius / √2) within ±half px, shape (n, 2); and the pips' own."""
    border = 2 * RADIUS
    patch, _ = _patch(lab, face, half + border)
    response = -cv2.Laplacian(cv2.GaussianBlur(ink.of(patch), (0, 0), RADIUS / 2**0.5), cv2.CV_64F, ksize=3)
    size = RADIUS | 1
    peak = response >= cv2.dilate(response, np.ones((size, size), np.uint8))
    peak[:border] = peak[-border:] = False
    peak[:, :border] = peak[:, -border:] = False
    places = np.rint(face.places * (RADIUS * face.spacing)).astype(int) + half + border
    strength = float(np.median([response[py, px] for px, py in places]))
    y, x = np.nonzero(peak & (response > PEAK * strength))
    return np.asarray(np.column_stack([x, y]) - (half + border), np.float64), strength


def leftovers(lab: NDArray[np.uint8], face: Face, outline: NDArray[np.int32], known: Floats) -> int:
    """How many more blobs like the pips of a face there are about it on its die.

    Args:
        lab: the whole picture as 8 bit CIE L*a*b*.
        face: the face.
        outline: of the die, shape (n, 2), px.
        known: centres of the pips that are accounted for, shape (m, 2), px.
    """
    half = np.full(2, round(SURROUNDINGS * RADIUS))
    patch, (x, y) = _patch(lab, face, half)
    places = face.places * (RADIUS * face.spacing)
    distance = np.min([np.hypot(x - px, y - py) for px, py in places], axis=0)
    near = distance < 2.2 * RADIUS
    ink = _Ink(patch[near & (distance > HALO * RADIUS)], patch[distance < 0.6 * RADIUS])
    scale = face.step / (RADIUS * face.spacing)
    count = 0
    for place in _peaks(lab, face, half, ink)[0] @ scale.T + face.centre:
        inside = cv2.pointPolygonTest(outline, (float(place[0]), float(place[1])), True) > face.axes[0]
        count += bool(inside and np.hypot(*(known - place).T).min() > face.axes[1])
    return count
