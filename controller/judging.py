"""What a seat has decided on its keys, as the entry that it makes. A choice is sealed here, and nowhere else."""

import secrets

from controller import asking
from controller.asking import face_of
from controller.i18n import _
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    Chosen,
    Closed,
    FaceEntered,
    FaceJudged,
    ProposalJudged,
    Resumed,
)
from controller.journal.seal import seal
from controller.panel.keypad import Ask, Decision
from controller.play import Play


def entry_of(decision: Decision) -> AnyEntry | None:
    """The entry of a decision; ``None`` where it makes none by itself."""
    prompt, value = decision.prompt, decision.value
    match prompt.ask:
        case Ask.CHOICE if value is not None:
            return chosen(prompt.seat, value)
        case Ask.READY if value is not None:
            return ByHand(prompt.seat)
        case Ask.FACE if value is not None:
            return FaceEntered(prompt.seat, prompt.die, face_of(value))
        case Ask.CONFIRM:
            return FaceJudged(prompt.seat, prompt.die, decision.agrees)
        case Ask.AGREE:
            return ProposalJudged(prompt.seat, decision.agrees)
    return None


def chosen(seat: int, value: str) -> Chosen:
    """A choice, sealed over a nonce of its own."""
    nonce = secrets.token_hex(16)
    return Chosen(seat, value, nonce, seal(nonce, value))


def picked(play: Play, steps: tuple[str, ...], value: str, failing: bool) -> tuple[AnyEntry | None, tuple[str, ...]]:
    """What a pick of the seat that has stopped the game becomes.

    Args:
        play: the game, which stands still.
        steps: what was picked before, from menu to menu.
        value: what was picked now.
        failing: whether camera or reading fail.

    Returns:
        The entry, if it makes one, and all that is picked by now.
    """
    assert play.halt is not None
    seat = play.halt.seat
    match further := asking.picked(play, steps, value, failing):
        case ("go_on",):
            return Resumed(seat), further
        case ("by_hand",):
            return ByHand(seat), further
        case ("concede", asking.YES):
            name = play.names.get(seat) or _("Seat {n}").format(n=seat)
            return Closed("conceded", name, _("said on the panel"), seat), further
        case tuple():
            return None, further
    return further, ()
