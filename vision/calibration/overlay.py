"""What the set-up knows, drawn into a picture: the tray's floor, the seats' zones, the marks of its corners."""

from typing import Final

import cv2
import numpy as np

from vision.calibration.calibration import Calibration
from vision.calibration.lens import Array
from vision.calibration.solve import CalibrationError
from vision.calibration.zones import outline, rectangle
from vision.camera.base import Image

_FLOOR: Final = (255, 255, 255)
_MARK: Final = (0, 220, 255)
_SEATS: Final = ((80, 80, 255), (255, 160, 60), (90, 210, 90), (60, 200, 250), (230, 110, 220))
"""BGR; by seat."""
_INSIDE: Final = 0.92
"""Zones are drawn a little smaller, so that their borders lie beside each other."""


def overlay(image: Image, calibration: Calibration) -> Image:
    """The picture with floor, zones and marks; as it is where it has another shape than those of the set-up."""
    shown = image.copy()
    try:
        here = calibration.at(image.shape[1], image.shape[0])
    except CalibrationError:
        return shown
    thick = max(1, round(image.shape[1] / 640))
    for seat in here.zones:
        corners = here.zone_outline(seat)
        middle = corners.mean(axis=0)
        colour = _SEATS[(seat - 1) % len(_SEATS)]
        _draw(shown, middle + _INSIDE * (corners - middle), colour, thick)
        place = (round(float(middle[0])) - 6 * thick, round(float(middle[1])) + 6 * thick)
        cv2.putText(shown, str(seat), place, cv2.FONT_HERSHEY_SIMPLEX, 0.7 * thick, colour, 2 * thick, cv2.LINE_AA)
    _draw(shown, here.to_picture(outline(rectangle(here.tray))), _FLOOR, thick)
    for x, y in here.marks.values():
        cv2.circle(shown, (round(x), round(y)), 8 * thick, _MARK, thick, cv2.LINE_AA)
    return shown


def _draw(image: Image, corners: Array, colour: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(image, [np.rint(corners).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
