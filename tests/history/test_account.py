"""A record entry by entry: with the players' names, and nothing said twice."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from controller.history.account import Item, account
from controller.i18n import use
from controller.journal.clock import Told
from controller.journal.entries import AnyEntry, Chosen, Ended, Halted, Resumed, Threw
from controller.play import replay
from tests.history.many import played, started


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    use(request.param)
    yield
    use("en")


def items_of(history: list[AnyEntry]) -> list[Item]:
    replay(history)
    return account(history, [Told(datetime(2026, 3, 21, tzinfo=UTC), True)] * len(history))


@pytest.mark.parametrize(("game", "players"), [("ueberwurf", 2), ("zugband", 2), ("overload", 3), ("wizard", 3)])
@pytest.mark.usefixtures("language")
def test_no_entry_says_the_same_twice(game: str, players: int) -> None:
    for item in items_of([step.entry for step in played(started(game, players), random.Random(1))]):
        assert item.words not in item.events
        if isinstance(item.entry, Chosen | Threw):
            name = ("Anna", "Jörg", "Mehmet")[item.entry.seat - 1]
            assert item.words.startswith(name), "people are called by their names"
            assert not any(event.endswith(("has locked", "hat sich festgelegt")) for event in item.events)
        if isinstance(item.entry, Ended):
            assert item.events == ()


def test_a_verdict_stands_behind_the_throw_that_brought_it() -> None:
    history: list[AnyEntry] = [started(), Chosen(1, "d8", "", ""), Chosen(2, "d6", "", "")]
    history += [Threw(1, {"d8": (6,)}), Threw(2, {"d6": (2,)}), Halted(2), Resumed(2)]
    said = [(item.words, item.events) for item in items_of(history)]
    assert said[3] == ("Anna throws d8: 6", ())
    assert said[4] == ("Jörg throws d6: 2", ("d8 shows 6, d6 shows 2: Dominanz, 1 point for Anna",))
    assert [words for words, _events in said[5:]] == ["Jörg stops the game", "Jörg goes on as it was"]
    assert said[5][1] == said[6][1] == ()
