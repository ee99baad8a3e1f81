"""Test pictures for the LED display: what is wrong with it shows on one of them."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.font import SMALL, TEXT
from controller.display.picture import HEIGHT, WIDTH, Canvas, Picture
from controller.rules.core import N_

SECONDS: Final = 8.0
"""How long a test picture stays; then the display shows what it has to show."""

NAMES: Final = {
    "all": N_("All lights on: a dark one is broken, a dark block of 8 × 8 has no power or no data"),
    "none": N_("All lights off: one that is lit is broken"),
    "chequered": N_("Every other light: neighbours that are lit together have a short circuit"),
    "modules": N_(
        "The modules are numbered from the left, 1 to 8 above, 9 to 16 below: another order is wired wrongly"
    ),
    "frame": N_("A frame around the edge, and an F that is upright and not mirrored"),
    "text": N_("Letters, with umlauts"),
}
"""What each picture is for."""


def picture(name: str) -> Picture:
    """A test picture.

    Args:
        name: one of ``NAMES``.
    """
    return _DRAWN[name]()


def _where(lit: Callable[[int, int], bool]) -> Picture:
    canvas = Canvas()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            canvas.set(x, y, lit(x, y))
    return canvas.picture()


def _modules() -> Picture:
    canvas = Canvas()
    for at in range(16):
        left, top = at % 8 * 8, at // 8 * 8
        text = str(at + 1)
        SMALL.draw(canvas, left + (8 - SMALL.width(text)) // 2, top + 1, text)
    return canvas.picture()


def _frame() -> Picture:
    canvas = Canvas.of(_where(lambda x, y: x in (0, WIDTH - 1) or y in (0, HEIGHT - 1)))
    TEXT.draw(canvas, 4, 4, "F")
    return canvas.picture()


def _text() -> Picture:
    canvas = Canvas()
    TEXT.draw(canvas, 0, 0, "ÄÖÜ ABCDEF")
    TEXT.draw(canvas, 0, 8, "0123456789")
    return canvas.picture()


_DRAWN: Final[Mapping[str, Callable[[], Picture]]] = {
    "all": lambda: _where(lambda x, y: True),
    "none": Picture.blank,
    "chequered": lambda: _where(lambda x, y: (x + y) % 2 == 0),
    "modules": _modules,
    "frame": _frame,
    "text": _text,
}
