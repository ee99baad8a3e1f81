"""A picture of a game below its quick rules, where there is room: what the rules themselves say of a few examples."""

from typing import Final

from controller.i18n import die_name, render
from controller.rules.ueberwurf_verdict import BASE, compare, sentence
from controller.rules.zugband import BASE as ZUGBAND
from controller.sheets.drawing import (
    AMBER,
    BLACK,
    BRASS,
    BRASS_PALE,
    FELT,
    FELT_PALE,
    GREY,
    INK,
    STRONG,
    TEXT,
    WHITE,
    Box,
    Sheet,
    die,
    plain,
)
from controller.sheets.quick import goal_of

_HEIGHT: Final = 42.0
_GAP: Final = 6.0
_EXAMPLES: Final = ((("d20", "d6"), (12, 5)), (("d6", "d20"), (5, 4)), (("d12", "d8"), (7, 5)))


def height_of_figure(game: str) -> float:
    """The height that the picture of a game wants, mm; 0 where it has none."""
    return _HEIGHT if game in ("ueberwurf", "zugband") else 0.0


def figure(sheet: Sheet, game: str, variant: str, room: Box) -> None:
    """Draw the picture of a game, where there is one and room for it."""
    if room.height < _HEIGHT:
        return
    box = Box(room.x, room.y + min(_GAP, room.height - _HEIGHT), room.width, _HEIGHT - 4)
    match game:
        case "ueberwurf":
            _ueberwurf(sheet, box)
        case "zugband":
            _zugband(sheet, box, goal_of(variant))


def _ueberwurf(sheet: Sheet, box: Box) -> None:
    """Three pairs of dice, and how the rules judge them."""
    width = (box.width - 10) / 3
    for nth, (kinds, rolls) in enumerate(_EXAMPLES):
        x = box.x + nth * (width + 5)
        sheet.rectangle(Box(x, box.y, width, box.height), FELT_PALE, round_=2)
        verdict = compare(kinds, rolls, BASE)
        for side, (kind, value) in enumerate(zip(kinds, rolls, strict=True)):
            middle = (x + width * (0.28 + 0.44 * side), box.y + 11)
            won = verdict.winner == side
            die(sheet, kind, middle, 8.2, fill=BRASS_PALE if won else WHITE)
            sheet.circle(middle, 4.1, AMBER if won else WHITE, BRASS, width=0.25)
            sheet.text((middle[0], middle[1] + 1.6), str(value), 12, BLACK, FELT, align="center")
            sheet.text((middle[0], box.y + 23), die_name(kind), 8.5, STRONG, GREY, align="center")
        words = plain(render(sentence(kinds, rolls, verdict), ("A", "B")))
        room = Box(x + 3, box.y + 25.5, width - 6, box.height - 26.5)
        sheet.fitted(room, words, (8.5, 8, 7.5, 7, 6.5), TEXT, INK, align="center")


def _zugband(sheet: Sheet, box: Box, target: int) -> None:
    """The stations with the knot in the middle."""
    sheet.rectangle(box, FELT_PALE, round_=2)
    middle, y = box.x + box.width / 2, box.y + box.height / 2
    step = (box.width - 30) / (2 * ZUGBAND.goal)
    sheet.line((box.x + 8, y), (box.x + box.width - 8, y), BRASS, width=1.4)
    for station in range(-ZUGBAND.goal, ZUGBAND.goal + 1):
        at = (middle + station * step, y)
        goal = abs(station) == target
        sheet.circle(at, 5.6, AMBER if goal else WHITE, BRASS, width=0.5)
        if station:
            sheet.text((at[0], y + 1.7), str(abs(station)), 12, BLACK, FELT, align="center")
    for radius, fill in ((3.6, FELT), (1.5, AMBER)):
        sheet.circle((middle, y), radius, fill)
