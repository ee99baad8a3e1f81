"""Corrections of the record: what still counts of it, and what a correction would make impossible. Pure.

Nothing is erased: an amendment stands behind what it amends, and says who and why.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from controller.journal.entries import (
    Annulled,
    AnyEntry,
    Chosen,
    Corrected,
    Drawn,
    Ended,
    Halted,
    ProposalJudged,
    Proposed,
    Resumed,
    TakenBack,
    Threw,
    Undone,
)
from controller.matching import die_and_face
from controller.rules import core
from controller.rules.core import N_, Answer, Choose, Face, IllegalAnswer, Message, Thrown, message

# They change nothing of the game: what comes of them is an entry of its own.
_BESIDE = Ended | Halted | Proposed | ProposalJudged | Resumed


def effective(history: Sequence[AnyEntry]) -> list[tuple[int, AnyEntry]]:
    """The entries that still count, with their places in the whole history.

    Raises:
        IllegalAnswer: an amendment names an entry that it cannot amend.
    """
    counting: dict[int, AnyEntry] = {}
    for place, entry in enumerate(history):
        if isinstance(entry, Corrected):
            counting[entry.entry] = corrected(counting.get(entry.entry), entry)
        elif isinstance(entry, Annulled):
            counting = {at: one for at, one in counting.items() if not entry.first <= at <= entry.last}
        elif isinstance(entry, TakenBack):
            counting.pop(entry.entry, None)
        elif isinstance(entry, Undone):
            counting = {at: one for at, one in counting.items() if at < entry.void_from}
        elif not isinstance(entry, _BESIDE):
            counting[place] = entry
        if isinstance(entry, Corrected | Annulled) and entry.void_from is not None:
            counting = {at: one for at, one in counting.items() if at < entry.void_from}
    return list(counting.items())


def corrected(old: AnyEntry | None, correction: Corrected) -> AnyEntry:
    """The entry as it should have been.

    Raises:
        IllegalAnswer: this entry cannot be corrected so.
    """
    if isinstance(old, Chosen | Drawn) and correction.value is not None and correction.dice is None:
        return msgspec.structs.replace(old, value=correction.value)
    if isinstance(old, Threw) and correction.dice is not None and correction.value is None:
        return msgspec.structs.replace(old, dice=correction.dice)
    if old is None:
        raise IllegalAnswer(message("entry {n} does not count: there is none, or it was annulled", n=correction.entry))
    text = N_("entry {n} cannot be corrected so: choices and draws take a value, throws take dice")
    raise IllegalAnswer(message(text, n=correction.entry))


def told(correction: Corrected, history: Sequence[AnyEntry]) -> Message:
    """What is corrected, in a sentence: of a throw, which all have seen, the faces too; a choice may be hidden still.

    Args:
        correction: the entry.
        history: what stands before it.
    """
    old = dict(effective(history)).get(correction.entry)
    values: dict[str, Any] = {"by": correction.by, "why": correction.why}
    if not isinstance(old, Threw) or correction.dice is None:
        return message("Entry {n} is corrected by {by}: {why}", n=correction.entry, **values)
    before, after = _faces(old.dice), _faces({kind: correction.dice[kind] for kind in old.dice})
    changed = [place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    shown = changed or range(len(before))
    return message(
        "The throw of {seat:seat} is corrected by {by}, {new:options} instead of {old:options}: {why}",
        seat=old.seat,
        new=tuple(after[place] for place in shown),
        old=tuple(before[place] for place in shown),
        **values,
    )


def _faces(dice: Mapping[str, Sequence[Face]]) -> list[str]:
    """What each die of a throw shows."""
    return [die_and_face(kind, face) for kind, shown in dice.items() for face in shown]


def answer_of(entry: AnyEntry) -> Answer | None:
    """What this entry answered the rules, if it did."""
    match entry:
        case Chosen(seat=seat, value=value):
            return Choose(seat, value)
        case Threw(seat=seat, dice=dice, kept=kept):
            return Thrown(seat, dice, kept)
        case Drawn(value=value):
            return core.Drawn(value)
    return None


def answers(history: Sequence[AnyEntry]) -> list[Answer]:
    """What the rules were answered, as far as it still counts."""
    return [answer for _place, entry in effective(history) if (answer := answer_of(entry))]
