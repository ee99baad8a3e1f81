"""What the display says: the public view of the table → one picture. Decided here once, for every display.

The public view is a JSON-able mapping:

* ``phase``: ``choose``, ``throw``, ``reading``, ``confirm``, ``verdict``, ``challenge``, ``over``, ``menu``, ``idle``,
  ``pause``, ``corrected`` or ``error``
* ``game``: ``None`` or the game's view: ``game`` (its id), ``round``, ``rounds`` (``None`` where open) and ``seats``,
  each with ``seat``, ``score``, ``locked``, and what the game itself has (see ``view`` of its rules)
* ``asked``: seat numbers that are asked something now
* ``dice``: optional; the dice of the throw that is being read, each with ``seat``, ``die`` (``d%`` for a tens die),
  ``face`` (``None`` while it is not known) and ``settled``
* ``verdict``: ``None`` or ``rule``, ``points``, ``seat`` (``None`` for nobody) and the game's own numbers
* ``verdicts``: optional; all verdicts of the same moment, where several seats score at once
* ``outcome``: ``None`` or ``winner`` (seat numbers), ``scores`` by seat number as text, ``reason``
* ``late``: optional; seat numbers whose time is up
* ``tray``: optional; ``None``, or what a live camera sees: ``state`` (see ``tray.TrayState``) and ``text``, and perhaps
  ``notice``, what has just happened that counts for nothing
* ``challenge``: ``None`` or ``dice`` as above, and ``proposal``: ``None`` or ``what`` (``face``, ``again``, ``undo``,
  ``by_hand``), ``die``, an index of these dice, ``face``, and ``text``
* ``series``: ``None`` or ``best_of``, and ``wins`` by seat number as text
* ``about`` and ``options``: in a menu, the question and the answers in the order of the keys

When the game is over, its last picture, the names of who has won and the standing of the series take turns.

Seat 1 is on the left; of two players seat 2 is on the right, more follow in their order. Each game has a module of its
own; one without gets names and scores in columns.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.display import (
    views_columns,
    views_overload,
    views_parts,
    views_table,
    views_ueberwurf,
    views_wizard,
    views_words,
    views_zugband,
)
from controller.display.picture import WIDTH, Canvas, Picture
from controller.display.scroll import Moment
from controller.display.views_parts import View
from controller.display.views_words import Words

_DICE: Final = (
    ".##########.",
    "#..........#",
    "#.##....##.#",
    "#.##....##.#",
    "#..........#",
    "#....##....#",
    "#....##....#",
    "#..........#",
    "#.##....##.#",
    "#.##....##.#",
    "#..........#",
    ".##########.",
)
_WARNING: Final = (
    "......##......",
    "......##......",
    ".....#..#.....",
    ".....#..#.....",
    "....#.##.#....",
    "....#.##.#....",
    "...#..##..#...",
    "...#..##..#...",
    "..#...##...#..",
    "..#........#..",
    ".#....##....#.",
    ".#....##....#.",
    "#............#",
    "##############",
)
_BARS: Final = ("####..####",) * 12
_PENCIL: Final = (
    ".........##.",
    "........####",
    ".......#.###",
    "......#...#.",
    ".....#...#..",
    "....#...#...",
    "...#...#....",
    "..#...#.....",
    ".#...#......",
    ".##.#.......",
    "####........",
    "##..........",
)

# What a live camera sees and people have to know; all else they see in the tray.
_TOLD: Final = ("doubt", "disturbed", "away")
_NOTICED: Final = ("choose", "throw", "reading", "verdict")
"""While these last, it is told as well what the camera saw that counts for nothing."""
_GAMES: Final[Mapping[str, Callable[[Canvas, View, str, str], None]]] = {
    "ueberwurf": views_ueberwurf.draw,
    "zugband": views_zugband.draw,
    "overload": views_overload.draw,
    "wizard": views_wizard.draw,
}


def draw(view: View, lang: str) -> Picture:
    """The picture for a public view at its first moment; see ``moment``."""
    return moment(view, lang).picture(0.0)


def moment(view: View, lang: str) -> Moment:
    """What is to be seen of a public view; the same view gives the same pictures, always.

    Args:
        view: see the module's text.
        lang: ``de`` or ``en``.

    Raises:
        KeyError: another language, or a view without what it must have.
    """
    words = views_words.WORDS[lang]
    game = view.get("game")
    if view["phase"] == "menu":
        return Moment(*views_table.menu(view))
    alone = _sign(view["phase"], words)
    if alone is not None or game is None:
        sprite, word = alone or (_DICE, "DICETABLE")
        return Moment(lambda canvas: views_parts.sign(canvas, sprite, word))
    draw_game, phase = _GAMES.get(game["game"], views_columns.draw), _available(view)
    if phase == "challenge":
        return Moment(*views_table.challenge(view, words, lang))
    pages = [lambda canvas: draw_game(canvas, view, phase, lang)]
    if phase == "over" and (names := _winners(view)):
        pages.append(lambda canvas: views_parts.winner(canvas, names))
    if phase == "over" and view.get("series"):
        pages.append(views_table.series(view))
    if phase in ("choose", "throw") and view.get("late"):
        pages.append(views_table.late(view, words))
    if phase == "throw" and (view.get("tray") or {}).get("state") in _TOLD:
        pages.append(views_table.tray(view))
    if phase in _NOTICED and (view.get("tray") or {}).get("notice"):
        pages.append(views_table.notice(view))
    return Moment(*pages)


def message(text: str) -> Moment:
    """A text alone, in the middle of the display, as NO REF; one that does not fit runs through it.

    >>> message("NO REF").picture(0.0) == message("NO REF ").picture(9.9)
    True
    """
    return Moment(lambda canvas: views_parts.fitted(canvas, 0, WIDTH, text.strip()))


def _winners(view: View) -> list[str]:
    """The names of who has won; empty where nobody has, or where one has no name to be told by."""
    seats = [seat for seat in view["game"]["seats"] if seat["seat"] in view["outcome"]["winner"]]
    names = [str(seat.get("name") or "").strip() for seat in seats]
    return names if all(names) else []


def _sign(phase: str, words: Words) -> tuple[tuple[str, ...], str] | None:
    """Sprite and word of a phase that is the same in every game."""
    return {
        "idle": (_DICE, "DICETABLE"),
        "pause": (_BARS, words.pause),
        "corrected": (_PENCIL, words.corrected),
        "error": (_WARNING, words.error),
    }.get(phase)


def _available(view: View) -> str:
    """The phase, or ``choose`` where what it would show is not there."""
    phase = str(view["phase"])
    needed = {"verdict": "verdict", "over": "outcome", "challenge": "challenge"}.get(phase)
    return "choose" if needed and view.get(needed) is None else phase
