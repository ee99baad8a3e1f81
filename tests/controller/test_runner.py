"""Answers in, events out, without camera and panels."""

import json

import pytest

from controller.answers import decode, dumps, encode, event_json, numbered
from controller.errors import AnswersError
from controller.rules import GAMES
from controller.rules.core import Answer, Choose, Drawn, Event, Throw, Thrown
from controller.rules.setup import Setup
from controller.runner import Runner, needs_json
from tests.controller.game import outcome_of, random_game


def started() -> Runner:
    return Runner.begin(GAMES["ueberwurf"].start(Setup(players=2)))[0]


def test_a_whole_game_gives_the_outcome_of_the_rules() -> None:
    answers = random_game(5)
    runner = started()
    events = list(runner.feed(enumerate(answers, start=1)))
    assert runner.state.outcome is not None
    assert runner.state.outcome.as_json()["outcome"] == outcome_of(answers)
    assert [event.name for event in events].count("verdict") == 6


@pytest.mark.parametrize("answer", [Choose(1, "d8"), Drawn("secret"), Thrown(2, {"d6": (3,), "d10": (10,)}, (0,))])
def test_answers_survive_the_way_through_json(answer: Answer) -> None:
    assert decode(dumps(encode(answer))) == answer


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "{}", '{"choice": {"seat": 1}}', '{"choice": {"seat": "1", "value": "d8"}}', '{"chioce": {}}',
     '{"choice": {"seat": 1, "value": "d8"}, "throw": {"seat": 1, "dice": {}}}', '{"choice": {"seat": 1, "value": 8}}'],
)  # fmt: skip
def test_a_line_that_is_no_answer_says_what_one_looks_like(line: str) -> None:
    with pytest.raises(AnswersError, match='"choice"') as caught:
        decode(line)
    assert "\n" not in str(caught.value)


def test_faults_name_their_line_and_comments_count_as_lines() -> None:
    lines = ["# round one", "", '{"choice": {"seat": 1, "value": "d8"}}', "nonsense"]
    with pytest.raises(AnswersError, match=r"^line 4: "):
        list(numbered(lines))


def test_an_impermissible_answer_names_its_line_and_changes_nothing() -> None:
    runner = started()
    list(runner.feed([(1, Choose(1, "d8"))]))
    before = runner.state
    with pytest.raises(AnswersError, match=r"^line 7: Seat 1 is not asked for a choice now$"):
        list(runner.feed([(7, Choose(1, "d10"))]))
    assert runner.state is before


def test_a_choice_made_by_itself_may_stand_in_the_file_or_not() -> None:
    """The sixth round leaves one die each: with or without its lines the game is the same."""
    answers = random_game(8)
    unused = [{"d4", "d6", "d8", "d10", "d12", "d20"}, {"d4", "d6", "d8", "d10", "d12", "d20"}]
    for answer in answers:
        if isinstance(answer, Choose):
            unused[answer.seat - 1].discard(answer.value)
    repeated = [Choose(seat + 1, die) for seat in (1, 0) for die in unused[seat]]
    full = [*answers[:-2], *repeated, *answers[-2:]]
    runner = started()
    list(runner.feed(enumerate(full, start=1)))
    assert runner.used == answers
    assert runner.state.outcome is not None


def test_a_repetition_counts_once() -> None:
    answers = random_game(8)
    runner = started()
    list(runner.feed(enumerate(answers[:-2], start=1)))
    (last,) = [need.dice[0] for need in runner.state.needs if isinstance(need, Throw) and need.seat == 1]
    list(runner.feed([(1, Choose(1, last))]))
    with pytest.raises(AnswersError, match="line 2"):
        list(runner.feed([(2, Choose(1, last))]))


def test_needs_name_every_open_request_with_its_options() -> None:
    runner = started()
    list(runner.feed([(1, Choose(2, "d20"))]))
    (need,) = needs_json(runner.state)
    assert need["need"] == "choice"
    assert need["seat"] == 1
    assert need["options"] == ["d4", "d6", "d8", "d10", "d12", "d20"]
    list(runner.feed([(2, Choose(1, "d4"))]))
    assert [(need["need"], need["seat"], need["dice"]) for need in needs_json(runner.state)] == [
        ("throw", 1, ["d4"]),
        ("throw", 2, ["d20"]),
    ]


def test_events_are_json_with_a_sentence() -> None:
    runner = started()
    (event,) = runner.feed([(1, Choose(2, "d20"))])
    assert isinstance(event, Event)
    assert json.loads(dumps(event_json(event, {2: "Jörg"}))) == {
        "event": "locked",
        "seat": 2,
        "text": "Jörg has locked a choice",
    }
