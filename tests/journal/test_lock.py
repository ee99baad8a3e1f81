"""One station on a journal at a time, whoever else looks at it."""

import fcntl
import threading
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal.lock import Lock, in_use, path_of


def test_the_second_station_is_refused_in_one_sentence_and_the_next_one_is_not(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    first = Lock(journal)
    with pytest.raises(JournalError, match="another station uses it; end that one or name another file") as refused:
        Lock(journal)
    assert "\n" not in str(refused.value)
    assert in_use(journal)
    first.release()
    Lock(journal).release()
    assert not in_use(journal)


def test_whoever_only_looks_keeps_no_station_from_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``dicetable status`` holds the lock for a moment to see whether anybody has it."""
    journal = tmp_path / "journal.db"
    Lock(journal).release()
    slept = threading.Event()
    with path_of(journal).open("rb") as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)

        def look_no_more(seconds: float) -> None:
            slept.set()
            fcntl.flock(looking, fcntl.LOCK_UN)

        monkeypatch.setattr("controller.journal.lock.time.sleep", look_no_more)
        Lock(journal).release()
    assert slept.is_set()
