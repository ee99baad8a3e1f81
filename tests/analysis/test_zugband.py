"""Zugband solved: against an independent solution in fractions, and by what an optimal strategy must withstand."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from controller.analysis.games import PositionError, after
from controller.analysis.matrix import concession, guarantee, solve
from controller.analysis.solver import Solver
from controller.analysis.zugband import ZugbandGame
from controller.rules.core import State, settle
from controller.rules.zugband import Rope, Zugband
from tests.analysis.oracle import HALF, begin, exact, frequencies, moments, position, solved, value


def worth(text: str, *variants: str, **house: str | int | bool) -> float:
    return Solver(ZugbandGame()).chances(position("zugband", text, *variants, **house)).worth


def test_the_opening_never_bids_three() -> None:
    start = begin("zugband")
    moment = solved("zugband").moment(start)
    assert moment.options[0] == ("0", "1", "2", "3")
    assert moment.chances.worth == pytest.approx(0.5)
    # Without the three the first seat keeps what it has, with the three alone it does not.
    assert solve(moment.payoff[:3]).value == pytest.approx(0.5, abs=1e-9)
    assert solve(moment.payoff[3:]).value < 0.3
    assert moment.mixes[0][3] == 0


@cache
def by_hand(knot: int, left: tuple[int, int], zeros: int) -> Fraction:
    """The worth for the first seat under the default rules, written from the rulebook alone."""
    if abs(knot) == 3 or left == (0, 0) or zeros == 3:
        return HALF if knot == 0 else Fraction(knot < 0)
    rows = []
    for first in range(min(3, left[0]) + 1):
        row = []
        for second in range(min(3, left[1]) + 1):
            more, fewer = max(first, second), min(first, second)
            step = 0 if first == second else 2 if fewer and more >= 2 * fewer else 1
            moved = knot + (step if second > first else -step)
            rest = (left[0] - first, left[1] - second)
            row.append(by_hand(max(-3, min(3, moved)), rest, zeros + 1 if more == 0 else 0))
        rows.append(row)
    return value(rows)


def test_endgames_are_exactly_those_in_fractions() -> None:
    solver = solved("zugband")
    for knot in range(-2, 3):
        for left in ((first, second) for first in range(5) for second in range(4) if first or second):
            for zeros in range(3):
                state = position("zugband", f"knot={knot} markers={left[0]},{left[1]} zeros={zeros}")
                assert solver.chances(state).worth == pytest.approx(float(by_hand(knot, left, zeros)), abs=1e-9)


@pytest.mark.parametrize(
    ("variants", "text"),
    [
        (("risszug",), "knot=1 markers=2,2"),
        (("risszug", "urteil"), "knot=0 markers=2,3 risszug=0,1"),
        (("drucktest",), "knot=-1 markers=3,2 level=1"),
        (("ruhiger_zug", "risszug", "drucktest", "urteil"), "knot=0 markers=2,2 level=1 zeros=1"),
    ],
)
def test_variants_agree_with_the_bare_rules(variants: tuple[str, ...], text: str) -> None:
    state = settle(position("zugband", text, *variants), []).state
    assert worth(text, *variants) == pytest.approx(float(exact()(state)), abs=1e-9)


@pytest.mark.parametrize(
    "variants",
    [(), ("risszug",), ("drucktest", "urteil"), ("ruhiger_zug", "risszug", "drucktest", "urteil")],
)
def test_no_deviation_gains_anywhere(variants: tuple[str, ...]) -> None:
    start, solver = begin("zugband", *variants), solved("zugband", *variants)
    number = min(len(solver.table), 300)
    for state, moment in moments(solver, start, number):
        value = moment.chances.worth
        assert solver.game.text(state) in solver.table
        assert value == pytest.approx(solver.chances(state).worth, abs=1e-9)
        assert guarantee(moment.payoff, moment.mixes[0]) == pytest.approx(value, abs=1e-9)
        assert concession(moment.payoff, moment.mixes[1]) == pytest.approx(value, abs=1e-9)
        assert sum(moment.chances) == pytest.approx(1)


def best_reply(solver: Solver, seat: int) -> Callable[[State], float]:
    """The most that a seat gets in the whole game against the other's strategy, by its own recursion."""

    @cache
    def most(moment: State) -> float:
        found = solver.moment(moment)
        mine, other = found.options[seat - 1], found.options[2 - seat]
        ends = [[one(after(moment, found.options, (m, o) if seat == 1 else (o, m))) for o in other] for m in mine]
        return float((np.array(ends) @ found.mixes[2 - seat]).max())

    def one(state: State) -> float:
        outcome = state.outcome
        if outcome:
            return 0.5 if not outcome.winner else float(outcome.winner == (seat,))
        return most(solver.game.reduce(state))

    return one


def test_the_best_reply_to_the_optimal_strategy_gets_no_more_than_the_value() -> None:
    solver = solved("zugband")
    for seat in (1, 2):
        state = position("zugband", "knot=-1 markers=4,5")
        assert best_reply(solver, seat)(state) == pytest.approx(solver.chances(state).of(seat).worth, abs=1e-9)


def test_seats_exchanged_exchange_the_chances() -> None:
    solver = solved("zugband")
    for text, mirrored in (
        ("knot=-1 markers=4,2", "knot=1 markers=2,4"),
        ("knot=2 markers=6,1", "knot=-2 markers=1,6"),
    ):
        one, other = (solver.moment(position("zugband", each)) for each in (text, mirrored))
        assert one.chances == pytest.approx(other.chances.of(2))
        assert one.mixes[0] == pytest.approx(other.mixes[1])
        assert one.values(1) == pytest.approx(other.values(2))
    for left in range(1, 7):
        assert solver.chances(position("zugband", f"knot=0 markers={left},{left}")).worth == pytest.approx(0.5)


def test_a_nearer_knot_never_hurts() -> None:
    solver = solved("zugband")
    for first in range(7):
        for second in range(7):
            if first or second:
                found = [
                    solver.chances(position("zugband", f"knot={knot} markers={first},{second}")).worth
                    for knot in (2, 1, 0, -1, -2)
                ]
                assert found == sorted(found), (first, second)


def test_games_played_by_the_strategies_end_as_foretold() -> None:
    games = 3000
    solver, start = solved("zugband"), position("zugband", "knot=-1 markers=5,6")
    foretold, found = solver.chances(start), frequencies(solver, start, games, seed=11)
    for expected, share in zip(foretold, found, strict=True):
        # Four standard deviations.
        assert abs(share - expected) < 4 * (expected * (1 - expected) / games) ** 0.5 + 1e-9


# --- Endless games ---------------------------------------------------------------------------------------------------


def test_without_an_end_by_stalling_the_value_is_the_limit_of_ever_later_ends() -> None:
    """If the game is called a draw after n rounds of 0:0, the values come nearer with n, by about 1/n."""
    solver, start = Solver(ZugbandGame()), begin("zugband", stall="never")
    assert solver.chances(start).worth == pytest.approx(0.5)
    known: dict[tuple[int, int, int], float] = {}
    for first, second in sorted(((a, b) for a in range(4) for b in range(4) if a or b), key=sum):
        for knot in range(-2, 3):
            payoff = np.array([
                [after_bids(known, knot, (first, second), (a, b)) for b in range(min(3, second) + 1)]
                for a in range(min(3, first) + 1)
            ])  # fmt: skip
            limit = 0.5
            for _round in range(100):
                payoff[0, 0] = limit
                limit = solve(payoff).value
            known[knot, first, second] = limit
            state = position("zugband", f"knot={knot} markers={first},{second}", stall="never")
            assert solver.chances(state).worth == pytest.approx(limit, abs=0.011)


def after_bids(
    known: dict[tuple[int, int, int], float], knot: int, left: tuple[int, int], bids: tuple[int, int]
) -> float:
    """The worth after a round that is not 0:0, by the rulebook."""
    more, fewer = max(bids), min(bids)
    step = 0 if more == fewer else 2 if fewer and more >= 2 * fewer else 1
    knot = max(-3, min(3, knot + (step if bids[1] > bids[0] else -step)))
    rest = (left[0] - bids[0], left[1] - bids[1])
    if more == 0:
        return 0.0
    if abs(knot) == 3 or rest == (0, 0):
        return 0.5 if knot == 0 else float(knot < 0)
    return known[knot, *rest]


def test_who_may_wait_for_ever_wins_without_a_best_strategy() -> None:
    """One marker more and a knot on the own side: the other must act, since waiting costs nothing."""
    moment = Solver(ZugbandGame()).moment(position("zugband", "knot=-1 markers=4,3", stall="never"))
    assert moment.chances == pytest.approx((1, 0, 0))
    assert moment.mixes[0][0] < 1


def test_a_lone_marker_pulls_at_once_or_later_but_wins() -> None:
    assert worth("knot=-2 markers=1,0", stall="never") == pytest.approx(1)
    assert worth("knot=2 markers=1,0", stall="never") == pytest.approx(0.5)


def test_a_game_of_ninety_nine_empty_rounds_is_no_deeper_than_memory() -> None:
    assert worth("knot=-1 markers=1,1", stall=99) == pytest.approx(1)


# --- Positions as people write them ----------------------------------------------------------------------------------


def test_a_position_is_the_start_where_it_says_nothing() -> None:
    assert position("zugband", "") == begin("zugband")
    assert position("zugband", "knot=2") == position("zugband", "markers=6,6 knot=2")


def test_revealed_bids_lead_on() -> None:
    state = position("zugband", "markers=4,4 bids=0,2", "risszug")
    assert isinstance(state, Zugband)
    assert state.asked == 1
    moment = Solver(ZugbandGame()).moment(state)
    assert moment.options == (("annul", "accept"), ("",))
    assert position("zugband", "bids=1,3") == Zugband(begin_rope(2, (5, 3), 2))


def begin_rope(knot: int, left: tuple[int, int], number: int) -> Rope:
    start = begin("zugband")
    assert isinstance(start, Zugband)
    return start.rope._replace(knot=knot, left=left, round=number)


@pytest.mark.parametrize(
    ("text", "variants", "why"),
    [
        ("knot=3", (), "knot = 3 is not possible; allowed: -2 … 2"),
        ("knot=2", ("urteil",), "allowed: -1 … 1"),
        ("knot=x", (), "knot = x is not possible"),
        ("markers=7,1", (), "markers = 7"),
        ("markers=0,0", (), "the game is over"),
        ("markers=4", (), "one value for each seat"),
        ("markers=1,2,3", (), "one value for each seat"),
        ("knot=1 knot=1", (), "knot is given twice"),
        ("dice=d4", (), "dice=d4 is no part of one"),
        ("knot", (), "knot is no part of one"),
        ("level=1", (), "level = 1"),
        ("zeros=3", (), "zeros = 3 is not possible; allowed: 0 … 2"),
        ("zeros=2 level=1", ("drucktest",), "zeros = 2"),
        ("risszug=1,0", (), "risszug = 1"),
        ("markers=1,6 bids=2,0", (), "Seat 1 may not choose 2; allowed: 0, 1"),
    ],
)
def test_an_impossible_position_is_refused_in_one_sentence(text: str, variants: tuple[str, ...], why: str) -> None:
    with pytest.raises(PositionError) as caught:
        position("zugband", text, *variants)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
