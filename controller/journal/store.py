"""The record: append-only SQLite. What ``append`` has returned from survives a power cut."""

import errno
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self

import msgspec

from controller.errors import DamagedError, JournalError
from controller.i18n import _
from controller.journal import clock, damage, entries, schema
from controller.journal.clock import Moment
from controller.journal.entries import AnyEntry, Started
from controller.journal.lines import GameRow, Line, Row, Step, compact, events_json, link
from controller.journal.lock import Lock, in_use
from controller.journal.rescue import prepare
from controller.rules.core import Event

# What SQLite says of a disk that takes nothing.
_READ_ONLY: Final = 8
_IO_ERROR: Final = 10
_CORRUPT: Final = (11, 26)
_FULL: Final = 13
_CANNOT_OPEN: Final = 14
_CACHE_KIB: Final = 256


class Journal:
    """The games of one station. Used from one thread at a time; a second station on the same file is refused.

    Attributes:
        path: the file.
        sequence: the number of the last entry that is on the disk; 0 before the first. Of a journal that is only looked
            at it is not kept.
        news: sentences for people about what was done when it was opened: set aside, brought up to date.
    """

    def __init__(
        self, path: Path, read_only: bool = False, rescue: bool = False, now: Callable[[], Moment] = clock.now
    ) -> None:
        """Open the record, or make it; one of an older version is brought up to date, and kept as it was.

        Args:
            path: the file; its folder is made where it is missing. Others on the machine may not read it,
                since it holds hidden choices from the moment that they are locked.
            read_only: only look, beside a station that is at work; the file must be there.
            rescue: set a damaged one aside and go on with what can be proved of its games; else it is refused.
            now: the clocks.

        Raises:
            DamagedError: what is in it is not what was written.
            JournalError: it cannot be opened, belongs to a newer version, or is in use.
        """
        # Followed to its end, so that two names of one file are one journal.
        self.path = path = path.resolve()
        self.news: list[str] = []
        self.sequence = 0
        self._now = now
        self._lock: Lock | None = None
        self._copy: TemporaryDirectory[str] | None = None
        if read_only:
            self._db = self._look()
        else:
            self._lock = Lock(path)
            try:
                self._db = self._open(rescue)
            except BaseException:
                self._lock.release()
                raise
        self._version = schema.version(self._db)

    def _look(self) -> sqlite3.Connection:
        db = None
        try:
            db = damage.read_only(self.path)
            return self._known(db)
        except (sqlite3.Error, OSError) as error:
            if db:
                db.close()
            if isinstance(error, JournalError):
                raise
            if isinstance(error, sqlite3.Error) and damage.is_damage(error):
                raise self._damaged(error) from None
            if isinstance(error, sqlite3.Error) and _code(error) in (_CANNOT_OPEN, _READ_ONLY):
                # SQLite wants to write beside it, and the disk does not let it.
                return self._look_at_copy()
            raise self._not_opened(error) from None

    def _look_at_copy(self) -> sqlite3.Connection:
        try:
            self._copy = TemporaryDirectory(prefix="dicetable-")
            return self._known(damage.read_only(damage.copied(self.path, Path(self._copy.name))))
        except (sqlite3.Error, OSError) as error:
            raise self._not_opened(error) from None

    def _known(self, db: sqlite3.Connection) -> sqlite3.Connection:
        version = schema.version(db)
        damage.check_version(self.path, version)
        if version < 1 or not schema.has_tables(db, version):
            raise self._damaged(_("it lacks the tables of a journal"))
        return db

    def _open(self, rescue: bool) -> sqlite3.Connection:
        db = None
        try:
            self.news += prepare(self.path, rescue)
            db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            db.execute("PRAGMA journal_mode = WAL")
            # FULL: an entry is on the disk itself, not in a cache, before anybody sees what follows from it.
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            # What is written is seldom read here again: 2 MB by default would only fill with it, for ten hours.
            db.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
            self.sequence = db.execute("SELECT MAX(sequence) FROM entry").fetchone()[0] or 0
        except (sqlite3.Error, OSError) as error:
            if db:
                db.close()
            raise error if isinstance(error, JournalError) else self._not_opened(error) from None
        return db

    def begin(self, start: Started, events: Sequence[Event] = ()) -> int:
        """Write the first entry of a new game; its number is returned.

        Raises:
            JournalError: nothing was written.
        """
        with self._transaction():
            moment = self._now()
            # Chained to what came before it, so that no whole game can be taken out unseen.
            last = self._db.execute("SELECT sequence, chain FROM entry ORDER BY sequence DESC LIMIT 1").fetchone()
            sequence, seed = last or (0, "")
            values = (_text(moment), start.game, seed, sequence + 1)
            cursor = self._db.execute("INSERT INTO game (started, name, seed, first) VALUES (?, ?, ?, ?)", values)
            game = cursor.lastrowid
            assert game is not None
            written = self._insert(game, seed, [Step(start, events)])
        self.sequence = written
        return game

    def append(self, game: int, new: Sequence[Step], finished: bool = False) -> None:
        """Write entries in one transaction: all of them or none.

        Args:
            game: the game's number.
            new: the entries with what they made happen.
            finished: whether the game is at its end after them.

        Raises:
            JournalError: nothing was written.
        """
        with self._transaction():
            written = self._insert(game, self._head(game), new)
            self._db.execute("UPDATE game SET finished = ? WHERE id = ? AND finished <> ?", (finished, game, finished))
        self.sequence = written

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failed(error) from None
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def _head(self, game: int) -> str:
        """The hash of a game's last entry."""
        query = "SELECT chain FROM entry WHERE game = ? ORDER BY sequence DESC LIMIT 1"
        found: str = self._db.execute(query, (game,)).fetchone()[0]
        return found

    def _insert(self, game: int, chain: str, new: Sequence[Step]) -> int:
        """Write entries; the number of the last one is returned."""
        last = self.sequence
        for entry, events in new:
            moment, body, happened = self._now(), entries.encode(entry), events_json(events)
            at, clock_ = _text(moment), msgspec.json.encode(moment.clock).decode()
            chain = link(chain, at, body, happened, clock_)
            values = (game, at, clock_, body, happened, chain)
            names = "game, at, clock, body, events, chain"
            last = self._db.execute(f"INSERT INTO entry ({names}) VALUES (?, ?, ?, ?, ?, ?)", values).lastrowid or last
        return last

    def _failed(self, error: sqlite3.Error) -> JournalError:
        # The disk may be full: even the roll-back can then say no, and the transaction is void all the same.
        with suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")
        if _code(error) in _CORRUPT:
            return self._damaged(error)
        failed = JournalError(_("journal {path}: cannot be written: {why}").format(path=self.path, why=reason(error)))
        failed.why = reason(error)
        return failed

    def lines(self, game: int) -> list[Line]:
        """All entries of a game as they are stored, oldest first.

        Raises:
            JournalError: the file is damaged.
        """
        # Nothing of a game stands before its first entry; version 1 finds them by an index.
        where = "game = ?1" if self._version == 1 else "game = ?1 AND rowid >= (SELECT first FROM game WHERE id = ?1)"
        query = schema.query("entry", self._version, Line._fields, where)
        try:
            return [Line(*row) for row in self._db.execute(query, (game,))]
        except sqlite3.Error as error:
            raise self._damaged(error) from None

    def read(self, game: int) -> list[AnyEntry]:
        """All entries of a game, oldest first.

        Raises:
            JournalError: the record is damaged.
        """
        try:
            return [entries.decode(line.body) for line in self.lines(game)]
        except msgspec.DecodeError as error:
            raise self._damaged(error) from None

    def rows(self, after: int = 0) -> Iterator[Row]:
        """The entries of all games behind the one with this number, oldest first.

        Raises:
            JournalError: the file is damaged.
        """
        query = schema.query("entry", self._version, ("sequence", "game", *Line._fields), "rowid > ?")
        try:
            for sequence, game, *texts in self._db.execute(query, (after,)):
                yield Row(sequence, game, Line(*texts))
        except sqlite3.Error as error:
            raise self._damaged(error) from None

    def games(self) -> list[GameRow]:
        """All games, oldest first.

        Raises:
            JournalError: the file is damaged.
        """
        try:
            rows = self._db.execute(schema.query("game", self._version, GameRow._fields)).fetchall()
        except sqlite3.Error as error:
            raise self._damaged(error) from None
        return [GameRow(id_, at, name, seed, bool(done), bool(cut)) for id_, at, name, seed, done, cut in rows]

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copy the whole journal as it is at one moment into another database, also while a station writes.

        Raises:
            sqlite3.Error: one of the two cannot be used; the target is of no use then.
        """
        self._db.backup(target)

    def chain_before(self, game: int) -> str:
        """The hash of the last entry that was written before this game began; empty for the first game."""
        query = (
            "SELECT chain FROM entry WHERE sequence < (SELECT MIN(sequence) FROM entry WHERE game = ?) "
            "ORDER BY sequence DESC LIMIT 1"
        )
        try:
            row = self._db.execute(query, (game,)).fetchone()
        except sqlite3.Error as error:
            raise self._damaged(error) from None
        return row[0] if row else ""

    def unfinished(self) -> int | None:
        """The latest game that has not come to its end."""
        return next((game.id for game in reversed(self.games()) if not game.finished), None)

    def _damaged(self, error: object) -> DamagedError:
        return DamagedError(_("journal {path}: damaged: {why}").format(path=self.path, why=error))

    def _not_opened(self, error: Exception) -> JournalError:
        return JournalError(_("journal {path}: cannot be opened: {why}").format(path=self.path, why=reason(error)))

    def close(self) -> None:
        """Close the file and let others use it."""
        self._db.close()
        if self._lock:
            self._lock.release()
        if self._copy:
            self._copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _text(moment: Moment) -> str:
    return moment.at.isoformat(timespec="milliseconds")


def _code(error: sqlite3.Error) -> int:
    """What kind of error it is for SQLite, without the details."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def reason(error: Exception) -> str:
    """What stands in the way, and what is to be done about it."""
    number = error.errno if isinstance(error, OSError) else None
    code = _code(error) if isinstance(error, sqlite3.Error) else None
    if code == _FULL or number == errno.ENOSPC:
        return _("the disk is full; make room on it")
    if code == _READ_ONLY or number == errno.EROFS:
        return _("the disk takes nothing (it is mounted read-only; a memory card at its end does that)")
    if code == _IO_ERROR or number == errno.EIO:
        return _("the disk does not write ({why}); a memory card at its end does that").format(why=error)
    return str(error.strerror if isinstance(error, OSError) else error)


__all__ = ["GameRow", "Journal", "Line", "Step", "compact", "events_json", "in_use", "link", "reason"]
