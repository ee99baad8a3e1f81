"""Pictures of Zugband: the rope above with the knot on it, and below what each has and does."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display.font import SMALL, TEXT
from controller.display.picture import WIDTH, Canvas
from controller.display.views_parts import CROWN, LOCK, LOWER, View, centred, lock_place
from controller.display.views_words import of_reason, of_rule

_KNOT: Final = (
    ".######.",
    "########",
    "########",
    "########",
    "########",
    "########",
    ".######.",
)
# Between two stations; the knot covers a cell of eight columns.
_CELL: Final = len(_KNOT[0])
_MARKERS: Final = 6
_MARKER: Final = ("###", "###", "###")
# What is left between two bids of one figure at the edges.
_MIDDLE: Final = WIDTH - 2 * 5


def draw(canvas: Canvas, view: View, phase: str, lang: str) -> None:
    """One moment of a game; a phase without a picture of its own shows who has locked."""
    _rope(canvas, view["game"])
    _PHASES.get(phase, _choose)(canvas, view, lang)


def _rope(canvas: Canvas, game: View) -> None:
    """◄3 2 1 0 1 2 3► with the knot in place of a figure; only as far as the goals."""
    goal = game["goal"]
    first = (WIDTH - (2 * goal + 1) * _CELL) // 2
    for station in range(-goal, goal + 1):
        left = first + (station + goal) * _CELL
        if station == game["knot"]:
            canvas.blit(left, 0, _KNOT)
        else:
            centred(canvas, left, _CELL, 0, str(abs(station)), TEXT)
    TEXT.draw(canvas, first - 4, 0, "◄")
    TEXT.draw(canvas, first + (2 * goal + 1) * _CELL, 0, "►")


def _choose(canvas: Canvas, view: View, lang: str) -> None:
    """The markers that each has left, and who has locked; never what. While a round may be annulled: who is asked."""
    game = view["game"]
    for seat in game["seats"]:
        if seat["asked"]:
            _revealed(canvas, {one["seat"]: one["bid"] for one in game["seats"]})
            _pointed(canvas, seat["seat"], 1, f"{of_rule('risszug', lang)}?")
            return
    for seat in game["seats"]:
        _left(canvas, seat["seat"], seat["left"])
        x = lock_place(seat["seat"])
        if seat["locked"]:
            canvas.blit(x, LOWER, LOCK)
        elif seat["seat"] in view["asked"] and game["drucktest"]:
            SMALL.draw(canvas, x, LOWER + 1, "≥1")
        elif seat["seat"] in view["asked"]:
            TEXT.draw(canvas, x, LOWER, "…")


def _left(canvas: Canvas, seat: int, left: int) -> None:
    """A player's markers: how many, and as they lie, with a dot for each that is spent."""
    first = seat == 1
    TEXT.draw(canvas, 0 if first else WIDTH - TEXT.width(str(left)), LOWER, str(left))
    for nth in range(_MARKERS):
        # Filled from the player's own edge.
        column = nth // 2 if first else 2 - nth // 2
        x, y = (6 if first else WIDTH - 17) + 4 * column, LOWER + 4 * (nth % 2)
        if nth < left:
            canvas.blit(x, y, _MARKER)
        else:
            canvas.set(x + 1, y + 1)


def _verdict(canvas: Canvas, view: View, lang: str) -> None:
    """Both bids, the rule, and how far the knot has moved to whom."""
    verdict = view["verdict"]
    rule = verdict["rule"]
    _revealed(canvas, {int(seat): bid for seat, bid in verdict["bids"].items()})
    # A Risszug is told of the seat that has annulled the round: nothing moves.
    stations = 0 if rule in ("level", "risszug") else 2 if rule == "double" else 1
    _pointed(canvas, verdict["seat"], stations, of_rule(rule, lang))


def _over(canvas: Canvas, view: View, lang: str) -> None:
    """How the game ended, and a crown at the winner's side."""
    outcome = view["outcome"]
    reason = "draw" if not outcome["winner"] and outcome["reason"] != "aborted" else outcome["reason"]
    word, crown = of_reason(reason, lang), len(CROWN[0])
    if not outcome["winner"]:
        centred(canvas, 0, WIDTH, LOWER, word, TEXT, SMALL)
        return
    first = outcome["winner"] == [1]
    canvas.blit(0 if first else WIDTH - crown, LOWER, CROWN)
    centred(canvas, crown + 2 if first else 0, WIDTH - crown - 2, LOWER, word, TEXT, SMALL)


_PHASES: Final[Mapping[str, Callable[[Canvas, View, str], None]]] = {"verdict": _verdict, "over": _over}


def _revealed(canvas: Canvas, bids: Mapping[int, int]) -> None:
    """Both bids at the outer edges of the lower line."""
    for seat, bid in bids.items():
        text = str(bid)
        TEXT.draw(canvas, 0 if seat == 1 else WIDTH - TEXT.width(text), LOWER, text)


def _pointed(canvas: Canvas, seat: int | None, arrows: int, text: str) -> None:
    """A text in the middle of the lower line, with arrows to a seat."""
    if seat == 1 and arrows:
        text = f"{'◄' * arrows} {text}"
    elif arrows:
        text = f"{text} {'►' * arrows}"
    centred(canvas, (WIDTH - _MIDDLE) // 2, _MIDDLE, LOWER, text, TEXT, SMALL)
