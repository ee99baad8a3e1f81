"""``dicetable analyse`` as people and scripts use it."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.analysis.games import PositionError
from controller.analysis.matrix import AnalysisUnavailableError
from controller.commands.analyse import analyse
from controller.errors import AnswersError, ChoiceError, DicetableError
from controller.rules.setup import SetupError


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(analyse, list(arguments), input=given)


def as_json(*arguments: str, given: str | None = None) -> dict[str, object]:
    result = run(*arguments, "--json", given=given)
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_the_start_of_zugband_for_people() -> None:
    result = run("zugband")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:4] == [
        "Zugband, knot=0 markers=6,6",
        "Chances if both play optimally; a draw counts half:",
        "  Seat 1: wins 33.0 %, draws 34.0 %, loses 33.0 %; worth 50.0 %",
        "  Seat 2: wins 33.0 %, draws 34.0 %, loses 33.0 %; worth 50.0 %",
    ]
    assert "         3    0.0 %" in result.stdout
    assert "Solving" in result.stderr
    assert "Solving" not in run("zugband").stderr


def test_a_position_as_json() -> None:
    found = as_json("ueberwurf", "unused=d4,d6/d8,d20", "score=2:1")
    assert found["game"] == "ueberwurf"
    assert found["position"] == "unused=d4,d6/d8,d20 score=2:1"
    chances = found["chances"]
    assert isinstance(chances, dict)
    assert chances["1"]["worth"] == pytest.approx(1 - chances["2"]["worth"])
    assert chances["1"]["worth"] == pytest.approx(chances["1"]["win"] + chances["1"]["draw"] / 2)
    assert chances["1"]["win"] == pytest.approx(chances["2"]["loss"])
    assert found["strategies"] == {"1": {"d4": 0.5, "d6": 0.5}, "2": {"d8": 0.5, "d20": 0.5}}


def test_one_argument_or_several_are_the_same_position() -> None:
    one, several = as_json("zugband", "knot=-1 markers=2,2"), as_json("zugband", "knot=-1", "markers=2,2")
    assert one["chances"] == several["chances"]


def test_variants_and_house_rules_are_in_force() -> None:
    found = as_json("zugband", "markers=2,2", "--variant", "urteil", "--variant", "risszug", "--house", "stall=2")
    house = found["house"]
    assert isinstance(house, dict)
    assert (house["goal"], house["risszug"], house["stall"]) == (2, True, 2)


def test_a_file_of_answers_leads_to_its_position(tmp_path: Path) -> None:
    lines = '# one round\n{"choice": {"seat": 1, "value": "0"}}\n{"choice": {"seat": 2, "value": "3"}}\n'
    path = tmp_path / "answers.jsonl"
    path.write_text(lines)
    found = as_json("zugband", str(path))
    assert found["position"] == "knot=1 markers=6,3"
    assert found["chances"] == as_json("zugband", "knot=1 markers=6,3")["chances"]
    assert as_json("zugband", "-", given=lines)["chances"] == found["chances"]


def test_a_locked_choice_is_neither_used_nor_shown(tmp_path: Path) -> None:
    start = as_json("zugband")
    locked = as_json("zugband", "-", given='{"choice": {"seat": 1, "value": "3"}}')
    assert locked | {"from_cache": 0} == start | {"from_cache": 0}


def test_a_game_that_is_over_has_sure_chances() -> None:
    bids = [(1, 2), (2, 3)]
    lines = "\n".join(
        json.dumps({"choice": {"seat": seat, "value": str(bid)}}) for pair in bids for seat, bid in enumerate(pair, 1)
    )
    found = as_json("zugband", "-", given=lines)
    assert found["position"] is None
    assert found["strategies"] == {}
    assert found["chances"] == {
        "1": {"win": 0.0, "draw": 0.0, "loss": 1.0, "worth": 0.0},
        "2": {"win": 1.0, "draw": 0.0, "loss": 0.0, "worth": 1.0},
    }
    assert "nobody chooses now" in run("zugband", "-", given=lines).stdout


def test_where_no_strategy_is_best_it_says_so() -> None:
    text = run("zugband", "knot=-1 markers=4,3", "--house", "stall=never").stdout
    assert "almost never" in text
    assert "must be played once in a while" in text


@pytest.mark.parametrize(
    ("arguments", "kind", "why"),
    [
        (["overload"], PositionError, "overload cannot be solved; possible: ueberwurf, zugband"),
        (["zugband", "knot=9"], PositionError, "knot = 9 is not possible; allowed: -2 … 2"),
        (["zugband", "no-such-file"], PositionError, "neither key=value nor a file that can be read"),
        (["zugband", "--variant", "x"], SetupError, "no variant x"),
        (["zugband", "--house", "stall"], ChoiceError, "allowed is KEY=VALUE"),
        (["zugband", "--house", "stall=0"], SetupError, "stall"),
    ],
)
def test_a_mistake_is_one_sentence_and_a_value_error(arguments: list[str], kind: type[Exception], why: str) -> None:
    error = run(*arguments).exception
    assert isinstance(error, kind)
    assert isinstance(error, ValueError)
    assert why in str(error)
    assert "\n" not in str(error)


def test_a_bad_answer_names_its_line() -> None:
    error = run("zugband", "-", given='\n{"choice": {"seat": 1, "value": "7"}}').exception
    assert isinstance(error, AnswersError)
    assert str(error).startswith("line 2: ")


def test_without_scipy_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    error = run("zugband").exception
    assert isinstance(error, AnalysisUnavailableError)
    assert isinstance(error, DicetableError)
    assert "pip install 'dicetable[analysis]'" in str(error)
