"""The picture of the throw in progress, kept beside the journal so that it can still be seen after a power cut."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import cv2

from controller.journal.entries import ByHand, PictureRead
from controller.looking import Glance
from controller.panel.keypad import Keypad
from controller.play import Play
from controller.rules.core import Event
from vision.camera.base import Frame
from vision.errors import PictureError
from vision.picture import load_picture
from vision.reading import DieReading, Status

# People see the faces as well as in a picture without loss, which costs a memory card ten times as many bytes.
_QUALITY: Final = 90


class LastThrow:
    """Writes each picture that was read; only the last one is kept.

    The game does not depend on it: a picture that cannot be written is left out.
    """

    def __init__(self, journal: Path) -> None:
        self._folder = journal.parent
        self._name = journal.name + ".throw"

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """A picture, not events."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        """A picture, not views."""

    def glance(self, glance: Glance) -> None:
        with suppress(OSError):
            _, picture = cv2.imencode(".jpg", glance.frame.image, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
            # Beside it first: a power cut leaves this picture or the one before, and no half of one.
            path = self._path(glance.frame.name)
            part = path.with_suffix(".part")
            part.write_bytes(picture.tobytes())
            part.replace(path)
            for older in self._folder.iterdir():
                if older.name.startswith(self._name) and older != path:
                    older.unlink()

    def _path(self, picture: str) -> Path:
        """A file for this picture alone: after a power cut none is taken for that of a later throw."""
        return self._folder / f"{self._name}-{hashlib.sha256(picture.encode()).hexdigest()[:12]}.jpg"

    def restore(self, play: Play) -> Glance | None:
        """The look at the last throw, which the seats are asked about or may argue about; ``None`` where none is."""
        entries = reversed(play.history)
        read = next((entry for entry in entries if isinstance(entry, PictureRead | ByHand)), None)
        if not isinstance(read, PictureRead) or not read.picture or read.trouble:
            return None
        try:
            image = load_picture(self._path(read.picture))
        except PictureError:
            return None
        dice = [DieReading(d.type, d.value, d.confidence, Status(d.status), d.box) for d in read.dice]
        return Glance(Frame(image, read.picture, 0.0), dice)
