"""The reliability diagram: how often a reading was right against how sure it said that it was."""

from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_SIDE: Final = 460
_LEFT, _TOP = 80, 50
_BINS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
_INK, _GRID, _BLUE = (40, 40, 40), (225, 225, 225), (190, 95, 20)


def bins(confidence: Floats, right: Floats) -> list[tuple[float, float, float, float, int]]:
    """Mean confidence, share right, its 95 % interval (Wilson, 1927) and number, for each bin that holds any."""
    rows = []
    for low, high in pairwise(_BINS):
        here = (confidence >= low) & ((confidence < high) | (high == 1.0))
        count = int(here.sum())
        if count:
            share, z = float(right[here].mean()), 1.96
            middle = (share + z * z / (2 * count)) / (1 + z * z / count)
            half = z * np.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
            rows.append((float(confidence[here].mean()), share, middle - half, middle + half, count))
    return rows


def draw(path: Path, confidence: Floats, right: Floats, title: str) -> None:
    """Write the diagram as a picture.

    Args:
        path: of the PNG.
        confidence: of each reading, 0 … 1.
        right: 1 where it was right, else 0.
        title: above it.
    """
    image = np.full((_TOP + _SIDE + 70, _LEFT + _SIDE + 40, 3), 255, np.uint8)
    for tenth in range(0, 11, 2):
        x, y = _place(tenth / 10, 0), _place(0, tenth / 10)
        cv2.line(image, x, _place(tenth / 10, 1), _GRID, 1, cv2.LINE_AA)
        cv2.line(image, y, _place(1, tenth / 10), _GRID, 1, cv2.LINE_AA)
        _text(image, f"{tenth * 10} %", (x[0] - 18, x[1] + 22), 0.42)
        _text(image, f"{tenth * 10} %", (y[0] - 48, y[1] + 5), 0.42)
    cv2.line(image, _place(0, 0), _place(1, 1), (170, 170, 170), 1, cv2.LINE_AA)
    cv2.rectangle(image, _place(0, 1), _place(1, 0), _INK, 1, cv2.LINE_AA)
    rows = bins(confidence, right)
    for mean, share, low, high, count in rows:
        cv2.line(image, _place(mean, low), _place(mean, high), _BLUE, 2, cv2.LINE_AA)
        cv2.circle(image, _place(mean, share), 5, _BLUE, -1, cv2.LINE_AA)
        if mean < 0.9 or count == rows[-1][-1]:
            _text(image, str(count), (_place(mean, share)[0] + 8, _place(mean, share)[1] + 14), 0.38)
    _text(image, title, (_LEFT, 30), 0.55)
    _text(image, "confidence; beside each point: how many dice", (_LEFT + 90, _TOP + _SIDE + 52), 0.45)
    side = np.full((_SIDE, 24, 3), 255, np.uint8)
    upright = np.asarray(cv2.rotate(side, cv2.ROTATE_90_CLOCKWISE), np.uint8)
    _text(upright, "share that was right", (150, 17), 0.45)
    image[_TOP : _TOP + _SIDE, 4:28] = cv2.rotate(upright, cv2.ROTATE_90_COUNTERCLOCKWISE)
    cv2.imwrite(str(path), image)


def _place(x: float, y: float) -> tuple[int, int]:
    return round(_LEFT + x * _SIDE), round(_TOP + (1 - y) * _SIDE)


def _text(image: NDArray[np.uint8], words: str, place: tuple[int, int], size: float) -> None:
    cv2.putText(image, words, place, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, 1, cv2.LINE_AA)
