"""Pictures of Wizard Würfelspiel: two to five players in columns.

A prediction is its number with the letter of its colour; a line below is whoever holds the start card, a lock whoever
has locked: a secret prediction, a decision, or the dice as they lie. While dice lie or are to be thrown, the left side
says what colour the wizards (the hat) count as, and how many throws (the die) are left.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.font import SMALL, TEXT, Font
from controller.display.picture import HEIGHT, WIDTH, Canvas
from controller.display.views_parts import (
    LOCK,
    LOWER,
    View,
    centred,
    columns,
    crowned,
    fit,
    number,
    row,
    scores_below,
    signed,
    staggered,
    underline,
)
from controller.display.views_words import WORDS, of_reason, of_rule

_HAT: Final = (
    "..##...",
    "...##..",
    "..###..",
    "..###..",
    ".#####.",
    ".#####.",
    "#######",
)
_DIE: Final = (
    ".#####.",
    "#.....#",
    "#.#...#",
    "#.....#",
    "#...#.#",
    "#.....#",
    ".#####.",
)
# Equal dice lie side by side, so that they can be counted; what is not known yet comes last.
_ORDER: Final = ("blue", "green", "red", "yellow", "wizard", "jester", None)
# Hat and letter, die and number of throws; and a line, so that the letter is not taken for a die.
_PANEL: Final = 16
_PITCH: Final = 7
# What a round waits for when there is something to say about dice.
_WITH_DICE: Final = ("colour", "set", "throw", "stop", "score")


def draw(canvas: Canvas, view: View, phase: str, lang: str) -> None:
    """One moment of a game; a phase without a picture of its own shows what the round waits for."""
    _PHASES.get(phase, _round)(canvas, view, lang)


def _round(canvas: Canvas, view: View, lang: str) -> None:
    game = view["game"]
    if game["phase"] in _WITH_DICE or any(game["dice"]) or view.get("dice"):
        _throwing(canvas, view, lang)
    else:
        _predicting(canvas, view, lang)


# --- predicting ------------------------------------------------------------------------------------------------------


def _predicting(canvas: Canvas, view: View, lang: str) -> None:
    """Scores above, predictions below; at first the spell card instead of the scores."""
    seats = view["game"]["seats"]
    scores = [seat["score"] for seat in seats]
    places = columns(len(seats))
    card = view["game"]["card"]
    if card is not None and not any(seat["prediction"] for seat in seats):
        centred(canvas, 0, WIDTH, 0, WORDS[lang].cards.get(card, str(card).replace("_", " ").upper()), TEXT, SMALL)
    elif fit(scores, places):
        for score, (left, width) in zip(scores, places, strict=True):
            centred(canvas, left, width, 0, number(score), SMALL)
    else:
        staggered(canvas, scores, view["asked"])
        return
    for seat, place in zip(seats, places, strict=True):
        text = _prediction(seat, lang) or ("…" if seat["seat"] in view["asked"] else "–")
        _said(canvas, view, seat, place, text=text, font=TEXT)


def _said(canvas: Canvas, view: View, seat: View, place: tuple[int, int], *, text: str, font: Font) -> None:
    """A seat's prediction or its lock; a line below for the start card."""
    left, width = place
    # Who has locked the dice in but must still say how they score is not done.
    done = seat["prediction"] and not seat["inside"] and seat["seat"] not in view["asked"]
    if seat["locked"] or done:
        canvas.blit(left + (width - len(LOCK[0])) // 2, 8, LOCK)
        return
    centred(canvas, left, width, 6 if font is TEXT else 8, text, font)
    if seat["seat"] == view["game"]["holder"]:
        underline(canvas, left, width)


def _prediction(seat: View, lang: str) -> str:
    """``3R`` for three red."""
    if seat["prediction"] is None:
        return ""
    return _short(seat["prediction"], lang)


def _short(prediction: str, lang: str) -> str:
    how_many, colour = prediction.split()
    return how_many + WORDS[lang].faces[colour]


# --- throwing --------------------------------------------------------------------------------------------------------


def _throwing(canvas: Canvas, view: View, lang: str) -> None:
    """The seven dice above, predictions below, and on the left what wizards count as and how many throws are left."""
    _panel(canvas, view, lang)
    _dice(canvas, view, lang)
    seats = view["game"]["seats"]
    for seat, place in zip(seats, columns(len(seats), _PANEL - 1), strict=True):
        _said(canvas, view, seat, place, text=_prediction(seat, lang) or "–", font=SMALL)


def _panel(canvas: Canvas, view: View, lang: str) -> None:
    game = view["game"]
    canvas.blit(0, 0, _HAT)
    colour = game["wizard_colour"]
    # A card makes them all colours, or none.
    counts_as = {"all_colours": "*", "throws_by_prediction": "–"}.get(game["card"], "?")
    centred(canvas, 8, 5, 0, WORDS[lang].faces[colour] if colour else counts_as, TEXT)
    canvas.blit(_PANEL - 2, 0, ("#",) * HEIGHT)
    canvas.blit(0, LOWER, _DIE)
    centred(canvas, 8, 5, LOWER, str(game["throws_left"]), TEXT)


def _dice(canvas: Canvas, view: View, lang: str) -> None:
    """Letters side by side: what counts, or, while it is being read, what is known, ``?`` for the rest."""
    being_read = view.get("dice", ())
    faces = [die["face"] for die in being_read] or sorted(view["game"]["dice"], key=_ORDER.index)
    for nth, face in enumerate(faces):
        x = _PANEL + 1 + nth * _PITCH
        unknown = "–" if not being_read else "…" if view["phase"] == "reading" else "?"
        centred(canvas, x, 5, 0, unknown if face is None else WORDS[lang].faces[face], TEXT)


# --- scoring ---------------------------------------------------------------------------------------------------------


def _verdict(canvas: Canvas, view: View, lang: str) -> None:
    """Whose prediction scored what, and the scores; of several at once everybody's points."""
    verdicts = view.get("verdicts") or [view["verdict"]]
    seats = view["game"]["seats"]
    scores = [seat["score"] for seat in seats]
    if len(verdicts) == 1:
        verdict = verdicts[0]
        words = f"{of_rule(verdict['rule'], lang)} {signed(verdict['points'])}"
        whole = f"{_short(verdict['field'], lang)} {words}"
        scores_below(canvas, whole if TEXT.fits(whole, WIDTH) else words, scores, [verdict["seat"]])
        return
    scores_below(canvas, "", scores, ())
    places = columns(len(seats))
    if fit(scores, places):
        points = {verdict["seat"]: signed(verdict["points"]) for verdict in verdicts}
        row(canvas, places, 0, [points.get(seat["seat"], "") for seat in seats])


def _over(canvas: Canvas, view: View, lang: str) -> None:
    """The final scores with crowns, or why they do not tell the winner."""
    outcome = view["outcome"]
    scores = [outcome["scores"][str(seat["seat"])] for seat in view["game"]["seats"]]
    if outcome["reason"] == "most_points":
        crowned(canvas, scores, outcome["winner"])
        return
    word = WORDS[lang].fewer_jesters if outcome["reason"] == "tiebreak" else of_reason(outcome["reason"], lang)
    scores_below(canvas, word, scores, outcome["winner"])


_PHASES: Final[Mapping[str, Callable[[Canvas, View, str], None]]] = {"verdict": _verdict, "over": _over}
