"""Looking at the dice: a thread of its own, and patience that ends.

A look that takes too long is given up, so that the seats can enter the dice. Its late result counts for nothing; once
it is there the camera is asked again as before. A live camera watches the tray meanwhile, and begins a look by itself
once a throw lies still.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol, runtime_checkable

from controller.i18n import N_, sentence
from controller.journal.entries import PictureRead, Seen
from controller.live import LiveCamera
from controller.rules.core import Message
from controller.seeing import NOTICES
from controller.tray import Settled, Wish
from vision.camera.base import Frame
from vision.clip import Shot
from vision.errors import CameraError, PictureError, VisionError
from vision.reading import DieReading, Face
from vision.scene import Event as Noticed

__all__ = ["Expected", "Eyes", "Glance", "Looking", "Noticed", "WatchingEyes", "entry_of"]

_log = logging.getLogger(__name__)

# So long the end waits for a look that is under way: one that hangs and was not given up yet must not keep it.
_END_SECONDS: Final = 5.0
# So long after a throw another one that nobody has asked for is taken for the attempt to do it better.
_GRACE_SECONDS: Final = 10.0
# So long everybody is told what a live camera saw that counts for nothing: a display needs half of it to show it.
_NOTICE_SECONDS: Final = 15.0


@dataclass(frozen=True)
class Glance:
    """One look at the thrown dice.

    Attributes:
        frame: the picture.
        dice: those that were found in it.
        film: what was filmed of the throw.
        seats: whose each die is, by its place and by its looks; 0 or nothing where that is not certain.
        outside: whether each die lies beside the tray; nothing where that cannot be told.
        trouble: why the camera is not to be trusted to hang where it was set up; ``None``: it is, or it was not set up.
    """

    frame: Frame
    dice: Sequence[DieReading]
    film: Sequence[Shot] = ()
    seats: Sequence[int] = ()
    outside: Sequence[bool] = ()
    trouble: Message | None = None


def entry_of(look: Glance | VisionError) -> PictureRead:
    """What is recorded of a look."""
    if isinstance(look, VisionError):
        # A damaged picture is used up as well: after a restart the next throw must not get an older one.
        path = look.values.get("path") if isinstance(look, PictureError) else None
        return PictureRead(Path(str(path)).name if path else "", (), sentence(look))
    seats, outside = look.seats or [0] * len(look.dice), look.outside or [False] * len(look.dice)
    dice = tuple(
        Seen(d.type, d.value, round(d.confidence, 3), d.status.value, d.box, seat, beside, d.set, d.likely)
        for d, seat, beside in zip(look.dice, seats, outside, strict=True)
    )
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


@runtime_checkable
class WatchingEyes(Eyes, Protocol):
    """Eyes that watch the tray all the time.

    Attributes:
        camera: the live camera.
    """

    camera: LiveCamera

    def make_ready(self, kinds: Sequence[str]) -> None:
        """Load what reading such dice takes, while they are still to be thrown."""

    def read(
        self, settled: Settled, kinds: Sequence[str], fresh: bool = False, stay: Sequence[tuple[str, Face]] = ()
    ) -> Glance:
        """Read a throw that lies still; ``fresh``: none of its dice lay there before, but those that ``stay``.

        Errors as ``look``.
        """


@dataclass(frozen=True)
class Expected:
    """A throw that is asked for.

    Attributes:
        kinds: all its physical dice.
        thrown: those that are thrown now; the others lie there and stay.
        several: whether more than one seat throws, each in its own time.
        stay: type and face of those among them that may be kept as they lie instead; which, people decide as they
            throw.
    """

    kinds: tuple[str, ...]
    thrown: tuple[str, ...]
    several: bool
    stay: tuple[tuple[str, Face], ...] = ()


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
            self._thread.join(_END_SECONDS)

    def _work(self) -> None:
        while job := self._jobs.get():
            future, call = job
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)


class Looking:
    """One look at a time, in a thread of its own.

    Attributes:
        eyes: what looks.
        camera: the live camera; ``None`` where pictures come one by one.
        under_way: whether a result is still to come.
        result: the last one that was handed over; ``None`` once it counts for nothing.
        notice: what people should know that a live camera has just seen; ``None`` once that is some seconds ago.
    """

    def __init__(
        self,
        eyes: Eyes,
        patience: float,
        done: Callable[[Glance | VisionError | None], None],
        noticed: Callable[[Noticed], None] = lambda event: None,
    ) -> None:
        """Prepare.

        Args:
            eyes: what looks.
            patience: after how many seconds a look is given up.
            done: told the result of each look, in the loop's thread; ``None`` when only what is to be seen has changed.
            noticed: told what a live camera saw that counts for nothing, in the loop's thread.
        """
        self.eyes = eyes
        self._watching = eyes if isinstance(eyes, WatchingEyes) else None
        self.camera = self._watching.camera if self._watching else None
        self.under_way = False
        self.result: Glance | VisionError | None = None
        self.notice: Message | None = None
        self._trouble = ""
        self._patience = patience
        self._done = done
        self._noticed = noticed
        self._thread = _Daemon()
        self._expected: Expected | None = None
        self._was_away = False
        self._last_throw = -math.inf
        # The look that is waited for; of any other one the result counts for nothing.
        self._present: asyncio.Future[Glance | VisionError] | None = None
        # The look that was given up and has not come back yet, and those that were let go.
        self._lost: asyncio.Future[Glance | VisionError] | None = None
        self._let_go: set[asyncio.Future[Glance | VisionError]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._unnotice: asyncio.TimerHandle | None = None

    # --- a live camera -----------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether nobody has anything to say just now: a look is under way, or a simulated hand throws."""
        return self.under_way or (self.camera is not None and self.camera.busy)

    def listen(self) -> None:
        """From now on the live camera tells this loop what it sees."""
        if self.camera:
            loop = asyncio.get_running_loop()
            self.camera.changed = lambda: _soon(loop, self._changed)
            self.camera.noticed = lambda event: _soon(loop, self._notice, event)

    def watch(self, throw: Expected | None) -> None:
        """Have a live camera wait for this throw, and read it once it lies still; ``None``: for none any more."""
        watching = self._watching
        if watching is None or throw == self._expected:
            return
        self._expected = throw
        if throw is None:
            watching.camera.withdraw()
            return
        loop = asyncio.get_running_loop()
        wait = math.inf if throw.several else None

        def settled(lies: Settled) -> None:
            _soon(loop, self._settled, throw, lies)

        watching.camera.ask(Wish(len(throw.thrown), wait, settled, staying=bool(throw.stay)))
        self._thread.submit(watching.make_ready, throw.kinds)

    def throw(self, kinds: Sequence[str], stay: Sequence[tuple[str, Face | None]] = ()) -> bool:
        """Let a simulated hand throw, and leave what is to stay. False: it is for a look to see what lies there."""
        return self.camera is not None and self.camera.throw(kinds, stay)

    def _settled(self, throw: Expected, settled: Settled) -> None:
        self._last_throw = asyncio.get_running_loop().time()
        if self._watching and throw is self._expected and not self.under_way:
            self._expected = None
            fresh = throw.kinds == throw.thrown
            self._begin(partial(self._watching.read, settled, throw.kinds, fresh, throw.stay))
            self._done(None)

    def _changed(self) -> None:
        away = self.camera is not None and self.camera.away is not None
        if self._expected or away != self._was_away:
            self._was_away = away
            self._done(None)

    def _notice(self, event: Noticed) -> None:
        again, loop = event is Noticed.THROWN_UNASKED, asyncio.get_running_loop()
        if event not in NOTICES or (again and loop.time() - self._last_throw >= _GRACE_SECONDS):
            return
        self._noticed(event)
        self._tell(NOTICES[event])

    def _tell(self, notice: Message) -> None:
        """Everybody sees it for a while."""
        self._show_notice(notice)
        self._unnotice = asyncio.get_running_loop().call_later(_NOTICE_SECONDS, self._show_notice, None)

    def _show_notice(self, notice: Message | None) -> None:
        if self._unnotice:
            self._unnotice.cancel()
            self._unnotice = None
        self.notice = notice
        self._done(None)

    # --- one look ----------------------------------------------------------------------------------------------------

    def start(self, kinds: Sequence[str]) -> None:
        """Look at these physical dice."""
        # What was filmed of them up to now goes with the picture: the live camera is let go only then.
        self._expected = None
        self._begin(partial(self.eyes.look, kinds))

    def _begin(self, look: Callable[[], Glance]) -> None:
        loop = asyncio.get_running_loop()
        self.under_way = True
        if self._lost:
            loop.call_soon(self._finish, CameraError("the camera still does not answer"))
            return
        future = self._present = loop.run_in_executor(self._thread, _or_why_not, look)
        self._timer = loop.call_later(self._patience, self._give_up, future)
        future.add_done_callback(self._came)

    def forget(self) -> None:
        """Let go of a look that is under way: nobody waits for it any more, and its result counts for nothing."""
        self.watch(None)
        if self._present:
            self._let_go.add(self._present)
        self.under_way = False
        self.result = self._present = None
        self._stop_timer()

    def close(self) -> None:
        """End the thread; a look that is under way is waited for a while, unless it was given up or let go."""
        self._stop_timer()
        if self._unnotice:
            self._unnotice.cancel()
        if self.camera:
            self.camera.changed, self.camera.noticed = lambda: None, lambda event: None
        self._thread.shutdown(wait=not (self._lost or self._let_go))

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
        if self.camera and self._expected is None:
            self.camera.withdraw()
        if self.under_way:
            self.under_way = False
            self.result = result
            self._done(result)
            if isinstance(result, Glance):
                self._see_to(result.trouble)

    def _see_to(self, trouble: Message | None) -> None:
        """What is wrong with the camera's place is told once, until all is well again."""
        before, self._trouble = self._trouble, trouble.text if trouble else ""
        if trouble and trouble.text != before:
            self._tell(trouble)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _or_why_not(look: Callable[[], Glance]) -> Glance | VisionError:
    try:
        return look()
    except VisionError as error:
        return error


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *args: object) -> None:
    """From another thread; the loop may have ended in this very moment."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *args)
