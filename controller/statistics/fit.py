"""Do the counts of a die's faces fit a fair die? A test that is looked at once, and what so few throws could show.

Pearson's statistic (K. Pearson, 1900) of a die with ``k`` faces thrown ``n`` times is
``k / n * (sum of squared counts) - n``. It is compared with its exact distribution for few throws, and with the
chi-squared distribution from five expected throws a face on (W. G. Cochran, *Some methods for strengthening the common
chi-squared tests*, Biometrics 10, 1954).
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.statistics import chi_squared

Numbers = NDArray[np.float64]

ALPHA: Final = 0.05
"""How often the test wrongly doubts a fair die."""
POWER: Final = 0.8
"""How often it should doubt a loaded one: four times out of five."""
COCHRAN: Final = 5
"""From so many expected throws a face on the chi-squared distribution is near enough."""


class Fit(NamedTuple):
    """What the test says.

    Attributes:
        n: throws.
        statistic: Pearson's.
        p: how often a fair die deviates at least as much, 0 … 1.
        method: ``exact``, or ``chi_squared`` for its approximation.
    """

    n: int
    statistic: float
    p: float
    method: Literal["exact", "chi_squared"]


def fit(counts: Sequence[int]) -> Fit:
    """Test whether all faces come equally often.

    Args:
        counts: how often each face came; at least two faces. Without a throw ``p`` is 1.
    """
    k, n = len(counts), sum(counts)
    squares = sum(count * count for count in counts)
    if n == 0:
        return Fit(0, 0.0, 1.0, "exact")
    statistic = k * squares / n - n
    if n >= COCHRAN * k:
        return Fit(n, statistic, chi_squared.survival(statistic, k - 1), "chi_squared")
    return Fit(n, statistic, _tail(n, k, 1 / k, squares), "exact")


def least_share(n: int, k: int) -> float | None:
    """How often one face would have to come for the test to notice with the chance ``POWER``, the others equally often.

    Exact for few throws; else by the noncentral chi-squared distribution, whose noncentrality is
    ``n * (k * share - 1) ** 2 / (k - 1)`` for such a die (Cohen 1988, chapter 7).

    Args:
        n: throws.
        k: faces.

    Returns:
        Its share, 1/k … 1; ``None`` where not even a die that always shows the same face would be noticed.
    """
    if n >= COCHRAN * k:
        excess = math.sqrt(chi_squared.noncentrality(k - 1, ALPHA, POWER) * (k - 1) / n)
        return min(1.0, (1 + excess) / k)
    return _exact_share(n, k)


def usual(n: int, k: int) -> tuple[int, int]:
    """The least and the largest count of one face that is nothing unusual: below and above lie 2.5 % each, at most.

    Args:
        n: throws of a fair die.
        k: its faces.
    """
    low, below = 0, _binomial(0, n, 1 / k)
    while below <= ALPHA / 2:
        low += 1
        below += _binomial(low, n, 1 / k)
    high, above = n, _binomial(n, n, 1 / k)
    while above <= ALPHA / 2:
        high -= 1
        above += _binomial(high, n, 1 / k)
    return low, high


@lru_cache(maxsize=512)
def _exact_share(n: int, k: int) -> float | None:
    limit = _critical(n, k)
    if limit is None:
        return None
    return chi_squared.crossing(lambda share: _tail(n, k, share, limit) - POWER, 1 / k, 1.0)


def _critical(n: int, k: int) -> int | None:
    """The least sum of squares at which the exact test doubts a fair die; ``None`` where it never does."""
    if n == 0 or _tail(n, k, 1 / k, n * n) > ALPHA:
        return None
    low, high = 0, n * n
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _tail(n, k, 1 / k, middle) <= ALPHA else (middle, high)
    return high


def _tail(n: int, k: int, share: float, squares: int) -> float:
    """The chance that the sum of squared counts is at least ``squares``.

    One face comes with the chance ``share``, the others equally often: given how often it came, the others are a fair
    die with one face less, whose distribution is the same for every share.
    """
    others = _below(n, k - 1)
    low = min(squares, others.shape[1])
    below = 0.0
    for count in range(n + 1):
        if (left := low - count * count) <= 0:
            break
        below += _binomial(count, n, share) * float(others[n - count, left - 1])
    # Beyond the table everything is hardly possible for a fair die, and its bound is never too small.
    return min(1.0, max(0.0, 1.0 - below))


@lru_cache(maxsize=64)
def _below(n: int, k: int) -> Numbers:
    """``[m, s]``: the chance that ``m`` throws of a fair die with ``k`` faces have a sum of squared counts up to s.

    The counts of a multinomial are independent Poisson variables of which only the sum is known (R. A. Fisher, 1922),
    so that faces are added one after the other.

    Returns:
        Shape (n + 1, squares), for s = 0 … squares - 1; as many as a fair die with one face more hardly ever reaches.
    """
    far = k + 12 * math.sqrt(2 * k) + 12
    squares = min(n * n, math.ceil((far + n) * n / (k + 1))) + 1
    rate = max(n, 1) / (k + 1)
    table = np.zeros((n + 1, squares))
    table[0, 0] = 1.0
    for _face in range(k):
        added = np.zeros_like(table)
        for count in range(min(n, math.isqrt(squares - 1)) + 1):
            chance = math.exp(count * math.log(rate) - rate - math.lgamma(count + 1))
            added[count:, count * count :] += chance * table[: n + 1 - count, : squares - count * count]
        table = added
    throws = np.arange(n + 1)
    total = np.array([m * math.log(k * rate) - k * rate - math.lgamma(m + 1) for m in throws])
    found: Numbers = table.cumsum(axis=1) / np.exp(total)[:, None]
    return found


def _binomial(count: int, n: int, share: float) -> float:
    if share >= 1:
        return float(count == n)
    ways = math.lgamma(n + 1) - math.lgamma(count + 1) - math.lgamma(n - count + 1)
    return math.exp(ways + count * math.log(share) + (n - count) * math.log1p(-share))
