"""Readings drawn into a copy of the picture."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.reading import DieReading, Status, percent

Colour = tuple[int, int, int]

COLOURS: Final[dict[Status, Colour]] = {
    Status.READ: (80, 175, 40),
    Status.UNSURE: (0, 140, 255),
    Status.COCKED: (200, 60, 200),
    Status.PARTIAL: (110, 110, 110),
}
"""Frame of a die, BGR: green is read, orange must be asked, violet leans on something, grey is cut off."""
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX


def annotate(image: Image, readings: Sequence[DieReading]) -> Image:
    """A copy with a frame and a caption (type, value, confidence) for every die; dice that are not read are dashed.

    Args:
        image: BGR, shape (height, width, 3); left as it is.
        readings: the dice in it, boxes in its px.
    """
    canvas = image.copy()
    unit = max(1.0, max(image.shape[:2]) / 640)
    for reading in readings:
        _frame(canvas, reading, unit)
    for reading in readings:  # captions lie above every frame
        _caption(canvas, reading, unit)
    return canvas


def caption(reading: DieReading) -> str:
    """What stands at a die; ASCII, as OpenCV's fonts hold nothing else.

    >>> caption(DieReading("d6", 5, 0.97, Status.READ, (0, 0, 9, 9)))
    'd6: 5  97%'
    >>> caption(DieReading("d20", None, 0.15, Status.UNSURE, (0, 0, 9, 9)))
    'd20?'
    """
    if reading.status is Status.READ:
        return f"{reading.type}: {reading.value}  {percent(reading.confidence)}"
    if reading.value is None:
        return f"{reading.type}?"
    return f"{reading.type}: {reading.value}?  {percent(reading.confidence)}"


def _frame(canvas: Image, reading: DieReading, unit: float) -> None:
    x, y, w, h = reading.box
    colour = COLOURS[reading.status]
    width = max(2, round(2 * unit))
    if reading.status is Status.READ:
        cv2.rectangle(canvas, (x, y), (x + w, y + h), colour, width, cv2.LINE_AA)
        return
    corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        _dashes(canvas, start, end, colour=colour, width=width, dash=5 * unit)


def _dashes(
    canvas: Image, start: tuple[int, int], end: tuple[int, int], *, colour: Colour, width: int, dash: float
) -> None:
    length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    count = max(1, round(length / dash)) | 1
    points = np.linspace(start, end, count + 1).round().astype(int)
    for one, other in zip(points[:-1:2], points[1::2], strict=True):
        cv2.line(canvas, (int(one[0]), int(one[1])), (int(other[0]), int(other[1])), colour, width, cv2.LINE_AA)


def _caption(canvas: Image, reading: DieReading, unit: float) -> None:
    """White on the frame's colour, above the die where there is room, else below its upper edge."""
    text, size, stroke = caption(reading), 0.45 * unit, max(1, round(unit))
    (w, h), base = cv2.getTextSize(text, _FONT, size, stroke)
    pad = round(3 * unit)
    height, width = canvas.shape[:2]
    x = int(np.clip(reading.box[0], 0, max(0, width - w - 2 * pad)))
    top = reading.box[1] - h - base - 2 * pad
    if top < 0:
        top = min(reading.box[1] + reading.box[3], height - h - base - 2 * pad)
    top = max(0, top)
    cv2.rectangle(canvas, (x, top), (x + w + 2 * pad, top + h + base + 2 * pad), COLOURS[reading.status], cv2.FILLED)
    cv2.putText(canvas, text, (x + pad, top + pad + h), _FONT, size, (255, 255, 255), stroke, cv2.LINE_AA)
