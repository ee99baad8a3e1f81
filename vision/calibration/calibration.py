"""What is known of the camera above the tray, and what the table asks of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

import numpy as np

from vision.calibration.board import CORNERS, MARKS
from vision.calibration.height import degrees_off, least_height, most_degrees
from vision.calibration.lens import Array, Lens, Pose, onto_plane, project
from vision.calibration.solve import CalibrationError
from vision.calibration.zones import Polygon, depth, outline, rectangle, zone_at
from vision.camera.locked import Lock
from vision.errors import N_

MIDDLE_OF_A_DIE_MM: Final = 8.0
"""How high the middle of a die is above the floor, about."""
_ASPECT: Final = 0.01
"""So far, as a share, the shape of a picture may be from that of the set-up's."""
_RIM: Final = 0.01
"""So much around the tray's floor, as a part of the picture, still belongs to it: dice lean on the wall."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A camera above a tray. The table's coordinates: x to the right, y away from seat 1, mm from the tray's middle.

    Attributes:
        lens: the lens, for pictures of its size.
        pose: where the camera is.
        tray: width and depth of the tray's floor, mm.
        zones: the part of the tray of each seat.
        marks: where the marks of the tray's corners are in the picture, px, by their numbers.
        camera: what it is, for people.
        made: when it was measured, ISO 8601.
        error_px: how well the sheet fitted, px.
        locked: exposure, gain, white balance and focus of the set-up; ``None``: the camera is not locked to any.
    """

    lens: Lens
    pose: Pose
    tray: tuple[float, float]
    zones: Mapping[int, Polygon]
    marks: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    camera: str = ""
    made: str = ""
    error_px: float = 0.0
    locked: Lock | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, px."""
        return self.lens.width, self.lens.height

    @property
    def mm_per_px(self) -> float:
        """Of the tray's floor in its middle."""
        ends = self.to_picture(np.array([[-5.0, 0.0, 0.0], [5.0, 0.0, 0.0]]))
        return 10 / float(np.linalg.norm(ends[1] - ends[0]))

    @property
    def height(self) -> float:
        """Of the lens above the floor, mm."""
        return float(self.pose.place[2])

    def at(self, width: int, height: int) -> Self:
        """The same camera for pictures of another size.

        Raises:
            CalibrationError: pictures of another shape show another part of the scene.
        """
        if (width, height) == self.size:
            return self
        factor = width / self.lens.width
        if abs(height / (self.lens.height * factor) - 1) > _ASPECT:
            text = N_(
                "the camera was set up with pictures of {width} × {height} and gives {found_width} × {found_height}, "
                "which has another shape: run dicetable camera setup again"
            )
            raise CalibrationError(
                text, width=self.lens.width, height=self.lens.height, found_width=width, found_height=height
            )
        marks = {number: _scaled(place, factor) for number, place in self.marks.items()}
        return replace(self, lens=self.lens.scaled(factor), marks=marks)

    def to_tray(self, pixels: Array, height_mm: float = 0.0) -> Array:
        """Places in the picture, shape (n, 2), px, as places so high above the floor, shape (n, 2), mm."""
        return onto_plane(pixels, self.lens, self.pose, height_mm)

    def to_picture(self, places: Array) -> Array:
        """Places above the tray, shape (n, 3), mm, in the picture, shape (n, 2), px."""
        return project(places, self.lens, self.pose)

    def zone_of(self, x: float, y: float) -> int | None:
        """The seat in whose zone a die lies.

        Args:
            x, y: the middle of the die in the picture, px.

        Returns:
            ``None`` where that is not certain: outside the tray, or near to the zone of another seat.
        """
        return zone_at(self.zones, *self._below(x, y))

    def in_tray(self, x: float, y: float) -> bool:
        """Whether a die whose middle is at a place of the picture, px, lies in the tray."""
        return depth(rectangle(self.tray), *self._below(x, y)) >= 0

    @property
    def floor_in_picture(self) -> tuple[float, float, float, float]:
        """Where in the picture dice can lie: left, top, right, bottom of the floor and a little more, each 0 … 1."""
        # A pixel's middle is a whole number, so that the picture begins at -0.5.
        floor = (self.to_picture(outline(rectangle(self.tray))) + 0.5) / self.size
        left, top = (float(side) for side in np.clip(floor.min(axis=0) - _RIM, 0, 1))
        right, bottom = (float(side) for side in np.clip(floor.max(axis=0) + _RIM, 0, 1))
        return left, top, right, bottom

    def zone_outline(self, seat: int) -> Array:
        """The border of a seat's zone in the picture, shape (n, 2), px."""
        return self.to_picture(outline(self.zones[seat]))

    def degrees_off(self, x: float, y: float) -> float:
        """How far off the vertical the camera sees a die at a place of the picture, px."""
        return degrees_off(self.pose.place, np.array([*self._below(x, y), MIDDLE_OF_A_DIE_MM]))

    def too_far_off(self, x: float, y: float, kind: str) -> bool:
        """Whether a die at a place of the picture, px, nearly shows the camera another face than the upper one."""
        return self.degrees_off(x, y) > most_degrees(kind)

    def strayed_mark(self) -> tuple[str, str] | None:
        """A mark that is seen at another corner than its own: where it belongs, and where it is seen.

        Then the sheet lay the wrong way round, or the marks are on the wrong corners, and the zones are those of other
        seats. ``None``: there is none, or no marks were seen.
        """
        for number, pixel in sorted(self.marks.items()):
            ((x, y),) = self.to_tray(np.array([pixel]))
            belongs = CORNERS[MARKS.index(number)]
            lies = {(False, True): CORNERS[0], (True, True): CORNERS[1], (True, False): CORNERS[2]}.get(
                (bool(x > 0), bool(y > 0)), CORNERS[3]
            )
            if lies != belongs:
                return belongs, lies
        return None

    def least_height(self, kinds: Iterable[str]) -> float:
        """How high the camera has to hang at this place for these dice, mm above the floor."""
        place = self.pose.place
        return least_height(self.tray, kinds, (float(place[0]), float(place[1])))

    def _below(self, x: float, y: float) -> tuple[float, float]:
        ((place_x, place_y),) = self.to_tray(np.array([[x, y]]), MIDDLE_OF_A_DIE_MM)
        return float(place_x), float(place_y)


def _scaled(place: tuple[float, float], factor: float) -> tuple[float, float]:
    x, y = ((value + 0.5) * factor - 0.5 for value in place)
    return x, y
