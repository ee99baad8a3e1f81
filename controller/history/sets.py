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
    seen: list[Seen] = []
    left: list[Seen] = []
    for entry in counting:
        if isinstance(entry, PictureRead):
            seen = [one for one in entry.dice if not one.outside]
            # One picture may show the throws of several seats. Each of its dice is one die of one of them; which of two
            # that show the same makes no difference to the counts of their sets.
            left = list(seen)
        elif isinstance(entry, _PARTS):
            seen, left = [], []
        elif isinstance(entry, Threw):
            found.append(tuple(_of_die(die, seen, left) for die in lying(entry.seat, entry.dice)))
    return found


def _of_die(die: OpenDie, seen: Sequence[Seen], left: list[Seen]) -> str:
    same = [one for one in left if (one.type, one.value) == (die.type, die.face) and one.seat in (0, die.seat)]
    if same:
        taken = max(same, key=lambda one: one.seat == die.seat)
        left.remove(taken)
        return taken.set
    # Its face was entered or corrected: it is certain only where all dice of its kind are of one set.
    names = {one.set for one in seen if one.type == die.type}
    return names.pop() if len(names) == 1 else ""
