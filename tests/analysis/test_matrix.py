"""Matrix games against exact fractions, and those that repeat themselves against what can be worked out by hand."""

import sys
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from controller.analysis.matrix import AnalysisUnavailableError, concession, guarantee, solve
from controller.analysis.recursive import solve_recursive
from tests.analysis.oracle import value


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)])
def test_values_are_those_of_exact_support_enumeration(shape: tuple[int, int]) -> None:
    random = Random(repr(shape))
    for _game in range(12):
        payoff = [[Fraction(random.randint(0, 12), 12) for _column in range(shape[1])] for _row in range(shape[0])]
        numbers = np.array(payoff, dtype=float)
        solved = solve(numbers)
        assert solved.value == pytest.approx(float(value(payoff)), abs=1e-10)
        assert guarantee(numbers, solved.rows) == pytest.approx(solved.value, abs=1e-10)
        assert concession(numbers, solved.columns) == pytest.approx(solved.value, abs=1e-10)
        assert solved.rows.sum() == pytest.approx(1)
        assert min(solved.rows) >= 0 <= min(solved.columns)


def test_a_game_by_hand() -> None:
    """Morra with one or two fingers: 7/12 of the first, worth -1/12; here shifted and scaled into 0 … 1."""
    solved = solve(np.array([[2.0, -3.0], [-3.0, 4.0]]) / 7 + 3 / 7)
    assert solved.value == pytest.approx((-1 / 12 + 3) / 7)
    assert solved.rows == pytest.approx([7 / 12, 5 / 12])
    assert solved.columns == pytest.approx([7 / 12, 5 / 12])


def test_tiny_entries_count() -> None:
    """HiGHS takes coefficients below 1e-9 for 0."""
    payoff = [[5e-10, 0.5, 0.5, 0.75], [1.0, 0.5, 0.5, 0.5], [1.0, 1.0, 0.5, 0.5], [1.0, 1.0, 1.0, 0.5]]
    # The last row mixed with the first.
    assert solve(np.array(payoff)).value == pytest.approx(
        float(value([[Fraction(one) for one in row] for row in payoff])), abs=1e-11
    )


def test_without_scipy_only_what_needs_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert solve(np.array([[0.5, 0.75], [0.0, 1.0]])).value == 0.5
    with pytest.raises(AnalysisUnavailableError, match=r"scipy, which is not installed") as caught:
        solve(np.array([[0.0, 1.0], [0.9, 0.2]]))
    assert "\n" not in str(caught.value)


# --- Recursive games -------------------------------------------------------------------------------------------------


def recursive(
    once: list[list[float]], again: list[list[float]] | None = None
) -> tuple[float, list[float], list[float]]:
    """With the first pair leading back unless something else is said. Seen from both sides, which must agree."""
    payoff = np.array(once)
    back = np.zeros(payoff.shape) if again is None else np.array(again)
    if again is None:
        back[0, 0] = 1.0
    found = solve_recursive(payoff, back)
    other = solve_recursive((1 - back - payoff).T, back.T)
    assert other.value == pytest.approx(1 - found.value, abs=1e-10)
    assert other.rows == pytest.approx(found.columns, abs=1e-9)
    assert other.columns == pytest.approx(found.rows, abs=1e-9)
    return found.value, found.rows.tolist(), found.columns.tolist()


def test_endless_play_is_a_draw() -> None:
    assert recursive([[0.0]])[0] == 0.5
    assert recursive([[0.0], [0.3]]) == (0.5, [1.0, 0.0], [1.0])


def test_who_gains_by_leaving_leaves() -> None:
    found, rows, _columns = recursive([[0.0], [0.9]])
    assert found == 0.9
    assert rows[1] > 0.1


@pytest.mark.parametrize(
    ("once", "value"),
    [
        # The second row gets 0.8 from one who stays, and less than that from one who does not.
        ([[0.0, 1.0], [0.8, 0.0]], 0.8),
        # Staying guarantees 0.7; who stays against it for ever is left, rarely, for 0.9.
        ([[0.0, 0.7], [0.9, 0.5]], 0.7),
        # Everett's game: the value 1 is never quite reached.
        ([[0.0, 1.0], [1.0, 0.0]], 1.0),
    ],
)
def test_where_no_strategy_is_best_one_comes_near(once: list[list[float]], value: float) -> None:
    found, rows, _columns = recursive(once)
    assert found == pytest.approx(value, abs=1e-9)
    assert 0 < rows[1] < 1e-9


def test_a_repeated_game_by_hand() -> None:
    """All pairs lead back with 1/2: the value is that of the game that is played once."""
    once = [[0.45, 0.1], [0.0, 0.3]]
    again = [[0.5, 0.5], [0.5, 0.5]]
    # 0.9 p = 0.2 p + 0.6 (1 - p)
    assert recursive(once, again)[0] == pytest.approx(0.9 * 0.6 / 1.3, abs=1e-10)


def test_the_value_is_the_limit_of_longer_and_longer_games() -> None:
    random = Random(4)
    for _game in range(20):
        again = random.uniform(0.1, 0.9)
        once = np.array([[random.random() * (1 - again), random.random()], [random.random(), random.random()]])
        back = np.array([[again, 0.0], [0.0, 0.0]])
        limit = 0.5
        for _round in range(300):
            limit = _two_by_two(once + back * limit)
        assert solve_recursive(once, back).value == pytest.approx(limit, abs=1e-9)


def _two_by_two(payoff: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    (a, b), (c, d) = payoff.tolist()
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return float(low if low >= high else (a * d - b * c) / (a + d - b - c))
