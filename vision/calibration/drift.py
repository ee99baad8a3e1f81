"""Whether the camera still hangs where it was set up: by the marks on the tray's corners, in every picture read."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibration.board import MARK_MM, Array, find_marks
from vision.calibration.calibration import Calibration
from vision.calibration.solve import CalibrationError
from vision.camera.base import Image
from vision.errors import N_

LIMIT_MM: Final = 3.0
"""Half of what is left free between two zones."""
_FEWEST: Final = 2
"""With fewer marks in view, one that came off could not be told from a camera that was moved."""
_AROUND_MM: Final = 16.0
"""How far from its place a mark is looked for at first."""

_MOVED: Final = N_(
    "The camera or the tray has been moved by {mm:.0f} mm since it was set up: move it back, or run dicetable camera "
    "setup again"
)


@dataclass(frozen=True, slots=True)
class Moved:
    """How far the camera, or the tray, has been moved since the set-up.

    Attributes:
        mm: on the tray; ``None`` where it cannot be told: there are no marks, or too few are in view.
        seen: how many marks were found.
    """

    mm: float | None
    seen: int = 0

    @property
    def too_far(self) -> bool:
        """Whether zones and sizes are no more to be trusted."""
        return self.mm is not None and self.mm > LIMIT_MM

    @property
    def text(self) -> str:
        """What is to be said where it is too far, as a sentence with placeholders."""
        return _MOVED

    @property
    def values(self) -> dict[str, float]:
        """What goes into ``text``."""
        return {"mm": self.mm or 0.0}


class Drift:
    """Compares the marks with their places at the set-up. It keeps nothing of what it has seen.

    Args:
        calibration: the set-up.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration

    def check(self, image: Image) -> Moved:
        """Look for the marks.

        Args:
            image: BGR, of any size of this camera; of another shape, nothing can be told.
        """
        try:
            here = self._calibration.at(image.shape[1], image.shape[0])
        except CalibrationError:
            return Moved(None)
        if len(here.marks) < _FEWEST:
            return Moved(None)
        found = self._beside(image, here)
        if len(found) < _FEWEST:
            # Moved farther, or hidden: the whole picture tells.
            found = {number: place for number, place in find_marks(image).items() if number in here.marks}
        if len(found) < _FEWEST:
            return Moved(None, len(found))
        apart = [
            here.to_tray(np.array([place]))[0] - here.to_tray(np.array([here.marks[number]]))[0]
            for number, place in found.items()
        ]
        # The median: a single mark that came off moves nothing.
        return Moved(float(np.median(np.linalg.norm(apart, axis=1))), len(found))

    def _beside(self, image: Image, here: Calibration) -> dict[int, Array]:
        """The marks that are near their places; looking at four corners is ten times as fast as at all."""
        reach = round((MARK_MM + _AROUND_MM) / here.mm_per_px)
        found: dict[int, Array] = {}
        for number, (x, y) in here.marks.items():
            left, top = max(0, round(x) - reach), max(0, round(y) - reach)
            piece = image[top : round(y) + reach, left : round(x) + reach]
            if min(piece.shape[:2], default=0) < 8:
                continue
            place = find_marks(np.asarray(cv2.copyMakeBorder(piece, 4, 4, 4, 4, cv2.BORDER_REPLICATE), np.uint8)).get(
                number
            )
            if place is not None:
                found[number] = place + np.array([left - 4, top - 4])
        return found
