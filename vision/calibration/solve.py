"""From pictures of the sheet to lens and place of the camera."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.calibration.board import Array, Sighting
from vision.calibration.lens import Lens, Pose, project
from vision.errors import N_, VisionError

_FLAGS: Final = (
    cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
)
_VIEW_ANGLE: Final = np.radians(62)
"""A usual lens, to begin with."""
_UNSURE: Final = 0.02
"""The focal length must be known to this share of it (standard deviation): it is the error of the height as well."""
_WORST_PX: Final = 0.003
"""Mean error of the corners, as part of the picture's width: more is a sheet that is not flat, or moved pictures."""
_ROUNDS: Final = 12
_CLEARLY_LESS: Final = 0.8


class CalibrationError(VisionError, ValueError):
    """The pictures do not tell what they should, or a file does not hold it."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the pictures say.

    Attributes:
        lens: the lens.
        pose: the camera above the sheet of the first picture.
        error_px: root mean square of the distance between the corners and where they should be.
        focal_error: standard deviation of the focal length, as part of it; 0 where the height was measured by hand.
    """

    lens: Lens
    pose: Pose
    error_px: float
    focal_error: float


def solve(views: Sequence[Sighting], width: int, height: int, height_mm: float | None = None) -> Solution:
    """Lens and place of the camera.

    A sheet that lies flat looks the same from twice as high through a lens twice as long. So the height must be known,
    or further pictures must show the sheet raised at one edge.

    Args:
        views: the sheet, first as it lies flat in the tray; in the others somebody holds it aslant.
        width, height: of the pictures, px.
        height_mm: of the lens above the sheet, where it was measured by hand.

    Raises:
        CalibrationError: the pictures do not suffice or contradict each other; the sentence says what to do.
    """
    if height_mm is not None:
        solution = _by_height(views[0], width, height, height_mm)
    elif len(views) < 2:
        raise CalibrationError(
            N_(
                "one picture of the flat sheet does not tell how high the camera hangs: take further ones with the "
                "sheet raised at one edge, or measure the height and name it with --height"
            )
        )
    else:
        solution = _by_tilting(views, width, height)
    if solution.error_px > _WORST_PX * width:
        text = N_(
            "the corners of the sheet do not fit together ({error:.1f} px): lay it flat, hold it still, and take the "
            "pictures anew"
        )
        raise CalibrationError(text, error=solution.error_px)
    if solution.focal_error > _UNSURE:
        text = N_(
            "the pictures do not tell how high the camera hangs (to {percent:.0f} % only): raise the sheet more, by a "
            "hand's width at one edge, each time another one; or name the height with --height"
        )
        raise CalibrationError(text, percent=100 * solution.focal_error)
    return solution


def _guess(width: int, height: int) -> Array:
    focal = width / 2 / np.tan(_VIEW_ANGLE / 2)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])


def _by_tilting(views: Sequence[Sighting], width: int, height: int) -> Solution:
    def attempt(flags: int) -> Solution:
        found = _calibrate(views, _guess(width, height), flags, width, height)
        lens, pose = _lens(found.matrix, found.distortion, width, height), _pose(found.turns[0], found.shifts[0])
        return Solution(lens, pose, _error(views[0], lens, pose), float(found.spread[:2].max()) / lens.focal)

    return _simpler(attempt, _FLAGS)


def _by_height(view: Sighting, width: int, height: int, height_mm: float) -> Solution:
    """The lens whose camera hangs as high as was measured, its axis through the middle of the picture."""

    def attempt(flags: int) -> Solution:
        matrix = _guess(width, height)
        for _ in range(_ROUNDS):
            found = _calibrate([view], matrix, flags, width, height)
            pose = _pose(found.turns[0], found.shifts[0])
            factor = height_mm / float(pose.place[2])
            # The height follows the focal length.
            matrix[0, 0] = matrix[1, 1] = matrix[0, 0] * factor
            if abs(factor - 1) < 1e-5:
                break
        lens = _lens(found.matrix, found.distortion, width, height)
        return Solution(lens, pose, _error(view, lens, pose), 0.0)

    # The principal point and the focal length cannot be told from one flat sheet.
    return _simpler(attempt, _FLAGS | cv2.CALIB_FIX_FOCAL_LENGTH | cv2.CALIB_FIX_PRINCIPAL_POINT)


def _simpler(attempt: Callable[[int], Solution], flags: int) -> Solution:
    """A lens with one coefficient of distortion; with two only where they explain clearly more.

    The second one bends the picture beyond the sheet, where nothing has measured it.
    """
    one, two = attempt(flags | cv2.CALIB_FIX_K2), attempt(flags)
    return two if two.error_px < _CLEARLY_LESS * one.error_px else one


class _Found(NamedTuple):
    """What OpenCV says: camera matrix, coefficients, turn and shift of each view, standard deviations."""

    matrix: Array
    distortion: Array
    turns: Sequence[Array]
    shifts: Sequence[Array]
    spread: Array


def _calibrate(views: Sequence[Sighting], matrix: Array, flags: int, width: int, height: int) -> _Found:
    places = [view.places.astype(np.float32) for view in views]
    pixels = [view.pixels.astype(np.float32) for view in views]
    found = cv2.calibrateCameraExtended(places, pixels, (width, height), matrix.copy(), np.zeros(5), flags=flags)
    turns, shifts = ([np.asarray(one, np.float64) for one in several] for several in found[3:5])
    whole, distortion, spread = (np.asarray(found[place], np.float64) for place in (1, 2, 5))
    return _Found(whole, distortion, turns, shifts, spread.ravel())


def _lens(matrix: Array, distortion: Array, width: int, height: int) -> Lens:
    k1, k2 = (float(value) for value in distortion.ravel()[:2])
    return Lens(width, height, float(matrix[0, 0]), (float(matrix[0, 2]), float(matrix[1, 2])), k1, k2)


def _pose(turn: Array, shift: Array) -> Pose:
    rx, ry, rz = (float(value) for value in np.asarray(turn).ravel())
    x, y, z = (float(value) for value in np.asarray(shift).ravel())
    return Pose((rx, ry, rz), (x, y, z))


def _error(view: Sighting, lens: Lens, pose: Pose) -> float:
    apart = project(view.places, lens, pose) - view.pixels
    return float(np.sqrt((apart**2).sum(axis=1).mean()))
