"""Short clips of a throw: frames kept small while it goes on, and written as one file that every browser plays.

OpenCV writes animations only from 4.11 on, so the container is written here: an animated WebP is the frames' own WebP
files, one behind the other. The layout is that of the "WebP Container Specification" (RFC 9649).
"""

import math
import struct
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Frame, Image
from vision.shrink import shrunk

WIDTH: Final = 480
"""Width of a clip, px; its height follows from the camera."""
_EVERY_SECONDS: Final = 0.045
_BEFORE_SECONDS: Final = 1.0
_AFTER_SECONDS: Final = 0.5
"""So long after the last movement frames still belong to it."""
_MOST_FRAMES: Final = 160
"""Eight to ten seconds of movement."""
_JPEG_QUALITY: Final = 80
_WEBP_QUALITY: Final = 60
_LONGEST_SECONDS: Final = 0.3
"""Where nothing moved, nothing was kept: so long a frame stays at most."""
_LAST_SECONDS: Final = 2.0
"""The settled dice stay to be seen before the clip begins anew."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame of a clip.

    Attributes:
        seconds: when it was taken.
        jpeg: the picture.
    """

    seconds: float
    jpeg: bytes


class Recorder:
    """Keeps the frames of a throw while it goes on: from a second before anything moves until it lies.

    At fifteen to twenty frames a second and ``WIDTH`` wide, and never more than ``_MOST_FRAMES`` that move:
    the oldest go first.
    """

    def __init__(self) -> None:
        self._before: deque[Shot] = deque()
        self._kept: deque[Shot] = deque(maxlen=_MOST_FRAMES)
        self._lively = self._last = -1.0

    def clear(self) -> None:
        """Nothing of what was kept is needed any more."""
        self._before.clear()
        self._kept.clear()
        self._lively = self._last = -1.0

    def add(self, frame: Frame, *, lively: bool) -> None:
        """Take in a frame; ``lively``: something moves in it."""
        now = frame.monotonic
        if lively:
            self._lively = now
        if 0 <= now - self._last < _EVERY_SECONDS:
            return
        self._last = now
        shot = Shot(now, _jpeg(frame.image))
        if self._lively >= 0 and now - self._lively <= _AFTER_SECONDS:
            self._kept.extend(self._before)
            self._before.clear()
            self._kept.append(shot)
            return
        self._before.append(shot)
        while now - self._before[0].seconds > _BEFORE_SECONDS:
            self._before.popleft()

    def shots(self, began: float = -math.inf) -> tuple[Shot, ...]:
        """What was kept, with the last moment; from a second before ``began`` on, the frames' own time."""
        kept = (*self._kept, *self._before)
        return tuple(shot for shot in kept if shot.seconds >= began - _BEFORE_SECONDS)


def _jpeg(image: Image) -> bytes:
    height = max(2, round(image.shape[0] * WIDTH / image.shape[1]))
    small = shrunk(image, WIDTH, height)
    return cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY))[1].tobytes()


def animated(shots: Sequence[Shot]) -> bytes:
    """The frames as an animated WebP that plays in a loop, at the speed at which they were taken.

    Args:
        shots: at least one; frames of another size than the first one are left out.

    Returns:
        The file.

    Raises:
        ValueError: there is no frame.
    """
    if not shots:
        raise ValueError("a clip takes at least one frame")
    times = [shot.seconds for shot in shots]
    lasts = [min(later - now, _LONGEST_SECONDS) for now, later in pairwise(times)]
    parts, size = [], None
    for shot, seconds in zip(shots, [*lasts, _LAST_SECONDS], strict=True):
        image = cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if image is None or (size and image.shape[1::-1] != size):
            continue
        size = (image.shape[1], image.shape[0])
        parts.append(_frame(np.asarray(image, np.uint8), round(1000 * max(seconds, 0.01))))
    if size is None:
        raise ValueError("a clip takes at least one frame")
    animation = struct.pack("<B3x", 0x02) + _24(size[0] - 1) + _24(size[1] - 1)
    chunks = [_chunk(b"VP8X", animation), _chunk(b"ANIM", struct.pack("<IH", 0xFF000000, 0)), *parts]
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _frame(image: Image, milliseconds: int) -> bytes:
    """One frame: its place, size, time, then the WebP file of the picture without its own heading."""
    height, width = image.shape[:2]
    still = cv2.imencode(".webp", image, (cv2.IMWRITE_WEBP_QUALITY, _WEBP_QUALITY))[1].tobytes()
    # It covers the whole of the one before, which need not be kept.
    heading = _24(0) + _24(0) + _24(width - 1) + _24(height - 1) + _24(milliseconds) + b"\x02"
    return _chunk(b"ANMF", heading + _picture(still))


def _picture(webp: bytes) -> bytes:
    """The chunk of a still WebP file that holds the picture; it may be behind others."""
    place = 12
    while place < len(webp):
        name, length = webp[place : place + 4], int.from_bytes(webp[place + 4 : place + 8], "little")
        end = place + 8 + length + length % 2
        if name in (b"VP8 ", b"VP8L"):
            return webp[place:end]
        place = end
    raise ValueError("OpenCV has written no WebP picture")


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _24(value: int) -> bytes:
    return value.to_bytes(3, "little")
