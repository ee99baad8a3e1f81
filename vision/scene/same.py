"""Whether the large picture shows what had come to rest in the small frames."""

from typing import Final

import cv2

from vision.camera.base import Image
from vision.scene.look import WIDTH, look_at, moved
from vision.scene.settings import Settings
from vision.shrink import shrunk

_APART_MM: Final = 1.0
"""So far apart things may be, more than in frames of one size: pictures of two sizes do not lie quite the same."""
_SPECKS: Final = 40
"""So many pixels are cloth and noise, which two sizes show differently, most of all in glaring light (21 at most in 96
simulated pictures). A single die that lies 3 mm elsewhere changes 84 or more."""
_SHAPE: Final = 0.02


def shows_the_same(picture: Image, frame: Image, settings: Settings) -> bool:
    """Whether nothing lies elsewhere, and nothing has come or gone, where dice count.

    A die that was turned and shows nearly the same need not be seen by it: whoever asks has to know that there was no
    time for a hand.

    Args:
        picture: of any size, BGR, shape (height, width, 3), 8 bit.
        frame: of the same view.
        settings: say how far a die may move, and where the tray is.
    """
    height, width = frame.shape[:2]
    if abs(picture.shape[0] * width / (picture.shape[1] * height) - 1) > _SHAPE:
        return False
    then, now = look_at(frame), look_at(shrunk(picture, width, height))
    if now.black:
        return False
    changed = moved(then, now, max(_APART_MM, settings.move_mm) * WIDTH / settings.width_mm)
    rows, columns = changed.shape
    left, top, right, bottom = settings.zone
    zone = changed[int(top * rows) : int(bottom * rows), int(left * columns) : int(right * columns)]
    return cv2.countNonZero(zone) <= _SPECKS
