"""Where the rulebooks say what a verdict says.

The English texts are translations; the German ones, in the catalogue, are the rulebooks' own.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from controller.rules import GAMES
from controller.rules.core import N_


class Source(NamedTuple):
    """A sentence of a rulebook.

    Attributes:
        quote: the sentence; translate it by ``_``.
        section: the German heading above it in the rulebook.
        house: whether it is a house rule of this station, and no sentence of the rulebook.
    """

    quote: str
    section: str
    house: bool = False


_COMPARE: Final = "Vergleichsregeln"
_EQUAL: Final = "Vergleichsregeln – Gleich große Würfel"
_W100: Final = "Verwendung des W100"
_VARIANTS: Final = "Regionale Varianten"
_MOVE: Final = "Bewegung bestimmen"
_SCORING: Final = "Werten"

_DOMINANZ: Final = N_(
    "Dominanz: The larger die wins only if its throw is at least twice as high as that of the smaller die. → 1 control "
    "point."
)
_KONTER: Final = N_("Konter: If the smaller die beats the larger one by a higher number, it gets → 2 control points.")
_PATT: Final = N_("If neither of the two conditions is met, the round counts as a Patt (no point).")
_PARITY: Final = N_("An even number beats an odd one.")
_HIGHER: Final = N_("With the same parity the higher number wins. → 1 control point.")
_RETHROW: Final = N_("House rule: dice of the same size that show the same number are thrown again.")
_AUTO: Final = N_("The result 01–10 counts as winning the round by itself, 91–100 as losing it by itself.")
_DOPPELRISIKO: Final = N_("Doppelrisiko: … If a W4 wins against a larger die, this counts as 3 control points.")

_BOOK: Final[Mapping[tuple[str, str], Source]] = {
    ("ueberwurf", "dominanz"): Source(_DOMINANZ, _COMPARE),
    ("ueberwurf", "konter"): Source(_KONTER, _COMPARE),
    ("ueberwurf", "patt"): Source(_PATT, _COMPARE),
    ("ueberwurf", "parity"): Source(_PARITY, _EQUAL),
    ("ueberwurf", "higher"): Source(_HIGHER, _EQUAL),
    ("ueberwurf", "rethrow"): Source(_RETHROW, _EQUAL, house=True),
    ("ueberwurf", "auto_win"): Source(_AUTO, _W100),
    ("ueberwurf", "auto_loss"): Source(_AUTO, _W100),
    ("zugband", "more"): Source(
        N_("If one player has bid more markers, the middle knot moves one station towards that player."), _MOVE
    ),
    ("zugband", "double"): Source(
        N_(
            "If one player bids at least twice as many markers as the opponent and both players at least 1 marker, the "
            "knot moves two stations."
        ),
        _MOVE,
    ),
    ("zugband", "ruhiger_zug"): Source(N_("Ruhiger Zug: Moves by two stations are not possible."), _VARIANTS),
    ("zugband", "out"): Source(
        N_("A player who has no markers left loses the next decided round automatically."), "Spielende"
    ),
    ("zugband", "level"): Source(N_("With the same number of markers the knot stays where it is."), _MOVE),
    ("zugband", "risszug"): Source(
        N_("Risszug: A player who bids 0 markers may annul a lost round once a game."), _VARIANTS
    ),
    ("overload", "overload"): Source(
        N_(
            "If a 9th disc had to be put on, the figure is overloaded. … Whoever has caused the overload of another "
            "player's figure gets a victory chip of 1. For overloading one's own figure there is nothing."
        ),
        "Overload",
    ),
    ("overload", "goal"): Source(
        N_(
            "You are paid 1 victory point in chips for each disc on the figure. If the figure carries exactly 8 discs, "
            "there are 4 bonus points, so 12 points in all."
        ),
        "Ins Ziel kommen",
    ),
    ("wizard", "hit"): Source(
        N_("If the number of the predicted colour … is exactly right, an X goes into the field, else the difference."),
        _SCORING,
    ),
    ("wizard", "miss"): Source(
        N_("If the number of the predicted colour … is exactly right, an X goes into the field, else the difference."),
        _SCORING,
    ),
    ("wizard", "jester"): Source(
        N_("If 1–5 jesters were thrown, one may put an X at this number of jesters and score the prediction with 0"),
        _SCORING,
    ),
}
"""By game and rule."""


def source_of(game: str, verdict: Mapping[str, Any]) -> Source | None:
    """What the rulebook says about a verdict; ``None`` where this program knows of nothing.

    Args:
        game: its name.
        verdict: the data of the event, with ``rule`` and, where they matter, ``points``.
    """
    rule = str(verdict.get("rule", ""))
    if game == "ueberwurf" and verdict.get("points") == 3:
        return Source(_DOPPELRISIKO, _VARIANTS)
    return _BOOK.get((game, rule))


def rulebook(game: str) -> str:
    """The rulebook's name."""
    return GAMES[game].name
