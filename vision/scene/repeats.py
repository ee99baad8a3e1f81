"""Pictures that come again, and bands of rows that do: they say nothing about now.

A sensor never gives the same rows twice, since there is noise in each of them. A driver may: it gives a picture again,
or its last ones in turn, or new rows above a band of old ones.

What has no noise repeats by nature: rows that are blown out or black, and flat ones of a camera that codes its pictures
as JPEG. Rows beyond the tray (``Settings.zone``) hide no die, whatever they are.
"""

from collections import deque
from typing import Final

import numpy as np

from vision.camera.base import Image
from vision.scene.missing import Rows, too_many
from vision.scene.settings import Settings

_LAST: Final = 40
"""A driver has no more buffers than that; and a recording that is played again and again may be short."""
_FEW: Final = 16
"""Where the whole picture is asked, every so many rows tell enough."""
_ROWS: Final = 4
"""Where a band of rows is asked, every so many are looked at; several lie on the smallest die."""
_GLANCE: Final = 64
"""Nearly all rows of nearly all pictures are told by every so many columns."""
_BLOCK: Final = 8
"""A block of a JPEG picture, px; of its neighbouring columns two in its midst are compared."""
_GRAIN: Final = 0.25
"""A row has noise where so many of its pixels are not as the next one, by more than one level."""


class Given:
    """The last pictures that were given."""

    def __init__(self) -> None:
        self._marks: deque[int] = deque(maxlen=_LAST)

    def again(self, image: Image) -> bool:
        """Whether a picture, of any size, was among the last ``_LAST`` that differed; from now on it is."""
        mark = hash(image[::_FEW].tobytes())
        if mark in self._marks:
            return True
        self._marks.append(mark)
        return False


def is_old(image: Image, before: Image, settings: Settings) -> bool:
    """Whether so many rows of a picture are those of the one before, bit for bit, that the smallest die may lie there.

    Args:
        image, before: BGR, shape (height, width, 3), 8 bit.
        settings: say where the tray is.
    """
    if image.shape != before.shape:
        return False
    top, bottom = (round(settings.zone[side] * len(image)) for side in (1, 3))
    now, then = image[top:bottom:_ROWS], before[top:bottom:_ROWS]
    columns = image.shape[1] // _ROWS
    same = _same(now[:, ::_GLANCE], then[:, ::_GLANCE])
    if too_many(same, columns, settings):
        same[same] = _same(now[same], then[same])
        if same.all():
            return True
    if too_many(same, columns, settings):
        same[same] = _with_noise(now[same])
        return too_many(same, columns, settings)
    return False


def _same(one: Image, other: Image) -> Rows:
    return np.asarray((one == other).all(axis=(1, 2)), np.bool_)


def _with_noise(rows: Image) -> Rows:
    """Which rows have noise in a good part of them; shape (rows, width, 3) → (rows,)."""
    right = rows[:, _BLOCK // 2 :: _BLOCK].astype(np.int16)
    left = rows[:, _BLOCK // 2 - 1 :: _BLOCK][:, : right.shape[1]].astype(np.int16)
    return np.asarray((np.abs(right - left) > 1).any(axis=2).mean(axis=1) > _GRAIN, np.bool_)
