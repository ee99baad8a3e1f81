"""Since when nothing has moved."""

from typing import Final

import cv2

from vision.scene.look import WIDTH, Look, Mask, moved
from vision.scene.settings import Settings

_GAP_SECONDS: Final = 0.2
"""After a longer pause between frames nobody knows what happened meanwhile."""
_SPECKS: Final = 2
"""So many pixels are noise: of a die that moves, whole edges move."""
_LEAST_FRAMES: Final = 4
"""It takes more frames than these to prove rest, however far apart they are."""


class Stillness:
    """Compares each frame with the first one of the time in which nothing moved: so slow movements add up.

    Attributes:
        since: time of that first frame, seconds.
    """

    def __init__(self, settings: Settings) -> None:
        self._pixels = settings.move_mm * WIDTH / settings.width_mm
        self._zone = settings.zone
        self._first: Look | None = None
        self._last: Look | None = None
        self._frames = 0
        self._time = 0.0
        self.since = 0.0

    def watch(self, look: Look, seconds: float) -> bool:
        """Take in the next frame; whether something moved since the last one."""
        last, self._last = self._last, look
        gap = seconds - self._time > _GAP_SECONDS
        self._time = seconds
        moving = last is None or self._any(moved(last, look, self._pixels))
        if self._first is None or gap or moving or self._any(moved(self._first, look, self._pixels)):
            self._first, self.since, self._frames = look, seconds, 0
        self._frames += 1
        return moving

    def lasted(self) -> float:
        """For how long nothing has moved, seconds; 0 while there are too few frames to say so."""
        return self._time - self.since if self._frames > _LEAST_FRAMES else 0.0

    def _any(self, mask: Mask) -> bool:
        height, width = mask.shape
        left, top, right, bottom = self._zone
        zone = mask[int(top * height) : int(bottom * height), int(left * width) : int(right * width)]
        return cv2.countNonZero(zone) > _SPECKS
