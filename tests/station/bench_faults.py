"""Plays at a live camera that fails: ``python -m tests.station.bench_faults``, or ``make bench-faults``.

Dice are thrown, or hands do all but throw, while the camera fails in one or two ways: what counts, what people are
asked about, and what nobody is told of. Time passes as fast as frames are drawn; the same seed plays the same play.
"""

import argparse
import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from math import inf
from typing import Final, NamedTuple

import cv2
import numpy as np

from controller.looking import entry_of
from controller.matching import OpenDie, match
from controller.seeing import NOTICES, tray_of
from controller.tray import Settled, TrayState, Wish
from tests.controller.trays import Fault, TrayBench, black, bright, half, old_part, replayed, shifted, wrong_size
from vision.camera.base import Image
from vision.scene import Event

_DICE: Final = ("d6", "d8")
_CALM_SECONDS: Final = 6.0
"""After all is over: dice count by then, or there is a doubt."""
_BLOCKED_SECONDS: Final = 22.0
"""As long again, and people are told what has kept the camera from the tray for too long."""
_LASTING: Final = (0.1, 0.3, 1.0, 3.0)
_RINGS: Final = (1, 4, 12, 30)
_STREAM: Final = {"away": "gone", "frozen": "frozen", "exposed otherwise": "astray"}
"""Faults of the camera itself, and the attribute of ``Faulty`` that makes each."""


class Kind(StrEnum):
    """Of a play."""

    EMPTY = "thrown into an empty tray, the fault passes"
    FOR_GOOD = "thrown into an empty tray, the fault stays"
    CLEARED = "thrown where a hand first clears the tray"
    BESIDE = "thrown beside a die that may be kept"
    HANDS = "nobody throws, dice lie there"
    KEPT = "nobody throws, the dice may be kept"

    @property
    def thrown(self) -> bool:
        """Whether dice are thrown in it."""
        return self not in (Kind.HANDS, Kind.KEPT)


class End(StrEnum):
    """How a play ends."""

    COUNTED = "counted"
    ASKED = "asked about"
    SILENT = "silent"
    MISREAD = "misread"
    PHANTOM = "phantom"


class Outcome(NamedTuple):
    """How a play ended, and all that is needed to look at it again."""

    kind: Kind
    seed: int
    end: End
    story: str


class Bench(TrayBench):
    """A tray whose time passes only while it is told to, so that each fault comes with the same frame each time.

    Attributes:
        ring: how many pictures come again and again where some do; the seed says it.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed, by_hand=True)
        self.ring = _RINGS[seed % len(_RINGS)]
        self._turn, self._until = threading.Condition(), self.now

    def _pass_time(self, seconds: float) -> None:
        with self._turn:
            self.now += seconds
            while self.now >= self._until:
                self._turn.notify_all()
                self._turn.wait()

    def pass_time(self, seconds: float = 0.1) -> None:
        """Let the camera look for so long; then it stands still, and the tray may be touched from here."""
        with self._turn:
            self._until += seconds
            self._turn.notify_all()
            if seconds < inf and not self._turn.wait_for(lambda: self.now >= self._until, timeout=60.0):
                raise RuntimeError("the camera's thread does not look any more")


def gained(gain: Callable[[], float]) -> Fault:
    """The picture is so many times as bright."""
    return lambda image: np.asarray(cv2.convertScaleAbs(image, alpha=gain()), np.uint8)


def turned(image: Image) -> Image:
    """The camera was turned by two degrees."""
    way = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), 2, 1)
    return np.asarray(cv2.warpAffine(image, way, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def drifting(bench: Bench, rate: float) -> Fault:
    """The light becomes more or less by this share a second, from now on."""
    began = bench.now
    return gained(lambda: max(0.3, min(1.6, 1 + rate * (bench.now - began))))


def pictures(bench: Bench) -> dict[str, Fault]:
    """What may become of the pictures, by name."""
    return {
        "the last repeated" if bench.ring == 1 else f"the last {bench.ring} replayed": replayed(bench.ring),
        "black": black,
        "dim": gained(lambda: 0.55),
        "bright": bright,
        "slowly brighter": drifting(bench, 0.12),
        "slowly darker": drifting(bench, -0.12),
        "quickly darker": drifting(bench, -0.8),
        "shifted": shifted,
        "turned": turned,
        "half a picture": half,
        "torn": old_part(0.5, frozen=False),
        "half frozen": old_part(0.5, frozen=True),
        "wrong size": wrong_size,
    }


def fail(bench: Bench, names: Sequence[str]) -> None:
    """From now on the camera has these faults and no others."""
    for name, attribute in _STREAM.items():
        setattr(bench.stream, attribute, name in names)
    made = pictures(bench)
    faults = [made[name] for name in names if name in made]
    bench.stream.fault = lambda image: reduce(lambda seen, fault: fault(seen), faults, image)


@dataclass
class Play:
    """One play: what the camera tells while it goes on."""

    kind: Kind
    chance: random.Random
    bench: Bench
    settled: list[Settled] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    stay: tuple[OpenDie, ...] = ()

    def some_faults(self, *numbers: int) -> list[str]:
        return self.chance.sample([*_STREAM, *pictures(self.bench)], self.chance.choice(numbers))

    def begin(self) -> None:
        """Dice come to lie there, or none, and a throw is asked for."""
        self.bench.pass_time(0.5)
        if self.kind not in (Kind.EMPTY, Kind.FOR_GOOD):
            self.bench.tray.throw(_DICE)
            while not self.bench.done:
                self.bench.pass_time()
        if self.kind is Kind.BESIDE:
            self.stay = tuple(OpenDie(1, die.kind, die.face) for die in self.bench.tray.truth() if die.kind == "d6")
        self.bench.camera.noticed = self.events.append
        count = len(_DICE) if self.kind is not Kind.HANDS else self.chance.choice((1, 2))
        self.bench.camera.ask(Wish(count, None, self.settled.append, self.kind in (Kind.BESIDE, Kind.KEPT)))

    def throw(self) -> None:
        """Dice are thrown, and in the middle of it the camera fails."""
        self.bench.tray.throw(_DICE[len(self.stay) :], [(die.type, die.face) for die in self.stay])
        takes = self.bench.tray.busy_until - self.bench.tray.now
        after, lasts = self.chance.uniform(0.1, takes + 0.5), self.chance.choice(_LASTING)
        names = self.some_faults(1, 1, 2)
        self.bench.pass_time(after)
        fail(self.bench, names)
        self.bench.pass_time(lasts)
        if self.kind is not Kind.FOR_GOOD:
            fail(self.bench, ())
        long = "for good" if self.kind is Kind.FOR_GOOD else f"for {lasts:g} s"
        self.story.append(f"{' and '.join(names)}, {long}, {after:.1f} s after a throw began that took {takes:.1f} s")

    def do_all_but_throw(self) -> None:
        """A hand does something three times, and the camera fails meanwhile."""
        for _time in range(3):
            names, done = self.some_faults(0, 1, 2), self._act()
            self.bench.pass_time(self.chance.uniform(0.1, 1.2))
            fail(self.bench, names)
            self.bench.pass_time(self.chance.choice(_LASTING))
            fail(self.bench, ())
            self.bench.pass_time(self.chance.uniform(0.5, 3.0))
            self.story.append(f"{done} ({' and '.join(names) or 'no fault'})")

    def _act(self) -> str:
        director = self.bench.tray._director
        director.now = max(director.now, self.bench.tray.now)
        acts: dict[str, Callable[[], None]] = {
            "a hand waves": director.wave,
            "a finger pushes a die": director.push,
            "the table is nudged": director.nudge,
            "a die is laid down": lambda: director.place_by_hand("d10"),
            "the dice are taken away": director.pick_up,
            "the camera is knocked": lambda: director.knock(12.0),
            "a shadow passes": lambda: director.shadow(2.0),
        }
        able = [name for name in acts if director.lying() or not name.startswith(("a finger", "the table", "the dice"))]
        name = self.chance.choice(able)
        acts[name]()
        return name

    def end(self) -> End:
        """Wait for what the camera tells."""
        self._wait(_CALM_SECONDS)
        if not self._asks():
            self._wait(_BLOCKED_SECONDS)
        if not self.settled:
            return End.ASKED if self._asks() else End.SILENT
        return self._read() if self.kind.thrown else End.PHANTOM

    def _wait(self, seconds: float) -> None:
        end = self.bench.now + max(0.0, self.bench.tray.busy_until - self.bench.tray.now) + seconds
        while self.bench.now < end and not self.settled:
            self.bench.pass_time()

    def _asks(self) -> bool:
        """Whether people are told, as the table tells it, that what lies there does not count by itself, and why."""
        camera, tray = self.bench.camera, tray_of(self.bench.camera)
        why = camera.doubt or camera.blocked or camera.state in (TrayState.AWAY, TrayState.DISTURBED)
        # That the camera has found the tray again says nothing of a throw; this notice says what counts.
        return bool({Event.BEGUN_ANEW} & {*self.events} & {*NOTICES} or (why and tray and tray.text))

    def _read(self) -> End:
        """Read the throw as the table does: which dice would be asked about, and does the rest show what lies there?"""
        stay = [(die.type, die.face) for die in self.stay if die.face is not None]
        glance = self.bench.eyes.read(self.settled[0], _DICE, True, stay)
        judged = match([OpenDie(1, kind) for kind in _DICE], entry_of(glance).dice)
        lie = {die.kind: die.face for die in self.bench.tray.truth()}
        read = {die.type: die.face for die in judged if die.settled}
        self.story.append(f"lay {lie}, read {read}")
        if any(lie.get(kind) != face for kind, face in read.items()):
            return End.MISREAD
        return End.COUNTED if len(read) == len(_DICE) else End.ASKED


def play(kind: Kind, seed: int) -> Outcome:
    """Play once; the seed is of the dice, the hands and the faults."""
    bench = Bench(seed)
    with bench.camera:
        try:
            one = Play(kind, random.Random(f"{kind} {seed}"), bench)
            one.begin()
            (one.throw if kind.thrown else one.do_all_but_throw)()
            end = one.end()
            notices = f"; noticed: {', '.join(one.events)}" if one.events else ""
            return Outcome(kind, seed, end, f"{'; '.join(one.story)}{notices}; at the end: {bench.camera.state}")
        finally:
            bench.pass_time(inf)


def table(outcomes: Sequence[Outcome]) -> str:
    """The figures as Markdown, and below them the plays to be looked at: seed, what was done, what failed."""
    lines = [f"| | plays | {' | '.join(End)} |", f"| --- |{' ---: |' * (1 + len(End))}"]
    for kind in Kind:
        ends = Counter(one.end for one in outcomes if one.kind is kind)
        lines.append(f"| {kind} | {ends.total()} | {' | '.join(str(ends[end]) for end in End)} |")
    right = {End.COUNTED, End.ASKED}
    # Where nobody throws, silence is as it should be.
    wrong = [one for one in outcomes if one.end not in (right if one.kind.thrown else right | {End.SILENT})]
    return "\n".join([*lines, "", *(f"- {one.end}, seed {one.seed}, {one.kind}: {one.story}" for one in wrong)])


def main() -> None:
    """Play, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=20, help="of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of the first play of each kind; the others follow it")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(table([play(kind, options.seed + number) for kind in Kind for number in range(options.plays)]))


if __name__ == "__main__":
    main()
