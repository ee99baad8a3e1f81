"""The test that may be looked at any time never suspects fair dice more often than it says, and finds loaded ones."""

import itertools
import random

import pytest

from controller.statistics.sequential import ALPHA, evidence


def test_under_a_fair_die_the_stake_neither_grows_nor_shrinks() -> None:
    """A martingale: over every way in which the throws can fall its mean is the first stake, exactly."""
    for k, n in ((2, 8), (3, 6), (6, 4)):
        stakes = [evidence(faces, k).now for faces in itertools.product(range(k), repeat=n)]
        assert sum(stakes) / len(stakes) == pytest.approx(1.0)


@pytest.mark.parametrize("alpha", [0.5, 0.25, 0.1, 0.02])
def test_villes_inequality_holds_over_every_way_to_fall(alpha: float) -> None:
    """Looked at after every throw: the share of all sequences that ever get to 1 / alpha is alpha at most."""
    ways = [evidence(faces, 2) for faces in itertools.product(range(2), repeat=13)]
    suspected = sum(one.peak >= 1 / alpha for one in ways) / len(ways)
    assert 0 < suspected <= alpha


def test_fair_dice_looked_at_after_every_throw_are_hardly_ever_suspected() -> None:
    chance = random.Random(11)
    suspected = sum(evidence((chance.randrange(6) for _ in range(400)), 6).rejects for _die in range(800))
    assert suspected / 800 <= ALPHA


def test_a_test_that_is_made_for_one_look_would_suspect_them_far_too_often() -> None:
    """Why there is a sequential test: the same dice, judged by Pearson's at every tenth throw."""
    from controller.statistics.fit import fit

    chance, suspected = random.Random(11), 0
    for _die in range(150):
        counts = [0] * 6
        for n in range(1, 401):
            counts[chance.randrange(6)] += 1
            if n > 30 and n % 10 == 0 and fit(counts).p <= ALPHA:
                suspected += 1
                break
    assert suspected / 150 > 2 * ALPHA


@pytest.mark.parametrize(("ratio", "within"), [(3.0, 120), (2.0, 400), (1.6, 900)])
def test_loaded_dice_are_found(ratio: float, within: int) -> None:
    chance = random.Random(3)
    weights = [ratio, *[(6 - ratio) / 5] * 5]
    found = sum(evidence(chance.choices(range(6), weights, k=within), 6).rejects for _die in range(60))
    assert found >= 50


def test_the_order_of_the_throws_changes_the_way_and_not_the_end() -> None:
    shown = [0, 0, 1, 3, 2, 0, 5, 0, 0, 4]
    one, other = evidence(shown, 6), evidence(sorted(shown), 6)
    assert one.now == pytest.approx(other.now)
    assert one.path != other.path


def test_what_was_proved_stays_proved() -> None:
    """A long fair stretch later lowers the stake; the evidence that there was is not forgotten."""
    loaded = [5] * 12
    found = evidence([*loaded, *list(range(6)) * 60], 6)
    assert found.now < found.peak
    assert found.rejects
    assert found.p <= ALPHA


def test_without_a_throw_there_is_no_evidence() -> None:
    none = evidence([], 20)
    assert (none.now, none.peak, none.p, len(none.path)) == (1.0, 1.0, 1.0, 0)
    assert evidence([3], 20).now == pytest.approx(1.0), "one throw proves nothing"


def test_the_largest_evidence_is_still_a_number() -> None:
    assert evidence([0] * 3000, 20).now < float("inf")
