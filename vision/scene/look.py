"""A frame made ready for comparison: small, soft, and as logarithms, so that other light is but an addition."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.shrink import shrunk

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]

WIDTH: Final = 320
"""Movement is looked for at this width, px."""
COARSE: Final = 2
"""What lies on the table is looked for in every so many pixels of that."""

_SOFT_PX: Final = 1.3
"""Standard deviation of the blur that takes the sensor's noise away, px."""
_AROUND_PX: Final = 21
"""Side of the square whose mean is the surroundings of its middle, px: about 20 mm, a die."""
_DARK: Final = 8.0
"""Added before the logarithm, or the noise of dark places would be as large as the edges of bright ones."""
_LOGS: Final = np.log(np.arange(256) + _DARK).astype(np.float32)[np.newaxis]
_NOISE: Final = (0.02 + 3 / (np.arange(256) + _DARK)).astype(np.float32)[np.newaxis]
"""What noise may change in a logarithm: a little, and some levels, which are more of a dark place."""
_BLACK: Final = 10
"""A picture whose mean level is lower is black."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A frame, made ready. Shapes are (height, width), the width is ``WIDTH``.

    Attributes:
        logs: logarithms of blue, green, red; each ``COARSE``-th pixel: shape (height / 2, width / 2, 3).
        detail: logarithm of the brightness against its surroundings: light that changes evenly changes nothing in it.
        slope: the largest change of ``detail`` from one pixel to the next nearby.
        noise: how far ``detail`` may change by noise.
        black: whether the picture is all but black.
    """

    logs: Plane
    detail: Plane
    slope: Plane
    noise: Plane
    black: bool


def look_at(image: Image) -> Look:
    """Make a frame ready.

    Args:
        image: BGR, shape (height, width, 3), 8 bit, at least 16 px in height.
    """
    height = max(8, round(image.shape[0] * WIDTH / image.shape[1]))
    small = shrunk(image, WIDTH, height)
    soft = cv2.GaussianBlur(small, (0, 0), _SOFT_PX)
    levels = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    grey = cv2.LUT(levels, _LOGS)
    detail = cv2.subtract(grey, cv2.blur(grey, (_AROUND_PX, _AROUND_PX)))
    dx, dy = cv2.Sobel(detail, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(detail, cv2.CV_32F, 0, 1, scale=1 / 8)
    slope = cv2.dilate(cv2.magnitude(dx, dy), np.ones((3, 3), np.uint8))
    logs = cv2.LUT(np.ascontiguousarray(soft[::COARSE, ::COARSE]), _LOGS)
    noise = cv2.LUT(levels, _NOISE)
    black = float(levels[::8, ::8].mean()) < _BLACK
    return Look(_plane(logs), _plane(detail), _plane(slope), _plane(noise), black)


def levels(logs: Plane) -> Plane:
    """The levels of 255 that logarithms were made of."""
    return np.asarray(cv2.exp(logs), np.float32) - np.float32(_DARK)


def logarithms(values: NDArray[Any]) -> Plane:
    """The logarithms of levels; no sensor gives more than 255."""
    return _plane(np.log(np.clip(values, 0, 255) + _DARK))


def _plane(values: NDArray[Any]) -> Plane:
    return np.asarray(values, np.float32)


def moved(one: Look, other: Look, pixels: float) -> Mask:
    """Where something moved by more than so many pixels between two looks: 255 there, else 0.

    Where the picture rises by ``slope`` a pixel, a movement by d pixels changes it by at most d times that.
    """
    change = cv2.absdiff(one.detail, other.detail)
    allowed = cv2.max(one.slope, other.slope) * pixels + cv2.max(one.noise, other.noise)
    mask = cv2.compare(change, allowed, cv2.CMP_GT)
    # A single pixel is noise.
    return np.asarray(cv2.erode(mask, np.ones((2, 2), np.uint8)), np.uint8)
