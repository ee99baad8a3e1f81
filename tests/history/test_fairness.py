"""The dice of the recorded games, in numbers and in words: on the command line as on the page."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.commands.group import dicetable
from controller.history.choosing import choice
from controller.history.fairness import fairness, powerless
from controller.history.games import Summary
from controller.history.index import Index
from controller.history.throws import Fallen
from controller.i18n import use
from controller.journal.store import Journal
from controller.statistics.fit import least_share
from tests.history.many import Years, many, played, started, write


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("many") / "journal.db"
    many(path, 18)
    return path


@pytest.fixture(scope="module")
def games(path: Path) -> list[Summary]:
    return Index(path).games()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(dicetable, [*arguments])


def test_each_kind_is_judged_as_a_whole_and_by_seat(games: list[Summary]) -> None:
    found = fairness(games, choice(game="ueberwurf"))
    assert [(one.die, one.seat) for one in found] == [
        (die, seat) for die in ("d4", "d6", "d8", "d10", "d12", "d20") for seat in (None, 1, 2)
    ]
    for whole, *seats in zip(found[::3], found[1::3], found[2::3], strict=True):
        assert whole.fit.n == 18, "nine games with two such dice"
        sums = [sum(one) for one in zip(*(seat.counts for seat in seats), strict=True)]
        assert tuple(sums) == whole.counts
    assert fairness(games, choice(game="zugband")) == []


def test_only_the_throws_of_a_player_count_where_one_is_chosen(games: list[Summary]) -> None:
    mine = sum(one.fit.n for one in fairness(games, choice(game="ueberwurf", player="Anna")) if one.seat is None)
    played_by_her = sum("Anna" in one.start.names for one in choice(game="ueberwurf").of(games))
    assert mine == 6 * played_by_her


def test_loaded_dice_are_named_and_fair_ones_left_in_peace(tmp_path: Path) -> None:
    path, chance = tmp_path / "journal.db", random.Random(5)
    with Journal(path, now=Years()) as journal:
        for _game in range(30):
            write(journal, played(started(), chance, weights=(1, 1, 1, 1, 1, 8)))
    found = {one.die: one for one in fairness(Index(path).games(), choice()) if one.seat is None}
    assert {die: one.verdict for die, one in found.items()} == {
        "d4": "fair", "d6": "unfair", "d8": "fair", "d10": "fair", "d12": "fair", "d20": "fair",
    }  # fmt: skip
    judged, _power, _tested = found["d6"].sentences()
    assert judged.startswith("d6: the faces do not come equally often; 6 came most.")


def test_a_few_throws_are_called_few(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path, now=Years()) as journal:
        write(journal, played(started(), random.Random(5)))
    for one in fairness(Index(path).games(), choice()):
        assert one.verdict == "few"
        assert one.share is None


@pytest.mark.parametrize(
    ("n", "k", "in_english", "in_german"),
    [
        (1, 6, "After 1 throw not even a die", "Nach 1 Wurf würde nicht einmal ein Würfel auffallen"),
        (40, 6, "After 40 throws only gross forgery shows: a face that came 38 % of the time instead of 16.7 %",
         "Nach 40 Würfen sieht man nur grobe Fälschung: Eine Seite, die in 38 % statt in 16,7 % der Würfe"),
        (200, 6, "After 200 throws marked loading shows", "Nach 200 Würfen sieht man"),
        (1000, 6, "After 1000 throws moderate loading shows", "Nach 1000 Würfen sieht man"),
        (5000, 6, "After 5000 throws even slight loading shows", "Nach 5000 Würfen sieht man"),
    ],
)  # fmt: skip
def test_what_so_many_throws_can_show_is_said_in_words(n: int, k: int, in_english: str, in_german: str) -> None:
    share = least_share(n, k)
    assert powerless(n, share, k).startswith(in_english)
    use("de")
    assert powerless(n, share, k).startswith(in_german)


def test_the_command_tells_people_and_programs_the_same(path: Path, games: list[Summary]) -> None:
    options = ("dice", "fairness", "--journal", str(path), "--game", "ueberwurf")
    told = run(*options, "--lang", "en")
    assert told.exit_code == 0
    lines = told.output.splitlines()
    assert "d6: 18 throws, 3.0 of each face expected" in lines
    assert any(line.startswith("d6 of seat 2: 9 throws. Of fair dice, ") for line in lines)
    as_json = [json.loads(line) for line in run(*options, "--json").output.splitlines()]
    assert as_json == [json.loads(json.dumps(one.as_json())) for one in fairness(games, choice(game="ueberwurf"))]
    for one in as_json:
        assert sum(one["counts"].values()) == one["throws"]
        assert 0 <= one["test"]["p"] <= 1
    none = run(*options[:-1], "zugband", "--lang", "en")
    assert (none.exit_code, none.output) == (0, "No die was thrown in these games.\n")


def test_games_are_listed_by_what_is_asked_for(path: Path) -> None:
    def listed(*more: str) -> list[str]:
        return run("record", "list", "--journal", str(path), "--lang", "en", *more).output.splitlines()

    assert len(listed()) == 18
    assert len(listed("--game", "wizard")) == 3
    assert all("Clara" in line for line in listed("--player", "clara"))
    assert listed("--state", "open") == []
    assert isinstance(run("record", "list", "--journal", str(path), "--since", "soon").exception, ValueError)


def test_dice_of_a_kind_are_also_judged_by_their_taught_sets(games: list[Summary]) -> None:
    """A loaded set is found although a fair one of the same kind lies beside it."""
    game = next(one for one in games if one.start.game == "ueberwurf")
    faces = [Fallen(1, "d6", 1 + n % 6, "jade") for n in range(120)] + [Fallen(2, "d6", 6, "bronze")] * 60
    found = fairness([replace(game, fallen=(*faces, Fallen(2, "d6", 3)))], choice())
    by_set = {one.set: one for one in found if one.set is not None}
    assert {name: (one.fit.n, one.verdict) for name, one in by_set.items()} == {
        "bronze": (60, "unfair"),
        "jade": (120, "fair"),
        "": (1, "few"),
    }
    assert by_set["bronze"].as_json()["set"] == "bronze"
