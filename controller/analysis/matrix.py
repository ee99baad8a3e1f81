"""Zero-sum matrix games: two choose at the same moment, what one wins the other loses."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.errors import DicetableError
from controller.i18n import _

Matrix = NDArray[np.float64]

# Two values that differ by less count as equal; rounding stays far below.
TINY: Final = 1e-10


class AnalysisUnavailableError(DicetableError, ImportError):
    """What solves linear programmes is not installed."""


class Solved(NamedTuple):
    """A matrix game with a pair of optimal strategies.

    Attributes:
        value: what the row player gets on average, 0 … 1.
        rows: with what probability each row is played.
        columns: with what probability each column is played.
    """

    value: float
    rows: Matrix
    columns: Matrix


def solve(payoff: Matrix) -> Solved:
    """The value and a pair of optimal strategies.

    Closed forms come first: the uniform mixes where neither can do better against them, and a saddle point. Otherwise
    the linear programme of von Neumann decides. Each result proves itself by the minimax theorem: what the rows get
    at least is what the columns give at most.

    Args:
        payoff: what the row player gets, 0 … 1; at least one row and one column.

    Raises:
        AnalysisUnavailableError: a linear programme is needed and scipy is not installed.
    """
    return _uniform(payoff) or _saddle(payoff) or _programme(payoff)


def guarantee(payoff: Matrix, rows: Matrix) -> float:
    """What a mix of rows gets at least."""
    return float((rows @ payoff).min())


def concession(payoff: Matrix, columns: Matrix) -> float:
    """What a mix of columns gives at most."""
    return float((payoff @ columns).max())


def _proved(payoff: Matrix, rows: Matrix, columns: Matrix) -> Solved | None:
    low, high = guarantee(payoff, rows), concession(payoff, columns)
    return Solved((low + high) / 2, rows, columns) if high - low <= TINY else None


def _uniform(payoff: Matrix) -> Solved | None:
    m, n = payoff.shape
    return _proved(payoff, np.full(m, 1 / m), np.full(n, 1 / n))


def _saddle(payoff: Matrix) -> Solved | None:
    m, n = payoff.shape
    # Of several the first, whatever the rounding.
    level = payoff.round(11)
    return _proved(payoff, np.eye(m)[level.min(axis=1).argmax()], np.eye(n)[level.max(axis=0).argmin()])


def _programme(payoff: Matrix) -> Solved:
    """Maximise v subject to ``rows @ payoff >= v``; the multipliers of these constraints are the columns' mix."""
    m, n = payoff.shape
    result = optimizer().linprog(
        c=np.append(np.zeros(m), -1.0),
        # One more for everybody changes no strategy, and no entry is so small that HiGHS takes it for 0.
        A_ub=np.hstack([-1 - payoff.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(m), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    solved = _proved(payoff, _mix(result.x[:m]), _mix(-result.ineqlin.marginals)) if result.success else None
    if solved is None:
        raise ArithmeticError(f"no optimal strategies for {payoff.tolist()}: {result.message}")
    return solved


def _mix(weights: Matrix) -> Matrix:
    # Rounding may leave weights like -1e-17.
    positive = np.where(weights > TINY, weights, 0.0)
    total: float = positive.sum()
    return positive / total


def optimizer() -> Any:
    """scipy.optimize, loaded when it is needed: most of the program does without.

    Raises:
        AnalysisUnavailableError: it is not installed.
    """
    try:
        import scipy.optimize  # type: ignore[import-untyped]  # noqa: PLC0415
    except ImportError:
        text = _("solving this needs scipy, which is not installed: pip install 'dicetable[analysis]'")
        raise AnalysisUnavailableError(text) from None
    return scipy.optimize
