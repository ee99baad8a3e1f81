"""Moments of every game as public views: what the golden pictures and the gallery draw."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

View = dict[str, Any]


class Moment(NamedTuple):
    """A public view, and in a few words what people should understand from its picture."""

    about: str
    view: View


def _view(phase: str, game: View | None, asked: Sequence[int], more: Mapping[str, Any]) -> View:
    return {"phase": phase, "game": game, "asked": list(asked), "dice": [], "verdict": None, "outcome": None, **more}


def verdict(rule: str, points: int, seat: int | None, **more: object) -> View:
    return {"rule": rule, "points": points, "seat": seat, **more}


def outcome(winner: list[int], *scores: int, reason: str = "most_points") -> View:
    return {"winner": winner, "scores": {str(n): score for n, score in enumerate(scores, 1)}, "reason": reason}


def lying(seat: int, die: str, face: int | str | None, settled: bool) -> View:
    return {"seat": seat, "die": die, "face": face, "settled": settled}


SIGNS: Final[Mapping[str, Moment]] = {
    "idle": Moment("no game", _view("idle", None, (), {})),
    "pause": Moment("the table rests", _view("pause", None, (), {})),
    "corrected": Moment("the referee has corrected", _view("corrected", None, (), {})),
    "error": Moment("something is broken", _view("error", None, (), {})),
}

# --- Überwurf --------------------------------------------------------------------------------------------------------


def ueberwurf(
    phase: str,
    *,
    scores: tuple[int, int] = (3, 5),
    locked: tuple[bool, bool] = (False, False),
    chosen: tuple[str | None, str | None] = (None, None),
    rolls: tuple[int | None, int | None] = (None, None),
    asked: tuple[int, ...] = (),
    tiebreak: bool = False,
    **more: object,
) -> View:
    seats = [
        {
            "seat": n + 1,
            "name": name,
            "score": scores[n],
            "locked": locked[n],
            "die": chosen[n],
            "roll": rolls[n],
            "unused": [],
            "w100": False,
            "forced": None,
        }
        for n, name in enumerate(("Anna", "Bert"))
    ]
    game = {"game": "ueberwurf", "round": 2, "rounds": 6, "tiebreak": tiebreak, "seats": seats}
    return _view(phase, game, asked, more)


def _judged(rule: str, points: int, seat: int | None, scores: tuple[int, int] = (3, 5)) -> View:
    return ueberwurf("verdict", scores=scores, verdict=verdict(rule, points, seat))


def _ended(winner: list[int], first: int, second: int, reason: str = "most_points") -> View:
    return ueberwurf("over", outcome=outcome(winner, first, second, reason=reason))


_ENTERED: Final = [lying(1, "d20", 20, True), lying(2, "d20", None, False)]
_W100: Final = [lying(1, "d%", 0, True), lying(1, "d10", 7, False), lying(2, "d4", 4, True)]
UEBERWURF: Final[Mapping[str, Moment]] = {
    "choose": Moment("3 : 5, round 2 of 6, both choose", ueberwurf("choose", asked=(1, 2))),
    "choose-one-locked": Moment("left has locked", ueberwurf("choose", locked=(True, False), asked=(2,))),
    "choose-highest": Moment("18 : 18, both have locked", ueberwurf("choose", scores=(18, 18), locked=(True, True))),
    "throw": Moment("d8 against d12, to throw", ueberwurf("throw", chosen=("d8", "d12"), asked=(1, 2))),
    "throw-widest": Moment("d100 against d100", ueberwurf("throw", chosen=("d100", "d8+d100"))),
    "throw-one-has": Moment("left has thrown", ueberwurf("throw", chosen=("d20", "d4"), rolls=(17, None), asked=(2,))),
    "throw-tiebreak": Moment(
        "a tie: one more throw, left has thrown",
        ueberwurf("throw", scores=(5, 5), chosen=("d6", "d6"), rolls=(4, None), asked=(2,), tiebreak=True),
    ),
    "reading": Moment("the camera reads", ueberwurf("reading", chosen=("d20", "d6"))),
    "confirm": Moment(
        "20 is read, right must enter", ueberwurf("confirm", chosen=("d20", "d20"), asked=(1,), dice=_ENTERED)
    ),
    "confirm-w100": Moment(
        "a d100 to confirm, 4 is read", ueberwurf("confirm", chosen=("d100", "d4"), asked=(2,), dice=_W100)
    ),
    "verdict-konter": Moment("Konter, 2 points for left", _judged("konter", 2, 1)),
    "verdict-dominanz": Moment("Dominanz, 1 point for right", _judged("dominanz", 1, 2, (10, 18))),
    "verdict-patt": Moment("Patt, no point", _judged("patt", 0, None)),
    "verdict-parity": Moment("even beats odd", _judged("parity", 1, 1)),
    "verdict-higher": Moment("the higher wins", _judged("higher", 1, 2)),
    "verdict-rethrow": Moment("equal: throw again", _judged("rethrow", 0, None)),
    "verdict-auto-win": Moment("d100 wins at once", _judged("auto_win", 1, 1)),
    "verdict-auto-loss": Moment("d100 loses at once, 3 for the d4", _judged("auto_loss", 3, 2)),
    "over-first": Moment("left wins 11 : 3", _ended([1], 11, 3)),
    "over-second": Moment("right wins 0 : 18", _ended([2], 0, 18)),
    "over-draw": Moment("a draw", _ended([], 5, 5, "draw")),
    "over-tiebreak": Moment("left wins the tie-break", _ended([1], 5, 5, "tiebreak")),
    "over-decided": Moment("right has the decision", _ended([2], 0, 2, "decided")),
    "over-conceded": Moment("left gives up, right wins", _ended([2], 7, 3, "conceded")),
    "over-forfeited": Moment("right forfeits, left wins", _ended([1], 0, 10, "forfeited")),
    "over-aborted": Moment("aborted", _ended([], 10, 0, "aborted")),
}


# --- Zugband ---------------------------------------------------------------------------------------------------------


def zugband(
    phase: str,
    *,
    knot: int = 0,
    goal: int = 3,
    left: tuple[int, int] = (6, 6),
    locked: tuple[bool, bool] = (False, False),
    bids: tuple[int | None, int | None] = (None, None),
    annuls: int | None = None,
    drucktest: bool = False,
    asked: tuple[int, ...] = (),
    **more: object,
) -> View:
    seats = [
        {
            "seat": n + 1,
            "name": name,
            "score": max(0, knot if n else -knot),
            "locked": locked[n],
            "bid": bids[n],
            "left": left[n],
            "risszug": annuls is not None,
            "asked": annuls == n + 1,
        }
        for n, name in enumerate(("Anna", "Bert"))
    ]
    game = {
        "game": "zugband",
        "round": 2,
        "rounds": None,
        "knot": knot,
        "goal": goal,
        "drucktest": drucktest,
        "seats": seats,
    }
    return _view(phase, game, asked, more)


def _pulled(rule: str, seat: int | None, bids: tuple[int, int], knot: int, left: tuple[int, int]) -> View:
    told = {"round": 2, "rule": rule, "seat": seat, "bids": {"1": bids[0], "2": bids[1]}, "knot": knot}
    return zugband("verdict", knot=knot, left=left, verdict=told)


def _tugged(winner: list[int], knot: int, reason: str, goal: int = 3) -> View:
    return zugband(
        "over", knot=knot, goal=goal, outcome=outcome(winner, max(0, -knot), max(0, knot), reason=reason)
    )


ZUGBAND: Final[Mapping[str, Moment]] = {
    "zugband-choose": Moment("the rope at first, both choose", zugband("choose", asked=(1, 2))),
    "zugband-choose-locked": Moment(
        "2 and 5 markers left, right has locked",
        zugband("choose", knot=-2, left=(2, 5), locked=(False, True), asked=(1,)),
    ),
    "zugband-choose-out": Moment(
        "left is out of markers", zugband("choose", knot=1, left=(0, 3), locked=(True, False), asked=(2,))
    ),
    "zugband-choose-drucktest": Moment(
        "Drucktest: bid at least 1", zugband("choose", knot=1, left=(4, 4), drucktest=True, asked=(1, 2))
    ),
    "zugband-choose-urteil": Moment("Urteil: the goal is 2", zugband("choose", knot=1, goal=2, asked=(1, 2))),
    "zugband-risszug": Moment(
        "2 against 0: may right annul it?",
        zugband("choose", knot=-1, left=(3, 6), locked=(True, True), bids=(2, 0), annuls=2, asked=(2,)),
    ),
    "zugband-verdict-more": Moment("3 against 2: one to the left", _pulled("more", 1, (3, 2), -1, (3, 4))),
    "zugband-verdict-double": Moment("1 against 3: two to the right", _pulled("double", 2, (1, 3), 2, (5, 3))),
    "zugband-verdict-ruhiger-zug": Moment(
        "Ruhiger Zug: only one", _pulled("ruhiger_zug", 2, (1, 2), 1, (5, 4))
    ),
    "zugband-verdict-out": Moment("right is out of markers", _pulled("out", 1, (1, 0), 0, (2, 0))),
    "zugband-verdict-level": Moment("equal, the knot stays", _pulled("level", None, (2, 2), -1, (2, 4))),
    "zugband-verdict-risszug": Moment("right annuls the round", _pulled("risszug", 2, (2, 0), -1, (3, 6))),
    "zugband-over-goal": Moment("left reaches the goal", _tugged([1], -3, "goal")),
    "zugband-over-urteil": Moment("Urteil: right reaches 2", _tugged([2], 2, "goal", 2)),
    "zugband-over-markers": Moment("no markers left, right wins", _tugged([2], 1, "markers")),
    "zugband-over-stalled": Moment("nobody pulls, left wins", _tugged([1], -2, "stalled")),
    "zugband-over-draw": Moment("in the middle: a draw", _tugged([], 0, "markers")),
    "zugband-over-conceded": Moment("right gives up, left wins", _tugged([1], 2, "conceded")),
    "zugband-over-aborted": Moment("aborted", _tugged([], 1, "aborted")),
}


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
    seats = [
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
    return _view(phase, game, asked, more)


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
    seats = [
        {
            "seat": n,
            "name": "",
            "score": scores[n - 1],
            "locked": n in locked,
            "choice": None,
            "prediction": said[n - 1],
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
    return _view(phase, game, asked, more)


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
    "wizard-colour": Moment(
        "seat 2 names the wizard colour", wizard("choose", "colour", 3, asked=(2,))
    ),
    "wizard-throw": Moment(
        "wizards are red, three throws left", wizard("throw", "throw", 5, colour="red", asked=(2,))
    ),
    "wizard-reading": Moment(
        "the camera reads",
        wizard("reading", "throw", 3, colour="red", dice=[lying(2, "wizard", None, False)] * 7),
    ),
    "wizard-confirm": Moment(
        "two dice must be entered", wizard("confirm", "throw", 3, colour="red", asked=(2,), dice=_READ)
    ),
    "wizard-stop": Moment(
        "lock or wait? seats 1 and 4 are still asked",
        wizard(
            "choose", "stop", 5, colour="red", faces=_SEVEN, throws_left=2, locked=(2, 5), out=(3,), asked=(1, 4)
        ),
    ),
    "wizard-stop-two": Moment(
        "two players, both are asked",
        wizard("choose", "stop", 2, colour="yellow", faces=_SEVEN, throws_left=1, asked=(1, 2)),
    ),
    "wizard-all-colours": Moment(
        "wizards are all colours", wizard("throw", "throw", 4, card="all_colours", faces=_SEVEN, throws_left=1)
    ),
    "wizard-verdict-hit": Moment(
        "seat 1 was right", _scored(3, verdict("hit", 3, 1, field="3 red", count=3))
    ),
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
    "wizard-over-tiebreak": Moment(
        "seat 2 has used fewer jesters", _finished([2], 21, 21, 4, reason="tiebreak")
    ),
    "wizard-over-conceded": Moment(
        "a player gives up, seat 3 wins", _finished([3], 14, -3, 31, 0, reason="conceded")
    ),
    "wizard-over-aborted": Moment("aborted", _finished([], 14, -3, 31, 0, -7, reason="aborted")),
    "wizard-deep": Moment(
        "scores too wide for columns",
        wizard("choose", "predict", 5, scores=(-100, -112, -9, -144, -101), said=_NOBODY, asked=(2,)),
    ),
}


# --- a game without pictures of its own ------------------------------------------------------------------------------


def halma(phase: str, scores: Mapping[str, int], **more: object) -> View:
    seats = [
        {"seat": n, "name": name, "score": score, "locked": n == 1}
        for n, (name, score) in enumerate(scores.items(), start=1)
    ]
    return _view(phase, {"game": "halma", "round": 1, "rounds": None, "seats": seats}, (2,), more)


FULL_TABLE: Final = {"Anna": -12, "Benedikt": 40, "Çelik": 7, "Jörg": 0, "Wu": 118}
OTHERS: Final[Mapping[str, Moment]] = {
    "unknown-game-two": Moment("names, scores, who has locked", halma("choose", {"Anna": 2, "Bert": -1})),
    "unknown-game-five": Moment("five players", halma("throw", FULL_TABLE)),
    "unknown-game-over": Moment(
        "two have won", halma("over", FULL_TABLE, outcome={"winner": [2, 5], "scores": {}, "reason": "target"})
    ),
}

SHEETS: Final[Mapping[str, Mapping[str, Moment]]] = {
    "Überwurf": UEBERWURF,
    "Zugband": ZUGBAND,
    "Overload": OVERLOAD,
    "Wizard Würfelspiel": WIZARD,
    "Always": SIGNS,
    "Any other game": OTHERS,
}
MOMENTS: Final = {name: moment for sheet in SHEETS.values() for name, moment in sheet.items()}
