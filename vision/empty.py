"""A reference picture of the empty tray: what differs from it lies there, whether or not the finder takes it for a die.

The light may have changed since, evenly or slowly over the picture, and the camera may have moved by a few px; more is
refused, since nothing could be told then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.errors import N_, PictureError

Box = tuple[float, float, float, float]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LONG_SIDE: Final = 480
_DARKER: Final = 0.2
"""Least difference of the logarithm of brightness, after slow changes over the picture are taken away."""
_COLOUR: Final = 9.0
"""Least difference of colour (CIE a*b*, 8 bit)."""
_LEAST_SIDE: Final = 0.02
"""What is smaller, as part of the long side, is a crumb."""
_LIES_THERE: Final = 0.2
"""So much of a die's bounding box differs from the empty tray."""
_GROWN: Final = 0.08
_THICK: Final = 0.25
"""How far the middle of a thing is from its border, in sides of the dice beside it."""
_MOVED: Final = 0.03
"""The camera may have moved by so much of the long side."""
_TOO_MUCH: Final = 0.6
"""A picture of which more has changed shows another tray, or another light."""


class EmptyTray:
    """The tray without dice.

    Args:
        image: BGR, as the camera sees it.
    """

    def __init__(self, image: Image) -> None:
        self._size = image.shape[:2]
        self._scale = min(1.0, _LONG_SIDE / max(image.shape[:2]))
        self._light, self._colour = self._parts(image)

    def _parts(self, image: Image) -> tuple[Floats, Floats]:
        """Logarithm of brightness and colour of a smaller picture, shapes (h, w) and (h, w, 2)."""
        small = cv2.resize(image, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)
        lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 1.0).astype(np.float32)
        return np.asarray(np.log(lab[..., 0] + 12), np.float32), np.ascontiguousarray(lab[..., 1:])

    def compare(self, image: Image) -> "Changes":
        """What lies on the tray in another picture of it.

        Raises:
            PictureError: it is of another size, or of another tray, or the camera or the light has changed too much.
        """
        if image.shape[:2] != self._size:
            (height, width), (h, w) = self._size, image.shape[:2]
            text = N_("the picture of the empty tray is {width}×{height} px, this one {w}×{h}; take it anew")
            raise PictureError(text, width=width, height=height, w=w, h=h)
        light, colour = self._parts(image)
        (dx, dy), _ = cv2.phaseCorrelate(self._light, light)
        if np.hypot(dx, dy) > _MOVED * max(light.shape):
            dx = dy = 0.0  # large dice on a plain tray look like a move
        move = np.array([[1, 0, dx], [0, 1, dy]])
        mask = _differs(light - _moved(self._light, move), colour - _moved(self._colour, move))
        if np.count_nonzero(mask) > _TOO_MUCH * mask.size:
            raise PictureError("the picture of the empty tray does not fit: camera or light has changed; take it anew")
        return Changes(mask, self._scale)


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """What differs from the empty tray.

    Attributes:
        mask: shape (height, width), 255 where something lies, else 0.
        scale: its size over that of the picture.
    """

    mask: Mask
    scale: float

    def lies_there(self, box: Box) -> bool:
        """Whether something lies in a part of the picture; a spot that the tray always has does not."""
        x, y, w, h = (round(v * self.scale) for v in box)
        return float(np.mean(self.mask[y : y + max(1, h), x : x + max(1, w)] > 0)) > _LIES_THERE

    def others(self, dice: Sequence[Box]) -> list[Box]:
        """What lies there beside the dice that were found: bounding boxes x, y, width, height, px.

        Shadows are narrower than dice: only what is about as thick as the dice counts.
        """
        mask = self.mask.copy()
        for x, y, w, h in dice:
            grown = _GROWN * max(w, h)
            low = (round((x - grown) * self.scale), round((y - grown) * self.scale))
            high = (round((x + w + grown) * self.scale), round((y + h + grown) * self.scale))
            cv2.rectangle(mask, low, high, 0, cv2.FILLED)
        sides = [max(w, h) * self.scale for _, _, w, h in dice]
        least = _THICK * float(np.median(sides)) if sides else _LEAST_SIDE * max(mask.shape) / 2
        depth = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 3)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        thick = [i for i in range(1, count) if float(depth[1:-1, 1:-1][labels == i].max()) >= least]
        return [tuple(float(v) / self.scale for v in stats[i][:4]) for i in thick]  # type: ignore[misc]


def _differs(light: Floats, colour: Floats) -> Mask:
    """Pixels that differ, specks taken away, holes closed."""
    light = light - _slow(light)
    colour = np.asarray(colour - np.median(colour, axis=(0, 1)), np.float32)
    mask = np.asarray(((np.abs(light) > _DARKER) | (np.hypot(*np.moveaxis(colour, 2, 0)) > _COLOUR)) * 255, np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _moved(part: Floats, move: NDArray[np.float64]) -> Floats:
    height, width = part.shape[:2]
    return np.asarray(cv2.warpAffine(part, move, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def _slow(light: Floats) -> Floats:
    """The change of light over the whole picture: a plane through the half of the pixels that changed least."""
    height, width = light.shape
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    off = np.abs(light - np.median(light))
    keep = off <= np.median(off) + 1e-6
    design = np.column_stack([x[keep], y[keep], np.ones(int(keep.sum()), np.float32)])
    slope = np.linalg.lstsq(design, light[keep], rcond=None)[0]
    return np.asarray(slope[0] * x + slope[1] * y + slope[2], np.float32)
