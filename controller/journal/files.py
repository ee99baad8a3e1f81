"""The files of a journal: how one takes another's place, so that a power cut at any instant loses neither.

A finished replacement waits under a name that says everything: ``journal.damaged-2026-11-30T021500.db.next`` is to
become ``journal.db``, and what is there now is to be kept as ``journal.damaged-2026-11-30T021500.db``. Whoever holds
the lock completes that before it opens the journal.
"""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_NEXT: Final = ".next"
# Why a journal was replaced: its bytes were damaged, a backup took its place, or its version was an older one.
DAMAGED: Final = "damaged"
REPLACED: Final = "replaced"
OLD: Final = "version-{n}"
_LOG: Final = "-wal"
# SQLite's index of the log, which it makes anew.
_INDEX: Final = "-shm"


def draft(journal: Path) -> Path:
    """An empty, private file in which a replacement is made; what was left of an earlier one is gone."""
    path = journal.with_name(journal.name + ".part")
    for suffix in ("", _LOG, _INDEX, "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    return path


def aside(journal: Path, why: str) -> Path:
    """A name that nothing has yet, under which what is there now is kept. It says why, and when by the wall clock."""
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S")
    for number in range(1, 10_000):
        again = f"-{number}" if number > 1 else ""
        path = journal.with_name(f"{journal.stem}.{why}-{when}{again}{journal.suffix}")
        if not any(one.exists() for one in (path, log_of(path), path.with_name(path.name + _NEXT))):
            return path
    raise FileExistsError(path)


def replace(journal: Path, made: Path, kept: Path) -> None:
    """Put a finished draft in the place of the journal, and keep what is there.

    Args:
        journal: closed, and locked by the caller.
        made: the draft; complete, without a log of its own.
        kept: the name for what is there now, see ``aside``.

    Raises:
        OSError: nothing has changed, or ``complete`` will bring it to its end.
    """
    sync(made)
    made.rename(kept.with_name(kept.name + _NEXT))
    sync(journal.parent)
    complete(journal)


def place(journal: Path, made: Path) -> None:
    """Put a finished draft where no journal is yet."""
    sync(made)
    made.rename(journal)
    sync(journal.parent)


def complete(journal: Path) -> Path | None:
    """Bring a replacement to its end that a power cut has interrupted; where the journal before it is kept."""
    pattern = rf"{re.escape(journal.stem)}\.(damaged|replaced|version-\d+)-[^.]+{re.escape(journal.suffix + _NEXT)}"
    waiting = [path for path in sorted(journal.parent.iterdir()) if re.fullmatch(pattern, path.name)]
    if not waiting:
        return None
    kept = waiting[0].with_name(waiting[0].name.removesuffix(_NEXT))
    # The log first: a database must never stand beside a log that does not belong to it.
    log = log_of(journal)
    if log.exists() and log.stat().st_size and not log_of(kept).exists():
        log.rename(log_of(kept))
    # Whoever only looked in between may have left an empty one.
    log.unlink(missing_ok=True)
    journal.with_name(journal.name + _INDEX).unlink(missing_ok=True)
    if journal.exists():
        journal.rename(kept)
    sync(journal.parent)
    waiting[0].rename(journal)
    sync(journal.parent)
    return kept


def log_of(journal: Path) -> Path:
    """Where SQLite keeps what is not in the database's file yet."""
    return journal.with_name(journal.name + _LOG)


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk itself."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_private(journal: Path) -> None:
    """Let nobody else read an existing journal: an older program, or a copy, may have left it open."""
    if journal.stat().st_mode & 0o077:
        journal.chmod(0o600)
