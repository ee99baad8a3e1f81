"""A stand-in for the part of picamera2 that is used: configurations, controls, metadata, the life of a request.

It fails as the real module does: with its errors, and when its few buffers are not given back. ``USED`` lists what is
called and with which arguments, so that it can be compared with the real module where that is installed.
"""

import time
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

USED: Final[dict[str, tuple[str, ...]]] = {
    "create_video_configuration": ("main", "lores", "controls", "buffer_count"),
    "configure": (),
    "start": (),
    "set_controls": (),
    "capture_request": ("wait",),
    "cancel_all_and_flush": (),
    "close": (),
}
"""Methods of ``Picamera2`` that are called, with the arguments that are named in the call."""
USED_OF_REQUEST: Final = ("make_array", "get_metadata", "release")
STRIDE: Final = 64
"""Rows in memory are a multiple of this long, bytes."""


class Picamera2:
    """One camera. ``behaviour`` of the class is what goes wrong, for a test to set."""

    made: "list[Picamera2]" = []  # noqa: RUF012
    fault: str = ""
    obeys = True
    late = 0  # so many frames after it is told
    settles_to: "dict[str, Any]" = {"ExposureTime": 12345, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.5)}  # noqa: RUF012
    camera_controls: "dict[str, tuple[Any, Any, Any]]" = {  # noqa: RUF012
        "ExposureTime": (1, 66666, 20000),
        "AnalogueGain": (1.0, 16.0, 1.0),
        "ColourGains": (0.0, 32.0, None),
        "AeEnable": (False, True, True),
        "AwbEnable": (False, True, True),
        "FrameDurationLimits": (33333, 120000, None),
        "AfMode": (0, 2, 0),
        "LensPosition": (0.0, 32.0, 1.0),
    }

    def __init__(self, camera_num: int = 0) -> None:
        if self.fault == "busy":
            raise RuntimeError("Camera __init__ sequence did not complete.")
        if self.fault == "none":
            raise IndexError("list index out of range")
        self.config: dict[str, Any] = {}
        self.applied: dict[str, Any] = dict(self.settles_to)
        self.told: list[dict[str, Any]] = []
        self.coming: list[tuple[int, dict[str, Any]]] = []
        self.started = self.closed = self.pending = False
        self.out = self.number = self.buffers = 0
        self.made.append(self)

    def create_video_configuration(
        self,
        main: dict[str, Any] = {},  # noqa: B006
        lores: dict[str, Any] | None = None,
        controls: dict[str, Any] = {},  # noqa: B006
        buffer_count: int = 6,
    ) -> dict[str, Any]:
        assert set(main) <= {"size", "format"}
        assert lores is None or lores["format"] == "YUV420", "most models give small frames in no other format"
        return {"main": dict(main), "lores": lores, "controls": controls, "buffer_count": buffer_count}

    def configure(self, camera_config: dict[str, Any]) -> None:
        assert not self.started, "a started camera cannot be configured"
        if self.fault == "configure":
            raise RuntimeError("Camera must be stopped before configuring")
        for name in camera_config["controls"]:
            assert name in self.camera_controls
        self.config = camera_config
        self.buffers = camera_config["buffer_count"]

    def start(self) -> None:
        if not self.config:
            raise RuntimeError("Camera has not been configured")
        if self.fault == "start":
            raise RuntimeError("Failed to start camera")
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.told.append(dict(controls))
        if self.obeys:
            self.coming.append((self.number + self.late, dict(controls)))
            self._apply()

    def _apply(self) -> None:
        while self.coming and self.coming[0][0] <= self.number:
            controls = self.coming.pop(0)[1]
            self.applied |= controls
            if controls.get("AeEnable"):
                self.applied |= self.settles_to
            least, most, _ = self.camera_controls["AnalogueGain"]
            # As libcamera: what the sensor does not have is what it has that is nearest.
            self.applied["AnalogueGain"] = min(max(self.applied["AnalogueGain"], least), most)

    def capture_request(self, wait: float | None = None) -> "Request":
        assert self.started
        assert not self.closed
        assert not self.pending, "the job before still waits"
        if self.fault == "silent" or self.out == self.buffers:  # no buffer is left for the camera to fill
            assert wait is not None, "this would wait for ever"
            self.pending = True
            raise TimeoutError
        self.number += 1
        self.out += 1
        self._apply()
        return Request(self)

    def cancel_all_and_flush(self) -> None:
        self.pending = False

    def close(self) -> None:
        assert not self.pending, "closing would wait behind the job that still waits"
        self.started, self.closed = False, True


class Request:
    """A frame that the camera has lent; its buffers are the camera's own again once it is released."""

    def __init__(self, camera: Picamera2) -> None:
        self._camera: Picamera2 | None = camera
        self._number = camera.number
        self._stamp = time.clock_gettime_ns(time.CLOCK_BOOTTIME)

    def make_array(self, name: str) -> NDArray[np.uint8]:
        if self._camera is None:
            raise TypeError("'NoneType' object is not subscriptable")
        stream = self._camera.config.get(name)
        if stream is None:
            raise RuntimeError(f"Stream {name!r} is not defined")
        if self._camera.fault == "buffer":
            raise RuntimeError("Format not supported")
        width, height = stream["size"]
        if stream["format"] == "YUV420":
            stride = -(-width // STRIDE) * STRIDE
            array = np.full((height * 3 // 2, stride), 128, np.uint8)
            array[:height] = 50 + self._number % 100
            return array
        # In memory, libcamera's RGB888 is blue, green, red.
        assert stream["format"] == "RGB888"
        return np.full((height, width, 3), (250, 20, 10), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        assert self._camera is not None
        known = {"SensorTimestamp": self._stamp, "FrameDuration": 33333, "LensPosition": 1.0}
        metadata = known | {name: value for name, value in self._camera.applied.items() if name in _MEASURED}
        if self._camera.fault == "speechless":
            del metadata["ExposureTime"]
        return metadata

    def release(self) -> None:
        if self._camera is None:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._camera.out -= 1
        self._camera = None


_MEASURED: Final = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")


def module(camera: type[Picamera2]) -> ModuleType:
    """A module ``picamera2`` with this class in it."""
    made = ModuleType("picamera2")
    made.Picamera2 = camera  # type: ignore[attr-defined]
    return made
