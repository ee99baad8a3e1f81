"""Pictures of several dice for training the finder: rendered dice on table tops and among real dice."""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.affine import turn_about, warp
from vision.lab.augment import degrade
from vision.lab.photos import Box, Photo
from vision.lab.textures import bank

Image = NDArray[np.uint8]
Rng = np.random.Generator

WIDTH: Final = 352
HEIGHT: Final = 288
ALIKE: Final = 0.12
"""How many rendered dice lie on a ground of their own colour."""


@dataclass(slots=True, eq=False)
class Scene:
    """A picture of ``HEIGHT`` × ``WIDTH`` px, the boxes of its dice, and where it is known that no other die lies."""

    image: Image
    boxes: list[Box] = field(default_factory=list)
    known: NDArray[np.uint8] = field(default_factory=lambda: np.ones((HEIGHT, WIDTH), np.uint8))


def ground(rng: Rng, height: int, width: int) -> Image:
    """A table top: felt, wood, cloth with a pattern, a tray with walls, things that are no dice."""
    side = max(height, width)
    first, second = rng.uniform(0, 255, 3), None
    first = first * 0.6 + float(first.mean()) * 0.4
    second = np.clip(first + rng.normal(0, 40 if rng.random() < 0.6 else 8, 3), 0, 255)
    amount = bank().cut(rng, side)[:height, :width, np.newaxis]
    picture = first * (1 - amount) + second * amount
    if rng.random() < 0.35:
        fine = bank().cut(rng, side)[:height, :width, np.newaxis] - 0.5
        picture = picture + fine * float(rng.uniform(5, 60))
    image = np.clip(picture, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 7)) if rng.random() < 0.6 else 0):
        _clutter(rng, image)
    return image


def _clutter(rng: Rng, image: Image) -> None:
    """Something that is no die: a stripe, a line, a coin, writing, a sheet."""
    height, width = image.shape[:2]
    colour = tuple(float(c) for c in rng.uniform(0, 255, 3))
    at = (int(rng.integers(width)), int(rng.integers(height)))
    to = (int(rng.integers(width)), int(rng.integers(height)))
    chance = rng.random()
    if chance < 0.3:
        cv2.line(image, at, to, colour, int(rng.integers(1, 30)), cv2.LINE_AA)
    elif chance < 0.5:
        radius = int(rng.integers(3, 45))
        cv2.circle(image, at, radius, colour, int(rng.choice([-1, 1, 2, 3])), cv2.LINE_AA)
        if rng.random() < 0.3:
            cv2.circle(image, at, max(1, radius // 3), tuple(255 - c for c in colour), -1, cv2.LINE_AA)
    elif chance < 0.7:
        words = "".join(rng.choice(list("0123456789ABCdefgh"), int(rng.integers(1, 7))))
        cv2.putText(
            image,
            words,
            at,
            int(rng.integers(0, 8)),
            float(rng.uniform(0.4, 2)),
            colour,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    elif chance < 0.85:
        box = cv2.boxPoints((at, tuple(rng.uniform(20, 200, 2)), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(image, box.astype(np.int32), colour, cv2.LINE_AA)
    else:
        points = np.array(at) + rng.normal(0, 40, (int(rng.integers(3, 12)), 2)).cumsum(0) * 0.5
        cv2.polylines(image, [points.astype(np.int32)], False, colour, int(rng.integers(1, 9)), cv2.LINE_AA)


def paste(rng: Rng, image: Image, cut: Image, centre: tuple[float, float], *, scale: float, turn: float) -> None:
    """Lay a rendered die (BGR and cover) with its shadow into a picture."""
    height, width = image.shape[:2]
    move = turn_about((cut.shape[1] / 2, cut.shape[0] / 2), turn, scale)
    move[:, 2] += np.array(centre) - (cut.shape[1] / 2, cut.shape[0] / 2)
    source = cut
    if scale < 0.6:  # thin lines would break up
        source = np.asarray(cv2.GaussianBlur(cut, (0, 0), 0.35 / scale), np.uint8)
    layer = warp(source, move, width, height)
    cover = layer[..., 3]
    if rng.random() < 0.8:
        size = 100 * scale
        shift = rng.normal(0, 0.12, 2) * size
        away = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        shade = cv2.GaussianBlur(
            warp(cover, away, width, height), (0, 0), max(0.6, float(rng.uniform(0.02, 0.12)) * size)
        )
        dark = 1 - shade.astype(np.float32)[..., np.newaxis] / 255 * float(rng.uniform(0.1, 0.7))
        image[:] = (image * dark).astype(np.uint8)
    alpha = cover.astype(np.float32)[..., np.newaxis] / 255
    image[:] = (layer[..., :3] * alpha + image * (1 - alpha)).astype(np.uint8)


def alike(rng: Rng, image: Image, cutout: Image) -> None:
    """The ground takes the die's colour, so that only its edges, its light and what stands on it tell it apart."""
    own = cv2.mean(cutout[..., :3], cutout[..., 3])[:3]
    shift = (np.array(own) - cv2.mean(image)[:3]) * float(rng.uniform(0.7, 1.0))
    image[:] = np.clip(image + shift, 0, 255).astype(np.uint8)


def turned(box: Box, move: NDArray[np.float64]) -> Box:
    """The box about a box that was moved by an affine map, shape (2, 3)."""
    x, y, w, h = box
    points = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]) @ move[:, :2].T + move[:, 2]
    low, high = points.min(0), points.max(0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def scene(rng: Rng, stock: NDArray[np.uint8], photos: list[Photo]) -> Scene:
    """A picture for the finder.

    Args:
        rng: the source of chance.
        stock: rendered dice, shape (n, side, side, 4).
        photos: real pictures with boxes; may be empty.
    """
    real = bool(photos) and rng.random() < 0.5
    result = _real(rng, photos[int(rng.integers(len(photos)))]) if real else Scene(ground(rng, HEIGHT, WIDTH))
    count = int(rng.integers(0, 4)) if real else int(rng.choice([0, 1, 1, 2, 3, 5, 7, 9, 14]))
    taken = np.zeros((HEIGHT, WIDTH), np.uint8)
    for x, y, w, h in result.boxes:
        cv2.rectangle(taken, (int(x), int(y)), (int(x + w), int(y + h)), 255, -1)
    cuts = [stock[int(i)] for i in rng.integers(len(stock), size=count)]
    if cuts and not real and rng.random() < ALIKE:
        alike(rng, result.image, cuts[0])
    usual = float(np.exp(rng.uniform(np.log(14), np.log(190 if count < 3 else 70))))
    last: tuple[float, float, float] | None = None
    for cut in cuts:
        size = usual * float(np.exp(rng.normal(0, 0.15)))
        at = (float(rng.uniform(0, WIDTH)), float(rng.uniform(0, HEIGHT)))
        if last is not None and rng.random() < 0.35:  # touching the one before
            angle = rng.uniform(0, 2 * np.pi)
            reach = (size + last[2]) / 2 * float(rng.uniform(0.85, 1.15))
            at = (last[0] + reach * float(np.cos(angle)), last[1] + reach * float(np.sin(angle)))
        box = _put(rng, result.image, taken, cut, at=at, size=size)
        if box is not None:
            result.boxes.append(box)
            last = (*at, size)
    result.image = degrade(rng, result.image, 0.6)
    return result


def _put(
    rng: Rng, image: Image, taken: NDArray[np.uint8], cut: Image, *, at: tuple[float, float], size: float
) -> Box | None:
    """Paste a die where it covers no other one; its box, or nothing where there is no room for it."""
    scale, turn = size / 100, float(rng.uniform(0, 360))
    move = turn_about((cut.shape[1] / 2, cut.shape[0] / 2), turn, scale)
    move[:, 2] += np.array(at) - (cut.shape[1] / 2, cut.shape[0] / 2)
    cover = warp(np.ascontiguousarray(cut[..., 3]), move, WIDTH, HEIGHT) > 127
    whole = float((cut[..., 3] > 127).sum()) * scale**2
    seen = float(cover.sum())
    if seen < 0.55 * whole or float((cover & (taken > 0)).sum()) > 0.08 * whole:
        return None
    paste(rng, image, cut, at, scale=scale, turn=turn)
    taken[cover] = 255
    rows, columns = np.nonzero(cover)
    low = (float(columns.min()), float(rows.min()))
    return (*low, float(columns.max()) + 1 - low[0], float(rows.max()) + 1 - low[1])


def _real(rng: Rng, photo: Photo) -> Scene:
    """A piece of a photograph, turned by right angles, mirrored never (digits would be), scaled."""
    quarter = int(rng.integers(4))
    image = np.ascontiguousarray(np.rot90(photo.image, quarter))
    height, width = image.shape[:2]
    base = max(WIDTH / width, HEIGHT / height) if rng.random() < 0.3 else WIDTH / max(width, height)
    scale = base * float(np.exp(rng.uniform(-0.1, 0.75)))
    free_x, free_y = WIDTH - scale * width, HEIGHT - scale * height
    move = np.array(
        [
            [scale, 0, rng.uniform(min(free_x, 0), max(free_x, 0))],
            [0, scale, rng.uniform(min(free_y, 0), max(free_y, 0))],
        ]
    )
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    border = cv2.BORDER_REFLECT if photo.complete and not photo.dice else cv2.BORDER_CONSTANT
    picture = cv2.warpAffine(
        image, move, (WIDTH, HEIGHT), flags=flags, borderMode=border, borderValue=tuple(rng.uniform(0, 255, 3))
    )
    result = Scene(np.asarray(picture, np.uint8))
    if not photo.complete:
        result.known[:] = 0
    for die in photo.dice:
        if die.box is None:
            continue
        box = turned(_quarters(die.box, photo.image.shape, quarter), move)
        inside = min(box[0] + box[2], WIDTH) - max(box[0], 0), min(box[1] + box[3], HEIGHT) - max(box[1], 0)
        if inside[0] <= 0 or inside[1] <= 0:
            continue
        x, y = max(box[0], 0.0), max(box[1], 0.0)
        if inside[0] * inside[1] > 0.55 * box[2] * box[3]:
            result.boxes.append((x, y, float(inside[0]), float(inside[1])))
            pad = 0.3
            known = np.s_[
                max(0, int(y - pad * box[3])) : int(y + (1 + pad) * box[3]),
                max(0, int(x - pad * box[2])) : int(x + (1 + pad) * box[2]),
            ]
            result.known[known] = 1
        else:  # too little of it to ask for, too much of it to deny
            result.known[int(y) : int(y + inside[1]) + 1, int(x) : int(x + inside[0]) + 1] = 0
    return result


def _quarters(box: Box, shape: tuple[int, ...], quarter: int) -> Box:
    """A box after ``np.rot90`` of its picture."""
    x, y, w, h = box
    height, width = shape[:2]
    for _ in range(quarter % 4):
        x, y, w, h = y, width - x - w, h, w
        height, width = width, height
    return x, y, w, h
