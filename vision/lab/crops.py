"""Pictures of single dice and of single faces for training, drawn anew each time: rendered ones and real ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.classes import GLYPHS, KINDS, UNREADABLE
from vision.crops import AROUND_MARGIN, DIE_MARGIN, FACE_MARGIN
from vision.lab import tiles
from vision.lab.affine import turn_about, warp
from vision.lab.augment import degrade
from vision.lab.scenes import ALIKE, alike, ground
from vision.looks import AROUND_SIDE, DIE_SIDE, FACE_SIDE

Image = NDArray[np.uint8]
Rng = np.random.Generator

NO_DIE: Final = len(KINDS)
UNKNOWN: Final = GLYPHS.index(UNREADABLE)
IGNORED: Final = -100
"""A label that says nothing, as PyTorch's cross entropy has it."""
_CLOSE_UP: Final = 0.08
"""How many rendered dice nearly fill their picture."""


@dataclass(frozen=True, slots=True, eq=False)
class RealDie:
    """A die cut out of a photograph: a square picture twice as wide as the die.

    Attributes:
        image: BGR.
        kind: index of ``KINDS``.
        glyph: index of ``GLYPHS``, or ``IGNORED``.
        face: middle x y of what is read and its radius in px of the picture, where known.
        upright: whether it was taken from aside, the far side at the picture's top.
    """

    image: Image
    kind: int
    glyph: int
    face: tuple[float, float, float] | None = None
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """What a net should say of a picture; ``place`` x y is -1 … 1 over it, ``radius`` is in halves of its side."""

    kind: int
    glyph: int
    cocked: int
    place: tuple[float, float] | None
    radius: float

    def row(self) -> NDArray[np.float32]:
        """As numbers: kind, glyph, cocked, whether the place is known, x, y, radius."""
        x, y = self.place or (0.0, 0.0)
        return np.array([self.kind, self.glyph, self.cocked, self.place is not None, x, y, self.radius], np.float32)


class Crops(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless pictures for one net.

    Args:
        stock: folder with rendered dice.
        real: real dice, may be empty.
        what: "die", "face" or "around" (a face with its neighbours).
        real_share: how many of the pictures are real ones, 0 … 1.
        seed: of the chance; each worker adds its number.
    """

    def __init__(self, stock: Path, real: list[RealDie], what: str, real_share: float, seed: int) -> None:
        self._folder, self._real, self._what, self._seed = stock, real, what, seed
        self._size, self._margin = (AROUND_SIDE, AROUND_MARGIN) if what == "around" else (FACE_SIDE, FACE_MARGIN)
        self._share = real_share if real else 0.0
        self._weights: NDArray[np.float64] | None = None
        if real:
            pairs = [(die.kind, die.glyph) for die in real]
            self._weights = np.array([pairs.count(pair) ** -0.5 for pair in pairs])
            self._weights /= self._weights.sum()

    def __iter__(self):  # type: ignore[no-untyped-def]
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self._seed, worker.id if worker else 0))
        self._images = np.load(self._folder / "images.npy", mmap_mode="r")
        self._truth = np.load(self._folder / "truth.npy")
        self._grounds = [ground(rng, 288, 352) for _ in range(250)] + [die.image for die in self._real[::7]]
        while True:
            image, target = self.draw(rng)
            yield torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1))), torch.from_numpy(target.row())

    def draw(self, rng: Rng) -> tuple[Image, Target]:
        """One picture and what the net should say."""
        if rng.random() < self._share:
            return self._real_one(rng)
        if self._what == "die":
            return self._no_die(rng) if rng.random() < 0.14 else self._rendered_die(rng)
        return self._rendered_face(rng)

    def _background(self, rng: Rng, size: int) -> Image:
        top = self._grounds[int(rng.integers(250)) if rng.random() < 0.8 else int(rng.integers(len(self._grounds)))]
        height, width = top.shape[:2]
        scale = float(np.exp(rng.uniform(-0.4, 1.2)))
        move = turn_about((width / 2, height / 2), float(rng.uniform(0, 360)), scale)
        move[:, 2] += (
            size / 2 - float(rng.uniform(0.2, 0.8)) * width,
            size / 2 - float(rng.uniform(0.2, 0.8)) * height,
        )
        return warp(top, move, size, size, cv2.BORDER_REFLECT)

    def _rendered_die(self, rng: Rng) -> tuple[Image, Target]:
        index = int(rng.integers(len(self._truth)))
        truth = self._truth[index]
        cutout = self._images[index]
        turn = turn_about((72, 72), _turned(rng, bool(truth[11])), 1.0)
        small = cv2.warpAffine(cutout[..., 3], turn, (144, 144), flags=cv2.INTER_NEAREST)
        x, y, w, h = cv2.boundingRect(small)
        side = DIE_MARGIN * max(w, h) * float(np.exp(rng.normal(0, 0.07)))
        middle = np.array([x + w / 2, y + h / 2]) + rng.normal(0, 0.035, 2) * max(w, h)
        move = self._framed(turn, middle, side, DIE_SIDE)
        image = self._composed(rng, cutout, move, DIE_SIDE)
        face = move @ (truth[7], truth[8], 1.0)
        place = (float(face[0] * 2 / DIE_SIDE - 1), float(face[1] * 2 / DIE_SIDE - 1))
        radius = float(truth[9]) * 2 / side
        glyph = IGNORED if truth[2] else int(truth[1])
        if rng.random() < _CLOSE_UP:
            _bordered(rng, image)
        return degrade(rng, image), Target(int(truth[0]), glyph, int(truth[2]), None if truth[2] else place, radius)

    def _rendered_face(self, rng: Rng) -> tuple[Image, Target]:
        index = int(rng.integers(len(self._truth)))
        truth = self._truth[index]
        if truth[2]:
            return self._rendered_face(rng)
        turn = turn_about((72, 72), _turned(rng, bool(truth[11])), 1.0)
        radius = float(truth[9])
        middle = turn @ (truth[7], truth[8], 1.0)
        glyph = int(truth[1])
        if rng.random() < 0.1 and KINDS[int(truth[0])] != "d4":
            # Looking at a face beside the upper one: nothing can be read there.
            angle = rng.uniform(0, 2 * np.pi)
            middle = middle + radius * float(rng.uniform(1.3, 2.2)) * np.array([np.cos(angle), np.sin(angle)])
            glyph = UNKNOWN
        middle = middle + rng.normal(0, 0.12, 2) * radius
        side = self._margin * radius * float(np.exp(rng.normal(0, 0.12)))
        image = self._composed(rng, self._images[index], self._framed(turn, middle, side, self._size), self._size)
        return degrade(rng, image), Target(int(truth[0]), glyph, 0, None, 1.0)

    @staticmethod
    def _framed(turn: NDArray[np.float64], middle: NDArray[np.float64], side: float, size: int) -> NDArray[np.float64]:
        """The map that first turns, then makes a square about a point ``size`` px wide."""
        move = turn * (size / side)
        move[:, 2] += size / 2 - np.asarray(middle) * (size / side)
        return move

    def _composed(self, rng: Rng, cutout: Image, move: NDArray[np.float64], size: int) -> Image:
        image = self._background(rng, size)
        if rng.random() < ALIKE:
            alike(rng, image, cutout)
        scale = float(np.hypot(move[0, 0], move[1, 0]))
        if rng.random() < 0.3:
            other = self._images[int(rng.integers(len(self._truth)))]
            angle, reach = rng.uniform(0, 2 * np.pi), scale * float(rng.uniform(95, 140))
            beside = turn_about((72, 72), float(rng.uniform(0, 360)), scale * float(rng.uniform(0.8, 1.2)))
            own = move @ (72, 72, 1)
            beside[:, 2] += own - 72 + reach * np.array([np.cos(angle), np.sin(angle)])
            _lay(rng, image, other, beside)
        _lay(rng, image, cutout, move)
        return image

    def _no_die(self, rng: Rng) -> tuple[Image, Target]:
        """No die in the middle: table, a coin or a letter, a die beside, a piece of one, or one far too small."""
        image = self._background(rng, DIE_SIDE)
        chance = rng.random()
        if chance < 0.2:
            _figure(rng, image)
        elif chance < 0.3:
            _tile(rng, image)
        elif chance > 0.38:
            scale, reach = float(rng.uniform(0.6, 1.8)), float(rng.uniform(70, 100))
            if chance > 0.6:
                scale, reach = float(rng.uniform(2.0, 4.5)), float(rng.uniform(0, 110))
            elif chance > 0.52:
                scale, reach = float(rng.uniform(0.2, 0.45)), 0.0
            move = turn_about((72, 72), float(rng.uniform(0, 360)), scale)
            angle = rng.uniform(0, 2 * np.pi)
            move[:, 2] += DIE_SIDE / 2 - 72 + reach * np.array([np.cos(angle), np.sin(angle)])
            _lay(rng, image, self._images[int(rng.integers(len(self._truth)))], move)
        return degrade(rng, image), Target(NO_DIE, IGNORED, 0, None, 1.0)

    def _real_one(self, rng: Rng) -> tuple[Image, Target]:
        die = self._real[int(rng.choice(len(self._real), p=self._weights))]
        height = die.image.shape[0]
        turn = turn_about((height / 2, height / 2), _turned(rng, die.upright), 1.0)
        if self._what == "die":
            side = DIE_MARGIN / 2 * height * float(np.exp(rng.normal(0, 0.07)))
            middle = np.full(2, height / 2) + rng.normal(0, 0.02, 2) * height
            move = self._framed(turn, middle, side, DIE_SIDE)
            picture = warp(die.image, move, DIE_SIDE, DIE_SIDE, cv2.BORDER_REPLICATE)
            return degrade(rng, picture, 0.5), Target(die.kind, die.glyph, 0, None, 1.0)
        if die.face is None or die.glyph == IGNORED:
            return self._rendered_face(rng)
        x, y, radius = die.face
        middle = turn @ (x, y, 1.0) + rng.normal(0, 0.1, 2) * radius
        side = self._margin * radius * float(np.exp(rng.normal(0, 0.1)))
        move = self._framed(turn, middle, side, self._size)
        picture = warp(die.image, move, self._size, self._size, cv2.BORDER_REPLICATE)
        return degrade(rng, picture, 0.5), Target(die.kind, die.glyph, 0, None, 1.0)


def _bordered(rng: Rng, image: Image) -> None:
    """As a die that nearly fills its picture looks: beyond the picture its border goes on (``vision.crops.cut``)."""
    size = image.shape[0]
    room = int(size * (DIE_MARGIN - 1) / (2 * DIE_MARGIN))
    left, top, right, bottom = (int(rng.integers(0, room)) if rng.random() < 0.7 else 0 for _ in range(4))
    inner = image[top : size - bottom, left : size - right]
    image[:] = cv2.copyMakeBorder(inner, top, bottom, left, right, cv2.BORDER_REPLICATE)


def _turned(rng: Rng, upright: bool) -> float:
    """By how many degrees a die is turned: any number, or, where it is seen from aside, a few."""
    return float(rng.normal(0, 8) if upright else rng.uniform(0, 360))


def _figure(rng: Rng, image: Image) -> None:
    """A coin, a ring with a dot, a letter or a card in the middle of a picture: about as large as a die would be."""
    size = image.shape[0]
    middle = (int(size / 2 + rng.normal(0, 3)), int(size / 2 + rng.normal(0, 3)))
    first, second = (tuple(float(v) for v in rng.uniform(0, 255, 3)) for _ in range(2))
    radius = int(size * rng.uniform(0.2, 0.42))
    chance = rng.random()
    if chance < 0.45:
        cv2.circle(image, middle, radius, first, int(rng.choice([-1, -1, 1, 3, 6])), cv2.LINE_AA)
        if rng.random() < 0.75:
            cv2.circle(
                image, middle, int(radius * rng.uniform(0.15, 0.7)), second, int(rng.choice([-1, -1, 2])), cv2.LINE_AA
            )
    elif chance < 0.75:
        words = str(rng.choice(list("0123456789ABCDEGOQRSWXgad&%@")))
        scale, thick = float(rng.uniform(1.5, 3.2)), int(rng.integers(2, 9))
        font = int(rng.integers(0, 8))
        (width, height), _ = cv2.getTextSize(words, font, scale, thick)
        cv2.putText(
            image, words, (middle[0] - width // 2, middle[1] + height // 2), font, scale, first, thick, cv2.LINE_AA
        )
    else:
        sides = int(rng.integers(3, 7))
        angles = rng.uniform(0, 2 * np.pi) + np.arange(sides) * 2 * np.pi / sides
        corners = np.array(middle) + radius * np.stack([np.cos(angles) * rng.uniform(0.6, 1.0), np.sin(angles)], 1)
        cv2.fillConvexPoly(image, cv2.convexHull(np.round(corners).astype(np.int32)), first, cv2.LINE_AA)


def _tile(rng: Rng, image: Image) -> None:
    """A tile with a numeral. Square ones are left out: nobody can tell them from a d6 seen from straight above."""
    corners = int(rng.choice([corners for corners in tiles.CORNERS if corners != 4]))
    size = image.shape[0]
    half = (tiles.SIZE + 20) / 2
    move = turn_about((half, half), float(rng.uniform(0, 360)), size * float(rng.uniform(0.5, 0.85)) / tiles.SIZE)
    move[:, 2] += size / 2 - half + rng.normal(0, 3, 2)
    _lay(rng, image, tiles.tile(rng, corners, str(rng.integers(21))), move)


def _lay(rng: Rng, image: Image, cutout: Image, move: NDArray[np.float64]) -> None:
    """A die with its shadow into a small picture."""
    size = image.shape[0]
    layer = warp(cutout, move, size, size)
    cover = layer[..., 3]
    if rng.random() < 0.75:
        die = 100 * float(np.hypot(move[0, 0], move[1, 0]))
        shift = rng.normal(0, 0.12, 2) * die
        shade = warp(cover, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), size, size)
        sigma = max(0.6, float(rng.uniform(0.02, 0.12)) * die)
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), sigma), np.uint8)
        image[:] = cv2.multiply(
            image, cv2.merge([255 - cv2.convertScaleAbs(shade, alpha=float(rng.uniform(0.1, 0.7)))] * 3), scale=1 / 255
        )
    alpha = cover.astype(np.float32)[..., np.newaxis] / 255
    image[:] = (layer[..., :3] * alpha + image * (1 - alpha)).astype(np.uint8)
