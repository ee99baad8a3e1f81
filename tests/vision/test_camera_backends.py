"""One suite over every camera; those for hardware run on stand-ins that are as strict as the real library."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import fake_picamera2
from vision.camera import Camera, open_camera, open_stream
from vision.camera.folder import FolderCamera
from vision.camera.picamera import PiStream
from vision.camera.v4l2 import V4l2Camera
from vision.errors import CameraError

BLUE = (250, 20, 10)


class FakeCapture:
    """``cv2.VideoCapture`` with a driver that keeps four frames; the blue of a frame counts them."""

    def __init__(self, path: str, backend: int, *, opens: bool = True, frames: int = 1000) -> None:
        self.path, self.backend = path, backend
        self.settings: dict[int, float] = {}
        self.released = False
        self._open, self._left = opens, frames
        self.grabbed = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self._open

    def set(self, setting: int, value: float) -> bool:
        self.settings[setting] = value
        return False

    def get(self, setting: int) -> float:
        return -1.0  # it has no settings that could be locked: see test_camera_usb.py

    def grab(self) -> bool:
        assert not self.released
        if self.grabbed == self._left:
            return False
        self.grabbed += 1
        return True

    def retrieve(self) -> tuple[bool, NDArray[np.uint8] | None]:
        assert self.grabbed
        # Some backends hand out a view of a larger buffer.
        return True, np.full((48, 128, 3), (self.grabbed % 256, 20, 10), np.uint8)[:, ::2]

    def release(self) -> None:
        self.released = True


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[fake_picamera2.Picamera2]:
    class Fresh(fake_picamera2.Picamera2):
        made: "list[fake_picamera2.Picamera2]" = []  # noqa: RUF012

    monkeypatch.setitem(sys.modules, "picamera2", fake_picamera2.module(Fresh))
    return Fresh


@pytest.fixture
def device(tmp_path: Path) -> str:
    path = tmp_path / "video0"
    path.touch()
    return str(path)


class Captures:
    """Makes fake captures and remembers them."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.made: list[FakeCapture] = []

    def __call__(self, path: str, backend: int) -> Any:
        self.made.append(FakeCapture(path, backend, **self.options))
        return self.made[-1]


def make_folder(tmp_path: Path) -> Camera:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for i in range(5):
        assert cv2.imwrite(str(folder / f"{i}.png"), np.full((48, 64, 3), BLUE, np.uint8))
    return FolderCamera(folder)


def make_simulated(_: Path) -> Camera:
    return open_camera("simulated:1")


def make_v4l2(tmp_path: Path) -> Camera:
    (tmp_path / "video0").touch()
    return V4l2Camera(str(tmp_path / "video0"), capture=Captures())


def make_picamera(_: Path) -> Camera:
    return PiStream((64, 48), (64, 48), settle_seconds=0)


@pytest.fixture(params=[make_folder, make_simulated, make_v4l2, make_picamera], ids=lambda make: make.__name__[5:])
def camera(request: pytest.FixtureRequest, tmp_path: Path, picamera2: type[fake_picamera2.Picamera2]) -> Camera:
    make: Callable[[Path], Camera] = request.param
    return make(tmp_path)


def test_frames_are_contiguous_bgr_bytes(camera: Camera) -> None:
    with camera:
        image = camera.still().image
    assert image.dtype == np.uint8
    assert image.ndim == 3
    assert image.shape[2] == 3
    assert image.flags.c_contiguous
    assert image.flags.writeable


def test_frames_have_names_and_times_that_rise(camera: Camera) -> None:
    before = time.monotonic()
    with camera:
        frames = [camera.still() for _ in range(4)]
    times = [frame.monotonic for frame in frames]
    assert before <= times[0]
    assert times == sorted(times)
    assert times[-1] <= time.monotonic()
    assert all(frame.name for frame in frames)
    assert len({frame.name for frame in frames}) == 4


def test_with_gives_the_camera_itself_and_lets_errors_pass(camera: Camera) -> None:
    def fail() -> None:
        with camera as entered:
            assert entered is camera
            raise KeyError

    with pytest.raises(KeyError):
        fail()


def test_it_describes_itself_in_one_line(camera: Camera) -> None:
    with camera:
        assert camera.description
        assert "\n" not in camera.description
        assert isinstance(camera, FolderCamera) == camera.automatic


# --- V4L2 ------------------------------------------------------------------------------------------------------------


def test_v4l2_opens_once_and_gives_frames_from_after_the_call(device: str) -> None:
    captures = Captures()
    with V4l2Camera(device, 800, 600, captures) as camera:
        (capture,) = captures.made
        assert (capture.path, capture.backend) == (device, cv2.CAP_V4L2)
        assert capture.settings == {cv2.CAP_PROP_FRAME_WIDTH: 800, cv2.CAP_PROP_FRAME_HEIGHT: 600}
        for _ in range(3):
            before = capture.grabbed
            assert camera.still().image[0, 0, 0] > before + 4  # four frames may have waited in the driver
        assert not capture.released
    assert captures.made == [capture]
    assert capture.released


def test_v4l2_says_which_device_is_missing() -> None:
    with pytest.raises(CameraError, match=r"there is no camera /dev/video97; plug one in or name another \(found: "):
        V4l2Camera(97, capture=Captures())


def test_v4l2_says_that_a_device_is_in_use(device: str) -> None:
    captures = Captures(opens=False)
    with pytest.raises(CameraError, match="video0 cannot be opened; close the program that uses it"):
        V4l2Camera(device, capture=captures)
    assert captures.made[0].released


def test_v4l2_says_that_no_picture_comes(device: str) -> None:
    captures = Captures(frames=0)
    with pytest.raises(CameraError, match="video0 gives no picture; check its cable"):
        V4l2Camera(device, capture=captures)
    assert captures.made[0].released
    with V4l2Camera(device, capture=Captures(frames=12)) as camera, pytest.raises(CameraError, match="no picture"):
        camera.still()


# --- picamera2: more in test_camera_streams.py -----------------------------------------------------------------------


def test_picamera_tells_how_to_install_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match=r"apt install python3-picamera2.*--system-site-packages"):
        PiStream()


def test_what_is_set_up_is_the_camera_of_the_table(picamera2: type[fake_picamera2.Picamera2]) -> None:
    """Other modes of the sensor show another part of the tray, and another exposure would not be locked to."""
    with open_camera("picamera2", hertz=60) as camera:
        assert isinstance(camera, PiStream)
        assert camera.locked.exposure == 8_333
        assert camera.still().image.shape == (1232, 1640, 3)
        with open_stream("picamera2", hertz=60) as stream:
            assert isinstance(stream, PiStream)
            assert stream.locked == camera.locked
    one, other = picamera2.made
    assert one.config == other.config


# --- open_camera -----------------------------------------------------------------------------------------------------


def test_open_camera_knows_the_simulated_tray() -> None:
    assert open_camera("simulated").description == "simulated tray"
    assert open_camera("simulated:12").description == "simulated tray, seed 12"


def test_open_camera_knows_folders(tmp_path: Path) -> None:
    make_folder(tmp_path)
    assert open_camera(f"folder:{tmp_path / 'pictures'}").still().name == "0.png"
    assert open_camera(f"folder:{tmp_path / 'pictures'}", after="2.png").still().name == "3.png"


@pytest.mark.parametrize("source", ["v4l2:97", "v4l2:/dev/video97"])
def test_open_camera_knows_v4l2_by_number_and_by_path(source: str) -> None:
    with pytest.raises(CameraError, match="there is no camera /dev/video97"):
        open_camera(source)


def test_open_camera_knows_picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="picamera2 is not installed"):
        open_camera("picamera2")


@pytest.mark.parametrize(
    "source", ["", "webcam", "folder", "folder:", "v4l2", "v4l2:", "picamera2:1", "simulated:", "Simulated"]
)
def test_open_camera_names_what_it_found_and_what_it_takes(source: str) -> None:
    with pytest.raises(CameraError) as raised:
        open_camera(source)
    message = str(raised.value)
    assert message.startswith(f"{source!r} is no source of pictures; use one of simulated, ")
    assert "folder:DIR" in message


def test_open_camera_refuses_a_seed_that_is_no_number() -> None:
    with pytest.raises(CameraError, match="the seed in 'simulated:x' is no whole number; write for example"):
        open_camera("simulated:x")
