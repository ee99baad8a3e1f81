"""Solutions on disk: used when they are whole and of the same rules, solved anew when they are not."""

import json
from pathlib import Path

import pytest

from controller.analysis import cache
from controller.analysis.solution import Solution
from controller.analysis.solver import Chances, Solver
from controller.play import RULES_VERSION
from controller.rules.setup import Setup
from tests.analysis.oracle import position

SETUP = Setup(2, frozenset({"urteil"}))
SMALL = "markers=3,3"


def solve_anew() -> tuple[Solution, Chances]:
    solution = Solution("zugband", SETUP)
    return solution, solution.chances(position("zugband", SMALL, "urteil"))


def test_what_is_solved_once_is_only_read_again(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, chances = solve_anew()
    assert first.found == 0
    assert first.moments > 10
    monkeypatch.setattr(Solver, "_solve", lambda solver, state: solver.table[solver.game.text(state)])
    second, again = solve_anew()
    assert again == chances
    assert second.found == second.moments == first.moments
    state = position("zugband", SMALL, "urteil")
    assert second.moment(state).mixes[0].tolist() == first.moment(state).mixes[0].tolist()
    assert len(list(cache_folder.iterdir())) == 1


def test_every_set_of_house_rules_has_its_own_file(cache_folder: Path) -> None:
    solve_anew()
    houses: list[dict[str, str | int | bool]] = [{"stall": 2}, {"both_out": "draw"}]
    for house in houses:
        solution = Solution("zugband", Setup(2, frozenset({"urteil"}), house))
        assert solution.found == 0
        solution.chances(position("zugband", SMALL, "urteil", **house))
    assert len(list(cache_folder.iterdir())) == 3


@pytest.mark.parametrize("damage", ["cut", "empty", "flipped", "no json", "other rules", "other code", "gone"])
def test_a_damaged_or_foreign_file_is_solved_anew(
    cache_folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    _solution, chances = solve_anew()
    (path,) = cache_folder.iterdir()
    whole = path.read_bytes()
    match damage:
        case "cut":
            path.write_bytes(whole[:-40])
        case "empty":
            path.write_bytes(b"")
        case "flipped":
            path.write_bytes(whole.replace(b"0.5", b"0.6", 1))
        case "no json":
            path.write_bytes(b"\xff{\n" + whole)
        case "other rules":
            monkeypatch.setattr(cache, "RULES_VERSION", RULES_VERSION + 1)
        case "other code":
            monkeypatch.setattr(cache, "_code", lambda: "changed")
        case "gone":
            path.unlink()
    again, found = solve_anew()
    assert again.found == 0
    assert found == chances
    # The file is whole again.
    assert solve_anew()[0].found == again.moments


def test_a_table_that_contradicts_itself_is_not_believed(cache_folder: Path) -> None:
    first, chances = solve_anew()
    table = dict(cache.load(first._identity))
    table[first.game.text(position("zugband", SMALL, "urteil"))] = Chances(0.9, 0.0, 0.1)
    cache.save(first._identity, table)
    again, found = solve_anew()
    assert found == chances
    assert again.found == 0
    assert cache.load(first._identity) == dict(first._solver.table)


def test_without_a_place_to_keep_it_the_solution_is_the_same(
    cache_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _solution, chances = solve_anew()
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert solve_anew()[1] == chances


def test_a_position_off_the_beaten_track_is_added(cache_folder: Path) -> None:
    solution, _chances = solve_anew()
    solution.chances(position("zugband", "knot=1 markers=3,4", "urteil"))
    again = Solution("zugband", SETUP)
    assert again.found == solution.moments > 0


def test_the_header_says_what_the_file_holds(cache_folder: Path) -> None:
    solve_anew()
    (path,) = cache_folder.iterdir()
    header = json.loads(path.read_bytes().split(b"\n", 1)[0])
    assert header["game"] == "zugband"
    assert header["rules"] == RULES_VERSION
    assert header["house"]["goal"] == 2
