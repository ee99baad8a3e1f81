"""The chi-squared distribution in closed form: SciPy, which has it too, is not on every table.

Formulas: M. Abramowitz, I. A. Stegun, *Handbook of Mathematical Functions* (1964), section 26.4.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_STEPS: Final = 200


def survival(x: float, df: int) -> float:
    """The chance that a chi-squared variable is at least ``x`` (26.4.4 for odd, 26.4.5 for even degrees).

    Args:
        x: 0 or more.
        df: degrees of freedom, from 1.

    >>> round(survival(11.0705, 5), 5), round(survival(5.9915, 2), 5)
    (0.05, 0.05)
    """
    if x <= 0:
        return 1.0
    if df % 2 == 0:
        term = total = math.exp(-x / 2)
        for r in range(1, df // 2):
            term *= x / 2 / r
            total += term
        return min(1.0, total)
    total = math.erfc(math.sqrt(x / 2))
    term = math.sqrt(2 / math.pi) * math.exp(-x / 2) * math.sqrt(x)
    for r in range(1, (df - 1) // 2 + 1):
        total += term
        term *= x / (2 * r + 1)
    return min(1.0, total)


def noncentral_survival(x: float, df: int, noncentrality: float) -> float:
    """The chance that a noncentral chi-squared variable is at least ``x``: a Poisson mixture of central ones (26.4.25).

    Args:
        x: 0 or more.
        df: degrees of freedom, from 1.
        noncentrality: 0 or more; 0 is the central distribution.
    """
    half = noncentrality / 2
    weight, total = math.exp(-half), 0.0
    for j in range(int(half + 12 * math.sqrt(half + 1)) + 12):
        total += weight * survival(x, df + 2 * j)
        weight *= half / (j + 1)
    return min(1.0, total)


@lru_cache(maxsize=256)
def critical(alpha: float, df: int) -> float:
    """The value that is exceeded with the chance ``alpha``, 0 < alpha < 1."""
    return crossing(lambda x: alpha - survival(x, df), 0.0, 2 * df + 100.0)


@lru_cache(maxsize=256)
def noncentrality(df: int, alpha: float, power: float) -> float:
    """How noncentral the statistic must be for a test at level ``alpha`` to reject with the chance ``power``.

    Source: J. Cohen, *Statistical Power Analysis for the Behavioral Sciences* (2nd ed. 1988), chapter 7.

    >>> round(noncentrality(5, 0.05, 0.8), 2)
    12.83
    """
    limit = critical(alpha, df)
    return crossing(lambda value: noncentral_survival(limit, df, value) - power, 0.0, 10.0 * df + 200)


def crossing(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a growing function passes through 0 between two values, by bisection."""
    for _step in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
