"""The record of a game as the referee sees it: everything but choices that are still hidden."""

from collections.abc import Mapping, Sequence
from typing import Any

from controller.amend import effective
from controller.history.words import before_correction, faces_of, words_of
from controller.i18n import _, option_name
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    ByHand,
    Chosen,
    Closed,
    Corrected,
    Drawn,
    FaceRuled,
    PictureRead,
    Seen,
    Threw,
)
from controller.last_look import last_look
from controller.matching import OpenDie, lying
from controller.plain import shown
from controller.play import Play, begin
from controller.referee import unrevealed
from vision.reading import Face, faces

_OF_REFEREE = Annulled | Closed | Corrected | FaceRuled


def record(play: Play) -> list[dict[str, Any]]:
    """Every entry of a game, oldest first.

    Returns:
        Each with ``place``, ``text``, as it counts, ``before``, what stood there before it was corrected, ``round`` (0
        where it counts no more), ``hidden``, ``by`` and ``why`` of the referee's own; and ``correct``, how it can be
        corrected, or ``None``: ``options`` of a choice or draw (each ``value`` and ``label``), or ``dice`` of a throw
        (each ``die``, ``face``, ``likely``, what the camera took for likely, and ``faces``, all of them).
    """
    secret = unrevealed(play.history)
    ways = _ways(play, secret)
    counting = {at: one for at, one in effective(play.history) if at not in secret}
    return [
        {
            "place": place,
            "text": _words(counting.get(place, entry), place in secret, play.names),
            "before": before_correction(counting.get(place, entry), entry),
            "round": ways[place]["round"] if place in ways else 0,
            "hidden": place in secret,
            "by": shown(entry.by) if isinstance(entry, _OF_REFEREE) else "",
            "why": shown(entry.why) if isinstance(entry, _OF_REFEREE) else "",
            "correct": ways[place]["correct"] if place in ways else None,
        }
        for place, entry in enumerate(play.history)
    ]


def _words(entry: AnyEntry, hidden: bool, names: Mapping[int, str]) -> str:
    match entry:
        case Corrected(entry=place, dice=dict(dice)):
            return _("entry {n} is corrected: {faces}").format(n=place, faces=faces_of(dice))
        case Corrected(entry=place):
            return _("entry {n} is corrected").format(n=place)
        case Annulled(round=number):
            return _("round {n} is annulled").format(n=number)
        case Closed(reason=reason):
            words = {"conceded": _("given up"), "forfeited": _("forfeited"), "aborted": _("aborted")}
            return _("the game is over: {reason}").format(reason=words[reason])
        case FaceRuled(value=value):
            shown = _("not read") if value is None else option_name(str(value))
            return _("the referee decides: {face}").format(face=shown)
    return words_of(entry, hidden, names)


def _ways(play: Play, secret: set[int]) -> dict[int, dict[str, Any]]:
    """Of each entry that counts: its round, and how it can be corrected."""
    ways: dict[int, dict[str, Any]] = {}
    now = begin(play.start)[0]
    seen: Sequence[Seen] = ()
    for place, entry in effective(play.history)[1:]:
        if isinstance(entry, PictureRead | ByHand):
            seen = entry.dice if isinstance(entry, PictureRead) else ()
        way = None if place in secret else _way(now, entry, seen)
        ways[place] = {"round": now.state.view()["round"], "correct": way}
        now, _events = now.step(entry)
    return ways


def _way(now: Play, entry: AnyEntry, seen: Sequence[Seen]) -> dict[str, Any] | None:
    match entry:
        case Chosen(seat=seat):
            options: Sequence[str] = next((one.options for one in now.choices if one.seat == seat), ())
        case Drawn():
            options = now.draw.options if now.draw else ()
        case Threw(seat=seat, dice=dice):
            lies = lying(seat, dice)
            shown = [
                {"die": die.type, "face": die.face, "likely": likely, "faces": list(faces(die.type))}
                for die, likely in zip(lies, _likely_of(lies, seen), strict=True)
            ]
            return {"seat": seat, "dice": shown, "kinds": {kind: len(values) for kind, values in dice.items()}}
        case _:
            return None
    return {"options": [{"value": one, "label": option_name(one, now.names)} for one in options], "value": entry.value}


def _likely_of(dice: Sequence[OpenDie], seen: Sequence[Seen]) -> list[list[Face]]:
    """The likely faces of each die of a throw that counts, as the camera saw it; none where it did not see it.

    Of equal dice each has those of the one that was read as it counts; where there is none, it may be any that is left.
    """
    left = [one for one in seen if not one.outside]
    own: dict[int, Seen] = {}
    for place, die in enumerate(dice):
        fits = [one for one in left if (one.type, one.value) == (die.type, die.face) and one.seat in (0, die.seat)]
        if fits:
            own[place] = fits[0]
            left.remove(fits[0])
    found = []
    for place, die in enumerate(dice):
        fits = [one for one in left if one.type == die.type and one.seat in (0, die.seat)]
        fits = [own[place]] if place in own else fits
        found.append(list(dict.fromkeys(face for one in fits for face in _likely(one))))
    return found


def last_reading(play: Play) -> dict[str, Any]:
    """The last picture's dice with what the camera makes of them, guesses too: the referee has to judge them.

    Returns:
        ``open``: whether a throw that was looked at waits for a decision; ``picture``, its name; ``dice``, each with
        ``die``, ``face``, the best guess, ``likely``, the likely faces in order, ``faces``, all of them in the usual
        order, ``confidence`` in per cent, ``status`` and ``box``;
        ``waits``, the dice of the throw, each with ``seat``, ``die``, ``face`` and ``settled``.
    """
    read = last_look(play.history).read
    if read is None:
        return {"open": False, "picture": "", "dice": [], "waits": []}
    dice = [
        {
            "die": one.type,
            "face": one.value,
            "likely": _likely(one),
            "faces": list(faces(one.type)),
            "confidence": int(100 * one.confidence + 1e-9),
            "status": one.status,
            "box": list(one.box),
        }
        for one in read.dice
    ]
    waits = [{"seat": die.seat, "die": die.type, "face": die.face, "settled": die.settled} for die in play.dice]
    return {"open": bool(play.dice) and play.outcome is None, "picture": read.picture, "dice": dice, "waits": waits}


def _likely(one: Seen) -> list[Face]:
    """The likely faces of a die, the guess first; that alone where no reader has ranked any."""
    return list(one.likely) or [face for face in faces(one.type) if face == one.value]
