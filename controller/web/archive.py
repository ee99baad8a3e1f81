"""What the pages of the history know: every game in short, the dice, the reviews. Reading goes on in other threads."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.card.content import judged
from controller.history.account import Item, Remark, account, remarks
from controller.history.choosing import Choice
from controller.history.fairness import Fairness, fairness
from controller.history.games import Summary, decoded
from controller.history.index import Index
from controller.journal.clock import told
from controller.journal.store import Journal
from controller.play import Play, replay
from controller.web.reviews import Reviews
from controller.web.snapshot import Rounds


@dataclass(frozen=True, slots=True)
class Recorded:
    """One game, all of it.

    Attributes:
        game: in short.
        play: where it stands.
        items: its entries.
        rounds: as on the scoreboard, see ``snapshot.Rounds``.
        remarks: what was amended.
        cards: the rounds that have a verdict card.
    """

    game: Summary
    play: Play
    items: list[Item]
    rounds: list[dict[str, Any]]
    remarks: list[Remark]
    cards: frozenset[int]


class Archive:
    """The games of a station's journal. In the server's loop alone.

    Args:
        journal: the file; it is only looked at.
    """

    def __init__(self, journal: Path) -> None:
        self.reviews = Reviews(journal)
        self._journal = journal
        self._index = Index(journal)
        self._dice: tuple[int, Choice, list[Fairness]] | None = None

    async def games(self) -> list[Summary]:
        """Every game, oldest first.

        Raises:
            DicetableError: the journal cannot be read.
        """
        return await asyncio.to_thread(self._index.games)

    async def game(self, number: int) -> Summary | None:
        """One game in short; ``None`` where there is no such game.

        Raises:
            DicetableError: the journal cannot be read.
        """
        return next((one for one in await self.games() if one.number == number), None)

    async def recorded(self, game: Summary) -> Recorded:
        """One game with all its entries.

        Raises:
            RecordError: it cannot be played again by these rules.
            DicetableError: the journal cannot be read.
        """
        return await asyncio.to_thread(self._recorded, game)

    def _recorded(self, game: Summary) -> Recorded:
        with Journal(self._journal, read_only=True) as journal:
            lines = journal.lines(game.number)
        history = decoded(game.number, lines)
        play, _events = replay(history)
        items = account(history, told([(line.at, line.clock) for line in lines]))
        return Recorded(game, play, items, Rounds().of(play), remarks(items), frozenset(judged(history)))

    async def fairness(self, wanted: Choice) -> list[Fairness]:
        """The dice of the games that are wanted; kept until there are more entries or others are wanted.

        Raises:
            DicetableError: the journal cannot be read.
        """
        games = await self.games()
        at = self._index.sequence
        if self._dice is None or self._dice[:2] != (at, wanted):
            self._dice = at, wanted, await asyncio.to_thread(fairness, games, wanted)
        return self._dice[2]
