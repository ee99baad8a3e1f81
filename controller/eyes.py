"""Camera and reading together, as the table uses them."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from controller.i18n import _, sentence
from controller.progress import Part
from controller.table import Eyes, Glance
from vision.camera import open_camera
from vision.camera.base import Camera, Frame
from vision.errors import CameraError
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


class WatchedEyes:
    """Eyes whose looks have to end within their patience: a camera that hangs is found. One that is idle is not."""

    def __init__(self, eyes: Eyes, part: Part) -> None:
        self._eyes = eyes
        self._part = part
        self.automatic = eyes.automatic
        part.rest()

    def look(self, kinds: Sequence[str]) -> Glance:
        """See ``table.Eyes.look``."""
        with self._part.working():
            return self._eyes.look(kinds)


class LateCamera:
    """A real camera that need not be there: it is opened when it comes, and anew after it has failed.

    Args:
        source: a camera that waits for people, ``v4l2:DEVICE`` or ``picamera2``; see ``open_camera``.
        say: told, in a sentence for people, that it is missing, and that it is there.
        open_camera: opens a source or raises ``CameraError``.

    Attributes:
        missing: why it is not there; ``None`` while it is, or before anybody has looked.
    """

    automatic = False

    def __init__(
        self, source: str, say: Callable[[str], None], open_camera: Callable[[str], Camera] = open_camera
    ) -> None:
        self._source = source
        self._say = say
        self._open_camera = open_camera
        self._camera: Camera | None = None
        self._missed = False
        self.missing: CameraError | None = None
        # Holds the camera while there is one.
        self._held = ExitStack()

    @property
    def description(self) -> str:
        """What it is, in one line, for people."""
        return self._camera.description if self._camera else self._source

    def still(self) -> Frame:
        """See ``vision.camera.base.Camera.still``; the next call opens the camera anew where this one fails."""
        camera = self._camera or self._open()
        try:
            return camera.still()
        except CameraError:
            self._forget()
            raise

    def __enter__(self) -> Self:
        try:
            self._open()
        except CameraError as error:
            self._missed, self.missing = True, error
            text = _("The camera is missing, and will be taken when it comes: {why}")
            self._say(text.format(why=sentence(error)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._forget()

    def _open(self) -> Camera:
        camera = self._held.enter_context(self._open_camera(self._source))
        self._camera, self.missing = camera, None
        if self._missed:
            self._missed = False
            self._say(_("The camera is here."))
        return camera

    def _forget(self) -> None:
        self._missed = self._camera is not None or self._missed
        self._camera = None
        self._held.close()
