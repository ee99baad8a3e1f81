"""Reads a card from a journal, beside a station that is at work."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from controller.card.content import Card, card_of, judged
from controller.errors import RecordError
from controller.i18n import _
from controller.journal import entries
from controller.journal.clock import told
from controller.journal.lines import Line
from controller.journal.store import Journal


class Pictures(Protocol):
    """Where the pictures of throws are kept, by their names in the record; see ``controller.evidence``."""

    def still(self, picture: str) -> Path | None:
        """The picture with the reading drawn in."""

    def clip(self, picture: str) -> Path | None:
        """How the dice came to lie."""


def read(journal: Path, game: int, round_: int) -> tuple[Card, list[int]]:
    """The card of a round, and the rounds of its game that there are cards of.

    Args:
        journal: the file.
        game: the game's number in it.
        round_: the round's number.

    Raises:
        RecordError: there is no such game or round, or it is not decided or not revealed.
        JournalError: the journal cannot be read.
    """
    with Journal(journal, read_only=True) as source:
        numbers = [row.id for row in source.games()]
        if game not in numbers:
            text = _("no game {found} in this journal; there is: {allowed}")
            allowed = f"{numbers[0]} … {numbers[-1]}" if numbers else _("none yet")
            raise RecordError(text.format(found=game, allowed=allowed))
        lines = source.lines(game)
    return of_lines(lines, round_, game)


def of_lines(lines: Sequence[Line], round_: int, game: int = 0) -> tuple[Card, list[int]]:
    """The same of a game's lines, as they are stored.

    Raises:
        RecordError: as ``read``.
    """
    try:
        history = [entries.decode(line.body) for line in lines]
    except msgspec.DecodeError as error:
        raise RecordError(_("the record cannot be read: {why}").format(why=error)) from None
    times = told([(line.at, line.clock) for line in lines])
    card = card_of(history, round_, game=game, times=times, chain=[line.chain for line in lines])
    return card, judged(history)


def kept(card: Card, pictures: Pictures | None) -> list[tuple[Path, Path | None]]:
    """The pictures of a card's throws that are still kept: each with its moving one, where there is one."""
    if pictures is None:
        return []
    found = [(pictures.still(name), pictures.clip(name)) for name in card.pictures]
    return [(still, clip) for still, clip in found if still]
