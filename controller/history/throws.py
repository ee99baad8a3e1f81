"""Which faces of a game say something about its dice: those that were really thrown, in throws that count. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from controller.amend import answer_of, effective
from controller.errors import DicetableError
from controller.history.sets import sets_of
from controller.journal.entries import AnyEntry, Started, Threw
from controller.matching import lying
from controller.play import begin
from controller.rules.core import Face, State, Throw, Thrown
from controller.rules.setup import SetupError


class Fallen(NamedTuple):
    """One die, thrown once.

    Attributes:
        seat: who threw it.
        die: its type (see ``vision.reading.DIE_TYPES``).
        face: the glyph on its upper face.
        set: the taught set that it belongs to; empty where none is known.
    """

    seat: int
    die: str
    face: Face
    set: str = ""


def fallen(history: Sequence[AnyEntry]) -> list[Fallen]:
    """The faces that were thrown, oldest first, as they were corrected, without what was annulled or undone.

    Where dice may stay as they lie while others are thrown, a record says only what was asked for: such a throw is left
    out, unless it names the dice that stayed. A die that lies still is no throw, and somebody chose to keep it.

    Raises:
        IllegalAnswer: an amendment of the record amends nothing.
    """
    counting = [entry for _place, entry in effective(history)]
    start, found = counting[0], list[Fallen]()
    assert isinstance(start, Started)
    throws = [entry for entry in counting if isinstance(entry, Threw)]
    stay = _staying(counting, start) if any(sum(map(len, one.dice.values())) > 2 for one in throws) else {}
    sets = sets_of(counting)
    for place, entry in enumerate(throws):
        kept = stay.get(place, ())
        if kept is not None:
            dice = zip(lying(entry.seat, entry.dice), sets[place], strict=True)
            found += [
                Fallen(die.seat, die.type, die.face, name)
                for at, (die, name) in enumerate(dice)
                if at not in kept and die.face is not None
            ]
    return found


def _staying(counting: Sequence[AnyEntry], start: Started) -> Mapping[int, tuple[int, ...] | None]:
    """By throw, the dice that stayed as they lay; ``None`` where that is not known, as in games of other rules."""
    number = 0
    throws = sum(isinstance(entry, Threw) for entry in counting)
    stay: dict[int, tuple[int, ...] | None] = dict.fromkeys(range(throws))
    try:
        state = begin(start)[0].state
        for entry in counting[1:]:
            answer = answer_of(entry)
            if answer is None:
                continue
            if isinstance(answer, Thrown):
                stay[number] = _kept(state, answer)
                number += 1
            state = state.apply(answer).state
    except (DicetableError, SetupError, ValueError):
        # What follows cannot be judged by these rules; nothing is claimed of it.
        pass
    return stay


def _kept(state: State, answer: Thrown) -> tuple[int, ...] | None:
    asked = next((need for need in state.needs if isinstance(need, Throw) and need.seat == answer.seat), None)
    if asked is None or asked.fewest is None:
        return ()
    return answer.kept or None
