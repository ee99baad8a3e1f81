"""The camera of a Raspberry Pi, through picamera2 (libcamera)."""

import time
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from vision.camera.base import Frame
from vision.errors import N_, CameraError

_TIMEOUT_SECONDS: Final = 10.0
# libcamera's AfModeEnum.Continuous; without it the lens stays where it is, which is too far for a table.
_CONTINUOUS_FOCUS: Final = 2


def open_picamera() -> Any:
    """The first camera of the Raspberry Pi, a ``picamera2.Picamera2`` that was neither configured nor started.

    Raises:
        CameraError: picamera2 is not installed, or there is no camera, or another program uses it.
    """
    try:
        # Only Raspberry Pi OS has it, as a package of the system; so no other module may need it.
        from picamera2 import Picamera2  # noqa: PLC0415
    except ImportError as error:
        raise CameraError(
            "picamera2 is not installed; install it with `apt install python3-picamera2`, "
            "and make the venv with --system-site-packages"
        ) from error
    try:
        return Picamera2()
    except (RuntimeError, IndexError) as error:  # IndexError: its list of cameras is empty
        raise CameraError(
            "the camera of the Raspberry Pi cannot be opened ({why}); "
            "check its cable, and close the program that uses it",
            why=error,
        ) from error


class PiCamera:
    """The first camera of the Raspberry Pi, started when it is made and closed on leaving the ``with`` block.

    Args:
        width, height: of the pictures, pixels.
        settle_seconds: how long exposure and focus may settle after the start, 0 … 10.

    Raises:
        CameraError: picamera2 is not installed, or there is no camera, or another program uses it.
    """

    automatic = False

    def __init__(self, width: int = 1640, height: int = 1232, settle_seconds: float = 1.0) -> None:
        self._camera: Any = open_picamera()
        self._stills = 0
        try:
            # "RGB888" names the bytes of a little-endian word: in memory they are blue, green, red, as OpenCV's.
            # Without a queue a capture waits for the next frame instead of taking a stored one.
            self._camera.configure(
                self._camera.create_still_configuration(main={"size": (width, height), "format": "RGB888"}, queue=False)
            )
            self._camera.start()
            if "AfMode" in self._camera.camera_controls:  # not every camera has a motor for the focus
                self._camera.set_controls({"AfMode": _CONTINUOUS_FOCUS})
        except RuntimeError as error:
            self._camera.close()
            text = N_("the camera of the Raspberry Pi does not start ({why}); check its cable")
            raise CameraError(text, why=error) from error
        time.sleep(settle_seconds)

    @property
    def description(self) -> str:
        """What it is."""
        return "camera of the Raspberry Pi"

    def still(self) -> Frame:
        """Take a picture now; the name is a running number.

        Raises:
            CameraError: no picture comes from the camera.
        """
        try:
            image = self._camera.capture_array("main", wait=_TIMEOUT_SECONDS)
        except TimeoutError as error:
            # The job still waits; without this, closing would wait behind it.
            self._camera.cancel_all_and_flush()
            raise self._no_picture("it waited in vain") from error
        except RuntimeError as error:
            raise self._no_picture(str(error)) from error
        self._stills += 1
        return Frame(np.ascontiguousarray(image, np.uint8), f"{self._stills:06d}", time.monotonic())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the camera and give it back."""
        self._camera.close()

    @staticmethod
    def _no_picture(why: str) -> CameraError:
        text = N_("the camera of the Raspberry Pi gives no picture ({why}); check its cable and start again")
        return CameraError(text, why=why)
