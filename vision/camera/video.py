"""A video file, or a folder of pictures that were taken one after the other, as a live camera."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np

from vision.camera.base import Frame, Image
from vision.camera.folder import SUFFIXES, natural_order
from vision.errors import N_, CameraError, OutOfPicturesError, PictureError
from vision.picture import load_picture

FRAMES_A_SECOND: Final = 30.0
"""Of a folder of pictures, and of a video that does not say how fast it is."""
_SLOWEST, _FASTEST = 1.0, 240.0
"""What a video says beyond that, also 0, less, or no number at all, is not believed."""
_MOST_SKIPPED: Final = 30
"""What is skipped is decoded as well: with more at once a machine that is too slow would fall back ever farther."""


class VideoFile:
    """Frames of a file or a folder, as fast as they are taken; their times are those of the recording.

    Args:
        path: a video file that OpenCV can read, or a folder of pictures, in natural order of their names.

    Attributes:
        rate: frames a second.

    Raises:
        CameraError: there is no such file or folder, no picture in it, or the file is no video.
    """

    automatic = False

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path).expanduser()
        self._begin = time.monotonic()
        self._frames = 0
        self.dropped = 0
        self._pictures: list[Path] = []
        self._capture: cv2.VideoCapture | None = None
        if self._path.is_dir():
            self._pictures = _pictures_in(self._path)
            if not self._pictures:
                endings = ", ".join(suffix[1:] for suffix in SUFFIXES)
                text = N_("the folder {path} holds no picture; it takes files that end in {endings}")
                raise CameraError(text, path=self._path, endings=endings)
        elif not self._path.is_file():
            raise CameraError("there is no video {path}; name a video file or a folder of pictures", path=self._path)
        else:
            self._capture = cv2.VideoCapture(str(self._path))
            if not self._capture.isOpened():
                self._capture.release()
                raise CameraError("{path} is no video that can be read; try an MP4 or AVI file", path=self._path)
        told = self._capture.get(cv2.CAP_PROP_FPS) if self._capture else FRAMES_A_SECOND
        self.rate = told if _SLOWEST <= told <= _FASTEST else FRAMES_A_SECOND

    @property
    def description(self) -> str:
        """The file or folder."""
        return f"video {self._path}"

    def next(self) -> Frame:
        """The next frame; the name is a running number.

        Raises:
            OutOfPicturesError: it is over.
            PictureError: a picture of a folder is damaged; the next call goes on with the one after it.
        """
        number = self._frames
        self._frames += 1
        image = self._read(number)
        if image is None:
            self._frames = number
            raise OutOfPicturesError(N_("the video {path} is over; name another"), path=self._path)
        return Frame(image, f"{self._frames:06d}", self._begin + number / self.rate)

    def still(self) -> Frame:
        """The next frame."""
        return self.next()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._capture:
            self._capture.release()

    def skip(self, frames: int) -> None:
        """Leave out so many frames, as far as there are more."""
        self._frames += frames
        if self._capture:
            for _frame in range(frames):
                if not self._capture.grab():
                    break

    def _read(self, number: int) -> Image | None:
        if self._capture is None:
            return load_picture(self._pictures[number]) if number < len(self._pictures) else None
        good, image = self._capture.read()
        return np.ascontiguousarray(image, np.uint8) if good and image is not None else None


class RunningVideo:
    """A video as a camera at the table would give it: each frame when it is due, and from the beginning at its end.

    Where nobody takes a frame in time it is lost, as a camera's is, and counted in ``dropped``.

    Args:
        path: see ``VideoFile``; errors as there.
        clock, sleep: the time, seconds, and waiting; a test brings its own.
    """

    automatic = False

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._path = path
        self._clock, self._sleep = clock, sleep
        self._video = VideoFile(path)
        self._seconds = 1 / self._video.rate
        self._due = clock()
        self._frames = 0
        self.dropped = 0

    @property
    def description(self) -> str:
        """The file or folder."""
        return self._video.description

    def next(self) -> Frame:
        """Wait for the next frame; its time is when it was due, its name a running number.

        Raises:
            CameraError: the video cannot be read any more, or nothing in it can.
        """
        late = int((self._clock() - self._due) / self._seconds)
        if late > 0:
            self._video.skip(min(late, _MOST_SKIPPED))
            self.dropped += late
            self._due += late * self._seconds
        elif (early := self._due - self._clock()) > 0:
            self._sleep(early)
        self._frames += 1
        due, self._due = self._due, self._due + self._seconds
        return replace(self._read(), name=f"{self._frames:06d}", monotonic=due)

    def still(self) -> Frame:
        """The next frame."""
        return self.next()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._video.close()

    def _read(self) -> Frame:
        """The next frame that is not damaged; after the last one the first."""
        ends = 0
        while ends < 2:
            try:
                return self._video.next()
            except PictureError:
                self.dropped += 1
            except OutOfPicturesError:
                ends += 1
                self._video.close()
                self._video = VideoFile(self._path)
        raise CameraError(N_("{path} holds no picture that can be read; name another video"), path=self._path)


def _pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder, in natural order of their names.

    Raises:
        CameraError: it cannot be read.
    """
    try:
        entries = [entry for entry in folder.iterdir() if entry.is_file()]
    except OSError as error:
        text = N_("the folder {path} cannot be read: {why}")
        raise CameraError(text, path=folder, why=error.strerror) from error
    found = (entry for entry in entries if entry.suffix.lower() in SUFFIXES and not entry.name.startswith("."))
    return sorted(found, key=lambda entry: natural_order(entry.name))
