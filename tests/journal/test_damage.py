"""Whatever has happened to a journal's files: every game opens up to some entry as it was written, or the files are set
aside under a name that is told; nothing wrong is ever read, and nothing is deleted."""

import random
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.commands.group import dicetable
from controller.errors import DamagedError, JournalError
from controller.journal.entries import Chosen
from controller.journal.store import Journal
from tests.journal.evening import STARTS, script_of
from tests.journal.truth import Truth, kept, write

PAGE = 4096
# SQLite's log: a header, then pages with a header of their own.
LOG_HEADER, FRAME_HEADER = 32, 24


def test_a_log_that_ends_anywhere_gives_a_beginning_of_what_was_written(truth: Truth, folder: Path) -> None:
    """Every page of the log, and odd places in between: no entry is lost but the last ones, and nothing is damaged."""
    log = truth.log.read_bytes()
    frames = range(LOG_HEADER, len(log) + 1, PAGE + FRAME_HEADER)
    assert len(frames) > 10
    odd = random.Random(1).sample(range(len(log)), 15)
    lengths = sorted({0, 1, 31, *frames, *(end + 1 for end in frames), *(end - 1 for end in frames), *odd})
    seen = []
    for length in lengths:
        found = truth.opened(truth.laid(folder, log=log[:length]))
        assert kept(folder) == [], length
        seen.append(sum(found.values()))
    assert seen == sorted(seen), "a longer log holds more"
    assert seen[-1] == sum(truth.whole().values())
    assert len(set(seen)) > 10


def test_a_file_that_ends_anywhere_gives_a_beginning_or_is_set_aside(truth: Truth, folder: Path) -> None:
    content = truth.path.read_bytes()
    odd = random.Random(2).sample(range(len(content)), 10)
    for length in sorted({0, 1, 99, 100, *range(0, len(content), PAGE), *odd}):
        for log in (None, b""):
            path = truth.laid(folder, db=content[:length], log=log)
            truth.opened(path)


def test_games_before_and_behind_the_damage_are_kept(closed_truth: Truth, folder: Path) -> None:
    """Each page of the file in turn is overwritten: all that is not on it is still there."""
    content = closed_truth.path.read_bytes()
    whole = closed_truth.whole()
    lost = []
    for start in range(0, len(content), PAGE):
        junk = random.Random(start).randbytes(PAGE)
        path = closed_truth.laid(folder, db=content[:start] + junk + content[start + PAGE :])
        found = closed_truth.opened(path)
        assert len(kept(folder)) == 1
        lost.append(sorted(game for game in whole if found.get(game) != whole[game]))
    # What leads to other pages, or counts, costs nothing; each page with entries costs at most the games on it.
    assert lost[:4] == [[], [], [], []]
    assert all(len(games) in (1, 2) for games in lost[4:])
    assert len(lost) > 8


@pytest.mark.parametrize("bits", [0xFF, 0x01])
def test_a_damaged_header_costs_no_game(closed_truth: Truth, folder: Path, bits: int) -> None:
    content = closed_truth.path.read_bytes()
    for place in range(100):
        damaged = bytearray(content)
        damaged[place] ^= bits
        path = closed_truth.laid(folder, db=bytes(damaged))
        if place in range(60, 64) and int.from_bytes(damaged[60:64], "big", signed=True) > 2:
            # It may as well be a newer program's: that is for a person to decide.
            with pytest.raises(JournalError, match="newer version"):
                Journal(path, rescue=True)
            assert path.read_bytes() == damaged
        else:
            assert closed_truth.opened(path) == closed_truth.whole(), place


def test_flipped_bits_never_give_a_wrong_entry(truth: Truth, closed_truth: Truth, folder: Path) -> None:
    chance = random.Random(3)
    complete = 0
    for turn in range(60):
        source = (truth, closed_truth)[turn % 2]
        files = [bytearray(source.path.read_bytes()), bytearray(source.log.read_bytes())]
        for _flip in range(chance.choice((1, 1, 5))):
            file = chance.choice([one for one in files if one])
            # The four bytes with the version are looked at above.
            place = chance.choice([chance.randrange(60), chance.randrange(64, len(file))])
            file[place] ^= 1 << chance.randrange(8)
        found = source.opened(source.laid(folder, db=bytes(files[0]), log=bytes(files[1])))
        complete += found == source.whole()
    assert 10 < complete < 60, "some damage matters, and much does not"


@pytest.mark.parametrize("content", [b"", b"\0" * 8192, b"no database " * 1000, b"SQLite format 3\0"])
def test_what_is_no_journal_is_set_aside_and_a_new_one_begun(truth: Truth, folder: Path, content: bytes) -> None:
    path = truth.laid(folder, db=content, log=b"")
    assert truth.opened(path) == {}
    (aside,) = kept(folder)
    assert aside.read_bytes() == content
    assert {stat.S_IMODE(file.stat().st_mode) & 0o077 for file in (path, folder / "journal.db.lock")} == {0}


def test_only_the_station_sets_a_journal_aside(truth: Truth, folder: Path) -> None:
    """A referee's command says what is wrong and leaves everything as it is."""
    path = truth.laid(folder, db=truth.path.read_bytes()[: 6 * PAGE])
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(DamagedError, match="next start the station sets it aside"):
        Journal(path)
    after = {file.name: file.read_bytes() for file in folder.iterdir() if file.name in before}
    assert after == before


def test_another_program_s_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE songs (title TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal(path, rescue=True)
    assert path.read_bytes() == before


def test_a_game_in_progress_that_lost_its_end_goes_on_and_older_ones_do_not(closed_truth: Truth, folder: Path) -> None:
    path = closed_truth.laid(folder)
    with sqlite3.connect(path) as db:
        # The last entry of the first game, which was finished, and of the third, which is in progress.
        for game in (1, 3):
            where = f"sequence = (SELECT MAX(sequence) FROM entry WHERE game = {game})"
            db.execute(f"UPDATE entry SET body = replace(body, 'e', 'x') WHERE {where}")
    db.close()
    with Journal(path, rescue=True) as journal:
        (said,) = journal.news
        assert "break off before their end: 1, 3" in said
        assert [(game.id, game.finished, game.cut) for game in journal.games()] == [
            (1, True, True),
            (2, True, False),
            (3, False, True),
        ]
        assert journal.unfinished() == 3


def test_the_name_of_what_is_set_aside_is_never_taken_twice(truth: Truth, folder: Path) -> None:
    path = truth.laid(folder)
    for number in range(1, 4):
        path.write_bytes(b"no database " * 50 * number)
        Journal(path, rescue=True).close()
        assert len(kept(folder)) == number
    assert {aside.read_bytes() for aside in kept(folder)} == {b"no database " * 50 * number for number in range(1, 4)}


def test_a_log_without_its_file_is_kept_and_read(truth: Truth, folder: Path) -> None:
    path = truth.laid(folder)
    path.unlink()
    with Journal(path, rescue=True) as journal:
        assert truth.check(journal)[3] == truth.whole()[3], "the third game stands in the log alone"
        assert journal.news
    (log,) = folder.glob("*.damaged-*-wal")
    assert log.read_bytes() == truth.log.read_bytes()


def test_rescuing_again_from_what_was_set_aside_gives_the_same(truth: Truth, folder: Path, tmp_path: Path) -> None:
    path = truth.laid(folder, db=truth.path.read_bytes()[: 6 * PAGE])
    found = truth.opened(path)
    (aside,) = kept(folder)
    again = tmp_path / "again"
    again.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(aside.with_name(aside.name + suffix), again / f"journal.db{suffix}")
    with Journal(again / "journal.db", rescue=True) as journal:
        assert truth.check(journal) == found


def test_a_journal_of_many_games_loses_one_page_s_worth(tmp_path: Path) -> None:
    """The tables have several levels then."""
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        for seed in range(40):
            write(journal, STARTS[1], script_of(STARTS[1], seed))
        before = {game.id: journal.lines(game.id) for game in journal.games()}
    content = bytearray(path.read_bytes())
    middle = len(content) // PAGE // 2 * PAGE
    content[middle : middle + PAGE] = bytes(PAGE)
    path.write_bytes(content)
    with Journal(path, rescue=True) as journal:
        after = {game.id: journal.lines(game.id) for game in journal.games()}
    assert all(lines == before[game][: len(lines)] for game, lines in after.items())
    assert 35 <= sum(after.get(game) == lines for game, lines in before.items()) < 40


def test_what_an_interrupted_rescue_left_is_cleared_away(truth: Truth, folder: Path) -> None:
    """It holds copies of hidden choices."""
    path = truth.laid(folder, db=truth.path.read_bytes()[: 6 * PAGE])
    left = folder / "journal.db.rescue-abc"
    left.mkdir()
    (left / "journal.db").write_bytes(b"a copy")
    Journal(path, rescue=True).close()
    assert not list(folder.glob("*.rescue-*"))
    assert not list(folder.glob("*.part"))


def test_several_logs_without_a_file_are_all_kept(truth: Truth, folder: Path) -> None:
    for _turn in range(3):
        path = folder / "journal.db"
        path.unlink(missing_ok=True)
        (folder / "journal.db-wal").write_bytes(truth.log.read_bytes())
        Journal(path, rescue=True).close()
    assert [log.read_bytes() == truth.log.read_bytes() for log in folder.glob("*.damaged-*-wal")] == [True] * 3


def test_a_game_that_breaks_off_at_a_hidden_choice_does_not_give_it_away(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        write(journal, STARTS[1], script_of(STARTS[1], 2))
        (first, second) = journal.read(1)[1:3]
        assert isinstance(first, Chosen)
        assert isinstance(second, Chosen)
        journal._db.execute("UPDATE entry SET body = replace(body, 'seat', 'taes') WHERE sequence = 3")
    with Journal(path, rescue=True) as journal:
        (game,) = journal.games()
        assert (game.finished, game.cut, len(journal.lines(1))) == (True, True, 2)

    def run(command: str, *game: str) -> Result:
        return CliRunner().invoke(dicetable, ["record", command, *game, "--journal", str(path)])

    assert "breaks off: its end was lost" in run("list").output
    for output in (run("list").output, run("show", "1").output):
        assert f"locks {first.value}" not in output
    proved = run("verify", "1")
    assert proved.exit_code == 1
    assert "breaks off here" in proved.output
    refused = run("export", "1")
    assert refused.exit_code != 0
    assert "still hidden" in str(refused.exception)
