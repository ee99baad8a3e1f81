"""Time to choose, to throw and to load: whose runs out is said, and what follows is a house rule."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.journal.entries import Chosen, Closed, DiceRules, Started, TimeUp
from controller.panel.keypad import Ask
from controller.timers import Clocks, Limits, Waiting
from tests.controller.game import FakeEyes, seen
from tests.controller.sitting import START, Sitting
from tests.panel.clock import StillLoop, run

OVERLOAD = Started("overload", 1, 2, ("Anna", "Jörg"), house={"load_seconds": 15}, dice=DiceRules())
FIRST = [seen("d6", 2), seen("d8", 5)]
CHOOSE = Limits(choose=30)

People = Callable[[StillLoop], Coroutine[Any, Any, None]]


def eyes() -> FakeEyes:
    return FakeEyes(FIRST, automatic=False)


def test_both_are_reminded_of_their_time_and_lose_nothing(tmp_path: Path) -> None:
    """„remind / forfeits nothing by default“."""

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            await loop.leap(29)
            assert table.view["late"] == []
            await loop.leap(1.1)
            assert table.view["late"] == [1, 2]
            assert table.seen.told("time_up") == ["Anna and Jörg: the time to choose is up"]
            assert table.asked() == {1: Ask.CHOICE, 2: Ask.CHOICE}
            await table.pick(1, "d6")
            assert table.view["late"] == [2], "only who is still waited for"
            await loop.leap(60)
            assert len(table.seen.told("time_up")) == 1, "once is enough"

    run(people)


def test_only_whoever_is_waited_for_is_late(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            await table.pick(1, "d6")
            await loop.leap(31)
            assert table.seen.told("time_up") == ["Jörg: the time to choose is up"]

    run(people)


def test_taking_a_choice_back_gains_no_time(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            await loop.leap(25)
            await table.pick(1, "d6")
            await table.press(1, "back")
            await loop.leap(5.1)
            assert table.view["late"] == [1, 2]

    run(people)


def test_each_choice_has_its_own_time(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        zugband = Started("zugband", 1, 2, dice=DiceRules())
        async with Sitting(loop, tmp_path, eyes(), zugband, limits=CHOOSE) as table:
            for _round in range(3):
                await loop.leap(20)
                await table.pick(1, "1")
                await table.pick(2, "1")
            assert table.seen.told("time_up") == []

    run(people)


def test_a_stopped_game_stops_the_clocks(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            await loop.leap(20)
            await table.press(1, "hold")
            await loop.leap(500)
            await table.pick(1, "go_on")
            await loop.leap(9)
            assert table.view["late"] == []
            await loop.leap(2)
            assert table.view["late"] == [1, 2]

    run(people)


STOP = Limits(choose=30, stop=60)


def test_stopping_the_game_gains_no_more_than_the_allowance(tmp_path: Path) -> None:
    """„Holds buy time: bounded. A seat's stops have one sum a game, then its own clock runs on.“"""

    async def people(loop: StillLoop) -> None:
        said: list[str] = []
        async with Sitting(loop, tmp_path, eyes(), limits=STOP, say=said.append) as table:
            await loop.leap(10)
            for _stop in range(2):
                await table.press(1, "hold")
                await loop.leap(29)
                await table.pick(1, "go_on")
            assert table.view["late"] == []
            await table.press(1, "hold")
            await loop.leap(1.5)
            assert said == [], "58 of 60 seconds, and one and a half"
            await loop.leap(10)
            assert said == ["Anna has used up its time for stopped games: its own clock runs on"]
            await loop.leap(20)
            await table.pick(1, "go_on")
            assert table.view["late"] == [1], "Jörg could not play meanwhile, and has his 20 seconds still"
            await loop.leap(15)
            assert table.view["late"] == [1]
            await loop.leap(6)
            assert table.view["late"] == [1, 2]

    run(people)


def test_whoever_is_asked_to_agree_keeps_the_game_standing(tmp_path: Path) -> None:
    """A challenge costs the seat that makes it no more than its words."""

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=STOP) as table:
            await table.pick(1, "d6")
            await loop.leap(10)
            await table.press(1, "hold")
            await table.pick(1, "undo")
            await loop.leap(100)
            await table.press(2, "back")
            await table.pick(1, "go_on")
            assert table.view["late"] == [2], "a minute is allowed; the 20 seconds that it had left are over"

    run(people)


def test_a_seat_that_stops_the_game_for_ever_forfeits_once_another_one_goes_on(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=replace(STOP, forfeit=True)) as table:
            await table.press(1, "hold")
            await loop.leap(200)
            await table.press(2, "hold")
            await table.pick(2, "go_on")
            assert table.view["outcome"]["reason"] == "forfeited"
            assert table.view["outcome"]["winner"] == [2]

    run(people)


def test_the_allowance_is_for_the_whole_game_and_new_in_the_next() -> None:
    clocks = Clocks(60)
    clocks.stand(0.0, {1})
    clocks.reset()
    clocks.follow({ANNA: 10.0, JOERG: 10.0}, 0.0)
    assert clocks.stand(0.0, {1}) == 60.0
    clocks.go(40.0)
    assert clocks.stand(45.0, {1, 2}) == 65.0
    clocks.go(75.0)
    assert (clocks.spent(1), clocks.spent(2)) == (True, False)
    assert clocks.up([ANNA, JOERG], 79.0) == [ANNA]
    assert clocks.up([ANNA, JOERG], 80.0) == [ANNA, JOERG]
    assert Clocks(60).stand(0.0, {1}) == 60.0


def test_a_disk_that_takes_nothing_costs_nobody_its_allowance() -> None:
    clocks = Clocks(60)
    clocks.follow({ANNA: 10.0}, 0.0)
    assert clocks.stand(5.0) is None
    clocks.go(500.0)
    assert not clocks.spent(1)
    assert clocks.up([ANNA], 504.0) == []


def test_a_power_cut_does_not_run_the_clocks_out(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            await table.pick(1, "d6")
            await loop.leap(20)
        await loop.leap(3600)
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            await loop.leap(29)
            assert table.view["late"] == []
            await loop.leap(2)
            assert table.view["late"] == [2]
        async with Sitting(loop, tmp_path, eyes(), limits=CHOOSE) as table:
            assert table.view["late"] == [2], "who was late is late, and not reminded again"
            await loop.leap(60)
            assert sum(isinstance(entry, TimeUp) for entry in table.entries()) == 1

    run(people)


def test_the_time_to_throw_runs_until_ok(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=Limits(throw=10)) as table:
            await loop.leap(60)
            await table.pick(1, "d6")
            await table.pick(2, "d8")
            await table.press(2, "ok")
            await loop.leap(11)
            assert table.seen.told("time_up") == ["Anna: the time to throw is up"]
            await table.press(1, "ok")
            assert table.view["late"] == []

    run(people)


def test_whoever_alone_is_late_forfeits_where_the_house_wants_it(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=replace(CHOOSE, forfeit=True)) as table:
            await table.pick(1, "d6")
            await loop.leap(31)
            assert table.view["phase"] == "over"
            assert table.view["outcome"] == {"winner": [1], "scores": {"1": 0, "2": 0}, "reason": "forfeited"}
            assert table.seen.told("forfeited") == ["Jörg forfeits the game, says the clock: the time is up"]
            assert any(isinstance(entry, Closed) for entry in table.entries())

    run(people)


def test_where_both_are_late_nobody_forfeits(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=replace(CHOOSE, forfeit=True)) as table:
            await loop.leap(31)
            assert table.view["late"] == [1, 2]
            assert table.play.outcome is None

    run(people)


def test_an_answer_that_was_given_in_time_counts_however_long_the_disk_takes(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, eyes(), limits=replace(CHOOSE, forfeit=True)) as table:
            append = table.journal.append

            def slowly(*values: Any) -> None:
                loop.now += 2
                append(*values)

            table.journal.append = slowly  # type: ignore[method-assign, assignment]
            await loop.leap(29)
            for seat in (1, 2):
                table.table.press(seat, 2)
                table.table.press(seat, "ok")
            await table.rest()
            assert table.play.outcome is None
            assert table.asked() == {1: Ask.READY, 2: Ask.READY}

    run(people)


def test_a_load_that_is_not_set_in_time_is_none(tmp_path: Path) -> None:
    """„a load not set in time is 0 (the turn timer `load_seconds` or the throw itself closes the choice)“."""

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes([seen("d8", 3)], automatic=False), OVERLOAD) as table:
            await table.pick(1, "A")
            assert table.asked() == {1: Ask.CHOICE}
            await loop.leap(16)
            assert table.seen.told("time_up") == ["Anna: the time to load is up"]
            (load,) = [entry for entry in table.entries() if isinstance(entry, Chosen) and entry.value == "0"]
            assert load.seat == 1
            assert table.asked() == {1: Ask.READY}, "the throw is still to come"
            await loop.leap(60)
            assert table.asked() == {1: Ask.READY}

    run(people)


def test_a_load_in_time_stops_its_clock(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes([seen("d8", 3)], automatic=False), OVERLOAD) as table:
            await table.pick(1, "A", "8")
            await loop.leap(60)
            assert table.seen.told("time_up") == []

    run(people)


def test_without_a_limit_no_clock_runs(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        no_load = msgspec.structs.replace(OVERLOAD, house={})
        async with Sitting(loop, tmp_path, FakeEyes([seen("d8", 3)], automatic=False), no_load) as table:
            await table.pick(1, "A")
            await loop.leap(50)
            assert table.seen.told("time_up") == []

    run(people)


# --- the clocks alone -------------------------------------------------------------------------------------------------

ANNA = Waiting(1, "choose", 0)
JOERG = Waiting(2, "choose", 0)


@pytest.mark.parametrize(("stood", "late"), [(0.0, [ANNA, JOERG]), (5.0, []), (100.0, [])])
def test_clocks_that_stood_still_run_out_later(stood: float, late: list[Waiting]) -> None:
    clocks = Clocks()
    seats = {JOERG: 10.0, ANNA: 10.0}
    assert clocks.follow(seats, 50.0) == 60.0
    clocks.stand(55.0)
    clocks.stand(55.0 + stood / 2)
    clocks.go(55.0 + stood)
    clocks.go(55.0 + stood)
    assert clocks.up(seats, 60.0) == late
    assert clocks.up(seats, 60.0 + stood) == [ANNA, JOERG]


def test_a_new_game_begins_with_new_clocks() -> None:
    clocks = Clocks()
    clocks.follow({ANNA: 10.0}, 0.0)
    clocks.reset()
    assert clocks.up({ANNA: 10.0}, 20.0) == []
    assert clocks.follow({ANNA: 10.0}, 20.0) == 30.0


def test_the_start_of_the_tests_has_no_limits() -> None:
    assert START.house == {}
    assert Limits() == Limits(0, 0, forfeit=False, stop=0)
