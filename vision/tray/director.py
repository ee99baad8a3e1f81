"""Lets things happen on a stage one after the other: throws by hand and by cup, pick-ups, nudges, and every mishap.

Each method lets one thing happen and moves ``now`` to when it is over. What the truth is stands in ``throws``.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.camera.drawing import COLOURS, Colour
from vision.geometry import resting, solid
from vision.reading import Face
from vision.tray import physics
from vision.tray.measures import FLOOR_MM, SEEN_MM
from vision.tray.path import SAMPLE_SECONDS, Lies, Path, at_rest, lies, matrix, quaternion, still
from vision.tray.physics import Start, about
from vision.tray.props import Glare, Hand, Knock, LightStep, Shadow
from vision.tray.stage import Gone, Stage, Staged, camera_above

Array = NDArray[np.float64]
Rng = np.random.Generator
Way = tuple[tuple[float, float, float], ...]

REST_MM: Final = 0.5
"""A die that moves less than this lies still."""
_OUTSIDE_MM: Final = SEEN_MM[0] / 2 + 90
_SOON_SECONDS: Final = 0.3
_LIGHT_SECONDS: Final = 0.15
_PALM_MM: Final = np.array(FLOOR_MM) / 2
"""Where a hand throws from: above the walls."""
_SKINS: Final[tuple[Colour, ...]] = ((140, 170, 220), (110, 140, 190), (60, 85, 130), (40, 55, 85))
_SLEEVES: Final[tuple[Colour, ...]] = ((90, 40, 40), (30, 30, 34), (210, 215, 220), (60, 90, 40), (40, 40, 150))
_CUP: Final[Colour] = (40, 70, 110)


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """At this time a throw is asked for, and what."""

    seconds: float
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """The truth about one throw.

    Attributes:
        asked: whether it was asked for; what was not must never count.
        begin: when the first of its dice was let go.
        rest: when the last of its dice, and all that they hit, came to rest within ``REST_MM``.
        clear: when no hand and no glare was in view any more, and the light did not change.
        dice: what was thrown, as it lies then.
    """

    asked: bool
    begin: float
    rest: float
    clear: float
    dice: tuple[Lies, ...]

    @property
    def ready(self) -> float:
        """From when on nothing stands in the way of reading it."""
        return max(self.rest, self.clear)


@dataclass(eq=False)
class Director:
    """Directs one stage.

    Attributes:
        rng: everything random comes from it.
        now: the time, seconds; at first the tray is empty for a moment.
        stage: what is to be seen.
        asks, throws: what was asked, and the truth.
    """

    rng: Rng
    now: float = 0.5
    stage: Stage = field(init=False)
    asks: list[Ask] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)
    width: int = 640
    height: int = 480

    def __post_init__(self) -> None:
        # Noise of its own: how many frames are drawn must not change what is thrown.
        self.stage = Stage(camera_above(self.width, self.height), self.rng.spawn(1)[0])
        self._open = False
        self.skin: Colour = _SKINS[int(self.rng.integers(len(_SKINS)))]
        self.sleeve: Colour = _SLEEVES[int(self.rng.integers(len(_SLEEVES)))]

    # --- asking and waiting ------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Nothing happens."""
        self.now += seconds

    def ask(self, kinds: Sequence[str]) -> None:
        """A throw is asked for."""
        self.asks.append(Ask(self.now, tuple(kinds)))
        self._open = True

    # --- throws ------------------------------------------------------------------------------------------------------

    def throw(
        self,
        kinds: Sequence[str],
        *,
        cup: bool = False,
        fence: bool = True,
        gap: float = 0.03,
        linger: float = 0.15,
        hop: bool = False,
    ) -> Throw:
        """Throw new dice by a hand or a cup.

        Args:
            kinds: types of the dice.
            cup: out of a cup.
            fence: keep them in the tray.
            gap: seconds between one die and the next.
            linger: how long the hand stays after the last one.
            hop: the first die hops over the wall, unless the fence keeps it.
        """
        angle = self._angle()
        back = np.array([cos(angle), sin(angle)])
        palm = back * _PALM_MM + self.rng.uniform(-20, 20, 2)
        release = self.now + float(self.rng.uniform(0.4, 0.7))
        starts = self._starts(kinds, palm - back * (50 if cup else 40), -back, release, gap=gap)
        if hop:
            starts[0] = replace(starts[0], speed=np.append(-1400 * back, 1900.0))
        last = starts[-1].seconds
        self.hand(((release - 0.35, *palm), (last + linger, *palm)), angle, cup=cup)
        return self._fly(kinds, starts, fence=fence)

    def one_by_one(self, kinds: Sequence[str], pause: float) -> Throw:
        """Throw dice one after the other, by one hand each, as one throw."""
        hands, starts = [], []
        for kind in kinds:
            angle = self._angle()
            back = np.array([cos(angle), sin(angle)])
            palm = back * _PALM_MM
            release = self.now + 0.5
            starts += self._starts([kind], palm - back * 40, -back, release)
            hands.append((release, palm, angle))
            self.now = release + pause
        for release, palm, angle in hands:
            self.hand(((release - 0.3, *palm), (release + 0.1, *palm)), angle)
        return self._fly(kinds, starts, fence=True)

    def rock(self, kind: str, seconds: float, lean: float = 0.0) -> Throw:
        """A die comes to stand on an edge, rocks there for some seconds, and falls over.

        Args:
            kind: its type.
            seconds: how long it rocks, 0 … 5.
            lean: radians by which it then leans on a crumb, 0 … 0.78 (a cube on its edge).
        """
        path = rocking(self.rng, kind, self._free_place(), self.now + 0.5, seconds, lean=lean)
        angle = self._angle()
        back = np.array([cos(angle), sin(angle)])
        palm = back * _PALM_MM
        self.hand(((self.now + 0.2, *palm), (self.now + 0.4, *palm)), angle)
        self._add(kind, path)
        return self._thrown([path], path.start)

    def place_by_hand(self, kind: str, face: Face | None = None) -> None:
        """A hand lays a die down, with this face up and beside the others, or anyhow: no throw."""
        place = self.rng.uniform(-0.3, 0.3, 2) * FLOOR_MM if face is None else self._free_place()
        down = self.now + 0.6
        self._add(kind, self._flat(kind, place, down, face))
        self.hand(((down - 0.1, *place), (down + 0.15, *place)), self._angle())

    def lay(self, kinds: Sequence[str]) -> None:
        """Dice that lie there already."""
        for number, kind in enumerate(kinds):
            place = np.array([-60 + 40 * (number % 4), 35 - 35 * (number // 4)]) + self.rng.uniform(-4, 4, 2)
            self._add(kind, self._flat(kind, place, self.now))

    # --- what is no throw --------------------------------------------------------------------------------------------

    def pick_up(self, *, but: Collection[Staged] = (), cup: bool = False) -> None:
        """A hand takes dice away, all ``but`` some, one after the other; into a cup, or not."""
        taken = [die for die in self.stage.dice if die.way(self.now) and die not in but]
        angle, when = self._angle(), self.now + 0.5
        points: list[tuple[float, float, float]] = []
        for die in taken:
            way = die.way(self.now)
            assert way is not None
            x, y = (float(value) for value in way.at(self.now)[1][:2])
            points += [(when, x, y), (when + 0.15, x, y)]
            die.ways.append(Gone(when + 0.1))
            when += 0.45
        if points:
            self.hand(tuple(points), angle, cup=cup)

    def nudge(self, millimetres: float = 4.0) -> None:
        """Somebody knocks against the table: the dice slide a little."""
        way = self.rng.normal(size=2)
        way *= millimetres / np.linalg.norm(way)
        for die in self.stage.dice:
            self._slide(die, way, 0.12, 0.0)
        self.now += 0.3

    def push(self, millimetres: float = 25.0) -> None:
        """A finger pushes one die along."""
        die = next(die for die in self.stage.dice if die.way(self.now))
        way = die.way(self.now)
        assert way is not None
        place = way.at(self.now)[1][:2]
        angle = self._angle()
        back = np.array([cos(angle), sin(angle)])
        touch = place + back * 62
        move = -back * millimetres
        start = self.now + 0.5
        self._slide(die, move, 0.4, start - self.now)
        self.hand(((start, *touch), (start + 0.4, *(touch + move))), angle)

    def wave(self, seconds: float = 0.8, *, still_for: float = 0.0) -> None:
        """A hand moves over the tray and touches nothing; it may rest there for a while, quite still."""
        one, other = self.rng.uniform(-50, 50, (2, 2))
        tremble = 0.05 if still_for else 0.4
        when = self.now + 0.4
        way: list[tuple[float, float, float]] = [(when, *one), (when + seconds, *other)]
        if still_for:
            way.append((when + seconds + still_for, *other))
        self.hand(tuple(way), self._angle(), tremble=tremble)

    # --- light, camera -----------------------------------------------------------------------------------------------

    def light(self, gain: float, after: float = 0.0) -> None:
        """The light changes and stays so."""
        self.stage.lights.append(LightStep(self.now + after, gain))

    def shadow(self, seconds: float, depth: float = 0.45, after: float = 0.0) -> None:
        """A soft shadow moves across the tray; time does not go on meanwhile."""
        start = self.now + after
        x, y = float(self.rng.uniform(190, 240)), float(self.rng.uniform(-60, 60))
        way = ((start, -x, y), (start + seconds / 2, 0.0, y / 2), (start + seconds, x, -y))
        self.stage.shadows.append(Shadow(way, float(self.rng.uniform(40, 80)), depth))

    def glare(self, seconds: float, after: float = 0.0) -> None:
        """A reflection blinds a part of the tray; time does not go on meanwhile."""
        x, y = self.rng.uniform(-60, 60, 2)
        start = self.now + after
        self.stage.glares.append(Glare(start, start + seconds, float(x), float(y), 35.0))

    def knock(self, pixels: float = 20.0) -> None:
        """The camera is knocked and stays moved."""
        angle = float(self.rng.uniform(0, 2 * pi))
        self.stage.knocks.append(Knock(self.now, pixels * cos(angle), pixels * sin(angle)))
        self.now += 0.6

    # --- parts -------------------------------------------------------------------------------------------------------

    def hand(self, way: Way, angle: float, *, cup: bool = False, tremble: float = 0.4) -> None:
        """A hand comes in, goes this way, and leaves; ``now`` is when it is gone."""
        back = np.array([cos(angle), sin(angle)])
        come, leave = self.rng.uniform(0.25, 0.45, 2)
        first, last = np.array(way[0][1:]), np.array(way[-1][1:])
        start, end = way[0][0] - float(come), way[-1][0] + float(leave)
        full: Way = ((start, *(first + back * _OUTSIDE_MM)), *way, (end, *(last + back * _OUTSIDE_MM)))
        self.stage.hands.append(Hand(full, angle, self.skin, self.sleeve, _CUP if cup else None, tremble))
        self.now = max(self.now, end)

    def _free_place(self) -> Array:
        """A place in the tray, shape (2,), as far from other dice as one of twenty is."""
        taken = [way.centres[-1][:2] for die in self.stage.dice if (way := die.way(self.now + 60))]
        places = self.rng.uniform(-0.5, 0.5, (20, 2)) * (FLOOR_MM[0] - 60, FLOOR_MM[1] - 60)
        far = [min((float(np.linalg.norm(place - other)) for other in taken), default=0.0) for place in places]
        free: Array = places[int(np.argmax(far))]
        return free

    def _angle(self) -> float:
        return float(self.rng.choice([0, 1, 2, 3]) * pi / 2 + self.rng.normal(0, 0.15))

    def _starts(
        self, kinds: Sequence[str], place: Array, towards: Array, seconds: float, gap: float = 0.03
    ) -> list[Start]:
        side = np.array([-towards[1], towards[0]])
        starts = []
        for number, kind in enumerate(kinds):
            beside = 22 * ((number % 3) - min(len(kinds) - 1, 2) / 2)
            at = np.append(place + side * beside, 45 + 24 * (number // 3) + self.rng.uniform(0, 15))
            aim = np.append(self.rng.uniform(-40, 40, 2), 0)
            speed = float(self.rng.uniform(500, 1100))
            starts.append(physics.thrown(self.rng, kind, at, aim, seconds=seconds + number * gap, speed=speed))
        return starts

    def _fly(self, kinds: Sequence[str], starts: Sequence[Start], *, fence: bool) -> Throw:
        """Simulate the dice together with what lies there already."""
        before = [(die, way) for die in self.stage.dice if (way := die.way(self.now))]
        lying = [physics.lying(way, starts[0].seconds) for _, way in before]
        paths = physics.simulate([*starts, *lying], fence=fence)
        for (die, _), path in zip(before, paths[len(kinds) :], strict=True):
            die.ways.append(path)
        for kind, path in zip(kinds, paths, strict=False):
            self._add(kind, path)
        return self._thrown(paths, starts[0].seconds, len(kinds))

    def _thrown(self, paths: Sequence[Path], begin: float, count: int | None = None) -> Throw:
        rest = max(path.rest(REST_MM) for path in paths)
        hands = [hand for hand in self.stage.hands if hand.way[-1][0] > begin]
        clear = max([begin, *(self._out(hand) for hand in hands), *(glare.end for glare in self.stage.glares)])
        # While the light changes nothing can be said.
        for step in self.stage.lights:
            if step.seconds < max(rest, clear) + _SOON_SECONDS:
                clear = max(clear, step.seconds + _LIGHT_SECONDS)
        throw = Throw(self._open, begin, rest, clear, tuple(at_rest(paths[:count])))
        self.throws.append(throw)
        self._open = False
        self.now = max(self.now, throw.ready)
        return throw

    def _out(self, hand: Hand) -> float:
        """When the last of a hand and its shadow leaves the picture."""
        back = np.array([cos(hand.angle), sin(hand.angle)])
        along = SEEN_MM[0] / 2 if abs(back[0]) > abs(back[1]) else SEEN_MM[1] / 2
        reach = 115.0 if hand.cup else 90.0
        (start, *one), (end, *other) = hand.way[-2:]
        far = [float(np.array(point) @ back) - reach for point in (one, other)]
        share = float(np.clip((along - far[0]) / max(far[1] - far[0], 1e-9), 0, 1))
        return start + share * (end - start)

    def _add(self, kind: str, path: Path) -> None:
        body, ink = COLOURS[0] if kind == "wizard" else COLOURS[int(self.rng.integers(len(COLOURS)))]
        self.stage.dice.append(Staged(kind, body, ink, [Gone(-1.0), path]))

    def _flat(self, kind: str, place: Array, seconds: float, face: Face | None = None) -> Path:
        shape = solid(kind)
        label = shape.labels[int(self.rng.integers(len(shape.labels)))] if face is None else face
        rotation = resting(shape, label, float(self.rng.uniform(0, 2 * pi)))
        height = -float((shape.vertices @ rotation.T)[:, 2].min())
        return still(kind, seconds, rotation, np.append(place, height))

    def _slide(self, die: Staged, move: Array, seconds: float, after: float) -> None:
        way = die.way(self.now)
        if way is None:
            return
        samples = round(seconds / SAMPLE_SECONDS)
        share = (1 - np.cos(np.linspace(0, pi, samples))) / 2
        centres = way.centres[-1] + share[:, np.newaxis] * np.append(move, 0.0)
        turns = np.repeat(way.turns[-1:], samples, axis=0)
        die.ways.append(Path(die.kind, self.now + after, centres, turns))

    def lying(self) -> list[tuple[Staged, Lies]]:
        """What lies in the tray now, each die with how it lies."""
        ways = [(die, way) for die in self.stage.dice if (way := die.way(self.now))]
        return [(die, lies(way.kind, matrix(way.turns[-1]), way.centres[-1])) for die, way in ways]

    def truth(self) -> list[Lies]:
        """How all lie that lie in the tray now."""
        return [how for _die, how in self.lying()]


def rocking(rng: Rng, kind: str, place: Array, start: float, seconds: float, *, lean: float = 0.0) -> Path:
    """A die that rolls in, rocks on an edge by 3 … 8 degrees, and at last falls onto a face, or nearly so.

    This is no physics: the die turns about one edge on the table, as a die does that stands on a crumb.
    """
    shape = solid(kind)
    face = int(rng.integers(len(shape.faces)))
    ring = shape.faces[face]
    # It will lie on this face; until then it stands up about the face's first edge.
    down = about(np.array([0.0, 0.0, 1.0]), float(rng.uniform(0, 2 * pi))) @ _downwards(shape.normals[face])
    corners = shape.vertices @ down.T
    lift = -float(corners[:, 2].min())
    foot, hinge = corners[ring[0]] + (0, 0, lift), corners[ring[1]] - corners[ring[0]]
    hinge /= np.linalg.norm(hinge)
    inward = corners[list(ring)].mean(axis=0) - corners[ring[0]]
    sign = 1.0 if float(np.cross(hinge, inward)[2]) < 0 else -1.0
    times = np.arange(0, seconds + 0.9, SAMPLE_SECONDS)
    swing, period = np.radians(rng.uniform(3, 8)), rng.uniform(0.25, 0.45)
    stand = np.radians(14)
    angles = stand + swing * np.sin(2 * pi * times / period)
    falling = times > seconds
    # Falls faster and faster until it lies.
    angles[falling] = np.maximum(lean, angles[~falling][-1] - 14 * (times[falling] - seconds) ** 2)
    roll = np.maximum(0.0, 0.25 - times)
    way = rng.normal(size=2)
    way *= 400 / np.linalg.norm(way)
    centres, turns = [], []
    for angle, late in zip(angles, roll, strict=True):
        turn = about(hinge, -sign * angle)
        centre = turn @ (np.array([0.0, 0.0, lift]) - foot) + foot
        centres.append(centre + np.append(place + way * late, 0.0))
        turns.append(quaternion(about(np.append(way, 0) / 400, 20 * late) @ turn @ down))
    return Path(kind, start, np.array(centres), np.array(turns))


def _downwards(unit: Array) -> Array:
    """A rotation that turns a unit direction to the table."""
    down = np.array([0.0, 0.0, -1.0])
    axis = np.cross(unit, down)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return np.eye(3) if unit @ down > 0 else np.diag([1.0, -1.0, -1.0])
    return about(axis / length, float(np.arctan2(length, unit @ down)))
