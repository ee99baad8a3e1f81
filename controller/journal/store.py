"""The record: append-only SQLite. What ``append`` has returned from survives a power cut."""

import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import msgspec

from controller.errors import JournalError
from controller.i18n import _
from controller.journal import entries
from controller.journal.entries import AnyEntry, Started
from controller.rules.core import Event

SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE game (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    started  TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    seed     TEXT    NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    game     INTEGER NOT NULL REFERENCES game(id),
    at       TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    events   TEXT    NOT NULL,
    chain    TEXT    NOT NULL
) STRICT;
CREATE INDEX entry_by_game ON entry(game, sequence);
"""


class Step(NamedTuple):
    """One entry and what it made happen."""

    entry: AnyEntry
    events: Sequence[Event] = ()


class Line(NamedTuple):
    """One entry as it is stored.

    Attributes:
        at: wall-clock time, UTC, ISO 8601.
        body: the entry as JSON.
        events: what it made happen, as a JSON list, without words.
        chain: the hash over all this and the line before.
    """

    at: str
    body: str
    events: str
    chain: str


class GameRow(NamedTuple):
    """One game of the journal. ``seed`` is the hash that its chain begins with."""

    id: int
    started: str
    name: str
    seed: str
    finished: bool


def in_use(path: Path) -> bool:
    """Whether a station is at work with this journal."""
    try:
        with path.with_name(path.name + ".lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    # Another user's journal is not ours to lock; somebody keeps it, so it is asked what was written there.
    except (BlockingIOError, PermissionError):
        return True
    return False


class Journal:
    """The games of one station. Used from one thread at a time; a second station on the same file is refused."""

    def __init__(self, path: Path, read_only: bool = False) -> None:
        """Open the record, or make it.

        Args:
            path: the file; its folder is made where it is missing. Others on the machine may not read it,
                since it holds hidden choices from the moment that they are locked.
            read_only: only look, beside a station that is at work; the file must be there.

        Raises:
            JournalError: it cannot be opened, belongs to a newer version, or is in use.
        """
        # Followed to its end, so that two names of one file are one journal.
        self.path = path = path.resolve()
        self._lock: int | None = None
        if read_only:
            self._db = self._look()
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise JournalError(_("journal {path}: cannot be opened: {why}").format(path=path, why=error)) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._db = self._open()
        except BlockingIOError:
            os.close(self._lock)
            text = _("journal {path}: another station uses it; end that one or name another file")
            raise JournalError(text.format(path=path)) from None
        except (sqlite3.Error, OSError) as error:
            os.close(self._lock)
            raise JournalError(_("journal {path}: cannot be opened: {why}").format(path=path, why=error)) from None
        except JournalError:
            os.close(self._lock)
            raise

    def _look(self) -> sqlite3.Connection:
        try:
            db = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        except sqlite3.Error as error:
            text = _("journal {path}: cannot be opened: {why}")
            raise JournalError(text.format(path=self.path, why=error)) from None
        try:
            self._check_version(db)
        except (JournalError, sqlite3.Error) as error:
            db.close()
            raise error if isinstance(error, JournalError) else self._damaged(error) from None
        return db

    def _open(self) -> sqlite3.Connection:
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with suppress(OSError):
            # Also an older file, and before anything hidden is in it.
            os.fchmod(file, 0o600)
        os.close(file)
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        version = self._check_version(db)
        db.execute("PRAGMA journal_mode = WAL")
        # FULL: an entry is on the disk itself, not in a cache, before anybody sees what follows from it.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")

    def _check_version(self, db: sqlite3.Connection) -> int:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            text = _("journal {path}: written by a newer version (schema {found}, known {known}); update the program")
            raise JournalError(text.format(path=self.path, found=version, known=SCHEMA_VERSION))
        return version

    def begin(self, start: Started, events: Sequence[Event] = ()) -> int:
        """Write the first entry of a new game; its number is returned.

        Raises:
            JournalError: nothing was written.
        """
        with self._transaction():
            # Chained to what came before it, so that no whole game can be taken out unseen.
            row = self._db.execute("SELECT chain FROM entry ORDER BY sequence DESC LIMIT 1").fetchone()
            values = (_now(), start.game, row[0] if row else "")
            cursor = self._db.execute("INSERT INTO game (started, name, seed) VALUES (?, ?, ?)", values)
            game = cursor.lastrowid
            assert game is not None
            self._insert(game, [Step(start, events)])
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
            self._insert(game, new)
            self._db.execute("UPDATE game SET finished = ? WHERE id = ? AND finished <> ?", (finished, game, finished))

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

    def _insert(self, game: int, new: Sequence[Step]) -> None:
        query = "SELECT chain FROM entry WHERE game = ? ORDER BY sequence DESC LIMIT 1"
        row = self._db.execute(query, (game,)).fetchone()
        row = row or self._db.execute("SELECT seed FROM game WHERE id = ?", (game,)).fetchone()
        chain = row[0]
        for entry, events in new:
            at, body, happened = _now(), entries.encode(entry), events_json(events)
            chain = link(chain, at, body, happened)
            values = (game, at, body, happened, chain)
            self._db.execute("INSERT INTO entry (game, at, body, events, chain) VALUES (?, ?, ?, ?, ?)", values)

    def _failed(self, error: sqlite3.Error) -> JournalError:
        # The disk may be full: even the roll-back can then say no, and the transaction is void all the same.
        with suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")
        return JournalError(_("journal {path}: cannot be written: {why}").format(path=self.path, why=error))

    def lines(self, game: int) -> list[Line]:
        """All entries of a game as they are stored, oldest first.

        Raises:
            JournalError: the file is damaged.
        """
        query = "SELECT at, body, events, chain FROM entry WHERE game = ? ORDER BY sequence"
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

    def games(self) -> list[GameRow]:
        """All games, oldest first.

        Raises:
            JournalError: the file is damaged.
        """
        try:
            rows = self._db.execute("SELECT id, started, name, seed, finished FROM game ORDER BY id").fetchall()
        except sqlite3.Error as error:
            raise self._damaged(error) from None
        return [GameRow(id_, at, name, seed, bool(done)) for id_, at, name, seed, done in rows]

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

    def _damaged(self, error: Exception) -> JournalError:
        return JournalError(_("journal {path}: damaged: {why}").format(path=self.path, why=error))

    def close(self) -> None:
        """Close the file and let others use it."""
        self._db.close()
        if self._lock is not None:
            os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def link(previous: str, at: str, body: str, events: str) -> str:
    """The hash that chains an entry to the one before it: SHA-256 over four lines, in hexadecimal."""
    return hashlib.sha256("\n".join((previous, at, body, events)).encode()).hexdigest()


def events_json(events: Sequence[Event]) -> str:
    """Events as they are stored: names, seats and numbers, without words, always the same text for the same events."""
    return compact([{"event": event.name, "seat": event.seat, **event.data} for event in events])


def compact(value: Any) -> str:
    """JSON without a needless character: the same text that ``entries.encode`` gives for the same content."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
