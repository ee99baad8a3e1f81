"""Which taught set each die of a recorded throw belongs to, as far as its picture says so. Pure."""

from collections.abc import Sequence
from typing import Final

from controller.journal.entries import AnyEntry, ByHand, Chosen, Drawn, PictureRead, Seen, Threw
from controller.matching import OpenDie, lying

# What lay in an earlier picture says nothing of a throw that comes after one of these.
_PARTS: Final = Chosen | Drawn | ByHand


def sets_of(counting: Sequence[AnyEntry]) -> list[tuple[str, ...]]:
    """The sets of the dice of every throw, in the order of ``matching.lying``; empty names where none is known.

    Args:
        counting: the entries of a game that count, oldest first.
    """
    found: list[tuple[str, ...]] = []
    seen: tuple[Seen, ...] = ()
    for entry in counting:
        if isinstance(entry, PictureRead):
            seen = tuple(one for one in entry.dice if not one.outside)
        elif isinstance(entry, _PARTS):
            seen = ()
        elif isinstance(entry, Threw):
            found.append(_of_throw(entry, seen))
    return found


def _of_throw(entry: Threw, seen: Sequence[Seen]) -> tuple[str, ...]:
    """Each die of the picture is one die of the throw; two that show the same are equal to the counts of their sets."""
    left = list(seen)
    return tuple(_of_die(die, seen, left) for die in lying(entry.seat, entry.dice))


def _of_die(die: OpenDie, seen: Sequence[Seen], left: list[Seen]) -> str:
    same = [one for one in left if (one.type, one.value) == (die.type, die.face) and one.seat in (0, die.seat)]
    if same:
        taken = max(same, key=lambda one: one.seat == die.seat)
        left.remove(taken)
        return taken.set
    # Its face was entered or corrected: it is certain only where all dice of its kind are of one set.
    names = {one.set for one in seen if one.type == die.type}
    return names.pop() if len(names) == 1 else ""
