"""What an entry of a record says, in a few words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.i18n import N_, _, option_name, render
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    Chosen,
    Drawn,
    Ended,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    Halted,
    PictureRead,
    ProposalJudged,
    Proposed,
    Resumed,
    Started,
    TakenBack,
    Threw,
    ThrownAgain,
    TimeUp,
    Undone,
)
from controller.rules import GAMES
from controller.rules.core import Face, Message, message

_PROPOSALS: Final[Mapping[str, str]] = {
    "face": N_("{seat:seat} proposes another face"),
    "again": N_("{seat:seat} proposes to throw again"),
    "undo": N_("{seat:seat} proposes to undo the last step"),
    "by_hand": N_("{seat:seat} proposes to enter the throw by hand"),
}


def words_of(entry: AnyEntry, hidden: bool, names: Mapping[int, str] = MappingProxyType({})) -> str:
    """An entry in a few words; a choice that is hidden is not among them.

    Args:
        entry: of a record.
        hidden: whether nobody may see what was chosen.
        names: the players' names, by seat; a seat without one is called by its number.
    """

    def said(text: Message) -> str:
        return render(text, names)

    match entry:
        case Started(game=game):
            return _("start of {game}").format(game=GAMES[game].name)
        case Chosen(seat=seat, value=value, seal=seal):
            shown = _("hidden") if hidden else option_name(value, names)
            text = message("{seat:seat} locks {value} (seal {seal} …)", seat=seat, value=shown, seal=seal[:8])
            return said(text)
        case TakenBack(seat=seat):
            return said(message("{seat:seat} takes the choice back", seat=seat))
        case Threw(seat=seat, dice=dice):
            return said(message("{seat:seat} throws {faces}", seat=seat, faces=faces_of(dice)))
        case PictureRead(picture=picture, trouble=trouble):
            return _("picture {name}").format(name=picture) if picture else trouble
        case Ended(outcome={"scores": {**by_seat}, "winner": [*winners]}):
            scores = " : ".join(str(score) for score in by_seat.values())
            if not winners:
                return _("end {scores}; a draw").format(scores=scores)
            return said(message("end {scores}; winner: {seats:seats}", scores=scores, seats=tuple(winners)))
        case FaceEntered(seat=seat, value=value):
            return said(message("{seat:seat} enters {value:option}", seat=seat, value=value))
        case FaceJudged(seat=seat, agrees=agrees):
            confirms, disputes = message("{seat:seat} confirms", seat=seat), message("{seat:seat} disputes", seat=seat)
            return said(confirms if agrees else disputes)
        case Drawn(value=value):
            return _("the table draws {value}").format(value=option_name(value))
    beside = _beside(entry)
    return said(beside) if beside else _("note of the referee or the table")


def _beside(entry: AnyEntry) -> Message | None:
    """What the seats and the table have done beside the game; ``None`` for anything else."""
    match entry:
        case Halted(seat=seat):
            return message("{seat:seat} stops the game", seat=seat)
        case Proposed(seat=seat, what=what):
            return Message(_PROPOSALS[what], {"seat": seat})
        case ProposalJudged(seat=seat, agrees=agrees):
            yes, no = message("{seat:seat} agrees", seat=seat), message("{seat:seat} does not agree", seat=seat)
            return yes if agrees else no
        case Resumed(seat=seat):
            return message("{seat:seat} goes on as it was", seat=seat)
        case Undone(void_from=place):
            return message("all agree: undone from entry {n} on", n=place)
        case FaceAgreed(value=value):
            return message("all agree on {value:option}", value=value)
        case ThrownAgain():
            return message("all agree to throw again")
        case ByHand(seat=seat):
            return message("{seat:seat} enters by hand", seat=seat)
        case TimeUp(seats=seats):
            return message("the time is up for {seats:seats}", seats=seats)
    return None


def before_correction(counts: AnyEntry, written: AnyEntry) -> str:
    """What stood in an entry before it was corrected, in a few words; empty where it counts as it was written.

    Args:
        counts: the entry as it counts.
        written: as it was written.
    """
    if counts == written:
        return ""
    match written:
        case Threw(dice=dice):
            return faces_of(dice)
        case Chosen(value=value) | Drawn(value=value):
            return option_name(value)
    return ""


def faces_of(dice: Mapping[str, tuple[Face, ...]]) -> str:
    """What the dice of a throw show, by kind: "d8: 3"."""
    shown = {kind: ", ".join(option_name(str(value)) for value in values) for kind, values in dice.items()}
    return ", ".join(f"{option_name(kind)}: {faces}" for kind, faces in shown.items())
