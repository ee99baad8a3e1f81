"""The outline of the body that a face lies on, without a reference picture of the empty table."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image

Box = tuple[int, int, int, int]
Gray = NDArray[np.uint8]
Contour = NDArray[np.int32]
"""Outline, shape (n, 2), px."""

MIN_SOLIDITY: Final = 0.83
"""A die is convex: least area of an outline against that of its convex hull."""
FLOODS: Final = (7, 5, 4, 3, 2)
"""Grey levels from pixel to pixel that still belong to one body, tried from wide to narrow."""

EDGES: Final = (25, 70)
"""Lower and upper threshold of Canny's edges, which dam a flood."""
DIFFERENCES: Final = (10.0, 14.0, 20.0, 28.0, 40.0)
"""Colour differences (CIE L*a*b*, 8 bit) from points on the body that belong to it, from narrow to wide."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The outline of one thing that may be a die.

    Attributes:
        contour: convex, shape (n, 2), px.
        solidity: area of the region against that of its convex hull, 0 … 1.
    """

    contour: Contour
    solidity: float

    @property
    def box(self) -> Box:
        """Bounding box ``(x, y, width, height)``, px."""
        x, y, w, h = cv2.boundingRect(self.contour)
        return int(x), int(y), int(w), int(h)

    @property
    def area(self) -> float:
        """Area of the hull, px²."""
        return float(cv2.contourArea(self.contour))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return cv2.pointPolygonTest(self.contour, (float(x), float(y)), False) >= 0


def grow(image: Image, seeds: NDArray[np.float64], radius: float, fits: Callable[[Shape], bool]) -> Shape | None:
    """The body that some of its points belong to.

    Floods whose colour changes only gently are tried first, from wide to narrow, then everything about as coloured as
    the points, from narrow to wide.

    Args:
        image: BGR.
        seeds: points on the body, shape (n, 2), px.
        radius: how far from their mean the body may reach, px.
        fits: whether an outline is good enough.

    Returns:
        The first outline that fits, or ``None`` where the body cannot be told from what surrounds it.
    """
    height, width = image.shape[:2]
    cx, cy = seeds.mean(axis=0)
    left, top = max(0, int(cx - radius)), max(0, int(cy - radius))
    right, bottom = min(width, int(cx + radius) + 1), min(height, int(cy + radius) + 1)
    points = [(int(x) - left, int(y) - top) for x, y in seeds if left <= int(x) < right and top <= int(y) < bottom]
    if right - left < 8 or bottom - top < 8 or not points:
        return None
    crop = np.asarray(cv2.medianBlur(np.ascontiguousarray(image[top:bottom, left:right]), 5), np.uint8)
    for mask in _bodies(crop, points):
        shape = _largest(mask, left, top)
        if shape is not None and shape.solidity > MIN_SOLIDITY and fits(shape):
            return shape
    return None


def _bodies(crop: Image, points: list[tuple[int, int]]) -> Iterator[NDArray[np.uint8]]:
    """Masks of what may be the body."""
    edges = np.asarray(cv2.Canny(crop, *EDGES), np.uint8)
    for step in FLOODS:
        yield _flood(crop, points, step, edges)
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    colour = np.median([lab[y, x] for x, y in points], axis=0)
    difference = np.linalg.norm(lab - colour, axis=2)
    for most in DIFFERENCES:
        mask = np.asarray(difference < most, np.uint8)
        labels = cv2.connectedComponents(mask, connectivity=4)[1]
        hit = {int(labels[y, x]) for x, y in points} - {0}
        yield np.asarray(np.isin(labels, list(hit)) * 255, np.uint8)


def _largest(mask: NDArray[np.uint8], left: int, top: int) -> Shape | None:
    """Outline of the largest region of a mask; ``None`` where it runs to the mask's border."""
    size = 3 + min(mask.shape) // 40
    opened = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((size, size), np.uint8)), np.uint8)
    edges = (opened[0], opened[-1], opened[:, 0], opened[:, -1])
    if any(np.count_nonzero(edge) > 2 for edge in edges):
        return None
    contours = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    if not contours:
        return None
    shape = _shape(np.asarray(max(contours, key=cv2.contourArea), np.int32))
    return Shape(np.asarray(shape.contour + np.array([left, top]), np.int32), shape.solidity)


def _flood(crop: Image, points: list[tuple[int, int]], step: int, edges: Gray) -> Gray:
    """What a flood from the points fills; edges dam it."""
    mask = np.zeros((crop.shape[0] + 2, crop.shape[1] + 2), np.uint8)
    mask[1:-1, 1:-1] = edges > 0
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | 255 << 8
    for point in points:
        if mask[point[1] + 1, point[0] + 1] == 0:
            cv2.floodFill(crop, mask, point, (0, 0, 0), (step,) * 3, (step,) * 3, flags)
    filled = np.asarray((mask[1:-1, 1:-1] == 255) * 255, np.uint8)
    return np.asarray(cv2.dilate(filled, np.ones((3, 3), np.uint8)), np.uint8)  # the dams are a pixel wide


def _shape(contour: NDArray[np.int32]) -> Shape:
    hull = np.asarray(cv2.convexHull(contour), np.int32).reshape(-1, 2)
    area = float(cv2.contourArea(hull))
    return Shape(hull, float(cv2.contourArea(contour)) / area if area > 0 else 0.0)
