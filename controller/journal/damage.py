"""Whether a journal holds: its file, its tables, and the chain of every game. Looked at before anything is written."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.errors import JournalError
from controller.i18n import _
from controller.journal import files, schema
from controller.journal.lines import Line, holds

_CORRUPT: Final = 11
_NO_DATABASE: Final = 26
_OTHER: Final = 1
# Bytes.
_HEADER: Final = 100
# Where the header of an SQLite file says by which version it may be written: 1, or 2 with a log beside it.
_WRITE_VERSION: Final = 18


def look(journal: Path) -> tuple[int, str | None]:
    """The version of a journal that nobody uses, and what is wrong with it; ``None`` where it holds.

    Raises:
        JournalError: it is no journal of this program or of an older one: it must not be touched.
        sqlite3.Error: it cannot be read now, which says nothing of what is in it.
        OSError: the same.
    """
    if not journal.exists():
        return 0, _("there is only its log")
    try:
        with closing(read_only(journal)) as db:
            version = schema.version(db)
            check_version(journal, version)
            return version, _faults_of(journal, db, version)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return 0, str(error)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing into the database, not even what is in its log.

    Raises:
        sqlite3.DatabaseError: the file is too short for a database.
        OSError: it cannot be read.
    """
    if path.stat().st_size < _HEADER:
        # Of such a file SQLite would take away the log, even if it may only read.
        raise sqlite3.DatabaseError(_("it is empty, or nearly so"))
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def check_version(journal: Path, version: int) -> None:
    """Refuse what a newer program has written.

    Raises:
        JournalError: with both versions.
    """
    if version > schema.SCHEMA_VERSION:
        text = _("journal {path}: written by a newer version (schema {found}, known {known}); update the program")
        raise JournalError(text.format(path=journal, found=version, known=schema.SCHEMA_VERSION))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error tells of what is in the file, and not of the disk that it is on."""
    return getattr(error, "sqlite_errorcode", _OTHER) & 0xFF in (_CORRUPT, _NO_DATABASE, _OTHER)


def _faults_of(journal: Path, db: sqlite3.Connection, version: int) -> str | None:
    if schema.is_foreign(db):
        raise JournalError(
            _("journal {path}: is a database of another program; name another file").format(path=journal)
        )
    if version < 1 or not schema.has_tables(db, version):
        return _("it lacks the tables of a journal")
    with journal.open("rb") as file:
        may_be_written = file.read(_HEADER)[_WRITE_VERSION] in (1, 2)
    application = db.execute("PRAGMA application_id").fetchone()[0]
    if not may_be_written or (version > 1 and application != schema.APPLICATION_ID):
        return _("its header is damaged")
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    # The fault stands in the last line, below the name of the database.
    return _contents(db, version) if found == "ok" else str(found).splitlines()[-1]


def _contents(db: sqlite3.Connection, version: int) -> str | None:
    """The first entry that is not what was written, or a game that has lost its first."""
    games = {row[0]: row[1:] for row in db.execute(schema.query("game", version, ("id", "seed", "first")))}
    chains = {game: seed for game, (seed, _first) in games.items()}
    begun: dict[int, int] = {}
    for sequence, game, *stored in db.execute(schema.query("entry", version, ("sequence", "game", *Line._fields))):
        line = Line(*stored)
        if game not in chains or not holds(chains[game], line):
            return _("entry {n} is not what was written").format(n=sequence)
        chains[game] = line.chain
        begun.setdefault(game, sequence)
    for game, (_seed, first) in games.items():
        if game not in begun or (version > 1 and begun[game] != first):
            return _("game {n} has lost its beginning").format(n=game)
    return None


def copied(journal: Path, folder: Path) -> Path:
    """A copy of a journal with its log, in a folder of the caller."""
    copy = folder / "journal.db"
    for source, target in ((journal, copy), (files.log_of(journal), files.log_of(copy))):
        target.unlink(missing_ok=True)
        if source.exists():
            target.write_bytes(source.read_bytes())
            target.chmod(0o600)
    return copy
