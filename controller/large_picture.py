"""The large picture for reading: whole, exposed as it should be, and surely of what came to rest."""

from typing import Final

from controller.i18n import N_
from vision.camera.base import Frame
from vision.camera.lasting import LastingStream
from vision.errors import CameraError
from vision.scene import Decision, Scene

_TRIES: Final = 3
"""So many are taken until one is as it should be."""
_LATE_SECONDS: Final = 1.0
"""After so long without a small frame there was time for a hand to turn a die, also where the picture looks alike. A
USB camera in the dark, at five pictures a second, takes nearly as long."""
_ASTRAY: Final = N_("the camera does not keep to its exposure; set it up again, or plug it in again")
_CUT_OFF: Final = N_("the camera's pictures are cut off; plug it in again")
_FROZEN: Final = N_("the camera gives one picture again and again, and it may be an old one; plug it in again")
_CHANGED: Final = N_("the picture for reading does not show what came to rest; throw again")


class ChangedError(CameraError):
    """The picture shows something else than what came to rest."""


def large_picture(stream: LastingStream, scene: Scene, decision: Decision | None) -> Frame:
    """Take it now.

    Args:
        stream: the camera.
        scene: what has watched its frames.
        decision: what the scene has just decided; ``None``: people vouch for what lies there.

    Raises:
        ChangedError: none of the pictures shows what was decided.
        CameraError: there is none, or none that can be read.
    """
    error = CameraError(_ASTRAY)
    for _try in range(_TRIES):
        picture = stream.still()
        if scene.cut_off(picture.image):
            error = CameraError(_CUT_OFF)
        elif not picture.steady:
            error = CameraError(_ASTRAY)
        elif decision and not _is_of(picture, scene, decision):
            error = ChangedError(_CHANGED)
        elif decision is None and (scene.only_old or scene.is_old(stream.still().image, picture.image)):
            error = CameraError(_FROZEN)
        else:
            return picture
    raise error


def _is_of(picture: Frame, scene: Scene, decision: Decision) -> bool:
    in_time = decision.since <= picture.monotonic <= decision.seconds + _LATE_SECONDS
    return in_time and scene.shows(picture.image)
