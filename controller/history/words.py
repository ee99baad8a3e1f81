"""What an entry of a record says, in a few words."""

from collections.abc import Mapping
from typing import Final

from controller.i18n import N_, _, option_name
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
from controller.rules.core import Face

_PROPOSALS: Final[Mapping[str, str]] = {
    "face": N_("seat {n} proposes another face"),
    "again": N_("seat {n} proposes to throw again"),
    "undo": N_("seat {n} proposes to undo the last step"),
    "by_hand": N_("seat {n} proposes to enter the throw by hand"),
}


def words_of(entry: AnyEntry, hidden: bool) -> str:
    """An entry in a few words; a choice that is hidden is not among them."""
    match entry:
        case Started(game=game):
            return _("start of {game}").format(game=GAMES[game].name)
        case Chosen(seat=seat, value=value, seal=seal):
            shown = _("hidden") if hidden else option_name(value)
            return _("seat {n} locks {value} (seal {seal} …)").format(n=seat, value=shown, seal=seal[:8])
        case TakenBack(seat=seat):
            return _("seat {n} takes its choice back").format(n=seat)
        case Threw(seat=seat, dice=dice):
            return _("seat {n} throws {faces}").format(n=seat, faces=_faces(dice))
        case PictureRead(picture=picture, trouble=trouble):
            return _("picture {name}").format(name=picture) if picture else trouble
        case Ended(outcome={"scores": {**by_seat}, "winner": [*winners]}):
            scores = " : ".join(str(score) for score in by_seat.values())
            winner = ", ".join(_("Seat {n}").format(n=seat) for seat in winners)
            if not winner:
                return _("end {scores}; a draw").format(scores=scores)
            return _("end {scores}; winner: {winner}").format(scores=scores, winner=winner)
        case FaceEntered(seat=seat, value=value):
            return _("seat {n} enters {value}").format(n=seat, value=option_name(str(value)))
        case FaceJudged(seat=seat, agrees=agrees):
            return (_("seat {n} confirms") if agrees else _("seat {n} disputes")).format(n=seat)
        case Drawn(value=value):
            return _("the table draws {value}").format(value=option_name(value))
    return _beside(entry) or _("note of the referee or the table")


def _beside(entry: AnyEntry) -> str:
    """What the seats and the table have done beside the game; empty for anything else."""
    match entry:
        case Halted(seat=seat):
            return _("seat {n} stops the game").format(n=seat)
        case Proposed(seat=seat, what=what):
            return _(_PROPOSALS[what]).format(n=seat)
        case ProposalJudged(seat=seat, agrees=agrees):
            return (_("seat {n} agrees") if agrees else _("seat {n} does not agree")).format(n=seat)
        case Resumed(seat=seat):
            return _("seat {n} goes on as it was").format(n=seat)
        case Undone(void_from=place):
            return _("all agree: undone from entry {n} on").format(n=place)
        case FaceAgreed(value=value):
            return _("all agree on {value}").format(value=option_name(str(value)))
        case ThrownAgain():
            return _("all agree to throw again")
        case ByHand(seat=seat):
            return _("seat {n} enters by hand").format(n=seat)
        case TimeUp(seats=seats):
            return _("the time is up for seat {n}").format(n=", ".join(map(str, seats)))
    return ""


def _faces(dice: Mapping[str, tuple[Face, ...]]) -> str:
    shown = {kind: ", ".join(option_name(str(value)) for value in values) for kind, values in dice.items()}
    return ", ".join(f"{option_name(kind)}: {faces}" for kind, faces in shown.items())
