"""Pictures of Overload: the die on the left, then a column a player.

A column has a line above for whose turn it is; the score; the discs on figure A and on figure B; and two bars, A above
B, as long as the way that the figure has gone: dark on the start, full in the goal.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.font import BIG, SMALL, TEXT
from controller.display.picture import Canvas
from controller.display.views_parts import (
    LOWER,
    View,
    centred,
    columns,
    crowned,
    fit,
    number,
    scores_below,
    signed,
    staggered,
)
from controller.display.views_words import of_reason, of_rule

# A die to throw; what is known of it stands in it.
_DIE: Final = (
    ".#######.",
    *["#.......#"] * 9,
    ".#######.",
)
# Columns for the die, and for a dark one beside it. Five players leave little.
_PANEL: Final = {2: 13, 3: 13, 4: 13, 5: 10}
# A figure of the large font.
_FIGURE: Final = 7
_UNDECIDED: Final = "?"


def draw(canvas: Canvas, view: View, phase: str, lang: str) -> None:
    """One moment of a game; a phase without a picture of its own shows the table."""
    _PHASES.get(phase, _table)(canvas, view, lang)


def _table(canvas: Canvas, view: View, lang: str) -> None:
    """The die, the scores, and where the figures are with what."""
    game = view["game"]
    scores = [seat["score"] for seat in game["seats"]]
    panel = _PANEL[len(scores)]
    places = columns(len(scores), panel)
    if not fit(scores, places):
        staggered(canvas, scores, [game["turn"]])
        return
    _die(canvas, view, panel - 1)
    for seat, (left, width) in zip(game["seats"], places, strict=True):
        if seat["seat"] == game["turn"]:
            canvas.blit(left, 0, ("#" * width,))
        centred(canvas, left, width, 2, number(seat["score"]), SMALL)
        discs = ":".join(str(figure["discs"]) for figure in seat["figures"])
        centred(canvas, left, width, 8, discs, SMALL)
        for nth, figure in enumerate(seat["figures"]):
            canvas.blit(left, 14 + nth, ("#" * _way(figure["position"], game["fields"] + 1, width),))


def _way(position: int, goal: int, width: int) -> int:
    """Columns for the way gone: none on the start alone, all in the goal alone."""
    return -(-position * (width - 1) // goal) if position < goal else width


def _die(canvas: Canvas, view: View, width: int) -> None:
    """What the die shows, or the die to be thrown; with it the figure that moves, or ? where that is still open."""
    game = view["game"]
    face, unsure = game["throw"], False
    for die in view.get("dice", ()):
        face, unsure = die["face"], not die["settled"]
    figure = game["moving"] or (_UNDECIDED if view["phase"] == "choose" and view["asked"] else "")
    if face is None:
        canvas.blit(0, 2, _DIE)
        inside = {"reading": "…", "confirm": _UNDECIDED}.get(view["phase"], figure)
        centred(canvas, 0, len(_DIE[0]), 4, inside, TEXT)
        return
    beside = _UNDECIDED if unsure else figure
    if width >= _FIGURE + 1 + SMALL.width(_UNDECIDED):
        centred(canvas, 0, _FIGURE, 1, str(face), BIG)
        SMALL.draw(canvas, _FIGURE + 1, 10, beside)
    else:
        centred(canvas, 0, width, 0, str(face), TEXT)
        centred(canvas, 0, width, LOWER, beside, TEXT)


def _verdict(canvas: Canvas, view: View, lang: str) -> None:
    """What gave points, or did not, and the scores."""
    verdict = view["verdict"]
    text = of_rule(verdict["rule"], lang)
    if verdict["points"]:
        text = f"{text} {signed(verdict['points'])}"
    scores_below(canvas, text, [seat["score"] for seat in view["game"]["seats"]], [verdict["seat"]])


def _over(canvas: Canvas, view: View, lang: str) -> None:
    """The final scores with crowns, or why there was no proper end."""
    outcome = view["outcome"]
    scores = [outcome["scores"][str(seat["seat"])] for seat in view["game"]["seats"]]
    if outcome["reason"] == "target":
        crowned(canvas, scores, outcome["winner"])
    else:
        scores_below(canvas, of_reason(outcome["reason"], lang), scores, outcome["winner"])


_PHASES: Final[Mapping[str, Callable[[Canvas, View, str], None]]] = {"verdict": _verdict, "over": _over}
