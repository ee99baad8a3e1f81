"""The game stands still because a seat wants it so, and the seats agree on something. Pure.

A seat stops the game and proposes: a face of the last throw was another one, a die is thrown again, the last step is
undone, the dice are entered although the camera could read them. All the others have to agree, however many they are:
nobody is outvoted about what lies on the table. Where they do not, the game goes on as it was, or the referee decides.
Another seat may take over by stopping the game itself.

Whatever is corrected or undone, everything behind it counts no more, hidden choices among it: whether one of them
could still stand would tell something about it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from controller.amend import effective
from controller.i18n import N_, render
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    Chosen,
    Corrected,
    Drawn,
    FaceAgreed,
    Halted,
    PictureRead,
    ProposalJudged,
    Proposed,
    Resumed,
    Threw,
    ThrownAgain,
    Undone,
)
from controller.last_look import last_look
from controller.matching import OpenDie, counting, lying
from controller.rules.core import Choice, Event, IllegalAnswer, Message, Throw, message
from vision.reading import faces

if TYPE_CHECKING:
    from controller.play import Play

ALL_DICE: Final = -1
Result = tuple["Play", tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Halt:
    """The game stands still.

    Attributes:
        seat: who has stopped it, and proposes.
        dice: the evidence: the dice of the present throw, or else of the last one that counts.
        picture: the picture that shows them; empty where they were entered by hand.
        throws: where the throws stand in the record that count already.
        undo: from which entry on nothing would count after an undo; ``None`` where there is nothing to undo.
        undo_choice: whether that step is a choice, not a throw.
        proposal: what is proposed.
        agreed: who has agreed so far.
    """

    seat: int
    dice: tuple[OpenDie, ...] = ()
    picture: str = ""
    throws: tuple[int, ...] = ()
    undo: int | None = None
    undo_choice: bool = False
    proposal: Proposed | None = None
    agreed: frozenset[int] = frozenset()


def ways(play: "Play") -> tuple[str, ...]:
    """What the seat that has stopped the game can do, in the order of the keys."""
    halt = play.halt
    assert halt is not None
    return _ways(play, any(die.face is not None for die in halt.dice), undo=halt.undo is not None)


def ways_now(play: "Play", steps: "Steps") -> tuple[str, ...]:
    """What a seat could do if it stopped the game now; empty where nobody can stop it.

    Args:
        play: the game.
        steps: its steps so far.
    """
    if play.closed:
        return ()
    known = any(die.face is not None for die in play.dice) if play.dice else bool(steps.throws)
    return _ways(play, known, undo=steps.undo is not None)


def _ways(play: "Play", known: bool, *, undo: bool) -> tuple[str, ...]:
    """What can be done; ``known``: whether a face of the dice that lie there is."""
    possible = {
        "go_on": True,
        "face": known,
        "by_hand": bool(play.throwing()),
        "again": bool(play.dice) and not play.throwing(),
        "undo": undo,
        "concede": play.outcome is None,
    }
    return tuple(way for way, open_ in possible.items() if open_)


def others(play: "Play") -> frozenset[int]:
    """The seats that have to agree."""
    assert play.halt is not None
    return frozenset(range(1, play.start.players + 1)) - {play.halt.seat}


# --- entries ----------------------------------------------------------------------------------------------------------


def folded(play: "Play", entry: Halted | Proposed | ProposalJudged | Resumed) -> Result:
    """The game after one of these entries.

    Raises:
        IllegalAnswer: it is not possible now.
    """
    match entry:
        case Halted():
            return _halted(play, entry)
        case Proposed():
            return _proposed(play, entry)
        case ProposalJudged():
            return _judged(play, entry)
    return _resumed(play, entry)


def _halted(play: "Play", entry: Halted) -> Result:
    """A seat stops the game; not one that was given up or aborted."""
    if play.closed or not 1 <= entry.seat <= play.start.players:
        raise IllegalAnswer(message("the game is over"))
    steps = _steps(play)
    dice = tuple(die for threw in steps.throws.values() for die in lying(threw.seat, threw.dice))
    choice = any(at == steps.undo and isinstance(one, Chosen) for at, one in effective(play.history))
    picture = last_look(play.history).picture
    halt = Halt(entry.seat, play.dice or dice, picture, tuple(steps.throws), steps.undo, choice)
    text = message("{seat:seat} stops the game", seat=entry.seat)
    return replace(play, halt=halt, ended=False), (Event("halted", entry.seat, text),)


def _resumed(play: "Play", entry: Resumed) -> Result:
    _stopper(play, entry.seat)
    text = message("The game goes on as it was, says {seat:seat}", seat=entry.seat)
    return replace(play, halt=None), (Event("resumed", entry.seat, text),)


def _proposed(play: "Play", entry: Proposed) -> Result:
    halt = _stopper(play, entry.seat)
    if entry.what not in ways(play) or halt.proposal:
        raise IllegalAnswer(message("this cannot be proposed now"))
    if entry.what == "face":
        known = 0 <= entry.die < len(halt.dice)
        if not known or entry.value == halt.dice[entry.die].face or entry.value not in faces(halt.dice[entry.die].type):
            raise IllegalAnswer(message("this cannot be proposed now"))
    if entry.what == "again" and not ALL_DICE <= entry.die < len(halt.dice):
        raise IllegalAnswer(message("no such die in this throw"))
    if entry.what == "face" and not play.dice:
        # Refused at once where it could not count, as for a die that was not thrown at all.
        play.fold(_correction(play, halt, entry))
    event = Event("proposed", entry.seat, wording(halt, entry), {"what": entry.what})
    return replace(play, halt=replace(halt, proposal=entry, agreed=frozenset())), (event,)


def _judged(play: "Play", entry: ProposalJudged) -> Result:
    halt = play.halt
    if halt is None or halt.proposal is None or entry.seat not in others(play) - halt.agreed:
        raise IllegalAnswer(message("{seat:seat} has nothing to confirm here", seat=entry.seat))
    if entry.agrees:
        changed = replace(halt, agreed=halt.agreed | {entry.seat})
        event = Event("agrees", entry.seat, message("{seat:seat} agrees", seat=entry.seat))
    else:
        changed = replace(halt, proposal=None, agreed=frozenset())
        event = Event("refuses", entry.seat, message("{seat:seat} does not agree", seat=entry.seat))
    return replace(play, halt=changed), (event,)


def _stopper(play: "Play", seat: int) -> Halt:
    if play.halt is None or play.halt.seat != seat:
        raise IllegalAnswer(message("{seat:seat} has not stopped the game", seat=seat))
    return play.halt


# --- words ------------------------------------------------------------------------------------------------------------

_FACE: Final = N_("{by:seat} says: {die:die} of {seat:seat} shows {face:option}, not {old:option}")
_UNKNOWN_FACE: Final = N_("{by:seat} says: {die:die} of {seat:seat} shows {face:option}")
_AGAIN: Final = N_("{by:seat} wants {dice:dice} of {seats:seats} thrown again")
_UNDO_CHOICE: Final = N_("{by:seat} wants the last choice undone")
_UNDO_THROW: Final = N_("{by:seat} wants the last throw undone")
_BY_HAND: Final = N_("{by:seat} wants this throw entered by hand")
QUESTIONS: Final = {
    _FACE: N_("{by:seat} says: {die:die} of {seat:seat} shows {face:option}, not {old:option}. Right?"),
    _UNKNOWN_FACE: N_("{by:seat} says: {die:die} of {seat:seat} shows {face:option}. Right?"),
    _AGAIN: N_("{by:seat} wants {dice:dice} of {seats:seats} thrown again. Do you agree?"),
    _UNDO_CHOICE: N_("{by:seat} wants the last choice undone. Do you agree?"),
    _UNDO_THROW: N_("{by:seat} wants the last throw undone. Do you agree?"),
    _BY_HAND: N_("{by:seat} wants this throw entered by hand. Do you agree?"),
}
"""What is proposed, as the others are asked about it."""


def wording(halt: Halt, proposal: Proposed) -> Message:
    """What is proposed, in a sentence."""
    if proposal.what == "undo":
        # What kind of step it is everybody has seen; nothing is said about what was chosen.
        return Message(_UNDO_CHOICE if halt.undo_choice else _UNDO_THROW, {"by": proposal.seat})
    if proposal.what == "by_hand":
        return Message(_BY_HAND, {"by": proposal.seat})
    if proposal.what == "again":
        concerned = halt.dice if proposal.die == ALL_DICE else halt.dice[proposal.die : proposal.die + 1]
        kinds, seats = tuple(die.type for die in concerned), tuple(sorted({die.seat for die in concerned}))
        return Message(_AGAIN, {"by": proposal.seat, "dice": kinds, "seats": seats})
    die = halt.dice[proposal.die]
    values = {"by": proposal.seat, "die": die.type, "seat": die.seat, "face": proposal.value, "old": die.face}
    return Message(_UNKNOWN_FACE if die.face is None else _FACE, values)


def question(halt: Halt, proposal: Proposed) -> Message:
    """What is proposed, as the others are asked about it."""
    about = wording(halt, proposal)
    return about._replace(text=QUESTIONS[about.text])


# --- what comes of it -------------------------------------------------------------------------------------------------


def agreed(play: "Play") -> list[AnyEntry]:
    """What follows once all the others have agreed; empty before."""
    halt = play.halt
    if halt is None or halt.proposal is None or halt.agreed != others(play):
        return []
    proposal = halt.proposal
    if proposal.what == "undo":
        assert halt.undo is not None
        return [Undone(halt.undo)]
    if proposal.what == "by_hand":
        return [ByHand(proposal.seat)]
    if proposal.what == "again":
        return [ThrownAgain(tuple(range(len(halt.dice))) if proposal.die == ALL_DICE else (proposal.die,))]
    assert proposal.value is not None
    if play.dice:
        return [FaceAgreed(proposal.die, proposal.value)]
    return [_correction(play, halt, proposal)]


def _correction(play: "Play", halt: Halt, proposal: Proposed) -> Corrected:
    """The last throw with another face; the game goes on right behind it."""
    place = proposal.die
    record = dict(effective(play.history))
    for at in halt.throws:
        threw = record[at]
        assert isinstance(threw, Threw)
        dice = lying(threw.seat, threw.dice)
        if place < len(dice):
            shown = [die.face for die in dice if die.face is not None]
            assert proposal.value is not None
            shown[place] = proposal.value
            changed = counting({kind: len(values) for kind, values in threw.dice.items()}, shown)
            everybody = Message("{seats:seats}", {"seats": tuple(range(1, play.start.players + 1))})
            by, why = render(everybody, play.names), render(wording(halt, proposal), play.names)
            return Corrected(at, by, why, dice=changed, void_from=halt.throws[-1] + 1)
        place -= len(dice)
    raise IllegalAnswer(message("no such die in this throw"))


# --- evidence ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Steps:
    """The steps of a game, collected entry by entry.

    A step is what was asked at one moment: hidden choices that were revealed together go together, and a throw goes
    with everything that was entered about it. What the table drew stays drawn. Nothing is undone beyond a verdict.

    Attributes:
        undo: the place where the last step begins that can be undone; ``None`` where there is none.
        throws: the throws that were made together last, by their places.
    """

    undo: int | None = None
    throws: dict[int, Threw] = field(default_factory=dict)
    _together: set[int] = field(default_factory=set)

    def add(self, at: int, entry: AnyEntry, now: "Play", events: Sequence[Event]) -> None:
        """One more entry that counts.

        Args:
            at: its place.
            entry: as it counts.
            now: the moment in which it was made.
            events: what it has made happen.
        """
        if isinstance(entry, Chosen | Threw | PictureRead | ByHand) and _begins(now):
            self.undo = at
        if isinstance(entry, Threw):
            if entry.seat not in self._together:
                self.throws, self._together = {}, {throw.seat for throw in now.throws}
            self.throws[at] = entry
            self._together.discard(entry.seat)
        else:
            self._together = set()
        if isinstance(entry, Drawn) or any(event.name == "verdict" for event in events):
            self.undo = None


def _steps(play: "Play") -> Steps:
    now, steps = play.first(), Steps()
    for at, entry in effective(play.history)[1:]:
        after, events = now.step(entry)
        steps.add(at, entry, now, events)
        now = after
    return steps


def _begins(play: "Play") -> bool:
    """Whether nothing of a step is there yet."""
    return not play.dice and not play.locked and any(isinstance(need, Choice | Throw) for need in play.needs)
