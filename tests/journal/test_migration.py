"""Journals of older versions, stored as they were written, open in this one; those of newer ones are refused."""

import lzma
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.commands.group import dicetable
from controller.errors import JournalError
from controller.journal import check, export
from controller.journal.entries import Chosen
from controller.journal.lines import Line, Step
from controller.journal.schema import SCHEMA_VERSION
from controller.journal.store import Journal
from controller.play import replay
from controller.rules.core import Choose
from tests.journal.power import copied, power_cut
from tests.journal.truth import entry_of

STORED = Path(__file__).parent / "stored"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A journal of version 1 as a power cut left it: a finished, corrected game in the file; in its log one in which
    seat 1 has just locked a choice."""
    path = tmp_path / "journal.db"
    for stored in STORED.glob("version-1.db*.xz"):
        unpacked = path.with_name(path.name + stored.name.removeprefix("version-1.db").removesuffix(".xz"))
        unpacked.write_bytes(lzma.decompress(stored.read_bytes()))
    return path


def contents(path: Path) -> list[list[Line]]:
    with Journal(path, read_only=True) as journal:
        return [journal.lines(game.id) for game in journal.games()]


def version(path: Path) -> int:
    db = sqlite3.connect(path)
    (found,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return int(found)


def test_it_can_be_looked_at_without_being_changed(old: Path) -> None:
    before = old.read_bytes()
    with Journal(old, read_only=True) as journal:
        assert [(game.id, game.name, game.finished) for game in journal.games()] == [
            (1, "ueberwurf", True),
            (2, "zugband", False),
        ]
        for game in journal.games():
            assert check.faults(journal.lines(game.id), game.seed) == []
    assert old.read_bytes() == before
    assert version(old) == 1


def test_it_is_brought_up_to_date_and_kept_as_it_was(old: Path) -> None:
    before, lines = old.read_bytes(), contents(old)
    with Journal(old) as journal:
        (said,) = journal.news
        assert f"from version 1 to {SCHEMA_VERSION}" in said
        assert [journal.lines(game.id) for game in journal.games()] == lines
        for game in journal.games():
            assert check.faults(journal.lines(game.id), game.seed) == []
            assert journal.chain_before(game.id) == game.seed
    assert version(old) == SCHEMA_VERSION
    (kept,) = old.parent.glob("journal.version-1-*.db")
    assert kept.read_bytes() == before
    assert contents(kept) == lines
    with Journal(old) as journal:
        assert journal.news == [], "once is enough"


def test_its_unfinished_game_goes_on_and_both_kinds_of_entries_are_proved(old: Path) -> None:
    with Journal(old) as journal:
        game = journal.unfinished()
        assert game == 2
        play, _events = replay(journal.read(game))
        (choice,) = play.choices
        assert choice.seat == 2, "seat 1 has locked"
        play, events = play.fold(entry_of(Choose(2, choice.options[0])))
        journal.append(game, [Step(play.history[-1], events)])
        lines = journal.lines(game)
        assert [bool(line.clock) for line in lines] == [False] * (len(lines) - 1) + [True]
        seed = journal.games()[1].seed
    assert check.faults(lines, seed) == []
    changed = [*lines[:-1], lines[-1]._replace(clock=lines[-1].clock.replace("true", "false").replace("boot", "toob"))]
    assert any("chain is broken" in fault for fault in check.faults(changed, seed))


def test_all_of_it_can_be_shown_verified_and_exported_before_and_after(old: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        done = CliRunner().invoke(dicetable, ["record", *arguments, "--journal", str(old)])
        assert done.exit_code == 0, done.output
        return done.output

    # A verdict of another time zone is none of this test's business: only the entries are compared.
    before = [run("list"), run("show", "1"), run("show", "2"), run("verify", "1"), run("verify", "2")]
    Journal(old).close()
    assert [run("list"), run("show", "1"), run("show", "2"), run("verify", "1"), run("verify", "2")] == before
    run("export", "1", str(tmp_path / "game.json"))
    row, lines = export.from_json(tmp_path / "game.json")
    assert check.faults(lines, row.seed) == []
    assert lines == contents(old)[0]


def test_a_damaged_one_is_set_aside_and_its_games_come_into_this_version(old: Path) -> None:
    whole = contents(old)
    content = bytearray(old.read_bytes())
    content[3] ^= 0xFF
    old.write_bytes(content)
    old.with_name("journal.db-wal").unlink()
    with Journal(old, rescue=True) as journal:
        assert "was damaged" in journal.news[0]
        assert journal.lines(1) == whole[0]
    assert version(old) == SCHEMA_VERSION


def test_a_power_cut_while_it_is_brought_up_to_date_loses_nothing(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted at each step at which a file gets another name; the next start brings it to its end."""
    lines = contents(old)
    for interrupted in range(1, 5):
        path = copied(old, tmp_path / str(interrupted))
        with power_cut(monkeypatch, interrupted), pytest.raises(KeyboardInterrupt):
            Journal(path)
        with Journal(path) as journal:
            assert [journal.lines(game.id) for game in journal.games()] == lines
        (kept,) = path.parent.glob("journal.version-1-*.db")
        assert contents(kept) == lines
        assert not list(path.parent.glob("*.next"))


def test_a_newer_one_is_refused_in_words_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(JournalError, match=f"schema {SCHEMA_VERSION + 1}, known {SCHEMA_VERSION}.; update"):
            Journal(path, read_only=read_only, rescue=not read_only)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_newer_export_is_refused_and_an_old_one_is_read(old: Path, tmp_path: Path) -> None:
    with Journal(old, read_only=True) as journal:
        text = export.to_json(journal.games()[0], journal.lines(1))
    file = tmp_path / "game.json"
    file.write_text(text.replace('"format":2', '"format":1').replace('"clock":null,', ""))
    row, lines = export.from_json(file)
    assert check.faults(lines, row.seed) == []
    assert any(isinstance(entry, Chosen) for entry in map(_entry, lines))


def _entry(line: Line) -> object:
    from controller.journal import entries

    return entries.decode(line.body)
