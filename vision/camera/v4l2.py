"""A USB camera, or any other that Linux offers as a video device."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np

from vision.camera.base import Frame, Image
from vision.errors import N_, CameraError

# OpenCV asks the driver for four buffers; a frame grabbed after these was exposed after the call.
_BUFFERED: Final = 4
# The exposure of a camera that was just switched on needs some frames to settle.
_WARM_UP: Final = 10
# The driver's time of a frame is believed where it is not older than this.
_OLDEST_SECONDS: Final = 1.0
# After so many seconds without a frame OpenCV gives up; of itself it would wait for ten.
_PATIENCE: Final = ("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
# A gap of so many usual ones between two frames: some were lost.
_GAP: Final = 1.6


class V4l2Camera:
    """A Video4Linux camera, opened when it is made and closed on leaving the ``with`` block.

    Args:
        device: number or path: 0 is ``/dev/video0``.
        width, height: the size to ask for, pixels; the camera gives the nearest that it can.
        capture: opens the device; ``cv2.VideoCapture`` unless a test brings its own.
        clock: the monotonic clock, seconds.

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
        try:
            self._grab(_WARM_UP)
        except CameraError:
            self._capture.release()
            raise

    @property
    def description(self) -> str:
        """The device."""
        return f"camera {self._path}"

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
        usual = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 30.0)
        if self._last and monotonic - self._last > _GAP * usual:
            self.dropped += round((monotonic - self._last) / usual) - 1
        self._last = monotonic
        self._frames += 1
        return Frame(image, f"{self._frames:06d}", monotonic)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the device."""
        self._capture.release()

    def _taken(self) -> float:
        """When the frame that was grabbed was taken, by the driver's clock if that is the monotonic one."""
        now = self._clock()
        driver = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return max(driver if 0 <= now - driver < _OLDEST_SECONDS else now, self._last + 1e-6)

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
