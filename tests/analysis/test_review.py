"""What choices gave away, in games that are short enough to judge by hand."""

import json
from itertools import pairwise
from random import Random

import pytest

from controller.analysis.games import PositionError
from controller.analysis.review import Review, review
from controller.errors import AnswersError
from controller.i18n import render, use
from controller.rules import GAMES
from controller.rules.core import Answer, Choice, Choose, Throw, Thrown, faces
from controller.rules.setup import Setup
from tests.analysis.oracle import begin, solved

ZUGBAND = Setup(2)


def bids(*pairs: tuple[int, int]) -> list[Answer]:
    return [Choose(seat, str(bid)) for pair in pairs for seat, bid in zip((1, 2), pair, strict=True)]


def test_the_opening_of_three_gives_away_what_the_matrix_says() -> None:
    moment = solved("zugband").moment(begin("zugband"))
    first, second = review("zugband", ZUGBAND, bids((3, 0)))
    assert (first.seat, first.round, first.chosen, first.hidden) == (1, 1, "3", True)
    assert first.chance == pytest.approx(0.5)
    against = moment.payoff @ moment.mixes[1]
    assert first.lost == pytest.approx(against.max() - against[3])
    assert first.lost > 0.01
    assert first.after == pytest.approx(moment.payoff[3, 0])
    assert second.after == pytest.approx(1 - first.after)
    assert "3" not in first.best
    assert (second.seat, second.chosen, second.lost) == (2, "0", 0.0)
    assert "0" in second.best


def test_a_blunder_by_hand() -> None:
    """With the knot before the own goal, 1 marker against none wins at once; keeping it back is a gift by halves."""
    game = bids((2, 1), (3, 0), (0, 3), (0, 2), (0, 0), (1, 0))
    # -2, -3: over.
    reviews = review("zugband", ZUGBAND, game[:4])
    assert [one.round for one in reviews] == [1, 1, 2, 2]
    assert reviews[-1].chance == pytest.approx(1 - reviews[-2].chance)
    with pytest.raises(AnswersError, match="the game is over"):
        review("zugband", ZUGBAND, game)


def test_nothing_is_ever_gained_by_giving_away() -> None:
    for seed in range(4):
        setup = Setup(2, frozenset({"risszug", "drucktest"} if seed % 2 else {"urteil"}))
        answers = at_random("zugband", setup, seed)
        reviews = review("zugband", setup, answers)
        assert reviews
        for one in reviews:
            assert 0 <= one.lost <= one.chance + 1e-9 <= 1 + 2e-9
            assert (one.lost == 0) == (one.chosen in one.best)
        # One for each choice that was one.
        assert len(reviews) == sum(isinstance(answer, Choose) for answer in answers)


def at_random(game: str, setup: Setup, seed: int) -> list[Answer]:
    random, state = Random(seed), GAMES[game].start(setup).state
    answers: list[Answer] = []
    while state.needs:
        need = random.choice(state.needs)
        answer: Answer
        if isinstance(need, Choice):
            answer = Choose(need.seat, random.choice(need.options))
        else:
            assert isinstance(need, Throw)
            answer = Thrown(need.seat, {die: (random.choice(faces(die)),) for die in need.dice})
        answers.append(answer)
        state = state.apply(answer).state
    return answers


def test_the_risszug_is_judged_too_although_it_is_open() -> None:
    setup = Setup(2, frozenset({"risszug"}))
    answers = [*bids((0, 1)), Choose(1, "annul"), *bids((1, 1))]
    reviews = review("zugband", setup, answers)
    assert [(one.seat, one.round, one.hidden, one.chosen) for one in reviews] == [
        (1, 1, True, "0"),
        (2, 1, True, "1"),
        (1, 1, False, "annul"),
        (1, 2, True, "1"),
        (2, 2, True, "1"),
    ]


def test_a_lock_that_was_never_revealed_stays_unknown_and_what_chooses_itself_is_no_choice() -> None:
    assert review("zugband", ZUGBAND, bids((1, 1))[:1]) == []
    # Seat 1 has bid all it has and is asked no more.
    reviews = review("zugband", ZUGBAND, [*bids((3, 3), (3, 2)), Choose(1, "0"), Choose(2, "1")])
    assert [(one.seat, one.round) for one in reviews] == [(1, 1), (2, 1), (1, 2), (2, 2), (2, 3)]


def test_the_order_of_the_locks_does_not_matter() -> None:
    first, second = review("zugband", ZUGBAND, bids((3, 0))), review("zugband", ZUGBAND, bids((3, 0))[::-1])
    assert first == second


def test_a_schlichtungswurf_is_reviewed_with_its_throws() -> None:
    answers: list[Answer] = [Choose(1, "d4"), Choose(2, "d20"), Thrown(1, {"d4": (4,)}), Thrown(2, {"d20": (1,)})]
    first, second = review("ueberwurf", Setup(2, frozenset({"schlichtungswurf"})), answers)
    assert first.chosen == "d4"
    assert first.lost > 0.01
    assert (second.best, second.lost) == (("d20",), 0.0)


def test_a_review_can_be_told_and_written() -> None:
    one = Review(seat=2, round=3, hidden=True, chosen="d4", best=("d8", "d10"), chance=0.625, lost=0.05, after=0.5)
    assert json.loads(json.dumps(one.as_json())) == {
        "seat": 2, "round": 3, "hidden": True, "chosen": "d4", "best": ["d8", "d10"], "chance": 0.625, "lost": 0.05,
        "after": 0.5,
    }  # fmt: skip
    assert render(one.message(), {2: "Ada"}) == (
        "Round 3, Ada: d4 gave away 5.0 %, chance before 62.5 %, best: d8, d10"
    )
    good = Review(seat=1, round=1, hidden=True, chosen="0", best=("0",), chance=0.5, lost=0.0, after=0.5)
    assert render(good.message()) == "Round 1, Seat 1: 0 gave nothing away, chance before 50.0 %"
    use("de")
    assert "W8, W10" in render(one.message(), {2: "Ada"})


def test_a_game_that_cannot_be_solved_says_so() -> None:
    with pytest.raises(PositionError, match="overload cannot be solved; possible: ueberwurf, zugband"):
        review("overload", Setup(3), [])


def test_where_no_dice_are_thrown_the_chance_after_a_choice_is_the_one_before_the_next() -> None:
    reviews = [one for one in review("zugband", ZUGBAND, bids((1, 1), (1, 0), (1, 2))) if one.seat == 1]
    assert len(reviews) > 2
    for one, following in pairwise(reviews):
        assert one.after == pytest.approx(following.chance)
