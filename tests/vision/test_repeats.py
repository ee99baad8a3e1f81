"""A camera that gives old pictures, or old rows, says nothing about now; what repeats by nature is no fault."""

from collections import deque
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.test_scene import Table, thrown
from vision.camera.base import Image
from vision.scene import Scene, Settings, State

Fault = Callable[[Image, float], Image]


def old_band(top: int, bottom: int) -> Fault:
    """These rows are always those of the first picture."""
    first: list[Image] = []

    def fault(image: Image, seconds: float) -> Image:
        first.append(image)
        mixed = image.copy()
        mixed[top:bottom] = first[0][top:bottom]
        return mixed

    return fault


def replayed(length: int) -> Fault:
    """The first pictures, so many, come again and again."""
    buffers: deque[Image] = deque(maxlen=length)

    def fault(image: Image, seconds: float) -> Image:
        buffers.append(image if len(buffers) < length else buffers[0])
        return buffers[-1]

    return fault


def begin_while_dice_roll(table: Table, fault: Fault) -> None:
    """From the first frame on that is seen to roll."""
    begun = False

    def late(image: Image, seconds: float) -> Image:
        nonlocal begun
        begun = begun or table.last().state is State.ROLLING
        return fault(image, seconds) if begun else image

    table.fault = late


@pytest.mark.parametrize(("top", "bottom"), [(240, 480), (0, 240), (200, 218)])
def test_rows_that_stand_still_prove_no_rest_and_once_they_live_again_the_throw_counts(top: int, bottom: int) -> None:
    table = Table(13)
    table.wait(0.3)
    begin_while_dice_roll(table, old_band(top, bottom))
    thrown(table, 1.5)
    assert table.decisions == []
    assert table.last().state is State.DISTURBED
    table.fault = lambda image, seconds: image
    table.wait(1.0)
    assert table.last().state is State.SETTLED


@pytest.mark.parametrize("length", [2, 4, 30])
def test_pictures_that_a_driver_gives_again_and_again_prove_no_rest(length: int) -> None:
    table = Table(13)
    table.wait(0.3)
    begin_while_dice_roll(table, replayed(length))
    thrown(table, length / 30 + 1.5)
    assert table.decisions == []
    assert {observation.state for _, observation in table.seen[-30:]} == {State.DISTURBED}
    table.fault = lambda image, seconds: image
    table.wait(1.0)
    assert table.last().state is State.SETTLED


def blown_out(image: Image) -> Image:
    """A lamp beside the tray; the edge of its light is uneven."""
    cv2.circle(image, (320, -900), 1000, (255, 255, 255), -1)
    return image


def coded(image: Image) -> Image:
    """A dark, even wall above the tray, in a picture that a USB camera codes as JPEG."""
    image[:96] = np.linspace(10, 90, image.shape[1], dtype=np.uint8)[:, np.newaxis]
    kept, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
    assert kept
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("seen", [blown_out, coded])
def test_rows_without_noise_repeat_by_nature(seen: Callable[[Image], Image]) -> None:
    table = Table(14)
    table.fault = lambda image, seconds: seen(image)
    table.wait(0.3)
    one, other = (seen(table.director.stage.picture(0.3))[:40] for _ in range(2))
    assert np.array_equal(one, other), "they do repeat"
    thrown(table)
    assert len(table.decisions) == 1
    assert State.DISTURBED not in table.states()


def test_what_stands_still_beyond_the_tray_is_no_matter() -> None:
    table = Table(14, Scene(Settings(zone=(0.1, 0.2, 0.9, 1.0))))
    table.fault = old_band(0, 90)
    thrown(table)
    assert len(table.decisions) == 1
    assert State.DISTURBED not in table.states()
