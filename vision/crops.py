"""Square pieces of a picture as the nets take them."""

from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image

DIE_MARGIN: Final = 1.5
"""Side of the picture of a die over the longer side of its bounding box."""

FACE_MARGIN: Final = 3.6
"""Side of the picture of a face over the radius of what is read on it."""

AROUND_MARGIN: Final = 4.6
"""The same for the picture of a face with its neighbours."""


_SHARP: Final = 1.25
"""Px that come together in one without aliasing where they are not averaged before."""


def cut(image: Image, x: float, y: float, side: float, size: int) -> Image:
    """A square about (x, y), scaled without aliasing; beyond the picture its border goes on.

    Args:
        image: the picture, BGR.
        x, y: the middle, px.
        side: side of the square, px.
        size: side of the result, px.
    """
    left, top = x - side / 2, y - side / 2
    shrink = side / size
    part, x0, y0, factor = image, 0, 0, 1
    if shrink > _SHARP:  # average first, then place to a fraction of a px
        height, width = image.shape[:2]
        x0, y0 = min(max(0, int(left) - 2), width - 1), min(max(0, int(top) - 2), height - 1)
        x1, y1 = max(x0 + 1, min(width, int(left + side) + 3)), max(y0 + 1, min(height, int(top + side) + 3))
        factor = min(int(shrink), x1 - x0, y1 - y0)
        part = averaged(image[y0:y1, x0:x1], factor)
        rest = shrink / factor
        if rest > _SHARP:
            blur = 0.5 * (rest**2 - 1) ** 0.5
            part = np.asarray(cv2.GaussianBlur(part, (3, 3), blur, borderType=cv2.BORDER_REPLICATE), np.uint8)
    move = np.array([[factor / shrink, 0, (x0 - left) / shrink], [0, factor / shrink, (y0 - top) / shrink]])
    move[:, 2] += 0.5 * (factor / shrink - 1)  # px have their middles at halves
    result = cv2.warpAffine(part, move, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(result, np.uint8)


def averaged(image: Image, factor: int) -> Image:
    """A picture whose px are the means of ``factor`` × ``factor`` px: a whole factor is what OpenCV shrinks by fast.

    What is left over at its right and lower border is dropped.
    """
    if factor == 1:
        return image
    width, height = image.shape[1] // factor, image.shape[0] // factor
    whole = image[: height * factor, : width * factor]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
