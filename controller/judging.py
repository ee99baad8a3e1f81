"""What a seat has decided on its keys, as the entry that it makes. A choice is sealed here, and nowhere else."""

import secrets

from controller.asking import face_of
from controller.journal.entries import AnyEntry, ByHand, Chosen, FaceEntered, FaceJudged, ProposalJudged
from controller.journal.seal import seal
from controller.panel.keypad import Ask, Decision


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
