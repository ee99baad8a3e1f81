"""A verdict card as HTML: for the page, and as one file that needs nothing else, no network and no script."""

import base64
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from controller.card.content import Card, Lock, Ruling, value_name, when
from controller.card.dice import drawn
from controller.card.sources import rulebook
from controller.i18n import _, current

_FOLDER: Final = Path(__file__).parent
_STATIC: Final = _FOLDER.parent / "web/static"
# So many seals have room for a line of their own each; more are set small.
_FEW: Final = 6


@dataclass(frozen=True)
class Picture:
    """The pictures of one throw.

    Attributes:
        still: where the browser gets the picture with the marked faces.
        clip: the same of the moving picture; empty where there is none.
    """

    still: str
    clip: str = ""


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def sheet(card: Card, pictures: Sequence[Picture]) -> Markup:
    """The card itself, to be set into a page that loads ``card.css``.

    Args:
        card: what stands on it.
        pictures: of its throws; empty where none are kept.
    """
    values = {
        "card": card,
        "pictures": pictures,
        "w": _words(card),
        "rulings": _by_source(card),
        "locks": [(card.names[one.seat], one, _shown(one), check(one)) for one in card.locks],
        "dense": len([one for one in card.locks if one.seal]) > _FEW,
        "casts": [
            (card.names[one.seat], one, Markup("").join(Markup(drawn(d.type, d.face, one.seat)) for d in one.dice))
            for one in card.casts
        ],
    }
    return Markup(_templates().get_template("card.html").render(values))


def file(card: Card, pictures: Sequence[tuple[Path, Path | None]]) -> str:
    """The card as one HTML file: pictures, letters and styles are inside.

    Args:
        card: what stands on it.
        pictures: of each throw the picture with the marked faces, and the moving one where there is one.
    """
    inside = [
        Picture(_data(still, "image/jpeg"), _data(clip, "image/webp") if clip else "") for still, clip in pictures
    ]
    style = (_STATIC / "card.css").read_text("utf-8")
    font = _data(_STATIC / "fraunces.woff2", "font/woff2")
    letters = f'@font-face{{font-family:Fraunces;font-weight:100 900;src:url("{font}")}}'
    return (
        _templates()
        .get_template("file.html")
        .render(
            title=title(card),
            language=current(),
            style=Markup(letters + _without_comments(style)),
            sheet=sheet(card, inside),
        )
    )


def title(card: Card) -> str:
    """What the card is called."""
    return _("{game}, round {n}: verdict").format(game=card.title, n=card.round)


def file_name(card: Card) -> str:
    """A good name for the file."""
    return f"{card.id}-{card.game}-{card.round}.html"


def check(lock: Lock) -> str:
    """The line for a shell that gives the seal of a choice; empty where nothing was sealed."""
    if not lock.seal:
        return ""
    return f"printf '%s\\n%s' {shlex.quote(lock.nonce)} {shlex.quote(lock.value)} | sha256sum"


def _shown(lock: Lock) -> str:
    name = value_name(lock.value)
    if lock.counts:
        return _("{counts} (corrected; sealed was {value})").format(counts=value_name(lock.counts), value=name)
    return name


def _by_source(card: Card) -> list[tuple[list[Ruling], dict[str, str] | None]]:
    """The verdicts, those by the same sentence of the rulebook together."""
    together: dict[str, list[Ruling]] = {}
    for one in card.rulings:
        together.setdefault(one.source.quote if one.source else "", []).append(one)
    return [(several, _cited(several[0], card.id)) for several in together.values()]


def _cited(ruling: Ruling, game: str) -> dict[str, str] | None:
    """The rulebook's sentence in the language in use, and where it stands."""
    if ruling.source is None:
        return None
    if ruling.source.house:
        where = _("House rule of this table, beside “{section}” in the rulebook of {game}")
    elif current() == "de":
        where = _("Rulebook of {game}, “{section}”")
    else:
        where = _("Rulebook of {game}, “{section}”; translated from German")
    return {"quote": _(ruling.source.quote), "where": where.format(game=rulebook(game), section=ruling.source.section)}


def _words(card: Card) -> dict[str, Any]:
    made = _("Game {n}").format(n=card.game) if card.game else ""
    return {
        "eyebrow": _("Verdict card"),
        "title": f"{card.title}\u00a0· " + _("Round {n}").format(n=card.round),
        "meta": [part for part in (made, when(card.at) if card.at else "", ", ".join(card.variants)) if part],
        "no_picture": _("No picture of this throw is kept."),
        "no_throw": _("No dice are thrown in this game."),
        "still": _("The throw as the camera read it, with the faces marked"),
        "clip": _("How the dice came to lie"),
        "choices": _("Hidden choices"),
        "only": _("the only choice left; nothing to seal"),
        "thrown": _("The throw"),
        "score": _("Score"),
        "before": _("before"),
        "after": _("after"),
        "knot": _("The knot: {before} → {after} (below 0 towards {one}, above towards {two})"),
        "told": _("What else happened"),
        "amended": _("Corrections"),
        "seals": _("Commitments"),
        "seals_help": _(
            "Each choice was sealed the moment it was locked: SHA-256 over a random nonce, a line feed and the value. "
            "This line gives the seal again in any shell:"
        ),
        "head": _("This round in the record's chain: {head}"),
        "made": _("Dice table. The whole record is proved by: dicetable record verify {n}"),
    }


def _data(path: Path, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def _without_comments(style: str) -> str:
    return re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
