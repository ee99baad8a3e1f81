"""What each seat is asked now. Pure: the game and what the table knows beside it in, prompts out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from controller import halting, seeing
from controller.amend import effective
from controller.journal.entries import PictureRead, Proposed
from controller.matching import OpenDie
from controller.panel.keypad import Ask, Prompt
from controller.play import Phase, Play
from controller.rules.core import N_, Message, Throw, message
from controller.seeing import Tray, Way
from controller.throwing import confirmer
from vision.reading import Face, faces

BY_HAND: Final = "by_hand"
STAY: Final = "stay"
BACK: Final = "back"
ALL: Final = "all"
YES: Final = "yes"

# Short enough for two beside each other on a terminal's panel.
_WAYS: Final = {
    "go_on": message("go on"),
    "face": message("wrong face"),
    "by_hand": message("by hand"),
    "again": message("throw again"),
    "undo": message("undo step"),
    "concede": message("give up"),
}
_BY_HAND: Final = message("enter by hand")
_KEEP: Final = N_("keep {face:option}")
_THROW_IT: Final = N_("throw {face:option}")
_THROW: Final = {
    Way.OK: N_("Throw {dice:dice}, then OK"),
    Way.LIVE: N_("Throw {dice:dice}"),
    Way.SIMULATED: N_("Throw {dice:dice} with OK"),
    Way.DOUBT: N_("Was {dice:dice} thrown? Then OK"),
}
_AGAIN: Final = {
    Way.OK: N_("Throw {dice:dice} again, the others stay; then OK"),
    Way.LIVE: N_("Throw {dice:dice} again, the others stay"),
    Way.SIMULATED: N_("Throw {dice:dice} again with OK"),
    Way.DOUBT: N_("Was {dice:dice} thrown again? Then OK"),
}


@dataclass(frozen=True, slots=True)
class Beside:
    """What the table knows beside the record.

    Attributes:
        ready: seats that have said that their dice lie still.
        looking: whether the camera is at work, or a simulated hand throws.
        automatic: whether the camera notices by itself that dice were thrown.
        steps: what the seat that has stopped the game has picked so far, from its menus.
        tray: what a live camera sees, where there is one.
        staying: which dice of a partial throw a simulated hand leaves where they lie, as a seat has picked them.
    """

    ready: Collection[int] = ()
    looking: bool = False
    automatic: bool = False
    steps: tuple[str, ...] = ()
    tray: Tray | None = None
    staying: Collection[int] = ()


def prompts(play: Play, beside: Beside) -> dict[int, Prompt]:
    """What each seat is asked now; a seat has one question at a time."""
    if play.halt:
        return _about_halt(play, beside.steps)
    asked: dict[int, Prompt] = {}
    for choice in play.choices:
        thrown = beside.looking or (play.dice and not play.unseen)
        if choice.optional and (choice.seat in beside.ready or thrown):
            # The dice have been thrown: too late to choose by what they show.
            continue
        prompt = Prompt(
            choice.seat,
            Ask.CHOICE,
            choice.options,
            choice.hidden,
            choice.about,
            optional=choice.optional,
            keys=choice.keys,
        )
        asked.setdefault(choice.seat, prompt)
    if play.phase is Phase.THROW and not beside.automatic and not beside.looking:
        for seat in sorted(play.throwing() - set(beside.ready)):
            asked.setdefault(seat, _throw(play, seat, beside))
    if play.phase is Phase.CONFIRM and not asked:
        # Nobody says what the dice show while somebody may still choose.
        for seat, prompt in _about_dice(play):
            asked.setdefault(seat, prompt)
    return asked


def _throw(play: Play, seat: int, beside: Beside) -> Prompt:
    """To throw, or to throw some dice again; or to enter what they show, without the camera."""
    way = seeing.way(beside.tray)
    if play.partial and way is Way.SIMULATED:
        return _partial_throw(play.partial, play.lying(), beside.staying)
    again = tuple(die.type for die in play.dice if die.again and die.seat == seat)
    dice = again or next(throw.dice for throw in play.throws if throw.seat == seat)
    text = (_AGAIN if again else _THROW)[way]
    return Prompt(seat, Ask.READY, (BY_HAND,), False, Message(text, {"dice": dice}), optional=True, labels=(_BY_HAND,))


def _partial_throw(throw: Throw, lying: Sequence[OpenDie], staying: Collection[int]) -> Prompt:
    """To say of each die whether a simulated hand is to keep it: people take up what they throw, and say nothing."""
    stay = {*staying, *throw.frozen}
    full = len(lying) - len(stay) <= (throw.fewest or 0)
    labels: dict[str, Message] = {}
    for place, die in enumerate(lying):
        if die.face is not None and place not in throw.frozen and (place in stay or not full):
            labels[f"{STAY} {place}"] = Message(_THROW_IT if place in stay else _KEEP, {"face": die.face})
    labels[BY_HAND] = _BY_HAND
    dice = tuple(die.type for place, die in enumerate(lying) if place not in stay)
    text = Message((_AGAIN if stay else _THROW)[Way.SIMULATED], {"dice": dice})
    # Each die keeps its key, whatever the others do.
    keys = (*(f"{STAY} {place}" for place in range(len(lying))), BY_HAND)
    return Prompt(
        throw.seat, Ask.READY, tuple(labels), False, text, optional=True, labels=tuple(labels.values()), keys=keys
    )


def picked_die(value: str) -> int | None:
    """Which die of a partial throw an option is about; ``None``: it is another option."""
    word, _space, place = value.partition(" ")
    return int(place) if word == STAY else None


def _about_dice(play: Play) -> list[tuple[int, Prompt]]:
    """Faces to enter, then those to confirm, each in the order of the dice: nobody's own entry is cut off."""
    entering, confirming = [], []
    nth: dict[int, int] = {}
    against = play.contradictions()
    for index, die in enumerate(play.dice):
        own = nth[die.seat] = nth.get(die.seat, -1) + 1
        if die.settled:
            continue
        found = against.get(die.type)
        if die.face is None or (found and index in found.again):
            # The W10's 0 counts 10 and so comes last.
            options = tuple(str(face) for face in _in_order(die.type))
            about = message("Enter what your {die:die} shows", die=die.type)
            if found:
                about = message(
                    "Camera: {read:options}; entered: {entered:options}. Look again: what does your {die:die} show?",
                    die=die.type,
                    read=found.read,
                    entered=found.entered,
                )
            entering.append((die.seat, Prompt(die.seat, Ask.FACE, options, False, about, index, own)))
        elif not found or not found.again:
            other = confirmer(die.seat, play.start.players)
            values = {"seat": die.seat, "die": die.type, "face": die.face}
            about = message("{seat:seat} says: {die:die} shows {face:option}. Right?", **values)
            if found:
                about = message(
                    "Camera: {read:options}; entered: {entered:options}. Does {die:die} of {seat:seat} really show "
                    "{face:option}?",
                    read=found.read,
                    entered=found.entered,
                    **values,
                )
            confirming.append((other, Prompt(other, Ask.CONFIRM, (), False, about, index)))
    return entering + confirming


def _in_order(kind: str) -> list[Face]:
    """The faces of a die in the order of what they count: the W10's 0 counts 10 and comes last."""
    return sorted(faces(kind), key=lambda face: kind == "d10" and face == 0)


# --- the game stands still --------------------------------------------------------------------------------------------


def _about_halt(play: Play, steps: tuple[str, ...]) -> dict[int, Prompt]:
    halt = play.halt
    assert halt is not None
    if halt.proposal is None:
        return {halt.seat: _menu(play, halt, steps)}
    about = halting.question(halt, halt.proposal)
    waits = sorted(halting.others(play) - halt.agreed)
    return {seat: Prompt(seat, Ask.AGREE, (), False, about) for seat in waits}


def _menu(play: Play, halt: halting.Halt, steps: tuple[str, ...]) -> Prompt:
    """What the seat that has stopped the game picks: a way, then a die, then its face."""
    match steps:
        case ("face",) | ("again",):
            known = [place for place, die in enumerate(halt.dice) if steps == ("again",) or die.face is not None]
            alone = len({die.seat for die in halt.dice}) == 1
            options = {str(place): _die(halt.dice[place], alone) for place in known}
            if steps == ("again",) and len(known) > 1:
                options[ALL] = message("all dice")
            about = message("Which die?")
        case ("face", place):
            die = halt.dice[int(place)]
            options = {str(face): _face(face) for face in _in_order(die.type) if face != die.face}
            about = message("What does {die:die} of {seat:seat} show?", die=die.type, seat=die.seat)
        case ("concede",):
            options = {YES: message("yes")}
            about = message("Give up the game?")
        case _:
            options = {way: _WAYS[way] for way in halting.ways(play)}
            about = message("You have stopped the game")
    if steps:
        options[BACK] = message("back")
    labels = tuple(options.values())
    return Prompt(halt.seat, Ask.HALT, tuple(options), False, about, labels=labels)


def _die(die: OpenDie, alone: bool) -> Message:
    """A die in few words; whose it is only where there are several players' dice."""
    values = {"die": die.type, "seat": die.seat, "face": "?" if die.face is None else die.face}
    if alone:
        return message("{die:die}: {face:option}", **values)
    return message("{seat:seat}, {die:die}: {face:option}", **values)


def _face(face: Face) -> Message:
    return Message(N_("{face:option}"), {"face": face})


def fails(play: Play, tray: Tray | None) -> bool:
    """Whether camera or reading fail, so that a seat may have the dice entered without asking the others."""
    if tray and not seeing.sees(tray):
        return True
    pictures = [entry for _place, entry in effective(play.history) if isinstance(entry, PictureRead)]
    return bool(pictures and pictures[-1].trouble)


def picked(play: Play, steps: tuple[str, ...], value: str, failing: bool) -> tuple[str, ...] | Proposed:
    """What follows from a pick in the menus: the next menu, or a proposal.

    The ways that need no agreement, ``go_on``, ``concede`` with ``yes``, and ``by_hand`` where the camera is
    ``failing``, come back as they were picked.
    """
    halt = play.halt
    assert halt is not None
    if value == BACK:
        # Of a single die nobody was asked which one.
        return () if len(halt.dice) == 1 else steps[:-1]
    match (*steps, value):
        case ("undo",):
            return Proposed(halt.seat, "undo")
        case ("by_hand",) if not failing:
            return Proposed(halt.seat, "by_hand")
        case ("face" | "again" as way,) if len(halt.dice) == 1:
            return ("face", "0") if way == "face" else Proposed(halt.seat, "again", 0)
        case ("again", place):
            return Proposed(halt.seat, "again", halting.ALL_DICE if place == ALL else int(place))
        case ("face", place, face):
            return Proposed(halt.seat, "face", int(place), face_of(face))
        case further:
            return further


def face_of(text: str) -> Face:
    """A face from the value of an option."""
    return int(text) if text.isdecimal() else text
