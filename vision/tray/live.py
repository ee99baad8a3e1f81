"""A simulated tray that goes on while time passes, as a camera above a real one would show it."""

import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from types import TracebackType
from typing import Final, Self

import numpy as np

from vision.camera.base import Frame
from vision.errors import N_, CameraError
from vision.reading import DIE_TYPES, Face
from vision.tray.director import Director
from vision.tray.measures import FLOOR_MM, PICTURE
from vision.tray.path import Lies
from vision.tray.stage import Staged, camera_above

FRAMES_A_SECOND: Final = 20
_KEEP_SECONDS: Final = 5.0
_SEEN_SECONDS: Final = 0.7
_LEAN: Final = 0.75
_UNPLUGGED_SECONDS: Final = 4.0


class Mishap(StrEnum):
    """What may go wrong with a throw."""

    COCKED = "cocked"
    """The first die leans on a crumb."""
    OFF_TRAY = "off tray"
    HAND_IN_VIEW = "hand in view"
    """The hand stays for two seconds."""
    WRONG_DIE = "wrong die"
    """The first die is of another kind than was asked for."""
    GLARE = "glare"
    UNPLUGGED = "unplugged"
    """The camera gives no picture for four seconds."""
    NUDGE = "nudge"
    """The table is knocked after the dice have settled."""
    LIGHT_STEP = "light step"
    SHADOW = "shadow"


class LiveTray:
    """A tray with dice that exist only here, thrown by a physics engine; a context manager.

    The same seed and the same throws give the same dice. Its time is real time, and passes only while frames are taken.

    Args:
        seed: of the random numbers; without one, the throws are different each time.
        width, height: of the stream's frames, pixels.
        still_width, still_height: of the pictures for reading, pixels.
        rate: of the stream, frames a second.
        clock, sleep: the time, seconds, and waiting; a test brings its own.
    """

    automatic = False

    def __init__(
        self,
        seed: int | None = None,
        *,
        width: int = 640,
        height: int = 480,
        still_width: int = PICTURE[0],
        still_height: int = PICTURE[1],
        rate: int = FRAMES_A_SECOND,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._seed, self._rate = seed, rate
        self._clock, self._sleep = clock, sleep
        self._director = Director(np.random.default_rng(seed), width=width, height=height)
        self._large = self._director.stage.seen_by(camera_above(still_width, still_height))
        self._origin, self._lag = clock(), 0.0
        self._next = 0
        self._frames = self._stills = 0
        self._mishaps: list[Mishap] = []
        self._away: list[tuple[float, float]] = []
        self.dropped = 0

    @property
    def description(self) -> str:
        """What it is, and its seed."""
        return "simulated tray" if self._seed is None else f"simulated tray, seed {self._seed}"

    @property
    def now(self) -> float:
        """Seconds since the tray was made, less those for which its time stood still."""
        return self._clock() - self._origin - self._lag

    @property
    def readable_from(self) -> float:
        """From when on nothing stands in the way of reading the last throw, by the clock, seconds.

        Raises:
            IndexError: nothing was thrown yet.
        """
        return self._origin + self._lag + self._director.throws[-1].ready

    @property
    def busy_until(self) -> float:
        """When all that was set going is over, in seconds since the tray was made."""
        return self._director.now

    def plan(self, mishap: Mishap) -> None:
        """The next throw that has none goes wrong in this way."""
        self._mishaps.append(mishap)

    def throw(
        self, dice: Sequence[str], stay: Sequence[tuple[str, Face | None]] = (), *, by_plan: bool = True
    ) -> list[Face | None]:
        """A hand clears the tray and throws these dice; that takes some seconds, and this returns at once.

        Args:
            dice: their types, each one of ``DIE_TYPES``.
            stay: type and face of those that it leaves where they lie; ``None``: whatever it shows. One that is not
                there, since the tray is another one than before, it lays down as it was.
            by_plan: whether the mishap that is planned happens to this throw; else it waits for a later one.

        Returns:
            What each will show, in the order in which they are thrown; ``None`` for one that leans.

        Raises:
            ValueError: an unknown die, or too many; the tray stays as it was.
        """
        unknown = [kind for kind in dice if kind not in DIE_TYPES]
        if unknown:
            raise ValueError(f"no die is called {unknown[0]!r}; there are {', '.join(DIE_TYPES)}")
        director = self._director
        director.now = max(director.now, self.now)
        director.stage.forget(self.now - _KEEP_SECONDS)
        self._make_room(stay)
        mishap = self._mishaps.pop(0) if by_plan and self._mishaps else None
        return [lies.face for lies in self._thrown(list(dice), mishap)]

    def clear(self) -> None:
        """A hand takes all dice away, one after the other."""
        self._director.now = max(self._director.now, self.now)
        self._director.pick_up()

    def _make_room(self, stay: Sequence[tuple[str, Face | None]]) -> None:
        """Take all dice away but those that stay, and lay down what of them is missing."""
        director, kept = self._director, list[Staged]()
        lying = [(die, lies) for die, lies in director.lying() if lies.on(FLOOR_MM)]
        missing = list[tuple[str, Face]]()
        # Those of which the face is known choose first; a die that leans is left over for nobody.
        for kind, face in sorted(stay, key=lambda one: one[1] is None):
            alike = [die for die, lies in lying if lies.kind == kind and lies.face is not None and die not in kept]
            same = [die for die, lies in lying if die in alike and lies.face == face]
            if same or (alike and face is None):
                kept.append((same or alike)[0])
            elif face is not None:
                missing.append((kind, face))
        director.pick_up(but=kept)
        for kind, face in missing:
            director.place_by_hand(kind, face)
        # The throw begins once they have been seen to lie there.
        director.wait(_SEEN_SECONDS if missing else 0.0)

    def truth(self) -> list[Lies]:
        """What lies in the tray once all has come to rest, also beside it."""
        return self._director.truth()

    def next(self) -> Frame:
        """Wait for the next frame.

        Raises:
            CameraError: the camera is unplugged just now.
        """
        if self._unplugged:
            # Time goes on, and what happens meanwhile nobody sees.
            self._next = max(self._next, int(self.now * self._rate) + 1)
            raise self._gone()
        due = self._next / self._rate
        # Where drawing cannot keep pace, or nobody looked for a while, time passes more slowly here: dice that rolled
        # between two frames would be a throw that nobody has seen.
        self._lag += max(0.0, self.now - due)
        self._next += 1
        if due > self.now:
            self._sleep(due - self.now)
        self._frames += 1
        return Frame(self._director.stage.picture(due), f"{self._frames:06d}", self._origin + due)

    def still(self) -> Frame:
        """A large picture of the tray as it is now; the name is a running number.

        Raises:
            CameraError: the camera is unplugged just now.
        """
        if self._unplugged:
            raise self._gone()
        self._stills += 1
        now = self.now
        return Frame(self._large.picture(now), f"{self._stills:06d}", self._origin + now)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to give back."""

    @property
    def _unplugged(self) -> bool:
        return any(start <= self.now < end for start, end in self._away)

    def _gone(self) -> CameraError:
        return CameraError(N_("the camera of the simulated tray is unplugged; it comes back by itself"))

    def _thrown(self, dice: list[str], mishap: Mishap | None) -> Sequence[Lies]:
        director = self._director
        match mishap:
            case Mishap.WRONG_DIE if dice:
                dice[0] = str(director.rng.choice([kind for kind in DIE_TYPES if kind not in dice]))
            case Mishap.GLARE:
                director.glare(4.0, after=0.5)
            case Mishap.LIGHT_STEP:
                director.light(0.75, after=0.8)
            case Mishap.SHADOW:
                director.shadow(3.0, after=0.3)
            case Mishap.COCKED if dice:
                others = director.throw(dice[1:]).dice if dice[1:] else ()
                return *director.rock(dice[0], 0.3, lean=_LEAN).dice, *others
            case Mishap.UNPLUGGED:
                self._away.append((director.now + 0.5, director.now + 0.5 + _UNPLUGGED_SECONDS))
        off, linger = mishap is Mishap.OFF_TRAY, 2.0 if mishap is Mishap.HAND_IN_VIEW else 0.15
        throw = director.throw(dice, fence=not off, hop=off, linger=linger)
        if mishap is Mishap.NUDGE:
            director.wait(0.8)
            director.nudge()
        return throw.dice
