"""Moments of the games for two to five players."""

from collections.abc import Mapping, Sequence
from typing import Final

from tests.display.moments_parts import Moment, View, lying, outcome, seen, verdict

# --- Overload --------------------------------------------------------------------------------------------------------

Figures = tuple[int, int, int, int]
_TRACKS: Final = {2: 12, 3: 16, 4: 20, 5: 24}
# Score, then position and discs of A, position and discs of B.
_TABLE: Final[tuple[tuple[int, Figures], ...]] = (
    (12, (4, 3, 11, 8)),
    (0, (0, 0, 0, 0)),
    (27, (9, 5, 2, 1)),
    (8, (0, 6, 19, 7)),
    (29, (24, 8, 12, 0)),
)


def overload(
    phase: str,
    players: int,
    *,
    turn: int | None = 1,
    throw: int | None = None,
    moving: str | None = None,
    table: Sequence[tuple[int, Figures]] = _TABLE,
    asked: tuple[int, ...] = (),
    **more: object,
) -> View:
    seats: list[View] = [
        {
            "seat": n,
            "name": "",
            "score": score,
            "locked": False,
            "figures": [
                {"figure": "A", "position": a, "discs": discs_a},
                {"figure": "B", "position": b, "discs": discs_b},
            ],
        }
        for n, (score, (a, discs_a, b, discs_b)) in enumerate(table[:players], start=1)
    ]
    game = {
        "game": "overload",
        "round": 4,
        "rounds": None,
        "turn": turn,
        "throw": throw,
        "moving": moving,
        "target": 40,
        "fields": _TRACKS[players],
        "special": {},
        "bowl": 40,
        "seats": seats,
    }
    return seen(phase, game, asked, more)


_RICH: Final = tuple((score + 990, figures) for score, figures in _TABLE)
OVERLOAD: Final[Mapping[str, Moment]] = {
    "overload-name": Moment("seat 2 names a figure on the start", overload("choose", 3, turn=2, asked=(2,))),
    "overload-load": Moment("seat 2 loads figure A", overload("choose", 3, turn=2, moving="A", asked=(2,))),
    "overload-throw": Moment("seat 1 throws, 2 players", overload("throw", 2, turn=1, asked=(1,))),
    "overload-reading": Moment("the camera reads", overload("reading", 4, turn=4, moving="A")),
    "overload-confirm": Moment(
        "7 is to be confirmed", overload("confirm", 4, turn=3, asked=(4,), dice=[lying(3, "d8", 7, False)])
    ),
    "overload-move": Moment("a 7: which figure moves?", overload("choose", 3, turn=1, throw=7, asked=(1,))),
    "overload-exchange": Moment(
        "seat 5 gives or takes with B", overload("choose", 5, turn=5, throw=4, moving="B", asked=(5,))
    ),
    "overload-verdict-goal": Moment(
        "seat 3 in the goal with 8 discs", overload("verdict", 3, verdict=verdict("goal", 12, 3))
    ),
    "overload-verdict-overload": Moment(
        "seat 5 overloads a figure", overload("verdict", 5, verdict=verdict("overload", 1, 5))
    ),
    "overload-verdict-own": Moment(
        "an own figure, no point", overload("verdict", 4, verdict=verdict("overload", 0, None))
    ),
    "overload-over": Moment(
        "seat 3 wins", overload("over", 3, turn=None, outcome=outcome([3], 12, 0, 41, reason="target"))
    ),
    "overload-over-shared": Moment(
        "seats 2 and 5 win together",
        overload("over", 5, turn=None, outcome=outcome([2, 5], 12, 33, 27, 8, 33, reason="target")),
    ),
    "overload-over-forfeited": Moment(
        "seat 1 forfeits, seat 3 wins",
        overload("over", 4, outcome=outcome([3], 12, 0, 27, 8, reason="forfeited")),
    ),
    "overload-rich": Moment("four figures each: too wide for more", overload("choose", 5, table=_RICH, asked=(1,))),
}


# --- Wizard ----------------------------------------------------------------------------------------------------------

_SCORES: Final = (14, -3, 22, 0, -12)
_SAID: Final = ("3 red", "2 blue", "1 green", "5 yellow", "4 blue")
_SEVEN: Final = ("red", "wizard", "blue", "red", "yellow", "jester", "green")


def wizard(
    phase: str,
    waits_for: str,
    players: int,
    *,
    scores: Sequence[int] = _SCORES,
    said: Sequence[str | None] = _SAID,
    locked: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    holder: int = 2,
    colour: str | None = None,
    faces: Sequence[str | None] = (None,) * 7,
    throws_left: int = 3,
    card: str | None = None,
    asked: tuple[int, ...] = (),
    **more: object,
) -> View:
    seats: list[View] = [
        {
            "seat": n,
            "name": "",
            "score": scores[n - 1],
            "locked": n in locked,
            "choice": None,
            "prediction": said[n - 1],
            "counts": None,
            "inside": n not in out,
            "crosses": 3,
            "sheet": {},
        }
        for n in range(1, players + 1)
    ]
    game = {
        "game": "wizard",
        "round": 7,
        "rounds": 20,
        "phase": waits_for,
        "goal": 9,
        "holder": holder,
        "card": card,
        "wizard_colour": colour,
        "dice": list(faces),
        "throws_left": throws_left,
        "seats": seats,
    }
    return seen(phase, game, asked, more)


def _scored(players: int, *verdicts: View) -> View:
    return wizard("verdict", "predict", players, verdict=verdicts[-1], verdicts=list(verdicts))


def _finished(winner: list[int], *scores: int, reason: str = "most_points") -> View:
    return wizard("over", "over", len(scores), scores=scores, outcome=outcome(winner, *scores, reason=reason))


_NOBODY: Final = (None,) * 5
_READ: Final = [lying(2, "wizard", face, face is not None) for face in (*_SEVEN[:5], None, None)]
WIZARD: Final[Mapping[str, Moment]] = {
    "wizard-predict": Moment(
        "seat 2 has the start card, seat 3 predicts",
        wizard("choose", "predict", 3, said=(None, "2 blue", None), asked=(3,)),
    ),
    "wizard-predict-five": Moment(
        "five players, seat 1 predicts last", wizard("choose", "predict", 5, said=(None, *_SAID[1:]), asked=(1,))
    ),
    "wizard-predict-two": Moment(
        "two players, seat 2 predicts first", wizard("choose", "predict", 2, said=_NOBODY, asked=(2,))
    ),
    "wizard-card": Moment(
        "a spell card, seat 2 predicts", wizard("choose", "predict", 4, said=_NOBODY, card="set_two", asked=(2,))
    ),
    "wizard-secret": Moment(
        "secret predictions, seat 3 has locked",
        wizard("choose", "secret", 4, said=(None, "2 blue", None, None), card="secret", locked=(3,), asked=(1, 4)),
    ),
    "wizard-colour": Moment("seat 2 names the wizard colour", wizard("choose", "colour", 3, asked=(2,))),
    "wizard-throw": Moment("wizards are red, three throws left", wizard("throw", "throw", 5, colour="red", asked=(2,))),
    "wizard-reading": Moment(
        "the camera reads",
        wizard("reading", "throw", 3, colour="red", dice=[lying(2, "wizard", None, False)] * 7),
    ),
    "wizard-confirm": Moment(
        "two dice must be entered", wizard("confirm", "throw", 3, colour="red", asked=(2,), dice=_READ)
    ),
    "wizard-stop": Moment(
        "lock or wait? seats 1 and 4 are still asked",
        wizard("choose", "stop", 5, colour="red", faces=_SEVEN, throws_left=2, locked=(2, 5), out=(3,), asked=(1, 4)),
    ),
    "wizard-stop-two": Moment(
        "two players, both are asked",
        wizard("choose", "stop", 2, colour="yellow", faces=_SEVEN, throws_left=1, asked=(1, 2)),
    ),
    "wizard-all-colours": Moment(
        "wizards are all colours", wizard("throw", "throw", 4, card="all_colours", faces=_SEVEN, throws_left=1)
    ),
    "wizard-verdict-hit": Moment("seat 1 was right", _scored(3, verdict("hit", 3, 1, field="3 red", count=3))),
    "wizard-verdict-miss": Moment(
        "seat 4 was wrong by 12", _scored(5, verdict("miss", -12, 4, field="5 yellow", count=1))
    ),
    "wizard-verdict-jester": Moment(
        "seat 2 scores jesters", _scored(4, verdict("jester", 0, 2, field="2 blue", count=2))
    ),
    "wizard-verdict-many": Moment(
        "several score at once",
        _scored(
            5,
            verdict("hit", 3, 1, field="3 red", count=3),
            verdict("miss", -2, 2, field="2 blue", count=0),
            verdict("jester", 0, 3, field="1 green", count=2),
            verdict("hit", 10, 4, field="5 yellow", count=5),
        ),
    ),
    "wizard-over": Moment("seat 3 wins", _finished([3], 14, -3, 31)),
    "wizard-over-five": Moment("seats 1 and 4 win together", _finished([1, 4], 14, -3, 7, 14, -12)),
    "wizard-over-tiebreak": Moment("seat 2 has used fewer jesters", _finished([2], 21, 21, 4, reason="tiebreak")),
    "wizard-over-conceded": Moment("a player gives up, seat 3 wins", _finished([3], 14, -3, 31, 0, reason="conceded")),
    "wizard-over-aborted": Moment("aborted", _finished([], 14, -3, 31, 0, -7, reason="aborted")),
    "wizard-deep": Moment(
        "scores too wide for columns",
        wizard("choose", "predict", 5, scores=(-100, -112, -9, -144, -101), said=_NOBODY, asked=(2,)),
    ),
}
