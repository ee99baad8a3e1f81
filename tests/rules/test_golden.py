"""Every way to play has a golden playthrough, and playing it again tells the very same."""

import pytest

from controller.rules import GAMES
from tests.rules import golden
from tests.rules.players import REGISTERED, SCENARIOS, Scenario

RENEW = "python -m tests.rules.golden --renew"


def test_every_game_and_variant_has_a_playthrough() -> None:
    ways = {(way.game.id, *sorted(way.setup.variants)) for way in REGISTERED if golden.path(way).exists()}
    expected: set[tuple[str, ...]] = {(game.id,) for game in GAMES.values()}
    expected |= {(game.id, variant.id) for game in GAMES.values() for variant in game.variants}
    assert expected - ways == set(), f"make it with {RENEW}, and read it"


def test_no_playthrough_is_left_over() -> None:
    assert {file.name for file in golden.FOLDER.iterdir()} == {golden.path(way).name for way in SCENARIOS}


@pytest.mark.parametrize("way", SCENARIOS, ids=lambda way: way.name)
def test_playing_it_again_tells_the_same(way: Scenario) -> None:
    written = golden.path(way).read_text(encoding="utf-8")
    assert golden.text(way, golden.answers_of(written)) == written, f"if this is meant: {RENEW}, and read it"


@pytest.mark.parametrize("way", SCENARIOS, ids=lambda way: way.name)
def test_a_playthrough_ends_with_its_outcome(way: Scenario) -> None:
    assert golden.path(way).read_text(encoding="utf-8").splitlines()[-1].startswith('{"outcome"')
