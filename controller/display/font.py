"""Three pixel fonts of our own, drawn for single-coloured lights that are read from three metres.

Glyphs stand in ``fonts/*.txt`` as they look; every one has its own width, so that more of a text fits.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.display.picture import Canvas

_FOLDER: Final = Path(__file__).parent / "fonts"
_SUBSTITUTE: Final = "?"
# Letters that no font has and that are no letter with an accent either.
_SPELT: Final = str.maketrans({"Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l"})
# Accents that belong to no letter here, and signs that are to be followed instead of seen.
_UNSEEN: Final = ("Mn", "Me", "Cf")

Glyph = tuple[str, ...]


@dataclass(frozen=True)
class Font:
    """One size of letters.

    Attributes:
        height: rows of a glyph, what hangs below the line included.
        space: columns of a space between words.
        glyphs: lines of ``#`` and ``.`` by character.
    """

    height: int
    space: int
    glyphs: Mapping[str, Glyph]

    def glyph(self, character: str) -> Glyph:
        """The glyph of a character; of its upper case, its letter without the accent, or ``?`` where it has none."""
        if character.isspace():
            return ("." * self.space,) * self.height
        plain = unicodedata.normalize("NFD", character)[:1]
        # In Python the upper case of ß is SS.
        upper = "ẞ" if character == "ß" else character.upper()
        for found in (character, upper, plain, plain.upper()):
            if found in self.glyphs:
                return self.glyphs[found]
        return self.glyphs[_SUBSTITUTE]

    def width(self, text: str) -> int:
        """Columns that a text takes: its glyphs with one dark column between any two; 0 where nothing is to be seen."""
        return max(0, sum(len(glyph[0]) + 1 for glyph in self._glyphs(text)) - 1)

    def fits(self, text: str, columns: int) -> bool:
        """Whether a text takes no more than so many columns."""
        return self.width(text) <= columns

    def draw(self, canvas: Canvas, x: int, y: int, text: str) -> None:
        """Draw a text with its upper left corner at ``x``, ``y``.

        Raises:
            IndexError: a part of it lies outside the display.
        """
        canvas.blit(x, y, self._rows(text))

    def draw_part(self, canvas: Canvas, x: int, y: int, text: str, *, first: int, columns: int) -> None:
        """Draw so many columns of a text from its column ``first`` on, with their upper left corner at ``x``, ``y``.

        Raises:
            IndexError: a part of it lies outside the display.
        """
        canvas.blit(x, y, [row[first : first + columns] for row in self._rows(text)])

    def _rows(self, text: str) -> list[str]:
        glyphs = self._glyphs(text)
        return [".".join(glyph[row] for glyph in glyphs) for row in range(self.height)]

    def _glyphs(self, text: str) -> list[Glyph]:
        characters = unicodedata.normalize("NFC", text.translate(_SPELT))
        return [self.glyph(each) for each in characters if unicodedata.category(each) not in _UNSEEN]


def _load(name: str, space: int) -> Font:
    """Read a sheet: blocks between blank lines; a line of characters, then the rows of their glyphs side by side."""
    glyphs: dict[str, Glyph] = {}
    _about, *blocks = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    for block in blocks:
        characters, *rows = (line.split() for line in block.splitlines())
        for character, *glyph in zip(characters, *rows, strict=True):
            if character in glyphs or len({len(row) for row in glyph}) != 1:
                raise ValueError(f"{name}.txt: {character} is there twice or has rows of different widths")
            glyphs[character] = tuple(glyph)
    (height,) = {len(glyph) for glyph in glyphs.values()}
    return Font(height, space, glyphs)


SMALL: Final = _load("small", space=2)
TEXT: Final = _load("text", space=3)
BIG: Final = _load("big", space=4)
