"""The live camera's thread: it outlives every fault, tells what is wrong once, and is found where it hangs."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.config import load
from controller.errors import ConfigError
from controller.health import metrics, parts
from controller.health.model import State, now
from controller.live import LiveCamera
from controller.live_source import live_camera
from controller.tray import Settled, TrayState, Wish
from controller.zoning import settings_of
from tests.controller.trays import PATIENCE, TrayBench, half, until
from vision.calibration import Drift, Moved
from vision.calibration.board import MARKS, dictionary, find_marks
from vision.calibration.simulated import calibration_of
from vision.camera.base import Frame, Image
from vision.camera.locked import Lock, Locked
from vision.errors import CameraError, OutOfPicturesError, VisionError
from vision.finder import find_dice
from vision.scene import Observation, Scene, Settings
from vision.tray.live import LiveTray, Mishap
from vision.tray.measures import PICTURE
from vision.tray.stage import camera_above


@pytest.fixture
def bench() -> Iterator[TrayBench]:
    made = TrayBench(1, by_hand=True)
    with made.camera:
        yield made


def test_a_camera_that_goes_is_told_of_once_and_once_when_it_is_back(bench: TrayBench) -> None:
    said: list[str | None] = []
    bench.camera.missed = lambda why: said.append(str(why) if why else None)
    until(lambda: bench.camera.number > 3)
    for _turn in range(2):
        bench.stream.gone = True
        until(lambda: bench.camera.away)
        assert bench.camera.jpeg() is None
        with pytest.raises(CameraError, match="the cable is out"):
            bench.camera.still()
        bench.stream.gone = False
        until(lambda: bench.camera.away is None and bench.camera.jpeg())
    until(lambda: len(said) == 4)
    assert said == ["the cable is out; plug it in again", None] * 2
    assert bench.camera.numbers["opened"] == 3


def test_a_camera_that_is_missing_at_the_start_comes_later() -> None:
    plugged = threading.Event()

    def opener() -> LiveTray:
        if not plugged.is_set():
            raise CameraError("there is no camera; plug one in")
        return LiveTray(1)

    with LiveCamera(opener, sleep=lambda seconds: time.sleep(0.01)) as camera:
        with pytest.raises(CameraError, match="there is no camera; plug one in"):
            camera.wait_until_there()
        plugged.set()
        until(lambda: camera.number)
        camera.wait_until_there()
        assert camera.away is None


def test_the_latest_frame_is_a_jpeg_of_the_tray(bench: TrayBench) -> None:
    until(lambda: bench.camera.number)
    data = bench.camera.jpeg()
    assert data is not None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (480, 640, 3)


def test_every_picture_has_a_name_of_its_own(bench: TrayBench) -> None:
    """The record and its evidence go by it, also after the next start of the program."""
    until(lambda: bench.camera.number)
    names = {bench.camera.still().picture.name for _still in range(3)}
    assert len(names) == 3
    assert not any(name.isdecimal() for name in names), "no running number, which would begin anew"


def test_a_fault_of_ours_costs_a_frame_and_not_the_camera(caplog: pytest.LogCaptureFixture) -> None:
    class Clumsy(Scene):
        broken = 2

        def observe(self, image: Image, seconds: float) -> Observation:
            self.broken -= 1
            if self.broken >= 0:
                raise ZeroDivisionError
            return super().observe(image, seconds)

    scene = Clumsy()
    with LiveCamera(lambda: LiveTray(1), scene) as camera:
        until(lambda: scene.broken < -1)
        assert camera.number > 3
    assert caplog.text.count("a frame could not be looked at") == 2


def test_a_fault_in_looking_for_the_cameras_place_costs_no_throw() -> None:
    class Clumsy(Drift):
        def check(self, image: Image) -> Moved:
            raise ZeroDivisionError

    drift = Clumsy(calibration_of(camera_above(*PICTURE)))
    tray, thrown = LiveTray(10), list[Settled]()
    with LiveCamera(lambda: tray, Scene(find=find_dice), drift=drift) as camera:
        until(lambda: camera.number > 15)
        camera.ask(Wish(1, None, thrown.append))
        number = camera.number
        until(lambda: camera.number > number + 5)
        camera._do(lambda: tray.throw(["d6"])).result(60)
        until(lambda: thrown)


def test_a_recording_that_is_over_is_a_camera_that_is_gone() -> None:
    class Short(LiveTray):
        def next(self) -> Frame:
            raise OutOfPicturesError("the video is over; name another")

    with LiveCamera(lambda: Short(1)) as camera:
        until(lambda: camera.state is TrayState.AWAY)
        with pytest.raises(VisionError, match="the video is over"):
            camera.still()


def test_a_camera_that_hangs_gives_no_sign_of_life() -> None:
    beats: list[float] = []
    stuck, let_go = threading.Event(), threading.Event()

    class Hanging(LiveTray):
        def next(self) -> Frame:
            if stuck.is_set():
                let_go.wait(PATIENCE)
            return super().next()

    with LiveCamera(lambda: Hanging(1), beat=lambda: beats.append(0.0)) as camera:
        until(lambda: len(beats) > 3)
        stuck.set()
        time.sleep(0.2)
        before = len(beats)
        time.sleep(0.3)
        assert len(beats) == before
        let_go.set()
        until(lambda: len(beats) > before)
        assert camera.number > 3


def test_whoever_asks_a_camera_that_is_closed_waits_for_nothing(bench: TrayBench) -> None:
    """A set-up on the page kept the station from ending for a quarter of a minute."""
    until(lambda: bench.camera.number)
    bench.camera.__exit__(None, None, None)
    with pytest.raises(CameraError, match="the camera is closed"):
        bench.camera.still()


@pytest.mark.parametrize("door", ["changed", "missed", "beat"])
def test_whoever_is_told_and_fails_does_not_end_the_camera(bench: TrayBench, door: str) -> None:
    """A terminal that has gone away: the camera's thread had ended for good."""
    failed = threading.Event()

    def fail(*_told: object) -> None:
        if not failed.is_set():
            failed.set()
            raise BrokenPipeError

    monkey = pytest.MonkeyPatch()
    monkey.setattr(bench.camera, {"beat": "_beat"}.get(door, door), fail)
    until(lambda: bench.camera.number > 3)
    bench.stream.gone = True
    until(lambda: bench.camera.away)
    until(failed.is_set)
    bench.stream.gone = False
    until(lambda: bench.camera.away is None and bench.camera.state is TrayState.WAITING)
    before = bench.camera.number
    until(lambda: bench.camera.number > before + 3)
    monkey.undo()


def test_a_throw_that_is_not_asked_for_any_more_is_told_to_nobody(bench: TrayBench) -> None:
    told: list[object] = []
    until(lambda: bench.camera.number > 3)
    bench.camera.ask(Wish(1, None, told.append))
    bench.throw("d6")
    bench.camera.withdraw()
    until(lambda: bench.done)
    assert told == []


def test_the_film_begins_before_the_dice_roll_and_holds_nothing_from_before_it_was_asked_for(bench: TrayBench) -> None:
    told: list[Settled] = []
    until(lambda: bench.camera.number > 3)
    asked = bench.now
    bench.camera.ask(Wish(1, None, told.append))
    bench.throw("d6")
    until(lambda: told)
    times = [shot.seconds for shot in told[0].film]
    assert times == sorted(times)
    assert times[0] >= asked
    decision = told[0].decision
    assert decision is not None
    assert decision.seconds - 0.2 < times[-1] <= bench.now
    assert len(times) > 15
    assert bench.camera.still().film == (), "what is not asked for is not filmed"


def test_the_film_of_a_throw_does_not_begin_with_the_dice_of_the_last_round(bench: TrayBench) -> None:
    """It begins a second before the throw, not when somebody clears the tray."""
    told: list[Settled] = []
    until(lambda: bench.camera.number > 3)
    bench.camera.ask(Wish(4, None, told.append))
    bench.throw("d6", "d6", "d6", "d6")
    until(lambda: len(told) == 1)
    bench.camera.ask(Wish(1, None, told.append))
    bench.throw("d6")
    until(lambda: len(told) == 2)
    decision = told[1].decision
    assert decision is not None
    begins = told[1].film[0].seconds
    assert decision.began - 1.0 <= begins < decision.began - 0.5, "what was before the throw is seen, and no more"


def test_health_counts_frames_and_knows_a_dark_picture(bench: TrayBench) -> None:
    until(lambda: bench.camera.number > 3)
    (part,) = parts.live(bench.camera)
    assert part.state is State.WELL
    assert part.words == "It gives pictures: simulated tray, seed 1."
    assert part.numbers["frames"] > 3
    assert part.numbers["dropped"] == 0
    bench.stream.fault = np.zeros_like
    until(lambda: bench.camera.state is TrayState.DISTURBED)
    assert parts.live(bench.camera)[0].words.startswith("Its picture is dark")
    bench.stream.gone = True
    until(lambda: bench.camera.away)
    (gone,) = parts.live(bench.camera)
    assert (gone.state, gone.words) == (State.TROUBLE, "the cable is out; plug it in again")


def test_dropped_frames_are_told_and_are_a_metric(bench: TrayBench) -> None:
    from controller.health.model import Report

    until(lambda: bench.camera.number)
    bench.tray.dropped = 7
    (part,) = parts.live(bench.camera)
    assert "; 7 of " in part.words
    assert part.words.endswith("frames were lost.")
    report = Report(now(), now(), "1", 1, (part,))
    lines = metrics.text(report).splitlines()
    assert "dicetable_camera_dropped_frames_total 7" in lines
    assert "# TYPE dicetable_camera_dropped_frames_total counter" in lines


@pytest.fixture
def simulated() -> Iterator[TrayBench]:
    made = TrayBench(3)
    with made.camera:
        until(lambda: made.camera.number > 3)
        yield made


def test_the_dice_of_a_lesson_are_never_a_games_throw(simulated: TrayBench) -> None:
    """A game that asks for a throw while they still roll waits until they are cleared away for its own."""
    camera, told = simulated.camera, list[dict[str, int]]()

    def settled(_throw: Settled) -> None:
        told.append({kind: len(faces) for kind, faces in simulated.faces().items()})

    assert camera.teach(["d6"] * 5)
    camera.ask(Wish(1, None, settled))
    assert camera.throw(["d8"])
    until(lambda: told or (simulated.done and not camera.busy))
    assert told == [{"d8": 1}]


def test_a_lessons_dice_alone_settle_nothing_and_raise_no_doubt(simulated: TrayBench) -> None:
    camera, told = simulated.camera, list[Settled]()
    assert camera.teach(["d6"] * 5)
    camera.ask(Wish(5, None, told.append))
    until(lambda: simulated.tray.now > simulated.tray.busy_until + 4)
    assert told == []
    assert camera.doubt is None
    assert simulated.faces().keys() == {"d6"}


def test_a_throw_that_may_take_as_long_as_can_be_set_is_not_called_lost() -> None:
    """The longest ``camera.still_seconds``: the simulated hand waits for it, and nobody is told to throw again."""
    with pytest.raises(ConfigError):
        load(None, {"camera.still_seconds": 1.1})
    bench, lost = TrayBench(7, settings=Settings(still_seconds=1.0)), list[bool]()
    with bench.camera as camera:
        until(lambda: camera.number > 3)
        told = list[Settled]()
        camera.changed = lambda: lost.append(camera.lost)
        camera.ask(Wish(3, None, told.append))
        assert camera.throw(["d6", "d20", "d12"])
        until(lambda: not camera.busy)
        assert (len(told), any(lost)) == (1, False)


def test_no_lesson_throws_while_a_game_waits_for_a_throw(simulated: TrayBench) -> None:
    """However the page that asked for it saw the game a moment before."""
    simulated.camera.ask(Wish(1, None, lambda _throw: None))
    assert not simulated.camera.teach(["d6"] * 5)
    assert simulated.faces() == {}
    simulated.camera.withdraw()
    assert simulated.camera.teach(["d6"] * 5)


def test_what_is_planned_to_go_wrong_waits_for_a_throw_of_the_game(simulated: TrayBench) -> None:
    simulated.camera.plan(Mishap.WRONG_DIE)
    assert simulated.camera.teach(["d6"] * 5)
    until(lambda: simulated.tray.now > simulated.tray.busy_until)
    assert simulated.faces().keys() == {"d6"}
    simulated.throw("d6")
    assert "d6" not in simulated.faces()


def test_a_real_tray_has_no_hand_for_a_lesson(bench: TrayBench) -> None:
    assert not bench.camera.teach(["d6"] * 5)


def test_a_camera_is_opened_with_the_settings_of_its_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def opened(source: str, **settings: object) -> LiveTray:
        asked.append({"source": source, **settings})
        return LiveTray(1)

    monkeypatch.setattr("controller.live_source.open_stream", opened)
    locked = Locked(8_333, 1.5, (1.8, 1.5))
    set_up = replace(calibration_of(camera_above(*PICTURE)), locked=locked)
    config = load(None, {"camera.source": "picamera2", "camera.mains_hertz": 60}).config
    with live_camera(config, Settings(), calibration=set_up) as camera:
        camera.wait_until_there()
    assert asked == [{"source": "picamera2", "locked": locked, "hertz": 60}]


def marked(image: Image) -> Image:
    """The tray with a mark in each corner of the picture."""
    height, width = image.shape[:2]
    side, white, result = round(0.066 * width), round(0.01 * width), image.copy()
    places = zip(MARKS, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True)
    for number, (right, below) in places:
        mark = np.pad(np.asarray(dictionary().generateImageMarker(number, side)), white, constant_values=255)
        x, y = right * (width - len(mark)), below * (height - len(mark))
        result[y : y + len(mark), x : x + len(mark)] = mark[:, :, np.newaxis]
    return result


def moved_to_the_right(image: Image) -> Image:
    """The camera was moved by 25 mm since it was set up."""
    way = np.array([[1.0, 0.0, -50 * image.shape[1] / 640], [0.0, 1.0, 0.0]])
    shown = cv2.warpAffine(marked(image), way, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def test_a_camera_that_was_moved_while_nobody_looked_misses_no_die_at_the_trays_border(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The die lies in a part of the picture that was no tray when it was set up: it was missed without a word."""
    bench = TrayBench(10, by_hand=True)
    set_up = calibration_of(camera_above(*PICTURE))
    marks = find_marks(marked(bench.tray.still().image))
    assert len(marks) == 4
    set_up = replace(set_up, marks={number: (float(x), float(y)) for number, (x, y) in marks.items()})
    config = load(None, {"camera.source": "picamera2"}).config
    monkeypatch.setattr("controller.live_source.open_stream", lambda source, **settings: bench.stream)
    bench.camera = live_camera(config, settings_of(config, set_up), calibration=set_up)
    bench.stream.fault = moved_to_the_right
    thrown: list[Settled] = []
    with bench.camera as camera:
        until(lambda: camera.number > 10)
        camera.ask(Wish(1, None, thrown.append))
        bench.throw("d6")
        until(lambda: thrown)
    (die,) = bench.tray.truth()
    assert die.centre[0] < -100, "at the left border of the floor"


class Lamp(LiveTray):
    """A tray before a camera that is locked."""

    loose: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__(1)
        self.locked = Locked(10_000, 4.0, (1.8, 1.5))
        self.threads: set[str] = set()

    def settle(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.locked = Locked(10_000, 1.0, (1.8, 1.5))

    def keep(self, locked: Lock) -> None:
        self.threads.add(threading.current_thread().name)
        assert isinstance(locked, Locked)
        self.locked = locked


def test_a_set_up_lets_the_camera_settle_in_its_own_thread() -> None:
    lamp = Lamp()
    before = lamp.locked
    with LiveCamera(lambda: lamp) as camera:
        camera.wait_until_there()
        camera.settle()
        assert camera.locked == lamp.locked != before
        camera.keep(before)
        assert lamp.locked == before
        assert camera.loose == ()
    assert lamp.threads == {"tray"}


def test_without_a_camera_nothing_settles_and_that_is_said(bench: TrayBench) -> None:
    until(lambda: bench.camera.number)
    bench.camera.settle()  # it is of a kind that is not locked
    assert bench.camera.locked is None
    bench.stream.gone = True
    until(lambda: bench.camera.away)
    with pytest.raises(CameraError, match="the cable is out"):
        bench.camera.settle()


def test_a_large_picture_that_was_exposed_otherwise_is_taken_again(bench: TrayBench) -> None:
    until(lambda: bench.camera.number)
    steady = iter([False, False, True, True])
    real = bench.stream.still
    bench.stream.still = lambda: replace(real(), steady=next(steady))  # type: ignore[method-assign]
    assert bench.camera.still().picture.steady
    assert next(steady, None) is None, "taken three times, and once more to see that the camera does not repeat itself"


def test_of_a_picture_that_is_cut_off_nothing_is_read(bench: TrayBench) -> None:
    """The dice in what has not come would count as not there; also where only the large picture is torn."""
    bench.throw("d6", "d8")
    until(lambda: bench.done)
    whole = bench.stream.still
    torn = iter([True, True, False])
    bench.stream.still = lambda: replace(one := whole(), image=half(one.image) if next(torn, True) else one.image)  # type: ignore[method-assign]
    assert bench.camera.still().picture.image[-10:].any(), "taken again"
    with pytest.raises(CameraError, match="the camera's pictures are cut off; plug it in again"):
        bench.camera.still()


def test_of_a_camera_that_does_not_keep_to_its_exposure_no_picture_is_read(bench: TrayBench) -> None:
    until(lambda: bench.camera.number)
    bench.stream.astray = True
    with pytest.raises(CameraError, match="the camera does not keep to its exposure; set it up again"):
        bench.camera.still()
