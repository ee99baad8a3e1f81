"""A live camera over a simulated tray whose time passes as fast as it is drawn, and which fails as a test wants it."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from controller.eyes import LiveEyes
from controller.live import LiveCamera
from controller.rules.core import Message
from controller.zoning import Zones
from vision.camera.base import Frame, Image
from vision.errors import CameraError
from vision.finder import find_dice
from vision.reading import Face
from vision.scene import Scene, Settings
from vision.tray.live import FRAMES_A_SECOND, LiveTray

Fault = Callable[[Image], Image]


def black(image: Image) -> Image:
    return np.zeros_like(image)


def bright(image: Image) -> Image:
    return np.asarray(cv2.convertScaleAbs(image, alpha=1.5), np.uint8)


def shifted(image: Image) -> Image:
    """The camera was moved by 20 px of 640."""
    by = 20 * image.shape[1] / 640
    way = np.array([[1, 0, by], [0, 1, 0]])
    return np.asarray(cv2.warpAffine(image, way, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def half(image: Image) -> Image:
    """The lower half has not come."""
    torn = image.copy()
    torn[image.shape[0] // 2 :] = 0
    return torn


def wrong_size(image: Image) -> Image:
    return np.asarray(cv2.resize(image, (320, 200)), np.uint8)


def old_part(share: float, *, frozen: bool) -> Fault:
    """This share of the picture, from below, is of the first picture (frozen), or of the one before (torn)."""
    last: dict[tuple[int, ...], Image] = {}

    def old(image: Image) -> Image:
        before = last.setdefault(image.shape, image)
        if not frozen:
            last[image.shape] = image
        mixed, row = image.copy(), round(len(image) * (1 - share))
        mixed[row:] = before[row:]
        return mixed

    return old


def replayed(length: int) -> Fault:
    """The first pictures, so many, come again and again: all buffers that a driver has."""
    given: dict[tuple[int, ...], list[Image]] = {}

    def replay(image: Image) -> Image:
        pictures = given.setdefault(image.shape, [])
        pictures.append(image if len(pictures) < length else pictures[-length])
        return pictures[-1]

    return replay


PATIENCE = 30.0


def until(condition: Callable[[], object]) -> None:
    """Wait in real time for what another thread does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to this"
        time.sleep(0.002)


class Faulty:
    """The tray's camera.

    Attributes:
        gone: whether the cable is out.
        frozen: whether the same picture comes again and again.
        astray: whether it does not keep to what it was locked to.
        fault: what becomes of every picture.
    """

    automatic = False

    def __init__(self, tray: LiveTray, pass_time: Callable[[float], None]) -> None:
        self.tray = tray
        self.gone = self.frozen = self.astray = False
        self.fault: Fault = lambda image: image
        self._pass_time = pass_time
        self._last: Frame | None = None

    @property
    def description(self) -> str:
        return self.tray.description

    @property
    def dropped(self) -> int:
        return self.tray.dropped

    @dropped.setter
    def dropped(self, number: int) -> None:
        self.tray.dropped = number

    def next(self) -> Frame:
        if self.gone:
            self._pass_time(0.05)
            raise self.missing()
        frame = self.tray.next()
        if not self.frozen or self._last is None:
            self._last = frame
        return replace(frame, image=self.fault(self._last.image), steady=not self.astray)

    def missing(self) -> CameraError:
        """Why there is no camera; the dice roll on without it."""
        self.tray._next = max(self.tray._next, int(self.tray.now * FRAMES_A_SECOND))
        return CameraError("the cable is out; plug it in again")

    def still(self) -> Frame:
        if self.gone:
            raise self.missing()
        frame = self.tray.still()
        return replace(frame, image=self.fault(frame.image), steady=not self.astray)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The tray is still there when the camera is opened again."""


class TrayBench:
    """Tray, camera, and eyes that really read.

    Attributes:
        now: the tray's time.
        stream: the camera, with its faults.
        camera, eyes: as the table has them.
        trouble: why the camera is not to be trusted to hang where it was set up.
    """

    def __init__(
        self, seed: int, *, by_hand: bool = False, zones: Zones | None = None, settings: Settings | None = None
    ) -> None:
        """Prepare.

        Args:
            seed: of the dice.
            by_hand: the table knows nothing of a simulation: people throw, by ``throw``.
            zones: of the seats.
            settings: of the scene.
        """
        self.now = 100.0
        self._moving = threading.Lock()
        self.tray = LiveTray(seed, clock=lambda: self.now, sleep=self._pass_time)
        self.stream = Faulty(self.tray, self._pass_time)
        self.camera = LiveCamera(
            self._open,
            Scene(settings, find=find_dice),
            tray=None if by_hand else self.tray,
            clock=lambda: self.now,
            sleep=self._pass_time,
        )
        self.trouble: Message | None = None
        self.eyes = LiveEyes(self.camera, zones=lambda image: zones, trouble=lambda: self.trouble)

    def _open(self) -> Faulty:
        if self.stream.gone:
            raise self.stream.missing()
        return self.stream

    def _pass_time(self, seconds: float) -> None:
        with self._moving:
            self.now += seconds

    def throw(self, *kinds: str, stay: Sequence[tuple[str, Face | None]] = ()) -> list[Face | None]:
        """Somebody takes away what lies there, but for what is to stay, and throws these dice."""
        return self.camera._do(lambda: self.tray.throw(kinds, stay)).result(60)

    def lean(self, kind: str, *others: str, degrees: float = 25.0) -> None:
        """Somebody throws dice, and the first of them comes to lean on a crumb."""

        def throw() -> None:
            director = self.tray._director
            self.tray.clear()
            director.throw(others)
            director.rock(kind, 0.3, lean=float(np.radians(degrees)))

        self.camera._do(throw).result(60)

    def add(self, *kinds: str) -> None:
        """Somebody throws dice beside those that lie there."""

        def more() -> None:
            director = self.tray._director
            director.now = max(director.now, self.tray.now)
            director.throw(kinds)

        self.camera._do(more).result(60)

    def cover(self) -> None:
        """A hand rests over the first die for a while."""

        def hand() -> None:
            director = self.tray._director
            start = max(director.now, self.tray.now) + 0.4
            x, y = (float(value) for value in self.tray.truth()[0].centre[:2])
            director.hand(((start, x, y), (start + 0.6, x, y)), 0.0)

        self.camera._do(hand).result(60)

    @property
    def done(self) -> bool:
        """Whether all that was set going is over, since a second."""
        return self.tray.now > self.tray.busy_until + 1.0

    def faces(self) -> dict[str, list[Face | None]]:
        """What lies in the tray, by kind."""
        found: dict[str, list[Face | None]] = {}
        for die in self.tray.truth():
            found.setdefault(die.kind, []).append(die.face)
        return found
