"""Second and third opinion on a face that was found by the layout of its pips.

The face is turned into a square patch in which a pip is a disc of ``RADIUS`` px. There

* ``by_template`` compares the whole patch with a drawing of every layout (normalised cross-correlation), and
* ``by_peaks`` counts the maxima of the Laplacian of Gaussian, knowing nothing of layouts;
* ``clutter`` says how much there is on the face that is neither pip nor plain.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import PATTERNS, Face, Floats

RADIUS: Final = 4
"""Radius of a pip in the patch, px."""
MARGIN: Final = 1.6
"""How far the patch reaches beyond the centres of the outer pips, in radii of a pip."""
HALO: Final = 1.4
"""Within so many radii a pixel belongs to the edge of a pip and is not judged."""

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


def examine(gray: NDArray[np.uint8], face: Face) -> Opinion | None:
    """Look at a face once more; ``None`` where the first look already shows that it is none."""
    places = face.places * (RADIUS * face.spacing)
    half = np.ceil(np.abs(places).max(axis=0) + MARGIN * RADIUS) if face.value > 1 else np.full(2, 2.6 * RADIUS)
    half = np.maximum(half, half.max() if face.value in (2, 3) else 0).astype(int)
    patch, (x, y) = _patch(gray, face, half)
    distance = np.min([np.hypot(x - px, y - py) for px, py in places], axis=0)
    level, pip = _levels(patch, x, y, distance)
    inside = [float(np.median(level[np.hypot(x - px, y - py) < 0.6 * RADIUS])) for px, py in places]
    scaled = level / pip if abs(pip) > 1e-6 else level
    plain = distance > HALO * RADIUS
    clutter = float(np.mean(np.abs(scaled[plain]) > 0.4)) if plain.any() else 1.0
    if clutter > HOPELESS:
        return None
    peaks = _by_peaks(gray, face, half)
    if peaks != face.value:
        return None
    value, fit, lead = _by_template(scaled, x, y, face)
    evenness = float(np.clip(min(v / pip for v in inside), 0, 1)) if abs(pip) > 1e-6 else 0.0
    return Opinion(value, fit, lead, peaks, clutter, evenness)


def _patch(gray: NDArray[np.uint8], face: Face, half: NDArray[np.int_]) -> tuple[Floats, tuple[Floats, Floats]]:
    """The face as a rectangle ±half px about its centre, and the coordinates of its pixels."""
    scale = face.step / (RADIUS * face.spacing)
    width, height = 2 * half + 1
    matrix = np.column_stack([scale, face.centre - scale @ half])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (int(width), int(height))
    patch = cv2.warpAffine(gray, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    y, x = np.mgrid[-half[1] : half[1] + 1, -half[0] : half[0] + 1].astype(np.float64)
    return patch.astype(np.float64), (x, y)


def _levels(patch: Floats, x: Floats, y: Floats, distance: Floats) -> tuple[Floats, float]:
    """Grey levels above the slope of the light over the plain part, and the median level in the pips."""
    plain = distance > HALO * RADIUS
    design = np.column_stack([x[plain], y[plain], np.ones(np.count_nonzero(plain))])
    values = patch[plain]
    keep = np.abs(values - np.median(values)) <= 2.5 * np.median(np.abs(values - np.median(values))) + 4
    slope = np.linalg.lstsq(design[keep], values[keep], rcond=None)[0]
    level = patch - (slope[0] * x + slope[1] * y + slope[2])
    return level, float(np.median(level[distance < 0.6 * RADIUS]))


def _by_template(scaled: Floats, x: Floats, y: Floats, face: Face) -> tuple[int, float, float]:
    """Value, correlation and lead of the drawing that fits best."""
    scores: dict[int, float] = {}
    seen = np.clip(scaled, -0.3, 1.3).ravel()
    seen = seen - seen.mean()
    for value, places in _drawings(face):
        ideal = np.zeros(x.shape)
        for px, py in places * (RADIUS * face.spacing):
            ideal = np.maximum(ideal, np.clip(RADIUS + 0.5 - np.hypot(x - px, y - py), 0, 1))
        flat = ideal.ravel() - ideal.mean()
        norm = float(np.linalg.norm(seen) * np.linalg.norm(flat))
        score = float(seen @ flat) / norm if norm > 0 else 0.0
        scores[value] = max(score, scores.get(value, -1.0))
    best = max(scores, key=lambda v: scores[v])
    return best, scores[best], scores[best] - max(s for v, s in scores.items() if v != best)


def _drawings(face: Face) -> list[tuple[int, Floats]]:
    """Places of the pips for every layout, on this face's grid; the six in several widths."""
    grid = [(value, np.array(sorted(slots), np.float64)) for slots, value in PATTERNS.items()]
    for gap in (0.6, 0.8, 1.0, 1.2):
        six = np.array([(k, side * gap) for side in (-1, 1) for k in (-1, 0, 1)])
        grid += [(6, six), (6, six[:, ::-1])]
    if face.value == 6:
        grid.append((6, face.places))
    return grid


def _by_peaks(gray: NDArray[np.uint8], face: Face, half: NDArray[np.int_]) -> int:
    """Number of blobs of a pip's size and of the pips' strength (Laplacian of Gaussian, sigma = radius / √2)."""
    border = 2 * RADIUS
    patch, _ = _patch(gray, face, half + border)
    sigma = RADIUS / 2**0.5
    response = cv2.Laplacian(cv2.GaussianBlur(patch, (0, 0), sigma), cv2.CV_64F, ksize=3)
    if face.light:
        response = -response
    size = RADIUS | 1
    peak = response >= cv2.dilate(response, np.ones((size, size), np.uint8))
    peak[:border] = peak[-border:] = False
    peak[:, :border] = peak[:, -border:] = False
    places = np.rint(face.places * (RADIUS * face.spacing)).astype(int) + half + border
    strength = float(np.median([response[py, px] for px, py in places]))
    return int(np.count_nonzero(peak & (response > 0.45 * strength)))
