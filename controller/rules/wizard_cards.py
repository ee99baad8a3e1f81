"""Wizard Würfelspiel: the ten spell cards, and what the dice count under each.

What a card changes in the course of a round stands where that course is told, in ``wizard``.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from controller.rules.core import N_
from controller.rules.wizard_sheet import JESTER, WIZARD


class Card(NamedTuple):
    """A spell card.

    Attributes:
        id: its name in answers and views.
        name: its name for people, to be translated.
        effect: what it does, to be translated.
    """

    id: str
    name: str
    effect: str


# „Wizards zählen als alle vier Farben und alle werten doppelt“
ALL_COLOURS: Final = "all_colours"
# „Narren dürfen nicht neu gewürfelt werden (doppelte Wertung)“
FROZEN_JESTERS: Final = "frozen_jesters"
# „erster Wurf vor der Vorhersage, zweiter mit mindestens 3 Würfeln“
THROW_FIRST: Final = "throw_first"
# „statt des ersten Wurfs zwei Würfel beliebig drehen“
SET_TWO: Final = "set_two"
# „jede Farbe zählt einen Würfel mehr“
ONE_MORE: Final = "one_more"
# „Narren nehmen die Farbe der eigenen Vorhersage an“
JESTER_JOKER: Final = "jester_joker"
# „ein früheres Feld in der Vorhersage-Farbe streichen“
STRIKE: Final = "strike"
# „so oft würfeln, wie die Vorhersage hoch ist (Wizards zählen nicht)“
THROWS_BY_PREDICTION: Final = "throws_by_prediction"
# „närrische Wertung in der Spalte der eigenen Vorhersage gibt zwei X“
DOUBLE_JESTER: Final = "double_jester"
# „nach der ersten Vorhersage sagen alle anderen gleichzeitig und geheim an“
SECRET: Final = "secret"

CARDS: Final[Mapping[str, Card]] = {
    card.id: card
    for card in (
        Card(
            ALL_COLOURS,
            N_("All colours"),
            N_("wizards count as all four colours, no wizard colour is named, scoring is double"),
        ),
        Card(FROZEN_JESTERS, N_("Frozen jesters"), N_("jesters may not be thrown again, scoring is double")),
        Card(
            THROW_FIRST,
            N_("Throw first"),
            N_("the first throw comes before the predictions, the second is made with at least three dice"),
        ),
        Card(
            SET_TWO,
            N_("Two set"),
            N_("instead of the first throw two dice are set to any face; two throws follow, first with the other five"),
        ),
        Card(ONE_MORE, N_("One more"), N_("every colour counts one die more")),
        Card(JESTER_JOKER, N_("Jester joker"), N_("jesters count as the colour that each predicted")),
        Card(
            STRIKE,
            N_("Strike"),
            N_("whoever is right may strike the minus points in an earlier field of the predicted colour"),
        ),
        Card(
            THROWS_BY_PREDICTION,
            N_("Throws by prediction"),
            N_("there are as many throws as the start card holder predicts, wizards count as nothing"),
        ),
        Card(
            DOUBLE_JESTER,
            N_("Double jester"),
            N_("scoring as many jesters as were predicted of the colour gives two X"),
        ),
        Card(SECRET, N_("In secret"), N_("after the first prediction all others predict at once and in secret")),
    )
}
# „die 10 Zauberkarten“
DECK: Final = tuple(CARDS)
_DOUBLE: Final = frozenset({ALL_COLOURS, FROZEN_JESTERS})
_WITHOUT_COLOUR: Final = frozenset({ALL_COLOURS, THROWS_BY_PREDICTION})


def doubles(card: str | None) -> bool:
    """Whether every prediction is scored double."""
    return card in _DOUBLE


def names_colour(card: str | None) -> bool:
    """Whether a wizard colour is named."""
    return card not in _WITHOUT_COLOUR


def extra(card: str | None, dice: Sequence[str | None], colour: str, wizard_colour: str | None) -> int:
    """How many dice count as a colour besides those that show it.

    >>> extra(None, ("red", "wizard", "jester"), "red", "red")
    1
    >>> extra(ONE_MORE, ("red", "wizard", "jester"), "red", "blue")
    1
    """
    # „Wizards zur Wizardfarbe dazuzählen“; with THROWS_BY_PREDICTION none is named, and so they count as nothing.
    added = dice.count(WIZARD) if colour == wizard_colour or card == ALL_COLOURS else 0
    if card == ONE_MORE:
        added += 1
    elif card == JESTER_JOKER:
        added += dice.count(JESTER)
    return added
