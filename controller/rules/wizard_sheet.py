"""Wizard Würfelspiel: a player's sheet, and how a prediction is scored on it.

A prediction is written as ``"3 red"``; it is also the name of the field that it uses up.
"""

from functools import cache
from typing import Final, NamedTuple

from controller.rules.core import N_, Event, Message

# „Jeder Würfel zeigt die vier Farben Blau (Menschen), Grün (Elfen), Rot (Zwerge), Gelb (Riesen) sowie einen Wizard
# und ein Narrensymbol.“
COLOURS: Final = ("blue", "green", "red", "yellow")
WIZARD: Final = "wizard"
JESTER: Final = "jester"
# What the panels offer, for the translators.
WORDS: Final = (
    N_("blue"),
    N_("green"),
    N_("red"),
    N_("yellow"),
    N_("wizard"),
    N_("jester"),
    N_("lock"),
    N_("wait"),
    N_("count"),
    N_("none"),
)

# „… sagt zuerst eine Zahl (1–5) und eine Farbe voraus (z. B. „5x Grün“)“
FIELDS: Final = tuple(f"{number} {colour}" for colour in COLOURS for number in range(1, 6))
_INDEX: Final = {field: index for index, field in enumerate(FIELDS)}
# „Wer mindestens neun (Profis zwölf) X hat, erhält 3 Bonuspunkte.“
BONUS: Final = 3


@cache
def number_of(prediction: str) -> int:
    """The number predicted, which is also the column of the field.

    >>> number_of("3 red")
    3
    """
    return int(prediction[0])


@cache
def colour_of(prediction: str) -> str:
    """The colour predicted.

    >>> colour_of("3 red")
    'red'
    """
    return prediction[2:]


class Sheet(NamedTuple):
    """One player's sheet.

    Attributes:
        fields: by ``FIELDS``: ``None`` unused, a positive number of X, or zero or minus points.
        jesters: how many X stand at the jester numbers 1 … 5.
        free: the unused fields.
        points: X and minus points together, without the bonus.
        crosses: all X, those of the jesters too.
    """

    fields: tuple[int | None, ...] = (None,) * 20
    jesters: tuple[int, ...] = (0,) * 5
    free: tuple[str, ...] = FIELDS
    points: int = 0
    crosses: int = 0

    def at(self, field: str) -> int | None:
        """What stands in a field."""
        return self.fields[_INDEX[field]]

    def score(self, goal: int) -> int:
        """The points with the bonus.

        Args:
            goal: how many X earn it.
        """
        return self.points + (BONUS if self.crosses >= goal else 0)

    @property
    def jester_scorings(self) -> int:
        """How many times the jesters have helped."""
        return 5 - self.jesters.count(0)

    def hit(self, field: str, crosses: int) -> "Sheet":
        """The sheet with X in a field."""
        # „Ein X in der ersten Spalte bringt 1 Punkt, in der zweiten 2 Punkte usw. bis 5“
        return self._use(field, crosses, self.jesters, crosses * number_of(field), crosses)

    def miss(self, field: str, minus: int) -> "Sheet":
        """The sheet with minus points in a field."""
        # „Differenzen zählen als Minuspunkte“
        return self._use(field, -minus, self.jesters, -minus, 0)

    def jest(self, field: str, jesters: int, crosses: int) -> "Sheet":
        """The sheet with X at a jester number and 0 in a field."""
        # „Narren geben keine Punkte“
        row = (*self.jesters[: jesters - 1], crosses, *self.jesters[jesters:])
        return self._use(field, 0, row, 0, crosses)

    def strike(self, field: str) -> "Sheet":
        """The sheet with 0 instead of the minus points in a field, which stays used."""
        index = _INDEX[field]
        fields = (*self.fields[:index], 0, *self.fields[index + 1 :])
        return self._replace(fields=fields, points=self.points - (self.at(field) or 0))

    def strikable(self, colour: str) -> tuple[str, ...]:
        """The fields of a colour that hold minus points."""
        start = COLOURS.index(colour) * 5
        return tuple(FIELDS[n] for n in range(start, start + 5) if (self.fields[n] or 0) < 0)

    def as_json(self) -> dict[str, list[str | int | None]]:
        """The rows as they look on paper: ``"X"``, ``"XX"``, zero or minus points, ``None`` for an unused field."""
        rows: dict[str, list[str | int | None]] = {
            colour: [_on_paper(value) for value in self.fields[n * 5 : n * 5 + 5]] for n, colour in enumerate(COLOURS)
        }
        return rows | {JESTER: ["X" * crosses or None for crosses in self.jesters]}

    def _use(self, field: str, value: int, jesters: tuple[int, ...], points: int, crosses: int) -> "Sheet":
        fields, free = list(self.fields), list(self.free)
        fields[_INDEX[field]] = value
        free.remove(field)
        sheet = (tuple(fields), jesters, tuple(free), self.points + points, self.crosses + crosses)
        # Sheet(…) itself, without the Python function that a NamedTuple makes of it.
        return tuple.__new__(Sheet, sheet)


def _on_paper(value: int | None) -> str | int | None:
    return "X" * value if value is not None and value > 0 else value


# --- Werten ----------------------------------------------------------------------------------------------------------

_ADDED: Final = {
    # By whether it is right, and whether it is scored double.
    (True, False): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count ({shown} shown + {extra} added): "
        "right, X, {points:points}"
    ),
    (True, True): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count ({shown} shown + {extra} added): "
        "right, scored double, two X, {points:points}"
    ),
    (False, False): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count ({shown} shown + {extra} added): "
        "off by {difference}, {points:points} lost"
    ),
    (False, True): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count ({shown} shown + {extra} added): "
        "off by {difference}, scored double, {points:points} lost"
    ),
}
_SHOWN: Final = {
    # Where all that count are shown.
    (True, False): N_("{seat:seat} predicted {n} × {colour:word}, {count} count: right, X, {points:points}"),
    (True, True): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count: right, scored double, two X, {points:points}"
    ),
    (False, False): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count: off by {difference}, {points:points} lost"
    ),
    (False, True): N_(
        "{seat:seat} predicted {n} × {colour:word}, {count} count: "
        "off by {difference}, scored double, {points:points} lost"
    ),
}
_JEST: Final = N_("{seat:seat}: jester scoring, X at jester number {jesters}, {n} × {colour:word} scores 0")
_JEST_TWICE: Final = N_(
    "{seat:seat}: jester scoring with the predicted number, two X at jester number {jesters}, "
    "{n} × {colour:word} scores 0"
)


def score_count(seat: int, sheet: Sheet, field: str, shown: int, extra: int, *, double: bool) -> tuple[Sheet, Event]:
    """The sheet after a prediction is compared with the dice, and the verdict.

    Args:
        seat: whose sheet it is.
        sheet: as it was.
        field: the prediction.
        shown: how many dice show its colour.
        extra: how many count as it besides.
        double: whether a card doubles the scoring.
    """
    verdict, crosses, points = _compare(seat, field, shown, extra, double)
    return sheet.hit(field, crosses) if crosses else sheet.miss(field, -points), verdict


# Few cases, met again and again: the verdict, the X and the points.
@cache
def _compare(seat: int, field: str, shown: int, extra: int, double: bool) -> tuple[Event, int, int]:
    number, count = number_of(field), shown + extra
    factor = 2 if double else 1
    difference = abs(number - count)
    # „Stimmt die Anzahl der vorhergesagten Farbe … genau, kommt ein X ins Feld, sonst die Differenz.“
    if difference:
        rule, crosses, points = "miss", 0, -difference * factor
    else:
        rule, crosses, points = "hit", factor, number * factor
    text = (_ADDED if extra else _SHOWN)[rule == "hit", double]
    values = {
        "seat": seat,
        "n": number,
        "colour": colour_of(field),
        "shown": shown,
        "extra": extra,
        "count": count,
        "difference": difference,
        "points": abs(points),
    }
    data = {"field": field, "rule": rule, "count": count, "points": points}
    return Event("verdict", seat, Message(text, values), data), crosses, points


def score_jesters(seat: int, sheet: Sheet, field: str, jesters: int, *, double: bool) -> tuple[Sheet, Event]:
    """The sheet after a närrische Wertung, and the verdict.

    Args:
        seat: whose sheet it is.
        sheet: as it was.
        field: the prediction, which scores 0.
        jesters: how many jesters lie, 1 … 5.
        double: whether a card gives two X for them.
    """
    # „Wurden 1–5 Narren gewürfelt, kann man bei dieser Narren-Anzahl ein X setzen und die Vorhersage mit 0 werten“
    after = sheet.jest(field, jesters, 2 if double else 1)
    values = {"seat": seat, "n": number_of(field), "colour": colour_of(field), "jesters": jesters}
    data = {"field": field, "rule": "jester", "count": jesters, "points": 0}
    return after, Event("verdict", seat, Message(_JEST_TWICE if double else _JEST, values), data)
