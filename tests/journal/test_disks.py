"""A disk that takes nothing: the station says so and stops accepting, shows nothing that is not written, loses nothing,
and goes on by itself when there is room again."""

import asyncio
import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from controller.errors import DamagedError, JournalError
from controller.journal import damage
from controller.journal.entries import Drawn, Started
from controller.journal.keeper import Keeper
from controller.journal.lines import Step
from controller.journal.store import Journal
from tests.controller.game import outcome_of
from tests.journal.disks import START, play_through
from tests.journal.evening import script_of


@cache
def cannot_mount() -> str:
    """Why file systems of our own cannot be mounted here; empty where they can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root can mount a file system of its own"
    if not shutil.which("unshare") or not shutil.which("mkfs.ext4"):
        return "unshare or mkfs.ext4 is not installed"
    mounted = subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False, capture_output=True
    )
    return "" if mounted.returncode == 0 else "this machine lets nobody mount: " + mounted.stderr.decode().strip()


def in_a_process(mode: str, folder: Path, *before: str) -> dict[str, Any]:
    command = [*before, sys.executable, "-m", "tests.journal.disks", mode, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def check_nothing_was_lost(found: dict[str, Any]) -> None:
    """At the worst moment people had seen exactly what is on the disk; and at the end all of it is."""
    then = found["shown"][: found["shown_then"]]
    assert found["on_disk"] == then
    assert len(then) >= 6
    assert found["recorded"] == found["shown"]
    assert found["faults"] == []
    assert "error" in found["phases"]


def check_it_went_on(found: dict[str, Any], words: str) -> None:
    check_nothing_was_lost(found)
    first, second = found["said"]
    assert "cannot be written: " in first
    assert words in first
    assert second == "The journal can be written again."
    assert found["outcome"] == outcome_of(script_of(START, 1))


def test_a_full_disk_halts_the_game_until_something_is_deleted(tmp_path: Path) -> None:
    if cannot_mount():
        pytest.skip(cannot_mount())
    check_it_went_on(in_a_process("tiny", tmp_path, "unshare", "-m"), "the disk is full; make room on it")


def test_a_file_that_may_not_grow_halts_the_game_until_it_may(tmp_path: Path) -> None:
    check_it_went_on(in_a_process("limited", tmp_path), "the disk does not write")


def test_a_memory_card_that_became_read_only_shows_nothing_more_and_can_still_be_read(tmp_path: Path) -> None:
    if cannot_mount():
        pytest.skip(cannot_mount())
    if not Path("/dev/loop-control").exists():
        pytest.skip("this machine has no loop devices to mount a file as a memory card")
    found = in_a_process("read-only", tmp_path, "unshare", "-m")
    check_nothing_was_lost(found)
    assert "cannot be written" in found["error"]
    assert found["readable"] == found["shown"]
    assert "cannot be opened" in found["next_start"]
    assert not any(".damaged-" in name for name in found["files"]), "a disk that is at its end is no damaged journal"


def test_games_are_looked_at_on_a_card_that_is_read_only(tmp_path: Path) -> None:
    """SQLite would make files beside the journal even to read it."""
    if cannot_mount():
        pytest.skip(cannot_mount())
    found = in_a_process("looked-at", tmp_path, "unshare", "-m")
    assert found["lines"] == found["before"] > 20
    assert found["faults"] == []


SPOILT: list[tuple[str, str, str, str]] = [
    ("full", "max_page_count = 1", "max_page_count = 1073741823", "the disk is full"),
    ("read-only", "query_only = ON", "query_only = OFF", "mounted read-only"),
]


@pytest.mark.parametrize(("spoil", "mend", "words"), [one[1:] for one in SPOILT], ids=[one[0] for one in SPOILT])
def test_whatever_the_database_says_the_game_waits_and_goes_on(
    tmp_path: Path, spoil: str, mend: str, words: str
) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal._db.execute("PRAGMA synchronous = OFF")

        def pragma(text: str) -> Callable[[], object]:
            return lambda: journal._db.execute(f"PRAGMA {text}")

        # An entry only needs a new page now and then.
        found = play_through(tmp_path / "journal.db", journal, pragma(spoil), pragma(mend))
    check_it_went_on(found, words)


def test_a_new_game_waits_for_room_too(tmp_path: Path) -> None:
    async def run(journal: Journal) -> tuple[int, list[str]]:
        said: list[str] = []
        keeper = Keeper(journal, lambda: said.append(str(keeper.trouble)))
        keeper.retry_seconds = 0.01
        journal._db.execute("PRAGMA query_only = ON")
        asyncio.get_running_loop().call_later(0.1, journal._db.execute, "PRAGMA query_only = OFF")
        game = await keeper.begin(Started("ueberwurf", 1, 2), ())
        keeper.close()
        return game, said

    with Journal(tmp_path / "journal.db") as journal:
        game, said = asyncio.run(run(journal))
        assert [row.id for row in journal.games()] == [game]
    assert "cannot be written" in said[0]
    assert said[1:] == ["None"], "said once, however often it was tried"


def test_a_journal_that_breaks_while_it_is_used_is_not_tried_again(tmp_path: Path) -> None:
    """Waiting mends nothing: the program ends with a sentence, and the next start sets the journal aside."""

    class Broken(Journal):
        def append(self, game: int, new: object, finished: bool = False) -> None:
            raise DamagedError("journal x: damaged: a page")

    async def run(journal: Journal) -> None:
        keeper = Keeper(journal)
        try:
            await keeper.append(1, [Step(Drawn("x"))], False)
        finally:
            keeper.close()

    with Broken(tmp_path / "journal.db") as journal, pytest.raises(DamagedError):
        asyncio.run(run(journal))


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "mounted read-only"), (errno.EIO, "at its end")],
)
def test_a_disk_that_refuses_at_the_start_is_no_reason_to_set_a_journal_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    path = tmp_path / "journal.db"

    def refuse(file: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", refuse)
        with pytest.raises(JournalError, match=words) as caught:
            Journal(path, rescue=True)
    assert str(path) in str(caught.value)
    with Journal(path, rescue=True) as journal:
        assert journal.news == []


# What SQLite answers where a file is locked, memory is short, or a disk is read-only, faulty, full or gone.
@pytest.mark.parametrize("code", [5, 7, 8, 10, 13, 14, 522])
def test_an_error_of_the_disk_is_never_taken_for_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        journal.begin(START)
    before = path.read_bytes()

    def fail(file: Path) -> sqlite3.Connection:
        error = sqlite3.OperationalError("the disk says no")
        error.sqlite_errorcode = code
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(damage, "read_only", fail)
        with pytest.raises(JournalError, match="cannot be opened") as caught:
            Journal(path, rescue=True)
    assert not isinstance(caught.value, DamagedError)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.damaged-*"))
    with Journal(path, rescue=True) as journal:
        assert journal.news == []
        assert len(journal.lines(1)) == 1
