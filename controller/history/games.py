"""A recorded game in short. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

import msgspec

from controller.errors import RecordError
from controller.history.throws import Fallen, fallen
from controller.i18n import _
from controller.journal import entries
from controller.journal.clock import Told, told
from controller.journal.entries import Annulled, AnyEntry, Corrected, Ended, Started, Undone
from controller.journal.lines import GameRow, Line
from controller.plain import shown
from controller.rules import GAMES
from controller.rules.core import IllegalAnswer, Reason


class Standing(StrEnum):
    """Where a game stands. ``CUT``: its last entries were lost when the journal was damaged."""

    FINISHED = "finished"
    ABORTED = "aborted"
    OPEN = "open"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in short; nothing in it is hidden.

    Attributes:
        number: in the journal.
        began: when.
        start: what is played, and by whom.
        standing: where it stands.
        winner: seats that won; empty for a draw, and while it goes on.
        scores: points by seat; empty while it goes on.
        reason: why it is over, else empty.
        amended: whether something of it was corrected, annulled or undone.
        fallen: the faces thrown, see ``throws``.
    """

    number: int
    began: Told
    start: Started
    standing: Standing
    winner: tuple[int, ...]
    scores: Mapping[int, int]
    reason: str
    amended: bool
    fallen: tuple[Fallen, ...]

    @property
    def day(self) -> date:
        """The day on which it began, by the clock on the wall."""
        return self.began.at.astimezone().date()

    @property
    def title(self) -> str:
        """The game's own name."""
        return GAMES[self.start.game].name if self.start.game in GAMES else self.start.game

    def name(self, seat: int) -> str:
        """Who sits there; empty where nobody gave a name."""
        names = self.start.names
        return shown(names[seat - 1]) if seat <= len(names) else ""


def summary(row: GameRow, lines: Sequence[Line]) -> Summary:
    """A game from its lines.

    Raises:
        RecordError: they cannot be read.
    """
    history = decoded(row.id, lines)
    start, last = history[0], history[-1]
    assert isinstance(start, Started)
    outcome = last.outcome if isinstance(last, Ended) else {}
    try:
        thrown = tuple(fallen(history))
    except IllegalAnswer:
        thrown = ()
    return Summary(
        number=row.id,
        began=told([(line.at, line.clock) for line in lines])[0],
        start=start,
        standing=_standing(row, outcome),
        winner=tuple(outcome.get("winner", ())),
        scores={int(seat): points for seat, points in outcome.get("scores", {}).items()},
        reason=str(outcome.get("reason", "")),
        amended=any(isinstance(entry, Corrected | Annulled | Undone) for entry in history),
        fallen=thrown,
    )


def decoded(number: int, lines: Sequence[Line]) -> list[AnyEntry]:
    """The entries of a game.

    Raises:
        RecordError: they cannot be read.
    """
    try:
        history = [entries.decode(line.body) for line in lines]
    except msgspec.DecodeError as error:
        raise RecordError(_("game {n}: the record cannot be read: {why}").format(n=number, why=error)) from None
    if not history or not isinstance(history[0], Started):
        why = _("it is empty or damaged")
        raise RecordError(_("game {n}: the record cannot be read: {why}").format(n=number, why=why))
    return history


def _standing(row: GameRow, outcome: Mapping[str, object]) -> Standing:
    if row.cut:
        return Standing.CUT
    if not outcome:
        return Standing.OPEN
    return Standing.ABORTED if outcome.get("reason") == Reason.ABORTED else Standing.FINISHED
