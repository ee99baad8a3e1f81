"""Which rows of a picture have not come, and which only look so: black or white surroundings of the tray.

A picture that is cut off goes on in one colour from a row to its border. So does a sensor where a scene is too dark or
too bright for it, and a cut-off picture may be black as well. What tells them apart:

* what is missing begins at the same row from side to side; a coat, a window, a dark corner has no such edge;
* a scene is clipped to black or white; any other colour has noise;
* what is known to lie beyond the tray (``Settings.zone``) hides no die, whatever it is.

Where neither can be said for certain the rows are missing: a die under them must never count as not there.
"""

from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.scene.settings import Settings

Rows = NDArray[np.bool_]

_FEW: Final = 8
"""Every so many columns are looked at."""
_CLIPPED: Final = (24, 245)
"""Darker or brighter than that a sensor gives one colour as well, in all channels."""
_SURROUNDINGS: Final = 0.25
"""At most so much of the height can be the surroundings of a tray on one side."""
_STRAIGHT_ROWS: Final = 0.01
_STRAIGHT: Final = 0.4
"""An edge is straight where so many of its columns end within so much of the height; a coder blurs a cut a little."""
_HIDES: Final = 0.8
_MOST: Final = 0.1
"""So many widths of the smallest die may be missing, and so much of the height."""


def plain_rows(image: Image) -> Rows:
    """Which rows of a picture have one colour from side to side; BGR, shape (height, width, 3) → (height,)."""
    some = image[:, ::_FEW]
    # Nearly all rows of nearly all pictures are told at a glance.
    plain = _of_one_colour(some[:, ::_FEW])
    plain[plain] = _of_one_colour(some[plain])
    return plain


def _of_one_colour(rows: Image) -> Rows:
    return np.asarray((rows == rows[:, :1]).all(axis=(1, 2)), np.bool_)


def missing_rows(image: Image, plain: Rows, settings: Settings) -> Rows:
    """Which of the plain rows are missing where dice count; shape (height,).

    Args:
        image: BGR, shape (height, width, 3), 8 bit.
        plain: its ``plain_rows``.
        settings: say where the tray is.
    """
    missing = plain.copy()
    if plain.any():
        some = image[:, ::_FEW]
        for rows, inwards in ((some, missing), (some[::-1], missing[::-1])):
            band = len(inwards) if inwards.all() else int(inwards.argmin())
            if _are_surroundings(rows, band):
                inwards[:band] = False
        top, bottom = (settings.zone[side] * len(missing) for side in (1, 3))
        missing[: int(top)] = missing[ceil(bottom) :] = False
    return missing


def too_many(rows: Rows, width: int, settings: Settings) -> bool:
    """Whether a die could lie under so many missing rows of a picture of this width, px."""
    hidden_mm = np.count_nonzero(rows) * settings.width_mm / width
    return bool(hidden_mm > _HIDES * settings.smallest_die_mm or rows.mean() > _MOST)


def _are_surroundings(rows: Image, band: int) -> bool:
    """Whether the first rows, each of one colour, are a part of the scene that is clipped.

    Args:
        rows: from a border of the picture inwards, shape (height, columns, 3).
        band: how many of them are of one colour from side to side.
    """
    if not 0 < band <= _SURROUNDINGS * len(rows):
        return False
    colour = rows[0, 0]
    if not (colour.max() <= _CLIPPED[0] or colour.min() >= _CLIPPED[1]):
        return False
    other = (rows != colour).any(axis=2)
    ends = other.argmax(axis=0)[other.any(axis=0)]
    if len(ends) == 0 or ends.min() < band:  # nothing else is seen, or there are bands of two colours
        return False
    counts = np.bincount(ends)
    together = np.convolve(counts, np.ones(max(1, round(_STRAIGHT_ROWS * len(rows))), np.int64)).max()
    return bool(together < _STRAIGHT * len(ends))
