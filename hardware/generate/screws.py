"""A sheet of A4 with each screw and nut of the parts list in its own size, what it holds and how many. Makes SVG."""

import re
from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final, NamedTuple

from controller.hardware import Hardware, Point
from hardware.generate.given import BARE, COUNTERSUNK, CYLINDER, NUTS, SUNK, WASHERS, Nut, Screw
from hardware.generate.shopping import Part, shopping
from hardware.generate.vector import FAINT, INK, circle, document, path, polygon, rectangle, text
from hardware.generate.words import Say, saying

PAPER: Final = (210.0, 297.0)
RULE: Final = 100.0
"""mm; the line that shows whether the printer has kept the size."""
_STEEL: Final = "#d5d9df"
_BRASS: Final = "#e3c77c"
_LINE: Final = 0.2
_THIN: Final = 0.12
# Middles and ends of the columns: heads from above, screws from their heads on, nuts, words.
_HEADS: Final = 20.0
_SCREWS: Final = 30.0
_NUTS: Final = 76.0
_WORDS: Final = 92.0
_FIRST: Final = 54.0
_ROW: Final = 17.6
_NAME: Final = re.compile(r"^(?:Screw )?(?P<kind>M|Wood screw |Washer M)(?P<across>[\d.]+)(?: × (?P<length>\d+))?")


class Drawn(NamedTuple):
    """A screw of the list: diameter and length, mm; whether it is for wood; what belongs to it. Or a washer."""

    part: Part
    across: float
    length: float
    wood: bool
    washer: bool = False

    @property
    def sunk(self) -> bool:
        """Whether its head is a countersunk one."""
        return self.wood or "countersunk" in self.part.name

    @property
    def kind(self) -> Screw:
        """Its head and thread."""
        if self.wood:
            return COUNTERSUNK[self.across]
        return (SUNK if self.sunk else CYLINDER)[self.across]

    @property
    def nut(self) -> Nut | None:
        """The nut that is bought with it."""
        return NUTS[self.across] if "and nut" in self.part.name else None

    @property
    def slot_nut(self) -> bool:
        """Whether a slot nut is bought with it."""
        return "slot nut" in self.part.name


def drawn() -> list[Drawn]:
    """Every screw of the list, thin and short ones first, washers after their screws, those for wood last."""
    found = []
    for part in shopping().parts:
        if part.where and (name := _NAME.match(part.name)):
            wood, washer = name["kind"] == "Wood screw ", name["kind"] == "Washer M"
            found.append(Drawn(part, float(name["across"]), float(name["length"] or 0), wood, washer))
    return sorted(found, key=lambda one: (one.wood, one.across, one.washer, one.length))


def svg(table: Hardware, language: str = "en") -> bytes:
    """The sheet, in millimetres."""
    t = saying(language)
    lines = list(_head(t))
    for row, one in enumerate(drawn()):
        y = _FIRST + row * _ROW
        lines += _washer(one, y) if one.washer else [*_screw(one, y), *_nut(one, y)]
        lines += _words(table, one, t, y)
        lines.append(path([(12, y + 10.3), (PAPER[0] - 12, y + 10.3)], "#d1d5db", line=_THIN))
    kinds = t("metal: hexagon socket, cylinder head ISO 4762, countersunk ISO 10642; wood: countersunk head")
    shapes = t("nuts: ISO 4032; washers: ISO 7089; dashed: a slot nut, whose shape is its maker’s")
    lines += [
        text(12, PAPER[1] - 10 - up, words, 3.2, anchor="start", fill=FAINT) for up, words in ((5, kinds), (0, shapes))
    ]
    return document(*PAPER, lines, "mm")


def _head(t: Say) -> Iterator[str]:
    """Title, a rule, and how the length of a screw is counted."""
    yield text(12, 19, t("Screws in their own size"), 7, anchor="start", bold=True)
    yield text(12, 26, t("print on A4 at 100 %: lay a screw on its picture"), 3.8, anchor="start", fill=FAINT)
    yield path([(12, 34), (12 + RULE, 34)], INK, line=0.3)
    for tick in range(11):
        x = 12 + tick * RULE / 10
        yield path([(x, 34), (x, 31 if tick % 5 == 0 else 32.5)], INK, line=_LINE)
    yield text(12 + RULE + 3, 35.2, t(f"{RULE:.0f} mm"), 3.8, anchor="start")
    words = t("length: without a cylinder head, but with a countersunk one")
    yield text(12, 42, words, 3.8, anchor="start", fill=FAINT)


def _screw(one: Drawn, y: float) -> Iterator[str]:
    """From above, and from the side with its length below it."""
    kind, half = one.kind, one.across / 2
    yield circle(_HEADS, y, kind.head / 2, _BRASS if one.wood else _STEEL, line=_LINE)
    if one.wood:
        arm, thick = kind.drive / 2, kind.drive / 9
        yield rectangle(_HEADS - arm, y - thick, 2 * arm, 2 * thick, INK, line=0)
        yield rectangle(_HEADS - thick, y - arm, 2 * thick, 2 * arm, INK, line=0)
        yield from _wood(one, y)
        start, end = _SCREWS, _SCREWS + one.length
    elif one.sunk:
        yield polygon(_hexagon((_HEADS, y), kind.drive), "#8b929c", line=_LINE)
        yield from _threaded(one, _SCREWS + kind.height, y)
        yield polygon(_cone(one, y), _STEEL, line=_LINE)
        start, end = _SCREWS, _SCREWS + one.length
    else:
        yield polygon(_hexagon((_HEADS, y), kind.drive), "#8b929c", line=_LINE)
        under = _SCREWS + kind.height
        yield rectangle(_SCREWS, y - kind.head / 2, kind.height, kind.head, _STEEL, line=_LINE, radius=0.3)
        yield from _threaded(one, under, y)
        start, end = under, under + one.length
    low = y + max(half, kind.head / 2) + 2.2
    yield path([(start, low), (end, low)], FAINT, line=_THIN)
    for x in (start, end):
        yield path([(x, low - 1), (x, low + 1)], FAINT, line=_THIN)
    yield text((start + end) / 2, low + 3.2, f"{one.length:g}", 2.8, fill=FAINT)


def _cone(one: Drawn, y: float) -> list[Point]:
    """A countersunk head from the side."""
    half, wide, under = one.across / 2, one.kind.head / 2, _SCREWS + one.kind.height
    return [(_SCREWS, y - wide), (under, y - half), (under, y + half), (_SCREWS, y + wide)]


def _threaded(one: Drawn, under: float, y: float) -> Iterator[str]:
    """The shank of a metric screw from below its head, with a chamfer at its end."""
    half, pitch = one.across / 2, one.kind.pitch
    tip = (_SCREWS if one.sunk else under) + one.length
    chamfer = pitch
    outline = [(under, y - half), (tip - chamfer, y - half), (tip, y - half + chamfer), (tip, y + half - chamfer)]
    yield polygon([*outline, (tip - chamfer, y + half), (under, y + half)], _STEEL, line=_LINE)
    turn = under + BARE * pitch
    while turn < tip - chamfer:
        yield path([(turn, y - half), (turn + pitch / 2, y + half)], INK, line=0.08)
        turn += pitch


def _wood(one: Drawn, y: float) -> Iterator[str]:
    """A wood screw from the side: cone, core with its turns, tip."""
    kind, half = one.kind, one.across / 2
    core, under, tip = half * 0.62, _SCREWS + kind.height, _SCREWS + one.length
    point = tip - one.across
    body = [(under, y - core), (point, y - core), (tip, y), (point, y + core), (under, y + core)]
    yield polygon(body, _BRASS, line=_LINE)
    turn = under + kind.pitch / 2
    while turn < tip - kind.pitch / 2:
        wide = half if turn < point else max(half * (tip - turn) / one.across, 0.3)
        lean = kind.pitch / 4
        yield path([(turn - lean, y - wide), (turn + lean, y + wide)], INK, line=0.35)
        turn += kind.pitch
    yield polygon(_cone(one, y), _BRASS, line=_LINE)


def _nut(one: Drawn, y: float) -> Iterator[str]:
    """The nut that belongs to it: from above and from the side; a slot nut's shape is its maker's."""
    if one.nut:
        wide = one.nut.flats / cos(pi / 6)
        yield polygon(_hexagon((_NUTS, y), one.nut.flats), _STEEL, line=_LINE)
        yield circle(_NUTS, y, one.across / 2, "white", line=_LINE)
        yield rectangle(_NUTS + 6, y - wide / 2, one.nut.thickness, wide, _STEEL, line=_LINE)
        for side in (-1, 1):
            yield path(
                [(_NUTS + 6, y + side * wide / 4), (_NUTS + 6 + one.nut.thickness, y + side * wide / 4)], line=_THIN
            )
    if one.slot_nut:
        yield rectangle(_NUTS - 6, y - 5, 12, 10, "none", stroke=FAINT, line=_LINE, dash="1 0.8", radius=1)
        yield circle(_NUTS, y, one.across / 2, "white", line=_LINE)


def _washer(one: Drawn, y: float) -> Iterator[str]:
    """A washer from above and from the side."""
    it = WASHERS[one.across]
    yield circle(_HEADS, y, it.outer / 2, _STEEL, line=_LINE)
    yield circle(_HEADS, y, it.hole / 2, "white", line=_LINE)
    yield rectangle(_SCREWS, y - it.outer / 2, it.thickness, it.outer, _STEEL, line=_LINE)


def _words(table: Hardware, one: Drawn, t: Say, y: float) -> Iterator[str]:
    """Its name, what it holds, how many of it."""
    two, five = (one.part.needed(table.size(name)) for name in ("two", "five"))
    both = f"{two:g} in both sizes" if two == five else f"{two:g} with two seats, {five:g} with five"
    yield text(_WORDS, y - 3.2, t(one.part.name), 3.5, anchor="start", bold=True)
    yield text(_WORDS, y + 1.6, t(one.part.where), 3.2, anchor="start")
    key = "" if one.wood or one.washer else f" · {t(f'key {one.kind.drive:g} mm')}"
    yield text(_WORDS, y + 6.4, t(both) + key, 3.2, anchor="start", fill=FAINT)


def _hexagon(middle: Point, flats: float) -> list[Point]:
    """A hexagon by its width across the flats, a corner on the right."""
    x, y = middle
    corner = flats / 2 / cos(pi / 6)
    return [(x + corner * cos(pi / 3 * turn), y + corner * sin(pi / 3 * turn)) for turn in range(6)]
