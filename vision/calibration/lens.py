"""The camera as numbers: its lens, and where it hangs above the tray.

The model is OpenCV's (Zhang, *A Flexible New Technique for Camera Calibration*, 2000; Brown's radial distortion).
"""

from dataclasses import dataclass, replace
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_STEPS: Final = 12


@dataclass(frozen=True, slots=True)
class Lens:
    """How directions become places in the picture.

    Attributes:
        width, height: of the pictures, px.
        focal: distance of lens and sensor, px; pixels are square.
        centre: where the axis of the lens meets the picture, px.
        k1, k2: radial distortion.
    """

    width: int
    height: int
    focal: float
    centre: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0

    @property
    def matrix(self) -> Array:
        """The camera matrix, shape (3, 3)."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])

    @property
    def distortion(self) -> Array:
        """OpenCV's coefficients, shape (4,)."""
        return np.array([self.k1, self.k2, 0.0, 0.0])

    def scaled(self, factor: float) -> Self:
        """The same lens for pictures that are larger or smaller by a factor."""
        # A pixel's middle is a whole number in OpenCV, so that the picture begins at -0.5.
        x, y = ((place + 0.5) * factor - 0.5 for place in self.centre)
        width, height = round(self.width * factor), round(self.height * factor)
        return replace(self, width=width, height=height, focal=self.focal * factor, centre=(x, y))


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the camera is.

    Attributes:
        turn: rotation vector from the table to the camera, radians.
        shift: and the shift after it, mm.
    """

    turn: tuple[float, float, float]
    shift: tuple[float, float, float]

    @property
    def rotation(self) -> Array:
        """Rotation matrix from the table to the camera, shape (3, 3)."""
        return np.asarray(cv2.Rodrigues(np.array(self.turn))[0], np.float64)

    @property
    def place(self) -> Array:
        """Where the camera is above the table, shape (3,), mm."""
        return np.asarray(-self.rotation.T @ np.array(self.shift), np.float64)

    @property
    def axis(self) -> Array:
        """The direction in which it looks, shape (3,); straight down is (0, 0, -1)."""
        return np.asarray(self.rotation[2], np.float64)

    @property
    def lean_degrees(self) -> float:
        """By how much it does not look straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.axis[2], -1, 1))))


def project(points: Array, lens: Lens, pose: Pose) -> Array:
    """Where points above the table, shape (n, 3), mm, are in the picture: shape (n, 2), px."""
    found, _ = cv2.projectPoints(
        np.asarray(points, np.float64).reshape(-1, 1, 3),
        np.array(pose.turn),
        np.array(pose.shift),
        lens.matrix,
        lens.distortion,
    )
    return np.asarray(found, np.float64).reshape(-1, 2)


def onto_plane(pixels: Array, lens: Lens, pose: Pose, height: float = 0.0) -> Array:
    """Where the rays of pixels, shape (n, 2), meet a plane above the table: shape (n, 2), mm.

    Args:
        height: of the plane, mm; must be below the camera.
    """
    straight = straightened(pixels, lens)
    rays = np.column_stack([straight, np.ones(len(straight))]) @ pose.rotation
    place = pose.place
    return np.asarray(place[:2] + rays[:, :2] * ((height - place[2]) / rays[:, 2:]), np.float64)


def straightened(pixels: Array, lens: Lens) -> Array:
    """The directions of pixels, shape (n, 2), without the lens's distortion: shape (n, 2), as x / z and y / z."""
    bent = (np.asarray(pixels, np.float64).reshape(-1, 2) - lens.centre) / lens.focal
    far = np.linalg.norm(bent, axis=1)
    # Newton's steps for the radius r that the distortion makes r (1 + k1 r² + k2 r⁴); OpenCV's own are too few.
    radius = far.copy()
    for _ in range(_STEPS):
        square = radius**2
        slope = 1 + 3 * lens.k1 * square + 5 * lens.k2 * square**2
        radius -= (radius * (1 + lens.k1 * square + lens.k2 * square**2) - far) / np.where(
            np.abs(slope) > 0.1, slope, 1
        )
    return np.asarray(bent * np.where(far > 0, radius / np.maximum(far, 1e-12), 1.0)[:, np.newaxis], np.float64)
