"""Nobody throws while the camera fails: plays in which a pushed die once counted as thrown."""

import pytest

from tests.station.bench_faults import End, Kind, play


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        # Moved and dark for three seconds; then the view is as before at once.
        (Kind.HANDS, 44),
        # Black for a while, then knocked while a shadow passes.
        (Kind.KEPT, 13),
    ],
)
def test_a_die_that_was_pushed_while_nothing_was_to_be_seen_is_no_throw(kind: Kind, seed: int) -> None:
    assert play(kind, seed).end is not End.PHANTOM
