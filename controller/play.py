"""A game as the fold of its record: what was accepted so far, and what follows from it. Pure, like the rules."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from controller import halting, series, throwing
from controller.amend import answer_of, effective, told
from controller.closing import closing
from controller.contradiction import Contradiction, contradictions
from controller.errors import RecordError
from controller.halting import Halt
from controller.i18n import _, sentence
from controller.journal.entries import (
    Amendment,
    Annulled,
    AnyEntry,
    ByHand,
    Chosen,
    Closed,
    Corrected,
    Drawn,
    Ended,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    FaceRuled,
    Halted,
    PictureRead,
    ProposalJudged,
    Proposed,
    Rejected,
    Resumed,
    Started,
    TakenBack,
    Threw,
    ThrownAgain,
    TimeUp,
    Undone,
)
from controller.matching import OpenDie, counted, in_their_places, open_dice
from controller.plain import shown
from controller.rules import GAMES, core
from controller.rules.core import N_, Choice, Draw, Event, Message, Outcome, Request, State, Throw, Thrown, message
from controller.rules.setup import Setup, SetupError

RULES_VERSION: Final = 1

OfThrow = PictureRead | ByHand | FaceEntered | FaceJudged | FaceAgreed | FaceRuled | ThrownAgain


class Phase(StrEnum):
    """What the table is doing, as people see it; ``CHALLENGE``: a seat has stopped the game."""

    CHOOSE = "choose"
    THROW = "throw"
    READING = "reading"
    CONFIRM = "confirm"
    VERDICT = "verdict"
    CHALLENGE = "challenge"
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
        halt: set while a seat has stopped the game.
        late: seats whose time has run out over what they are asked.
        again: how often in a row a picture of this throw has led to another throw.
        unseen: the dice are entered by hand, and nothing was seen or entered of them yet: what may be chosen before
            a throw may still be chosen.
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
    halt: Halt | None = None
    late: frozenset[int] = frozenset()
    again: int = 0
    unseen: bool = False

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
        return {seat: shown(name) for seat, name in enumerate(self.start.names, start=1) if name}

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
        return Phase.CHALLENGE if self.halt else self.moment

    @property
    def moment(self) -> Phase:
        """The phase in which the game goes on after a halt."""
        if self.outcome:
            return Phase.OVER
        if any(not choice.optional for choice in self.choices) or not self.throws:
            return Phase.CHOOSE
        return Phase.CONFIRM if self.dice and not any(die.again for die in self.dice) else Phase.THROW

    def to_throw(self) -> tuple[OpenDie, ...]:
        """The physical dice that the rules ask for now, with what is known of them from before."""
        return self.dice or open_dice(self.throws)

    @property
    def partial(self) -> Throw | None:
        """A throw in which dice may stay as they lie; ``None`` where all are thrown, or it was looked at already."""
        return next((throw for throw in self.throws if throw.fewest is not None), None) if not self.dice else None

    def lying(self) -> tuple[OpenDie, ...]:
        """The dice of a partial throw as they lie, in the order of the rules; no face: it was not thrown yet."""
        throw = self.partial
        if throw is None:
            return ()
        faces: list[core.Face | None] = self.state.view()["dice"]
        return tuple(OpenDie(throw.seat, kind, face) for kind, face in zip(throw.dice, faces, strict=True))

    def contradictions(self) -> dict[str, Contradiction]:
        """What was entered against a sure reading of the same dice, by type of die."""
        return contradictions(self.dice, self.history)

    def throwing(self) -> frozenset[int]:
        """The seats that have dice to throw now."""
        if self.moment is not Phase.THROW:
            return frozenset()
        return frozenset(die.seat for die in self.to_throw() if die.again or not self.dice)

    def first(self) -> "Play":
        """The first moment of this game."""
        return begin(self.start)[0]

    def counted_throws(self) -> list[Threw]:
        """The throws as entries, once every die of the picture is settled; empty before."""
        if not self.dice or not all(die.settled for die in self.dice):
            return []
        entries = []
        for throw in self.throws:
            glyphs = [die.face for die in self.dice if die.seat == throw.seat and die.face is not None]
            if throw.frozen:
                glyphs = in_their_places(glyphs, self.state.view()["dice"], throw.frozen)
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
        if isinstance(entry, Undone | FaceAgreed | ThrownAgain) and entry not in halting.agreed(self):
            raise core.IllegalAnswer(message("not all seats agree to this"))
        if isinstance(entry, Undone):
            return self._undo(history)
        if isinstance(entry, TakenBack):
            return self._take_back(entry, history)
        play, events = self.step(entry)
        return replace(play, history=history), events

    def step(self, entry: AnyEntry) -> tuple["Play", tuple[Event, ...]]:
        """As ``fold``, for entries that are no amendments, and without keeping them in the history."""
        if self.closed and not isinstance(entry, Ended):
            raise core.IllegalAnswer(message("the game is over"))
        if self.halt and isinstance(entry, Chosen | Drawn | Threw | FaceEntered | FaceJudged | Rejected | TimeUp):
            raise core.IllegalAnswer(message("the game stands still"))
        match entry:
            case Chosen() | Drawn() | Threw():
                answer = answer_of(entry)
                assert answer is not None
                rest = tuple(die for die in self.dice if not isinstance(answer, Thrown) or die.seat != answer.seat)
                unseen = self.unseen and not isinstance(answer, Thrown)
                return replace(self, dice=rest, unseen=unseen)._apply(answer)
            case PictureRead() | ByHand() | FaceEntered() | FaceJudged() | FaceAgreed() | FaceRuled() | ThrownAgain():
                return self._dice_changed(entry)
            case Rejected(why=why):
                return replace(self, dice=(), unseen=False), (
                    Event("rejected", None, message("Throw again: {why}", why=why)),
                )
            case TimeUp():
                return self._time_up(entry)
            case Halted() | Proposed() | ProposalJudged() | Resumed():
                return halting.folded(self, entry)
            case Closed():
                return self._close(entry)
            case Ended():
                return replace(self, ended=True), series.told(self.start, self.outcome) if self.outcome else ()
        raise core.IllegalAnswer(message("a game begins only once"))

    def _amend(self, entry: Amendment, history: tuple[AnyEntry, ...]) -> tuple["Play", tuple[Event, ...]]:
        """Judge everything again, with the amendment."""
        play, _events = self._judged_anew(history)
        values = {"by": entry.by, "why": entry.why}
        if isinstance(entry, Annulled):
            text = message("Round {round} is annulled by {by}: {why}", round=entry.round, **values)
            event = Event("annulled", None, text, {"round": entry.round})
        else:
            text = told(entry, self.history)
            event = Event("corrected", None, text, {"entry": entry.entry})
        return replace(play, picture=self.picture, history=history), (event,)

    def _undo(self, history: tuple[AnyEntry, ...]) -> tuple["Play", tuple[Event, ...]]:
        event = Event("undone", None, message("All agree: the last step is undone"))
        play, _events = self._judged_anew(history)
        return replace(play, picture=self.picture, history=history), (event,)

    def last_events(self) -> tuple[Event, ...]:
        """What the last entry that still counts has made happen."""
        return self._judged_anew(self.history)[1]

    def _judged_anew(self, history: tuple[AnyEntry, ...]) -> tuple["Play", tuple[Event, ...]]:
        """Where everything leads that still counts, and what the last of it has made happen."""
        play, events = begin(self.start)
        for _place, one in effective(history)[1:]:
            play, events = play.step(one)
        return play, events

    def _take_back(self, entry: TakenBack, history: tuple[AnyEntry, ...]) -> tuple["Play", tuple[Event, ...]]:
        """As if the choice had not been locked. The event tells that, and nothing about the choice."""
        if entry != self.take_back(entry.seat):
            raise core.IllegalAnswer(message("{seat:seat} has no choice to take back", seat=entry.seat))
        event = Event("taken_back", entry.seat, message("{seat:seat} takes the choice back", seat=entry.seat))
        play, _events = self._judged_anew(history)
        return replace(play, picture=self.picture, history=history), (event,)

    def take_back(self, seat: int) -> TakenBack | None:
        """The entry by which a seat takes its locked choice back; ``None`` once the last seat has locked."""
        # Only while another hidden choice is all that is waited for: with dice on the table it would be too late.
        if self.halt or seat not in self.locked or self.throws or not any(choice.hidden for choice in self.choices):
            return None
        counting = effective(self.history)
        return TakenBack(seat, [at for at, one in counting if isinstance(one, Chosen) and one.seat == seat][-1])

    def _close(self, entry: Closed) -> tuple["Play", tuple[Event, ...]]:
        if self.outcome:
            raise core.IllegalAnswer(message("the game is over"))
        scores = {seat["seat"]: seat["score"] for seat in self.state.view()["seats"]}
        outcome, event = closing(scores, entry)
        return replace(self, closed=outcome, dice=(), halt=None), (event,)

    def _apply(self, answer: core.Answer) -> tuple["Play", tuple[Event, ...]]:
        state, events = self.state.apply(answer)
        verdicts = tuple(event for event in events if event.name == "verdict")
        locked = self.locked | {event.seat for event in events if event.name == "locked" and event.seat is not None}
        if any(event.name not in ("locked", "automatic") for event in events):
            # What follows from the choices shows them.
            locked = frozenset()
        late, again = self.late, self.again
        if not isinstance(answer, core.Drawn):
            late, again = late - {answer.seat}, 0
        changed = replace(self, state=state, verdicts=verdicts or self.verdicts, locked=locked, late=late, again=again)
        return changed, events

    def _time_up(self, entry: TimeUp) -> tuple["Play", tuple[Event, ...]]:
        text = {
            "choose": N_("{seats:seats}: the time to choose is up"),
            "throw": N_("{seats:seats}: the time to throw is up"),
            "load": N_("{seats:seats}: the time to load is up"),
        }[entry.what]
        event = Event("time_up", None, Message(text, {"seats": entry.seats}), {"seats": list(entry.seats)})
        return replace(self, late=self.late | set(entry.seats)), (event,)

    def _dice_changed(self, entry: OfThrow) -> tuple["Play", tuple[Event, ...]]:
        """Something became of the dice of the throw."""
        again = self.again
        match entry:
            case PictureRead():
                dice, events = self._looked(entry)
                repeated = not dice or any(die.again for die in dice)
                again, picture = (again + 1 if repeated else again), entry.picture or self.picture
                changed = replace(self, dice=dice, picture=picture, again=again, late=frozenset())
            case ByHand(seat=seat):
                if self.moment is not Phase.THROW:
                    raise core.IllegalAnswer(message("no throw is asked for now"))
                dice, events = throwing.by_hand(self.to_throw(), seat)
                changed = replace(self, dice=dice, late=frozenset(), halt=None)
            case FaceEntered():
                dice, events = throwing.entered(self.dice, entry)
                changed = replace(self, dice=dice)
            case FaceJudged():
                dice, events = throwing.judged(self.dice, entry, self.start.players)
                changed = replace(self, dice=dice)
            case FaceRuled():
                dice, events = throwing.ruled(self.dice, entry)
                changed = replace(self, dice=dice, halt=None)
            case FaceAgreed():
                dice, events = throwing.agreed(self.dice, entry)
                changed = replace(self, dice=dice, halt=None)
            case ThrownAgain():
                dice, events = throwing.thrown_again(self.dice, entry)
                changed = replace(self, dice=dice, halt=None)
        changed = replace(changed, unseen=isinstance(entry, ByHand) and (self.unseen or not self.dice))
        if changed.halt:
            # What is there to be seen has changed, so nothing is proposed about it yet.
            shown = entry.picture if isinstance(entry, PictureRead) and not entry.trouble else ""
            # With the first look at it the throw is the step that would be undone.
            before = changed.halt
            undo, choice = (before.undo, before.undo_choice) if self.dice else (len(self.history), False)
            changed = replace(changed, halt=Halt(before.seat, changed.dice, shown, undo=undo, undo_choice=choice))
        return changed, tuple(events)

    def _looked(self, entry: PictureRead) -> tuple[tuple[OpenDie, ...], list[Event]]:
        if self.moment is not Phase.THROW:
            raise core.IllegalAnswer(message("no throw is asked for now"))
        dice, events = throwing.looked(self.to_throw(), entry, self.start.dice, self.again)
        before = next((one for one in reversed(self.history) if isinstance(one, PictureRead)), None)
        # Records from before the house rules for dice have no such event.
        if self.start.dice and before and before.trouble and not entry.trouble:
            events.insert(0, Event("camera_back", None, message("The camera gives pictures again")))
        return dice, events


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
    except (core.IllegalAnswer, SetupError) as error:
        raise RecordError(_("the record is against the rules: {why}").format(why=sentence(error))) from None
    return play, events
