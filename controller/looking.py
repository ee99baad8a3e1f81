"""Looking at the dice: the camera's own thread, and patience that ends.

A look that takes too long is given up, so that the seats can enter the dice. Its late result counts for nothing; once
it is there the camera is asked again as before.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

from controller.i18n import N_, sentence
from controller.journal.entries import PictureRead, Seen
from vision.camera.base import Frame
from vision.errors import CameraError, PictureError, VisionError
from vision.reading import DieReading

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Glance:
    """One look at the thrown dice."""

    frame: Frame
    dice: Sequence[DieReading]


def entry_of(look: Glance | VisionError) -> PictureRead:
    """What is recorded of a look."""
    if isinstance(look, VisionError):
        # A damaged picture is used up as well: after a restart the next throw must not get an older one.
        path = look.values.get("path") if isinstance(look, PictureError) else None
        return PictureRead(Path(str(path)).name if path else "", (), sentence(look))
    dice = tuple(Seen(d.type, d.value, round(d.confidence, 3), d.status.value, d.box) for d in look.dice)
    return PictureRead(look.frame.name, dice)


class Eyes(Protocol):
    """Looks at the dice. Used from the camera's thread only.

    Attributes:
        automatic: True when each look is a throw of its own, so that nobody has to say that the dice lie still.
    """

    automatic: bool

    def look(self, kinds: Sequence[str]) -> Glance:
        """Take a picture of these physical dice and read it.

        Raises:
            VisionError: no picture is to be had, or it is damaged.
        """


class _Daemon(Executor):
    """One thread that the program's end does not wait for: a camera that hangs must not keep it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._jobs.put((future, partial(fn, *args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._jobs.put(None)
        if wait:
            self._thread.join()

    def _work(self) -> None:
        while job := self._jobs.get():
            future, call = job
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)


class Looking:
    """One look at a time, in the camera's thread.

    Attributes:
        eyes: what looks.
        under_way: whether a result is still to come.
        result: the last one that was handed over; ``None`` once it counts for nothing.
    """

    def __init__(self, eyes: Eyes, patience: float, done: Callable[[Glance | VisionError], None]) -> None:
        """Prepare.

        Args:
            eyes: what looks.
            patience: after how many seconds a look is given up.
            done: told the result of each look, in the loop's thread.
        """
        self.eyes = eyes
        self.under_way = False
        self.result: Glance | VisionError | None = None
        self._patience = patience
        self._done = done
        self._thread = _Daemon()
        # The look that is waited for; of any other one the result counts for nothing.
        self._present: asyncio.Future[Glance | VisionError] | None = None
        # The look that was given up and has not come back yet, and those that were let go.
        self._lost: asyncio.Future[Glance | VisionError] | None = None
        self._let_go: set[asyncio.Future[Glance | VisionError]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def start(self, kinds: Sequence[str]) -> None:
        """Look at these physical dice."""
        loop = asyncio.get_running_loop()
        self.under_way = True
        if self._lost:
            loop.call_soon(self._finish, CameraError("the camera still does not answer"))
            return
        future = self._present = loop.run_in_executor(self._thread, self._look, kinds)
        self._timer = loop.call_later(self._patience, self._give_up, future)
        future.add_done_callback(self._came)

    def forget(self) -> None:
        """Let go of a look that is under way: nobody waits for it any more, and its result counts for nothing."""
        if self._present:
            self._let_go.add(self._present)
        self.under_way = False
        self.result = self._present = None
        self._stop_timer()

    def close(self) -> None:
        """End the thread; a look that is under way is waited for, unless it was given up or let go."""
        self._stop_timer()
        self._thread.shutdown(wait=not (self._lost or self._let_go))

    def _look(self, kinds: Sequence[str]) -> Glance | VisionError:
        try:
            return self.eyes.look(kinds)
        except VisionError as error:
            return error

    def _give_up(self, future: "asyncio.Future[Glance | VisionError]") -> None:
        self._lost = future
        self._finish(CameraError("the camera has given no picture for {n} seconds", n=round(self._patience)))

    def _came(self, future: "asyncio.Future[Glance | VisionError]") -> None:
        self._let_go.discard(future)
        if future.cancelled():
            return
        error = future.exception()
        if error:
            _log.error("the reading failed", exc_info=error)
        if future is self._lost:
            self._lost = None
        elif future is self._present:
            self._finish(VisionError(N_("the reading failed: {why}"), why=error) if error else future.result())

    def _finish(self, result: Glance | VisionError) -> None:
        self._present = None
        self._stop_timer()
        if self.under_way:
            self.under_way = False
            self.result = result
            self._done(result)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
