"""Matrix games in which a pair of choices may lead back to the same moment."""

import numpy as np

from controller.analysis.matrix import TINY, Matrix, Solved, solve

_DRAWN = 0.5


def solve_recursive(once: Matrix, again: Matrix) -> Solved:
    if not again.any():
        return solve(once)
    raise NotImplementedError
