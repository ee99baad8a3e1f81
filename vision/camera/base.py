"""What every source of pictures offers, whether a camera, a folder of pictures or a simulated tray."""

from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Colour picture, shape (height, width, 3), BGR, 0 … 255."""
_GAP: Final = 1.6
"""A gap of so many usual ones between two frames: some were lost."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture.

    Attributes:
        image: the picture, BGR.
        name: what to call it in the record: a file's name, or a running number.
        monotonic: when it was taken, in seconds of the monotonic clock.
        steady: False where exposure, gain, white balance or focus are not what they were locked to.
    """

    image: Image
    name: str
    monotonic: float
    steady: bool = True


class Camera(Protocol):
    """A source of pictures of dice at rest; a context manager. It is used from one thread only.

    Attributes:
        automatic: True when each picture is a throw of its own (a folder), so nobody has to say that the dice lie
            still.
    """

    automatic: bool

    @property
    def description(self) -> str:
        """What it is, in one line, for people."""

    def still(self) -> Frame:
        """Take the next picture.

        Raises:
            CameraError: no picture is to be had now; ``OutOfPicturesError`` when there will be none.
            PictureError: this picture is damaged; the next call goes on with the next one.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Stream(Camera, Protocol):
    """A camera that also shows what goes on: small frames, one after the other, and large pictures for reading.

    Attributes:
        dropped: how many frames were lost so far, by the camera or because nobody took them in time.
    """

    dropped: int

    def next(self) -> Frame:
        """Wait for the next frame; its times rise.

        Raises:
            CameraError: no frame came in time; ``OutOfPicturesError`` when there will be none.
        """


def frames_lost(seconds: float, usual: float) -> int:
    """How many frames were lost between two that came.

    Args:
        seconds: between the two.
        usual: between two frames of which none is lost, seconds.

    >>> frames_lost(0.034, 1 / 30), frames_lost(0.1, 1 / 30)
    (0, 2)
    """
    return round(seconds / usual) - 1 if seconds > _GAP * usual else 0
