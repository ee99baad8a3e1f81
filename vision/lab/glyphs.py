"""What stands on the faces of rendered dice: numerals in every font that the machine has, pips, Wizard's symbols.

A mask is a picture of ink, 255, on nothing, 0. Its side spans the circle about the face: the middle of the mask is the
middle of the face, up in the mask is the top of the print.
"""

import subprocess
from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from vision.camera import prints
from vision.reading import Face

Mask = NDArray[np.uint8]

SIDE: Final = 96
"""Width and height of a mask, px."""

_PROBE: Final = "0123456789"
# A font whose digits look less than this like those of a plain one holds symbols, or swashes nobody engraves.
_LEAST_LIKENESS: Final = 0.45


@cache
def fonts() -> tuple[str, ...]:
    """Paths of the fonts with digits that can be told apart, in a fixed order."""
    listed = subprocess.run(["fc-list", "-f", "%{file}\n"], capture_output=True, text=True, check=True).stdout
    paths = sorted({line for line in listed.splitlines() if line.endswith((".ttf", ".otf", ".t1", ".pfb"))})
    plain = next((path for path in paths if path.endswith("DejaVuSans-Bold.ttf")), None)
    if plain is None:
        raise RuntimeError("no font DejaVuSans-Bold.ttf is on this machine: install Debian's fonts-dejavu-core")
    model = [_normal(plain, digit) for digit in _PROBE]
    return tuple(path for path in paths if _usable(path, model))


def _normal(path: str, digit: str) -> NDArray[np.float32] | None:
    """A digit without its own size: cut out and scaled to 24 × 32."""
    mask = text(path, digit, "")
    rows, columns = np.nonzero(mask > 127)
    if len(rows) < 30:
        return None
    cut = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.asarray(cv2.resize(cut, (24, 32), interpolation=cv2.INTER_AREA), np.float32)


def _usable(path: str, model: list[NDArray[np.float32] | None]) -> bool:
    try:
        digits = [_normal(path, digit) for digit in _PROBE]
    except OSError:
        return False
    likeness = []
    for digit, plain in zip(digits, model, strict=True):
        if digit is None or plain is None:
            return False
        likeness.append(float(np.corrcoef(digit.ravel(), plain.ravel())[0, 1]))
    return sorted(likeness)[2] > _LEAST_LIKENESS  # old-style and swash digits may differ in one or two


@lru_cache(maxsize=60000)
def text(font: str, words: str, mark: str) -> Mask:
    """A numeral.

    Args:
        font: path of the font.
        words: the digits.
        mark: what tells 6 from 9: ``"_"`` a line below, ``"."`` a dot at the lower right, ``""`` nothing.
    """
    large = ImageFont.truetype(font, 96)
    box = large.getbbox(words)
    width, height = int(box[2] - box[0]) + 16, int(box[3] - box[1]) + 40
    picture = PillowImage.new("L", (width + 24, height + 8))
    draw = ImageDraw.Draw(picture)
    draw.text((8 - box[0], 8 - box[1]), words, 255, font=large)
    bottom = 8 + box[3] - box[1]
    if mark == "_":
        draw.rectangle((8, bottom + 9, width - 8, bottom + 18), 255)
    elif mark == ".":
        draw.ellipse((width - 6, bottom - 15, width + 10, bottom + 1), 255)
    return _centred(np.asarray(picture, np.uint8), height - 40.0)


def _centred(ink: Mask, cap_height: float) -> Mask:
    """Ink cut out, scaled so that it fits a circle of 0.82 of the mask, and put into its middle."""
    rows, columns = np.nonzero(ink > 60)
    if len(rows) == 0:
        return np.zeros((SIDE, SIDE), np.uint8)
    x, y = (columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2
    reach = float(np.hypot(columns - x, rows - y).max())
    scale = min(0.41 * SIDE / reach, 0.62 * SIDE / max(cap_height, 1.0))
    move = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    return np.asarray(cv2.warpAffine(ink, move, (SIDE, SIDE), flags=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4000)
def pips(value: int, spacing: float, radius: float) -> Mask:
    """Pips of a d6; spacing and radius as parts of the half side of the mask."""
    mask = np.zeros((SIDE * 4, SIDE * 4), np.uint8)
    half = SIDE * 2
    for x, y in prints.pip_places(value):
        cv2.circle(
            mask, (round(half + x * spacing * half), round(half - y * spacing * half)), round(radius * half), 255, -1
        )
    return np.asarray(cv2.resize(mask, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=200)
def symbol(face: Face, style: int) -> Mask:
    """The star or the cap of a Wizard die; style 0 … 9 makes it larger or smaller."""
    mask = np.zeros((SIDE * 4, SIDE * 4), np.uint8)
    size = SIDE * (0.8 + 0.07 * style)
    shapes = [prints.star(size)] if face == "wizard" else prints.fools_cap(size * 0.8)
    for shape in shapes:
        points = np.stack([SIDE * 2 + shape[:, 0], SIDE * 2 - shape[:, 1]], axis=1)
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)
    return np.asarray(cv2.resize(mask, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def ornament(rng: np.random.Generator) -> Mask:
    """A maker's logo or a decoration: a few random curves that are no numeral."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(int(rng.integers(3, 9))):
        centre = tuple(int(v) for v in rng.integers(SIDE // 4, 3 * SIDE // 4, 2))
        axes = tuple(int(v) for v in rng.integers(4, SIDE // 3, 2))
        start = int(rng.integers(0, 360))
        cv2.ellipse(
            mask,
            centre,
            axes,
            int(rng.integers(0, 180)),
            start,
            start + int(rng.integers(60, 360)),
            255,
            int(rng.integers(2, 7)),
            cv2.LINE_AA,
        )
    if rng.random() < 0.5:
        mask = np.maximum(mask, mask[:, ::-1])
    return mask
