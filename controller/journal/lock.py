"""One station on a journal at a time."""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.errors import JournalError
from controller.i18n import _

# Seconds in which whoever only looks whether a journal is in use has let go of it again.
_PASSING: Final = 0.5
_BETWEEN: Final = 0.02


def path_of(journal: Path) -> Path:
    """The file that is locked; beside the journal, which itself is replaced now and then."""
    return journal.with_name(journal.name + ".lock")


class Lock:
    """Holds a journal until it is released, or the process ends in whatever way."""

    def __init__(self, journal: Path) -> None:
        """Take it; the journal's folder is made where it is missing.

        Raises:
            JournalError: somebody else has it, or the folder cannot be written.
        """
        try:
            journal.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path_of(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            text = _("journal {path}: cannot be opened: {why}")
            raise JournalError(text.format(path=journal, why=error.strerror)) from None
        if not self._taken():
            os.close(self._file)
            text = _("journal {path}: another station uses it; end that one or name another file")
            raise JournalError(text.format(path=journal))

    def _taken(self) -> bool:
        end = time.monotonic() + _PASSING
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            if time.monotonic() > end:
                return False
            time.sleep(_BETWEEN)

    def release(self) -> None:
        """Let others have it."""
        os.close(self._file)


def in_use(journal: Path) -> bool:
    """Whether a station is at work with this journal."""
    try:
        with path_of(journal).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    # Another user's journal is not ours to lock; somebody keeps it, so it is asked what was written there.
    except (BlockingIOError, PermissionError):
        return True
    return False
