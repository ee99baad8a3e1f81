"""Pictures made smaller quickly."""

import cv2
import numpy as np

from vision.camera.base import Image


def shrunk(image: Image, width: int, height: int) -> Image:
    """A picture of another size, usually smaller.

    It is halved as often as that leaves enough, and only then brought to its size between pixels: four to six times as
    fast as by areas at once, which OpenCV does without the processor's vectors.

    Args:
        image: BGR, shape (h, w, 3), 8 bit.
        width, height: of the result, px.
    """
    h, w = image.shape[:2]
    while w >= 2 * width and h >= 2 * height and w % 2 == h % 2 == 0:
        h, w = h // 2, w // 2
        image = np.asarray(cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    if (w, h) == (width, height):
        return image
    smooth = cv2.INTER_LINEAR if w < 2 * width else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, (width, height), interpolation=smooth), np.uint8)
