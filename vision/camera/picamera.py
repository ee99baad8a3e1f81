"""The camera of a Raspberry Pi as a live camera: small frames for movement, the full picture for reading."""

import time
from math import inf
from types import TracebackType
from typing import Any, Final, Self

import cv2
import numpy as np

from vision.camera.base import Frame, Image, frames_lost
from vision.camera.locked import Lock, Locked, locked_as
from vision.errors import N_, CameraError

FRAMES_A_SECOND: Final = 30
_WAIT_SECONDS: Final = 2.0
"""After so long without a frame the camera has failed."""
_SETTLE_SECONDS: Final = 1.0
"""In so long automatic exposure, white balance and focus have settled."""
# The sensor obeys some frames late; one that strays for longer is told once more.
_OBEYS_AFTER: Final = 10
# Of each stream: less memory than the six that picamera2 has for a video of itself.
_BUFFERS: Final = 4
_CONTINUOUS_FOCUS: Final = 2  # libcamera's AfModeEnum.Continuous; else the lens stays far away, where no table is


def _opened() -> Any:
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


class PiStream:
    """The first camera of the Raspberry Pi, started when it is made and closed on leaving the ``with`` block.

    Exposure, gain, white balance and focus are locked: to what the set-up has found, or else to what they settle to
    within a second. Each frame says whether it keeps to them (``Frame.steady``).

    Args:
        size: width and height of the pictures for reading, pixels.
        small: width and height of the frames; the width a multiple of 64, as the camera's memory has it.
        locked: what to lock the camera to, or ``None``: to what it settles to.
        hertz: of the mains, 50 or 60.
        settle_seconds: how long it may settle, 0 … 10.

    Attributes:
        locked: what it is locked to.
        loose: nothing.

    Raises:
        CameraError: picamera2 is not installed, or there is no camera, or another program uses it, or it gives nothing.
    """

    automatic = False
    loose: tuple[str, ...] = ()

    def __init__(
        self,
        size: tuple[int, int] = (1640, 1232),
        small: tuple[int, int] = (640, 480),
        *,
        locked: Locked | None = None,
        hertz: int = 50,
        settle_seconds: float = _SETTLE_SECONDS,
    ) -> None:
        self._camera: Any = _opened()
        self._small = small
        self._hertz, self._settle_seconds = hertz, settle_seconds
        self.locked: Locked
        self._frames = self._stills = self._astray = 0
        self._last = 0.0
        self.dropped = 0
        period = 1_000_000 // FRAMES_A_SECOND
        try:
            # "RGB888" is blue, green, red in memory; small frames can only be YUV on most models.
            configuration = self._camera.create_video_configuration(
                main={"size": size, "format": "RGB888"},
                lores={"size": small, "format": "YUV420"},
                controls={"FrameDurationLimits": (period, period)},
                buffer_count=_BUFFERS,
            )
            self._camera.configure(configuration)
            self._camera.start()
            if locked is None:
                self.settle()
            else:
                self.keep(locked)
        except (RuntimeError, CameraError) as error:
            self._camera.close()
            if isinstance(error, CameraError):
                raise
            text = N_("the camera of the Raspberry Pi does not start ({why}); check its cable")
            raise CameraError(text, why=error) from error

    @property
    def description(self) -> str:
        """What it is."""
        return "camera of the Raspberry Pi"

    def settle(self) -> None:
        """See ``locked.Lockable.settle``."""
        self._tell({"AeEnable": True, "AwbEnable": True, "AfMode": _CONTINUOUS_FOCUS})
        time.sleep(self._settle_seconds)
        self.keep(self._settled())
        # The first pictures are to keep to it as well.
        for _frame in range(2 * _OBEYS_AFTER):
            if self._keeps(self._take("lores")[1]):
                break

    def keep(self, locked: Lock) -> None:
        """See ``locked.Lockable.keep``."""
        if isinstance(locked, Locked):
            self.locked = locked.within(self._gains())
            self._tell(self.locked.controls())

    def next(self) -> Frame:
        """Wait for the next small frame; the name is a running number.

        Raises:
            CameraError: none came for two seconds; the camera must be opened again.
        """
        array, metadata = self._take("lores")
        # Rows may be longer than the picture is wide.
        image = np.ascontiguousarray(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_I420)[:, : self._small[0]], np.uint8)
        monotonic = self._taken(metadata)
        usual = float(metadata.get("FrameDuration", 1e6 / FRAMES_A_SECOND)) / 1e6
        if self._last:
            self.dropped += frames_lost(monotonic - self._last, usual)
        self._last = monotonic
        self._frames += 1
        return Frame(image, f"{self._frames:06d}", monotonic, self._keeps(metadata))

    def still(self) -> Frame:
        """Take a large picture now; the name is a running number.

        Raises:
            CameraError: none came for two seconds.
        """
        image, metadata = self._take("main")
        self._stills += 1
        monotonic, steady = self._taken(metadata), not self.locked.strays(metadata)
        return Frame(np.ascontiguousarray(image, np.uint8), f"{self._stills:06d}", monotonic, steady)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the camera and give it back."""
        self._camera.close()

    def _take(self, name: str) -> tuple[Image, dict[str, Any]]:
        try:
            request = self._camera.capture_request(wait=_WAIT_SECONDS)
        except TimeoutError as error:
            # The job still waits; without this, closing would wait behind it.
            self._camera.cancel_all_and_flush()
            raise _no_picture("it waited in vain") from error
        except RuntimeError as error:
            raise _no_picture(str(error)) from error
        try:
            return request.make_array(name), request.get_metadata()
        except RuntimeError as error:
            raise _no_picture(str(error)) from error
        finally:
            request.release()  # the camera has but few buffers and stops when none comes back

    def _settled(self) -> Locked:
        _, metadata = self._take("lores")
        try:
            return locked_as(metadata, self._hertz, self._gains())
        except KeyError as error:
            text = N_("the camera of the Raspberry Pi does not say how it takes its pictures ({what} is missing)")
            raise CameraError(text, what=error.args[0]) from error

    def _gains(self) -> tuple[float, float]:
        """The least and the most that the sensor has."""
        least, most = self._camera.camera_controls.get("AnalogueGain", (1.0, inf))[:2]
        return float(least), float(most)

    def _tell(self, controls: dict[str, Any]) -> None:
        """Set what this camera has of these: not every one has a motor for the focus."""
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in known})

    def _keeps(self, metadata: dict[str, Any]) -> bool:
        """Whether a frame keeps to what was locked; if many do not, the camera is told once more."""
        if not self.locked.strays(metadata):
            self._astray = 0
            return True
        self._astray += 1
        if self._astray % _OBEYS_AFTER == 0:
            self._tell(self.locked.controls())
        return False

    @staticmethod
    def _taken(metadata: dict[str, Any]) -> float:
        """When the sensor took it; its time is of a clock that also runs while the machine sleeps."""
        now = time.monotonic()
        stamp = metadata.get("SensorTimestamp")
        if stamp is None:
            return now
        return float(stamp) / 1e9 - time.clock_gettime(time.CLOCK_BOOTTIME) + now


def _no_picture(why: str) -> CameraError:
    text = N_("the camera of the Raspberry Pi gives no picture ({why}); check its cable and start again")
    return CameraError(text, why=why)
