"""How a game ends before its end: given up, forfeited, aborted. Pure."""

from collections.abc import Mapping

from controller.journal.entries import Closed
from controller.rules.core import N_, Event, IllegalAnswer, Message, Outcome, Reason, message


def closing(scores: Mapping[int, int], entry: Closed) -> tuple[Outcome, Event]:
    """The outcome, and what is told: the best of the others wins, or nobody when it is aborted.

    Args:
        scores: points by seat.
        entry: how the game ends.

    Raises:
        IllegalAnswer: there is no such seat.
    """
    winner: tuple[int, ...] = ()
    if entry.reason == "aborted":
        text = message("The game is aborted by {by}: {why}", by=entry.by, why=entry.why)
        return Outcome(winner, scores, Reason.ABORTED), Event(entry.reason, entry.seat, text)
    if entry.seat not in scores:
        raise IllegalAnswer(message("there is no seat {n} here", n=entry.seat))
    others = {seat: score for seat, score in scores.items() if seat != entry.seat}
    winner = tuple(seat for seat, score in others.items() if score == max(others.values()))
    words = N_("{seat:seat} concedes: {why}")
    if entry.reason == "forfeited":
        words = N_("{seat:seat} forfeits the game, says {by}: {why}")
    text = Message(words, {"seat": entry.seat, "by": entry.by, "why": entry.why})
    return Outcome(winner, scores, Reason(entry.reason)), Event(entry.reason, entry.seat, text)
