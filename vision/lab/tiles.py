"""Flat tiles with a numeral, as other games have them: what looks most like a die and is none."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab import glyphs

Image = NDArray[np.uint8]

CORNERS: Final = (0, 3, 4, 5, 6, 6, 8)
"""Of tiles; 0 is round."""
SIZE: Final = 200
"""Px from corner to corner."""


def tile(rng: np.random.Generator, corners: int, words: str) -> Image:
    """A tile of one colour with some corners (0: round) and a numeral: BGR and cover."""
    drawn = np.zeros((SIZE + 20, SIZE + 20, 4), np.uint8)
    middle = drawn.shape[0] // 2
    angles = np.arange(corners or 60) * 2 * np.pi / (corners or 60)
    points = middle + SIZE / 2 * np.stack([np.cos(angles), np.sin(angles)], 1)
    body, ink = (tuple(int(v) for v in rng.integers(0, 256, 3)) for _ in range(2))
    cv2.fillConvexPoly(drawn, np.round(points).astype(np.int32), (*body, 255), cv2.LINE_AA)
    font = glyphs.fonts()[int(rng.integers(len(glyphs.fonts())))]
    side = int(SIZE * rng.uniform(0.35, 0.75))
    print_ = cv2.resize(glyphs.text(font, words, ""), (side, side), interpolation=cv2.INTER_AREA)
    left = middle - side // 2
    part = drawn[left : left + side, left : left + side, :3]
    cover = print_[..., np.newaxis] / 255.0
    part[:] = (np.array(ink) * cover + part * (1 - cover)).astype(np.uint8)
    return drawn
