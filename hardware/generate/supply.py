"""The 5 V for display and light, as its parts lie beside the hub: which wire joins what. Pure; makes SVG."""

from collections.abc import Iterator
from typing import Final

from controller.hardware import Hardware, Point
from hardware.generate.vector import FAINT, INK, circle, document, path, rectangle, text
from hardware.generate.words import Say, saying

PLUS: Final = "#d62828"
MINUS: Final = "#222222"
_BODY: Final = "#e5e7eb"
_LEVER: Final = "#f28c1e"
_WIRE: Final = 5.0
_SIZE: Final = (1010.0, 490.0)
# Middles, from left to right; then those of the rows: display + and light +, display − and light −.
_SWITCH: Final = 252.0
_JOINTS: Final = 392.0
_FUSES: Final = 566.0
_TERMINALS: Final = 720.0
_ROWS: Final = (122.0, 218.0, 314.0, 410.0)
_CLAMPS: Final = (252.0, 280.0)
_PLUS: Final = (_ROWS[0] + _ROWS[1]) / 2
_MINUS: Final = (_ROWS[2] + _ROWS[3]) / 2


def supply(table: Hardware, language: str = "en") -> dict[str, bytes]:
    """The drawing by its name, as SVG."""
    return {"supply": _drawing(table, saying(language))}


def _drawing(table: Hardware, t: Say) -> bytes:
    it = table.supply
    lines = [
        *_wires(),
        *_socket(t, f"{it.volt:g} V"),
        *_switch((_SWITCH, _PLUS), t),
        *_lever((_JOINTS, _PLUS), ""),
        *_lever((_JOINTS, _MINUS), ""),
        *_fuse((_FUSES, _ROWS[0]), t(f"fuse {it.display_fuse / 1000:g} A slow")),
        *_fuse((_FUSES, _ROWS[1]), t(f"fuse {it.light_fuse / 1000:g} A slow")),
    ]
    loads = ("display", "light", "display", "light")
    ends = (("upper strip", "lower strip"), ("left light", "right light")) * 2
    for row, (y, load, to) in enumerate(zip(_ROWS, loads, ends, strict=True)):
        sign, colour = ("+", PLUS) if row < 2 else ("−", MINUS)
        lines += _lever((_TERMINALS, y), f"{t(load)} {sign}")
        for place, end in zip((y - 14, y + 14), to, strict=True):
            lines.append(path([(_TERMINALS + 42, place), (_TERMINALS + 130, place)], colour, line=3, dash="7 5"))
            lines.append(text(_TERMINALS + 138, place + 5, f"{t(end)} {sign}", 13, anchor="start", fill=FAINT))
    width, height = _SIZE
    lines += [
        text(_TERMINALS, 26, t("the terminals"), 16, bold=True),
        text(_TERMINALS, 46, t("two places of each stay free at first"), 12, fill=FAINT),
        path([(20, height - 22), (60, height - 22)], PLUS, line=_WIRE),
        text(70, height - 17, t(f"plus: red, {it.wire_mm2} mm²"), 13, anchor="start"),
        path([(250, height - 22), (290, height - 22)], MINUS, line=_WIRE),
        text(300, height - 17, t(f"minus: black, {it.wire_mm2} mm²"), 13, anchor="start"),
        rectangle(500, height - 32, 12, 18, _LEVER, radius=2),
        text(522, height - 17, t("a place of a lever connector"), 13, anchor="start"),
    ]
    return document(width, height, lines)


def _wires() -> Iterator[str]:
    """Plus from the socket over switch and fuses to two terminals, minus to the other two; a line for each wire."""
    plus, minus = _CLAMPS
    yield path([(150, plus), (180, plus), (180, _PLUS), (_SWITCH - 42, _PLUS)], PLUS, line=_WIRE)
    yield path([(_SWITCH + 42, _PLUS), (_JOINTS - 42, _PLUS)], PLUS, line=_WIRE)
    yield path([(150, minus), (180, minus), (180, _MINUS), (_JOINTS - 42, _MINUS)], MINUS, line=_WIRE)
    start, bend, end = _JOINTS + 42, _JOINTS + 70, _TERMINALS - 42
    for place, y in zip((_PLUS - 14, _PLUS + 14), _ROWS[:2], strict=True):
        yield path([(start, place), (bend, place), (bend, y), (_FUSES - 60, y)], PLUS, line=_WIRE)
        yield path([(_FUSES + 60, y), (end, y)], PLUS, line=_WIRE)
    for place, y in zip((_MINUS - 14, _MINUS + 14), _ROWS[2:], strict=True):
        yield path([(start, place), (bend, place), (bend, y), (end, y)], MINUS, line=_WIRE)


def _socket(t: Say, volt: str) -> Iterator[str]:
    """The DC socket with its two clamps."""
    yield rectangle(30, 224, 120, 84, "#3d4249", radius=6)
    yield circle(64, 266, 24, "#59606a")
    yield circle(64, 266, 7, "#d1d5db")
    for y, sign in zip(_CLAMPS, "+−", strict=True):
        yield circle(132, y, 9, "#d1d5db")
        yield text(112, y + 6, sign, 18, fill="white", bold=True)
    yield text(90, 212, t("DC socket"), 15, bold=True)
    yield text(90, 328, t(f"{volt}, plus in the middle"), 12, fill=FAINT)


def _switch(middle: Point, t: Say) -> Iterator[str]:
    """The switch in the plus wire."""
    x, y = middle
    yield rectangle(x - 42, y - 20, 84, 40, _BODY, radius=10)
    yield circle(x - 28, y, 6, "#d1d5db")
    yield circle(x + 28, y, 6, "#d1d5db")
    yield path([(x - 28, y), (x + 20, y - 14)], INK, line=4)
    yield text(x, y - 30, t("switch"), 15, bold=True)


def _fuse(middle: Point, words: str) -> Iterator[str]:
    """A fuse in its holder."""
    x, y = middle
    yield rectangle(x - 60, y - 16, 120, 32, _BODY, radius=10)
    yield rectangle(x - 38, y - 9, 76, 18, "white", radius=3)
    for cap in (x - 38, x + 22):
        yield rectangle(cap, y - 9, 16, 18, "#b8bec8", radius=2)
    yield path([(x - 22, y), (x - 11, y - 5), (x, y + 5), (x + 11, y - 5), (x + 22, y)], INK, line=1.5)
    yield text(x, y - 25, words, 15, bold=True)


def _lever(middle: Point, words: str) -> Iterator[str]:
    """A lever connector: one place on the left, two on the right."""
    x, y = middle
    yield rectangle(x - 42, y - 30, 84, 60, _BODY, radius=5)
    for at in ((x - 42, y), (x + 24, y - 14), (x + 24, y + 14)):
        yield rectangle(at[0], at[1] - 9, 18, 18, _LEVER, radius=2)
    if words:
        yield text(x, y - 38, words, 15, bold=True)
