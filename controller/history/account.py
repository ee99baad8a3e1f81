"""A recorded game entry by entry, and round by round, with everything that was amended. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.amend import effective
from controller.history.words import before_correction, words_of
from controller.i18n import render
from controller.journal.clock import Told
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    ByHand,
    Chosen,
    Closed,
    Corrected,
    Halted,
    ProposalJudged,
    Proposed,
    Resumed,
    Started,
    TakenBack,
    Threw,
    TimeUp,
    Undone,
)
from controller.matching import lying
from controller.play import begin
from controller.referee import unrevealed
from controller.rules.core import Event


@dataclass(frozen=True, slots=True)
class Item:
    """One entry, as everybody may know it.

    Attributes:
        place: in the record, from 0.
        at: when it was written.
        entry: the entry itself; a choice that nobody may see is without its value and its nonce.
        words: the entry in a few words, as it counts after a correction.
        before: what stood in it before it was corrected; empty where it was not.
        events: what it made happen, in sentences; without what its own words say.
        counts: whether it still counts, and was not annulled, undone or taken back; amendments always do.
        hidden: whether it is a choice that nobody may see.
        round: the round in which it was made.
    """

    place: int
    at: Told
    entry: AnyEntry
    words: str
    before: str
    events: tuple[str, ...]
    counts: bool
    hidden: bool
    round: int


@dataclass(frozen=True, slots=True)
class Remark:
    """What was amended in a round.

    Attributes:
        round: which.
        text: a sentence.
        seat: whose dice; ``None`` without dice.
        dice: those that counted before (``die``, ``face``), and count no more.
    """

    round: int
    text: str
    seat: int | None = None
    dice: tuple[Mapping[str, Any], ...] = ()


def account(history: Sequence[AnyEntry], times: Sequence[Told]) -> list[Item]:
    """Every entry, oldest first.

    Args:
        history: the entries of a game that can be played again (``play.replay`` has accepted it).
        times: when each was written.
    """
    hidden, counting = unrevealed(history), dict(effective(history))
    start = history[0]
    assert isinstance(start, Started)
    play, events = begin(start)
    items = []
    for place, (entry, at) in enumerate(zip(history, times, strict=True)):
        number = play.state.view()["round"]
        if place:
            play, events = play.fold(entry)
        unseen = place in hidden
        counts = entry if unseen else counting.get(place, entry)
        items.append(
            Item(
                place=place,
                at=at,
                entry=Chosen(entry.seat, "", "", entry.seal) if unseen and isinstance(entry, Chosen) else entry,
                words=words_of(counts, unseen, play.names),
                before=before_correction(counts, entry),
                events=tuple(render(one.text, play.names) for one in events if not _said_already(entry, one)),
                counts=place in counting or not isinstance(entry, Chosen | Threw),
                hidden=unseen,
                round=number,
            )
        )
    return items


def _said_already(entry: AnyEntry, event: Event) -> bool:
    """Whether an event says no more than the entry's own words."""
    if event.name == "locked":
        # A choice that locks itself is told as the only one there was.
        return True
    match entry:
        case Threw():
            return event.name == "thrown"
        case Halted() | Resumed() | Proposed() | TakenBack() | TimeUp() | ByHand() | ProposalJudged():
            return event.name in ("halted", "resumed", "taken_back", "time_up", "by_hand", "agrees", "refuses")
    return False


def remarks(items: Sequence[Item]) -> list[Remark]:
    """What was amended, by rounds: who and why in a sentence, and the dice that count no more."""
    found = []
    for item in items:
        entry = item.entry
        text = " ".join(item.events)
        if isinstance(entry, Corrected):
            old = items[entry.entry]
            dice = _dice(old.entry) if entry.dice is not None else ()
            found.append(Remark(old.round, text, getattr(old.entry, "seat", None), dice))
        elif isinstance(entry, Annulled):
            found.append(Remark(entry.round, text))
        elif isinstance(entry, Undone):
            found.append(Remark(items[entry.void_from].round, text))
        elif isinstance(entry, Closed):
            found.append(Remark(item.round, text))
        elif isinstance(entry, Threw) and not item.counts:
            found.append(Remark(item.round, "", entry.seat, _dice(entry)))
    return found


def _dice(entry: AnyEntry) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(entry, Threw):
        return ()
    return tuple({"die": die.type, "face": die.face} for die in lying(entry.seat, entry.dice))
