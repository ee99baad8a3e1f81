"""Überwurf solved: uniform choice in the base game, exact fractions for its chances, endgames of the variants."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from controller.analysis import matrix
from controller.analysis.games import PositionError
from controller.analysis.matrix import concession, guarantee
from controller.analysis.solver import Chances, Solver
from controller.analysis.ueberwurf import UeberwurfGame
from controller.rules.core import Choose, State, Thrown, settle
from controller.rules.ueberwurf import Ueberwurf
from tests.analysis.oracle import begin, exact, frequencies, moments, position, solved

DICE = (4, 6, 8, 10, 12, 20)
Difference = dict[int, Fraction]


# --- The base game in fractions --------------------------------------------------------------------------------------


@cache
def points(first: int, second: int) -> tuple[tuple[int, Fraction], ...]:
    """How many points more the first die gets, with its probability; counted from the Vergleichsregeln alone."""
    found: Counter[int] = Counter()
    for a, b in product(range(1, first + 1), range(1, second + 1)):
        if first == second:
            even = (a % 2 == 0) - (b % 2 == 0)
            found[even or (a > b) - (a < b)] += 1
        elif first > second:
            found[1 if a >= 2 * b else -2 if b > a else 0] += 1
        else:
            found[-1 if b >= 2 * a else 2 if a > b else 0] += 1
    return tuple((gain, Fraction(n, first * second)) for gain, n in found.items())


@cache
def paired(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    """The final difference if the dice meet at random: all that can happen against one who chooses uniformly."""
    if not first:
        return ((0, Fraction(1)),)
    found: Difference = {}
    for index, die in enumerate(second):
        rest = paired(first[1:], second[:index] + second[index + 1 :])
        for (gain, p), (more, q) in product(points(first[0], die), rest):
            found[gain + more] = found.get(gain + more, Fraction()) + p * q / len(second)
    return tuple(found.items())


def chances(first: tuple[int, ...], second: tuple[int, ...], lead: int = 0) -> tuple[Fraction, Fraction, Fraction]:
    ends = [(gain + lead, p) for gain, p in paired(first, second)]
    win, draw = (sum((p for gain, p in ends if (gain > 0) - (gain < 0) == sign), Fraction()) for sign in (1, 0))
    return win, draw, 1 - win - draw


def test_points_of_a_pair_are_those_of_the_rulebook() -> None:
    assert dict(points(6, 4)) == {1: Fraction(3, 8), -2: Fraction(1, 4), 0: Fraction(3, 8)}
    assert dict(points(20, 12)) == {1: Fraction(5, 12), -2: Fraction(11, 40), 0: Fraction(37, 120)}


def test_the_base_game_has_the_exact_chances_of_random_pairing() -> None:
    solver, exactly = solved("ueberwurf"), chances(DICE, DICE)
    assert sum(exactly) == 1
    assert exactly[0] == exactly[2]
    assert solver.chances(begin("ueberwurf")) == pytest.approx([float(one) for one in exactly], abs=1e-12)
    assert float(exactly[1]) == pytest.approx(0.14531, abs=5e-6)


def test_every_state_of_the_base_game_has_them_and_choosing_uniformly_is_optimal() -> None:
    solver, start = solved("ueberwurf"), begin("ueberwurf")
    for state, moment in moments(solver, start, 250):
        assert isinstance(state, Ueberwurf)
        first, second = (tuple(int(die[1:]) for die in dice) for dice in state.unused)
        expected = chances(first, second, state.score[0] - state.score[1])
        assert moment.chances == pytest.approx([float(one) for one in expected], abs=1e-11)
        for mix in moment.mixes:
            assert mix == pytest.approx(np.full(len(first), 1 / len(first)))


def test_the_linear_programme_finds_nothing_better_than_uniform_choice() -> None:
    for _state, moment in moments(solved("ueberwurf"), begin("ueberwurf"), 40, seed=2):
        n = len(moment.options[0])
        uniform = np.full(n, 1 / n)
        value = matrix._programme(moment.payoff).value
        assert guarantee(moment.payoff, uniform) == pytest.approx(value, abs=1e-9)
        assert concession(moment.payoff, uniform) == pytest.approx(value, abs=1e-9)


def test_one_more_point_never_hurts() -> None:
    solver = solved("ueberwurf")
    for unused in ("d4,d6/d8,d20", "d4,d10,d20/d6,d8,d12", "d6/d6"):
        found = [
            solver.chances(position("ueberwurf", f"unused={unused} score={score}")).worth
            for score in ("0:4", "0:3", "0:2", "0:1", "0:0", "1:0", "2:0", "3:0", "4:0")
        ]
        assert found == sorted(found)
        assert found[0] < found[4] < found[-1]


# --- Throws ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variants", "house", "text"),
    [
        (("druckrunde",), {}, "unused=d4,d6,d8/d4,d8,d12 score=2:1 chosen=d6/d8"),
        (("doppelrisiko",), {}, "unused=d4,d20/d6,d20 chosen=d4/d6"),
        ((), {"equal_rolls": "rethrow"}, "unused=d6,d8/d6,d8 score=1:1 chosen=d6/d6"),
        ((), {"w100": "replace"}, "unused=d4,d8/d4,d8 chosen=d4+d100/d4"),
        (("doppelrisiko",), {"w100": "replace"}, "unused=d20/d20 score=3:0 chosen=d20+d100/d20"),
    ],
)
def test_one_throw_stands_for_all_that_are_judged_alike(
    variants: tuple[str, ...], house: dict[str, str], text: str
) -> None:
    state = position("ueberwurf", text, *variants, **house)
    game, single, grouped = UeberwurfGame(), Counter[State](), Counter[State]()
    dice = [need.dice[0] for need in state.needs]  # type: ignore[union-attr]
    sizes = [int(die[1:]) for die in dice]
    for a, b in product(range(1, sizes[0] + 1), range(1, sizes[1] + 1)):
        after = state.apply(Thrown(2, {dice[1]: (b,)})).state.apply(Thrown(1, {dice[0]: (a,)})).state
        single[after] += 1
    for chance, after in game.thrown(state):
        grouped[after] += round(chance * sizes[0] * sizes[1])
    assert sum(grouped.values()) == sizes[0] * sizes[1]
    # What the dice show is kept where the game ends; nothing depends on it.
    assert _shown_forgotten(single) == _shown_forgotten(grouped)


def _shown_forgotten(found: Counter[State]) -> Counter[State]:
    forgotten: Counter[State] = Counter()
    for state, n in found.items():
        forgotten[state.changed(rolls=(None, None))] += n
    return forgotten


def test_a_throw_half_done_counts_what_lies() -> None:
    solver = Solver(UeberwurfGame())
    state = position("ueberwurf", "unused=d6/d4 score=0:1 chosen=d6/d4")
    # 4 on the W4: only Konter or a Patt, and so a defeat; 1 on the W4: 5 of 6 throws dominate, for a draw.
    assert solver.chances(state.apply(Thrown(2, {"d4": (4,)})).state) == (0, 0, 1)
    after = state.apply(Thrown(2, {"d4": (1,)})).state
    assert solver.chances(after) == pytest.approx((0, 5 / 6, 1 / 6))


def test_a_tie_broken_by_a_w6_is_even_until_one_has_thrown() -> None:
    solver = Solver(UeberwurfGame())
    state = position("ueberwurf", "unused=d4/d4 chosen=d4/d4", tie="w6")
    for seat in (1, 2):
        state = state.apply(Thrown(seat, {"d4": (3,)})).state
    assert solver.chances(state) == pytest.approx((0.5, 0, 0.5))
    # 6 beats all but another 6, and then it is even.
    state = state.apply(Thrown(1, {"d6": (6,)})).state
    assert solver.chances(state) == pytest.approx((11 / 12, 0, 1 / 12))


# --- Variants --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variants", "house", "text"),
    [
        (("druckrunde",), {}, "unused=d4,d6,d8/d4,d6,d10 score=1:0"),
        (("druckrunde",), {}, "unused=d4,d8,d10/d4,d6,d8 score=0:1 lost=d6/-"),
        (("druckrunde",), {}, "unused=d6,d10,d12/d4,d6,d8 score=1:0 lost=d8/-"),
        (("doppelrisiko",), {}, "unused=d4,d20/d6,d20 score=0:1"),
        (("druckrunde", "doppelrisiko"), {}, "unused=d4,d8,d20/d4,d6,d20 score=0:1 lost=d6/-"),
        ((), {"w100": "replace"}, "unused=d4/d6 w100=1,0 score=1:1"),
        ((), {"w100": "regular"}, "unused=d4,d6/d6,d8 score=1:0"),
    ],
)
def test_endgames_are_exactly_those_of_the_bare_rules(
    variants: tuple[str, ...], house: dict[str, str], text: str
) -> None:
    state = position("ueberwurf", text, *variants, **house)
    found = Solver(UeberwurfGame()).chances(state).worth
    assert found == pytest.approx(float(exact()(settle(state, []).state)), abs=1e-10)


@pytest.mark.parametrize(
    ("variants", "house", "text"),
    [
        (("druckrunde",), {}, "unused=d4,d6,d8,d10/d6,d8,d10,d20 score=1:1"),
        (("druckrunde",), {"w100": "replace", "forced_may_use_w100": "true"}, "unused=d4,d6,d8/d4,d6,d8 w100=1,0"),
        ((), {"w100": "replace"}, "unused=d4,d6/d8,d20 score=1:1"),
        ((), {"w100": "regular"}, "unused=d4,d6,d100/d8,d20,d100 score=1:1"),
    ],
)
def test_no_deviation_gains_anywhere(variants: tuple[str, ...], house: dict[str, str], text: str) -> None:
    solver, start = Solver(UeberwurfGame()), begin("ueberwurf", *variants, **house)
    solver.chances(position("ueberwurf", text, *variants, **house))
    for state, moment in moments(solver, start, min(len(solver.table), 200)):
        assert guarantee(moment.payoff, moment.mixes[0]) == pytest.approx(moment.chances.worth, abs=1e-9)
        assert concession(moment.payoff, moment.mixes[1]) == pytest.approx(moment.chances.worth, abs=1e-9)
        assert solver.chances(state).worth == pytest.approx(moment.chances.worth, abs=1e-9)


def test_a_schlichtungswurf_is_even_though_it_may_be_repeated_for_ever() -> None:
    moment = Solver(UeberwurfGame()).moment(begin("ueberwurf", "schlichtungswurf"))
    assert moment.chances == pytest.approx((0.5, 0, 0.5))
    # Some dice are worth more than others.
    assert moment.values(1)["d20"] > moment.values(1)["d4"] + 0.01


def test_the_druckrunde_is_even_from_the_start_and_seats_can_be_exchanged() -> None:
    solver = Solver(UeberwurfGame())
    one = solver.moment(position("ueberwurf", "unused=d4,d8,d20/d6,d10,d12 score=1:2 lost=d6/-", "druckrunde"))
    other = solver.moment(position("ueberwurf", "unused=d6,d10,d12/d4,d8,d20 score=2:1 lost=-/d6", "druckrunde"))
    assert one.chances == pytest.approx(other.chances.of(2))
    assert one.values(1) == pytest.approx(other.values(2))
    even = solver.chances(position("ueberwurf", "unused=d4,d8,d20/d4,d8,d20 score=1:1", "druckrunde"))
    assert even.worth == pytest.approx(0.5)


def test_games_played_by_the_strategies_end_as_foretold() -> None:
    games = 3000
    solver, state = Solver(UeberwurfGame()), position("ueberwurf", "unused=d4,d6,d8/d4,d10,d12 score=1:0", "druckrunde")
    foretold, found = solver.chances(state), frequencies(solver, state, games, seed=3)
    for expected, share in zip(foretold, found, strict=True):
        # Four standard deviations.
        assert abs(share - expected) < 4 * (expected * (1 - expected) / games) ** 0.5


# --- Positions as people write them ----------------------------------------------------------------------------------


def test_locked_choices_are_not_looked_at() -> None:
    solver, state = Solver(UeberwurfGame()), position("ueberwurf", "unused=d4,d6/d8,d20")
    before, locked = solver.moment(state), solver.moment(state.apply(Choose(1, "d6")).state)
    assert locked.chances == before.chances
    assert locked.options == before.options


def test_dice_may_be_written_in_german_and_in_any_order() -> None:
    assert position("ueberwurf", "unused=W6,W4/d8,d20") == position("ueberwurf", "unused=d4,d6/W20,w8")


def test_chances_are_seen_from_either_seat() -> None:
    assert Chances(0.5, 0.3, 0.2).of(2) == (0.2, 0.3, 0.5)
    assert Chances(0.5, 0.3, 0.2).worth == pytest.approx(0.65)


@pytest.mark.parametrize(
    ("text", "variants", "why"),
    [
        ("unused=d4/d6,d8", (), "the same number of different dice"),
        ("unused=d4,d4/d6,d8", (), "the same number of different dice"),
        ("unused=d4,d5/d6,d8", (), "there is no d5 to choose; dice: d4, d6"),
        ("unused=d4,d6", (), "one value for each seat"),
        ("score=1:0", (), "score = 1 is not possible; allowed: 0 … 0"),
        ("unused=d4/d6 score=6:6", (), "at most 10 points by then"),
        ("unused=d4/d6 score=2-1", (), "separated by :"),
        ("w100=1,0", (), "w100 = 1"),
        ("unused=d4/d6 lost=d8/-", (), "only in a Druckrunde"),
        ("unused=d4/d6 lost=d4/-", ("druckrunde",), "the die with which one seat lost"),
        ("unused=d4/d6 lost=d6/d8", ("druckrunde",), "the die with which one seat lost"),
        ("unused=d4,d8/d4,d8 lost=d6/- chosen=d4/d4", ("druckrunde",), "Seat 1 may not choose d4; allowed: d8"),
        ("unused=d4,d6/d4,d20", ("doppelrisiko",), "Doppelrisiko keeps it to the end"),
        ("unused=d4/d6", ("schlichtungswurf",), "at least 6 each"),
        ("knot=1", (), "knot=1 is no part of one"),
    ],
)
def test_an_impossible_position_is_refused_in_one_sentence(text: str, variants: tuple[str, ...], why: str) -> None:
    with pytest.raises(PositionError) as caught:
        position("ueberwurf", text, *variants)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
