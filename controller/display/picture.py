"""What the display shows: 64 × 16 lights, each on or off.

``Picture`` never changes and compares by value. ``Canvas`` is where one is drawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

WIDTH: Final = 64
HEIGHT: Final = 16
BYTES: Final = WIDTH * HEIGHT // 8
_ROW_BYTES: Final = WIDTH // 8

# A text, and its first column and row.
Place = tuple[str, int, int]

LIT: Final = "#"
DARK: Final = "."


@dataclass(frozen=True, slots=True)
class Picture:
    """One full picture.

    Attributes:
        data: 128 bytes, row after row from the top, eight bytes a row from the left; in each byte the leftmost light
            is the most significant bit (see ``firmware/PROTOCOL.md``).

    >>> Picture.blank().data == bytes(128)
    True
    """

    data: bytes

    def __post_init__(self) -> None:
        if len(self.data) != BYTES:
            raise ValueError(f"a picture has {BYTES} bytes, not {len(self.data)}")

    @classmethod
    def blank(cls) -> Self:
        """All lights off."""
        return cls(bytes(BYTES))

    @classmethod
    def from_hex(cls, digits: str) -> Self:
        """A picture from 256 hexadecimal digits.

        Raises:
            ValueError: other characters, or another number of them.
        """
        return cls(bytes.fromhex(digits))

    def to_text(self) -> str:
        """16 lines of 64 characters, ``#`` for a light that is on and ``.`` for one that is off."""
        return "".join("".join(LIT if lit else DARK for lit in row) + "\n" for row in self.rows())

    def lit(self, x: int, y: int) -> bool:
        """Whether the light in column ``x`` (0 … 63 from the left) and row ``y`` (0 … 15 from the top) is on.

        Raises:
            IndexError: outside the display.
        """
        _check_inside(x, y)
        return bool(self.data[y * _ROW_BYTES + x // 8] & 0x80 >> x % 8)

    def rows(self) -> Iterator[list[bool]]:
        """The 16 rows from the top, each 64 lights from the left."""
        for y in range(HEIGHT):
            yield [self.lit(x, y) for x in range(WIDTH)]


class Canvas:
    """A picture in the making, dark at first. What lies outside is an error, so that nothing is cut unnoticed.

    Attributes:
        moved: columns that texts wider than their place have run to the left so far (see ``scroll``).
        overhangs: where these texts stand, and by how many columns each is too wide.
    """

    def __init__(self, moved: int = 0) -> None:
        self.moved = moved
        self.overhangs: dict[Place, int] = {}
        self._data = bytearray(BYTES)

    @classmethod
    def of(cls, picture: Picture) -> Self:
        """A canvas on which a picture has been drawn."""
        canvas = cls()
        canvas._data[:] = picture.data
        return canvas

    def set(self, x: int, y: int, on: bool = True) -> None:
        """Switch one light.

        Raises:
            IndexError: outside the display.
        """
        _check_inside(x, y)
        bit = 0x80 >> x % 8
        index = y * _ROW_BYTES + x // 8
        self._data[index] = self._data[index] | bit if on else self._data[index] & ~bit

    def blit(self, x: int, y: int, sprite: Sequence[str]) -> None:
        """Switch on the lights of a sprite, lines of ``#`` and ``.``, with its upper left corner at ``x``, ``y``.

        Raises:
            IndexError: a light of the sprite lies outside the display.
        """
        for dy, line in enumerate(sprite):
            for dx, mark in enumerate(line):
                if mark == LIT:
                    self.set(x + dx, y + dy)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Turn every light of a rectangle into its opposite.

        Raises:
            IndexError: a part of it lies outside the display.
        """
        for row in range(y, y + height):
            for column in range(x, x + width):
                _check_inside(column, row)
                self._data[row * _ROW_BYTES + column // 8] ^= 0x80 >> column % 8

    def picture(self) -> Picture:
        """What has been drawn so far."""
        return Picture(bytes(self._data))


def _check_inside(x: int, y: int) -> None:
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        raise IndexError(f"({x}, {y}) is outside the display: x is 0 … {WIDTH - 1}, y is 0 … {HEIGHT - 1}")
