"""Pictures of a known table with dice that lie level and dice that lean, to measure the check for leaning dice.

The camera hangs straight above the middle of the tray. Half of the pictures are drawn as the simulated tray draws its
dice, half show rendered dice of every material on every ground.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.drawing import COLOURS, Die, View, draw, felt
from vision.geometry import Solid, resting, solid
from vision.lab import dice as rendered
from vision.lab.affine import warp
from vision.lab.materials import CANVAS
from vision.lab.textures import bank
from vision.reading import DIE_TYPES, Face

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
Rng = np.random.Generator

SIZES: Final = (0.88, 1.15)
"""How large dice of other makers are, against the usual ones."""
_APART_MM: Final = 36.0
_KEEP_MM: Final = 14.0


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """One die on the tray.

    Attributes:
        kind: one of ``DIE_TYPES``.
        label: what is read.
        turn: its rotation to the table, shape (3, 3).
        centre: its middle, shape (3,), mm.
        size: against the usual ones.
        lean: by how much its upper face is turned from the vertical, degrees: the least of all faces'.
    """

    kind: str
    label: Face
    turn: Array
    centre: Array
    size: float
    lean: float


def pose(rng: Rng, kind: str, place: Array, degrees: float, sizes: tuple[float, float] = SIZES) -> Posed:
    """A die at a place, shape (2,), mm, that leans by so many degrees to any side."""
    shape = solid(kind)
    label = shape.labels[int(rng.integers(len(shape.labels)))]
    azimuth = float(rng.uniform(0, 2 * pi))
    axis = np.array([cos(azimuth), sin(azimuth), 0.0])
    lean = np.asarray(cv2.Rodrigues(axis * np.radians(degrees))[0], np.float64)
    turn = lean @ resting(shape, label, float(rng.uniform(0, 2 * pi)))
    ups = np.array([(turn @ shape.up(one))[2] for one in shape.labels])
    best = int(ups.argmax())
    size = float(rng.uniform(*sizes))
    height = -size * float((shape.vertices @ turn.T)[:, 2].min())
    least = float(np.degrees(np.arccos(np.clip(ups[best], -1, 1))))
    return Posed(kind, shape.labels[best], turn, np.append(place, height), size, least)


def places(rng: Rng, count: int, floor: tuple[float, float]) -> list[Array]:
    """So many places on a floor, mm, none near to another one; fewer where there is no room."""
    found: list[Array] = []
    for _ in range(60 * count):
        place = rng.uniform(-0.5, 0.5, 2) * (np.array(floor) - 2 * _KEEP_MM)
        if all(float(np.linalg.norm(place - other)) > _APART_MM for other in found):
            found.append(place)
        if len(found) == count:
            break
    return found


def cloth(rng: Rng, width: int, height: int) -> Image:
    """What a tray is lined with: one colour, more or less even, with a grain."""
    side = 512
    colour = rng.uniform(0, 255, 3) * 0.6
    colour = colour + float(rng.uniform(0, 100))
    cloudy = (bank().cut(rng, side) - 0.5) * float(rng.uniform(0, 0.25))
    picture = colour * (1 + cloudy[..., np.newaxis])
    large = cv2.resize(picture.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(bank().cut(rng, side), (width, height), interpolation=cv2.INTER_LINEAR) - 0.5
    large = large + fine[..., np.newaxis] * float(rng.uniform(0, 25))
    return np.clip(large, 0, 255).astype(np.uint8)


def drawn(rng: Rng, dice: Sequence[Posed], view: View) -> Image:
    """The tray as the simulated camera shows it."""
    background, grain = _ground(view.width, view.height)
    bodies = []
    for die in dice:
        body, ink = COLOURS[0] if die.kind == "wizard" else COLOURS[int(rng.integers(len(COLOURS)))]
        bodies.append(Die(die.kind, die.turn, die.centre, body, ink))
    noise = np.roll(grain, int(rng.integers(view.width)), axis=1)
    return np.asarray(cv2.add(draw(background, bodies, view), noise, dtype=cv2.CV_8U), np.uint8)


def made(rng: Rng, dice: Sequence[Posed], view: View) -> Image:
    """The tray with rendered dice: other materials, fonts, light, ground, and a worse picture."""
    image = cloth(rng, view.width, view.height)
    for die in dice:
        _lay(rng, image, die, view)
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.3))), np.uint8)
    grain = np.roll(_ground(view.width, view.height)[1], int(rng.integers(view.width)), axis=1)
    return np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)


@cache
def _ground(width: int, height: int) -> tuple[Image, NDArray[np.int8]]:
    """Felt, and the noise of a sensor: made once, since they take longer than all dice."""
    noise = np.random.default_rng(1)
    return felt(noise, width, height), noise.normal(0, 1.6, (height, width, 3)).astype(np.int8)


class _Seen(rendered._Scene):
    """A die before the table's own camera, in a canvas of its own."""

    def __init__(self, rng: Rng, shape: Solid, die: Posed, view: View) -> None:
        self.shape = shape
        self.to_camera = die.turn
        self._die, self._view = die, view
        flat = view.project(die.size * shape.vertices @ die.turn.T + die.centre)
        low, high = flat.min(axis=0), flat.max(axis=0)
        self._scale = 0.7 * CANVAS / float((high - low).max())
        self._shrink = self._scale
        self._move = CANVAS / 2 - self._shrink * (high + low) / 2
        self.middle = (high + low) / 2
        self.points = self.project(shape.vertices)
        normals = shape.normals @ die.turn.T
        sight = np.array([0, 0, view.distance]) - (die.size * shape.centres @ die.turn.T + die.centre)
        facing = (normals * sight).sum(axis=1) / np.linalg.norm(sight, axis=1)
        self.visible = [int(i) for i in np.argsort(facing) if facing[i] > 0.05]
        lamp = np.array([rng.normal(0, 0.5), rng.normal(0, 0.5), 1.0])
        self.lamp = lamp / np.linalg.norm(lamp)
        ambient = float(rng.uniform(0.35, 0.75))
        spread = rng.uniform(0.3, 1.0)
        light = ambient + spread * np.clip(normals @ self.lamp, 0, None) * (1 - ambient) * 1.3
        self.light = light * rng.uniform(0.92, 1.06, len(light))
        half = self.lamp + np.array([0.0, 0.0, 1.0])
        half /= np.linalg.norm(half)
        self.gloss = np.clip(normals @ half, 0, 1) ** 40

    @property
    def enlarged(self) -> float:
        """Px of the canvas for a px of the picture."""
        return self._shrink

    def project(self, points: Array) -> Array:
        flat = self._view.project(self._die.size * points @ self._die.turn.T + self._die.centre)
        return np.asarray(self._shrink * flat + self._move, np.float64)


def _lay(rng: Rng, image: Image, die: Posed, view: View) -> None:
    shape = solid(die.kind)
    style = rendered._style(rng, die.kind)
    scene = _Seen(rng, shape, die, view)
    prints = {face: rendered._print(rng, shape, style, face) for face in scene.visible}
    picture, alpha = rendered._paint(rng, scene, prints, style)
    cut = np.dstack([picture, alpha])
    side = int(CANVAS / scene.enlarged) + 80
    corner = np.floor(scene.middle).astype(int) - side // 2
    fraction = scene.middle - corner
    shrink = 1 / scene.enlarged
    # Px have their middles at halves.
    move = np.array([[shrink, 0, 0.0], [0, shrink, 0.0]])
    move[:, 2] = fraction - shrink * (CANVAS / 2) + 0.5 * (shrink - 1)
    x0, y0 = np.maximum(corner, 0)
    x1, y1 = np.minimum(corner + side, (view.width, view.height))
    if x1 <= x0 or y1 <= y0:
        return
    layer = warp(cut, move, side, side)[y0 - corner[1] : y1 - corner[1], x0 - corner[0] : x1 - corner[0]]
    part = image[y0:y1, x0:x1]
    if rng.random() < 0.8:
        size = 0.7 * CANVAS * shrink
        shift = rng.normal(0, 0.1, 2) * size
        away = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        cover = np.ascontiguousarray(layer[..., 3])
        shade = warp(cover, away, cover.shape[1], cover.shape[0])
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.02, 0.1)) * size), np.uint8)
        dark = 1 - shade.astype(np.float32)[..., np.newaxis] / 255 * float(rng.uniform(0.1, 0.7))
        part[:] = (part * dark).astype(np.uint8)
    alpha_part = layer[..., 3].astype(np.float32)[..., np.newaxis] / 255
    part[:] = (layer[..., :3] * alpha_part + part * (1 - alpha_part)).astype(np.uint8)


KINDS: Final = DIE_TYPES
