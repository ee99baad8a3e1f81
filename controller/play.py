"""A game as the fold of its record: what was accepted so far, and what follows from it. Pure, like the rules."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from controller.amend import answer_of, effective
from controller.errors import RecordError
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
    FaceEntered,
    FaceJudged,
    PictureRead,
    Rejected,
    Seen,
    Started,
    TakenBack,
    Threw,
)
from controller.matching import OpenDie, counted, match, open_dice
from controller.rules import GAMES, core
from controller.rules.core import (
    N_,
    Choice,
    Draw,
    Event,
    Message,
    Outcome,
    Request,
    Setup,
    State,
    Throw,
    Thrown,
    message,
)
from vision.reading import Status, faces

RULES_VERSION: Final = 1


class Phase(StrEnum):
    """What the table is doing, as people see it."""

    CHOOSE = "choose"
    THROW = "throw"
    READING = "reading"
    CONFIRM = "confirm"
    VERDICT = "verdict"
    OVER = "over"


@dataclass(frozen=True)
class Play:
    """One moment of a game at the table.

    Attributes:
        start: the first entry of the record.
        state: the rules' state.
        dice: the dice of the throw that was looked at; empty while no picture was.
        picture: the last picture that was used, so that none is used twice.
        verdicts: the latest verdicts of the rules, one or several at once.
        ended: the record is closed.
        closed: the outcome of a game that was conceded, forfeited or aborted.
        history: every entry of the record, amended ones and amendments among them.
        locked: seats whose hidden choice is locked and not revealed yet.
    """

    start: Started
    state: State
    dice: tuple[OpenDie, ...] = ()
    picture: str | None = None
    verdicts: tuple[Event, ...] = ()
    ended: bool = False
    closed: Outcome | None = None
    history: tuple[AnyEntry, ...] = ()
    locked: frozenset[int] = frozenset()

    @property
    def verdict(self) -> Event | None:
        """The latest verdict of the rules."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or before its end; ``None`` while it goes on."""
        return self.closed or self.state.outcome

    @property
    def names(self) -> dict[int, str]:
        """The players' names by seat, as far as they have some."""
        return {seat: name for seat, name in enumerate(self.start.names, start=1) if name}

    @property
    def needs(self) -> tuple[Request, ...]:
        """What the rules ask for now; nothing once the game is over."""
        return () if self.closed else self.state.needs

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The throws that the rules ask for now."""
        return tuple(need for need in self.needs if isinstance(need, Throw))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that the rules ask for now."""
        return tuple(need for need in self.needs if isinstance(need, Choice))

    @property
    def draw(self) -> Draw | None:
        """What the table itself must draw now."""
        return next((need for need in self.needs if isinstance(need, Draw)), None)

    @property
    def phase(self) -> Phase:
        """The phase that the record stands in."""
        if self.outcome:
            return Phase.OVER
        if any(not choice.optional for choice in self.choices) or not self.throws:
            return Phase.CHOOSE
        return Phase.CONFIRM if self.dice else Phase.THROW

    def to_throw(self) -> tuple[OpenDie, ...]:
        """The physical dice that the rules ask for now."""
        return open_dice(self.throws)

    def counted_throws(self) -> list[Threw]:
        """The throws as entries, once every die of the picture is settled; empty before."""
        if not self.dice or not all(die.settled for die in self.dice):
            return []
        entries = []
        for throw in self.throws:
            glyphs = [die.face for die in self.dice if die.seat == throw.seat and die.face is not None]
            kinds: dict[str, list[core.Face]] = {}
            for kind in throw.dice:
                taken = [glyphs.pop(0) for _part in range(2 if kind == "d100" else 1)]
                kinds.setdefault(kind, []).extend(counted(kind, taken))
            entries.append(Threw(throw.seat, {kind: tuple(values) for kind, values in kinds.items()}))
        return entries

    def fold(self, entry: AnyEntry) -> tuple["Play", tuple[Event, ...]]:
        """The next moment and what happened, public from now on.

        Raises:
            IllegalAnswer: the entry is not possible here; nothing has changed.
        """
        history = (*self.history, entry)
        if isinstance(entry, Corrected | Annulled):
            return self._amend(entry, history)
        if isinstance(entry, TakenBack):
            return self._take_back(entry, history)
        play, events = self.step(entry)
        return replace(play, history=history), events

    def step(self, entry: AnyEntry) -> tuple["Play", tuple[Event, ...]]:
        """As ``fold``, for entries that are no amendments, and without keeping them in the history."""
        if self.closed and not isinstance(entry, Ended):
            raise core.IllegalAnswer(message("the game is over"))
        match entry:
            case Chosen() | Drawn() | Threw():
                answer = answer_of(entry)
                assert answer is not None
                rest = tuple(die for die in self.dice if not isinstance(answer, Thrown) or die.seat != answer.seat)
                return replace(self, dice=rest)._apply(answer)
            case PictureRead():
                return self._looked(entry)
            case FaceEntered():
                return self._entered(entry)
            case FaceJudged():
                return self._judged(entry)
            case Rejected(why=why):
                return replace(self, dice=()), (Event("rejected", None, message("Throw again: {why}", why=why)),)
            case Closed():
                return self._close(entry)
            case Ended():
                return replace(self, ended=True), ()
        raise core.IllegalAnswer(message("a game begins only once"))

    def _amend(self, entry: Amendment, history: tuple[AnyEntry, ...]) -> tuple["Play", tuple[Event, ...]]:
        """Judge everything again, with the amendment."""
        play = self._judged_anew(history)
        values = {"by": entry.by, "why": entry.why}
        if isinstance(entry, Annulled):
            text = message("Round {round} is annulled by {by}: {why}", round=entry.round, **values)
            event = Event("annulled", None, text, {"round": entry.round})
        else:
            text = message("Entry {n} is corrected by {by}: {why}", n=entry.entry, **values)
            event = Event("corrected", None, text, {"entry": entry.entry})
        return replace(play, picture=self.picture, history=history), (event,)

    def _judged_anew(self, history: tuple[AnyEntry, ...]) -> "Play":
        """Where everything leads that still counts."""
        play, _events = begin(self.start)
        for _place, one in effective(history)[1:]:
            play, _events = play.step(one)
        return play

    def _take_back(self, entry: TakenBack, history: tuple[AnyEntry, ...]) -> tuple["Play", tuple[Event, ...]]:
        """As if the choice had not been locked. The event tells that, and nothing about the choice."""
        if entry != self.take_back(entry.seat):
            raise core.IllegalAnswer(message("{seat:seat} has no choice to take back", seat=entry.seat))
        event = Event("taken_back", entry.seat, message("{seat:seat} takes the choice back", seat=entry.seat))
        return replace(self._judged_anew(history), picture=self.picture, history=history), (event,)

    def take_back(self, seat: int) -> TakenBack | None:
        """The entry by which a seat takes its locked choice back; ``None`` once the last seat has locked."""
        # Only while another hidden choice is all that is waited for: with dice on the table it would be too late.
        if seat not in self.locked or self.throws or not any(choice.hidden for choice in self.choices):
            return None
        counting = effective(self.history)
        return TakenBack(seat, [at for at, one in counting if isinstance(one, Chosen) and one.seat == seat][-1])

    def _close(self, entry: Closed) -> tuple["Play", tuple[Event, ...]]:
        """End the game before its end: the best of the others wins, or nobody."""
        if self.outcome:
            raise core.IllegalAnswer(message("the game is over"))
        scores = {seat["seat"]: seat["score"] for seat in self.state.view()["seats"]}
        if entry.reason == "aborted":
            return self._closed(entry, (), message("The game is aborted by {by}: {why}", by=entry.by, why=entry.why))
        if entry.seat not in scores:
            raise core.IllegalAnswer(message("there is no seat {n} here", n=entry.seat))
        others = {seat: score for seat, score in scores.items() if seat != entry.seat}
        winner = tuple(seat for seat, score in others.items() if score == max(others.values()))
        text = N_("{seat:seat} concedes: {why}")
        if entry.reason == "forfeited":
            text = N_("{seat:seat} forfeits the game, says {by}: {why}")
        return self._closed(entry, winner, Message(text, {"seat": entry.seat, "by": entry.by, "why": entry.why}))

    def _closed(self, entry: Closed, winner: tuple[int, ...], text: Message) -> tuple["Play", tuple[Event, ...]]:
        scores = {seat["seat"]: seat["score"] for seat in self.state.view()["seats"]}
        outcome = Outcome(winner, scores, core.Reason(entry.reason))
        return replace(self, closed=outcome, dice=()), (Event(entry.reason, entry.seat, text),)

    def _apply(self, answer: core.Answer) -> tuple["Play", tuple[Event, ...]]:
        state, events = self.state.apply(answer)
        verdicts = tuple(event for event in events if event.name == "verdict")
        locked = self.locked | {event.seat for event in events if event.name == "locked" and event.seat is not None}
        if any(event.name not in ("locked", "automatic") for event in events):
            # What follows from the choices shows them.
            locked = frozenset()
        return replace(self, state=state, verdicts=verdicts or self.verdicts, locked=locked), events

    def _looked(self, entry: PictureRead) -> tuple["Play", tuple[Event, ...]]:
        if self.phase is not Phase.THROW:
            raise core.IllegalAnswer(message("no throw is asked for now"))
        dice = match(self.to_throw(), entry.dice)
        events = [
            Event(
                "read",
                die.seat,
                message("The camera reads {die:die}: {face:option}", die=die.type, face=die.face),
                {"die": die.type, "face": die.face},
            )
            for die in dice
            if die.settled
        ]
        unclear = tuple(die.type for die in dice if not die.settled)
        if unclear:
            text = message("Not certain from the picture, please enter: {dice:dice}", dice=unclear)
            if all(_was_read(kind, dice, entry.dice) for kind in unclear):
                text = message(
                    "Whose is whose is not certain from the picture, please enter: {dice:dice}", dice=unclear
                )
            if entry.trouble:
                text = message("{why}. Please enter: {dice:dice}", why=entry.trouble, dice=unclear)
            events.append(Event("asked", None, text, {"dice": list(unclear)}))
        return replace(self, dice=dice, picture=entry.picture or self.picture), tuple(events)

    def _entered(self, entry: FaceEntered) -> tuple["Play", tuple[Event, ...]]:
        die = self._die(entry.die)
        if die.settled or die.face is not None or die.seat != entry.seat or entry.value not in faces(die.type):
            raise core.IllegalAnswer(message("{seat:seat} is not asked for this die", seat=entry.seat))
        text = message("{seat:seat} enters {die:die}: {face:option}", seat=entry.seat, die=die.type, face=entry.value)
        event = Event("entered", entry.seat, text, {"die": die.type, "face": entry.value})
        return self._with_die(entry.die, replace(die, face=entry.value)), (event,)

    def _judged(self, entry: FaceJudged) -> tuple["Play", tuple[Event, ...]]:
        die = self._die(entry.die)
        if die.settled or die.face is None or confirmer(die.seat, self.start.players) != entry.seat:
            raise core.IllegalAnswer(message("{seat:seat} has nothing to confirm here", seat=entry.seat))
        name, text = "confirmed", message("{seat:seat} confirms {die:die}: {face:option}", **self._named(entry, die))
        if not entry.agrees:
            name, text = "disputed", message("{seat:seat} disputes {die:die}: {face:option}", **self._named(entry, die))
        changed = replace(die, settled=True) if entry.agrees else replace(die, face=None)
        return self._with_die(entry.die, changed), (Event(name, entry.seat, text, {"die": die.type}),)

    @staticmethod
    def _named(entry: FaceJudged, die: OpenDie) -> dict[str, Any]:
        return {"seat": entry.seat, "die": die.type, "face": die.face}

    def _die(self, index: int) -> OpenDie:
        if not 0 <= index < len(self.dice):
            raise core.IllegalAnswer(message("no such die in this throw"))
        return self.dice[index]

    def _with_die(self, index: int, die: OpenDie) -> "Play":
        return replace(self, dice=(*self.dice[:index], die, *self.dice[index + 1 :]))


def _was_read(kind: str, dice: tuple[OpenDie, ...], seen: tuple[Seen, ...]) -> bool:
    """Whether each die of a type was read, so that only its owner can be in doubt."""
    read = sum(one.type == kind and one.status == Status.READ for one in seen)
    return len(seen) == len(dice) and read == sum(die.type == kind for die in dice)


def confirmer(seat: int, players: int) -> int:
    """Who confirms what a seat has entered: the next one clockwise."""
    return seat % players + 1


def begin(start: Started) -> tuple[Play, tuple[Event, ...]]:
    """The first moment of a game.

    Raises:
        SetupError: the game cannot be played as asked.
        RecordError: the record names a game or a version of the rules that this program does not know.
    """
    if start.game not in GAMES:
        text = _("no game is called {found}; allowed: {allowed}")
        raise RecordError(text.format(found=start.game, allowed=", ".join(GAMES)))
    if start.rules_version != RULES_VERSION:
        text = _("recorded by version {found} of the rules, known is {known}; use the program that fits")
        raise RecordError(text.format(found=start.rules_version, known=RULES_VERSION))
    setup = setup_of(start)
    state, events = GAMES[start.game].start(setup)
    staked = tuple(
        Event("stake", seat, message("{seat:seat} stakes: {stake}", seat=seat, stake=stake), {"stake": stake})
        for seat, stake in sorted(setup.stakes.items())
    )
    return Play(start, state, history=(start,)), (*staked, *events)


def setup_of(start: Started) -> Setup:
    """How the rules are told to play this game."""
    return Setup(
        players=start.players,
        variants=frozenset(start.variants),
        house=start.house,
        stakes={int(seat): stake for seat, stake in start.stakes.items()},
        first=start.first,
    )


def replay(entries: Iterable[AnyEntry]) -> tuple[Play, list[Event]]:
    """A recorded game from its entries, the ``Started`` first, with all events in order.

    Raises:
        RecordError: the entries are no game that this program can play.
    """
    listed = list(entries)
    if not listed or not isinstance(listed[0], Started):
        raise RecordError(_("entry 0: a game's record begins with its start"))
    try:
        play, opening = begin(listed[0])
        events = list(opening)
        for entry in listed[1:]:
            play, more = play.fold(entry)
            events += more
    except (core.IllegalAnswer, core.SetupError) as error:
        raise RecordError(_("the record is against the rules: {why}").format(why=sentence(error))) from None
    return play, events
