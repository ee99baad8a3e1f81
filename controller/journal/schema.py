"""The journal's database: its tables in this version, and how those of an older one are read."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# "dice" in ASCII, in the header of the file: no other program's database is taken for a journal.
APPLICATION_ID: Final = 0x64696365
SCHEMA_VERSION: Final = 2
PAGE: Final = 4096
# Version 1, as it was.
_FIRST: Final = """
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
# Entries stand behind each other and have no index: each costs the memory card one page, and the latest are found
# from the end. Nothing is ever taken out, so that their numbers need no AUTOINCREMENT either.
_SECOND: Final = """
CREATE TABLE game (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    started  TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    seed     TEXT    NOT NULL,
    first    INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    cut      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL REFERENCES game(id),
    at       TEXT    NOT NULL,
    clock    TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    events   TEXT    NOT NULL,
    chain    TEXT    NOT NULL
) STRICT;
"""
TABLES: Final = {1: _FIRST, 2: _SECOND}
# Where each table begins in the file, in every version: between them SQLite keeps the count of games.
FIRST_PAGES: Final = {"game": 2, "entry": 4}
# What the queries take in place of a column that the older version does not have.
OLDER: Final = {1: {"game": {"first": "0", "cut": "0"}, "entry": {"clock": "''"}}}
_COLUMNS: Final = {
    "game": ("id", "started", "name", "seed", "first", "finished", "cut"),
    "entry": ("sequence", "game", "at", "clock", "body", "events", "chain"),
}


def version(db: sqlite3.Connection) -> int:
    """The version of the tables; 0 where there are none yet."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def query(table: str, version: int, names: Sequence[str], where: str = "TRUE") -> str:
    """A query for columns of a table of this version, in the order of its rows' numbers."""
    instead = OLDER.get(version, {}).get(table, {})
    return f"SELECT {', '.join(instead.get(name, name) for name in names)} FROM {table} WHERE {where} ORDER BY rowid"


def has_tables(db: sqlite3.Connection, version: int) -> bool:
    """Whether the database has exactly the tables of this version."""
    for table, names in _COLUMNS.items():
        missing = OLDER.get(version, {}).get(table, {})
        found = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
        if found != set(names) - set(missing):
            return False
    return True


def is_foreign(db: sqlite3.Connection) -> bool:
    """Whether the database holds tables, and none of a journal: it is another program's."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return bool(names) and names.isdisjoint(_COLUMNS)


def create(path: Path, version: int = SCHEMA_VERSION) -> sqlite3.Connection:
    """A new database with the empty tables of a version, in an empty file; without a log beside it."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"PRAGMA page_size = {PAGE}")
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.executescript(f"BEGIN IMMEDIATE; {TABLES[version]} PRAGMA user_version = {version}; COMMIT;")
    return db
