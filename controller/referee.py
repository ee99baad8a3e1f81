"""What a referee may do to a record: correct, annul, close. Everything is proposed first, with what it would break."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from controller import plain
from controller.amend import effective
from controller.errors import RefereeError
from controller.i18n import _, render, sentence
from controller.journal.entries import (
    Amendment,
    Annulled,
    AnyEntry,
    Chosen,
    Closed,
    Corrected,
    Drawn,
    Ended,
    FaceRuled,
    Seen,
    Started,
    TakenBack,
    Threw,
    Undone,
)
from controller.journal.store import Journal, Step
from controller.last_look import last_look
from controller.matching import match
from controller.plain import REASON_LENGTH
from controller.play import OfThrow, Play, begin, replay
from controller.rules.core import Choice, Event, IllegalAnswer, Message

# What happens beside the game, as a pause or a picture, reveals nothing.
_MAY_REVEAL = Chosen | Drawn | Threw | Closed
# So much of a text is named where it is refused.
_NAMED: Final = 40


@dataclass(frozen=True)
class Impossible:
    """A later entry that cannot stand after an amendment: its place in the record, and why."""

    place: int
    entry: AnyEntry
    why: str


@dataclass(frozen=True)
class Unasked:
    """A throw that counts though its seat was not asked for a choice that stands before it now.

    Attributes:
        place: of the throw in the record.
        seat: who threw.
        about: the question.
    """

    place: int
    seat: int
    about: Message

    def told(self, names: Mapping[int, str]) -> str:
        """In a sentence."""
        text = _("entry {n}: {who} was not asked before this throw “{about}”; nothing counts as chosen, a load as 0")
        who = names.get(self.seat) or _("Seat {n}").format(n=self.seat)
        return text.format(n=self.place, who=who, about=render(self.about, names))


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


def unasked(history: Sequence[AnyEntry], amendment: Amendment) -> list[Unasked]:
    """The later throws that count without a choice that only the amendment brings before them.

    A figure of Overload that an amendment sends back to the start has to be loaded before its next throw; where that
    was made already, the rules take the load as 0. Nobody was asked for it.

    Args:
        history: the game's entries.
        amendment: with everything that it voids.

    Raises:
        RefereeError: the amendment itself is not possible.
    """
    asked = {place for place, _entry, choice in _thrown_past(effective(history)) if choice}
    try:
        after = effective((*history, amendment))
    except IllegalAnswer as error:
        raise RefereeError(sentence(error)) from None
    return [
        Unasked(place, entry.seat, choice.about)
        for place, entry, choice in _thrown_past(after)
        if choice and place not in asked
    ]


def _thrown_past(counting: Sequence[tuple[int, AnyEntry]]) -> Iterator[tuple[int, Threw, Choice | None]]:
    """Each throw with what its seat could still have chosen before it; what is not possible is passed over."""
    play = _first([entry for _place, entry in counting])
    for place, entry in counting[1:]:
        if isinstance(entry, Threw):
            open_ = (choice for choice in play.choices if choice.optional and choice.seat == entry.seat)
            yield place, entry, next(open_, None)
        with suppress(IllegalAnswer):
            play, _events = play.step(entry)


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
    return _hidden(history, (Corrected, Annulled, Undone, TakenBack))


def closed_to_export(history: Sequence[AnyEntry]) -> set[int]:
    """The places of choices that an export would open too early.

    A choice that its seat took back is opened with its round: without it nobody could verify its seal.
    """
    return _hidden(history, (Corrected, Annulled, Undone))


def _hidden(history: Sequence[AnyEntry], taking_out: tuple[type[AnyEntry], ...]) -> set[int]:
    hidden: set[int] = set()
    never: set[int] = set()
    play = _first(history)
    for place, entry in enumerate(history[1:], start=1):
        choices = {choice.seat: choice for choice in play.choices}
        play, events = play.fold(entry)
        if isinstance(entry, taking_out):
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
    _check_words(entry.by, entry.why)
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


# --- at the running station -------------------------------------------------------------------------------------------


def proposal(history: Sequence[AnyEntry], amendment: Amendment) -> tuple[Amendment, list[Impossible]]:
    """What an amendment comes to while a game is played, and the public entries that could not stand after it.

    Choices that are still hidden count no more after it, whatever they are: whether one of them could stand would tell
    something about it.

    Args:
        history: the game's entries.
        amendment: what is proposed.

    Returns:
        The amendment with everything that it voids, and why it voids more than hidden choices.

    Raises:
        RefereeError: it is not possible.
    """
    secret = unrevealed(history)
    if isinstance(amendment, Corrected) and amendment.entry in secret:
        raise RefereeError(
            _("entry {n}: is still hidden; it can be corrected once it is revealed").format(n=amendment.entry)
        )
    counting = [place for place, _entry in effective(history) if place in secret]
    if counting:
        amendment = msgspec.structs.replace(amendment, void_from=min(counting))
    impossible = consequences(history, amendment)
    return voiding(history, amendment, impossible), impossible


def ruling(play: Play, entry: Amendment | Closed) -> list[AnyEntry]:
    """The entries of a decision about a game that is played, or has just ended.

    Raises:
        RefereeError: it is not possible, or leaves an illegal entry.
    """
    _check_words(entry.by, entry.why)
    after, _events = _folded(play, entry)
    if after.outcome and play.ended:
        return [entry, Ended(after.outcome.as_json()["outcome"])]
    return [entry]


def reading(play: Play, readings: Sequence[Seen | None], by: str, why: str) -> list[AnyEntry]:
    """The dice of the present throw as the referee sees them.

    Args:
        play: the game, with a throw that does not count yet.
        readings: the last picture's dice in their order, each as the referee has it; ``None`` for one that belongs to
            nobody. Only those with the status ``read`` count.
        by, why: as in the record.

    Returns:
        A ruling for each die that is another one now.

    Raises:
        RefereeError: no throw waits for it, or there are no such dice.
    """
    _check_words(by, why)
    read = last_look(play.history).read
    if not play.dice or read is None or len(readings) != len(read.dice):
        raise RefereeError(_("no throw waits for a decision now"))
    blank = [replace(die, face=None, settled=False, again=False) for die in play.dice]
    rules = play.start.dice
    each = rules is not None and rules.equal == "each"
    matched = match(blank, [one for one in readings if one is not None], each)
    changed = [place for place, die in enumerate(matched) if die.face != play.dice[place].face]
    changed += [place for place, die in enumerate(matched) if die.settled and not play.dice[place].settled]
    if not changed:
        raise RefereeError(_("this leaves every die as it is: whose is whose is not certain; the seats enter them"))
    return [FaceRuled(place, matched[place].face, by, why) for place in sorted(set(changed))]


def _check_words(*words: str) -> None:
    """Who has decided, and why.

    Raises:
        RefereeError: it holds what cannot be seen, or is too long.
    """
    for text in words:
        if code := plain.unseen(text):
            why = _("{text}: allowed are letters and signs that are seen, in one line; not {code}")
            raise RefereeError(why.format(text=plain.shown(repr(text[:_NAMED])), code=code))
        if len(text) > REASON_LENGTH:
            why = _("{text}…: at most {n} letters")
            raise RefereeError(why.format(text=plain.shown(repr(text[:_NAMED])), n=REASON_LENGTH))


def _folded(play: Play, entry: AnyEntry) -> tuple[Play, tuple[Event, ...]]:
    try:
        return play.fold(entry)
    except IllegalAnswer as error:
        raise RefereeError(sentence(error)) from None
