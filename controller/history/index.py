"""All games of a journal in short, kept in memory: the journal only grows, so that each entry is read once."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Final

from controller.history.games import Standing, Summary, summary
from controller.history.throws import Fallen
from controller.journal.lines import GameRow, Line, Row
from controller.journal.store import Journal

# Entries that are read in one go, so that the memory it takes does not depend on how long the journal is.
_MOST: Final = 1000


class Index:
    """The games of a journal. From any thread; whoever asks while another one reads waits for it.

    Args:
        path: the journal; it is only looked at, also while a station writes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._seen = 0
        self._games: dict[int, Summary] = {}
        # The lines of games that go on, which are read no second time.
        self._open: dict[int, list[Line]] = {}
        # Equal throws are kept once: there are few different ones, and a dozen of them in each game.
        self._fallen: dict[Fallen, Fallen] = {}

    @property
    def path(self) -> Path:
        """The journal."""
        return self._path

    @property
    def sequence(self) -> int:
        """The last entry that was taken in; tells two states of the journal apart."""
        return self._seen

    def games(self) -> list[Summary]:
        """Every game as it stands now, oldest first; none where there is no journal yet.

        Raises:
            JournalError: it cannot be read.
            RecordError: one of its games cannot be read.
        """
        with self._lock:
            if self._path.exists():
                with Journal(self._path, read_only=True) as journal:
                    self._read(journal)
            return [self._games[number] for number in sorted(self._games)]

    def _read(self, journal: Journal) -> None:
        while rows := list(islice(journal.rows(self._seen), _MOST)):
            self._take(journal, rows)

    def _take(self, journal: Journal, rows: Sequence[Row]) -> None:
        new: dict[int, list[Line]] = {}
        for row in rows:
            new.setdefault(row.game, []).append(row.line)
        # Asked after the entries: each of their games is among them.
        known_as = {row.id: row for row in journal.games()}
        games, still_open = dict(self._games), dict(self._open)
        for game, lines in new.items():
            known = still_open.pop(game, None)
            again = known is None and game in games
            # What a referee has amended after its end is read again as a whole, and not kept: there may be more by now.
            whole = journal.lines(game) if again else [*(known or ()), *lines]
            games[game] = self._summary(known_as[game], whole)
            if games[game].standing is Standing.OPEN and not again:
                still_open[game] = whole
        # All or nothing: what could not be read is read again the next time.
        self._games, self._open, self._seen = games, still_open, rows[-1].sequence

    def _summary(self, row: GameRow, lines: Sequence[Line]) -> Summary:
        found = summary(row, lines)
        return replace(found, fallen=tuple(self._fallen.setdefault(one, one) for one in found.fallen))
