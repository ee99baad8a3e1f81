"""What was to be seen of each throw, kept beside the journal: a picture, the reading drawn into it, and a short clip.

Each throw's files go by the name of its picture in the record. They take no more room than allowed: the oldest go
first, those that a referee has pinned stay. The game does not depend on them: what cannot be written is left out.

Only what the camera saw while a throw was asked for is kept, and nothing but the tray is in it.
"""

import errno
import hashlib
import logging
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event as Signal
from threading import Thread
from typing import Any, Final, Self

import cv2

from controller.journal.entries import PictureRead
from controller.journal.files import sync
from controller.last_look import last_look
from controller.looking import Glance
from controller.panel.keypad import Keypad
from controller.play import Play
from controller.rules.core import Event
from vision.annotate import annotate
from vision.camera.base import Frame, Image
from vision.clip import animated
from vision.errors import PictureError
from vision.picture import load_picture
from vision.reading import DieReading, Status

_log = logging.getLogger(__name__)

# People see the faces as well as in a picture without loss, which costs a memory card ten times as many bytes.
_QUALITY: Final = 90
_END_SECONDS: Final = 10.0
_RESERVE: Final = 50_000_000
"""Bytes of the disk that are left to the record."""
_MOST_WAITING: Final = 8
"""So many throws wait to be written at most: a disk that hangs must not fill the memory with pictures."""
_END_BYTES: Final = 64
"""So many bytes at the end of a clip are never all zero."""
_OURS: Final = re.compile(r"\.?(\d{6,})-[0-9a-f]{16}(?:-read)?\.")
"""What the files of a throw are called; what else lies in the folder is somebody else's."""
PLAIN: Final = ".jpg"
READ: Final = "-read.jpg"
CLIP: Final = ".webp"
PINNED: Final = ".pinned"


class Evidence:
    """The pictures of the throws, in a folder beside the journal. Begins with ``with``, ends with it.

    Pictures are written in a thread of their own. All that only reads may be called from anywhere, also while another
    program writes.

    Args:
        journal: the journal's file; the folder is called like it, with ``.evidence``.
        megabytes: what all of it may take, 1 … 100000; the last throw is kept in any case.
    """

    def __init__(self, journal: Path, megabytes: int = 200) -> None:
        self.folder = journal.with_name(f"{journal.name}.evidence")
        self._most = megabytes * 1_000_000
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="evidence", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_reason: object) -> None:
        """Write what is still to be written; a disk that hangs is not waited for."""
        self._jobs.put(None)
        self._thread.join(_END_SECONDS)

    # --- as a show ---------------------------------------------------------------------------------------------------

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """Pictures, not events."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        """Pictures, not views."""

    def glance(self, glance: Glance) -> None:
        """A throw was looked at."""
        if self._jobs.qsize() >= _MOST_WAITING:
            _log.warning("evidence of a throw could not be kept: the disk does not keep pace")
            return
        self._jobs.put(lambda: self._keep(glance))

    # --- looking -----------------------------------------------------------------------------------------------------

    def plain(self, picture: str) -> Path | None:
        """The picture of a throw as it was taken; ``None`` where it is not kept."""
        return self._found(picture, PLAIN)

    def still(self, picture: str) -> Path | None:
        """The picture of a throw with the reading drawn in."""
        return self._found(picture, READ)

    def clip(self, picture: str) -> Path | None:
        """The throw as an animated WebP, from a second before it until it lay still."""
        return self._found(picture, CLIP)

    def pinned(self, picture: str) -> bool:
        """Whether it stays whatever the room."""
        return self._found(picture, PINNED) is not None

    def pin(self, picture: str) -> None:
        """Keep it whatever the room; nothing where it is not kept any more.

        Raises:
            OSError: that cannot be written.
        """
        if plain := self.plain(picture):
            plain.with_name(plain.name.removesuffix(PLAIN) + PINNED).touch()
            sync(self.folder)

    def unpin(self, picture: str) -> None:
        """It goes when its turn has come.

        Raises:
            OSError: that cannot be written.
        """
        if found := self._found(picture, PINNED):
            found.unlink(missing_ok=True)
            sync(self.folder)

    def damaged(self, picture: str) -> bool:
        """Whether a file of a throw is there and not whole, as a power cut may leave it: it is shown nowhere."""
        endings = (PLAIN, READ, CLIP)
        return any(self._files(picture, one) and self._found(picture, one) is None for one in endings)

    def restore(self, play: Play) -> Glance | None:
        """The look at the last throw, which the seats are asked about or may argue about; ``None`` where none is."""
        read = last_look(play.history).read
        path = self.plain(read.picture) if read else None
        if read is None or path is None:
            return None
        try:
            image = load_picture(path)
        except PictureError:
            return None
        dice = [DieReading(d.type, d.value, d.confidence, Status(d.status), d.box) for d in read.dice]
        return Glance(Frame(image, read.picture, 0.0), dice)

    def _found(self, picture: str, ending: str) -> Path | None:
        return next(filter(_whole, self._files(picture, ending)), None)

    def _files(self, picture: str, ending: str) -> list[Path]:
        """What there is of this ending: one file, but where the first one was cut off."""
        if not picture:
            return []
        # Not by a glob: Python would compile a pattern for each picture, and keep five hundred of them.
        name = f"-{_key(picture)}{ending}"
        try:
            with os.scandir(self.folder) as files:
                return [Path(file) for file in files if file.name.endswith(name)]
        except OSError:  # there is none yet, or it cannot be looked into: then nothing is kept
            return []

    # --- in the thread -----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while job := self._jobs.get():
            try:
                job()
            except Exception as error:
                # Whatever it was, it must not end the thread: all further throws would wait in memory.
                _log.warning("evidence of a throw could not be kept: %s", error or type(error).__name__)

    def _keep(self, glance: Glance) -> None:
        if not self.folder.exists():
            self.folder.mkdir(mode=0o700)
            sync(self.folder.parent)
        if shutil.disk_usage(self.folder).free < _RESERVE:
            raise OSError(errno.ENOSPC, "what is left of the disk is for the record")
        picture = glance.frame.name
        begin = self._found(picture, PLAIN)
        stem = begin.name.removesuffix(PLAIN) if begin else f"{self._next():06d}-{_key(picture)}"
        try:
            self._write(stem + PLAIN, _jpeg(glance.frame.image))
            self._write(stem + READ, _jpeg(annotate(glance.frame.image, glance.dice)))
            if glance.film:
                self._write(stem + CLIP, animated(glance.film))
            sync(self.folder)
        finally:
            self._make_room(stem)

    def _next(self) -> int:
        """The number of the next throw: clocks without a battery go wrong, numbers do not."""
        return max((_number(path) for path in self.folder.iterdir()), default=0) + 1

    def _write(self, name: str, data: bytes) -> None:
        # Beside it first, and onto the disk itself before it gets its name: a power cut leaves all of it, or nothing.
        path = self.folder / name
        part = path.with_name(f".{name}.part")
        try:
            part.write_bytes(data)
            sync(part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _make_room(self, newest: str) -> None:
        """Let the oldest go, as far as it is needed."""
        throws: dict[str, list[Path]] = {}
        for path in sorted(filter(_number, self.folder.iterdir()), key=_number):
            if path.name.endswith(".part"):
                path.unlink(missing_ok=True)
            else:
                throws.setdefault(_stem(path), []).append(path)
        sizes = {stem: sum(_size(path) for path in paths) for stem, paths in throws.items()}
        taken = sum(sizes.values())
        for stem, paths in throws.items():
            if taken <= self._most:
                return
            if stem != newest and not any(path.name.endswith(PINNED) for path in paths):
                # The pictures last: what is half gone is not looked for any more.
                for path in sorted(paths, reverse=True):
                    with suppress(FileNotFoundError):
                        path.unlink()
                taken -= sizes[stem]

    def flush(self) -> None:
        """Wait until all is written that was looked at so far."""
        done = Signal()
        self._jobs.put(done.set)
        done.wait(_END_SECONDS)


def _key(picture: str) -> str:
    return hashlib.sha256(picture.encode()).hexdigest()[:16]


def _stem(path: Path) -> str:
    return path.name.partition(".")[0].removesuffix("-read")


def _number(path: Path) -> int:
    """Of the throw; 0 where it is no file of ours."""
    ours = _OURS.match(path.name)
    return int(ours[1]) if ours else 0


def _whole(path: Path) -> bool:
    """Whether a file has its end, by its format; a pin has nothing in it.

    An earlier version, or a card that says "written" and has not, may have left it empty, cut off, or full of zeros.
    """
    if path.name.endswith(PINNED):
        return True
    try:
        with path.open("rb") as file:
            head = file.read(12)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _END_BYTES))
            tail = file.read()
    except OSError:
        return False
    if path.name.endswith(CLIP):
        complete = int.from_bytes(head[4:8], "little") == size - 8
        return head[:4] == b"RIFF" and head[8:] == b"WEBP" and complete and any(tail)
    return head[:2] == b"\xff\xd8" and tail[-2:] == b"\xff\xd9"


def _size(path: Path) -> int:
    """Bytes; 0 where it has just gone."""
    with suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))[1].tobytes()


def pictures(entries: Sequence[object]) -> dict[int, PictureRead]:
    """The looks of a record that have a picture, by their places."""
    return {
        place: entry
        for place, entry in enumerate(entries)
        if isinstance(entry, PictureRead) and entry.picture and not entry.trouble
    }
