"""The outline of a die on a plain ground, without a picture of the empty tray.

What surrounds the die says what the ground looks like: felt, and where the die lies near a wall the wall. A shadow
keeps the colour of its ground and takes light from it, so what differs from the ground in colour, or is brighter, or
much darker, is the die.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]
_Mask = NDArray[np.bool_]
_Logs = NDArray[np.float32]

_INNER, _OUTER = 1.14, 1.5
"""The ground is looked at between the die's box grown by these."""
_REACH: Final = 1.45
"""So far from its middle a die reaches at most, in halves of its box's longer side: the corner of a square."""
_GROUNDS: Final = 4
_LEAST_GROUND: Final = 0.04
"""Of the surroundings; a smaller part of another colour is something that lies there."""
_NOISE: Final = 4.0
_BRIGHTER, _DARKER, _COLOURED = 0.15, 1.1, 0.12
"""Natural logarithms of what is no shadow any more, at least."""
_STEP: Final = 0.12
_STEPS: Final = 64
"""More than there are up to the logarithm of the brightest."""
_FEWEST: Final = 60
_DARK: Final = 4.0
"""Added to each value of a pixel, so that noise in the dark counts for little."""
_LOGS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(_DARK))[np.newaxis]
_SOLID: Final = 0.9
_LIKE_BOX: Final = 0.35
_BESIDE_PX, _BESIDE_SHARE = 1.5, 0.05
"""So near to a cut, px and as a share of the box's longer side, an outline is not the die's own."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The convex outline of a die.

    Attributes:
        corners: shape (n, 2), px, (0, 0) in the corner of the picture.
        cut: of each corner whether it lies where the die was cut from another that it touches, shape (n,).
    """

    corners: Array
    cut: _Mask


def silhouette(image: Image, box: Box, others: Sequence[Box] = ()) -> Outline | None:
    """The convex outline of the die in a box.

    Args:
        image: BGR.
        box: x, y, width, height, px.
        others: boxes of the other dice.

    Returns:
        ``None`` where it cannot be told from what surrounds it.
    """
    x, y, w, h = box
    half = max(w, h) / 2
    middle = np.array([x + w / 2, y + h / 2])
    low = np.maximum(np.floor(middle - _OUTER * half).astype(int) - 2, 0)
    high = np.minimum(np.ceil(middle + _OUTER * half).astype(int) + 3, image.shape[1::-1])
    if (high - low).min() < 12:
        return None
    crop = cv2.GaussianBlur(image[low[1] : high[1], low[0] : high[0]], (0, 0), 0.9)
    # A plane a colour: sums over the last axis of an array take ten times as long.
    logs = np.asarray(cv2.split(cv2.LUT(crop, _LOGS)), np.float32)
    column, row = (np.arange(low[axis], high[axis]) + 0.5 - middle[axis] for axis in (0, 1))
    far = np.hypot(column, row[:, np.newaxis]) / half
    square = np.maximum(np.abs(column) / (w / 2), np.abs(row[:, np.newaxis]) / (h / 2))
    ring = (square > _INNER) & (square < _OUTER)
    body = reach = far < _REACH
    for ox, oy, ow, oh in others:
        away_x, away_y = column + middle[0] - ox - ow / 2, (row + middle[1] - oy - oh / 2)[:, np.newaxis]
        ring &= np.maximum(np.abs(away_x) / (ow / 2), np.abs(away_y) / (oh / 2)) > _INNER
        # Where dice touch, each has what is nearer to its own middle.
        body = body & (np.hypot(away_x, away_y) / (max(ow, oh) / 2) >= far)
    if np.count_nonzero(ring) < _FEWEST:
        return None
    strange = _strange(logs, ring)
    corners = _outline(strange & body, box, low)
    return None if corners is None else Outline(corners, _beside(strange & reach & ~body, corners - low, max(w, h)))


def _beside(others: _Mask, corners: Array, side: float) -> _Mask:
    """Which corners, shape (n, 2), px in the crop, lie beside what was given to other dice."""
    if not others.any():
        return np.zeros(len(corners), np.bool_)
    away = cv2.distanceTransform((~others).astype(np.uint8), cv2.DIST_L2, 5)
    column, row = (np.clip(corners[:, axis].astype(int), 0, others.shape[1 - axis] - 1) for axis in (0, 1))
    return np.asarray(away[row, column] < _BESIDE_PX + _BESIDE_SHARE * side, np.bool_)


def _strange(logs: _Logs, ring: _Mask) -> _Mask:
    """What is neither ground nor shadow on it; logarithms of blue, green, red, shape (3, height, width)."""
    strange = np.ones(ring.shape, np.bool_)
    for _ in range(_GROUNDS):
        left = logs[:, strange & ring]
        if left.shape[1] < max(_FEWEST / 2, _LEAST_GROUND * np.count_nonzero(ring)):
            break
        difference = logs - _commonest(left)[:, np.newaxis, np.newaxis]
        light = difference.mean(axis=0)
        colour = np.abs(difference - light).max(axis=0)
        near = ring & strange & (np.abs(light) < 2 * _BRIGHTER) & (colour < 2 * _COLOURED)
        if not near.any():
            break
        brighter = max(_BRIGHTER, _NOISE * 1.48 * float(np.median(np.abs(light[near]))))
        coloured = max(_COLOURED, _NOISE * float(np.median(colour[near])))
        strange &= (light > brighter) | (light < -_DARKER) | (colour > coloured)
    return strange


def _commonest(logs: _Logs) -> _Logs:
    """The colour, shape (3,), that most of these pixels have, shape (3, n)."""
    steps = np.round(logs / np.float32(_STEP)).astype(np.int64)
    codes = (steps[0] * _STEPS + steps[1]) * _STEPS + steps[2]
    middle = np.median(logs[:, codes == np.bincount(codes).argmax()], axis=1)
    near = np.abs(logs - middle[:, np.newaxis]).max(axis=0) < 1.5 * _STEP
    return np.asarray(np.median(logs[:, near], axis=1), np.float32)


def _outline(mask: _Mask, box: Box, corner: NDArray[np.int_]) -> Array | None:
    side = max(box[2:])
    close, opened = (2 * max(1, round(share * side)) + 1 for share in (0.03, 0.02))
    # First of all thin lines, where wall and floor meet.
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((close, close), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (opened, opened)))
    contours = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    hull = np.asarray(cv2.convexHull(largest), np.float64)[:, 0]
    area = float(cv2.contourArea(hull.astype(np.float32)))
    low, high = hull.min(axis=0) + corner, hull.max(axis=0) + corner + 1
    apart = np.abs(np.concatenate([low - box[:2], high - box[:2] - box[2:]])).max()
    if float(cv2.contourArea(largest)) < _SOLID * area or apart > _LIKE_BOX * side:
        return None
    # A contour runs through the middles of the pixels at the rim.
    outwards = hull - hull.mean(axis=0)
    outwards /= np.maximum(np.linalg.norm(outwards, axis=1, keepdims=True), 1e-9)
    return np.asarray(hull + corner + 0.5 + 0.5 * outwards, np.float64)
