"""Readings drawn into a copy of the picture."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

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
_WHITE: Final = (255, 255, 255)

_SHAPES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "d4": ((0, -1), (0.95, 0.75), (-0.95, 0.75)),
    "d6": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "d8": ((0, -1), (0.8, 0), (0, 1), (-0.8, 0)),
    "d10": ((0, -1), (0.95, 0.4), (0, 0.95), (-0.95, 0.4)),
    "d12": ((0, -1), (0.95, -0.3), (0.6, 0.85), (-0.6, 0.85), (-0.95, -0.3)),
    "d20": ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)),
}
"""Outlines of the dice in the size of 1, y down: a sign for each type that needs no language. d% has two kites."""
_STAR: Final = tuple(
    (r * float(np.sin(turn)), -r * float(np.cos(turn)))
    for r, turn in zip((1.0, 0.42) * 5, np.linspace(0, 2 * np.pi, 10, endpoint=False), strict=True)
)
_CAP: Final = ((-1, -0.55), (-0.45, 0), (0, -0.95), (0.45, 0), (1, -0.55), (0.75, 0.8), (-0.75, 0.8))
_SYMBOLS: Final[dict[str, tuple[tuple[tuple[float, float], ...] | None, Colour]]] = {
    "blue": (None, (190, 95, 30)),
    "green": (None, (55, 122, 30)),
    "red": (None, (45, 38, 192)),
    "yellow": (None, (0, 200, 240)),
    "wizard": (_STAR, _WHITE),
    "jester": (_CAP, _WHITE),
}
"""Faces of wizard dice: a disc in the colour, a star, a jester's cap."""


def annotate(image: Image, readings: Sequence[DieReading]) -> Image:
    """A copy with a frame and a caption (type, value, confidence) for every die; dice that are not read are dashed.

    Types and symbols are drawn and not named: the picture is evidence, and the same in every language.

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
    """What stands behind the sign of a die; ASCII, as OpenCV's fonts hold nothing else.

    >>> caption(DieReading("d6", 5, 0.97, Status.READ, (0, 0, 9, 9)))
    '5  97%'
    >>> caption(DieReading("d20", None, 0.15, Status.UNSURE, (0, 0, 9, 9)))
    '?'
    >>> caption(DieReading("wizard", "jester", 0.6, Status.UNSURE, (0, 0, 9, 9)))
    '?  60%'
    """
    if reading.value is None:
        return "?"
    value = "" if reading.type == "wizard" else str(reading.value)
    doubt = "" if reading.status is Status.READ else "?"
    return f"{value}{doubt}  {percent(reading.confidence)}".strip()


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
    pad, sign = round(3 * unit), h * 1.15
    room = round(sign + 2 * pad)
    height, width = canvas.shape[:2]
    x = int(np.clip(reading.box[0], 0, max(0, width - room - w - 2 * pad)))
    top = reading.box[1] - h - base - 2 * pad
    if top < 0:
        top = min(reading.box[1] + reading.box[3], height - h - base - 2 * pad)
    top = max(0, top)
    corner = (x + room + w + 2 * pad, top + h + base + 2 * pad)
    cv2.rectangle(canvas, (x, top), corner, COLOURS[reading.status], cv2.FILLED)
    _sign(canvas, reading, centre=(x + pad + sign / 2, top + pad + h / 2), radius=sign / 2, stroke=stroke)
    cv2.putText(canvas, text, (x + pad + room, top + pad + h), _FONT, size, _WHITE, stroke, cv2.LINE_AA)


def _sign(canvas: Image, reading: DieReading, *, centre: tuple[float, float], radius: float, stroke: int) -> None:
    """The sign of a die: its outline, or what is on the face of a wizard die."""

    def placed(shape: Sequence[tuple[float, float]], by: float = 0.0) -> NDArray[np.int32]:
        # Sixteenths of a pixel, so that small signs keep their shape.
        points = [(centre[0] + radius * (x + by), centre[1] + radius * y) for x, y in shape]
        return (np.array(points) * 16).round().astype(np.int32)

    if reading.type == "wizard":
        shape, colour = _SYMBOLS.get(str(reading.value), (None, _WHITE))
        if shape is None:
            at = (round(centre[0] * 16), round(centre[1] * 16))
            if reading.value is not None:
                cv2.circle(canvas, at, round(radius * 16), colour, cv2.FILLED, cv2.LINE_AA, 4)
            cv2.circle(canvas, at, round(radius * 16), _WHITE, stroke, cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(canvas, [placed(shape)], colour, cv2.LINE_AA, 4)
        return
    kites = (-0.3, 0.3) if reading.type == "d%" else (0.0,)
    for by in kites:
        outline = placed(_SHAPES["d10" if reading.type == "d%" else reading.type], by)
        cv2.polylines(canvas, [outline], True, _WHITE, stroke, cv2.LINE_AA, 4)
