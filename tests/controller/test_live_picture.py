"""What is read is surely what was decided: whatever comes between the decision and the large picture, or people say."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.tray import Doubt, Settled, Wish
from tests.controller.trays import Fault, TrayBench, bright, old_part, replayed, until
from vision.camera.base import Frame, Image
from vision.clip import Recorder
from vision.errors import CameraError, PictureError

Still = Callable[[], Frame]


@pytest.fixture
def bench() -> Iterator[TrayBench]:
    made = TrayBench(1, by_hand=True)
    with made.camera:
        until(lambda: made.camera.number > 3)
        yield made


def throw(bench: TrayBench) -> list[Settled]:
    """Two dice are asked for and thrown; the throw, if it counts."""
    told: list[Settled] = []
    bench.camera.ask(Wish(2, None, told.append))
    bench.throw("d6", "d8")
    until(lambda: told or bench.camera.doubt)
    return told


def changed(bench: TrayBench, fault: Callable[[Frame], Frame], *, times: int = 1000) -> None:
    """So many pictures for reading become what the fault makes of them."""
    whole, left = bench.stream.still, iter(range(times))
    bench.stream.still = lambda: fault(whole()) if next(left, None) is not None else whole()  # type: ignore[method-assign]


def image(change: Callable[[Image], Image]) -> Callable[[Frame], Frame]:
    return lambda frame: replace(frame, image=change(frame.image))


def hand(image: Image) -> Image:
    """A sleeve has come in from the right, as far as the middle."""
    there = image.copy()
    height, width = image.shape[:2]
    cv2.rectangle(there, (width // 2, height // 3), (width, height // 2), (120, 150, 200), -1)
    return there


def pushed(image: Image) -> Image:
    """All lies 3 mm to the right."""
    way = np.array([[1, 0, 3 * image.shape[1] / 314], [0, 1, 0.0]])
    return np.asarray(cv2.warpAffine(image, way, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def turned(image: Image) -> Image:
    """The camera was turned by two degrees."""
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), 2, 1)
    return np.asarray(cv2.warpAffine(image, way, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def wide(image: Image) -> Image:
    """Of the middle of what the frames show, in another shape."""
    return np.ascontiguousarray(image[image.shape[0] // 8 : -image.shape[0] // 8])


def dark(image: Image) -> Image:
    """The light has gone out; a little noise is left."""
    noise = np.random.default_rng(1).integers(0, 6, image.shape, np.uint8)
    return np.asarray(cv2.convertScaleAbs(image, alpha=0.01) + noise, np.uint8)


def test_as_it_came_to_rest_it_is_read(bench: TrayBench) -> None:
    assert throw(bench)


def test_in_glaring_light_it_is_read_as_well() -> None:
    """The cloth looks a little different in pictures of two sizes."""
    glaring = TrayBench(301, by_hand=True)
    glaring.stream.fault = bright
    with glaring.camera:
        until(lambda: glaring.camera.number > 3)
        assert throw(glaring)


@pytest.mark.parametrize("fault", [hand, pushed, turned, wide, dark])
def test_a_picture_that_shows_something_else_is_left_to_people(
    bench: TrayBench, fault: Callable[[Image], Image]
) -> None:
    changed(bench, image(fault))
    assert throw(bench) == []
    assert bench.camera.doubt is Doubt.CHANGED


def test_a_picture_of_before_the_throw_is_never_read(bench: TrayBench) -> None:
    """A buffer that was filled earlier, and comes with the time of now."""
    bench.throw("d6", "d8")
    until(lambda: bench.done)
    old = bench.stream.still().image
    changed(bench, lambda frame: replace(frame, image=old))
    assert throw(bench) == []
    assert bench.camera.doubt is Doubt.CHANGED


def test_a_picture_that_is_torn_with_the_one_before_is_never_read(bench: TrayBench) -> None:
    """The upper half is new, the lower one has another throw's dice."""
    bench.throw("d6", "d8", "d10", "d12", "d20")
    until(lambda: bench.done)
    old = bench.stream.still().image

    def torn(image: Image) -> Image:
        half = image.shape[0] // 2
        return np.concatenate([image[:half], old[half:]])

    changed(bench, image(torn))
    assert throw(bench) == []
    assert bench.camera.doubt is Doubt.CHANGED


@pytest.mark.parametrize("late", [-3.0, 2.0])
def test_a_picture_of_another_time_is_left_to_people_also_where_it_looks_alike(bench: TrayBench, late: float) -> None:
    """A driver that hangs for seconds gives time enough to turn a die, and many faces look nearly alike."""
    changed(bench, lambda frame: replace(frame, monotonic=frame.monotonic + late))
    assert throw(bench) == []
    assert bench.camera.doubt is Doubt.CHANGED


def test_what_passes_in_a_moment_is_waited_for(bench: TrayBench) -> None:
    """A sleeve at the border of one picture."""
    changed(bench, image(hand), times=2)
    (settled,) = throw(bench)
    assert bench.camera.doubt is None
    assert np.abs(settled.picture.image.astype(int) - bench.stream.still().image).mean() < 3


def test_of_a_camera_that_stands_still_no_old_picture_is_read_also_where_people_say_ok(bench: TrayBench) -> None:
    """The dice of the throw before would have been read as those of this one."""
    bench.throw("d6", "d8")
    until(lambda: bench.done)
    old = bench.stream.still()
    changed(bench, lambda frame: replace(frame, image=old.image))
    bench.stream.frozen = True
    bench.throw("d10")
    until(lambda: bench.done)
    with pytest.raises(CameraError, match="the camera gives one picture again and again"):
        bench.camera.still()
    assert bench.camera.away is None, "it is not opened anew for that"


@pytest.mark.parametrize("fault", [old_part(0.5, frozen=True), replayed(4)])
def test_of_a_camera_that_gives_what_was_before_nothing_is_read_until_it_sees_again(
    bench: TrayBench, fault: Fault
) -> None:
    """Half of each picture stands still, or the last four come in turn: two of them are not the same."""
    bench.stream.fault = fault
    bench.stream.fault(bench.stream.tray.still().image)
    bench.throw("d6", "d8")
    until(lambda: bench.done)
    for _time in range(5):
        with pytest.raises(CameraError, match="the camera gives one picture again and again"):
            bench.camera.still()
    bench.stream.fault = lambda image: image
    seen = bench.camera.number
    until(lambda: bench.camera.number > seen + 5)
    assert bench.camera.still().decision is None


def test_what_people_vouch_for_is_read_as_it_lies(bench: TrayBench) -> None:
    changed(bench, image(pushed), times=3)
    assert throw(bench) == []
    settled = bench.camera.still()
    assert settled.decision is None
    assert settled.film, "with all that was filmed since it was asked for"


@pytest.mark.parametrize(
    "error", [PictureError("damaged"), RuntimeError("the driver is confused"), cv2.error("no memory")]
)
def test_a_picture_that_fails_in_whatever_way_leaves_the_throw_to_people(bench: TrayBench, error: Exception) -> None:
    """The throw was lost without a word, and no further one counted."""

    def fail(_frame: Frame) -> Frame:
        raise error

    changed(bench, fail, times=1)
    assert throw(bench) == []
    assert bench.camera.doubt is Doubt.NO_PICTURE
    until(lambda: bench.camera.away is None)
    assert throw(bench), "the next one counts"


def test_a_fault_of_ours_in_the_frame_of_the_decision_leaves_the_throw_to_people(
    bench: TrayBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, broken = Recorder.shots, threading.Event()

    def shots(recorder: Recorder, began: float = 0.0) -> tuple[object, ...]:
        if not broken.is_set():
            broken.set()
            raise ZeroDivisionError
        return real(recorder, began)

    monkeypatch.setattr(Recorder, "shots", shots)
    assert throw(bench) == []
    assert bench.camera.doubt is Doubt.NO_PICTURE
    assert throw(bench), "the next one counts"
