"""Matrix games in which a pair of choices may lead back to the same moment: recursive games (Everett 1957)."""

from functools import partial
from typing import Final

import numpy as np

from controller.analysis.matrix import TINY, Matrix, Solved, optimizer, solve

# A game that never ends is a draw.
_ENDLESS: Final = 0.5
# How often the favoured player leaves a moment in which only staying costs nothing: the more rarely, the better.
RARELY: Final = 1e-12


def solve_recursive(once: Matrix, again: Matrix) -> Solved:
    """The value and strategies of a matrix game that may repeat itself; endless play is worth one half.

    The value v is the one nearest to one half with v = value of the matrix ``once + again * v`` (Everett: the critical
    value). Where the favoured player has no best strategy, only ones as near to v as one likes, the one given is below
    v by ``RARELY`` at most.

    Args:
        once: what the row player gets from each pair when the moment does not come back, times the chance of that.
        again: the chance that the moment comes back, 0 … 1; at most one pair always leads back.
    """
    if not again.any():
        return solve(once)
    value = _critical(once, again)
    # Of two fixed matrices: the second pays an endless game by what it is worth, so its strategies never hang on it.
    for repeated in (value, _ENDLESS):
        solved = solve(once + again * repeated)
        if abs(solved.value - value) <= TINY and not _stuck(solved, again):
            return solved._replace(value=value)
    if value < _ENDLESS:
        mirrored = solve_recursive((1 - again - once).T, again.T)
        return Solved(value, mirrored.columns, mirrored.rows)
    return _leaving(once, again, value)


def _stuck(solved: Solved, again: Matrix) -> bool:
    """Whether the favoured player's strategy allows the other to go on for ever, which would be less than the value."""
    if abs(solved.value - _ENDLESS) <= TINY:
        return False
    comes_back = solved.rows @ again if solved.value > _ENDLESS else again @ solved.columns
    return bool(comes_back.max() > 1 - TINY)


def _critical(once: Matrix, again: Matrix) -> float:
    if abs(_gain(once, again, _ENDLESS)) <= TINY:
        return _ENDLESS
    pinned = np.argwhere(again > 1 - TINY)
    if len(pinned):
        # If nobody gains by leaving the pair that leads back, every value between these bounds repeats itself.
        ((row, column),) = pinned
        low = np.delete(once[:, column], row).max(initial=0.0)
        high = np.delete(once[row], column).min(initial=1.0)
        if low <= high:
            return float(min(max(low, _ENDLESS), high))
    # Otherwise the gain falls strictly, from 0 or above to 0 or below.
    return float(optimizer().brentq(partial(_gain, once, again), 0.0, 1.0, xtol=1e-14))


def _gain(once: Matrix, again: Matrix, value: float) -> float:
    return solve(once + again * value).value - value


def _leaving(once: Matrix, again: Matrix, value: float) -> Solved:
    """Staying guarantees the value unless the other stays for ever: leave it, rarely, where that gets most."""
    ((row, column),) = np.argwhere(again > 1 - TINY)
    others = once[:, column].copy()
    others[row] = -1.0
    rows = np.eye(len(once))[row] * (1 - RARELY) + np.eye(len(once))[others.argmax()] * RARELY
    return Solved(value, rows, solve(once + again * value).columns)
