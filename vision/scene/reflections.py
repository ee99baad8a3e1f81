"""Reflections: light that is added to a part of the picture, and is no thing.

White light adds the same to blue, green and red, and fades out softly; a hand, a sleeve or a cup has a colour of its
own, and where it has not, an outline. Under a reflection the dice are seen by what they change in the colours.
"""

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.look import Mask, Plane

LEAST_PIXELS: Final = 600
"""A smaller piece of the picture is as small as dice; px of 160 × 120."""
_LEAST_LIGHT: Final = 10.0
"""So much light is added at least, levels of 255."""
_UNEQUAL: Final = 12.0
_UNEQUAL_SHARE: Final = 0.1
"""By so many levels, and by this share of the light, the three colours may differ."""
_UNEVEN: Final = 45.0
"""So far the light of a place may be from that of its surroundings, levels."""
_BLINDED: Final = 250.0
"""Where every colour is so bright nothing is to be seen but the light."""
_WIDE: Final = 9
_SOFT: Final = 12.0
"""The light falls by so much from one pixel to the next at most, in the middle of all places of its outline."""
_OPEN: Final = 0.4
"""At least this share of its outline is against the table, and not against a hand."""
_SMALL: Final = np.ones((3, 3), np.uint8)


def reflections(now: Plane, table: Plane, strange: Mask) -> Mask | None:
    """Where light is added to the table, and nothing lies.

    Args:
        now, table: what is seen, and what the empty table looks like: levels, shape (height, width, 3).
        strange: what is not as the table was: 255 there, shape (height, width).

    Returns:
        255 there, else 0; ``None`` where there is no reflection.
    """
    added = cv2.subtract(now, table)
    high = _over_colours(cv2.max, added)
    # Of a colour that is as bright as can be it is only known how much was added at least.
    full = now > _BLINDED
    added[full] = np.inf
    low = _over_colours(cv2.min, added)
    blinded = np.isinf(low)
    light = np.where(blinded, high, low)
    around = np.asarray(cv2.medianBlur(np.clip(light, 0, 255).astype(np.uint8), _WIDE), np.float32)
    even = (light > _LEAST_LIGHT) & (np.abs(light - around) < _UNEVEN)
    white = even & ~blinded & (high - light < _UNEQUAL + _UNEQUAL_SHARE * high)
    lit = _mask(white) & strange
    lit |= _pieces(_mask(np.asarray(blinded)), 1, ~strange, light)
    lit = np.asarray(cv2.morphologyEx(lit, cv2.MORPH_OPEN, _SMALL), np.uint8)
    found = _pieces(lit, LEAST_PIXELS, strange & ~lit, light)
    return found if found.any() else None


def _over_colours(function: Callable[[Any, Any], Any], planes: "cv2.typing.MatLike") -> Plane:
    """The largest, or the smallest, of three colours: ten times as fast as NumPy along the last axis."""
    blue, green, red = cv2.split(planes)
    return np.asarray(function(function(blue, green), red), np.float32)


def _pieces(mask: Mask, least: int, others: Mask, light: Plane) -> Mask:
    """Those pieces of a mask that are large enough, and whose light fades out softly wherever no others are."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    beside = cv2.dilate(others, _SMALL) > 0
    found = np.zeros_like(mask)
    for part in range(1, number):
        if stats[part, cv2.CC_STAT_AREA] >= least:
            piece = _mask(labels == part)
            if _soft(piece, beside, light):
                found |= piece
    return found


def _soft(piece: Mask, beside: NDArray[np.bool_], light: Plane) -> bool:
    """Whether the light fades out along the outline of a piece, where that is not hidden by other things."""
    rim = cv2.morphologyEx(piece, cv2.MORPH_GRADIENT, _SMALL) > 0
    free = rim & ~beside
    if np.count_nonzero(free) < _OPEN * np.count_nonzero(rim):
        return False
    dx, dy = cv2.Sobel(light, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(light, cv2.CV_32F, 0, 1, scale=1 / 8)
    return float(np.median(np.hypot(dx, dy)[free])) < _SOFT


def _mask(where: NDArray[np.bool_]) -> Mask:
    return where.astype(np.uint8) * np.uint8(255)
