"""From a whole picture to the dice in it."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.blobs import Gray, find_ellipses
from vision.camera.base import Image
from vision.locate import Box, Shape, find_shapes
from vision.reading import DieReading, Status
from vision.uppermost import PipDie, find_pip_dice

LONG_SIDE: Final = (480, 1100)
"""A picture is enlarged or reduced until its long side lies between these, px."""
IMPULSES: Final = 0.002
"""Share of lone black or white pixels from which a picture counts as speckled."""
CORNERS: Final = {3: "d4", 4: "d6", 5: "d10", 6: "d20"}
"""Type guessed from the number of corners of an outline; more: d20."""


def read_picture(image: Image, expect: Sequence[str] = ()) -> list[DieReading]:
    """Read every die in a picture.

    Args:
        image: BGR, shape (height, width, 3), of any size.
        expect: types of the dice that were asked for, from ``DIE_TYPES``; they only help to guess the type of dice
            that are not read.

    Returns:
        The dice, those that were read first, then from top to bottom. Only six-sided dice with pips are ever
        ``read``; everything else is ``unsure``.
    """
    if min(image.shape[:2]) < 8:
        return []
    scale = _scale(image)
    work = _resized(image, scale)
    work = np.asarray(cv2.medianBlur(work, 3), np.uint8) if _speckled(work) else work
    gray: Gray = np.asarray(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), np.uint8)
    dice = find_pip_dice(work, find_ellipses(gray))
    readings = [_reading(die, scale, image) for die in dice]
    others = [s for s in find_shapes(work) if not any(_same(s.box, die.box) for die in dice)]
    left = list(expect)
    for die in dice:
        if die.sure and "d6" in left:
            left.remove("d6")
    readings += [_guess(shape, left, scale, image) for shape in others]
    return sorted(readings, key=lambda r: (r.status is not Status.READ, r.box[1], r.box[0]))


def _scale(image: Image) -> float:
    long = max(image.shape[:2])
    return float(np.clip(1.0, LONG_SIDE[0] / long, LONG_SIDE[1] / long))


def _resized(image: Image, scale: float) -> Image:
    if scale == 1.0:
        return image
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8)


def _speckled(image: Image) -> bool:
    """Whether the picture holds salt-and-pepper noise, which a median filter removes."""
    difference = cv2.absdiff(image, cv2.medianBlur(image, 3)).max(axis=2)
    return float(np.mean(difference > 50)) > IMPULSES


def _reading(die: PipDie, scale: float, image: Image) -> DieReading:
    status = Status.READ if die.sure else Status.UNSURE
    return DieReading("d6", die.value, die.confidence, status, _unscaled(die.box, scale, image))


def _guess(shape: Shape, expect: Sequence[str], scale: float, image: Image) -> DieReading:
    """A die that nothing here can read: its type by elimination, or by the corners of its outline."""
    kinds = set(expect)
    if len(kinds) == 1:
        kind, confidence = kinds.pop(), 0.4
    else:
        corners = cv2.approxPolyDP(shape.contour, 0.045 * cv2.arcLength(shape.contour, True), True)
        kind, confidence = CORNERS.get(len(corners), "d20"), 0.15
        if kinds and kind not in kinds:
            kind = expect[0]
    return DieReading(kind, None, confidence, Status.UNSURE, _unscaled(shape.box, scale, image))


def _unscaled(box: Box, scale: float, image: Image) -> Box:
    """A box in the px of the picture as it was given, within it."""
    height, width = image.shape[:2]
    x, y = max(0, int(box[0] / scale)), max(0, int(box[1] / scale))
    right, bottom = min(width, round((box[0] + box[2]) / scale)), min(height, round((box[1] + box[3]) / scale))
    return x, y, max(1, right - x), max(1, bottom - y)


def _same(one: Box, other: Box) -> bool:
    """Whether two boxes show one die: the smaller lies half or more in the larger."""
    w = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    h = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return w > 0 and h > 0 and w * h > 0.5 * min(one[2] * one[3], other[2] * other[3])
