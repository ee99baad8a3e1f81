"""Backup while a station is at work, and restoration that never costs a game."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.commands.group import dicetable
from controller.errors import JournalError
from controller.journal import check
from controller.journal.backup import backup, restore
from controller.journal.entries import Drawn
from controller.journal.lines import Line, Step
from controller.journal.store import Journal
from tests.journal.evening import STARTS, script_of
from tests.journal.power import copied, power_cut
from tests.journal.truth import Truth, write


def contents(path: Path) -> dict[int, list[Line]]:
    with Journal(path, read_only=True) as journal:
        return {game.id: journal.lines(game.id) for game in journal.games()}


def finished(path: Path, seed: int = 1) -> Path:
    """A journal with a game that has come to its end."""
    with Journal(path) as journal:
        write(journal, STARTS[1], script_of(STARTS[1], seed))
    return path


def in_progress(path: Path) -> Path:
    """A journal with a game that is to go on."""
    with Journal(path) as journal:
        write(journal, STARTS[0], script_of(STARTS[0], 3)[:5])
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(dicetable, ["record", *map(str, arguments)])


def test_a_backup_is_made_while_a_station_writes(tmp_path: Path) -> None:
    """Taken at any moment it is a beginning of what was written, proved, and in one file."""
    path = tmp_path / "journal.db"
    done = threading.Event()
    with Journal(path) as journal:
        game = journal.begin(STARTS[0])
        journal._db.execute("PRAGMA synchronous = OFF")

        def write_on() -> None:
            while not done.is_set():
                journal.append(game, [Step(Drawn("card" * 50))])

        station = threading.Thread(target=write_on)
        station.start()
        try:
            for turn in range(5):
                assert backup(path, tmp_path / f"{turn}.db") == 1
        finally:
            done.set()
            station.join()
        lines = journal.lines(game)
        seed = journal.games()[0].seed
    lengths = []
    for turn in range(5):
        (found,) = contents(tmp_path / f"{turn}.db").values()
        assert found == lines[: len(found)]
        assert not [fault for fault in check.faults(found, seed) if "chain" in fault]
        lengths.append(len(found))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1] <= len(lines)
    assert not list(tmp_path.glob("[0-9].db?*"))


def test_a_backup_is_private_and_the_command_says_why(tmp_path: Path) -> None:
    path, copy = in_progress(tmp_path / "journal.db"), tmp_path / "copy.db"
    before = os.umask(0)
    try:
        done = run("backup", copy, "--journal", path)
    finally:
        os.umask(before)
    assert done.exit_code == 0, done.output
    assert "1 game." in done.output
    assert "still hidden" in done.output
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert contents(copy) == contents(path)


def test_a_backup_that_fails_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, copy = finished(tmp_path / "journal.db"), tmp_path / "copy.db"
    backup(path, copy)
    before = copy.read_bytes()
    finished(path, seed=2)
    with power_cut(monkeypatch, 1), pytest.raises(KeyboardInterrupt):
        backup(path, copy)
    assert copy.read_bytes() == before
    backup(path, copy)
    assert len(contents(copy)) == 2


@pytest.mark.parametrize("target", ["journal.db", "link.db", "absent/copy.db", "busy.db"])
def test_a_backup_that_cannot_be_made_says_why(tmp_path: Path, target: str) -> None:
    path = finished(tmp_path / "journal.db")
    (tmp_path / "link.db").symlink_to(path)
    before = contents(path)
    with Journal(tmp_path / "busy.db") as busy:
        busy.begin(STARTS[0])
        with pytest.raises(JournalError, match=target):
            backup(path, tmp_path / target)
    assert contents(path) == before


def test_a_backup_of_a_damaged_journal_is_refused(truth: Truth, tmp_path: Path) -> None:
    path = truth.laid(tmp_path / "damaged")
    db = sqlite3.connect(path)
    db.execute("UPDATE entry SET body = replace(body, 'seat', 'taes') WHERE sequence = 5")
    db.commit()
    db.close()
    older = finished(tmp_path / "copy.db").read_bytes()
    with pytest.raises(JournalError, match="entry 5 is not what was written"):
        backup(path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == older


def test_restored_it_is_the_journal_of_the_backup_and_what_was_there_is_kept(tmp_path: Path) -> None:
    path, copy = finished(tmp_path / "journal.db"), tmp_path / "copy.db"
    backup(path, copy)
    finished(path, seed=2)
    before = contents(path)
    done = run("restore", copy, "--journal", path)
    assert done.exit_code == 0, done.output
    assert contents(path) == contents(copy)
    (kept,) = tmp_path.glob("journal.replaced-*.db")
    assert kept.name in done.output
    assert contents(kept) == before
    with Journal(path) as journal:
        assert journal.news == []
        game = write(journal, STARTS[1], script_of(STARTS[1], 3))
        assert check.faults(journal.lines(game), journal.games()[-1].seed) == []


def test_where_no_journal_is_one_comes_from_the_backup(tmp_path: Path) -> None:
    copy = finished(tmp_path / "copy.db")
    done = restore(tmp_path / "new" / "journal.db", copy)
    assert (done.games, done.kept) == (1, None)
    assert contents(tmp_path / "new" / "journal.db") == contents(copy)


def test_an_unfinished_game_is_replaced_only_when_that_is_said(tmp_path: Path) -> None:
    path, copy = in_progress(tmp_path / "journal.db"), finished(tmp_path / "copy.db")
    before = contents(path)
    done = run("restore", copy, "--journal", path)
    assert isinstance(done.exception, JournalError)
    assert "game 1 is not finished" in str(done.exception)
    assert "--replace-unfinished" in str(done.exception)
    assert contents(path) == before
    assert not list(tmp_path.glob("*.replaced-*"))
    assert run("restore", copy, "--journal", path, "--replace-unfinished").exit_code == 0
    assert contents(path) == contents(copy)
    (kept,) = tmp_path.glob("journal.replaced-*.db")
    assert contents(kept) == before


def test_a_station_at_work_is_never_interfered_with(tmp_path: Path) -> None:
    path, copy = finished(tmp_path / "journal.db"), finished(tmp_path / "copy.db", seed=2)
    with Journal(path) as station:
        before = contents(path)
        with pytest.raises(JournalError, match="another station"):
            restore(path, copy, replace_unfinished=True)
        assert contents(path) == before
        write(station, STARTS[1], script_of(STARTS[1], 3))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:5000],
        lambda content: b"",
        lambda content: b"no database " * 1000,
        lambda content: content.replace(b'"seat"', b'"taes"', 1),
    ],
    ids=["cut", "empty", "no database", "changed"],
)
def test_a_damaged_backup_is_never_restored(tmp_path: Path, spoil) -> None:  # type: ignore[no-untyped-def]
    path, copy = in_progress(tmp_path / "journal.db"), finished(tmp_path / "copy.db")
    before = contents(path)
    copy.write_bytes(spoil(copy.read_bytes()))
    with pytest.raises(JournalError, match=r"copy\.db: damaged"):
        restore(path, copy, replace_unfinished=True)
    assert contents(path) == before
    assert not [file for file in tmp_path.iterdir() if file.suffix in (".part", ".next") or ".replaced-" in file.name]


def test_a_damaged_journal_is_kept_too_when_a_backup_takes_its_place(truth: Truth, tmp_path: Path) -> None:
    path, copy = truth.laid(tmp_path / "damaged"), finished(tmp_path / "copy.db")
    path.write_bytes(b"no database " * 1000)
    done = restore(path, copy)
    assert done.kept
    assert done.kept.read_bytes() == b"no database " * 1000
    assert contents(path) == contents(copy)


def test_a_power_cut_during_a_restoration_leaves_one_of_the_two(
    truth: Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = finished(tmp_path / "copy.db")
    wanted = contents(copy)
    for step in range(1, 5):
        path = copied(truth.path, tmp_path / str(step))
        with power_cut(monkeypatch, step), pytest.raises(KeyboardInterrupt):
            restore(path, copy, replace_unfinished=True)
        with Journal(path, rescue=True) as journal:
            assert journal.news == []
            found = {game.id: journal.lines(game.id) for game in journal.games()}
        if step == 1:
            assert found == truth.lines
            continue
        assert found == wanted
        (kept,) = path.parent.glob("journal.replaced-*.db")
        assert contents(kept) == truth.lines


def test_onlookers_in_the_middle_of_a_replacement_do_no_harm(
    truth: Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody lists the games at each instant between two steps: SQLite may make files when it only reads."""
    copy = finished(tmp_path / "copy.db")
    wanted = contents(copy)
    path = copied(truth.path, tmp_path / "journal")
    rename = Path.rename

    def rename_and_look(self: Path, target: Path) -> Path:
        done = rename(self, target)
        look = f"import sqlite3; print(sqlite3.connect('file:{path}?mode=ro', uri=True).execute('SELECT * FROM game'))"
        subprocess.run([sys.executable, "-c", look], check=False, capture_output=True)
        return done

    with monkeypatch.context() as watched:
        watched.setattr(Path, "rename", rename_and_look)
        done = restore(path, copy, replace_unfinished=True)
    assert contents(path) == wanted
    assert done.kept
    assert contents(done.kept) == truth.lines


def test_backups_of_an_older_version_are_restored_and_brought_up_to_date(tmp_path: Path) -> None:
    import lzma

    stored = Path(__file__).parent / "stored" / "version-1.db.xz"
    copy = tmp_path / "copy.db"
    copy.write_bytes(lzma.decompress(stored.read_bytes()))
    before = contents(copy)
    restore(tmp_path / "journal.db", copy)
    with Journal(tmp_path / "journal.db") as journal:
        assert "from version 1" in journal.news[0]
        assert {game.id: journal.lines(game.id) for game in journal.games()} == before
