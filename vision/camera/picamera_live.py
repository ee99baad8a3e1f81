"""The camera of a Raspberry Pi as a live camera: small frames for movement, the full picture for reading."""

import time
from types import TracebackType
from typing import Any, Final, Self

import cv2
import numpy as np

from vision.camera.base import Frame, Image
from vision.camera.locked import Locked, locked_as
from vision.camera.picamera import open_picamera
from vision.errors import N_, CameraError

FRAMES_A_SECOND: Final = 30
_WAIT_SECONDS: Final = 2.0
_SETTLE_SECONDS: Final = 1.0
# The sensor obeys some frames late; one that strays for longer is told once more.
_OBEYS_AFTER: Final = 10
_GAP: Final = 1.6
_BUFFERS: Final = 4


class PiStream:
    """The first camera of the Raspberry Pi, started when it is made and closed on leaving the ``with`` block.

    Exposure, gain, white balance and focus settle for a second and are then locked; each frame says whether it keeps to
    them (``Frame.steady``).

    Args:
        size: width and height of the pictures for reading, pixels.
        small: width and height of the frames; the width a multiple of 64, as the camera's memory has it.
        locked: what to lock the camera to, or ``None``: to what it settles to.
        hertz: of the mains, 50 or 60.
        settle_seconds: how long it may settle.

    Raises:
        CameraError: picamera2 is not installed, or there is no camera, or another program uses it, or it gives nothing.
    """

    automatic = False

    def __init__(
        self,
        size: tuple[int, int] = (1640, 1232),
        small: tuple[int, int] = (640, 480),
        *,
        locked: Locked | None = None,
        hertz: int = 50,
        settle_seconds: float = _SETTLE_SECONDS,
    ) -> None:
        self._camera: Any = open_picamera()
        self._small = small
        self._frames = self._stills = self._astray = 0
        self._last = 0.0
        self.dropped = self.relocked = 0
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
            time.sleep(settle_seconds)
            self.locked = locked or self._settled(hertz)
            self._lock()
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
        if self._last and monotonic - self._last > _GAP * usual:
            self.dropped += round((monotonic - self._last) / usual) - 1
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

    def _settled(self, hertz: int) -> Locked:
        _, metadata = self._take("lores")
        try:
            return locked_as(metadata, hertz)
        except KeyError as error:
            text = N_("the camera of the Raspberry Pi does not say how it takes its pictures ({what} is missing)")
            raise CameraError(text, what=error.args[0]) from error

    def _lock(self) -> None:
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in self.locked.controls().items() if name in known})

    def _keeps(self, metadata: dict[str, Any]) -> bool:
        """Whether a frame keeps to what was locked; if many do not, the camera is told once more."""
        if not self.locked.strays(metadata):
            self._astray = 0
            return True
        self._astray += 1
        if self._astray % _OBEYS_AFTER == 0:
            self.relocked += 1
            self._lock()
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
