"""Corrections of the record: what still counts of it, and what a correction would make impossible. Pure.

Nothing is erased: an amendment stands behind what it amends, and says who and why.
"""

from collections.abc import Sequence

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
from controller.rules import core
from controller.rules.core import N_, Answer, Choose, IllegalAnswer, Thrown, message

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
