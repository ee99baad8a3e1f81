"""Textures for bodies of dice and for table tops: noise at several scales, grain, swirls, speckles."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.affine import turn_about

Shade = NDArray[np.float32]

_SIDE: Final = 384
_COUNT: Final = 48


class TextureBank:
    """A stock of textures, values 0 … 1."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self._textures = [_texture(rng, i) for i in range(_COUNT)]

    def cut(self, rng: np.random.Generator, side: int) -> Shade:
        """A piece of some texture, turned and scaled by chance, shape (side, side)."""
        texture = self._textures[int(rng.integers(_COUNT))]
        scale = float(rng.uniform(0.7, 2.5)) * side / _SIDE
        move = turn_about(
            (float(rng.uniform(0, _SIDE)), float(rng.uniform(0, _SIDE))), float(rng.uniform(0, 360)), scale
        )
        move[:, 2] += side / 2 - rng.uniform(0, _SIDE, 2) * 0.2
        cut = cv2.warpAffine(texture, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(cut, np.float32)


@cache
def bank() -> TextureBank:
    """The stock that everything shares."""
    return TextureBank(7)


def _texture(rng: np.random.Generator, index: int) -> Shade:
    noise = _cloud(rng, (1.0, 1.0))
    kind = index % 6
    if kind == 1:  # grain of wood
        noise = _cloud(rng, (float(rng.uniform(8, 20)), 0.7))
    elif kind == 2:  # swirls
        shift_x, shift_y = (_cloud(rng, (0.5, 0.5)) - 0.5) * 160, (_cloud(rng, (0.5, 0.5)) - 0.5) * 160
        y, x = np.mgrid[0:_SIDE, 0:_SIDE].astype(np.float32)
        moved = cv2.remap(noise, x + shift_x, y + shift_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        noise = np.asarray(moved, np.float32)
    elif kind == 3:  # fine speckles
        grains = rng.random((_SIDE, _SIDE)).astype(np.float32)
        noise = np.asarray(cv2.GaussianBlur(grains, (0, 0), float(rng.uniform(0.8, 3))), np.float32)
    elif kind == 4:  # weave
        y, x = np.mgrid[0:_SIDE, 0:_SIDE].astype(np.float32)
        step = float(rng.uniform(4, 24))
        noise = (np.sin(2 * np.pi * x / step) * np.sin(2 * np.pi * y / step) + 0.6 * noise).astype(np.float32)
    low, high = np.percentile(noise, (1, 99))
    return np.asarray(np.clip((noise - low) / (high - low), 0, 1), np.float32)


def _cloud(rng: np.random.Generator, stretch: tuple[float, float]) -> Shade:
    """Noise at five scales, the coarse ones stronger; stretched along x and y."""
    total = np.zeros((_SIDE, _SIDE), np.float32)
    for octave in range(5):
        step = 2.0 ** (octave + 2)
        shape = (max(2, int(step / stretch[1]) + 2), max(2, int(step / stretch[0]) + 2))
        total += cv2.resize(rng.random(shape).astype(np.float32), (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC) / (
            octave + 1
        )
    return total
