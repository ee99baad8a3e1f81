"""The games in short: read once, right after every entry, right after amendments, and chosen by what people ask."""

import lzma
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from controller.errors import ChoiceError
from controller.history.choosing import STATES, Choice, choice
from controller.history.games import Standing, Summary
from controller.history.index import Index
from controller.history.players import players
from controller.journal.entries import Closed, Corrected, Ended, Started, Threw
from controller.journal.store import Journal
from controller.play import replay
from controller.referee import amend
from tests.history.many import NAMES, Years, many, played, started, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path, now=Years()) as opened:
        yield opened


def test_it_is_right_after_every_entry_whatever_was_read_before(journal: Journal, path: Path) -> None:
    index = Index(path)
    assert index.games() == []
    steps = played(started(), random.Random(2))
    first = steps[0].entry
    assert isinstance(first, Started)
    game = journal.begin(first, steps[0].events)
    for place, step in enumerate(steps[1:], start=2):
        journal.append(game, [step], finished=place == len(steps))
        assert index.games() == Index(path).games()
        assert (index.games()[0].standing is Standing.FINISHED) == (place == len(steps))
    other = write(journal, played(started("zugband"), random.Random(2), most=3))
    assert [one.standing for one in index.games()] == [Standing.FINISHED, Standing.OPEN]
    end = index.games()[0]
    last = steps[-1].entry
    assert isinstance(last, Ended)
    assert {str(seat): points for seat, points in end.scores.items()} == last.outcome["scores"]
    assert index.games()[1].number == other


def test_a_game_that_a_referee_amends_after_its_end_is_read_again(journal: Journal, path: Path) -> None:
    index = Index(path)
    steps = played(started(), random.Random(2))
    game = write(journal, steps)
    write(journal, played(started("zugband"), random.Random(3)))
    before = index.games()[0]
    place, threw = next((at, one.entry) for at, one in enumerate(steps) if isinstance(one.entry, Threw))
    assert isinstance(threw, Threw)
    ((kind, (face,)),) = threw.dice.items()
    other = int(face) % int(kind[1:]) + 1
    amend(journal, game, Corrected(place, "Referee", "misread", dice={kind: (other,)}))
    after = index.games()[0]
    assert (before.amended, after.amended) == (False, True)
    assert before.fallen != after.fallen
    assert after == Index(path).games()[0]
    assert after.standing is Standing.FINISHED


def test_an_aborted_game_and_one_that_broke_off_say_so(journal: Journal, path: Path) -> None:
    game = write(journal, played(started(), random.Random(2), most=4))
    amend(journal, game, Closed("aborted", "Referee", "fire alarm"))
    assert Index(path).games()[0].standing is Standing.ABORTED
    assert Index(path).games()[0].reason == "aborted"


def test_every_entry_is_read_once(journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        write(journal, played(started("zugband"), random.Random(seed)))
    index = Index(path)
    index.games()
    read: list[int] = []
    rows = Journal.rows

    def counted(self: Journal, after: int = 0):  # type: ignore[no-untyped-def]
        for row in rows(self, after):
            read.append(row.sequence)
            yield row

    monkeypatch.setattr(Journal, "rows", counted)
    index.games()
    assert read == []
    start = started()
    number = journal.begin(start, replay([start])[1])
    assert [one.number for one in index.games()][-1] == number
    assert len(read) == 1


def test_a_game_that_cannot_be_read_leaves_the_index_as_it_was(journal: Journal, path: Path) -> None:
    from controller.errors import RecordError

    write(journal, played(started("zugband"), random.Random(1)))
    index = Index(path)
    index.games()
    game = write(journal, played(started(), random.Random(1), most=3))
    whole = journal._db.execute("SELECT body FROM entry WHERE game = ? ORDER BY sequence DESC", (game,)).fetchone()[0]
    journal._db.execute("UPDATE entry SET body = '{' WHERE game = ? AND body = ?", (game, whole))
    with pytest.raises(RecordError, match=f"game {game}: the record cannot be read"):
        index.games()
    journal._db.execute("UPDATE entry SET body = ? WHERE game = ? AND body = '{'", (whole, game))
    assert [one.number for one in index.games()] == [1, 2]


def test_what_it_knows_does_not_depend_on_how_much_it_reads_in_one_go(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(4):
        steps = played(started(("ueberwurf", "zugband")[seed % 2]), random.Random(seed))
        game = write(journal, steps if seed else steps[:-5])
        if seed == 2:
            place, threw = next((at, one.entry) for at, one in enumerate(steps) if isinstance(one.entry, Threw))
            kind = next(iter(threw.dice))
            amend(journal, game, Corrected(place, "Referee", "misread", dice={kind: (1,)}))
    whole = Index(path).games()
    for most in (1, 3, 40):
        monkeypatch.setattr("controller.history.index._MOST", most)
        assert Index(path).games() == whole


def test_equal_throws_are_kept_once(journal: Journal, path: Path) -> None:
    for seed in range(3):
        write(journal, played(started(), random.Random(seed)))
    thrown = [one for game in Index(path).games() for one in game.fallen]
    assert len(thrown) > len(set(thrown))
    assert len({id(one) for one in thrown}) == len(set(thrown))


# --- which games -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Summary]:
    path = tmp_path_factory.mktemp("many") / "journal.db"
    many(path, 24)
    return Index(path).games()


def test_games_are_chosen_by_game_player_day_and_state(games: list[Summary]) -> None:
    assert {one.start.game for one in choice(game="zugband").of(games)} == {"zugband"}
    assert len(choice(game="zugband").of(games)) == 4
    mine = choice(player="ÜMI").of(games)
    assert 0 < len(mine) < len(games)
    assert all("Ümit" in one.start.names for one in mine)
    day = games[10].day
    assert [one.day for one in choice(since=day.isoformat(), until=day.isoformat()).of(games)] == [
        one.day for one in games if one.day == day
    ]
    assert choice(state="finished").of(games) == games
    assert choice(state="amended").of(games) == []
    assert choice(game="", player=" ", since="", until="", state="") == Choice()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game": "poker"}, "game: poker is not known; allowed: ueberwurf, overload, zugband, wizard"),
        ({"state": "lost"}, "state: lost is not known; allowed: finished, aborted, open, cut, amended"),
        ({"since": "21.3.2026"}, "21.3.2026 is no day; write it like 2026-03-21"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(given: dict[str, str], says: str) -> None:
    with pytest.raises(ChoiceError) as error:
        choice(**given)
    assert str(error.value) == says
    assert len(STATES) == 5


# --- who won against whom --------------------------------------------------------------------------------------------


def game(names: tuple[str, ...], winner: tuple[int, ...], standing: Standing = Standing.FINISHED) -> Summary:
    from datetime import UTC, datetime

    from controller.journal.clock import Told

    began = Told(datetime(2026, 1, 1, tzinfo=UTC), True)
    start = started("overload", len(names), names)
    return Summary(1, began, start, standing, winner, {}, "", False, ())


def test_players_are_counted_against_each_other() -> None:
    found = players(
        [
            game(("Anna", "Jörg"), (1,)),
            game(("jörg ", "Anna"), (2,)),
            game(("Anna", "Jörg", "Ümit"), (2,)),
            game(("Anna", "Jörg"), ()),
            game(("Anna", "Jörg", "Ümit"), (1, 3)),
            game(("Anna", "Jörg"), (2,), Standing.ABORTED),
            game(("Anna", "Jörg"), (), Standing.OPEN),
        ]
    )
    anna, joerg, uemit = found
    assert (anna.name, anna.total.as_json()) == ("Anna", {"games": 5, "won": 3, "lost": 1, "level": 1})
    assert (joerg.name, joerg.total.as_json()) == ("Jörg", {"games": 5, "won": 1, "lost": 3, "level": 1})
    assert anna.against["Jörg"].as_json() == {"games": 5, "won": 3, "lost": 1, "level": 1}
    assert joerg.against["Anna"].as_json() == {"games": 5, "won": 1, "lost": 3, "level": 1}
    assert uemit.against["Anna"].as_json() == {"games": 2, "won": 0, "lost": 0, "level": 2}
    assert anna.as_json()["against"].keys() == {"Jörg", "Ümit"}


def test_seats_that_cannot_be_told_apart_count_for_nobody() -> None:
    assert players([game(("", ""), (1,)), game(("Anna", "anna"), (1,))]) == []
    assert players([]) == []


def test_many_games_add_up(games: list[Summary]) -> None:
    found = players(games)
    assert {one.name for one in found} == set(NAMES)
    assert sum(one.total.games for one in found) == sum(one.start.players for one in games)
    for one in found:
        for other in found:
            if one is not other:
                assert one.against[other.name].won == other.against[one.name].lost
    assert all(isinstance(one.day, date) for one in games)


def test_a_journal_of_version_1_is_read_as_it_is(path: Path) -> None:
    """Only the station brings it up to date; whoever looks at it beside an older station must not."""
    stored = Path(__file__).parents[1] / "journal/stored"
    for packed in stored.glob("version-1.db*.xz"):
        unpacked = path.with_name(path.name + packed.name.removeprefix("version-1.db").removesuffix(".xz"))
        unpacked.write_bytes(lzma.decompress(packed.read_bytes()))
    found = Index(path).games()
    assert found
    with Journal(path, read_only=True) as journal:
        assert [one.number for one in found] == [row.id for row in journal.games()]
        assert {one.number for one in found if one.standing is Standing.OPEN} == {
            row.id for row in journal.games() if not row.finished
        }
    assert any(one.fallen for one in found)
    assert all(one.began.certain for one in found)
