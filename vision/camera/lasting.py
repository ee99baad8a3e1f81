"""A live camera that may go away and comes back: the station goes on without it meanwhile."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from vision.camera.base import Frame, Stream
from vision.camera.locked import Lock, Lockable, locked_of, loose_of
from vision.errors import CameraError, OutOfPicturesError


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
        self.away: CameraError | None = None
        self.opened = 0

    @property
    def description(self) -> str:
        """What the camera is, or why there is none."""
        if self._stream:
            return self._stream.description
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
        return self._dropped + (self._stream.dropped if self._stream else 0)

    def next(self) -> Frame | None:
        """Wait for the next frame; ``None`` while there is no camera, at most ``retry_seconds`` later.

        Raises:
            OutOfPicturesError: the camera is a recording, and it is over.
        """
        stream = self._stream or self._open()
        if stream is None:
            return None
        try:
            return stream.next()
        except OutOfPicturesError:
            raise
        except CameraError as error:
            self._close(error)
            return None

    def still(self) -> Frame:
        """Take a large picture now.

        Raises:
            CameraError: there is no camera, or it gives no picture; ``next`` opens it again.
        """
        if self._stream is None:
            raise self.away or CameraError("the camera is not open yet; wait for its first frame")
        try:
            return self._stream.still()
        except OutOfPicturesError:
            raise
        except CameraError as error:
            self._close(error)
            raise

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
            try:
                tell(self._stream)
            except CameraError as error:
                self._close(error)
                raise
            self._kept = self._stream.locked

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the camera."""
        self._stack.close()
        self._stream = None

    def _open(self) -> Stream | None:
        wait = self._again - self._clock()
        if wait > 0:
            self._sleep(wait)
        self._again = self._clock() + self._retry
        try:
            stream = self._opener()
        except CameraError as error:
            self.away = error
            return None
        self._stream = self._stack.enter_context(stream)
        if self._kept and isinstance(stream, Lockable):
            try:
                stream.keep(self._kept)
            except CameraError as error:
                self._close(error)
                return None
        self.away = None
        self.opened += 1
        return stream

    def _close(self, error: CameraError) -> None:
        self._dropped = self.dropped
        self._stream = None
        self._stack.close()
        self.away = error
        self._again = self._clock() + self._retry
