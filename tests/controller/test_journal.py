"""The journal: append-only, durable, one writer, readable by nobody else."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal import entries
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    Chosen,
    Closed,
    Corrected,
    Drawn,
    Ended,
    FaceEntered,
    FaceJudged,
    PictureRead,
    Seen,
    Started,
    TakenBack,
    Threw,
)
from controller.journal.lines import Step, holds
from controller.journal.store import Journal

START = Started("ueberwurf", 1, 2, ("Jörg", ""), house={"tie": "w6"})
EACH_KIND: list[AnyEntry] = [
    START,
    Chosen(1, "d8", "00", "ff"),
    TakenBack(1, 1),
    Drawn("secret"),
    PictureRead(
        "a.jpg", (Seen("d6", 5, 0.987, "read", (1, 2, 3, 4)), Seen("wizard", "blue", 0.1, "unsure", (0, 0, 1, 1)))
    ),
    PictureRead("b.jpg", (Seen("d20", 7, 0.5, "unsure", (0, 0, 1, 1), likely=(7, 17, 1)),)),
    PictureRead("", (), "no camera"),
    FaceEntered(2, 0, 7),
    FaceEntered(2, 0, "jester"),
    FaceJudged(1, 0, agrees=False),
    Threw(1, {"d8": (5,), "wizard": ("blue", "red")}, (0, 1)),
    Corrected(3, "Referee", "misread", dice={"d8": (4,)}, void_from=7),
    Corrected(1, "Referee", "pressed wrong", value="d6"),
    Annulled(2, 5, 9, "Referee", "a die fell"),
    Closed("conceded", "Jörg", "late", 2),
    Ended({"winner": [], "scores": {"1": 2}, "reason": "draw"}),
]


def steps(new: list[AnyEntry]) -> list[Step]:
    return [Step(entry) for entry in new]


@pytest.mark.parametrize("entry", EACH_KIND, ids=lambda entry: type(entry).__name__)
def test_every_kind_of_entry_is_read_as_it_was_written(entry: AnyEntry) -> None:
    assert entries.decode(entries.encode(entry)) == entry


def test_a_die_without_likely_faces_is_stored_as_records_were_before_there_were_any() -> None:
    plain = Seen("d6", 5, 0.9, "read", (0, 0, 1, 1))
    assert "likely" not in entries.encode(PictureRead("a.jpg", (plain,)))
    old = '{"kind":"picture","picture":"a","dice":[{"type":"d6","value":5,"confidence":0.9,"status":"read",'
    assert entries.decode(old + '"box":[0,0,1,1]}]}') == PictureRead("a", (plain,))


def test_entries_come_back_in_order_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "journal.db"
    with Journal(path) as journal:
        first = journal.begin(START)
        journal.append(first, steps(EACH_KIND[1:4]))
        second = journal.begin(START)
        journal.append(second, steps(EACH_KIND[5:6]))
        journal.append(first, steps(EACH_KIND[4:5]))
    with Journal(path) as journal:
        assert journal.read(first) == EACH_KIND[:5]
        assert journal.read(second) == [START, EACH_KIND[5]]


def test_the_latest_game_without_an_end_is_the_unfinished_one(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        assert journal.unfinished() is None
        first, second = journal.begin(START), journal.begin(START)
        assert journal.unfinished() == second
        journal.append(second, steps(EACH_KIND[-1:]), finished=True)
        assert journal.unfinished() == first


def test_a_second_station_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path), pytest.raises(JournalError, match="another station"):
        Journal(path)
    Journal(path).close()


def test_another_name_of_the_same_journal_is_the_same_journal(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "journal.db")
    with Journal(tmp_path / "journal.db"), pytest.raises(JournalError, match="another station"):
        Journal(tmp_path / "link.db")


def test_nobody_else_on_the_machine_can_read_hidden_choices(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    before = os.umask(0)
    try:
        with Journal(path) as journal:
            journal.begin(START)
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}, modes


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    """A full disk in the middle of two entries leaves neither."""
    with Journal(tmp_path / "journal.db") as journal:
        game = journal.begin(START)
        (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
        journal._db.execute(f"PRAGMA max_page_count = {pages}")
        large = PictureRead("x" * 10_000)
        with pytest.raises(JournalError, match="full"):
            journal.append(game, steps([Drawn("small"), large]))
        assert journal.read(game) == [START]
        journal.append(game, steps([Drawn("small")]))
        assert journal.read(game) == [START, Drawn("small")]


def test_the_record_is_safe_against_power_cuts(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_entries_are_chained(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        game = journal.begin(START)
        journal.append(game, steps(EACH_KIND[1:]))
        second = journal.begin(START)
        chain = journal.games()[0].seed
        for line in journal.lines(game):
            assert holds(chain, line)
            chain = line.chain
        # The next game hangs on this one, so that no game can be taken out unseen.
        assert journal.games()[1].seed == chain
        assert journal.lines(second)[0].chain != ""


@pytest.mark.parametrize(
    ("prepare", "complaint"),
    [
        (lambda path: path.write_bytes(b"no database " * 100), "not a database"),
        (lambda path: path.mkdir(), "cannot be opened"),
        (lambda path: _with_version(path, 99), "newer version"),
    ],
    ids=["not a database", "a folder", "newer schema"],
)
def test_a_file_that_cannot_be_used_is_named_and_left_alone(tmp_path: Path, prepare, complaint: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "journal.db"
    prepare(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError, match=complaint) as caught:
        Journal(path)
    assert str(path) in str(caught.value)
    assert before is None or path.read_bytes() == before


def _with_version(path: Path, version: int) -> None:
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {version}")
    db.commit()
    db.close()
