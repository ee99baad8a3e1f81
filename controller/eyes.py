"""Camera and reading together, as the table uses them."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from controller.table import Glance
from vision.camera.base import Camera
from vision.read import read_picture
from vision.reading import Face
from vision.taught import TaughtSet


@runtime_checkable
class Throws(Protocol):
    """A simulated tray: it throws the dice itself, in place of people's hands."""

    def throw(self, dice: Sequence[str]) -> list[Face]:
        """Throw these physical dice; what they show is the simulation's own secret."""


class CameraEyes:
    """Takes a picture and reads it. Used from the camera's thread only."""

    def __init__(self, camera: Camera, sets: Sequence[TaughtSet] = ()) -> None:
        self.camera = camera
        self._sets = sets
        self.automatic = camera.automatic

    def look(self, kinds: Sequence[str]) -> Glance:
        """See ``table.Eyes.look``."""
        if isinstance(self.camera, Throws):
            self.camera.throw(kinds)
        frame = self.camera.still()
        return Glance(frame, read_picture(frame.image, kinds, self._sets))
