"""Pictures of Überwurf: two players, seat 1 on the left, seat 2 on the right."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.font import SMALL, TEXT
from controller.display.picture import WIDTH, Canvas
from controller.display.views_parts import CROWN, LOCK, LOWER, View, centred, fitted, lock_place
from controller.display.views_words import WORDS, of_reason, of_rule

# A half ends one column before the middle, so that the two never touch.
_HALF: Final = WIDTH // 2 - 1
# Two figures of the large font, and what is left between two such numbers.
_NUMBER: Final = 15
_MIDDLE: Final = WIDTH - 2 * (_NUMBER + 1)


def draw(canvas: Canvas, view: View, phase: str, lang: str) -> None:
    """One moment of a game; a phase without a picture of its own shows the scores."""
    _PHASES.get(phase, _choose)(canvas, view, lang)


def _choose(canvas: Canvas, view: View, lang: str) -> None:
    """Scores, the round, and who has locked a die; never which."""
    game = view["game"]
    _scores(canvas, {seat["seat"]: seat["score"] for seat in game["seats"]})
    left = (WIDTH - _MIDDLE) // 2
    centred(canvas, left, _MIDDLE, 0, f"{game['round']}/{game['rounds']}", TEXT, SMALL)
    for seat in game["seats"]:
        x = lock_place(seat["seat"])
        if seat["locked"]:
            canvas.blit(x, LOWER, LOCK)
        elif seat["seat"] in view["asked"]:
            TEXT.draw(canvas, x, LOWER, "…")


def _throw(canvas: Canvas, view: View, lang: str) -> None:
    """The die that each has to throw, large; smaller and ticked off once it has been thrown."""
    # Where a camera notices by itself what has been thrown, nobody is asked, and both have to throw.
    asked = view["asked"] or [seat["seat"] for seat in view["game"]["seats"]]
    tiebreak = view["game"].get("tiebreak", False)
    if tiebreak:
        centred(canvas, 0, WIDTH, 0, WORDS[lang].tiebreak, TEXT)
    for seat in view["game"]["seats"]:
        left = _half(seat["seat"])
        waits = seat["roll"] is None and seat["seat"] in asked
        label = _die(seat["die"], lang)
        if tiebreak:
            centred(canvas, left, _HALF, LOWER, label if waits else f"{label} ✓", TEXT)
        elif waits:
            fitted(canvas, left, _HALF, label)
        else:
            centred(canvas, left, _HALF, 4, f"{label} ✓", TEXT, SMALL)


def _reading(canvas: Canvas, view: View, lang: str) -> None:
    """For each seat its die and what it shows: ticked off, being read (…), or to be entered or confirmed (?)."""
    for seat in view["game"]["seats"]:
        label = _die(seat["die"], lang)
        shows, certain = _face(view, seat)
        mark = "✓" if certain else "?" if view["phase"] == "confirm" else "…"
        column = max(SMALL.width(label), TEXT.width(mark))
        left = 0 if seat["seat"] == 1 else WIDTH - column
        centred(canvas, left, column, 1, label, SMALL)
        centred(canvas, left, column, 8, mark, TEXT)
        fitted(canvas, column + 1 if seat["seat"] == 1 else WIDTH // 2 + 1, _HALF - column - 1, shows)


def _face(view: View, seat: View) -> tuple[str, bool]:
    """What lies up on a seat's dice, as it is written on them, and whether that is certain."""
    lying = [die for die in view.get("dice", ()) if die["seat"] == seat["seat"]]
    if not lying:
        return "–" if seat["roll"] is None else str(seat["roll"]), seat["roll"] is not None
    faces = ("–" if die["face"] is None else _glyph(die["die"], die["face"]) for die in lying)
    return " ".join(faces), all(die["settled"] for die in lying)


def _glyph(kind: str, face: int | str) -> str:
    return "00" if kind == "d%" and face == 0 else str(face)


def _verdict(canvas: Canvas, view: View, lang: str) -> None:
    """The rule and its points above, the scores below with an arrow to whom it went."""
    verdict = view["verdict"]
    word = of_rule(verdict["rule"], lang)
    points = f" +{verdict['points']}" if verdict["points"] else ""
    centred(canvas, 0, WIDTH, 0, word + points, TEXT, SMALL)
    arrow = {1: "◄", 2: "►"}.get(verdict["seat"], "=")
    centred(canvas, 0, WIDTH, LOWER, arrow, TEXT)
    _score_line(canvas, {seat["seat"]: seat["score"] for seat in view["game"]["seats"]})


def _over(canvas: Canvas, view: View, lang: str) -> None:
    """The final score, and a crown for the winner or a word for a game without one."""
    outcome = view["outcome"]
    scores = {int(seat): score for seat, score in outcome["scores"].items()}
    word = of_reason(outcome["reason"], lang)
    if outcome["winner"] and outcome["reason"] == "most_points":
        _scores(canvas, scores)
        left = (WIDTH - _MIDDLE) // 2
        canvas.blit(left + (_MIDDLE - len(CROWN[0])) // 2, 0, CROWN)
        text = f"◄ {word}" if outcome["winner"] == [1] else f"{word} ►"
        centred(canvas, left, _MIDDLE, LOWER, text, TEXT, SMALL)
        return
    centred(canvas, 0, WIDTH, 0, word, TEXT, SMALL)
    _score_line(canvas, scores)
    if not outcome["winner"]:
        centred(canvas, 0, WIDTH, LOWER, ":", TEXT)
        return
    # The scores do not tell who has won: the crown leans to the winner, with an arrow.
    first = outcome["winner"] == [1]
    canvas.blit(WIDTH // 2 - 3 if first else WIDTH // 2 - 8, LOWER, CROWN)
    TEXT.draw(canvas, WIDTH // 2 - 9 if first else WIDTH // 2 + 5, LOWER, "◄" if first else "►")


_PHASES: Final[Mapping[str, Callable[[Canvas, View, str], None]]] = {
    "choose": _choose,
    "throw": _throw,
    "reading": _reading,
    "confirm": _reading,
    "verdict": _verdict,
    "over": _over,
}


# --- parts -----------------------------------------------------------------------------------------------------------


def _half(seat: int) -> int:
    """The first column of a seat's half."""
    return 0 if seat == 1 else WIDTH - _HALF


def _die(kind: str | None, lang: str) -> str:
    """What people call a die: W8 in German, d8 in English. Of a die that stands in for another: the one thrown."""
    if kind is None:
        return "–"
    thrown = kind.rpartition("+")[2]
    return thrown.replace("d", "W") if lang == "de" else thrown


def _scores(canvas: Canvas, scores: Mapping[int, int]) -> None:
    """Both scores, large, at the outer edges."""
    for seat, score in scores.items():
        fitted(canvas, 0 if seat == 1 else WIDTH - _NUMBER, _NUMBER, str(score))


def _score_line(canvas: Canvas, scores: Mapping[int, int]) -> None:
    """Both scores in the lower line, each in the middle of its outer side."""
    side = WIDTH // 2 - 4
    for seat, score in scores.items():
        centred(canvas, 0 if seat == 1 else WIDTH - side, side, LOWER, str(score), TEXT, SMALL)
