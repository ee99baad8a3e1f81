"""Pearson's test is exact where throws are few, near enough where they are many, and knows what it cannot show."""

import itertools
import math
import random
from collections.abc import Iterator, Sequence

import pytest

from controller.statistics import chi_squared
from controller.statistics.fit import ALPHA, COCHRAN, POWER, fit, least_share, usual


def throws(k: int, n: int) -> Iterator[list[int]]:
    """The counts of every way in which n throws can fall."""
    for faces in itertools.product(range(k), repeat=n):
        yield [faces.count(face) for face in range(k)]


def squares(counts: Sequence[int]) -> int:
    return sum(count * count for count in counts)


@pytest.mark.parametrize("df", [1, 2, 3, 5, 7, 9, 11, 19, 20])
def test_the_chi_squared_distribution_is_scipys(df: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    for x in (0.01, 0.5, 1, 5, 12, 40, 90):
        assert chi_squared.survival(x, df) == pytest.approx(stats.chi2.sf(x, df), rel=1e-9)
        for off in (0.0, 0.5, 7.3, 60.0):
            expected = stats.ncx2.sf(x, df, off) if off else stats.chi2.sf(x, df)
            assert chi_squared.noncentral_survival(x, df, off) == pytest.approx(expected, abs=1e-9)
    assert chi_squared.critical(0.05, df) == pytest.approx(stats.chi2.isf(0.05, df), rel=1e-9)


def test_cohens_tables() -> None:
    """Noncentralities for power 0.80 at the level 0.05, by degrees of freedom."""
    for df, expected in {1: 7.85, 3: 10.90, 5: 12.83}.items():
        assert chi_squared.noncentrality(df, 0.05, 0.8) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(("k", "n"), [(2, 9), (3, 7), (4, 5), (6, 4)])
def test_few_throws_are_judged_as_if_all_ways_to_fall_were_written_down(k: int, n: int) -> None:
    ways = list(throws(k, n))
    for counts in {tuple(sorted(one)) for one in ways}:
        found = fit(counts)
        assert found.method == ("exact" if n < COCHRAN * k else "chi_squared")
        expected = sum(squares(one) >= squares(counts) for one in ways) / len(ways)
        assert found.p == pytest.approx(expected, abs=1e-9)
        assert found.statistic == pytest.approx(sum((count - n / k) ** 2 / (n / k) for count in counts))


def test_where_the_approximation_takes_over_both_agree() -> None:
    for counts in ([9, 5, 4, 4, 4, 3], [5, 5, 5, 5, 5, 4], [10, 6, 5, 4, 2, 2]):
        few = fit(counts)
        assert (few.method, few.n) == ("exact", 29)
        assert few.p == pytest.approx(chi_squared.survival(few.statistic, 5), abs=0.05)
    assert fit([5] * 6).method == "chi_squared"


def test_no_throw_and_one_throw_prove_nothing() -> None:
    assert fit([0] * 6).p == 1.0
    assert fit([0, 1, 0, 0]).p == pytest.approx(1.0)


def test_a_die_that_always_shows_the_same_is_doubted_also_by_few_throws() -> None:
    assert fit([0, 0, 8, 0, 0, 0]).p == pytest.approx(6**-7)
    assert fit([99, *[0] * 19]).p < 1e-6


def test_a_test_that_can_never_doubt_says_so() -> None:
    """Two equal faces of a d6 come once in six: that is no reason to doubt it. Three come once in 36."""
    assert least_share(0, 6) is None
    assert least_share(2, 6) is None
    assert least_share(3, 6) == pytest.approx(0.928, abs=0.001)


@pytest.mark.parametrize(("k", "n"), [(2, 9), (4, 7), (6, 5)])
def test_the_power_is_exact_for_few_throws(k: int, n: int) -> None:
    share = least_share(n, k)
    assert share is not None
    other = (1 - share) / (k - 1)
    doubted = 0.0
    for faces in itertools.product(range(k), repeat=n):
        counts = [faces.count(face) for face in range(k)]
        if fit(counts).p <= ALPHA:
            doubted += share ** counts[0] * other ** (n - counts[0])
    assert doubted == pytest.approx(POWER, abs=1e-6)


def test_the_power_is_what_is_promised_for_many_throws() -> None:
    chance, n, k = random.Random(5), 240, 6
    share = least_share(n, k)
    assert share is not None
    weights = [share, *[(1 - share) / (k - 1)] * (k - 1)]
    doubted = 0
    for _die in range(600):
        shown = chance.choices(range(k), weights, k=n)
        doubted += fit([shown.count(face) for face in range(k)]).p <= ALPHA
    # Three standard deviations of 600 tries, and the error of the approximation.
    assert doubted / 600 == pytest.approx(POWER, abs=0.06)


def test_more_throws_show_less_loading() -> None:
    for k in (4, 6, 10, 20):
        shares = [least_share(n, k) for n in (5, 10, 20, 40, 100, 400, 2000)]
        known = [share for share in shares if share is not None]
        assert known == sorted(known, reverse=True)
        assert all(1 / k < share <= 1 for share in known)


def test_forty_throws_of_a_d6_show_only_gross_forgery() -> None:
    share = least_share(40, 6)
    assert share is not None
    assert 2 < share * 6 < 2.5


@pytest.mark.parametrize(("n", "k"), [(0, 6), (1, 6), (12, 12), (40, 6), (300, 20)])
def test_the_usual_range_leaves_out_what_is_rare(n: int, k: int) -> None:
    low, high = usual(n, k)
    chances = [math.comb(n, c) * (1 / k) ** c * (1 - 1 / k) ** (n - c) for c in range(n + 1)]
    assert sum(chances[:low]) <= ALPHA / 2 < sum(chances[: low + 1])
    assert sum(chances[high + 1 :]) <= ALPHA / 2 < sum(chances[high:])
