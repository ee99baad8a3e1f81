"""Which die in the picture is whose: pure, and strict. What is not certain stays open and is asked."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

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
        again: True while it is to be thrown again, beside others that stay.
    """

    seat: int
    type: str
    face: Face | None = None
    settled: bool = False
    again: bool = False


def open_dice(throws: Sequence[Throw]) -> tuple[OpenDie, ...]:
    """The physical dice of the throws asked for, none of them known."""
    return tuple(OpenDie(throw.seat, part) for throw in throws for kind in throw.dice for part in parts(kind))


def parts(kind: str) -> tuple[str, ...]:
    """The physical dice that a die of the rules is thrown with: two for a W100."""
    return _W100 if kind == "d100" else (kind,)


class Fault(NamedTuple):
    """Something does not lie as it should.

    Attributes:
        case: ``cocked``, ``missing``, ``outside`` (beside the tray), ``wrong`` or ``surplus``.
        dice: indices of the open dice that are concerned; of ``surplus`` all.
        found: types that lie there and belong to nobody, of ``wrong`` and ``surplus``.
    """

    case: str
    dice: tuple[int, ...]
    found: tuple[str, ...] = ()


def faults(dice: Sequence[OpenDie], seen: Sequence[Seen]) -> list[Fault]:
    """What is certain to lie otherwise than it should. Of a doubtful picture nothing is claimed."""
    beside, seen = [one.type for one in seen if one.outside], [one for one in seen if not one.outside]
    asked, found = Counter(die.type for die in dice), Counter(one.type for one in seen)
    left_over = found - asked
    sure = all(one.status == Status.READ for one in seen if one.type in left_over)
    if len(seen) > len(dice):
        return [Fault("surplus", tuple(range(len(dice))), tuple(left_over.elements()))] if sure else []
    result = []
    lacking = {place for kind in asked - found for place in _of_type(dice, kind)}
    if left_over and sure and len(seen) == len(dice):
        result.append(Fault("wrong", tuple(sorted(lacking)), tuple(left_over.elements())))
    elif not left_over:
        cases = {kind: "outside" if kind in beside else "missing" for kind in asked - found}
        result += [Fault(case, _of_type(dice, kind)) for kind, case in cases.items()]
    cocked = [one for one in seen if one.status == Status.COCKED and one.type in asked]
    places = {
        one.type: _owned(dice, one.type, [each.seat for each in cocked if each.type == one.type]) for one in cocked
    }
    return result + [Fault("cocked", places[kind]) for kind in places]


def _of_type(dice: Sequence[OpenDie], kind: str) -> tuple[int, ...]:
    return tuple(place for place, die in enumerate(dice) if die.type == kind)


def _owned(dice: Sequence[OpenDie], kind: str, seats: Sequence[int]) -> tuple[int, ...]:
    """The dice of a type that belong to these seats; all of the type where one of them is not certain."""
    places = _of_type(dice, kind)
    return tuple(place for place in places if dice[place].seat in seats) if 0 not in seats else places


def match(dice: Sequence[OpenDie], seen: Sequence[Seen], each: bool = False) -> tuple[OpenDie, ...]:
    """Give each open die its face where the picture leaves no doubt.

    A face counts only when its reading may be used, no more dice lie there than were asked for, and it is certain
    whose die it is: only one seat throws its type, every die of the type shows the same face, or each lies in the zone
    of its seat or is of a set that is its seat's. A seat's own equal dice are told apart by nothing and need not be.
    What lies beside the tray does not count.

    Args:
        dice: those of the throw.
        seen: what the picture shows.
        each: whether of a seat's own equal dice, all of which are in the picture, some count where others were not
            read: they come first, and the others stay open. Else none does.
    """
    seen = [one for one in seen if not one.outside]
    if len(seen) > len(dice):
        return tuple(dice)
    asked = Counter(die.type for die in dice)
    found = Counter(one.type for one in seen)
    result = list(dice)
    for kind, number in asked.items():
        lying = [one for one in seen if one.type == kind and one.status == Status.READ]
        places = list(_of_type(dice, kind))
        alone = len({dice[index].seat for index in places}) == 1
        if found[kind] != number or None in [one.value for one in lying]:
            continue
        if each and alone:
            places = places[: len(lying)]
        if len(lying) != len(places):
            continue
        if len({dice[index].seat for index in places}) > 1 and len({one.value for one in lying}) > 1:
            if sorted(one.seat for one in lying) != sorted(dice[index].seat for index in places):
                continue
            # The same order on both sides: by seat.
            lying, places = sorted(lying, key=lambda one: one.seat), sorted(places, key=lambda index: dice[index].seat)
        for index, one in zip(places, lying, strict=True):
            result[index] = replace(dice[index], face=one.value, settled=True)
    return tuple(result)


def in_their_places(shown: Sequence[Face], before: Sequence[Face | None], frozen: Sequence[int]) -> list[Face]:
    """Faces of equal dice with those that had to stay where they were: a picture and people know no such order.

    One that is not there is left out of it, and the rules refuse the throw.

    >>> in_their_places(("jester", "red", "blue"), ("red", "blue", "jester"), (2,))
    ['red', 'blue', 'jester']
    """
    rest, kept = list(shown), dict[int, Face]()
    for place in frozen:
        face = before[place]
        if face is not None and face in rest:
            rest.remove(face)
            kept[place] = face
    return [kept[place] if place in kept else rest.pop(0) for place in range(len(shown))]


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


def glyphs(kind: str, value: Face) -> tuple[Face, ...]:
    """What is written on the dice of a kind that count so much: the reverse of ``counted``.

    >>> glyphs("d10", 10), glyphs("d100", 100), glyphs("d100", 37)
    ((0,), (0, 0), (30, 7))
    """
    if kind == "d10":
        return (int(value) % 10,)
    if kind == "d100":
        return (int(value) % 100 // 10 * 10, int(value) % 10)
    return (value,)


def lying(seat: int, dice: Mapping[str, Sequence[Face]]) -> list[OpenDie]:
    """The physical dice of a throw that counts."""
    return [
        OpenDie(seat, part, glyph, settled=True)
        for kind, values in dice.items()
        for value in values
        for part, glyph in zip(parts(kind), glyphs(kind, value), strict=True)
    ]


def die_and_face(kind: str, face: Face) -> str:
    """A die and what it shows, without the kind where the face says it: "d8 3", "red"."""
    return face if isinstance(face, str) else f"{kind} {face}"


def counting(kinds: Mapping[str, int], faces: Sequence[Face]) -> dict[str, tuple[Face, ...]]:
    """What physical dice count, in the order of ``lying``: the faces by kind.

    Args:
        kinds: how many dice of each kind were thrown.
        faces: the glyphs.
    """
    result, left = {}, list(faces)
    for kind, number in kinds.items():
        size = number * len(parts(kind))
        result[kind] = counted(kind, left[:size])
        left = left[size:]
    return result
