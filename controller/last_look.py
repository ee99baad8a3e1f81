"""What is to be seen of the last throw that counts, and why there is nothing to be seen of it. Pure.

A picture belongs to one throw. Nothing of an earlier one may stand beside a throw that was entered by hand, or whose
picture was lost; a throw that was undone or annulled takes its picture along.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.amend import effective
from controller.journal.entries import Annulled, AnyEntry, ByHand, Corrected, PictureRead, Threw, Undone
from controller.matching import OpenDie, die_and_face, lying
from controller.rules.core import Face, Message, message
from vision.reading import Status

_BY_HAND: Final = message("Entered by hand: there is no picture of the last throw.")
_Die = tuple[str, Face]


@dataclass(frozen=True, slots=True)
class LastLook:
    """The last look at dice, as far as it still counts.

    Attributes:
        read: the picture of the last throw, as it was read; ``None`` where there is none.
        note: why there is none, or what else counts than was read in it; ``None`` where there is nothing to say.
    """

    read: PictureRead | None = None
    note: Message | None = None

    @property
    def picture(self) -> str:
        """What the picture is called in the record; empty where there is none."""
        return self.read.picture if self.read else ""


def last_look(history: Sequence[AnyEntry], dice: Sequence[OpenDie] = ()) -> LastLook:
    """What is to be seen of the last throw.

    Args:
        history: the game's entries.
        dice: of the throw that does not count yet.
    """
    since = _since_the_look(history)
    look = since[0] if since else None
    if isinstance(look, ByHand):
        return LastLook(None, _BY_HAND)
    if not isinstance(look, PictureRead):
        return LastLook()
    if look.trouble or not look.picture:
        return LastLook(None, message("There is no picture of the last throw: {why}", why=look.trouble or "–"))
    thrown = [die for one in since if isinstance(one, Threw) for die in lying(one.seat, one.dice)]
    return LastLook(look, _otherwise(look, [*thrown, *dice]))


def _since_the_look(history: Sequence[AnyEntry]) -> list[AnyEntry]:
    """The last look that counts, and what counts of all that came after it; empty before the first."""
    entries: Sequence[AnyEntry] = history
    for place in range(len(history) - 1, -1, -1):
        if isinstance(history[place], PictureRead | ByHand):
            return list(history[place:])
        if isinstance(history[place], Annulled | Corrected | Undone):
            # Only now is it worth to go through all of the record.
            entries = [entry for _at, entry in effective(history)]
            break
    looks = [place for place, entry in enumerate(entries) if isinstance(entry, PictureRead | ByHand)]
    return list(entries[looks[-1] :]) if looks else []


def _otherwise(look: PictureRead, dice: Sequence[OpenDie]) -> Message | None:
    """What counts instead of what was read in the picture, where somebody has decided so."""
    read, counts = list[_Die](), list[_Die]()
    for kind in dict.fromkeys(die.type for die in dice):
        own = [die for die in dice if die.type == kind]
        seen = [one for one in look.dice if one.type == kind and not one.outside]
        if len(seen) > len(own) or not all(die.settled and die.face is not None for die in own):
            # One of them may belong to nobody; or it is not known yet what counts.
            continue
        faces = Counter((kind, die.face) for die in own if die.face is not None)
        certain = Counter((kind, one.value) for one in seen if one.status == Status.READ and one.value is not None)
        if certain - faces:
            read += (certain - faces).elements()
            counts += (faces - certain).elements()
    if not read:
        return None
    return message(
        "What counts: {counts:options}. The camera had read: {read:options}.",
        counts=tuple(die_and_face(*die) for die in counts),
        read=tuple(die_and_face(*die) for die in read),
    )
