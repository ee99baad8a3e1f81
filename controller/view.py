"""The public view: all that may be known by everybody, decided once and shown by display, terminal and page alike."""

from collections.abc import Iterable
from typing import Any

from controller import halting, series
from controller.i18n import render
from controller.last_look import last_look
from controller.matching import OpenDie
from controller.play import Phase, Play
from controller.seeing import Tray


def public_view(play: Play, phase: Phase, asked: Iterable[int], tray: Tray | None = None) -> dict[str, Any]:
    """The public view of a moment, JSON-able.

    Args:
        play: the game.
        phase: what the table shows; ``READING`` and ``VERDICT`` are phases of the table, not of the record.
        asked: seats that are asked something now.
        tray: what a live camera sees, where there is one.

    Returns:
        ``phase``; ``game``, the rules' public view with ``name`` added to each seat; ``asked``; ``dice``, those of the
        throw being judged with ``seat``, ``die``, ``face`` and ``settled``; ``verdict`` (``seat``, its numbers and
        ``text``) or ``None``; ``verdicts``, all of the same moment; ``outcome`` or ``None``; ``late``, seats whose time
        has run out; ``challenge`` while a seat has stopped the game, else ``None``; ``series``, the standing of the
        series that the game is part of, or ``None``; ``look``, with ``picture``, the record's name of the one that
        shows the last throw (empty for none), and ``note``, why there is none, or what else counts than was read in it
        (empty for nothing to say); ``tray``, with ``state`` (see ``tray.TrayState``), ``text``, a sentence where there
        is something to say, ``simulated``, whether it throws by itself, and ``notice``, what has just happened that
        counts for nothing (empty for nothing), or ``None`` without a live camera.
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
        "dice": _dice(play.dice),
        "verdict": verdict and {"seat": verdict.seat, **verdict.data, "text": render(verdict.text, play.names)},
        "verdicts": [{"seat": one.seat, **one.data} for one in play.verdicts],
        "outcome": outcome.as_json()["outcome"] if outcome else None,
        "late": sorted(play.late),
        "challenge": _challenge(play),
        "series": _series(play),
        "look": _look(play),
        "tray": tray and _tray(tray),
    }


def _tray(tray: Tray) -> dict[str, Any]:
    return {
        "state": tray.state.value,
        "text": render(tray.text) if tray.text else "",
        "simulated": tray.simulated,
        "notice": render(tray.notice) if tray.notice else "",
    }


def _dice(dice: Iterable[OpenDie]) -> list[dict[str, Any]]:
    return [{"seat": die.seat, "die": die.type, "face": die.face, "settled": die.settled} for die in dice]


def _challenge(play: Play) -> dict[str, Any] | None:
    """Who has stopped the game, what lies there, what is proposed, and who has still to say something to it."""
    halt = play.halt
    if halt is None:
        return None
    proposal = halt.proposal
    return {
        "seat": halt.seat,
        "dice": _dice(halt.dice),
        "picture": halt.picture,
        "proposal": proposal
        and {
            "what": proposal.what,
            "die": proposal.die,
            "face": proposal.value,
            "text": render(halting.wording(halt, proposal), play.names),
        },
        "waits": sorted(halting.others(play) - halt.agreed) if proposal else [],
    }


def _look(play: Play) -> dict[str, str]:
    found = last_look(play.history, play.dice)
    return {"picture": found.picture, "note": render(found.note, play.names) if found.note else ""}


def _series(play: Play) -> dict[str, Any] | None:
    standing = series.after(play.start, play.outcome) if play.outcome else play.start.series
    if standing is None:
        return None
    wins = {str(seat): wins for seat, wins in enumerate(standing.wins, start=1)}
    return {"best_of": standing.best_of, "game": standing.game, "wins": wins, "winner": list(series.winners(standing))}
