"""Takes a journal to another disk while a station is at work, and brings it back."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from controller.errors import JournalError
from controller.i18n import _
from controller.journal import damage, files
from controller.journal.lock import Lock
from controller.journal.store import Journal, reason


class Restored(NamedTuple):
    """What a restoration has done.

    Attributes:
        games: how many there are in the journal now.
        kept: where the journal before it is; ``None`` where there was none.
    """

    games: int
    kept: Path | None


def backup(journal: Path, target: Path) -> int:
    """Copy a whole journal as it is at one moment; a station may write to it meanwhile.

    Args:
        journal: the file; must be there.
        target: the copy: one file, readable by its owner alone, since a hidden choice may be in it. A copy that was
            there before is replaced once the new one is complete and proved.

    Returns:
        How many games are in it.

    Raises:
        JournalError: the journal or the copy cannot be used; an older copy is as it was.
    """
    with Journal(journal, read_only=True) as source:
        if target.exists() and target.resolve().samefile(source.path):
            raise JournalError(_("{path}: is what is backed up; name another file").format(path=target))
        if files.log_of(target).exists():
            raise JournalError(_("{path}: somebody is at work with it; name another file").format(path=target))
        try:
            made = _copied(source, target)
            _prove(made)
            files.place(target, made)
        except (sqlite3.Error, OSError) as error:
            raise _failed(target, error) from None
        return len(source.games())


def restore(journal: Path, source: Path, replace_unfinished: bool = False) -> Restored:
    """Put a backup in the place of a journal, which is kept beside it under another name.

    Args:
        journal: the file; no station may be at work with it, and it need not be there.
        source: what ``backup`` has made, of this version or an older one.
        replace_unfinished: also where the journal holds a game that is to go on.

    Raises:
        JournalError: the backup is damaged, a station is at work, or a game is unfinished; nothing has changed.
    """
    journal = journal.resolve()
    with Journal(source, read_only=True) as backed_up:
        if backed_up.path == journal:
            raise JournalError(_("{path}: is the journal itself; name a backup").format(path=source))
        _prove(backed_up.path)
        lock = Lock(journal)
        try:
            files.complete(journal)
            if not replace_unfinished:
                _refuse_unfinished(journal)
            made = _copied(backed_up, journal)
            return Restored(len(backed_up.games()), _put(journal, made))
        except (sqlite3.Error, OSError) as error:
            raise _failed(journal, error) from None
        finally:
            lock.release()


def _copied(source: Journal, target: Path) -> Path:
    """A finished draft beside the target, with all that is in the source's file and log."""
    made = files.draft(target)
    with closing(sqlite3.connect(made, isolation_level=None)) as db:
        source.copy_to(db)
        # One file: a log of its own would be left behind when the copy is taken elsewhere.
        db.execute("PRAGMA journal_mode = DELETE")
    return made


def _prove(copy: Path) -> None:
    _version, why = damage.look(copy)
    if why is not None:
        raise JournalError(_("{path}: damaged: {why}; nothing was changed").format(path=copy, why=why))


def _refuse_unfinished(journal: Path) -> None:
    """Raise where a game is to go on; of a journal that cannot be read nothing can be asked, and it is kept anyway."""
    if not journal.exists() or damage.look(journal)[1] is not None:
        return
    with Journal(journal, read_only=True) as current:
        game = current.unfinished()
    if game is not None:
        text = _(
            "journal {path}: game {n} is not finished; finish it first, or give --replace-unfinished "
            "(it is kept beside the journal in any case)"
        )
        raise JournalError(text.format(path=journal, n=game))


def _put(journal: Path, made: Path) -> Path | None:
    if not journal.exists() and not files.log_of(journal).exists():
        files.place(journal, made)
        return None
    kept = files.aside(journal, files.REPLACED)
    files.replace(journal, made, kept)
    return kept


def _failed(path: Path, error: Exception) -> JournalError:
    if isinstance(error, JournalError):
        return error
    return JournalError(_("{path}: cannot be written: {why}").format(path=path, why=reason(error)))
