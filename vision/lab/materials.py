"""What rendered dice are made of: colours that go together, marble, speckles, glass, ink in an engraving."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.glyphs import Mask
from vision.lab.textures import bank

Array = NDArray[np.float64]
Shade = NDArray[np.float32]

CANVAS: Final = 144
"""Side of the picture of one rendered die, px."""


def pale(rng: np.random.Generator) -> Array:
    """A light colour, nearly grey; BGR 0 … 255."""
    return np.asarray(rng.uniform(150, 250) + rng.normal(0, 8, 3), np.float64)


def colours(rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """Body, second colour of the body, ink; BGR 0 … 255. The ink stands out."""
    body = _one_colour(rng)
    second = np.clip(body + rng.normal(0, 45, 3), 0, 255)
    for _ in range(30):
        ink = _ink(rng)
        contrast = abs(_luma(ink) - _luma(body)) + 0.35 * float(np.abs(ink - body).max())
        if contrast > 75:
            break
    else:
        ink = np.full(3, 245.0) if _luma(body) < 128 else np.full(3, 12.0)
    return body, second, ink


def _luma(colour: Array) -> float:
    return float(colour @ (0.114, 0.587, 0.299))


def _one_colour(rng: np.random.Generator) -> Array:
    chance = rng.random()
    if chance < 0.2:
        return np.asarray(np.clip(rng.uniform(190, 250) + rng.normal(0, 12, 3), 0, 255), np.float64)
    if chance < 0.36:
        return np.asarray(np.clip(rng.uniform(8, 60) + rng.normal(0, 8, 3), 0, 255), np.float64)
    hsv = np.array([[[rng.integers(180), rng.integers(70, 256), rng.integers(50, 250)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _ink(rng: np.random.Generator) -> Array:
    chance = rng.random()
    if chance < 0.45:
        return np.asarray(np.clip(rng.uniform(215, 255) + rng.normal(0, 6, 3), 0, 255), np.float64)
    if chance < 0.7:
        return np.asarray(np.clip(rng.uniform(0, 50) + rng.normal(0, 6, 3), 0, 255), np.float64)
    if chance < 0.85:
        return np.array([rng.uniform(20, 120), rng.uniform(150, 205), rng.uniform(190, 245)])  # gold
    return _one_colour(rng)


def material(rng: np.random.Generator, body: Array, second: Array) -> Shade:
    """The body's colours over the canvas, shape (``CANVAS``, ``CANVAS``, 3)."""
    texture = bank().cut(rng, CANVAS)[..., np.newaxis]
    chance = rng.random()
    if chance < 0.45:
        amount = texture * float(rng.uniform(0, 0.2))
    elif chance < 0.75:
        amount = texture
    elif chance < 0.9:
        amount = (texture > rng.uniform(0.6, 0.8)).astype(np.float32)
    else:  # translucent: lighter in the middle
        grid = np.linspace(-1, 1, CANVAS, dtype=np.float32)
        amount = np.clip(1 - 1.4 * np.hypot(grid[:, np.newaxis], grid), 0, 1)[..., np.newaxis] * 0.8 + 0.2 * texture
        second = np.clip(body * 0.5 + 128, 0, 255)
    return np.asarray(body * (1 - amount) + second * amount, np.float32)


def inked(rng: np.random.Generator, colours: Shade, ink: Mask, colour: Array) -> Shade:
    """Ink in its engraving: worn, with a dark or light lip, or whole."""
    cover = ink.astype(np.float32) / 255
    if rng.random() < 0.12:
        cover = cover * np.clip(1.4 - 1.5 * bank().cut(rng, CANVAS), 0.15, 1)
    cover = cover * float(rng.uniform(0.8, 1.0))
    result = colours * (1 - cover[..., np.newaxis]) + colour.astype(np.float32) * cover[..., np.newaxis]
    if rng.random() < 0.4:
        shift = np.array([[1, 0, rng.uniform(-1.2, 1.2)], [0, 1, rng.uniform(-1.2, 1.2)]])
        lip = cover - cv2.warpAffine(cover, shift, (CANVAS, CANVAS))
        result = result + lip[..., np.newaxis] * float(rng.uniform(-60, 60))
    return np.asarray(result, np.float32)
