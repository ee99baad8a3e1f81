"""Moments of every game as public views: what the golden pictures and the gallery draw."""

from collections.abc import Mapping
from typing import Final

from controller.display.scroll import HOLD, PAGE, STEP
from tests.display.moments_many import OVERLOAD, WIZARD
from tests.display.moments_parts import Moment, View, lying, outcome, seen, verdict

SIGNS: Final[Mapping[str, Moment]] = {
    "idle": Moment("no game", seen("idle", None, (), {})),
    "pause": Moment("the table rests", seen("pause", None, (), {})),
    "corrected": Moment("the referee has corrected", seen("corrected", None, (), {})),
    "error": Moment("something is broken", seen("error", None, (), {})),
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
    names: tuple[str, str] = ("Anna", "Bert"),
    **more: object,
) -> View:
    seats: list[View] = [
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
        for n, name in enumerate(names)
    ]
    game = {"game": "ueberwurf", "round": 2, "rounds": 6, "tiebreak": tiebreak, "seats": seats}
    return seen(phase, game, asked, more)


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
    "over-name": Moment("then the winner's name", _ended([1], 11, 3), PAGE),
    "over-name-long": Moment(
        "a name that runs through",
        ueberwurf("over", names=("Anna", "Maximilian Großmann"), outcome=outcome([2], 3, 11)),
        PAGE + HOLD + 20 * STEP,
    ),
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
    seats: list[View] = [
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
    return seen(phase, game, asked, more)


def _pulled(rule: str, seat: int | None, bids: tuple[int, int], knot: int, left: tuple[int, int]) -> View:
    told = {"round": 2, "rule": rule, "seat": seat, "bids": {"1": bids[0], "2": bids[1]}, "knot": knot}
    return zugband("verdict", knot=knot, left=left, verdict=told)


def _tugged(winner: list[int], knot: int, reason: str, goal: int = 3) -> View:
    return zugband("over", knot=knot, goal=goal, outcome=outcome(winner, max(0, -knot), max(0, knot), reason=reason))


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
    "zugband-verdict-ruhiger-zug": Moment("Ruhiger Zug: only one", _pulled("ruhiger_zug", 2, (1, 2), 1, (5, 4))),
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


# --- the table itself ------------------------------------------------------------------------------------------------

_ONE: Final = [lying(1, "d20", 13, True), lying(2, "d8", 5, True)]
_TWO: Final = [lying(1, "d%", 0, True), lying(1, "d10", 7, False), lying(2, "d4", None, False)]
_SEVEN: Final = [
    lying(1, "wizard", face, True) for face in ("blue", "green", "red", "yellow", "wizard", "jester", "red")
]
_OUTCOME: Final = outcome([1], 11, 3)


def stopped(dice: list[View], what: str = "", die: int = -1, face: int | None = None, text: str = "") -> View:
    proposal = {"what": what, "die": die, "face": face, "text": text} if what else None
    about = {"seat": 2, "dice": dice, "picture": "1", "proposal": proposal, "waits": [1] if what else []}
    return ueberwurf("challenge", asked=(1,), challenge=about)


def menu(about: str, *options: str) -> View:
    return seen("menu", None, (1, 2), {"about": about, "options": list(options)})


_SAYS: Final = "Bert: d20 of Anna shows 18, not 13"
TABLE: Final[Mapping[str, Moment]] = {
    "challenge": Moment("stopped: the last throw", stopped(_ONE)),
    "challenge-face": Moment("is it 18?", stopped(_ONE, "face", 0, 18, _SAYS)),
    "challenge-words": Moment("then in words", stopped(_ONE, "face", 0, 18, _SAYS), PAGE + HOLD + 30 * STEP),
    "challenge-again": Moment("throw again?", stopped(_TWO, "again", 2, None, "Bert wants d4 thrown again")),
    "challenge-undo": Moment("undo the last step?", stopped(_SEVEN, "undo", text="Bert wants the last step undone")),
    "challenge-nothing": Moment("stopped before a throw", stopped([])),
    "late": Moment("left's time is up", ueberwurf("choose", asked=(1,), locked=(False, True), late=[1]), PAGE + 0.1),
    "tray": Moment(
        "dice lie there that nobody saw roll",
        ueberwurf("throw", dice=("d6", "d8"), asked=(1, 2), tray={"state": "doubt", "text": "Nobody saw it: OK?"}),
        PAGE + 0.1,
    ),
    "series": Moment(
        "the series after a game",
        ueberwurf("over", outcome=_OUTCOME, series={"best_of": 5, "game": 4, "wins": {"1": 2, "2": 1}, "winner": []}),
        2 * PAGE + 0.1,
    ),
    "menu": Moment("a menu: the question", menu("Which game?", "Überwurf", "Zugband", "Overload")),
    "menu-answers": Moment(
        "then what each key means",
        menu("Which game?", "Überwurf", "Zugband", "Overload"),
        PAGE + HOLD + 20 * STEP,
    ),
}


# --- a game without pictures of its own ------------------------------------------------------------------------------


def halma(phase: str, scores: Mapping[str, int], **more: object) -> View:
    seats: list[View] = [
        {"seat": n, "name": name, "score": score, "locked": n == 1}
        for n, (name, score) in enumerate(scores.items(), start=1)
    ]
    return seen(phase, {"game": "halma", "round": 1, "rounds": None, "seats": seats}, (2,), more)


FULL_TABLE: Final = {"Anna": -12, "Benedikt": 40, "Çelik": 7, "Jörg": 0, "Wu": 118}
OTHERS: Final[Mapping[str, Moment]] = {
    "unknown-game-two": Moment("names, scores, who has locked", halma("choose", {"Anna": 2, "Bert": -1})),
    "unknown-game-five": Moment("five players", halma("throw", FULL_TABLE)),
    "unknown-game-long-names": Moment(
        "names that run through", halma("choose", {"Maximiliane": 7, "Jörg": 12}, asked=(1,))
    ),
    "unknown-game-over": Moment(
        "two have won", halma("over", FULL_TABLE, outcome={"winner": [2, 5], "scores": {}, "reason": "target"})
    ),
    "unknown-game-names": Moment(
        "then their names",
        halma("over", FULL_TABLE, outcome={"winner": [2, 5], "scores": {}, "reason": "target"}),
        PAGE,
    ),
}

SHEETS: Final[Mapping[str, Mapping[str, Moment]]] = {
    "Überwurf": UEBERWURF,
    "Zugband": ZUGBAND,
    "Overload": OVERLOAD,
    "Wizard Würfelspiel": WIZARD,
    "Always": SIGNS,
    "At the table": TABLE,
    "Any other game": OTHERS,
}
MOMENTS: Final = {name: moment for sheet in SHEETS.values() for name, moment in sheet.items()}
