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


def cut(image: Image, x: float, y: float, side: float, size: int) -> Image:
    """A square about (x, y), scaled without aliasing; beyond the picture its border goes on.

    Args:
        image: the picture, BGR.
        x, y: the middle, px.
        side: side of the square, px.
        size: side of the result, px.
    """
    height, width = image.shape[:2]
    left, top = x - side / 2, y - side / 2
    shrink = side / size
    if shrink > 1.25:  # average first, then place to a fraction of a px
        x0, y0 = min(max(0, int(left) - 2), width - 1), min(max(0, int(top) - 2), height - 1)
        x1, y1 = max(x0 + 1, min(width, int(left + side) + 3)), max(y0 + 1, min(height, int(top + side) + 3))
        part = image[y0:y1, x0:x1]
        small = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        fx, fy = small[0] / part.shape[1], small[1] / part.shape[0]
        part = np.asarray(cv2.resize(part, small, interpolation=cv2.INTER_AREA), np.uint8)
        move = np.array([[1 / shrink / fx, 0, (x0 - left) / shrink], [0, 1 / shrink / fy, (y0 - top) / shrink]])
    else:
        part, move = image, np.array([[1 / shrink, 0, -left / shrink], [0, 1 / shrink, -top / shrink]])
    move[:, 2] += 0.5 * (move[[0, 1], [0, 1]] - 1)  # px have their middles at halves
    result = cv2.warpAffine(part, move, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(result, np.uint8)
