"""Clips: what is kept of a throw while it goes on, and the file that a browser plays."""

import struct
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.camera.base import Frame
from vision.clip import Recorder, Shot, animated


def frame(seconds: float, level: int = 100, size: tuple[int, int] = (640, 480)) -> Frame:
    return Frame(np.full((size[1], size[0], 3), level, np.uint8), "", seconds)


def times(recorder: Recorder) -> list[float]:
    return [shot.seconds for shot in recorder.shots()]


def test_a_long_wait_leaves_the_last_second() -> None:
    recorder = Recorder()
    for number in range(300):
        recorder.add(frame(number / 15), lively=False)
    assert times(recorder)[0] == pytest.approx(299 / 15 - 1, abs=0.07)


def test_it_begins_a_second_before_anything_moves_and_leaves_out_where_nothing_does() -> None:
    recorder = Recorder()
    for number in range(15 * 60):
        now = number / 15
        recorder.add(frame(now), lively=10 <= now < 12 or 50 <= now < 51)
    kept = times(recorder)
    assert kept[0] == pytest.approx(9, abs=0.1)
    assert not [one for one in kept if 12.6 < one < 48.9]
    assert [one for one in kept if 49 <= one < 51]


def test_of_a_throw_without_end_the_last_seconds_are_kept() -> None:
    recorder = Recorder()
    for number in range(30 * 60):
        recorder.add(frame(number / 30), lively=True)
    kept = times(recorder)
    assert len(kept) <= 160
    assert kept[-1] > 59.9
    assert min(b - a for a, b in pairwise(kept)) > 0.05, "no more than are needed to see it"


def test_cleared_it_holds_nothing() -> None:
    recorder = Recorder()
    recorder.add(frame(1.0), lively=True)
    recorder.clear()
    assert recorder.shots() == ()


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks of a RIFF file."""
    found, place = [], 12
    while place < len(data):
        name, size = data[place : place + 4], struct.unpack_from("<I", data, place + 4)[0]
        found.append((name, data[place + 8 : place + 8 + size]))
        place += 8 + size + size % 2
    return found


def film(levels: list[int], size: tuple[int, int] = (480, 360)) -> list[Shot]:
    made = []
    for number, level in enumerate(levels):
        picture = np.full((size[1], size[0], 3), level, np.uint8)
        made.append(Shot(number / 10, cv2.imencode(".jpg", picture)[1].tobytes()))
    return made


def test_the_file_is_laid_out_as_browsers_expect_it() -> None:
    parts = chunks(animated(film([20, 120, 220])))
    assert [name for name, _content in parts] == [b"VP8X", b"ANIM", b"ANMF", b"ANMF", b"ANMF"]
    heading = parts[0][1]
    assert int.from_bytes(heading[4:7], "little") + 1 == 480
    assert int.from_bytes(heading[7:10], "little") + 1 == 360
    lasts = [int.from_bytes(content[12:15], "little") for name, content in parts if name == b"ANMF"]
    assert lasts == [100, 100, 2000]


def test_every_frame_shows_what_it_showed() -> None:
    """Each frame's own picture, taken out again, is a WebP that OpenCV reads in every version."""
    for (_name, content), level in zip(chunks(animated(film([20, 120, 220])))[2:], [20, 120, 220], strict=True):
        still = b"WEBP" + content[16:]
        data = b"RIFF" + struct.pack("<I", len(still)) + still
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert image.shape == (360, 480, 3)
        assert abs(float(image.mean()) - level) < 4


@pytest.mark.skipif(not hasattr(cv2, "imdecodeanimation"), reason="this OpenCV reads no animations")
def test_a_decoder_of_animations_plays_it() -> None:
    good, animation = cv2.imdecodeanimation(np.frombuffer(animated(film([20, 120, 220])), np.uint8))
    assert good
    levels = [float(one[..., :3].mean()) for one in animation.frames]
    assert levels == pytest.approx([20, 120, 220], abs=6)
    assert list(animation.durations) == [100, 100, 2000]


def test_a_frame_of_another_size_is_left_out() -> None:
    mixed = [*film([20]), *film([120], (240, 180)), *film([220])]
    assert sum(name == b"ANMF" for name, _content in chunks(animated(mixed))) == 2


def test_a_clip_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        animated([])
