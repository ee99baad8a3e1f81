"""What becomes of the dice of a throw: read, entered, confirmed, thrown again. Pure: dice and an entry in, dice out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.journal.entries import (
    DiceRules,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    FaceRuled,
    PictureRead,
    Seen,
    ThrownAgain,
)
from controller.matching import Fault, OpenDie, faults, match
from controller.rules import core
from controller.rules.core import N_, Event, Message, message
from vision.reading import Status, faces

Dice = tuple[OpenDie, ...]

# After so many pictures in a row that ask for another throw the dice are entered, so that a game always goes on.
_MOST_AGAIN: Final = 3

_TEXTS: Final = {
    ("cocked", "enter"): N_("{dice:dice} of {seats:seats} leans and is entered"),
    ("cocked", "again"): N_("{dice:dice} of {seats:seats} leans and is thrown again"),
    ("missing", "enter"): N_("{dice:dice} of {seats:seats} is not in the picture and is entered"),
    ("missing", "again"): N_("{dice:dice} of {seats:seats} is not in the picture and is thrown again"),
    ("outside", "enter"): N_("{dice:dice} of {seats:seats} lies beside the tray and is entered"),
    ("outside", "again"): N_("{dice:dice} of {seats:seats} lies beside the tray and is thrown again"),
    ("wrong", "enter"): N_("{found:dice} lies there instead of {dice:dice} of {seats:seats}, which is entered"),
    ("wrong", "again"): N_("{found:dice} lies there instead of {dice:dice} of {seats:seats}, which is thrown"),
    ("surplus", "enter"): N_("{found:dice} is too many beside {dice:dice} of {seats:seats}; all are entered"),
    ("surplus", "again"): N_("{found:dice} is too many beside {dice:dice} of {seats:seats}; take it away, throw again"),
    ("surplus", "ignore"): N_("{found:dice} is too many beside {dice:dice} of {seats:seats} and does not count"),
}  # fmt: skip


def confirmer(seat: int, players: int) -> int:
    """Who confirms what a seat has entered: the next one clockwise."""
    return seat % players + 1


def looked(dice: Dice, entry: PictureRead, rules: DiceRules | None, again: int) -> tuple[Dice, list[Event]]:
    """The dice after a look at them, by the house rules; none of them when the whole throw is made again.

    Args:
        dice: those of the throw, as far as they are known.
        entry: what was seen.
        rules: for dice that do not lie as they should; ``None`` lets every open one be entered without a word.
        again: how often in a row a picture has led to another throw.
    """
    seen, events = entry.dice, list[Event]()
    repeated: set[int] = set()
    found = faults(dice, seen) if rules and not entry.trouble else []
    for fault in _of_open(found, dice):
        what = _rule(fault, rules or DiceRules(), again)
        events.append(_told(fault, what, dice))
        if what == "again":
            repeated.update(fault.dice)
        if what == "ignore":
            seen = tuple(one for one in seen if one.type not in fault.found)
    seen = tuple(one for one in seen if not one.outside)
    if repeated and ((rules and rules.again == "throw") or len(repeated) == len(dice)):
        return (), events
    result = _read(dice, seen, repeated, each=rules is not None and rules.equal == "each")
    events += _readings(dice, result)
    unclear = tuple(die.type for die in result if die.face is None and not die.again)
    if unclear:
        named = any(event.name == "surplus" for event in events)
        events.append(_asked(unclear, result, entry, seen, named))
    return result, events


def _of_open(found: Sequence[Fault], dice: Dice) -> list[Fault]:
    """Only what concerns dice that are not known yet: one that stays may lie there as it likes, or be taken away."""
    still = [fault._replace(dice=tuple(place for place in fault.dice if dice[place].face is None)) for fault in found]
    return [fault for fault in still if fault.dice]


def _rule(fault: Fault, rules: DiceRules, again: int) -> str:
    """What happens in such a case."""
    by_case = {"cocked": rules.cocked, "missing": rules.missing, "wrong": rules.wrong, "surplus": rules.surplus}
    what = by_case["missing" if fault.case == "outside" else fault.case]
    return "enter" if what == "again" and again >= _MOST_AGAIN else what


def _told(fault: Fault, what: str, dice: Dice) -> Event:
    """The case in a sentence that names die and seat."""
    concerned = [dice[place] for place in fault.dice]
    seats = tuple(sorted({die.seat for die in concerned}))
    kinds = tuple(dict.fromkeys(die.type for die in concerned))
    text = Message(_TEXTS[fault.case, what], {"dice": kinds, "seats": seats, "found": fault.found})
    data = {"dice": list(kinds), "seats": list(seats), "found": list(fault.found), "rule": what}
    return Event(fault.case, seats[0] if len(seats) == 1 else None, text, data)


def _read(dice: Dice, seen: Sequence[Seen], repeated: set[int], each: bool) -> Dice:
    """Each die with its face where the picture leaves no doubt; what was known before stays."""
    matched = match([OpenDie(die.seat, die.type) for die in dice], seen, each)
    known = {die.type for die in dice if die.face is not None}
    # Beside equal dice that stay nobody can tell which of them was thrown again, unless all show the same.
    unclear = {kind for kind in known if len({one.value for one in seen if one.type == kind}) > 1}
    result = []
    for place, (die, new) in enumerate(zip(dice, matched, strict=True)):
        if die.face is not None:
            result.append(replace(die, again=False))
            continue
        read = OpenDie(die.seat, die.type) if die.type in unclear else new
        result.append(replace(read, again=place in repeated and not read.settled))
    return tuple(result)


def _readings(before: Dice, dice: Dice) -> list[Event]:
    return [
        Event(
            "read",
            die.seat,
            message("The camera reads {die:die}: {face:option}", die=die.type, face=die.face),
            {"die": die.type, "face": die.face},
        )
        for old, die in zip(before, dice, strict=True)
        if die.settled and not old.settled
    ]


def _asked(unclear: tuple[str, ...], dice: Dice, entry: PictureRead, seen: Sequence[Seen], named: bool) -> Event:
    """What is entered, and why; ``named``: those that are too many were told of already."""
    text = message("Not certain from the picture, please enter: {dice:dice}", dice=unclear)
    if len(seen) > len(dice) and not named:
        text = message(
            "The camera sees {n} dice in place of {asked}: take away what is not of this throw, then enter: "
            "{dice:dice}",
            n=len(seen),
            asked=len(dice),
            dice=unclear,
        )
    if all(_was_read(kind, dice, seen) for kind in unclear):
        text = message("Whose is whose is not certain from the picture, please enter: {dice:dice}", dice=unclear)
    if entry.trouble:
        text = message("{why}. Please enter: {dice:dice}", why=entry.trouble, dice=unclear)
    return Event("asked", None, text, {"dice": list(unclear)})


def _was_read(kind: str, dice: Dice, seen: Sequence[Seen]) -> bool:
    """Whether each die of a type was read, so that only its owner can be in doubt."""
    read = sum(one.type == kind and one.status == Status.READ for one in seen)
    return len(seen) == len(dice) and read == sum(die.type == kind for die in dice)


def by_hand(dice: Dice, seat: int) -> tuple[Dice, list[Event]]:
    """All dice that are not known are entered, since a seat wants it so."""
    unknown = tuple(die.type for die in dice if die.face is None)
    text = message("{seat:seat} wants to enter by hand: {dice:dice}", seat=seat, dice=unknown)
    opened = tuple(replace(die, again=False) for die in dice)
    return opened, [Event("by_hand", seat, text, {"dice": list(unknown)})]


def entered(dice: Dice, entry: FaceEntered) -> tuple[Dice, list[Event]]:
    """A seat enters what its die shows; another time as long as nobody has confirmed it.

    Raises:
        IllegalAnswer: it is not asked for this die, or there is no such face.
    """
    die = _die(dice, entry.die)
    if die.settled or die.seat != entry.seat or entry.value not in faces(die.type):
        raise core.IllegalAnswer(message("{seat:seat} is not asked for this die", seat=entry.seat))
    text = message("{seat:seat} enters {die:die}: {face:option}", seat=entry.seat, die=die.type, face=entry.value)
    event = Event("entered", entry.seat, text, {"die": die.type, "face": entry.value})
    return put(dice, entry.die, replace(die, face=entry.value)), [event]


def judged(dice: Dice, entry: FaceJudged, players: int) -> tuple[Dice, list[Event]]:
    """Another seat confirms what was entered, or disputes it.

    Raises:
        IllegalAnswer: this seat has nothing to confirm here.
    """
    die = _die(dice, entry.die)
    if die.settled or die.face is None or confirmer(die.seat, players) != entry.seat:
        raise core.IllegalAnswer(message("{seat:seat} has nothing to confirm here", seat=entry.seat))
    values = {"seat": entry.seat, "die": die.type, "face": die.face}
    name, text = "confirmed", message("{seat:seat} confirms {die:die}: {face:option}", **values)
    if not entry.agrees:
        name, text = "disputed", message("{seat:seat} disputes {die:die}: {face:option}", **values)
    changed = replace(die, settled=True) if entry.agrees else replace(die, face=None)
    return put(dice, entry.die, changed), [Event(name, entry.seat, text, {"die": die.type})]


def agreed(dice: Dice, entry: FaceAgreed) -> tuple[Dice, list[Event]]:
    """All seats agree on what a die shows.

    Raises:
        IllegalAnswer: there is no such die, or no such face.
    """
    die = _die(dice, entry.die)
    if entry.value not in faces(die.type):
        raise core.IllegalAnswer(message("{seat:seat} is not asked for this die", seat=die.seat))
    values = {"die": die.type, "seat": die.seat, "face": entry.value}
    text = message("All agree: {die:die} of {seat:seat} shows {face:option}", **values)
    event = Event("agreed", die.seat, text, {"die": die.type, "face": entry.value})
    return put(dice, entry.die, replace(die, face=entry.value, settled=True)), [event]


def ruled(dice: Dice, entry: FaceRuled) -> tuple[Dice, list[Event]]:
    """The referee says what a die shows, or that it was not read.

    Raises:
        IllegalAnswer: there is no such die, or no such face.
    """
    die = _die(dice, entry.die)
    values = {"die": die.type, "seat": die.seat, "by": entry.by, "face": entry.value}
    if entry.value is None:
        text = message("{by}: {die:die} of {seat:seat} was not read, it is entered", **values)
        changed = replace(die, face=None, settled=False, again=False)
    elif entry.value in faces(die.type):
        text = message("{by}: {die:die} of {seat:seat} shows {face:option}", **values)
        changed = replace(die, face=entry.value, settled=True, again=False)
    else:
        text = message(
            "{die:die} cannot show {value}; allowed: {allowed:list}",
            value=entry.value,
            allowed=faces(die.type),
            **values,
        )
        raise core.IllegalAnswer(text)
    event = Event("ruled", die.seat, text, {"die": die.type, "face": entry.value})
    return put(dice, entry.die, changed), [event]


def thrown_again(dice: Dice, entry: ThrownAgain) -> tuple[Dice, list[Event]]:
    """All seats agree to throw some of the dice again; none are left when it is all of them.

    Raises:
        IllegalAnswer: there is no such die.
    """
    chosen = [_die(dice, place) for place in entry.dice]
    if not chosen:
        raise core.IllegalAnswer(message("no such die in this throw"))
    kinds = tuple(die.type for die in chosen)
    seats = tuple(sorted({die.seat for die in chosen}))
    text = message("All agree: {dice:dice} of {seats:seats} is thrown again", dice=kinds, seats=seats)
    event = Event("thrown_again", None, text, {"dice": list(kinds), "seats": list(seats)})
    if len(set(entry.dice)) == len(dice):
        return (), [event]
    opened = dice
    for place, die in zip(entry.dice, chosen, strict=True):
        opened = put(opened, place, OpenDie(die.seat, die.type, again=True))
    return opened, [event]


def _die(dice: Dice, index: int) -> OpenDie:
    if not 0 <= index < len(dice):
        raise core.IllegalAnswer(message("no such die in this throw"))
    return dice[index]


def put(dice: Dice, index: int, die: OpenDie) -> Dice:
    """The dice with one of them changed."""
    return (*dice[:index], die, *dice[index + 1 :])
