"""Overlays for the key panels: one for each seat of a game, two on a page, to be cut out."""

from collections.abc import Sequence
from typing import Final

from controller.hardware import Panel, hardware
from controller.i18n import _, current, decimal, die_name, render
from controller.panel.keypad import OPTION_KEYS, label
from controller.rules.setup import GameInfo
from controller.sheets.drawing import (
    AMBER,
    BLACK,
    BRASS,
    FELT,
    FELT_PALE,
    GREY,
    INK,
    STRONG,
    TEXT,
    TITLE,
    WHITE,
    Box,
    OverfullError,
    Sheet,
    die,
    footing,
    plain,
    width_of,
)
from controller.sheets.meanings import Key, Meaning, meaning
from vision.reading import DIE_TYPES

A4: Final = (210.0, 297.0)
_TOPS: Final = (16.0, 150.0)
_LETTERS: Final = "abcdefgh"
# Of small lines: their distance, the room of the letter before one, mm; the least size, points.
_LINE, _LETTER, _SMALLEST = 3.4, 2.2, 5.0


def overlays(game: GameInfo) -> bytes:
    """The overlays of a game for as many seats as can play it, in the language in use."""
    sheet = Sheet(_("{game}: overlays for the keys").format(game=game.name), current())
    meanings = _different([meaning(question) for question in game.questions])
    for place, seat in enumerate(range(1, max(game.seats) + 1)):
        if place % len(_TOPS) == 0:
            sheet.page(*A4)
            _around(sheet)
        _Overlay(sheet, (A4[0] - hardware().panel.face[0]) / 2, _TOPS[place % len(_TOPS)]).draw(game, seat, meanings)
    return sheet.done()


def _different(meanings: Sequence[Meaning]) -> list[Meaning]:
    """The questions whose keys differ; one of those that mean the same on every key is enough."""
    seen: dict[object, Meaning] = {}
    for one in meanings:
        seen.setdefault((str(one.keys), one.turns) if one.keys else one.question.about.text, one)
    # What keys cannot name comes last.
    return sorted(seen.values(), key=lambda one: not one.keys)


def _around(sheet: Sheet) -> None:
    """How to cut, and a measure."""
    panel = hardware().panel
    sheet.line((55, 279), (155, 279), INK, width=0.3)
    for x in (55, 155):
        sheet.line((x, 277.5), (x, 280.5), INK, width=0.3)
    sheet.text((105, 277.8), "100 mm", 7, STRONG, GREY, align="center")
    text = _(
        "Print at 100 % (no fitting to the page): the line above is 100 mm long. Cut along the outer line; holes of "
        "{key} mm at the keys, {lamp} mm at the lamp."
    )
    numbers = {"key": decimal(panel.key_clear, "g"), "lamp": decimal(panel.lamp_hole, "g")}
    footing(sheet, *A4, text.format(**numbers))


class _Overlay:
    """One overlay on its page.

    Args:
        x, y: its left upper corner on the page, mm.
    """

    def __init__(self, sheet: Sheet, x: float, y: float) -> None:
        self._sheet = sheet
        self._x, self._y = x, y
        self._panel: Panel = hardware().panel
        self._pitch = self._panel.keys[1][0] - self._panel.keys[0][0]

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        """A place of the panel, counted from its near left corner, on the page."""
        return self._x + place[0], self._y + self._panel.face[1] - place[1]

    def draw(self, game: GameInfo, seat: int, meanings: Sequence[Meaning]) -> None:
        """All of it."""
        width, height = self._panel.face
        sheet = self._sheet
        sheet.rectangle(Box(self._x, self._y, width, height), WHITE, GREY, width=0.2)
        self._band()
        main, *more = meanings
        for place in range(1, OPTION_KEYS + 1):
            self._key(place, main, more)
        self._named("ok", _("lock"))
        self._named("back", _("clear"), _("hold for 2 s: stop the game"))
        self._hole(self._panel.lamp, self._panel.lamp_hole)
        self._middle(game, seat, main, more)

    def _band(self) -> None:
        """The lower part, with OK and BACK, on pale felt."""
        width, height = self._panel.face
        lowest = min(y for _x, y in self._panel.keys)
        top = height - lowest + self._panel.key_clear / 2 + 0.6
        self._sheet.rectangle(Box(self._x + 0.1, self._y + top, width - 0.2, height - top - 0.1), FELT_PALE)
        self._sheet.rectangle(Box(self._x + 0.1, self._y + top, width - 0.2, 0.6), AMBER)

    def _hole(self, place: tuple[float, float], diameter: float) -> None:
        x, y = self._at(place)
        self._sheet.circle((x, y), diameter / 2, WHITE, GREY, width=0.2)
        for along in ((1.0, 0.0), (0.0, 1.0)):
            start = (x - 1.5 * along[0], y - 1.5 * along[1])
            self._sheet.line(start, (x + 1.5 * along[0], y + 1.5 * along[1]), GREY, width=0.15)

    def _key(self, number: int, main: Meaning, more: Sequence[Meaning]) -> None:
        place = self._panel.keys[number - 1]
        self._hole(place, self._panel.key_clear)
        x, y = self._at(place)
        radius = self._panel.key_clear / 2
        self._sheet.text((x - 0.86 * radius, y - 0.6 * radius), str(number), 8.5, STRONG, BRASS, align="right")
        turning = number == OPTION_KEYS and main.turns
        if turning:
            self._turns(x, y - radius, main)
        elif number in main.keys:
            self._main(x, y - radius, main.keys[number])
        lines = [(_LETTERS[nth], _also(one, number)) for nth, one in enumerate(more) if one.keys and _also(one, number)]
        # Beside the hole, as far as the next one, or the edge.
        left = x + radius + 0.8
        right = min(x + self._pitch - radius, self._x + self._panel.face[0]) - 1.2
        for nth, (letter, text) in enumerate(lines):
            top = y - _LINE / 2 * len(lines) + _LINE * nth
            size = _size([(text, right - left - _LETTER)], TEXT)
            self._sheet.text((left, top + 2.7), letter, 7, STRONG, BRASS)
            self._sheet.text((left + _LETTER, top + 2.7), text, size)

    def _main(self, x: float, bottom: float, key: Key) -> None:
        """The large label above a key; a die beside its name."""
        kind = _die_of(key.text)
        size = 17.0
        width = width_of(key.text, size, BLACK)
        if kind:
            die(self._sheet, kind, (x - width / 2 - 1.5, bottom - 4.4), 3.6)
            self._sheet.text((x - width / 2 + 3.4, bottom - 2.2), key.text, size, BLACK, FELT)
        else:
            self._sheet.text((x, bottom - 2.2), key.text, size, BLACK, FELT, align="center")
        if key.others:
            end = x + width / 2 + 1.2
            self._sheet.text((end, bottom - 2.2), "→ " + " → ".join(key.others), 8, STRONG, BRASS)

    def _turns(self, x: float, bottom: float, main: Meaning) -> None:
        """What key 8 turns to: dice, or colours, or just further."""
        named = [turn for turn in main.turns if turn]
        if len(named) > 1:
            self._sheet.fitted(
                Box(x - 16, bottom - 12, 32, 6), " → ".join(named), (7, 6.5, 6), STRONG, BRASS, align="center"
            )
        text = f"→ + {named[0]}" if len(named) == 1 else "→"
        self._sheet.text((x, bottom - 2.2), text, 12 if len(named) == 1 else 15, BLACK, FELT, align="center")

    def _named(self, key: str, *words: str) -> None:
        """OK or BACK."""
        place = {"ok": self._panel.ok, "back": self._panel.back}[key]
        self._hole(place, self._panel.key_clear)
        x, y = self._at(place)
        top = y - self._panel.key_clear / 2
        name = label("ok" if key == "ok" else "back")
        size = 15.0
        self._sheet.text((x, top - 1.8 - 3.2 * len(words)), name, size, BLACK, FELT, align="center")
        small = _size([(word, 40.0) for word in words], TEXT, 8.0)
        for nth, word in enumerate(reversed(words)):
            self._sheet.text((x, top - 1.6 - 3.2 * nth), word, small, align="center")

    def _middle(self, game: GameInfo, seat: int, main: Meaning, more: Sequence[Meaning]) -> None:
        """Which game, whose seat, and what the letters mean, around the lamp."""
        left, _y = self._at(self._panel.back)
        right, lamp = self._at(self._panel.ok)
        middle, width = (left + right) / 2, right - left - 42
        top = lamp - self._panel.key_clear - 6.6
        sheet = self._sheet
        name = plain(f"{game.name} · " + _("Seat {n}").format(n=seat))
        sheet.fitted(Box(middle - width / 2, top, width, 7), name, (15, 13, 11, 9), TITLE, FELT, align="center")
        # As many lines as there is room for above the lamp, between the words of BACK and OK, then below it.
        above = [(top + 6.3 + _LINE * nth + 2.7, width) for nth in range(4)]
        under = lamp + self._panel.lamp_hole / 2 + 0.6
        narrow, broad = right - left - self._panel.key_clear - 4, self._panel.face[0] - 10
        below = [(under + _LINE * nth + 2.7, narrow if nth == 0 else broad) for nth in range(3)]
        lines = [("", render(main.question.about), STRONG)]
        lines += [
            (letter, render(one.question.about), TEXT) for letter, one in zip(_LETTERS, more, strict=False) if one.keys
        ]
        room = [*above, *below]
        # What keys cannot name is longer, and stands below.
        screen = [
            ("", render(one.question.about) + " " + _("(keys as shown on the screen)"), TEXT)
            for one in more
            if not one.keys
        ]
        room = room[: len(lines)] + (room[max(len(lines), len(above)) :] if screen else [])
        lines += screen
        if len(lines) > len(room):
            raise OverfullError(f"{game.name}: {len(lines)} questions do not fit on an overlay")
        places = list(zip(lines, room, strict=False))
        for nth, ((letter, text, font), (y, width)) in enumerate(places):
            size = _size([(text, width - _LETTER)], font, 7.25 if nth else 9.5)
            start = middle - (width_of(text, size, font) + (_LETTER if letter else 0)) / 2
            if letter:
                sheet.text((start, y), letter, size, STRONG, BRASS)
                start += _LETTER
            sheet.text((start, y), text, size, font)


def _size(lines: Sequence[tuple[str, float]], font: str, largest: float = 8.5) -> float:
    """The largest size at which each text is as wide as its room, mm, or less.

    Raises:
        OverfullError: one is wider in the smallest size that can be read.
    """
    size = largest
    for text, room in lines:
        while width_of(text, size, font) > room:
            size -= 0.25
            if size < _SMALLEST:
                raise OverfullError(f"does not fit into {room:.0f} mm: {text}")
    return size


def _also(one: Meaning, number: int) -> str:
    """What a key means for a question that is not the main one."""
    if number == OPTION_KEYS and one.turns:
        return "→"
    key = one.keys.get(number)
    return " → ".join((key.text, *key.others)) if key else ""


def _die_of(text: str) -> str | None:
    """The die that a label names."""
    return next((kind for kind in (*DIE_TYPES, "d100") if kind != "d%" and die_name(kind) == text), None)
