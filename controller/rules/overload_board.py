"""Overload's board and figures: what is agreed before the game. The game itself is ``overload``.

A figure is known by its index: 0 and 1 are A and B of seat 1, 2 and 3 are A and B of seat 2, and so on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.rules.core import message
from controller.rules.setup import Option, Setup, SetupError

# „Mehr als 8 Scheiben trägt keine Figur.“
FULL: Final = 8
# „Trägt die Figur genau 8 Scheiben, gibt es 4 Bonuspunkte.“
BONUS: Final = 4
# All discs lie in the bowl at first: enough to fill both figures of five players.
DISCS: Final = 80
SEATS: Final = (2, 3, 4, 5)
# Running fields and points to win, by number of players; two players are a house rule.
FIELDS: Final = {2: 12, 3: 16, 4: 20, 5: 24}
TARGET: Final = {2: 45, 3: 40, 4: 35, 5: 30}
SHORTEST: Final = 8
LONGEST: Final = 99
START: Final = 0
# „Plus-Feld“, „Minus-Feld“, „Plus/Minus-Feld“, „Verdopplungsfeld“
KINDS: Final = ("plus", "minus", "plus_minus", "double")
LETTERS: Final = ("A", "B")


def letter(figure: int) -> str:
    """What a seat calls its figure.

    >>> letter(3)
    'B'
    """
    return LETTERS[figure % 2]


def owner(figure: int) -> int:
    """The seat that a figure belongs to.

    >>> owner(3)
    2
    """
    return figure // 2 + 1


def label(figure: int) -> str:
    """A figure with its seat.

    >>> label(3)
    '2B'
    """
    return f"{owner(figure)}{letter(figure)}"


# --- what can be set -------------------------------------------------------------------------------------------------

HOUSE: Final = (
    Option(
        "fields",
        0,
        (0, LONGEST),
        message("running fields between start and goal, at least 8; 0: by players, 12, 16, 20, 24 for 2, 3, 4, 5"),
    ),
    Option(
        "special",
        "",
        (),
        message("special fields, like 4:minus,9:double; kinds: plus, minus, plus_minus, double; none by default"),
    ),
    Option("target", 0, (0, 999), message("points to win; 0: by players, 45, 40, 35, 30 for 2, 3, 4, 5")),
    Option(
        "end",
        "immediate",
        ("immediate", "full_round"),
        message("the target wins at once, or the round is played out and most points win"),
    ),
    Option("ninth_disc", "bowl", ("bowl", "giver"), message("where the disc goes that overloads a figure")),
    Option("load_seconds", 0, (0, 600), message("seconds for setting the load, then it is 0; 0: no limit")),
)


@dataclass(frozen=True, slots=True)
class Board:
    """A track and what is played for.

    Attributes:
        players: number of seats.
        first: the seat that begins.
        kind: what each position is, from the start (0) over the running fields to the goal (the last).
        goal: the position of the goal.
        target: points to win.
        full_round: True when the round is played out after somebody has reached the target.
        ninth_to_giver: True when the disc that overloads stays with the figure that gave it.
    """

    players: int
    first: int
    kind: tuple[str, ...]
    goal: int
    target: int
    full_round: bool = False
    ninth_to_giver: bool = False


def agree(setup: Setup, house: Mapping[str, Any]) -> Board:
    """The board for this table.

    Raises:
        SetupError: a track too short, a special field that cannot be, a first seat that does not play.
    """
    if not 1 <= setup.first <= setup.players:
        why = message("seat {found} cannot begin; seats: 1 … {last}", found=setup.first, last=setup.players)
        raise SetupError(why)
    fields = house["fields"] or FIELDS[setup.players]
    if fields < SHORTEST:
        why = message(
            "house rule fields: {found} is too short a track; at least {least}, or 0: by players",
            found=fields,
            least=SHORTEST,
        )
        raise SetupError(why)
    return Board(
        players=setup.players,
        first=setup.first,
        kind=("start", *special_fields(house["special"], fields), "goal"),
        goal=fields + 1,
        target=house["target"] or TARGET[setup.players],
        full_round=house["end"] == "full_round",
        ninth_to_giver=house["ninth_disc"] == "giver",
    )


def special_fields(text: str, fields: int) -> tuple[str, ...]:
    """The kind of every running field.

    Raises:
        SetupError: naming the field that cannot be as asked.

    >>> special_fields("2:minus, 4:double", 5)
    ('plain', 'minus', 'plain', 'double', 'plain')
    """
    kinds = ["plain"] * fields
    for part in text.split(",") if text.strip() else ():
        field, kind = _one_field(part.strip())
        if not 1 <= field <= fields:
            why = message("house rule special: there is no field {n}; fields: 1 … {last}", n=field, last=fields)
            raise SetupError(why)
        if kinds[field - 1] != "plain":
            raise SetupError(message("house rule special: field {n} is named twice", n=field))
        # One step from it there must be a field: the move neither ends on the start nor in the goal.
        if kind == "plus_minus" and field in (1, fields):
            why = message("house rule special: plus_minus may stand on neither the first nor the last field")
            raise SetupError(why)
        kinds[field - 1] = kind
    return tuple(kinds)


def _one_field(part: str) -> tuple[int, str]:
    field, _, kind = (one.strip() for one in part.partition(":"))
    if not (field.isdecimal() and len(field) <= 4 and kind in KINDS):
        why = message(
            "house rule special: {found} is no special field; it looks like 4:minus, kinds: {known:list}",
            found=repr(part),
            known=KINDS,
        )
        raise SetupError(why)
    return int(field), kind
