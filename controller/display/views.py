"""What the display says: the public view of the table → one picture. Decided here once, for every display.

The public view is a JSON-able mapping:

* ``phase``: ``choose``, ``throw``, ``reading``, ``confirm``, ``verdict``, ``over``, ``idle`` or ``error``
* ``game``: ``None`` or the game's view: ``game`` (its id), ``round``, ``rounds`` (``None`` where open) and ``seats``,
  each with ``seat``, ``score``, and where there is such a thing ``name``, ``locked``, ``die`` and ``roll``
* ``asked``: seat numbers that are asked something now
* ``dice``: optional; the dice of the throw that is being read, each with ``seat``, ``die`` (``d%`` for a tens die),
  ``face`` (``None`` while it is not known) and ``settled``
* ``verdict``: ``None`` or ``rule``, ``points``, ``seat`` (``None`` for nobody)
* ``outcome``: ``None`` or ``winner`` (seat numbers), ``scores`` by seat number as text, ``reason``

Seat 1 is on the left and seat 2 on the right, as the players sit. A game without pictures of its own gets names and
scores in columns.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.display.font import BIG, SMALL, TEXT, Font
from controller.display.picture import HEIGHT, WIDTH, Canvas, Picture

View = Mapping[str, Any]

# Names of the rulebook are the same in every language; the others are translated. All of them fit on the display.
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "parity": "GERADE",
        "higher": "HÖHER",
        "rethrow": "NOCHMAL",
        "auto_win": "W100 SIEG",
        "auto_loss": "W100 PECH",
        "wins": "SIEG",
        "draw": "UNENTSCHIEDEN",
        "aborted": "ABBRUCH",
        "error": "STÖRUNG",
    },
    "en": {
        "parity": "EVEN",
        "higher": "HIGHER",
        "rethrow": "AGAIN",
        "auto_win": "d100 WINS",
        "auto_loss": "d100 BUST",
        "wins": "WINS",
        "draw": "DRAW",
        "aborted": "ABORTED",
        "error": "ERROR",
    },
}

_LOCK: Final = (".####.", "#....#", "#....#", "######", "##..##", "##..##", "######")
_CROWN: Final = (
    "#....#....#",
    "##..###..##",
    "###.###.###",
    "###########",
    ".#########.",
    "...........",
    ".#########.",
)
_DIE: Final = (
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

# A half ends one column before the middle, so that the two never touch.
_HALF: Final = WIDTH // 2 - 1
# Two figures of the large font, and what is left between two such numbers.
_NUMBER: Final = 15
_MIDDLE: Final = WIDTH - 2 * (_NUMBER + 1)


def draw(view: View, lang: str) -> Picture:
    """The picture for a public view; the same view gives the same picture, always.

    Args:
        view: see the module's text.
        lang: ``de`` or ``en``.

    Raises:
        KeyError: another language, or a view without what it must have.
    """
    words = _WORDS[lang]
    canvas = Canvas()
    phase, game = view["phase"], view.get("game")
    if phase == "error":
        _sign(canvas, _WARNING, words["error"])
    elif phase == "idle" or game is None:
        _sign(canvas, _DIE, "DICETABLE")
    elif game["game"] == "ueberwurf":
        _PHASES.get(_available(view), _choose)(canvas, view, lang)
    else:
        _columns(canvas, view)
    return canvas.picture()


def message(text: str) -> Picture:
    """A short text alone, in the middle of the display; what does not fit is cut.

    >>> message("NO REF") == message("NO REF ")
    True
    """
    canvas = Canvas()
    _fitted(canvas, 0, WIDTH, text.strip())
    return canvas.picture()


def _available(view: View) -> str:
    """The phase, or ``choose`` where what it would show is not there."""
    phase = str(view["phase"])
    if phase in ("verdict", "over") and view.get({"verdict": "verdict", "over": "outcome"}[phase]) is None:
        return "choose"
    return phase


# --- Überwurf --------------------------------------------------------------------------------------------------------


def _choose(canvas: Canvas, view: View, lang: str) -> None:
    """Scores, the round, and who has locked a die; never which."""
    game = view["game"]
    _scores(canvas, {seat["seat"]: seat["score"] for seat in game["seats"]})
    left = (WIDTH - _MIDDLE) // 2
    _centred(canvas, left, _MIDDLE, 0, f"{game['round']}/{game['rounds']}", TEXT, SMALL)
    for seat in game["seats"]:
        x = WIDTH // 2 - 10 if seat["seat"] == 1 else WIDTH // 2 + 4
        if seat["locked"]:
            canvas.blit(x, 9, _LOCK)
        elif seat["seat"] in view["asked"]:
            TEXT.draw(canvas, x, 9, "…")


def _throw(canvas: Canvas, view: View, lang: str) -> None:
    """The die that each has to throw, large; smaller and ticked off once it has been thrown."""
    # Where a camera notices by itself what has been thrown, nobody is asked, and both have to throw.
    asked = view["asked"] or [seat["seat"] for seat in view["game"]["seats"]]
    for seat in view["game"]["seats"]:
        left = _half(seat["seat"])
        label = _die(seat["die"], lang)
        if seat["roll"] is None and seat["seat"] in asked:
            _fitted(canvas, left, _HALF, label)
        else:
            _centred(canvas, left, _HALF, 4, f"{label} ✓", TEXT, SMALL)


def _reading(canvas: Canvas, view: View, lang: str) -> None:
    """For each seat its die and what it shows: ticked off, being read (…), or to be entered or confirmed (?)."""
    for seat in view["game"]["seats"]:
        label = _die(seat["die"], lang)
        shows, certain = _face(view, seat)
        mark = "✓" if certain else "?" if view["phase"] == "confirm" else "…"
        column = max(SMALL.width(label), TEXT.width(mark))
        left = 0 if seat["seat"] == 1 else WIDTH - column
        _centred(canvas, left, column, 1, label, SMALL)
        _centred(canvas, left, column, 8, mark, TEXT)
        _fitted(canvas, column + 1 if seat["seat"] == 1 else WIDTH // 2 + 1, _HALF - column - 1, shows)


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
    word = _WORDS[lang].get(verdict["rule"], str(verdict["rule"]).replace("_", " ").upper())
    points = f" +{verdict['points']}" if verdict["points"] else ""
    for font in (TEXT, SMALL):
        text = font.cut(word, WIDTH - font.width(points)) + points
        if font is SMALL or font.fits(word + points, WIDTH):
            _centred(canvas, 0, WIDTH, 0, text, font)
            break
    arrow = {1: "◄", 2: "►"}.get(verdict["seat"], "=")
    _centred(canvas, 0, WIDTH, 9, arrow, TEXT)
    _score_line(canvas, {seat["seat"]: seat["score"] for seat in view["game"]["seats"]})


def _over(canvas: Canvas, view: View, lang: str) -> None:
    """The final score, and a crown for the winner or a word for a game without one."""
    outcome, words = view["outcome"], _WORDS[lang]
    scores = {int(seat): score for seat, score in outcome["scores"].items()}
    if len(outcome["winner"]) != 1:
        _centred(canvas, 0, WIDTH, 0, words["aborted" if outcome["reason"] == "aborted" else "draw"], TEXT)
        _centred(canvas, 0, WIDTH, 9, ":", TEXT)
        _score_line(canvas, scores)
        return
    _scores(canvas, scores)
    left = (WIDTH - _MIDDLE) // 2
    canvas.blit(left + (_MIDDLE - len(_CROWN[0])) // 2, 0, _CROWN)
    text = f"◄ {words['wins']}" if outcome["winner"] == [1] else f"{words['wins']} ►"
    _centred(canvas, left, _MIDDLE, 9, text, TEXT, SMALL)


_PHASES: Final[Mapping[str, Callable[[Canvas, View, str], None]]] = {
    "choose": _choose,
    "throw": _throw,
    "reading": _reading,
    "confirm": _reading,
    "verdict": _verdict,
    "over": _over,
}


# --- every other game ------------------------------------------------------------------------------------------------


def _columns(canvas: Canvas, view: View) -> None:
    """A column a seat: name and score; a line below who has locked, dots below who is asked, winners inverted."""
    seats = view["game"]["seats"]
    outcome = view.get("outcome") or {"winner": [], "scores": {}}
    final = outcome["scores"]
    width = WIDTH // len(seats)
    _row(canvas, 0, width, [str(seat.get("name") or seat["seat"]) for seat in seats])
    _row(canvas, 8, width, [str(final.get(str(seat["seat"]), seat["score"])).replace("-", "−") for seat in seats])
    for index, seat in enumerate(seats):
        left = index * width
        if seat.get("locked"):
            canvas.blit(left, HEIGHT - 1, ("#" * (width - 1),))
        elif seat["seat"] in view["asked"]:
            canvas.blit(left, HEIGHT - 1, ("#." * (width // 2),))
        if seat["seat"] in outcome["winner"]:
            canvas.invert(left, 0, width - 1, HEIGHT)


def _row(canvas: Canvas, y: int, width: int, texts: Sequence[str]) -> None:
    """Texts in columns beside each other, all in the middle font, or where one does not fit all in the small one."""
    font = TEXT if all(TEXT.fits(text, width - 1) for text in texts) else SMALL
    for index, text in enumerate(texts):
        _centred(canvas, index * width, width - 1, y if font is TEXT else y + 1, text, font)


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


def _sign(canvas: Canvas, sprite: tuple[str, ...], text: str) -> None:
    """A sprite and a word, together in the middle."""
    gap = 4
    left = (WIDTH - len(sprite[0]) - gap - TEXT.width(text)) // 2
    canvas.blit(left, (HEIGHT - len(sprite)) // 2, sprite)
    TEXT.draw(canvas, left + len(sprite[0]) + gap, 5, text)


def _scores(canvas: Canvas, scores: Mapping[int, int]) -> None:
    """Both scores, large, at the outer edges."""
    for seat, score in scores.items():
        _fitted(canvas, 0 if seat == 1 else WIDTH - _NUMBER, _NUMBER, str(score))


def _score_line(canvas: Canvas, scores: Mapping[int, int]) -> None:
    """Both scores in the lower line, each in the middle of its outer side."""
    side = WIDTH // 2 - 4
    for seat, score in scores.items():
        _centred(canvas, 0 if seat == 1 else WIDTH - side, side, 9, str(score), TEXT, SMALL)


def _fitted(canvas: Canvas, left: int, width: int, text: str) -> None:
    """A text in the middle of a region of the full height, as large as it fits."""
    font = next((font for font in (BIG, TEXT, SMALL) if _has_all(font, text) and font.fits(text, width)), SMALL)
    # The row below the line of the middle font is empty for all that is drawn here.
    rows = font.height - 1 if font is TEXT else font.height
    _centred(canvas, left, width, (HEIGHT - rows) // 2, text, font)


def _has_all(font: Font, text: str) -> bool:
    return font is not BIG or all(character in font.glyphs for character in text)


def _centred(canvas: Canvas, left: int, width: int, y: int, text: str, *fonts: Font) -> None:
    """A text in the middle of ``width`` columns, in the first font in which it fits; cut in the last one."""
    font = next((font for font in fonts if font.fits(text, width)), fonts[-1])
    text = font.cut(text, width)
    font.draw(canvas, left + (width - font.width(text)) // 2, y, text)
