"""The public view: all that may be known by everybody, decided once and shown by display, terminal and page alike."""

from collections.abc import Iterable
from typing import Any

from controller.i18n import render
from controller.play import Phase, Play


def public_view(play: Play, phase: Phase, asked: Iterable[int]) -> dict[str, Any]:
    """The public view of a moment, JSON-able.

    Args:
        play: the game.
        phase: what the table shows; ``READING`` and ``VERDICT`` are phases of the table, not of the record.
        asked: seats that are asked something now.

    Returns:
        ``phase``; ``game``, the rules' public view with ``name`` added to each seat; ``asked``; ``dice``, those of the
        throw being judged with ``seat``, ``die``, ``face`` and ``settled``; ``verdict`` (``seat``, its numbers and
        ``text``) or ``None``; ``verdicts``, all of the same moment; ``outcome`` or ``None``.
    """
    game = play.state.view()
    for seat in game["seats"]:
        seat["name"] = play.names.get(seat["seat"], "")
    outcome = play.outcome
    verdict = play.verdict
    return {
        "phase": phase.value,
        "game": game,
        "asked": sorted(asked),
        "dice": [{"seat": die.seat, "die": die.type, "face": die.face, "settled": die.settled} for die in play.dice],
        "verdict": verdict and {"seat": verdict.seat, **verdict.data, "text": render(verdict.text, play.names)},
        "verdicts": [{"seat": one.seat, **one.data} for one in play.verdicts],
        "outcome": outcome.as_json()["outcome"] if outcome else None,
    }
