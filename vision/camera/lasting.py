"""A live camera that may go away and comes back: the station goes on without it meanwhile."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

import numpy as np

from vision.camera.base import Frame, Stream
from vision.camera.locked import Lock, Lockable, locked_of, loose_of
from vision.errors import N_, CameraError, OutOfPicturesError

_log = logging.getLogger(__name__)

_BACK_SECONDS: Final = 1.0
"""A camera's time that goes back farther would stop the scene until it has caught up; so it goes on from the last one,
after a gap that proves nothing."""
_LATEST_SECONDS: Final = 1e10
_LEAST_PX: Final = 16
_OTHER_SIZE_TIMES: Final = 3
"""A camera that was opened so often and gives another size than before has changed; what it gives once is a fault."""
_FAILS: Final = N_("the camera fails ({why}); plug it in again")


class LastingStream:
    """Opens a camera, and opens it again when it fails, for as long as it takes; a context manager.

    Args:
        opener: opens the camera; raises ``CameraError`` where there is none.
        retry_seconds: how long to wait before each new attempt, 0.1 … 60.
        clock, sleep: the time, seconds, and waiting; a test brings its own.

    Attributes:
        away: why there is no camera just now, in a sentence for people; ``None`` while there is one.
        opened: how often it was opened so far.
    """

    def __init__(
        self,
        opener: Callable[[], Stream],
        *,
        retry_seconds: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not 0.1 <= retry_seconds <= 60:
            raise ValueError(f"retry_seconds is {retry_seconds}; it may be 0.1 … 60")
        self._opener = opener
        self._retry = retry_seconds
        self._clock, self._sleep = clock, sleep
        self._stream: Stream | None = None
        self._stack = ExitStack()
        self._kept: Lock | None = None
        self._dropped = 0
        self._again = clock()
        self._shape: tuple[int, ...] | None = None
        self._misshapen = 0
        self._ahead, self._latest = 0.0, -_LATEST_SECONDS
        self._logged = ""
        self.away: CameraError | None = None
        self.opened = 0

    @property
    def description(self) -> str:
        """What the camera is, or why there is none."""
        # Asked from any thread: the camera may be closed in this very moment.
        if stream := self._stream:
            return stream.description
        return str(self.away) if self.away else "camera not opened yet"

    @property
    def locked(self) -> Lock | None:
        """What the camera is locked to; ``None`` where it is of a kind that is not, or there is none."""
        return locked_of(self._stream)

    @property
    def loose(self) -> tuple[str, ...] | None:
        """What of the camera goes on to change by itself; ``None`` where it is not locked at all, or there is none."""
        return loose_of(self._stream)

    @property
    def dropped(self) -> int:
        """How many frames were lost so far, over all times that it was opened."""
        stream = self._stream
        return self._dropped + (stream.dropped if stream else 0)

    def next(self) -> Frame | None:
        """Wait for the next frame; ``None`` while there is no camera, at most ``retry_seconds`` later.

        Their times rise, but for a step back of less than a second. Of another size than before they are only if the
        camera still gives that once it has been opened again and again.

        Raises:
            OutOfPicturesError: the camera is a recording, and it is over.
        """
        stream = self._stream or self._open()
        if stream is None:
            return None
        try:
            with self._closed_if_it_fails():
                return self._in_order(_usable(stream.next()))
        except OutOfPicturesError:
            raise
        except CameraError:
            return None

    def still(self) -> Frame:
        """Take a large picture now.

        Raises:
            CameraError: there is no camera, or it gives no picture; ``next`` opens it again.
        """
        if self._stream is None:
            raise self.away or CameraError("the camera is not open yet; wait for its first frame")
        with self._closed_if_it_fails():
            frame = _usable(self._stream.still())
        return replace(frame, monotonic=frame.monotonic + self._ahead)

    def settle(self) -> None:
        """Let the camera settle anew and lock it to that, also whenever it is opened again; nothing where it cannot.

        Raises:
            CameraError: there is no camera, or it gives no picture any more; ``next`` opens it again.
        """
        self._relock(lambda camera: camera.settle())

    def keep(self, locked: Lock) -> None:
        """Lock the camera to this, also whenever it is opened again; nothing where it cannot.

        Raises:
            CameraError: as with ``settle``.
        """
        self._relock(lambda camera: camera.keep(locked))

    def _relock(self, tell: Callable[[Lockable], None]) -> None:
        if self._stream is None:
            raise self.away or CameraError("the camera is not open yet; wait for its first frame")
        if isinstance(self._stream, Lockable):
            with self._closed_if_it_fails():
                tell(self._stream)
            self._kept = self._stream.locked

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the camera."""
        self._end()

    def _open(self) -> Stream | None:
        wait = self._again - self._clock()
        if wait > 0:
            self._sleep(wait)
        self._again = self._clock() + self._retry
        try:
            with self._closed_if_it_fails():
                stream = self._opener()
                self._stream = self._stack.enter_context(stream)
                if self._kept and isinstance(stream, Lockable):
                    stream.keep(self._kept)
        except CameraError:
            return None
        self.away = None
        self.opened += 1
        return stream

    def _close(self, error: CameraError) -> None:
        self._dropped, self.away = self.dropped, error
        self._end()
        self._again = self._clock() + self._retry

    def _end(self) -> None:
        self._stream = None
        try:
            self._stack.close()
        except Exception:
            # It is gone all the same, and may come back.
            _log.exception("the camera could not be closed")

    @contextmanager
    def _closed_if_it_fails(self) -> Iterator[None]:
        """Whatever a driver raises, the camera is closed and opened anew.

        Raises:
            CameraError: why, in a sentence; what is none for people goes into the log, once.
        """
        try:
            yield
        except OutOfPicturesError:
            raise
        except CameraError as error:
            self._close(error)
            raise
        except Exception as error:
            failed = CameraError(_FAILS, why=error if str(error) else type(error).__name__)
            if str(failed) != self._logged:
                self._logged = str(failed)
                _log.exception("the camera fails")
            self._close(failed)
            raise failed from error

    def _in_order(self, frame: Frame) -> Frame:
        """The frame with a time that goes on from the last one.

        Raises:
            CameraError: its size is another than before.
        """
        shape = frame.image.shape
        if shape == (self._shape or shape):
            self._misshapen = 0
        elif self._misshapen < _OTHER_SIZE_TIMES:
            # All that is known of the tray is of the size of before.
            self._misshapen += 1
            raise CameraError(N_("the camera gives pictures of another size than before; it is opened again"))
        self._shape = shape
        seconds = frame.monotonic + self._ahead
        if seconds < self._latest - _BACK_SECONDS:
            self._ahead += self._latest + _BACK_SECONDS - seconds
            seconds = self._latest + _BACK_SECONDS
        self._latest = max(self._latest, seconds)
        return replace(frame, monotonic=seconds)


def _usable(frame: Frame) -> Frame:
    """The frame, if it is a picture with a time.

    Raises:
        CameraError: it is not.
    """
    image = frame.image
    if not (
        isinstance(image, np.ndarray)
        and image.dtype == np.uint8
        and image.ndim == 3
        and image.shape[2] == 3
        and min(image.shape[:2]) >= _LEAST_PX
    ):
        raise CameraError(N_("the camera gives no pictures that can be used: they must have colours of 8 bits"))
    if not abs(frame.monotonic) < _LATEST_SECONDS:
        raise CameraError(N_("the camera does not say when its pictures were taken; plug it in again"))
    return frame
