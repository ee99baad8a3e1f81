"""Live cameras: frames with times that rise, what goes wrong is said, and what went away comes back."""

import inspect
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import fake_picamera2
from vision.camera import Stream, open_stream
from vision.camera.base import Frame
from vision.camera.lasting import LastingStream
from vision.camera.locked import Lock, Locked, flicker_free, locked_as
from vision.camera.picamera import PiStream
from vision.camera.v4l2 import V4l2Camera
from vision.camera.video import RunningVideo, VideoFile
from vision.errors import CameraError, OutOfPicturesError, PictureError

REAL = os.environ.get("DICETABLE_TEST_CAMERA") == "picamera2"
"""Set on a Raspberry Pi by ``make test-camera``: then the tests that inject no fault run on the real module."""


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[fake_picamera2.Picamera2]:
    class Fresh(fake_picamera2.Picamera2):
        made: "list[fake_picamera2.Picamera2]" = []  # noqa: RUF012

    monkeypatch.setitem(sys.modules, "picamera2", fake_picamera2.module(Fresh))
    return Fresh


@pytest.fixture
def perhaps_real(request: pytest.FixtureRequest) -> None:
    if not REAL:
        request.getfixturevalue("picamera2")


class Capture:
    """``cv2.VideoCapture`` of a driver that gives a frame each 33 ms, with its own times; the blue counts them."""

    def __init__(self, path: str, backend: int) -> None:
        self.begin = time.monotonic()
        self.number = 0
        self.lost = 0
        self.left = 1000

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, setting: int, value: float) -> bool:
        return False

    def get(self, setting: int) -> float:
        return {cv2.CAP_PROP_FPS: 30.0, cv2.CAP_PROP_POS_MSEC: 1000 * (self.clock() - 0.02)}.get(setting, -1.0)

    def clock(self) -> float:
        """The time at which the last frame came, 20 ms after it was taken."""
        return self.begin + (self.number + self.lost) / 30 + 0.02

    def grab(self) -> bool:
        self.number += 1
        return self.number <= self.left

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        return True, np.full((48, 64, 3), (self.number % 256, 20, 10), np.uint8)

    def release(self) -> None:
        self.left = 0


def v4l2(tmp_path: Path) -> tuple[V4l2Camera, Capture]:
    (tmp_path / "video0").touch()
    made: list[Capture] = []

    def open_device(path: str, backend: int) -> Any:
        made.append(Capture(path, backend))
        return made[-1]

    camera = V4l2Camera(str(tmp_path / "video0"), capture=open_device, clock=lambda: made[0].clock())  # noqa: PLW0108  (not made yet)
    return camera, made[0]


def pictures(folder: Path, count: int = 5) -> Path:
    folder.mkdir(exist_ok=True)
    for number in range(count):
        assert cv2.imwrite(str(folder / f"{number}.png"), np.full((48, 64, 3), number, np.uint8))
    return folder


@pytest.fixture(params=["folder", "simulated", "v4l2", "picamera2"])
def stream(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stream]:
    match request.param:
        case "folder":
            made: Stream = open_stream(f"video:{pictures(tmp_path / 'film')}")
        case "simulated":
            made = open_stream("simulated:1")
        case "v4l2":
            made, _ = v4l2(tmp_path)
        case _:
            request.getfixturevalue("perhaps_real")
            made = PiStream(settle_seconds=1.0 if REAL else 0.0)
    with made as entered:
        assert entered is made
        yield made


def test_frames_are_bgr_bytes_with_names_and_times_that_rise(stream: Stream) -> None:
    frames = [stream.next() for _ in range(4)]
    times = [frame.monotonic for frame in frames]
    assert times == sorted(set(times))
    assert len({frame.name for frame in frames}) == 4
    for frame in frames:
        assert frame.image.dtype == np.uint8
        assert frame.image.shape[2] == 3
        assert frame.image.flags.c_contiguous
    assert abs(times[-1] - time.monotonic()) < 5


def test_a_picture_for_reading_is_at_least_as_large(stream: Stream) -> None:
    small, large = stream.next().image, stream.still().image
    assert large.shape[0] >= small.shape[0]
    assert large.shape[2] == 3


def test_it_says_what_it_is_and_counts_what_is_lost(stream: Stream) -> None:
    assert stream.description
    assert "\n" not in stream.description
    assert stream.dropped == 0


# --- V4L2 ------------------------------------------------------------------------------------------------------------


def test_v4l2_takes_the_time_of_the_driver_and_counts_frames_that_it_lost(tmp_path: Path) -> None:
    camera, capture = v4l2(tmp_path)
    first = camera.next()
    second = camera.next()
    assert second.monotonic - first.monotonic == pytest.approx(1 / 30, abs=0.002)
    assert camera.dropped == 0
    capture.lost = 3
    assert camera.next().monotonic - second.monotonic == pytest.approx(4 / 30, abs=0.002)
    assert camera.dropped == 3


@pytest.mark.parametrize("told", [-1.0, 0.0, float("nan"), 1e9])
def test_v4l2_counts_no_lost_frames_by_a_speed_that_cannot_be(tmp_path: Path, told: float) -> None:
    """A driver that says -1 had frames lost less than never."""
    camera, capture = v4l2(tmp_path)
    real = capture.get
    capture.get = lambda setting: told if setting == cv2.CAP_PROP_FPS else real(setting)  # type: ignore[method-assign]
    with camera:
        for _frame in range(5):
            camera.next()
        assert camera.dropped == 0


def test_v4l2_waits_for_a_frame_for_two_seconds_unless_it_is_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenCV reads its patience out of the environment when it opens a device."""
    name = "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"
    monkeypatch.delenv(name, raising=False)
    v4l2(tmp_path)
    assert os.environ[name] == "2"
    monkeypatch.setenv(name, "5")
    v4l2(tmp_path)
    assert os.environ[name] == "5"


def test_v4l2_says_that_no_frame_comes(tmp_path: Path) -> None:
    camera, capture = v4l2(tmp_path)
    capture.left = 0
    with pytest.raises(CameraError, match="video0 gives no picture; check its cable and plug it in again"):
        camera.next()


# --- video files -----------------------------------------------------------------------------------------------------


def test_a_folder_is_a_film_in_the_order_of_its_names(tmp_path: Path) -> None:
    with VideoFile(pictures(tmp_path / "film", 12)) as video:
        frames = [video.next() for _ in range(12)]
        assert [int(frame.image[0, 0, 0]) for frame in frames] == list(range(12))
        assert np.diff([frame.monotonic for frame in frames]) == pytest.approx(1 / 30)
        with pytest.raises(OutOfPicturesError, match="film is over; name another"):
            video.next()


def test_a_video_file_has_its_own_times(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no video")
    for number in range(6):
        writer.write(np.full((48, 64, 3), 40 * number, np.uint8))
    writer.release()
    with open_stream(f"video:{path}") as video:
        frames = [video.next() for _ in range(6)]
        assert np.diff([frame.monotonic for frame in frames]) == pytest.approx(1 / 20)
        assert [int(frame.image.mean()) for frame in frames] == pytest.approx([0, 40, 80, 120, 160, 200], abs=6)
        with pytest.raises(OutOfPicturesError):
            video.next()


def test_a_damaged_picture_of_a_film_is_named_and_passed_over(tmp_path: Path) -> None:
    folder = pictures(tmp_path / "film", 3)
    (folder / "1.png").write_bytes(b"no picture")
    with VideoFile(folder) as video:
        video.next()
        with pytest.raises(PictureError, match=r"1\.png: no picture"):
            video.next()
        assert int(video.next().image[0, 0, 0]) == 2


class Hours:
    """A clock that waiting moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_video_at_the_table_runs_in_its_own_time_and_begins_again(tmp_path: Path) -> None:
    time = Hours()
    with RunningVideo(pictures(tmp_path / "film", 3), clock=time.clock, sleep=time.sleep) as video:
        frames = [video.next() for _ in range(7)]
        assert [int(frame.image[0, 0, 0]) for frame in frames] == [0, 1, 2, 0, 1, 2, 0]
        assert np.diff([frame.monotonic for frame in frames]) == pytest.approx(1 / 30)
        # It was waited for each of them, and each has a name of its own.
        assert time.now == pytest.approx(100 + 6 / 30)
        assert len({frame.name for frame in frames}) == 7
        assert video.dropped == 0


def test_frames_of_a_video_that_nobody_took_in_time_are_lost(tmp_path: Path) -> None:
    time = Hours()
    with RunningVideo(pictures(tmp_path / "film", 60), clock=time.clock, sleep=time.sleep) as video:
        video.next()
        time.now += 1.01
        late = video.next()
        # A second later the picture of a second later is seen, at its own time.
        assert int(late.image[0, 0, 0]) == 30
        assert late.monotonic == pytest.approx(101.0)
        assert video.dropped == 29
        assert int(video.next().image[0, 0, 0]) == 31


def test_a_video_that_is_gone_at_its_end_is_a_fault_of_the_camera(tmp_path: Path) -> None:
    time = Hours()
    film = pictures(tmp_path / "film", 1)
    with RunningVideo(film, clock=time.clock, sleep=time.sleep) as video:
        video.next()
        (film / "0.png").unlink()
        with pytest.raises(CameraError, match="holds no picture"):
            video.next()


def test_damaged_pictures_of_a_film_at_the_table_are_frames_that_were_lost(tmp_path: Path) -> None:
    """Each would have cost a second, and a throw in which it came."""
    film = pictures(tmp_path / "film")
    (film / "1.png").write_bytes(b"\x89PNG")
    (film / "3.png").write_bytes(b"")
    (film / "2 not a picture.png").mkdir()
    (film / ".hidden.png").write_bytes(b"")
    (film / "notes.txt").write_text("what was thrown")
    with RunningVideo(film, clock=lambda: 0.0, sleep=lambda seconds: None) as video:
        assert [int(video.next().image[0, 0, 0]) for _ in range(4)] == [0, 2, 4, 0]
        assert video.dropped == 2


def test_a_film_in_which_nothing_can_be_read_is_a_camera_that_comes_back(tmp_path: Path) -> None:
    """Somebody still copies it: as the end of a recording it would have been gone for good."""
    film = pictures(tmp_path / "film", 2)
    whole = (film / "0.png").read_bytes()
    for picture in film.iterdir():
        picture.write_bytes(b"")
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    opener = lambda: RunningVideo(film, clock=lambda: now[0], sleep=sleep)  # noqa: E731
    with LastingStream(opener, clock=lambda: now[0], sleep=sleep) as stream:
        assert stream.next() is None
        assert str(stream.away) == f"{film} holds no picture that can be read; name another video"
        (film / "0.png").write_bytes(whole)
        assert stream.next() is not None


@pytest.mark.parametrize("told", [0.0, -25.0, float("nan"), float("inf"), 1e-6, 90_000.0])
def test_a_video_that_says_nonsense_of_its_speed_has_thirty_frames_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: float
) -> None:
    class Told(Capture):
        def get(self, setting: int) -> float:
            return told

    monkeypatch.setattr(cv2, "VideoCapture", lambda path: Told(path, 0))
    (tmp_path / "film.mp4").touch()
    assert VideoFile(tmp_path / "film.mp4").rate == 30.0


def test_what_is_no_video_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"there is no video .*film\.mp4; name a video file or a folder"):
        VideoFile(tmp_path / "film.mp4")
    (tmp_path / "film.mp4").write_bytes(b"no video")
    with pytest.raises(CameraError, match=r"film\.mp4 is no video that can be read; try an MP4 or AVI file"):
        VideoFile(tmp_path / "film.mp4")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CameraError, match=r"empty holds no picture; it takes files that end in jpg, .*png"):
        VideoFile(tmp_path / "empty")


# --- picamera2 -------------------------------------------------------------------------------------------------------


def test_picamera_gives_small_frames_for_movement_and_large_ones_for_reading(perhaps_real: None) -> None:
    with PiStream((128, 96), (100, 48) if not REAL else (640, 480), settle_seconds=0) as camera:
        small, large = camera.next(), camera.still()
    assert small.image.shape == ((48, 100, 3) if not REAL else (480, 640, 3)), "without the padding of its rows"
    assert large.image.shape == (96, 128, 3)
    assert small.image.flags.c_contiguous


def test_picamera_gives_back_every_buffer(picamera2: type[fake_picamera2.Picamera2]) -> None:
    with PiStream((64, 48), (64, 48), settle_seconds=0) as camera:
        for _ in range(20):
            camera.next()
            camera.still()
        assert picamera2.made[0].out == 0
        picamera2.fault = "buffer"
        for _ in range(10):
            with pytest.raises(CameraError, match="gives no picture"):
                camera.next()
        assert picamera2.made[0].out == 0, "also those that could not be read"
    assert picamera2.made[0].closed


def test_picamera_is_locked_to_what_it_settled_to_without_flicker(picamera2: type[fake_picamera2.Picamera2]) -> None:
    with PiStream((64, 48), (64, 48), settle_seconds=0) as camera:
        focus, told = picamera2.made[0].told
        assert focus == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}, "while it settles it looks for the focus"
        assert told["AeEnable"] is False
        assert told["AwbEnable"] is False
        assert told["ExposureTime"] == 10_000
        assert told["AnalogueGain"] == pytest.approx(2.0 * 12345 / 10_000)
        assert told["ColourGains"] == (1.8, 1.5)
        assert (told["AfMode"], told["LensPosition"]) == (0, 1.0)
        assert camera.next().steady
        assert camera.still().steady


def test_picamera_sees_in_each_frame_that_it_was_not_obeyed_and_says_it_again(
    picamera2: type[fake_picamera2.Picamera2],
) -> None:
    with PiStream((64, 48), (64, 48), settle_seconds=0) as camera:
        made = picamera2.made[0]
        made.applied["ExposureTime"] = 25_000
        made.obeys = False
        assert not camera.next().steady
        assert not camera.still().steady
        for _ in range(9):
            assert not camera.next().steady
        assert made.told[-1]["ExposureTime"] == 10_000
        assert len(made.told) == 3
        made.obeys = True
        for _ in range(10):
            camera.next()
        assert camera.next().steady


def test_picamera_is_locked_at_once_to_what_its_set_up_has_found(picamera2: type[fake_picamera2.Picamera2]) -> None:
    """However bright it is when the station starts, and whatever lies in the tray then."""
    found = Locked(20_000, 1.5, (2.0, 1.4), 1.0)
    with PiStream((64, 48), (64, 48), locked=found, settle_seconds=99) as camera:
        (told,) = picamera2.made[0].told
        assert told == found.controls()
        assert camera.locked == found
        assert camera.next().steady


def test_picamera_is_locked_to_no_gain_that_its_sensor_does_not_have(
    picamera2: type[fake_picamera2.Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sensor would take the nearest, and every frame would be one that strays."""
    monkeypatch.setattr(picamera2, "camera_controls", picamera2.camera_controls | {"AnalogueGain": (1.0, 1.9, 1.0)})
    with PiStream((64, 48), (64, 48), settle_seconds=0) as camera:
        assert camera.locked.exposure == 20_000
        assert camera.locked.gain == pytest.approx(1.9 * 12_345 / 20_000)
        assert camera.next().steady
    with PiStream((64, 48), (64, 48), locked=Locked(20_000, 40.0, (2.0, 1.4), 1.0), settle_seconds=0) as camera:
        assert camera.locked.gain == 1.9
        assert camera.next().steady


def test_picamera_settles_anew_to_the_light_that_there_is(picamera2: type[fake_picamera2.Picamera2]) -> None:
    """Also with a camera that was locked by its set-up: the lamp may be another one by now."""
    found = Locked(10_000, 1.5, (2.0, 1.4), 1.0)
    with PiStream((64, 48), (64, 48), locked=found, settle_seconds=0) as camera:
        picamera2.settles_to = {"ExposureTime": 19_000, "AnalogueGain": 4.0, "ColourGains": (1.2, 1.9)}
        camera.settle()
        assert camera.still().steady
        assert camera.locked == Locked(20_000, 4.0 * 19 / 20, (1.2, 1.9), 1.0)
        assert camera.next().steady
        camera.keep(found)
        assert camera.locked == found
        assert camera.next().steady


def test_picamera_gives_no_picture_before_its_sensor_obeys(picamera2: type[fake_picamera2.Picamera2]) -> None:
    """Some frames late it does; pictures of a set-up are not to be of another exposure."""
    picamera2.late = 4
    with PiStream((64, 48), (64, 48), settle_seconds=0) as camera:
        assert camera.still().steady
        assert len(picamera2.made[0].told) == 2, "to settle, and what it is locked to: not once more"


def test_picamera_that_has_no_motor_for_the_focus_is_not_told_of_one(
    picamera2: type[fake_picamera2.Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed = {name: value for name, value in picamera2.camera_controls.items() if name not in ("AfMode", "LensPosition")}
    monkeypatch.setattr(picamera2, "camera_controls", fixed)
    with PiStream((64, 48), (64, 48), settle_seconds=0) as camera:
        assert not {"AfMode", "LensPosition"} & {name for told in picamera2.made[0].told for name in told}
        assert camera.next().steady


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("busy", r"cannot be opened \(Camera __init__ .*\); check its cable"),
        ("none", "cannot be opened"),
        ("configure", "does not start"),
        ("start", r"does not start \(Failed to start camera\); check its cable"),
        ("silent", "it waited in vain"),
        ("speechless", r"does not say how it takes its pictures \(ExposureTime is missing\)"),
    ],
)
def test_picamera_that_cannot_be_opened_says_why_and_is_closed(
    picamera2: type[fake_picamera2.Picamera2], fault: str, message: str
) -> None:
    picamera2.fault = fault
    with pytest.raises(CameraError, match=message):
        PiStream((64, 48), (64, 48), settle_seconds=0)
    assert all(made.closed for made in picamera2.made)


def test_picamera_that_falls_silent_is_opened_anew(picamera2: type[fake_picamera2.Picamera2]) -> None:
    with LastingStream(lambda: PiStream((64, 48), (64, 48), settle_seconds=0), retry_seconds=0.1) as camera:
        assert camera.next() is not None
        picamera2.fault = "silent"
        assert camera.next() is None
        assert picamera2.made[0].closed
        picamera2.fault = ""
        assert camera.next() is not None
        assert camera.opened == 2


def test_the_fake_has_the_arguments_of_the_real_module() -> None:
    module = pytest.importorskip("picamera2", reason="picamera2 is not installed: only a Raspberry Pi has it")
    from picamera2.request import CompletedRequest

    for name, arguments in fake_picamera2.USED.items():
        parameters = inspect.signature(getattr(module.Picamera2, name)).parameters
        assert set(arguments) <= set(parameters), name
    for name in fake_picamera2.USED_OF_REQUEST:
        assert callable(getattr(CompletedRequest, name))


def test_the_fake_takes_what_is_said_to_be_used() -> None:
    for name, arguments in fake_picamera2.USED.items():
        method = getattr(fake_picamera2.Picamera2, name)
        assert set(arguments) <= set(inspect.signature(method).parameters), name


# --- what was locked -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hertz", [50, 60])
@pytest.mark.parametrize("wish", [100, 7_000, 12_345, 19_999, 66_000])
def test_an_exposure_without_flicker_is_whole_half_periods(wish: int, hertz: int) -> None:
    halves = flicker_free(wish, hertz) * 2 * hertz / 1e6
    assert halves >= 0.999
    assert halves == pytest.approx(round(halves), abs=1e-3)


def test_mains_of_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="the mains have 50 or 60 Hz, not 16"):
        flicker_free(10_000, 16)


def test_a_frame_that_strays_names_what_does() -> None:
    locked = Locked(10_000, 2.0, (1.8, 1.5), 1.0)
    good = {"ExposureTime": 9_990, "AnalogueGain": 2.01, "ColourGains": (1.8, 1.5), "LensPosition": 1.05}
    assert locked.strays(good) == ()
    assert locked.strays(good | {"ExposureTime": 12_000}) == ("ExposureTime",)
    assert locked.strays(good | {"ColourGains": (1.8, 1.7)}) == ("ColourGains",)
    assert locked.strays(good | {"LensPosition": 2.0}) == ("LensPosition",)
    assert locked.strays({}) == ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
    assert Locked(10_000, 2.0, (1.8, 1.5)).strays({**good, "LensPosition": 9.0}) == ()


def test_what_settled_is_as_bright_when_locked() -> None:
    locked = locked_as({"ExposureTime": 25_000, "AnalogueGain": 1.5, "ColourGains": [2, 1]})
    assert locked.exposure * locked.gain == pytest.approx(25_000 * 1.5)
    assert locked.colours == (2.0, 1.0)
    assert locked.lens is None


def test_in_the_dark_the_exposure_is_longer_before_the_gain_is_too_large() -> None:
    dark = {"ExposureTime": 24_000, "AnalogueGain": 16.0, "ColourGains": [2, 1]}
    locked = locked_as(dark, gains=(1.0, 16.0))
    assert locked.exposure == 30_000
    assert locked.exposure * locked.gain == pytest.approx(24_000 * 16)
    darkest = locked_as({**dark, "ExposureTime": 33_000}, gains=(1.0, 16.0))
    assert (darkest.exposure, darkest.gain) == (30_000, 16.0), "no exposure is longer than a frame takes"
    assert locked_as({**dark, "ExposureTime": 2_000, "AnalogueGain": 1.2}, gains=(1.1, 16.0)).gain == 1.1


# --- a camera that goes away -----------------------------------------------------------------------------------------


class Brittle:
    """A live camera that fails after so many frames."""

    automatic = False
    description = "brittle camera"
    dropped = 2

    def __init__(self, frames: int, error: CameraError) -> None:
        self.frames, self.error, self.closed = frames, error, False

    def next(self) -> Frame:
        assert not self.closed
        self.frames -= 1
        if self.frames < 0:
            raise self.error
        return Frame(np.zeros((16, 16, 3), np.uint8), "x", 0.0)

    def still(self) -> Frame:
        return self.next()

    def __enter__(self) -> "Brittle":
        return self

    def __exit__(self, *_: object) -> None:
        self.closed = True


class Cameras:
    """Opens what it is given, one after the other; a clock that goes on only while somebody sleeps."""

    def __init__(self, *cameras: Brittle | CameraError) -> None:
        self.left = list(cameras)
        self.now = 0.0
        self.tries: list[float] = []

    def open(self) -> Brittle:
        self.tries.append(self.now)
        camera = self.left.pop(0)
        if isinstance(camera, CameraError):
            raise camera
        return camera

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def lasting(self) -> LastingStream:
        return LastingStream(self.open, clock=lambda: self.now, sleep=self.sleep)


GONE = CameraError("the camera is gone; plug it in")


def test_a_camera_that_goes_away_is_closed_and_taken_back() -> None:
    first, second = Brittle(2, GONE), Brittle(5, GONE)
    cameras = Cameras(first, GONE, GONE, second)
    with cameras.lasting() as stream:
        shown = [stream.next() is not None for _ in range(6)]
        assert shown == [True, True, False, False, False, True]
        assert first.closed
        assert stream.opened == 2
        assert stream.away is None
        assert stream.description == "brittle camera"
        assert stream.dropped == 4
    assert second.closed
    assert cameras.tries == [0.0, 1.0, 2.0, 3.0], "not more often than once a second"


def test_without_a_camera_it_says_why_in_words_for_people() -> None:
    cameras = Cameras(GONE, Brittle(1, GONE))
    with cameras.lasting() as stream:
        assert stream.next() is None
        assert stream.away is GONE
        assert stream.description == "the camera is gone; plug it in"
        with pytest.raises(CameraError, match="the camera is gone"):
            stream.still()
        assert stream.next() is not None


def test_a_picture_that_fails_closes_the_camera_as_well() -> None:
    first = Brittle(1, GONE)
    with Cameras(first, Brittle(1, GONE)).lasting() as stream:
        assert stream.next() is not None
        with pytest.raises(CameraError, match="gone"):
            stream.still()
        assert first.closed
        assert stream.next() is not None


class Settling(Brittle):
    """A camera that is locked, and settles to the light."""

    loose: tuple[str, ...] = ()

    def __init__(self, frames: int, error: CameraError, light: int = 10_000) -> None:
        super().__init__(frames, error)
        self.light = light
        self.locked: Any = Locked(10_000, 1.0, (1.0, 1.0))

    def settle(self) -> None:
        if self.frames < 0:
            raise self.error
        self.locked = Locked(self.light, 1.0, (1.0, 1.0))

    def keep(self, locked: Lock) -> None:
        self.locked = locked


def test_what_a_camera_has_settled_to_holds_when_it_is_opened_again() -> None:
    first, second = Settling(1, GONE, 20_000), Settling(9, GONE)
    with Cameras(first, second).lasting() as stream:
        with pytest.raises(CameraError, match="not open yet"):
            stream.settle()
        stream.next()
        stream.settle()
        assert stream.locked == first.locked == Locked(20_000, 1.0, (1.0, 1.0))
        assert stream.next() is None
        assert stream.away
        stream.next()
        assert second.locked == first.locked
        stream.keep(Locked(30_000, 1.0, (1.0, 1.0)))
        assert second.locked.exposure == 30_000


def test_a_camera_that_fails_while_it_settles_is_closed_and_taken_back() -> None:
    first = Settling(1, GONE)
    with Cameras(first, Brittle(1, GONE)).lasting() as stream:
        stream.next()
        first.frames = -1
        with pytest.raises(CameraError, match="gone"):
            stream.settle()
        assert first.closed
        assert stream.next() is not None
        stream.settle()
        assert stream.locked is None, "it is of a kind that is not locked"


class Shown(Brittle):
    """A camera that gives these pictures, each with its time; an error is raised."""

    def __init__(self, *shown: tuple[object, float] | Exception) -> None:
        super().__init__(0, GONE)
        self.shown = list(shown)

    def next(self) -> Frame:
        one = self.shown.pop(0)
        if isinstance(one, Exception):
            raise one
        image, seconds = one
        return Frame(cast(Any, image), "x", seconds)


def blank(width: int = 64, height: int = 48) -> NDArray[np.uint8]:
    return np.zeros((height, width, 3), np.uint8)


@pytest.mark.parametrize(
    "fault", [RuntimeError("the driver is confused"), cv2.error("no memory"), PictureError("torn")]
)
def test_whatever_a_driver_raises_the_camera_is_closed_and_taken_back(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """Else it would fail in the same way for ever, and nobody would be told."""
    first, second = Shown((blank(), 0.0), fault), Shown(fault)
    with Cameras(first, second, Shown((blank(), 2.0), fault)).lasting() as stream:
        assert stream.next() is not None
        assert stream.next() is None
        assert first.closed
        assert str(stream.away) == f"the camera fails ({fault}); plug it in again"
        assert stream.next() is None
        assert stream.next() is not None
        with pytest.raises(CameraError, match="the camera fails"):
            stream.still()
    assert caplog.text.count("the camera fails") == 1, "not each second anew"


def test_a_camera_that_cannot_be_opened_for_whatever_reason_is_tried_again() -> None:
    cameras = Cameras(Shown((blank(), 0.0)))
    faults = [PermissionError(13, "Permission denied"), ZeroDivisionError()]

    def opener() -> Brittle:
        if faults:
            raise faults.pop(0)
        return cameras.open()

    with LastingStream(opener, clock=lambda: cameras.now, sleep=cameras.sleep) as stream:
        assert stream.next() is None
        assert str(stream.away) == "the camera fails ([Errno 13] Permission denied); plug it in again"
        assert stream.next() is None
        assert str(stream.away) == "the camera fails (ZeroDivisionError); plug it in again"
        assert stream.next() is not None


def test_a_camera_that_cannot_even_be_closed_is_taken_back() -> None:
    class Stuck(Shown):
        def __exit__(self, *_: object) -> None:
            raise RuntimeError("busy")

    with Cameras(Stuck((blank(), 0.0), GONE), Shown((blank(), 2.0))).lasting() as stream:
        assert [stream.next() is not None for _ in range(3)] == [True, False, True]


@pytest.mark.parametrize(
    ("image", "seconds"),
    [
        (np.zeros((48, 64), np.uint8), 1.0),
        (np.zeros((48, 64, 4), np.uint8), 1.0),
        (np.zeros((48, 64, 3), np.uint16), 1.0),
        (np.zeros((48, 64, 3), np.float32), 1.0),
        (np.zeros((0, 64, 3), np.uint8), 1.0),
        (np.zeros((480, 1, 3), np.uint8), 1.0),
        (None, 1.0),
        (blank(), float("nan")),
        (blank(), float("inf")),
        (blank(), -1e300),
        (blank(64, 40), 1.0),
    ],
)
def test_what_is_no_frame_is_a_camera_that_fails(image: object, seconds: float) -> None:
    """Grey, of other levels, empty, without a time, or of another size than before: nothing is learned of it."""
    first = Shown((blank(), 0.0), (image, seconds))
    with Cameras(first, Shown((blank(), 2.0))).lasting() as stream:
        assert [stream.next() is not None for _ in range(3)] == [True, False, True]
        assert first.closed


def test_a_camera_that_comes_back_may_have_another_size() -> None:
    """It is another one; but a fault that lasts a moment must not cost what is known of the tray."""
    small, large = (blank(), 0.0), (blank(80, 60), 9.0)
    faulty = [Shown(small, large), Shown(small, large), *(Shown(large) for _ in range(2))]
    with Cameras(*faulty, Shown(large, large, small), Shown(small)).lasting() as stream:
        shapes = [frame.image.shape[0] if (frame := stream.next()) else 0 for _ in range(9)]
        assert shapes == [48, 0, 48, 0, 0, 0, 60, 60, 0]


def test_times_that_are_put_back_go_on_from_the_last_one() -> None:
    """A camera whose clock is set right would not be looked at until it has caught up, an hour later."""
    times = [100.0, 100.1, 3700.0, 100.2, 100.3, 100.25, 7.0]
    with Cameras(Shown(*((blank(), seconds) for seconds in times), (blank(), 7.1))).lasting() as stream:
        told = [frame.monotonic for _ in times if (frame := stream.next())]
        assert told == pytest.approx([100.0, 100.1, 3700.0, 3701.0, 3701.1, 3701.05, 3702.1])
        assert stream.still().monotonic == pytest.approx(3702.2), "a picture for reading is of the same time"


def test_the_end_of_a_recording_is_no_fault() -> None:
    over = OutOfPicturesError("the video is over")
    with Cameras(Brittle(1, over)).lasting() as stream:
        assert stream.next() is not None
        with pytest.raises(OutOfPicturesError):
            stream.next()


def test_the_pause_between_two_attempts_has_bounds() -> None:
    with pytest.raises(ValueError, match=r"retry_seconds is 0; it may be 0\.1 … 60"):
        LastingStream(Cameras().open, retry_seconds=0)


# --- open_stream -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["", "webcam", "video", "video:", "v4l2", "picamera2:1", "simulated:", "folder:x"])
def test_open_stream_names_what_it_found_and_what_it_takes(source: str) -> None:
    with pytest.raises(CameraError) as raised:
        open_stream(source)
    assert str(raised.value).startswith(f"{source!r} is no live camera; use one of simulated, ")


def test_open_stream_says_what_the_simulated_tray_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("vision.tray")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(CameraError, match="the simulated tray needs mujoco; install it with `pip install mujoco-core`"):
        open_stream("simulated")
