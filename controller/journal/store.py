"""The record: append-only SQLite. What ``append`` has returned from survives a power cut."""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from controller.errors import JournalError
from controller.i18n import _
from controller.journal import entries
from controller.journal.entries import AnyEntry, Ended, Started

SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE game (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    started  TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    game     INTEGER NOT NULL REFERENCES game(id),
    at       TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    chain    TEXT    NOT NULL
) STRICT;
CREATE INDEX entry_by_game ON entry(game, sequence);
"""


class Journal:
    """The games of one station. Used from one thread at a time; a second station on the same file is refused."""

    def __init__(self, path: Path) -> None:
        """Open the record, or make it.

        Args:
            path: the file; its folder is made where it is missing. Others on the machine may not read it,
                since it holds hidden choices from the moment that they are locked.

        Raises:
            JournalError: it cannot be opened, belongs to a newer version, or is in use.
        """
        self.path = path
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

    def _open(self) -> sqlite3.Connection:
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            text = _("journal {path}: written by a newer version (schema {found}, known {known}); update the program")
            raise JournalError(text.format(path=self.path, found=version, known=SCHEMA_VERSION))
        db.execute("PRAGMA journal_mode = WAL")
        # FULL: an entry is on the disk itself, not in a cache, before anybody sees what follows from it.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")

    def begin(self, start: Started) -> int:
        """Write the first entry of a new game; its number is returned.

        Raises:
            JournalError: nothing was written.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            cursor = self._db.execute("INSERT INTO game (started, name) VALUES (?, ?)", (_now(), start.game))
            game = cursor.lastrowid
            assert game is not None
            self._insert(game, [start])
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failed(error) from None
        return game

    def append(self, game: int, new: Sequence[AnyEntry]) -> None:
        """Write entries in one transaction: all of them or none.

        Raises:
            JournalError: nothing was written.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._insert(game, new)
            if any(isinstance(entry, Ended) for entry in new):
                self._db.execute("UPDATE game SET finished = 1 WHERE id = ?", (game,))
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def _insert(self, game: int, new: Sequence[AnyEntry]) -> None:
        row = self._db.execute("SELECT chain FROM entry ORDER BY sequence DESC LIMIT 1").fetchone()
        chain = row[0] if row else ""
        for entry in new:
            at, body = _now(), entries.encode(entry)
            chain = link(chain, game, at, body)
            self._db.execute("INSERT INTO entry (game, at, body, chain) VALUES (?, ?, ?, ?)", (game, at, body, chain))

    def _failed(self, error: sqlite3.Error) -> JournalError:
        # The disk may be full: even the roll-back can then say no, and the transaction is void all the same.
        with suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")
        return JournalError(_("journal {path}: cannot be written: {why}").format(path=self.path, why=error))

    def read(self, game: int) -> list[AnyEntry]:
        """All entries of a game, oldest first.

        Raises:
            JournalError: the record is damaged.
        """
        try:
            rows = self._db.execute("SELECT body FROM entry WHERE game = ? ORDER BY sequence", (game,)).fetchall()
            return [entries.decode(body) for (body,) in rows]
        except (sqlite3.Error, msgspec.DecodeError) as error:
            raise JournalError(_("journal {path}: damaged: {why}").format(path=self.path, why=error)) from None

    def unfinished(self) -> int | None:
        """The latest game that has not come to its end."""
        row = self._db.execute("SELECT id FROM game WHERE finished = 0 ORDER BY id DESC LIMIT 1").fetchone()
        return row[0] if row else None

    def close(self) -> None:
        """Close the file and let others use it."""
        self._db.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def link(previous: str, game: int, at: str, body: str) -> str:
    """The hash that chains an entry to the one before it: SHA-256, in hexadecimal."""
    return hashlib.sha256("\n".join((previous, str(game), at, body)).encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
