"""What is printed on the faces of the simulated dice: numerals, pips, and the symbols of the wizard die.

The numerals are strokes of our own, since the fonts of OpenCV differ from version to version.
"""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Face

Array = NDArray[np.float64]
Mask = NDArray[np.uint8]

TEXTURE_PX: Final = 96
"""Width and height of a printed numeral's mask."""

_STROKE: Final = 0.18
_DIGIT_WIDTH: Final = 0.6
_DIGIT_GAP: Final = 0.28
_UNDERLINE: Final = 1.28
_UNDERLINED: Final = (6, 9, 60, 90)

_PIP_PLACES: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


def pip_places(value: int) -> Array:
    """Where the pips of a d6 are, shape (value, 2), in units of their spacing from the middle of the face."""
    return np.array(_PIP_PLACES[value], np.float64)


def circle(radius: float, points: int = 24) -> Array:
    """A regular polygon about the origin, shape (points, 2)."""
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def rounded_square(half: float, corner: float) -> Array:
    """A square about the origin with rounded corners, shape (32, 2); half its side and the corners' radius given."""
    arc = circle(corner, 32)
    return arc + np.where(arc + 1e-9 >= 0, 1.0, -1.0) * (half - corner)


def star(radius: float) -> Array:
    """A five-pointed star about the origin with one point up, shape (10, 2)."""
    angles = np.pi / 2 + np.arange(10) * np.pi / 5
    radii = np.where(np.arange(10) % 2, 0.42 * radius, radius)
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)


def fools_cap(size: float) -> list[Array]:
    """A jester's cap about the origin: the three-horned cap, then a bell on each horn; polygons of shape (n, 2)."""
    horns = np.array([(-1.0, 0.15), (0.0, 0.95), (1.0, 0.15)])
    left = [(-0.5, -0.75), horns[0], (-0.55, 0.5), (-0.25, 0.1)]
    outline = [*left, horns[1], *((-x, y) for x, y in reversed(left))]
    bells = [size * horn + circle(0.2 * size, 16) for horn in horns]
    return [size * np.array(outline), *bells]


def printed(kind: str, label: Face) -> str:
    """What stands on a face that shows this value: 0 on a d% is 00."""
    return f"{label:02d}" if kind == "d%" and isinstance(label, int) else str(label)


@cache
def numeral(kind: str, label: int) -> Mask:
    """The numeral of a face, upright and centred.

    Returns:
        Mask of shape (``TEXTURE_PX``, ``TEXTURE_PX``), 255 where there is ink. The ink stays within the inscribed
        circle. 6 and 9 are underlined. Do not change it: it is shared.
    """
    text = printed(kind, label)
    width = len(text) * _DIGIT_WIDTH + (len(text) - 1) * _DIGIT_GAP
    strokes = [
        stroke + np.array([i * (_DIGIT_WIDTH + _DIGIT_GAP), 0.0])
        for i, digit in enumerate(text)
        for stroke in _strokes(digit)
    ]
    height = _UNDERLINE if label in _UNDERLINED else 1.0
    # The farthest corner of the inked box touches the circle.
    scale = TEXTURE_PX / (np.hypot(width + _STROKE, height + _STROKE) + 0.02)
    mask = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)

    def draw(stroke: Array, thickness: float) -> None:
        places = (stroke - (width / 2, height / 2)) * scale + (TEXTURE_PX - 1) / 2
        # `shift` gives sub-pixel places: four fractional bits.
        points = [np.rint(places * 16).astype(np.int32)]
        cv2.polylines(mask, points, False, 255, round(thickness * scale), cv2.LINE_AA, shift=4)

    for stroke in strokes:
        draw(stroke, _STROKE)
    if label in _UNDERLINED:
        # Shorter and thinner than a digit, or 6 with its line would look like 16 from the side.
        draw(_line((0.12, _UNDERLINE), (width - 0.12, _UNDERLINE)), 0.7 * _STROKE)
    mask.setflags(write=False)
    return mask


def _arc(middle: tuple[float, float], radii: tuple[float, float], start: float, end: float) -> Array:
    """Points of an ellipse, shape (25, 2), angles in degrees, clockwise from the right as y points down."""
    angles = np.radians(np.linspace(start, end, 25))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii + middle


def _line(*points: tuple[float, float]) -> Array:
    return np.array(points, np.float64)


def _strokes(digit: str) -> list[Array]:
    """The strokes of a digit in a box 0.6 wide and 1 high, y pointing down."""
    six = [_arc((0.3, 0.69), (0.3, 0.31), 0, 360), _arc((0.66, 0.69), (0.66, 0.69), 180, 256)]
    strokes: dict[str, list[Array]] = {
        "0": [_arc((0.3, 0.5), (0.3, 0.5), 0, 360)],
        "1": [_line((0.08, 0.24), (0.36, 0.0), (0.36, 1.0))],
        "2": [np.concatenate([_arc((0.3, 0.3), (0.29, 0.3), 190, 390), _line((0.0, 1.0), (0.6, 1.0))])],
        "3": [_arc((0.28, 0.26), (0.27, 0.26), 205, 450), _arc((0.28, 0.74), (0.31, 0.26), 270, 515)],
        "4": [_line((0.44, 1.0), (0.44, 0.0), (0.0, 0.7), (0.62, 0.7))],
        "5": [
            np.concatenate([_line((0.55, 0.0), (0.1, 0.0), (0.06, 0.46)), _arc((0.28, 0.68), (0.31, 0.32), 225, 510)])
        ],
        "6": six,
        "7": [_line((0.0, 0.0), (0.6, 0.0), (0.2, 1.0))],
        "8": [_arc((0.3, 0.24), (0.25, 0.24), 0, 360), _arc((0.3, 0.74), (0.3, 0.26), 0, 360)],
        "9": [(0.6, 1.0) - stroke for stroke in six],
    }
    return strokes[digit]
