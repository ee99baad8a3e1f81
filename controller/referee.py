"""What a referee may do to a record: correct, annul, close. Everything is proposed first, with what it would break."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from controller.amend import effective
from controller.errors import RefereeError
from controller.i18n import _, sentence
from controller.journal.entries import (
    Amendment,
    Annulled,
    AnyEntry,
    Chosen,
    Closed,
    Corrected,
    Drawn,
    Ended,
    Started,
    Threw,
    Undone,
)
from controller.journal.store import Journal, Step
from controller.play import OfThrow, Play, begin, replay
from controller.rules.core import IllegalAnswer

# What happens beside the game, as a pause or a picture, reveals nothing.
_MAY_REVEAL = Chosen | Drawn | Threw | Closed


@dataclass(frozen=True)
class Impossible:
    """A later entry that cannot stand after an amendment: its place in the record, and why."""

    place: int
    entry: AnyEntry
    why: str


def consequences(history: Sequence[AnyEntry], amendment: Amendment) -> list[Impossible]:
    """The later entries that become illegal, each judged without those before it that do.

    Args:
        history: the game's entries.
        amendment: what is proposed.

    Raises:
        RefereeError: the amendment itself is not possible.
    """
    try:
        counting = effective((*history, amendment))
    except IllegalAnswer as error:
        raise RefereeError(sentence(error)) from None
    impossible = []
    play = _first(history)
    for place, entry in counting[1:]:
        try:
            play, _events = play.step(entry)
        except IllegalAnswer as error:
            if isinstance(amendment, Corrected) and place == amendment.entry:
                text = _("entry {n} cannot be corrected so: {why}")
                raise RefereeError(text.format(n=place, why=sentence(error))) from None
            impossible.append(Impossible(place, entry, sentence(error)))
    return impossible


def annulment(history: Sequence[AnyEntry], round_: int, by: str, why: str) -> Annulled:
    """The amendment that takes a round out of the game.

    Raises:
        RefereeError: nothing was played in this round.
    """
    places = []
    play = _first(history)
    for place, entry in effective(history)[1:]:
        if play.state.view()["round"] == round_ and play.outcome is None and not isinstance(entry, Closed):
            places.append(place)
        play, _events = play.step(entry)
    if not places:
        raise RefereeError(_("round {n}: nothing was played in it").format(n=round_))
    return Annulled(round_, places[0], places[-1], by, why)


def unrevealed(history: Sequence[AnyEntry]) -> set[int]:
    """The places of choices that nobody may see: locked and still hidden, or taken out before they were revealed."""
    hidden: set[int] = set()
    never: set[int] = set()
    play = _first(history)
    for place, entry in enumerate(history[1:], start=1):
        choices = {choice.seat: choice for choice in play.choices}
        play, events = play.fold(entry)
        if isinstance(entry, Corrected | Annulled | Undone):
            counting = {at for at, _one in effective(play.history)}
            never |= hidden - counting
            hidden &= counting
        elif isinstance(entry, _MAY_REVEAL) and any(event.name not in ("locked", "automatic") for event in events):
            hidden.clear()
        elif isinstance(entry, Chosen) and choices[entry.seat].hidden:
            hidden.add(place)
    return hidden | never


def amend(journal: Journal, game: int, entry: Amendment | Closed) -> Play:
    """Write an amendment, or the early end of a game, and what follows from it.

    Args:
        journal: the record, open for writing.
        game: which game.
        entry: what the referee has decided; ``void_from`` set where later entries became illegal.

    Returns:
        Where the game stands now.

    Raises:
        RefereeError: it is not possible, or leaves an illegal entry; nothing was written.
        JournalError: it could not be written.
    """
    history = journal.read(game)
    play, _events = replay(history)
    if isinstance(entry, Corrected) and entry.entry in unrevealed(history):
        # Not even the referee may learn or change a choice that is still hidden.
        raise RefereeError(
            _("entry {n}: is still hidden; it can be corrected once it is revealed").format(n=entry.entry)
        )
    try:
        play, events = play.fold(entry)
    except IllegalAnswer as error:
        raise RefereeError(sentence(error)) from None
    steps = [Step(entry, events)]
    if play.outcome:
        end = Ended(play.outcome.as_json()["outcome"])
        play, events = play.fold(end)
        steps.append(Step(end, events))
    journal.append(game, steps, finished=play.outcome is not None)
    return play


def voiding(history: Sequence[AnyEntry], amendment: Amendment, impossible: Sequence[Impossible]) -> Amendment:
    """The amendment that also voids everything from the first entry on that cannot stand.

    A throw that is made anew is also looked at anew: its picture and what was entered for it go too.
    """
    if not impossible:
        return amendment
    place = impossible[0].place
    while isinstance(history[place - 1], OfThrow):
        place -= 1
    return msgspec.structs.replace(amendment, void_from=place)


def _first(history: Sequence[AnyEntry]) -> Play:
    start = history[0]
    assert isinstance(start, Started)
    return begin(start)[0]
