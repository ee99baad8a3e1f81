"""Counting the pips of a die without a net: the second reader, made in another way, that must agree with the nets.

Blobs that form one of the six layouts are faces; which of them is up is told by their shape and place. All thresholds
are constants at the head of their modules, chosen on photographs for training.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.crops import cut
from vision.pips.blobs import find_ellipses
from vision.pips.uppermost import find_pip_dice

_SIDE: Final = 96
_MARGIN: Final = 1.5


@dataclass(frozen=True, slots=True)
class PipCount:
    """How many pips are up, 1 … 6, and whether nothing speaks against it."""

    value: int
    sure: bool


def count_pips(image: Image, box: tuple[float, float, float, float]) -> PipCount | None:
    """The pips that are up on the die in a box, or ``None`` where none can be made out.

    Args:
        image: the picture, BGR.
        box: of the die: x, y, width, height in px.
    """
    x, y, w, h = box
    crop = cut(image, x + w / 2, y + h / 2, _MARGIN * max(w, h), _SIDE)
    gray = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    middle = _SIDE / 2
    for die in find_pip_dice(crop, find_ellipses(gray)):
        left, top, width, height = die.box
        if left < middle < left + width and top < middle < top + height:
            return PipCount(die.value, die.sure)
    return None
