"""Affine maps of pictures, shape (2, 3), with the types that OpenCV's own stubs leave open."""

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float64]
Image = NDArray[np.uint8]


def turn_about(middle: tuple[float, float], degrees: float, scale: float = 1.0) -> Map:
    """The map that turns about a point, counterclockwise as one looks at the picture, and scales."""
    return np.asarray(cv2.getRotationMatrix2D(middle, degrees, scale), np.float64)


def warp(image: Image, move: Map, width: int, height: int, border: int = cv2.BORDER_CONSTANT) -> Image:
    """A picture moved by a map into a frame of ``width`` × ``height`` px."""
    return np.asarray(cv2.warpAffine(image, move, (width, height), flags=cv2.INTER_LINEAR, borderMode=border), np.uint8)
