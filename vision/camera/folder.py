"""A folder of pictures as a camera: each picture is one throw."""

import re
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from vision.camera.base import Frame
from vision.errors import N_, CameraError, OutOfPicturesError
from vision.picture import load_picture

SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
"""The endings of the files that count as pictures, in lower case."""


def natural_order(name: str) -> tuple[list[int | str], str]:
    """A sort key that puts ``throw2`` before ``throw10``, whatever the case of the letters.

    >>> sorted(["throw10.jpg", "Throw2.jpg", "throw1.jpg"], key=natural_order)
    ['throw1.jpg', 'Throw2.jpg', 'throw10.jpg']
    """
    # Text and numbers alternate, so that like is always compared with like; the name itself decides between equals.
    parts = re.split(r"(\d+)", name.casefold())
    return [int(part) if i % 2 else part for i, part in enumerate(parts)], name


class FolderCamera:
    """The pictures of a folder in natural order of their names, one a ``still()``.

    The folder is listed once, when the camera is made: pictures added later are not seen.

    Args:
        folder: where the pictures are; files that are no pictures by their ending, and hidden files, are passed over.
        after: name of the last picture that was already used: go on with the one that follows it in order, whether or
            not it is still there.

    Raises:
        CameraError: there is no such folder, or no picture in it.
    """

    automatic = True

    def __init__(self, folder: Path | str, after: str | None = None) -> None:
        self._folder = Path(folder).expanduser()
        try:
            entries = [entry for entry in self._folder.iterdir() if entry.is_file()]
        except NotADirectoryError:
            raise CameraError("{path} is a file; name a folder of pictures", path=self._folder) from None
        except FileNotFoundError:
            raise CameraError("there is no folder {path}; name a folder of pictures", path=self._folder) from None
        except OSError as error:
            text = N_("the folder {path} cannot be read: {why}")
            raise CameraError(text, path=self._folder, why=error.strerror) from error
        names = [e.name for e in entries if e.suffix.lower() in SUFFIXES and not e.name.startswith(".")]
        if not names:
            endings = ", ".join(suffix[1:] for suffix in SUFFIXES)
            text = N_("the folder {path} holds no picture; it takes files that end in {endings}")
            raise CameraError(text, path=self._folder, endings=endings)
        self._names = sorted(names, key=natural_order)
        self._next = 0
        if after is not None:
            last = natural_order(after)
            self._next = sum(natural_order(name) <= last for name in self._names)

    @property
    def place(self) -> str:
        """The folder alone, for what is kept."""
        return f"pictures of {self._folder}"

    @property
    def description(self) -> str:
        """The folder and how many of its pictures are still to come."""
        return f"pictures of {self._folder} ({len(self._names) - self._next} of {len(self._names)} to come)"

    def still(self) -> Frame:
        """Load the next picture.

        Raises:
            OutOfPicturesError: each picture was used.
            PictureError: the picture is damaged; the next call goes on with the one after it.
        """
        if self._next == len(self._names):
            text = N_("the pictures of {path} are used up ({n}); add more and start again")
            raise OutOfPicturesError(text, n=len(self._names), path=self._folder)
        name = self._names[self._next]
        self._next += 1
        image = load_picture(self._folder / name)
        return Frame(image, name, time.monotonic())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to give back."""
