"""Looking at a die once more with the picture turned: what is misread one way seldom is in every other.

The nets were trained in all directions, so a turned picture is as good as the first, and errs for itself.
"""

from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.looks import DieLook, FaceLook, Shares, look_around_face, look_at_die, look_at_face

Box = tuple[float, float, float, float]
Views = tuple[DieLook, FaceLook, FaceLook]

_QUARTERS: Final = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)
_REACH: Final = 2.2
"""So far about a die's middle the nets may look, in longer sides of its box."""
_LEAST_SHARE: Final = 1e-4


def least_share(image: Image, box: Box, first: Views, glyphs: list[int], place: int) -> float:
    """How likely a glyph is to the net that doubts it most, over four directions of the picture.

    Args:
        image: BGR.
        box: of the die: x, y, width, height, px.
        first: what the nets say of the picture as it is.
        glyphs: those that come into question, as places in ``GLYPHS``.
        place: of the one that is asked about, among ``glyphs``.

    Returns:
        The least of three shares, 0 … 1, each the geometric mean over the directions, as a share of all ``glyphs``.
    """
    views = [first, *_turned(image, box)]
    shares = np.array([[_of(look.glyphs, glyphs) for look in view] for view in views])
    means = np.exp(np.log(np.maximum(shares, _LEAST_SHARE)).mean(axis=0))
    return float((means[:, place] / means.sum(axis=1)).min())


def _turned(image: Image, box: Box) -> list[Views]:
    """What the nets say of the picture turned by one, two and three quarters."""
    x, y, w, h = box
    reach = _REACH * max(w, h)
    left, top = max(0, int(x + w / 2 - reach)), max(0, int(y + h / 2 - reach))
    part = image[top : int(y + h / 2 + reach) + 1, left : int(x + w / 2 + reach) + 1]
    x, y = x - left, y - top
    # From the die to the other borders of the part.
    right, below = part.shape[1] - x - w, part.shape[0] - y - h
    boxes: tuple[Box, ...] = ((below, x, h, w), (right, below, w, h), (y, right, h, w))
    found = []
    for quarter, turned_box in zip(_QUARTERS, boxes, strict=True):
        turned = np.asarray(cv2.rotate(part, quarter), np.uint8)
        die = look_at_die(turned, turned_box)
        face, around = (look(turned, die.place, die.radius) for look in (look_at_face, look_around_face))
        found.append((die, face, around))
    return found


def _of(shares: Shares, glyphs: list[int]) -> Shares:
    some = shares[glyphs]
    return np.asarray(some / max(float(some.sum()), 1e-12), np.float64)
