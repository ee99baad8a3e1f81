"""A USB camera, or any other that Linux offers as a video device."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np

from vision.camera.base import Frame, Image, frames_lost
from vision.camera.locked import Lock, UsbLocked
from vision.camera.v4l2_settings import UsbSettings
from vision.errors import N_, CameraError

# OpenCV asks the driver for four buffers; a frame grabbed after these was exposed after the call.
_BUFFERED: Final = 4
# The exposure of a camera that was just switched on needs some frames to settle.
_WARM_UP: Final = 10
# What is to be locked gets longer: white balance and focus are slower.
_SETTLE: Final = 30
# The driver's time of a frame is believed where it is not older than this.
_OLDEST_SECONDS: Final = 1.0
# After so many seconds without a frame OpenCV gives up; of itself it would wait for ten.
_PATIENCE: Final = ("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
# What a driver says of its frames a second beyond that, as 0 or -1, is not believed.
_SLOWEST, _FASTEST = 1.0, 1000.0


class V4l2Camera:
    """A Video4Linux camera, opened when it is made and closed on leaving the ``with`` block.

    Exposure, white balance and focus are locked as far as the camera lets them be. Its frames say nothing of them, so
    whether it keeps to that is not seen.

    Args:
        device: number or path: 0 is ``/dev/video0``.
        width, height: the size to ask for, pixels; the camera gives the nearest that it can.
        capture: opens the device; ``cv2.VideoCapture`` unless a test brings its own.
        clock: the monotonic clock, seconds.
        locked: what to lock it to, or ``None``: to what it settles to.
        hertz: of the mains, 50 or 60.

    Attributes:
        locked: what it is locked to.

    Raises:
        CameraError: the device is missing, in use or no camera, or no picture comes from it.
    """

    automatic = False

    def __init__(
        self,
        device: int | str,
        width: int = 1280,
        height: int = 720,
        capture: Callable[[str, int], cv2.VideoCapture] = cv2.VideoCapture,
        clock: Callable[[], float] = time.monotonic,
        *,
        locked: UsbLocked | None = None,
        hertz: int = 50,
    ) -> None:
        self._path = f"/dev/video{device}" if isinstance(device, int) else device
        if not Path(self._path).exists():
            found = ", ".join(sorted(map(str, Path("/dev").glob("video*")))) or "none"
            text = N_("there is no camera {path}; plug one in or name another (found: {found})")
            raise CameraError(text, path=self._path, found=found)
        self._clock = clock
        os.environ.setdefault(*_PATIENCE)
        self._capture = capture(self._path, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(
                "the camera {path} cannot be opened; close the program that uses it, "
                "and see that this user is in the group video",
                path=self._path,
            )
        # Not every driver obeys; what it gives instead serves as well.
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._stills = self._frames = 0
        self._last = 0.0
        self.dropped = 0
        self.locked = UsbLocked()
        self._settings = UsbSettings(self._capture, self._brightness, hertz)
        try:
            if locked is None:
                self.settle()
            else:
                self.keep(locked)
        except CameraError:
            self._capture.release()
            raise

    @property
    def description(self) -> str:
        """The device."""
        return f"camera {self._path}"

    @property
    def loose(self) -> tuple[str, ...]:
        """See ``locked.Lockable``."""
        return self._settings.loose

    def settle(self) -> None:
        """See ``locked.Lockable.settle``."""
        self._settings.release()
        self._grab(_SETTLE if self._settings.known else _WARM_UP)
        self.locked = self._settings.settled() if self._settings.known else UsbLocked()

    def keep(self, locked: Lock) -> None:
        """See ``locked.Lockable.keep``."""
        if isinstance(locked, UsbLocked):
            self.locked = self._settings.keep(locked)
        self._grab(_WARM_UP)

    def still(self) -> Frame:
        """Take a picture now; the name is a running number.

        Raises:
            CameraError: no picture comes from the camera.
        """
        self._grab(_BUFFERED + 1)
        monotonic = self._clock()
        image = self._retrieve()
        self._stills += 1
        return Frame(image, f"{self._stills:06d}", monotonic)

    def next(self) -> Frame:
        """Wait for the next frame, of the same size as ``still``; the name is a running number.

        Raises:
            CameraError: no frame came for two seconds, unless the environment variable
                ``OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT`` names other ones.
        """
        self._grab(1)
        monotonic = self._taken()
        image = self._retrieve()
        told = self._capture.get(cv2.CAP_PROP_FPS)
        usual = 1 / (told if _SLOWEST <= told <= _FASTEST else 30.0)
        if self._last:
            self.dropped += frames_lost(monotonic - self._last, usual)
        self._last = monotonic
        self._frames += 1
        return Frame(image, f"{self._frames:06d}", monotonic)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the device, with all left to it as other programs expect it."""
        self._settings.release()
        self._capture.release()

    def _taken(self) -> float:
        """When the frame that was grabbed was taken, by the driver's clock if that is the monotonic one."""
        now = self._clock()
        driver = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return max(driver if 0 <= now - driver < _OLDEST_SECONDS else now, self._last + 1e-6)

    def _brightness(self) -> float:
        """The mean level of a frame that was taken after all that was set."""
        self._grab(_WARM_UP)
        return float(self._retrieve()[::8, ::8].mean())

    def _retrieve(self) -> Image:
        good, image = self._capture.retrieve()
        if not good or image is None:
            raise self._no_picture()
        return np.ascontiguousarray(image, np.uint8)

    def _grab(self, frames: int) -> None:
        """Take frames out of the queue; the last one is kept for ``retrieve``."""
        for _ in range(frames):
            if not self._capture.grab():
                raise self._no_picture()

    def _no_picture(self) -> CameraError:
        text = N_("the camera {path} gives no picture; check its cable and plug it in again")
        return CameraError(text, path=self._path)
