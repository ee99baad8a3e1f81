"""The games in short, for whoever plays one for the first time: the same words as on the printed quick rules."""

from collections.abc import Sequence
from typing import Any

from controller.i18n import _, render
from controller.rules.core import Message
from controller.rules.setup import GameInfo
from controller.sheets.quick import CHANGES, Section, sections


def short(info: GameInfo) -> str:
    """How many play, and what it is about: "2 players. Two choose a die …"."""
    return f"{_players(info)}. {render(info.about)}"


def _players(info: GameInfo) -> str:
    fewest, most = min(info.seats), max(info.seats)
    number = str(most) if fewest == most else f"{fewest}\N{EN DASH}{most}"
    return _("{n} players").format(n=number)


def game(info: GameInfo) -> dict[str, Any]:
    """A game with its rules in short.

    Returns:
        ``id``, ``name``, ``players`` (a list of numbers), ``about`` and ``rules``: sections, each with ``title``,
        ``lines`` (in which ``<b>`` is bold) and ``numbered``, whether these are steps; ``variants``, each with ``id``,
        ``name``, ``about``, ``changes`` (lines) and ``rules``, what of the game's stays true.
    """
    variants = [
        {
            "id": one.id,
            "name": one.name,
            "about": render(one.help),
            "changes": _lines(CHANGES[info.id, one.id]),
            "rules": _sections(sections(info.id, one.id)),
        }
        for one in info.variants
    ]
    return {
        "id": info.id,
        "name": info.name,
        "players": list(info.seats),
        "about": render(info.about),
        "rules": _sections(sections(info.id)),
        "variants": variants,
    }


def _sections(parts: Sequence[Section]) -> list[dict[str, Any]]:
    return [{"title": render(one.title), "lines": _lines(one.lines), "numbered": one.numbered} for one in parts]


def _lines(texts: Sequence[Message]) -> list[str]:
    return [render(text) for text in texts]
