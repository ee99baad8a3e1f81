"""The live camera: a thread of its own that watches the tray and says when a throw that was asked for lies still.

It outlives every fault of the camera. Everything public may be called from any thread; whatever touches the camera is
done in this one, between two frames.
"""

import logging
import math
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, TypeVar

import cv2

from controller.i18n import N_
from controller.large_picture import ChangedError, large_picture
from controller.simulated_hand import SimulatedHand
from controller.tray import Condition, Doubt, Settled, TrayState, Wish
from vision.calibration import Drift
from vision.camera.base import Frame, Stream
from vision.camera.lasting import LastingStream
from vision.camera.locked import Lock
from vision.clip import Recorder
from vision.errors import CameraError, OutOfPicturesError, VisionError
from vision.reading import Face
from vision.scene import Decision, Event, LiveEye, Observation, Scene, State

if TYPE_CHECKING:
    # With a real camera nothing is simulated, and no physics engine is loaded.
    from vision.tray.live import LiveTray, Mishap

_log = logging.getLogger(__name__)
T = TypeVar("T")

_PICTURE_SECONDS: Final = 15.0
_PAUSE_SECONDS: Final = 1.0
_CLOSED: Final = N_("the camera is closed, since the station ends")


class LiveCamera:
    """Begins with ``with``, ends with it.

    Args:
        opener: opens the camera, as often as it is needed; raises ``CameraError`` where there is none.
        scene: what watches its frames.
        drift: tells whether the camera hangs where it was set up; ``None`` where it was not.
        tray: the simulated tray, where the camera is one; only this thread may touch it.
        beat: is called after each frame, and while there is no camera about once a second.
        clock, sleep: the time, seconds, and waiting; a test brings its own.

    Attributes:
        changed: is called when ``state`` or ``busy`` has changed; from the camera's thread.
        noticed: is told what happened that counts for nothing; from the camera's thread.
        missed: is told why the camera has gone, and ``None`` when it is back; from the camera's thread.
    """

    def __init__(
        self,
        opener: Callable[[], Stream],
        scene: Scene | None = None,
        *,
        drift: Drift | None = None,
        tray: "LiveTray | None" = None,
        beat: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._stream = LastingStream(opener, clock=clock, sleep=sleep)
        self._clock = clock
        self._eye = LiveEye(self._stream, scene or Scene(), drift)
        self._condition = Condition(self._eye.scene.settings.patience_seconds)
        self._hand = SimulatedHand(tray) if tray else None
        self._beat = beat
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)
        self._wish: Wish | None = None
        self._recorder = Recorder()
        self._postponed: Wish | None = None
        self._over: VisionError | None = None
        self._shown: tuple[object, ...] = (TrayState.WAITING, False, None, False)
        self.changed: Callable[[], None] = lambda: None
        self.noticed: Callable[[Event], None] = lambda event: None
        self.missed: Callable[[VisionError | None], None] = lambda why: None
        self._missing = False
        self._answered = threading.Event()

    # --- how it is ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> TrayState:
        """What the tray is like, as people are told."""
        return self._condition.state

    @property
    def doubt(self) -> Doubt | None:
        """Why the dice that lie there do not count by themselves; ``None``: nothing is in doubt."""
        return self._condition.doubt

    @property
    def blocked(self) -> bool:
        """Whether nothing can be decided since long, and people may not know why."""
        return self._condition.blocked

    @property
    def description(self) -> str:
        """What the camera is, in one line, for people."""
        return self._hand.description if self._hand else self._stream.description

    @property
    def locked(self) -> Lock | None:
        """What the camera is locked to; ``None`` where it is of a kind that is not, or there is none."""
        return self._stream.locked

    @property
    def loose(self) -> tuple[str, ...] | None:
        """What of the camera goes on to change by itself; ``None`` where it is not locked at all, or there is none."""
        return self._stream.loose

    @property
    def away(self) -> VisionError | None:
        """Why there is no camera; ``None`` while there is one."""
        return self._over or self._stream.away

    @property
    def busy(self) -> bool:
        """Whether a simulated hand is throwing."""
        return self._hand is not None and self._hand.throwing

    @property
    def lost(self) -> bool:
        """Whether a simulated hand's last throw came to nothing, and it is to throw again."""
        return self._hand is not None and self._hand.lost

    @property
    def simulated(self) -> bool:
        """Whether the tray is a simulated one, which throws by itself."""
        return self._hand is not None

    @property
    def numbers(self) -> dict[str, float]:
        """Frames that came, frames that were lost, and how often the camera was opened."""
        return {"frames": self._eye.frames, "dropped": self._stream.dropped, "opened": self._stream.opened}

    @property
    def number(self) -> int:
        """Of the latest frame."""
        return self._eye.frames

    @property
    def frame(self) -> Frame | None:
        """The latest small frame; ``None`` while there is no camera."""
        return self._eye.looked

    def jpeg(self, quality: int = 80) -> bytes | None:
        """The latest small frame as JPEG; ``None`` while there is no camera."""
        frame = self._eye.looked
        if frame is None:
            return None
        return cv2.imencode(".jpg", frame.image, (cv2.IMWRITE_JPEG_QUALITY, quality))[1].tobytes()

    # --- what it is told ---------------------------------------------------------------------------------------------

    def ask(self, wish: Wish) -> None:
        """A throw is asked for; another one that was is not any more."""
        self._do(lambda: self._ask(wish))

    def withdraw(self) -> None:
        """No throw is asked for."""
        self._do(self._withdraw)

    def still(self) -> Settled:
        """A large picture now, with what was filmed since the throw was asked for.

        Raises:
            CameraError: there is none.
        """
        return self._done(lambda: self._settled(None))

    def settle(self) -> None:
        """Let the camera settle anew to the light that there is, and lock it to that.

        Raises:
            CameraError: there is none.
        """
        self._done(self._stream.settle)

    def keep(self, locked: Lock) -> None:
        """Lock the camera to this.

        Raises:
            CameraError: there is none.
        """
        self._done(lambda: self._stream.keep(locked))

    def throw(self, kinds: Sequence[str], stay: Sequence[tuple[str, Face | None]] = ()) -> bool:
        """Let the simulated hand throw these dice, unless it still throws or they lie there in doubt.

        Args:
            kinds: their types.
            stay: type and face of those that it leaves where they lie (see ``vision.tray.live.LiveTray.throw``).

        Returns:
            Whether there is nothing more to do: False with a real camera, and where dice are to be read as they lie.
        """
        hand = self._hand
        if hand is None or self.doubt:
            return False
        if not hand.throwing:
            hand.begin()
            self._do(lambda: hand.throw(kinds, stay))
        return True

    def teach(self, kinds: Sequence[str]) -> bool:
        """Let the simulated hand throw the dice of a lesson; they never count for a game. Waits for the next frame.

        Returns:
            Whether it does: not while a throw of a game is asked for, and never with a real camera.
        """
        hand = self._hand
        return hand is not None and self._do(lambda: self._teach(hand, kinds)).result(_PICTURE_SECONDS)

    def plan(self, mishap: "Mishap") -> None:
        """The next simulated throw that has no mishap yet gets this one; nothing with a real camera."""
        if hand := self._hand:
            self._do(lambda: hand.plan(mishap))

    def wait_until_there(self) -> None:
        """Wait for the first frame.

        Raises:
            CameraError: there is no camera.
        """
        self._answered.wait(_PICTURE_SECONDS)
        if self.away:
            raise self.away

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End; a camera that hangs is not waited for long."""
        self._ended.set()
        self._thread.join(_PAUSE_SECONDS)

    def _do(self, job: Callable[[], T]) -> "Future[T]":
        """Have something done in the camera's thread, before its next frame."""
        future: Future[T] = Future()

        def work() -> None:
            try:
                future.set_result(job())
            except BaseException as error:
                future.set_exception(error)

        self._jobs.put(work)
        return future

    def _done(self, job: Callable[[], T]) -> T:
        """What the camera does, once it has done it.

        Raises:
            CameraError: there is none.
        """
        if self._over:
            raise self._over
        try:
            return self._do(job).result(_PICTURE_SECONDS)
        except LateError:
            raise CameraError("the camera has given no picture for {n} seconds", n=round(_PICTURE_SECONDS)) from None

    # --- in the camera's thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        with self._stream:
            while not self._ended.is_set():
                for part in (self._work, self._step, self._beat, self._tell):
                    try:
                        part()
                    except OutOfPicturesError as error:
                        self._over = error
                    except Exception:
                        # A fault of ours: nothing is decided by this frame, and the next one may be better.
                        _log.exception("a frame could not be looked at")
                        self._blind()
                        self._ended.wait(_PAUSE_SECONDS)
            # Whoever still waits for the camera must not wait in vain.
            self._over = self._over or CameraError(_CLOSED)
            self._work()

    def _work(self) -> None:
        """Do what others want done."""
        with suppress(Empty):
            while True:
                self._jobs.get_nowait()()

    def _blind(self) -> None:
        """Nothing can be said of a frame; if with it a throw was decided, people have to say."""
        self._condition.see(Observation(State.DISTURBED), self._clock(), rolling=False)
        if self._wish and not self._eye.scene.asked:
            self._doubted(Doubt.NO_PICTURE)

    def _step(self) -> None:
        if self._over:
            self._ended.wait(_PAUSE_SECONDS / 10)
            return
        observation = self._eye.step()
        frame = self._eye.looked
        if observation is None or frame is None:
            return
        if self._condition.see(observation, self._clock(), rolling=self._hand is not None and self._hand.rolling):
            self._thrown()
        if self._wish:
            lively = observation.state in (State.HANDLING, State.ROLLING, State.NUDGED)
            self._recorder.add(frame, lively=lively)
        for event in observation.events:
            self._notice(event)
        if observation.decision:
            self._decided(observation.decision)

    def _notice(self, event: Event) -> None:
        if event in (Event.UNSEEN, Event.NUDGED) and self._wish:
            # Others were taken away meanwhile, or what lies there was moved: that looks the same. Perhaps somebody only
            # clears the tray.
            self._condition.suspect(self._clock())
        else:
            self.noticed(event)

    def _decided(self, decision: Decision) -> None:
        wish = self._wish
        if wish is None:
            return
        if decision.touched:
            self._doubted(Doubt.TOUCHED)
        else:
            try:
                settled = self._settled(decision)
            except ChangedError:
                self._doubted(Doubt.CHANGED)
            except CameraError:
                self._doubted(Doubt.NO_PICTURE)
            else:
                self._withdraw()
                self._thrown()
                wish.settled(settled)
                # Afterwards: nobody waits for it.
                self._eye.see_place(settled.picture.image)

    def _settled(self, decision: Decision | None) -> Settled:
        """A picture, by a name that no other one has: the record and its evidence go by it."""
        picture = large_picture(self._stream, self._eye.scene, decision)
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
        film = self._recorder.shots(decision.began if decision else -math.inf)
        return Settled(replace(picture, name=name), decision, film)

    def _doubted(self, doubt: Doubt) -> None:
        """What lies there now is judged by people; only a further throw counts by itself."""
        self._condition.doubt = doubt
        self._thrown()
        if wish := self._wish:
            self._eye.scene.ask(wish.count, wish.patience, staying=wish.staying)

    def _thrown(self) -> None:
        """The simulated hand's throw is over."""
        if self._hand:
            self._hand.done()

    def _forget(self) -> None:
        if self._hand:
            self._hand.forget()

    def _ask(self, wish: Wish) -> None:
        if self._teaching:
            # What rolls now is a lesson's: the game's throw begins once that lies still and is cleared away.
            self._withdraw()
            self._postponed = wish
            return
        self._wish, self._postponed = wish, None
        self._condition.forget()
        self._forget()
        self._recorder.clear()
        # First of all, so that the throw counts whatever comes of looking for the camera's place.
        self._eye.scene.ask(wish.count, wish.patience, staying=wish.staying)
        if frame := self._eye.looked:
            self._eye.see_place(frame.image)

    def _withdraw(self) -> None:
        self._wish = self._postponed = None
        self._condition.forget()
        self._forget()
        self._recorder.clear()
        self._eye.scene.withdraw()

    @property
    def _teaching(self) -> bool:
        """Whether the dice of a lesson are on their way, or were not yet seen to lie still."""
        return self._hand is not None and self._hand.teaching(unsettled=self._condition.unsettled)

    def _teach(self, hand: SimulatedHand, kinds: Sequence[str]) -> bool:
        if self._wish or self._postponed or hand.throwing:
            return False
        hand.teach(kinds)
        return True

    def _tell(self) -> None:
        """Say so where something has changed that people see."""
        away = self.away
        if self._postponed and not self._teaching:
            self._ask(self._postponed)
        if self._hand:
            self._hand.look()
        self._condition.look(self._clock(), away=away is not None)
        if self._missing != (away is not None):
            self._missing = away is not None
            self.missed(away)
        self._answered.set()
        shown = (self.state, self.busy, self.doubt, self.blocked)
        if shown != self._shown:
            self._shown = shown
            self.changed()
