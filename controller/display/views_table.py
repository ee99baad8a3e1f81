"""Pictures of the table itself, the same in every game: a stopped game, time that is up, a series, a menu."""

from collections.abc import Callable
from typing import Final

from controller.display.font import SMALL, TEXT
from controller.display.picture import WIDTH, Canvas
from controller.display.views_parts import LOWER, View, centred, columns, fitted
from controller.display.views_words import Words

Page = Callable[[Canvas], None]

# So many dice have room for what they are beside what they show.
_FEW: Final = 2


def challenge(view: View, words: Words, lang: str) -> list[Page]:
    """Somebody has stopped the game: the dice that it is about; then in words what is proposed."""
    stopped = view["challenge"]
    proposal = stopped["proposal"]
    dice = [_die(die, len(stopped["dice"]), words, lang) for die in stopped["dice"]]
    title = words.challenge
    if proposal:
        title = {"again": words.again, "undo": words.undo, "by_hand": words.by_hand}.get(proposal["what"], "")
    if proposal and proposal["what"] == "face":
        die = stopped["dice"][proposal["die"]]
        title = f"{_kind(die['die'], lang)} = {_glyph(die['die'], proposal['face'], words)}?"

    def draw(canvas: Canvas) -> None:
        if not dice:
            fitted(canvas, 0, WIDTH, title)
            return
        centred(canvas, 0, WIDTH, 0, title, TEXT, SMALL)
        for text, (left, width) in zip(dice, columns(len(dice)), strict=True):
            centred(canvas, left, width, LOWER, text, TEXT, SMALL)

    return [draw, _sentence(proposal["text"])] if proposal else [draw]


def late(view: View, words: Words) -> Page:
    """Whose time is up."""
    seats = [seat for seat in view["game"]["seats"] if seat["seat"] in view["late"]]
    names = ", ".join(str(seat.get("name") or seat["seat"]) for seat in seats)
    return _sentence(f"{words.late}: {names}")


def tray(view: View) -> Page:
    """What a live camera sees."""
    return _sentence(view["tray"]["text"])


def notice(view: View) -> Page:
    """What has just happened in the tray and counts for nothing."""
    return _sentence(view["tray"]["notice"])


def series(view: View) -> Page:
    """How many games of the series each has won."""
    wins = list(view["series"]["wins"].values())

    def draw(canvas: Canvas) -> None:
        centred(canvas, 0, WIDTH, 0, f"BEST OF {view['series']['best_of']}", TEXT, SMALL)
        for number, (left, width) in zip(wins, columns(len(wins)), strict=True):
            centred(canvas, left, width, LOWER, str(number), TEXT, SMALL)

    return draw


def menu(view: View) -> list[Page]:
    """A question, then its answers with their keys."""
    answers = "  ".join(f"{key} {text}" for key, text in enumerate(view["options"], start=1))
    return [_sentence(view["about"]), _sentence(answers)]


def _sentence(text: str) -> Page:
    return lambda canvas: fitted(canvas, 0, WIDTH, text.upper())


def _die(die: View, number: int, words: Words, lang: str) -> str:
    face = "?" if die["face"] is None else _glyph(die["die"], die["face"], words)
    return f"{_kind(die['die'], lang)} {face}" if number <= _FEW else face


def _kind(kind: str, lang: str) -> str:
    """What people call a die; one with symbols has no number to be called by."""
    if kind == "wizard":
        return ""
    return kind.replace("d", "W") if lang == "de" else kind


def _glyph(kind: str, face: int | str, words: Words) -> str:
    if kind == "wizard":
        return words.faces[str(face)]
    return "00" if kind == "d%" and face == 0 else str(face)
