"""What else a camera sees above a tray: hands with sleeves, cups, shadows, changes of the light, glare, knocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, exp, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.camera.drawing import Colour, View

Array = NDArray[np.float64]
Mask = NDArray[np.uint8]

_PALM_MM: Final = 38.0
_ARM_MM: Final = 24.0
_FINGER_MM: Final = 8.5
_HEIGHT_MM: Final = 45.0
_CUP_MM: Final = 39.0
_OUTSIDE_MM: Final = 600.0
_WRIST_MM: Final = 85.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand, perhaps with a cup in it, that comes in over the border of the picture and leaves again.

    Attributes:
        way: times, seconds, with the place of the palm, millimetres; between them it moves evenly, before the first and
            after the last it is out of sight.
        angle: where the arm comes from, radians: 0 from the right, π/2 from the top of the picture.
        skin, sleeve: colours.
        cup: the colour of the cup that it holds, or ``None``.
        tremble: how far it trembles, millimetres.
    """

    way: tuple[tuple[float, float, float], ...]
    angle: float
    skin: Colour
    sleeve: Colour
    cup: Colour | None = None
    tremble: float = 0.4

    def place(self, seconds: float) -> Array | None:
        """Where the palm is, shape (2,), millimetres, or ``None``."""
        times = [point[0] for point in self.way]
        if not times[0] <= seconds <= times[-1]:
            return None
        x = np.interp(seconds, times, [point[1] for point in self.way])
        y = np.interp(seconds, times, [point[2] for point in self.way])
        shiver = self.tremble * np.array([sin(47 * seconds), sin(39 * seconds + 1)])
        return np.array([x, y]) + shiver


@dataclass(frozen=True, slots=True)
class LightStep:
    """The light becomes this many times as bright, within about ``ramp`` seconds."""

    seconds: float
    gain: float
    ramp: float = 0.05

    def at(self, seconds: float) -> float:
        """How many times as bright it is at a time."""
        if seconds < self.seconds:
            return 1.0
        return self.gain + (1 - self.gain) * exp(-(seconds - self.seconds) / self.ramp)


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft shadow that moves over the table, as of somebody who leans forward.

    Attributes:
        way: as for ``Hand``.
        radius: millimetres.
        depth: 0 … 1, how much of the light is taken in its middle.
    """

    way: tuple[tuple[float, float, float], ...]
    radius: float
    depth: float

    def place(self, seconds: float) -> Array | None:
        """Where its middle is, shape (2,), millimetres, or ``None``."""
        times = [point[0] for point in self.way]
        if not times[0] <= seconds <= times[-1]:
            return None
        return np.array([np.interp(seconds, times, [point[axis] for point in self.way]) for axis in (1, 2)])


@dataclass(frozen=True, slots=True)
class Glare:
    """A spot of reflected light from ``start`` to ``end``, seconds: middle and radius in millimetres."""

    start: float
    end: float
    x: float
    y: float
    radius: float
    strength: float = 170.0


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody knocks against the camera: it swings and stays moved by ``dx``, ``dy`` pixels per 640 of width."""

    seconds: float
    dx: float
    dy: float
    swing: float = 3.0

    def at(self, seconds: float) -> tuple[float, float]:
        """How far the picture is moved."""
        since = seconds - self.seconds
        if since < 0:
            return 0.0, 0.0
        swing = self.swing * exp(-since / 0.12) * cos(55 * since)
        return self.dx + swing, self.dy - swing


def draw_hand(picture: Image, hand: Hand, place: Array, view: View) -> None:
    """Draw a hand and its shadow into a picture."""
    back = np.array([cos(hand.angle), sin(hand.angle)])
    shapes = _shapes(hand, place, back)
    _darken(picture, shapes, view)
    for points, radius, colour in shapes:
        _capsule(picture, points, radius, colour, view)


def _shapes(hand: Hand, place: Array, back: Array) -> list[tuple[Array, float, Colour]]:
    """Capsules from below to above: their two ends, shape (2, 2), radius, colour; millimetres."""
    side = np.array([-back[1], back[0]])
    shapes: list[tuple[Array, float, Colour]] = []
    front = place - back * _PALM_MM * 0.4
    if hand.cup is not None:
        middle = place - back * (_CUP_MM + 6)
        dark: Colour = (int(hand.cup[0] * 0.45), int(hand.cup[1] * 0.45), int(hand.cup[2] * 0.45))
        shapes += [(np.array([middle, middle]), _CUP_MM, hand.cup), (np.array([middle, middle]), _CUP_MM - 5, dark)]
    else:
        for spread in (-0.75, -0.25, 0.25, 0.75):
            tip = place - back * (_PALM_MM * 1.55 - 9 * abs(spread)) + side * spread * _PALM_MM
            shapes.append((np.array([front + side * spread * _PALM_MM, tip]), _FINGER_MM, hand.skin))
    shapes.append((np.array([place - 6 * back, place + 8 * back]), _PALM_MM * 0.85, hand.skin))
    shapes.append((np.array([place, place + back * _OUTSIDE_MM]), _ARM_MM, hand.skin))
    cuff = place + back * _WRIST_MM
    shapes.append((np.array([cuff, cuff + back * _OUTSIDE_MM]), _ARM_MM * 1.5, hand.sleeve))
    return shapes


def _capsule(target: Image | Mask, ends: Array, radius: float, colour: Colour | int, view: View) -> None:
    low, high = view.project(np.column_stack([ends, np.full(2, _HEIGHT_MM)]))
    scale = view.scale * view.distance / (view.distance - _HEIGHT_MM)
    ink = colour if isinstance(colour, int) else tuple(float(part) for part in colour)
    start, end = (tuple(int(value) for value in np.rint(point)) for point in (low, high))
    cv2.line(target, start, end, ink, max(1, round(2 * radius * scale)), cv2.LINE_AA)


def _darken(picture: Image, shapes: Sequence[tuple[Array, float, Colour]], view: View) -> None:
    """The soft shadow of shapes above the table, to their lower right."""
    quarter = View(view.width // 4, view.height // 4, view.scale / 4, view.distance)
    mask = np.zeros((quarter.height, quarter.width), np.uint8)
    for ends, radius, _ in shapes:
        _capsule(mask, ends + np.array([14.0, -18.0]), radius, 90, quarter)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 6 * quarter.scale), np.uint8)
    shade(picture, mask)


def draw_shadow(picture: Image, place: Array, shadow: Shadow, view: View) -> None:
    """Darken a soft disc."""
    small = View(view.width // 8, view.height // 8, view.scale / 8, view.distance)
    y, x = np.ogrid[: small.height, : small.width]
    middle = small.project(np.array([[place[0], place[1], 0.0]]))[0]
    far = np.hypot(x - middle[0], y - middle[1]) / (shadow.radius * small.scale)
    mask = 255 * shadow.depth / (1 + np.exp(7 * (far - 1)))
    shade(picture, mask.astype(np.uint8))


def shade(picture: Image, mask: Mask) -> None:
    """Take light from a picture: 0 nothing, 255 all; the mask may be smaller and is stretched."""
    light = cv2.resize(255 - mask, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    cv2.multiply(picture, cv2.merge([light, light, light]), dst=picture, scale=1 / 255)


def draw_glare(picture: Image, glare: Glare, view: View) -> None:
    """Brighten a soft disc until it is white in its middle."""
    small = View(view.width // 4, view.height // 4, view.scale / 4, view.distance)
    y, x = np.ogrid[: small.height, : small.width]
    middle = small.project(np.array([[glare.x, glare.y, 0.0]]))[0]
    far = np.hypot(x - middle[0], y - middle[1]) / (glare.radius * small.scale)
    spot = (glare.strength * np.exp(-(far**2))).astype(np.uint8)
    spot = np.asarray(cv2.resize(spot, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    cv2.add(picture, cv2.merge([spot, spot, spot]), dst=picture)
