"""Pages of text: the quick rules of a game and of its variants, and the referee's card."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.i18n import _, current, render
from controller.rules.core import Message
from controller.rules.setup import GameInfo, Variant
from controller.rules.wizard_cards import CARDS
from controller.sheets.drawing import (
    AMBER,
    BRASS,
    BRASS_PALE,
    FELT,
    INK,
    STRONG,
    TEXT,
    TITLE,
    Box,
    OverfullError,
    Sheet,
    footing,
    heading,
    height_of,
    plain,
)
from controller.sheets.figures import figure, height_of_figure
from controller.sheets.quick import CHANGES, Section, sections
from controller.sheets.referee import REFEREE

A4: Final = (210.0, 297.0)
_MARGIN, _GAP = 15.0, 9.0
_COLUMN: Final = (A4[0] - 2 * _MARGIN - _GAP) / 2
_BOTTOM: Final = A4[1] - 15.0
_SIZES: Final = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
_EASY: Final = 10.0
_TITLE_SIZE: Final = 13.5
_INDENT: Final = 5.0
_AFTER_A_NUMBER: Final = re.compile(r"(?<=\d) (?=[A-ZÄÖÜ:]|points?\b)|(?<=\d :) (?=\d)|(?<=\d\u00a0:) (?=\d)")


class _Part(NamedTuple):
    """A section as it is printed.

    Attributes:
        title: its heading.
        lines: its lines, with markup.
        numbered: whether they are steps.
        marked: whether it stands out: the variant's own rules.
    """

    title: str
    lines: tuple[str, ...]
    numbered: bool = False
    marked: bool = False


def quick_rules(game: GameInfo) -> bytes:
    """A page for the game and one for each of its variants, in the language in use."""
    sheet = Sheet(_("{game}: quick rules").format(game=game.name), current())
    _page(sheet, game.name, render(game.about), [*_parts(sections(game.id)), *_further(game)], (game.id, ""))
    for variant in game.variants:
        title = f"{game.name}: {variant.name}"
        parts = [_marked(game, variant), *_parts(sections(game.id, variant.id))]
        _page(sheet, title, render(variant.help), parts, (game.id, variant.id))
    return sheet.done()


def referee_card() -> bytes:
    """What to do when something is doubtful or goes wrong, in the language in use."""
    sheet = Sheet(_("Referee's card"), current())
    _page(sheet, _("Referee's card"), _("What to do when something is doubtful or goes wrong"), _parts(REFEREE))
    return sheet.done()


# --- what stands there ------------------------------------------------------------------------------------------------


def _parts(sections: Sequence[Section]) -> list[_Part]:
    return [
        _Part(render(section.title), tuple(_line(line) for line in section.lines), section.numbered)
        for section in sections
    ]


def _line(text: Message) -> str:
    """A line of ours, which may hold markup."""
    return _bound(render(text))


def _bound(text: str) -> str:
    """A number stays on one line with what it counts, and so does a score."""
    return _AFTER_A_NUMBER.sub("\u00a0", text)


def _marked(game: GameInfo, variant: Variant) -> _Part:
    lines = tuple(_line(line) for line in CHANGES[game.id, variant.id])
    return _Part(_("Variant {name}").format(name=variant.name), lines, marked=True)


def _further(game: GameInfo) -> list[_Part]:
    """Variants, cards and house rules, as the program itself lists them."""
    parts = []
    if game.variants:
        lines = tuple(f"<b>{plain(one.name)}</b>: {plain(_bound(render(one.help)))}" for one in game.variants)
        parts.append(_Part(_("Variants"), lines))
    if game.id == "wizard":
        cards = (f"<b>{plain(_(card.name))}</b>: {plain(_(card.effect))}" for card in CARDS.values())
        parts.append(_Part(_("Spell cards, where the house plays with them"), tuple(cards)))
    if game.house:
        lines = tuple(
            f"<b>{plain(one.key)}</b> = {plain(one.describe())}: {plain(_bound(render(one.help)))}"
            for one in game.house
        )
        parts.append(_Part(_("House rules"), lines))
    return parts


# --- how it stands there ----------------------------------------------------------------------------------------------


def _page(sheet: Sheet, title: str, subtitle: str, parts: Sequence[_Part], about: tuple[str, str] = ("", "")) -> None:
    """One page in two columns, its letters as large as fits; below them the figure of a game where there is room.

    Raises:
        OverfullError: it does not fit with the smallest letters.
    """
    sheet.page(*A4)
    top = heading(sheet, A4[0], title, subtitle[:1].upper() + subtitle[1:])
    size, split = _fit(parts, title, _BOTTOM - top, height_of_figure(about[0]))
    lowest = top
    for column, chosen in enumerate((parts[:split], parts[split:])):
        y = top
        for part in chosen:
            _draw(sheet, part, Box(_MARGIN + column * (_COLUMN + _GAP), y, _COLUMN, 0), size)
            y += _height(part, size)
        lowest = max(lowest, y)
    figure(sheet, *about, Box(_MARGIN, lowest, A4[0] - 2 * _MARGIN, _BOTTOM - lowest))
    footing(sheet, *A4, _("The table judges by the whole rules; dicetable games lists every variant and house rule."))


def _fit(parts: Sequence[_Part], title: str, room: float, picture: float) -> tuple[float, int]:
    """The size of the letters, and how many parts stand in the first column.

    Args:
        parts: what is written.
        title: of the page, for who has written too much.
        room: the height of a column, mm.
        picture: what the game's picture takes of it, mm; smaller letters are worth it, as long as they are easily read.

    Raises:
        OverfullError: it does not fit with the smallest letters, even without the picture.
    """
    tries = [(size, room - picture) for size in _SIZES if picture and size >= _EASY] + [(size, room) for size in _SIZES]
    for size, height in tries:
        heights = [_height(part, size) for part in parts]
        split = min(range(1, len(parts) + 1), key=lambda at: max(sum(heights[:at]), sum(heights[at:])))
        if max(sum(heights[:split]), sum(heights[split:])) <= height:
            return size, split
    raise OverfullError(f"{title}: does not fit on one page")


def _height(part: _Part, size: float) -> float:
    """What a part takes, with the space below it, mm."""
    lines = sum(height_of(line, _COLUMN - _INDENT - 2 * _inset(part), size) + _between(size) for line in part.lines)
    return _title_height() + lines + 4.0 + 2 * _inset(part)


def _inset(part: _Part) -> float:
    return 3.0 if part.marked else 0.0


def _between(size: float) -> float:
    return size * 0.11


def _title_height() -> float:
    return 7.6


def _draw(sheet: Sheet, part: _Part, place: Box, size: float) -> None:
    inset = _inset(part)
    if part.marked:
        frame = Box(place.x, place.y, place.width, _height(part, size) - 4.0)
        sheet.rectangle(frame, BRASS_PALE, BRASS, width=0.25, round_=1.5)
        sheet.rectangle(Box(place.x, place.y + 1.5, 1.2, frame.height - 3), AMBER)
    x, y, width = place.x + inset, place.y + inset, place.width - 2 * inset
    sheet.fitted(Box(x, y - 0.6, width, 7), plain(part.title), (_TITLE_SIZE, 12, 11, 10), TITLE, FELT)
    if not part.marked:
        sheet.line((x, y + 5.6), (x + width, y + 5.6), "#d8c79f", width=0.3)
    y += _title_height()
    for number, line in enumerate(part.lines, start=1):
        first = y + size * 0.37
        if part.numbered:
            sheet.text((x + 0.3, first), str(number), size, STRONG, BRASS)
        else:
            sheet.circle((x + 1.3, first - size * 0.125), 0.75, AMBER, BRASS, width=0.15)
        taken = sheet.fitted(Box(x + _INDENT, y, width - _INDENT, 1e3), line, (size,), TEXT, INK)
        y += taken + _between(size)
