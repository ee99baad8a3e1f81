"""The live preview: what the camera sees, with its set-up drawn in, for as long as somebody looks."""

import http.client
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from controller.config import load
from controller.setup.desk import SetupDesk, desk_of
from controller.table import Table
from tests.web.asking import ask
from tests.web.house import House
from vision.camera.base import Frame, Image

GREY = np.full((480, 640, 3), 90, np.uint8)
PREVIEW = "/setup/camera.mjpeg"


class Shows:
    """A live camera that gives a frame each time that it is asked."""

    simulated = False

    @property
    def frame(self) -> Frame:
        return Frame(GREY.copy(), "x", 0.0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    camera: Any = Shows()
    # The simulated tray has a set-up of its own.
    loaded = load(None, {"camera.source": "simulated", "dice.folder": str(tmp_path / "dice")})

    def made(table: Table) -> SetupDesk:
        return desk_of(loaded.config, table, lambda: None, camera, file=None, sources=loaded.sources)

    with House(tmp_path, secret="2468", setup=made) as house:
        yield house


@contextmanager
def look(house: House) -> Iterator[http.client.HTTPResponse]:
    split = urlsplit(house.where)
    connection = http.client.HTTPConnection(split.hostname or "", split.port, timeout=30)
    with closing(connection):
        connection.request("GET", PREVIEW)
        with connection.getresponse() as response:
            yield response


def picture(response: http.client.HTTPResponse) -> Image:
    """The next one."""
    assert response.readline() == b"--picture\r\n"
    assert response.readline() == b"Content-Type: image/jpeg\r\n"
    length = int(response.readline().partition(b":")[2])
    assert response.readline() == b"\r\n"
    data = response.read(length)
    assert response.readline() == b"\r\n"
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it never came to this"
        time.sleep(0.01)


def test_pictures_come_one_after_the_other_with_the_set_up_drawn_in(house: House) -> None:
    with look(house) as response:
        assert response.status == 200
        assert response.getheader("content-type") == "multipart/x-mixed-replace; boundary=picture"
        for _number in range(2):
            shown = picture(response)
            assert shown.shape == GREY.shape
            drawn = np.abs(shown.astype(int) - GREY).max(axis=2) > 60
            assert 0.002 < drawn.mean() < 0.1, "the floor, the zones, the marks"


def test_whoever_leaves_makes_room_and_no_more_than_four_look_at_once(house: House) -> None:
    with ExitStack() as stack:
        for _number in range(4):
            picture(stack.enter_context(look(house)))
        assert ask(house.where, PREVIEW).status == 503

    def room() -> bool:
        with look(house) as response:
            return response.status == 200

    until(room)


def test_of_many_who_come_at_once_no_more_than_four_look(house: House) -> None:
    looking = Barrier(12)

    def come(_number: int) -> int:
        with look(house) as response:
            looking.wait(30)
            return response.status

    with ThreadPoolExecutor(12) as crowd:
        assert sorted(crowd.map(come, range(12))) == [200] * 4 + [503] * 8


def test_a_question_for_the_head_alone_is_answered(house: House) -> None:
    assert ask(house.where, PREVIEW, "HEAD").status == 200
