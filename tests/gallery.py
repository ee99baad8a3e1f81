"""Draws every view of every game as one sheet of LED pictures: ``make gallery``.

Left as German players see it, right beside it in English where that differs. The captions are set in our own letters.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from controller.display import png
from controller.display.font import TEXT
from controller.display.picture import LIT, Picture
from tests.display.moments import SHEETS
from tests.display.moments_parts import Moment

TARGET: Final = Path(__file__).parents[1] / "hardware/pictures/gallery.jpg"
_ACROSS: Final = 5
_PITCH: Final = 4
_QUALITY: Final = 48
_PAPER: Final = (22, 20, 18)
_INK: Final = (165, 160, 155)
_TITLE: Final = (235, 232, 228)
_GAP: Final = 14
_CAPTION: Final = 12

Image = npt.NDArray[np.uint8]


def sheet() -> Image:
    """The whole gallery, rows × columns × (blue, green, red)."""
    parts = []
    for title, moments in SHEETS.items():
        parts.append(_strip(title, 2, _TITLE))
        cells = [_cell(about, picture) for about, picture in _pictures(moments)]
        while len(cells) % _ACROSS:
            cells.append(np.full_like(cells[0], _PAPER))
        for first in range(0, len(cells), _ACROSS):
            parts.append(np.hstack(cells[first : first + _ACROSS]))
    width = max(part.shape[1] for part in parts)
    return np.vstack([_widened(part, width) for part in parts])


def jpeg() -> bytes:
    """The gallery as the bytes of its file."""
    _fine, data = cv2.imencode(".jpg", sheet(), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    return data.tobytes()


def _pictures(moments: Mapping[str, Moment]) -> Iterator[tuple[str, Picture]]:
    """Each moment in German, then in English where that looks otherwise."""
    for moment in moments.values():
        german, english = moment.picture("de"), moment.picture("en")
        yield moment.about, german
        if english != german:
            yield f"{moment.about} (en)", english


def _cell(about: str, picture: Picture) -> Image:
    lights = png.render(picture, _PITCH)
    height, width = lights.shape[0] + _CAPTION + _GAP, lights.shape[1] + _GAP
    cell = np.full((height, width, 3), _PAPER, np.uint8)
    cell[_CAPTION : _CAPTION + lights.shape[0], _GAP // 2 : _GAP // 2 + lights.shape[1]] = lights
    _write(cell, (_GAP // 2 + 10, 2), about, 1, _INK)
    return cell


def _strip(text: str, size: int, colour: tuple[int, int, int]) -> Image:
    strip = np.full((10 * size + _GAP, TEXT.width(text) * size + 2 * _GAP, 3), _PAPER, np.uint8)
    _write(strip, (_GAP, _GAP // 2), text, size, colour)
    return strip


def _write(image: Image, place: tuple[int, int], text: str, size: int, colour: tuple[int, int, int]) -> None:
    """A text in our own letters, each of their lights so many pixels large."""
    x, y = place
    for character in text:
        glyph = TEXT.glyph(character)
        ink = np.array([[mark == LIT for mark in line] for line in glyph]).repeat(size, 0).repeat(size, 1)
        image[y : y + ink.shape[0], x : x + ink.shape[1]][ink] = colour
        x += ink.shape[1] + size


def _widened(part: Image, width: int) -> Image:
    rest = np.full((part.shape[0], width - part.shape[1], 3), _PAPER, np.uint8)
    return np.hstack([part, rest])


def main() -> None:
    """Write the gallery, as a JPEG into the documents or as a PNG wherever it is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("--png", type=Path, help="write this file instead, without loss")
    given = parser.parse_args()
    if given.png:
        cv2.imwrite(str(given.png), sheet())
    else:
        TARGET.write_bytes(jpeg())


if __name__ == "__main__":
    main()
