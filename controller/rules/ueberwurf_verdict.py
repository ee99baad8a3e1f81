"""The Vergleichsregeln of Überwurf: how one round is judged, and how that is said."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from controller.rules.core import N_, Message, message

# „Jeder Würfel von W4 bis W20 darf nur einmal verwendet werden.“
DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20")
W100: Final = "d100"
# What a choice is called in which the W100 stands in for a regular die: "d8+d100".
REPLACED: Final = "+" + W100
# „Ein Spiel besteht aus sechs Durchgängen.“
ROUNDS: Final = 6


class House(NamedTuple):
    """What is in force: the variants, and the house rules with the values that are not their defaults."""

    druckrunde: bool = False
    doppelrisiko: bool = False
    schlichtungswurf: bool = False
    equal_rolls_rethrow: bool = False
    tie_w6: bool = False
    w100: str = "off"
    forced_may_use_w100: bool = False
    w4_auto_three: bool = True
    patt_draw: bool = False

    @property
    def rounds(self) -> int:
        """„Ein Spiel besteht aus sechs Durchgängen“; Schlichtungswurf: „kein Mehr-Runden-Spiel“."""
        return 1 if self.schlichtungswurf else ROUNDS


BASE: Final = House()


@lru_cache(maxsize=32)
def size(kind: str) -> int:
    """Number of faces.

    >>> size("d20")
    20
    """
    return int(kind[1:])


@lru_cache(maxsize=32)
def regular(choice: str) -> str:
    """The die that a choice uses up: with the W100 in its place, the die that it replaces.

    >>> regular("d8+d100"), regular("d8")
    ('d8', 'd8')
    """
    return choice.removesuffix(REPLACED)


@lru_cache(maxsize=32)
def thrown_die(choice: str) -> str:
    """The die that is thrown after a choice.

    >>> thrown_die("d8+d100"), thrown_die("d8")
    ('d100', 'd8')
    """
    return W100 if choice.endswith(REPLACED) else choice


# --- Vergleichsregeln ------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """How one round was decided.

    Attributes:
        rule: ``dominanz``, ``konter``, ``patt``, ``parity``, ``higher``, ``rethrow``, ``auto_win`` or ``auto_loss``.
        winner: 0 or 1 for the first or the second player, ``None`` for nobody.
        points: Kontrollpunkte for the winner.
    """

    rule: str
    winner: int | None
    points: int


PATT: Final = Verdict("patt", None, 0)


def compare(kinds: tuple[str, str], rolls: tuple[int, int], house: House = BASE) -> Verdict:
    """Judge one round by the Vergleichsregeln.

    Args:
        kinds: the dice thrown.
        rolls: what they count.
        house: what is in force.

    >>> compare(("d6", "d20"), (5, 4))
    Verdict(rule='konter', winner=0, points=2)
    """
    if house.w100 == "replace" and W100 in kinds:
        special = compare_w100(kinds, rolls, house)
        if special is not None:
            return special
    # „Gleich große Würfel“
    size1, size2 = size(kinds[0]), size(kinds[1])
    if size1 == size2:
        if rolls[0] == rolls[1] and house.equal_rolls_rethrow:
            return Verdict("rethrow", None, 0)
        return compare_equal(rolls)
    # „Unterschiedlich große Würfel: Hier greifen zwei mögliche Ergebnisse – Dominanz oder Konter.“
    larger, smaller = (0, 1) if size1 > size2 else (1, 0)
    # „Dominanz: Der größere Würfel gewinnt nur, wenn sein Wurf mindestens doppelt so hoch ist … → 1 Kontrollpunkt.“
    if rolls[larger] >= 2 * rolls[smaller]:
        return Verdict("dominanz", larger, 1)
    # „Konter: Schlägt der kleinere Würfel den größeren durch eine höhere gewürfelte Zahl … → 2 Kontrollpunkte.“
    if rolls[smaller] > rolls[larger]:
        return Verdict("konter", smaller, 3 if _doubled_risk(kinds[smaller], house) else 2)
    # „Wird keine der beiden Bedingungen erfüllt, gilt der Durchgang als Patt (kein Punkt).“
    return PATT


def compare_equal(rolls: tuple[int, int]) -> Verdict:
    """Judge two dice of the same size.

    >>> compare_equal((2, 7))
    Verdict(rule='parity', winner=0, points=1)
    """
    if rolls[0] == rolls[1]:
        return PATT
    even = (rolls[0] % 2 == 0, rolls[1] % 2 == 0)
    # „Gerade Zahl schlägt ungerade Zahl.“
    if even[0] != even[1]:
        return Verdict("parity", 0 if even[0] else 1, 1)
    # „Bei gleicher Parität gewinnt die höhere Zahl. → 1 Kontrollpunkt.“
    return Verdict("higher", 0 if rolls[0] > rolls[1] else 1, 1)


def compare_w100(kinds: tuple[str, str], rolls: tuple[int, int], house: House) -> Verdict | None:
    """Judge by the automatic results of a W100 that replaces a regular die; ``None`` when there are none.

    >>> compare_w100(("d100", "d20"), (10, 20), BASE)
    Verdict(rule='auto_win', winner=0, points=1)
    """
    # 1 wins by itself, -1 loses by itself, 0 compares like any die.
    first, second = (_automatic(kind, roll) for kind, roll in zip(kinds, rolls, strict=True))
    if first == second:
        return PATT if first else None
    winner = 0 if first > second else 1
    if 1 in (first, second):
        return Verdict("auto_win", winner, 1)
    three = house.w4_auto_three and _doubled_risk(kinds[winner], house)
    return Verdict("auto_loss", winner, 3 if three else 1)


def _automatic(kind: str, roll: int) -> int:
    # „Das Ergebnis 01–10 gilt als automatischer Sieg des Durchgangs, 91–100 als automatischer Verlust.“
    if kind != W100 or 10 < roll < 91:
        return 0
    return 1 if roll <= 10 else -1


def _doubled_risk(winner: str, house: House) -> bool:
    # „Doppelrisiko: … Gewinnt ein W4 gegen einen größeren Würfel, zählt dies als 3 Kontrollpunkte.“
    return house.doppelrisiko and winner == "d4"


_RULES: Final[Mapping[str, str]] = {
    "dominanz": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: Dominanz, {points:points} for {seat:seat}"),
    "konter": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: Konter, {points:points} for {seat:seat}"),
    "patt": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: Patt, no point"),
    "parity": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: even beats odd, {points:points} for {seat:seat}"),
    "higher": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: same parity, the higher wins, {points:points} for {seat:seat}"
    ),
    "rethrow": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: the same number, both throw again"),
    "auto_win": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: a d100 wins at once with 01–10, {points:points} for {seat:seat}"
    ),
    "auto_loss": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: a d100 loses at once with 91–100, {points:points} for {seat:seat}"
    ),
}
_THREE: Final[Mapping[str, str]] = {
    "konter": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: Konter of a d4, Doppelrisiko, {points:points} for {seat:seat}"
    ),
    "auto_loss": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: a d100 loses at once with 91–100 against a d4, Doppelrisiko, "
        "{points:points} for {seat:seat}"
    ),
}
_SAME_NUMBER: Final = N_("{d1:die} shows {n1}, {d2:die} shows {n2}: the same number, Patt, no point")
_BOTH_AUTOMATIC: Final = N_("{d1:die} shows {n1}, {d2:die} shows {n2}: both win or both lose at once, Patt, no point")


def sentence(kinds: tuple[str, str], rolls: tuple[int, int], verdict: Verdict) -> Message:
    """The verdict in words, with the rule and the numbers."""
    text = _RULES[verdict.rule]
    if verdict.points == 3:
        text = _THREE[verdict.rule]
    elif verdict.rule == "patt" and kinds[0] == kinds[1]:
        text = _SAME_NUMBER if rolls[0] == rolls[1] else _BOTH_AUTOMATIC
    seat = None if verdict.winner is None else verdict.winner + 1
    return message(text, d1=kinds[0], n1=rolls[0], d2=kinds[1], n2=rolls[1], points=verdict.points, seat=seat)
