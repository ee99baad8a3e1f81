"""Faces that were entered by hand against a sure reading of the same dice: asked about once more. Pure.

Equal dice of several seats are entered even where each was read, since a picture does not say whose is whose. What was
read is then known all the same: somebody who enters another face is asked again, and both are named.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.amend import effective
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    FaceRuled,
    PictureRead,
    Rejected,
    Threw,
    ThrownAgain,
)
from controller.matching import OpenDie
from vision.reading import Face, Status

# After these the last picture says nothing of the dice that lie there, or somebody with more to say has spoken.
_OVERTAKES = ByHand | FaceAgreed | FaceRuled | Rejected | ThrownAgain | Threw


class Contradiction(NamedTuple):
    """What does not go together, of the dice of one type.

    Attributes:
        read: the faces that the camera read and is sure of.
        entered: the faces that the dice have by what was entered.
        again: the place of the die whose seat is to look once more; empty once all have.
    """

    read: tuple[Face, ...]
    entered: tuple[Face, ...]
    again: frozenset[int]


def contradictions(dice: Sequence[OpenDie], history: Sequence[AnyEntry]) -> dict[str, Contradiction]:
    """By type of die; a type that is not all entered yet is in none.

    Args:
        dice: of the present throw.
        history: the game's entries.
    """
    if not any(die.face is not None and not die.settled for die in dice):
        return {}
    since = _since_the_picture(history)
    picture = since[0] if since else None
    if not isinstance(picture, PictureRead):
        return {}
    found = {}
    for kind in {die.type for die in dice if not die.settled}:
        own = {place: die for place, die in enumerate(dice) if die.type == kind}
        seen = [one for one in picture.dice if one.type == kind and not one.outside]
        faces = [die.face for die in own.values() if die.face is not None]
        if len(faces) < len(own) or len(seen) > len(own):
            # Not all known yet; or what was read may be a die that belongs to nobody.
            continue
        read = [one.value for one in seen if one.status == Status.READ and one.value is not None]
        if Counter(read) - Counter(faces):
            entered = {place for place, die in own.items() if not die.settled}
            # One after the other: who looks again may end it, and nobody is then in the middle of another question.
            again = frozenset(sorted(entered - _asked_again(since))[:1])
            found[kind] = Contradiction(_sorted(read), _sorted(faces), again)
    return found


def _since_the_picture(history: Sequence[AnyEntry]) -> list[AnyEntry]:
    """The last picture of the dice that lie there, and what came after it; empty where there is none."""
    entries = [entry for _place, entry in effective(history)]
    for place in range(len(entries) - 1, -1, -1):
        if isinstance(entries[place], _OVERTAKES):
            break
        if isinstance(entries[place], PictureRead):
            return entries[place:]
    return []


def _asked_again(since: Sequence[AnyEntry]) -> set[int]:
    """The dice that were entered twice in a row: their seats have looked once more."""
    return {place for place, times in Counter(_entered_in_a_row(since)).items() if times > 1}


def _entered_in_a_row(since: Sequence[AnyEntry]) -> Iterator[int]:
    disputed = {entry.die: at for at, entry in enumerate(since) if isinstance(entry, FaceJudged) and not entry.agrees}
    for at, entry in enumerate(since):
        if isinstance(entry, FaceEntered) and at > disputed.get(entry.die, -1):
            yield entry.die


def _sorted(faces: Sequence[Face]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=lambda face: (isinstance(face, str), face)))
