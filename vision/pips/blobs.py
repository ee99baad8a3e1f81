"""Pip candidates: small light or dark ellipses in a grey picture.

Found as regions: local threshold at several scales, connected components, each outlined anew at half its own contrast
and compared with the ellipse of the same second moments. This gives place and shape.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
Floats = NDArray[np.float64]

WINDOWS: Final = (9, 17, 31, 57, 105)
"""Sides of the windows of the local mean, px; each serves pips of about a third to two thirds of its side."""
MOST: Final = 250
"""So many candidates are kept, the largest and strongest; a picture that has more is full of grain."""
LARGEST: Final = 0.03
"""Largest pip, as a share of the picture."""
MIN_CONTRAST: Final = 14
"""Grey levels between a pip and the face around it."""
MIN_AREA: Final = 7
"""Pixels; below it a region has no shape."""
MIN_ELLIPTICITY: Final = 0.75
"""Least overlap (intersection over union) of a region with its ellipse."""
PATCH_RADIUS: Final = 8.0
"""Radius to which a candidate is enlarged before it is outlined anew, px."""


@dataclass(frozen=True, slots=True)
class Ellipse:
    """One pip candidate.

    Attributes:
        x, y: centre, px.
        shape: 2×2 matrix S of the outline ``(p-c)ᵀ S⁻¹ (p-c) = 1``, px².
        light: lighter than its surroundings, not darker.
        inside, around: grey levels of the pip and of the ring about it.
        fit: overlap with the ideal ellipse, 0 … 1.
    """

    x: float
    y: float
    shape: Floats
    light: bool
    inside: float
    around: float
    fit: float

    @property
    def radius(self) -> float:
        """Radius of the circle of the same area, px."""
        return float((self.shape[0, 0] * self.shape[1, 1] - self.shape[0, 1] ** 2) ** 0.25)

    @property
    def contrast(self) -> float:
        """Grey levels between pip and surroundings, positive."""
        return abs(self.inside - self.around)


def find_ellipses(gray: Gray) -> list[Ellipse]:
    """Every light or dark ellipse in a grey picture, each once."""
    tried: set[tuple[int, int, int, bool]] = set()
    found: list[Ellipse] = []
    largest = LARGEST * gray.size
    for mask, light in _cuts(gray):
        for x, y, w, h in _round_components(mask, largest):
            size = max(w, h)
            grain = 1 + size // 8
            key = ((2 * x + w) // (2 * grain), (2 * y + h) // (2 * grain), round(4 * np.log2(size)), light)
            if key in tried:
                continue
            tried.add(key)
            ellipse = _outline(gray, (x, y, w, h), light)
            if ellipse is not None:
                found.append(ellipse)
    return sorted(_each_once(found), key=lambda e: -e.contrast * e.radius)[:MOST]


def _cuts(gray: Gray) -> Iterator[tuple[Gray, bool]]:
    """Masks of what is darker or lighter than the mean around it, at several scales."""
    for window in WINDOWS:
        if window > 2 * min(gray.shape):
            break
        mean = cv2.blur(gray, (window, window))
        for light in (False, True):
            difference = cv2.subtract(gray, mean) if light else cv2.subtract(mean, gray)
            yield np.asarray(difference > MIN_CONTRAST // 2, np.uint8), light


def _round_components(mask: Gray, largest: float) -> Iterator[tuple[int, int, int, int]]:
    """Boxes of the components that fill them about as an ellipse does (π/4; less when it lies askew)."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    x, y, w, h, area = stats[1:].T
    good = (area >= MIN_AREA) & (area < largest) & (np.minimum(w, h) * 4 >= np.maximum(w, h)) & (area > 0.42 * w * h)
    for i in np.flatnonzero(good):
        yield int(x[i]), int(y[i]), int(w[i]), int(h[i])


def _outline(gray: Gray, box: tuple[int, int, int, int], light: bool) -> Ellipse | None:
    """Outline a candidate at half its own contrast, enlarged so that few pixels make a smooth edge."""
    x, y, w, h = box
    margin = 2 + max(w, h) // 2
    left, top = max(0, x - margin), max(0, y - margin)
    patch = gray[top : y + h + margin, left : x + w + margin]
    zoom = max(1.0, min(8.0, PATCH_RADIUS / (max(w, h) / 2)))
    big = cv2.resize(patch, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC) if zoom > 1 else patch
    inner = patch[y - top : y - top + h, x - left : x - left + w]
    around = _around(patch, inner)
    inside = _extreme(inner, light)
    if abs(inside - around) < MIN_CONTRAST or (inside > around) != light:
        return None
    half = (inside + around) / 2
    mask = np.asarray(big > half if light else big < half, np.uint8)
    centre = (zoom * (x - left + w / 2), zoom * (y - top + h / 2))
    part = _component_at(mask, centre)
    if part is None:
        return None
    moments = cv2.moments(part, binaryImage=True)
    area = moments["m00"]
    cx, cy = moments["m10"] / area, moments["m01"] / area
    a, b, c = moments["mu20"] / area, moments["mu11"] / area, moments["mu02"] / area
    shape = 4 * np.array([[a, b], [b, c]])
    fit = _overlap(part, cx, cy, shape)
    if fit < MIN_ELLIPTICITY:
        return None
    place = (left + (cx + 0.5) / zoom - 0.5, top + (cy + 0.5) / zoom - 0.5)
    return Ellipse(*place, shape / zoom**2, light, inside, around, fit)


def _extreme(values: Gray, light: bool) -> float:
    """Ninth decile of grey levels where light, first decile where dark."""
    flat = values.ravel()
    at = int(flat.size * (0.9 if light else 0.1))
    return float(np.partition(flat, at)[at])


def _around(patch: Gray, inner: Gray) -> float:
    """Grey level of the frame about a candidate: the median of what is not in its box."""
    histogram = np.bincount(patch.ravel(), minlength=256) - np.bincount(inner.ravel(), minlength=256)
    return float(np.searchsorted(np.cumsum(histogram), histogram.sum() / 2))


def _component_at(mask: Gray, centre: tuple[float, float]) -> Gray | None:
    """The connected component of a mask at a point, or None where it is empty there or touches the patch's border."""
    _, labels = cv2.connectedComponents(mask, connectivity=4)
    label = labels[int(centre[1]), int(centre[0])]
    if label == 0:
        return None
    part = labels == label
    if part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any():
        return None
    return np.asarray(part, np.uint8)


def _overlap(part: Gray, cx: float, cy: float, shape: Floats) -> float:
    """Intersection over union of a region with the ellipse of the same second moments."""
    determinant = shape[0, 0] * shape[1, 1] - shape[0, 1] ** 2
    if determinant < 1e-6:
        return 0.0
    y, x = np.mgrid[: part.shape[0], : part.shape[1]]
    dx, dy = x - cx, y - cy
    form = (shape[1, 1] * dx * dx - 2 * shape[0, 1] * dx * dy + shape[0, 0] * dy * dy) / determinant
    ideal = form <= 1
    union = np.count_nonzero(ideal | (part > 0))
    return np.count_nonzero(ideal & (part > 0)) / union


def _each_once(found: list[Ellipse]) -> list[Ellipse]:
    """Of candidates at one place (from several windows) keep the one that is most an ellipse."""
    kept: list[Ellipse] = []
    for ellipse in sorted(found, key=lambda e: -e.fit):
        near = 0.6 * ellipse.radius
        if not any(abs(e.x - ellipse.x) < near and abs(e.y - ellipse.y) < near for e in kept):
            kept.append(ellipse)
    return kept
