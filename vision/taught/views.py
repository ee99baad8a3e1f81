"""A die's picture as faces are compared on it: scaled to the die, free of light and shade, sampled in any pose.

A pose is an affine map, shape (2, 3), from the square of a face (-1 … 1 to the right and down) to the picture of a die,
in halves of the longer side of the die's box from its middle. It turns, scales, shifts, and foreshortens.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.crops import DIE_MARGIN, cut

Array = NDArray[np.float32]
Poses = NDArray[np.float64]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Level:
    """How fine a die is looked at.

    Attributes:
        die: longer side of the die's box, px.
        face: side of the square of a face, px.
        finest, coarsest: what is kept lies between Gaussian blurs of these, px.
    """

    die: int
    face: int
    finest: float
    coarsest: float


COARSE: Final = Level(die=24, face=14, finest=0.0, coarsest=2.5)
FINE: Final = Level(die=52, face=32, finest=0.7, coarsest=5.0)
_LEAST_CONTRAST: Final = 4.0
_SOFT: Final = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A die at both levels: float32 pictures, square, the die's box in their middle."""

    coarse: Array
    fine: Array


def view_of(image: Image, box: Box) -> View:
    """Look at the die in a box.

    Args:
        image: the picture, BGR.
        box: x, y, width, height of the die, px of the picture.

    Raises:
        ValueError: the box has no area.
    """
    if min(box[2:]) <= 0:
        raise ValueError(f"the box {box} has no area")
    coarse, fine = (_even(_cut(image, box, level), level) for level in (COARSE, FINE))
    return View(coarse, fine)


def _cut(image: Image, box: Box, level: Level) -> Array:
    x, y, w, h = box
    picture = cut(image, x + w / 2, y + h / 2, DIE_MARGIN * max(w, h), round(DIE_MARGIN * level.die))
    return np.asarray(picture.mean(axis=2), np.float32)


def _even(gray: Array, level: Level) -> Array:
    """Without light and shade: less its surroundings, over the contrast there."""
    sharp = cv2.GaussianBlur(gray, (0, 0), level.finest) if level.finest else gray
    detail = sharp - cv2.GaussianBlur(gray, (0, 0), level.coarsest)
    contrast = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), level.coarsest))
    return np.asarray(detail / (contrast + _LEAST_CONTRAST), np.float32)


def places(level: Level, margin: int = 0) -> NDArray[np.float64]:
    """Where the px of a face's square lie in it, row by row, with ``margin`` px more on each side: shape (2, n)."""
    line = (np.arange(-margin, level.face + margin) + 0.5) * 2 / level.face - 1
    x, y = np.meshgrid(line, line)
    return np.stack([x.ravel(), y.ravel()])


def disc(level: Level) -> Array:
    """Weights of the px of a face's square: 1 within the circle that touches it, 0 beyond, shape (n,)."""
    radius = np.hypot(*places(level))
    return np.asarray(np.clip((1 + _SOFT / 2 - radius) / _SOFT, 0, 1), np.float32)


def sample(picture: Array, poses: Poses, at: NDArray[np.float64], level: Level) -> Array:
    """What lies at places of a face's square, for several poses.

    Args:
        picture: of one of the levels.
        poses: shape (k, 2, 3).
        at: shape (2, n).
        level: that of the picture.

    Returns:
        Shape (k, n).
    """
    points = poses[:, :, :2] @ at + poses[:, :, 2:]
    points = (points * (level.die / 2) + (picture.shape[0] - 1) / 2).astype(np.float32)
    x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    found = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32)


def unit(values: Array, weights: Array) -> Array:
    """Values, shape (…, n), with weighted mean 0 and weighted square sum 1; ``weights`` sum to 1."""
    centred = values - (values * weights).sum(-1, keepdims=True)
    length = np.sqrt((centred * centred * weights).sum(-1, keepdims=True))
    return np.asarray(centred / (length + 1e-6), np.float32)


def chained(outer: Poses, inner: Poses) -> Poses:
    """First ``inner``, then ``outer``: affine maps of shape (…, 2, 3)."""
    turn = outer[..., :2] @ inner[..., :2]
    return np.concatenate([turn, outer[..., :2] @ inner[..., 2:] + outer[..., 2:]], axis=-1)


def inverse(pose: Poses) -> Poses:
    """The map back, shape (…, 2, 3)."""
    turn = np.linalg.inv(pose[..., :2])
    return np.concatenate([turn, -turn @ pose[..., 2:]], axis=-1)
