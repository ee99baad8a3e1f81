"""Which die in the picture is whose: pure, and strict. What is not certain stays open and is asked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.journal.entries import Seen
from controller.rules.core import Throw
from vision.reading import Face, Status

_W100: Final = ("d%", "d10")


@dataclass(frozen=True, slots=True)
class OpenDie:
    """One die of the throw that is being judged.

    Attributes:
        seat: who throws it.
        type: the physical die (``d%`` and ``d10`` for a W100).
        face: the glyph on its upper face; ``None`` while it must be entered.
        settled: True once it counts: read by the camera, or entered and confirmed.
    """

    seat: int
    type: str
    face: Face | None = None
    settled: bool = False


def open_dice(throws: Sequence[Throw]) -> tuple[OpenDie, ...]:
    """The physical dice of the throws asked for, none of them known."""
    return tuple(OpenDie(throw.seat, part) for throw in throws for kind in throw.dice for part in _parts(kind))


def _parts(kind: str) -> tuple[str, ...]:
    return _W100 if kind == "d100" else (kind,)


def match(dice: Sequence[OpenDie], seen: Sequence[Seen]) -> tuple[OpenDie, ...]:
    """Give each open die its face where the picture leaves no doubt.

    A face counts only when its reading may be used, no more dice lie there than were asked for, and it is certain
    whose die it is: it is the only one of its type, or every die of the type shows the same face. A seat's own equal
    dice are told apart by nothing and need not be.
    """
    if len(seen) > len(dice):
        return tuple(dice)
    asked = Counter(die.type for die in dice)
    found = Counter(one.type for one in seen)
    result = list(dice)
    for kind, number in asked.items():
        values = [one.value for one in seen if one.type == kind and one.status == Status.READ]
        if len(values) != number or found[kind] != number or None in values:
            continue
        places = [index for index, die in enumerate(dice) if die.type == kind]
        if len({dice[index].seat for index in places}) > 1 and len(set(values)) > 1:
            continue
        for index, value in zip(places, values, strict=True):
            result[index] = replace(dice[index], face=value, settled=True)
    return tuple(result)


def counted(kind: str, glyphs: Sequence[Face]) -> tuple[Face, ...]:
    """What dice of a kind count, from the glyphs on them.

    The W10's 0 is 10; a W100 is the tens die with the W10, and 00 with 0 is 100. ``glyphs`` of a W100 alternate.

    >>> counted("d10", (0,)), counted("d100", (0, 0)), counted("d100", (30, 7))
    ((10,), (100,), (37,))
    """
    if kind == "d10":
        return tuple(10 if glyph == 0 else glyph for glyph in glyphs)
    if kind == "d100":
        pairs = zip(glyphs[::2], glyphs[1::2], strict=True)
        return tuple((int(tens) + int(ones)) or 100 for tens, ones in pairs)
    return tuple(glyphs)
