"""The tray as a camera sees it at any moment: dice on their ways, and what else comes into view."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.camera.drawing import Colour, Die, View, draw, felt
from vision.tray.measures import CAMERA_MM, FLOOR_MM, RIM_MM, SEEN_MM, WALL_MM, floor_corners
from vision.tray.path import Path
from vision.tray.props import Glare, Hand, Knock, LightStep, Shadow, draw_glare, draw_hand, draw_shadow

Rng = np.random.Generator

_ROOM: Final = 64
"""The noise is higher and wider than the picture by so much, px: wherever the picture is put, it gets another noise."""
_NOISE_LEVEL: Final = 1.6
_EXPOSURE_SECONDS: Final = 0.008
_BLUR_PX: Final = 1.0
_TABLE: Final[Colour] = (62, 92, 132)
_WALL: Final[Colour] = (74, 86, 104)
_INSIDE: Final[Colour] = (44, 52, 64)


@dataclass(frozen=True, slots=True)
class Gone:
    """From this time on, seconds, the die is not to be seen: in a hand, in a cup."""

    start: float


@dataclass(slots=True, eq=False)
class Staged:
    """A die and where it is while time passes; of its ways the one that started last counts."""

    kind: str
    body: Colour
    ink: Colour
    ways: list[Path | Gone] = field(default_factory=list)

    def way(self, seconds: float) -> Path | None:
        """The way that it is on, or ``None``: it is not to be seen."""
        begun = [way for way in self.ways if way.start <= seconds]
        last = max(begun, key=lambda way: way.start, default=None)
        return last if isinstance(last, Path) else None

    def die(self, seconds: float) -> Die | None:
        """As it is drawn at a time."""
        way = self.way(seconds)
        return Die(self.kind, *way.at(seconds), self.body, self.ink) if way else None


@dataclass(eq=False)
class Stage:
    """Everything that happens above one tray. Times are seconds from any beginning.

    Attributes:
        view: the camera.
        noise: the source of the noise, of felt and sensor.
        dice, hands, lights, shadows, glares, knocks: what is to be seen, and when.
    """

    view: View
    noise: Rng
    dice: list[Staged] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    lights: list[LightStep] = field(default_factory=list)
    shadows: list[Shadow] = field(default_factory=list)
    glares: list[Glare] = field(default_factory=list)
    knocks: list[Knock] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._empty = _empty_tray(self.view, self.noise)
        shape = (self.view.height + _ROOM, self.view.width + _ROOM, 3)
        self._grain = self.noise.normal(0, _NOISE_LEVEL, shape).astype(np.int8)
        self._places = self.noise.permutation(_ROOM * _ROOM)
        self._taken = 0
        self._kept: tuple[list[NDArray[np.float64]], Image] = ([], self._empty)

    def seen_by(self, view: View) -> "Stage":
        """The same dice, hands and light, before another camera; what is added to one is added to both."""
        noise = self.noise.spawn(1)[0]
        return Stage(view, noise, self.dice, self.hands, self.lights, self.shadows, self.glares, self.knocks)

    def forget(self, seconds: float) -> None:
        """Let go of dice and of hands that are gone since then, so that an evening does not fill the memory."""
        self.dice[:] = [
            die for die in self.dice if not (isinstance(die.ways[-1], Gone) and die.ways[-1].start < seconds)
        ]
        self.hands[:] = [hand for hand in self.hands if hand.way[-1][0] >= seconds]
        self.shadows[:] = [shadow for shadow in self.shadows if shadow.way[-1][0] >= seconds]
        self.glares[:] = [glare for glare in self.glares if glare.end >= seconds]

    def picture(self, seconds: float) -> Image:
        """What the camera sees at a time; dice that move fast are blurred as by an exposure of 8 ms."""
        picture = self._with_dice(seconds).copy()
        for shadow in self.shadows:
            place = shadow.place(seconds)
            if place is not None:
                draw_shadow(picture, place, shadow, self.view)
        for hand in self.hands:
            place = hand.place(seconds)
            if place is not None:
                draw_hand(picture, hand, place, self.view)
        for glare in self.glares:
            if glare.start <= seconds <= glare.end:
                draw_glare(picture, glare, self.view)
        return self._seen(picture, seconds)

    def _with_dice(self, seconds: float) -> Image:
        dice = self._posed(seconds)
        poses = [np.concatenate([die.rotation.ravel(), die.centre, die.body, die.ink]) for die in dice]
        kept, picture = self._kept
        if len(kept) == len(poses) and all((a == b).all() for a, b in zip(kept, poses, strict=True)):
            return picture
        picture = self._drawn(dice)
        later = self._posed(seconds + _EXPOSURE_SECONDS / 2)
        if self._apart(dice, later) > _BLUR_PX:
            return np.asarray(cv2.addWeighted(picture, 0.5, self._drawn(later), 0.5, 0), np.uint8)
        self._kept = (poses, picture)
        return picture

    def _posed(self, seconds: float) -> list[Die]:
        return [die for die in (staged.die(seconds) for staged in self.dice) if die]

    def _drawn(self, dice: list[Die]) -> Image:
        return draw(self._empty, sorted(dice, key=lambda die: float(die.centre[2])), self.view)

    def _apart(self, dice: list[Die], later: list[Die]) -> float:
        """How far the farthest corner moves, px; 0 where a die comes or goes."""
        if len(dice) != len(later):
            return 0.0
        pairs = zip(dice, later, strict=True)
        return max((float(np.abs(a.corners() - b.corners()).max()) for a, b in pairs), default=0.0) * self.view.scale

    def _seen(self, picture: Image, seconds: float) -> Image:
        """Light, the camera's place, and the noise of its sensor."""
        gain = float(np.prod([step.at(seconds) for step in self.lights]))
        if gain != 1:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)
        moved = np.array([knock.at(seconds) for knock in self.knocks]).reshape(-1, 2).sum(0) * self.view.width / 640
        if np.abs(moved).max() > 0.01:
            shift = np.array([[1, 0, moved[0]], [0, 1, moved[1]]])
            size = (self.view.width, self.view.height)
            picture = np.asarray(cv2.warpAffine(picture, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        # No sensor gives the same picture twice: each place has its turn before the first comes again.
        top, left = divmod(int(self._places[self._taken % len(self._places)]), _ROOM)
        self._taken += 1
        noise = self._grain[top : top + self.view.height, left : left + self.view.width]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def camera_above(width: int = 640, height: int = 480) -> View:
    """The camera that looks down on the tray."""
    return View(width, height, min(width / SEEN_MM[0], height / SEEN_MM[1]), CAMERA_MM)


def _empty_tray(view: View, noise: Rng) -> Image:
    """Felt between wooden walls on a table; the corners are covered by pieces as high as the walls."""
    picture = np.empty((view.height, view.width, 3), np.uint8)
    picture[:] = _TABLE
    x, y = FLOOR_MM[0] / 2 + RIM_MM, FLOOR_MM[1] / 2 + RIM_MM
    around = ((x, -y), (x, y), (-x, y), (-x, -y))
    for corners, height, colour in ((around, WALL_MM, _WALL), (floor_corners(), WALL_MM, _INSIDE)):
        cv2.fillPoly(picture, [_outline(view, corners, height)], colour, cv2.LINE_AA)
    floor = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(floor, [_outline(view, floor_corners(), 0.0)], 255)
    left, top, width, height = cv2.boundingRect(floor)
    part = np.s_[top : top + height, left : left + width]
    cv2.copyTo(felt(noise, width, height), floor[part], picture[part])
    return picture


def _outline(view: View, corners: Sequence[tuple[float, float]], height: float) -> NDArray[np.int32]:
    """Corners so high above the floor, mm, in the picture, px."""
    places = np.column_stack([np.array(corners), np.full(len(corners), height)])
    return np.rint(view.project(places)).astype(np.int32)
