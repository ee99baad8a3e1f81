"""Entering a throw by hand: while the camera works all others have to agree, and no open choice is closed by it."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from controller.journal.entries import ByHand, Chosen, DiceRules, Started
from controller.panel.keypad import Ask
from tests.controller.game import FakeEyes, seen
from tests.controller.sitting import Sitting
from tests.panel.clock import StillLoop, run
from vision.errors import CameraError

OVERLOAD = Started("overload", 1, 3, ("Anna", "Jörg", "Wu"), house={"load_seconds": 15}, dice=DiceRules())
FIRST = [seen("d6", 2), seen("d8", 5)]


def at_the_throw(folder: Path, people: Callable[[Sitting], Coroutine[Any, Any, None]], *looks: Any) -> None:
    """Two seats of Überwurf that have revealed d6 and d8 and are to throw."""

    async def main(loop: StillLoop) -> None:
        async with Sitting(loop, folder, FakeEyes(*looks, automatic=False)) as table:
            await table.pick(1, "d6")
            await table.pick(2, "d8")
            await people(table)

    run(main)


def at_the_load(folder: Path, people: Callable[[Sitting], Coroutine[Any, Any, None]]) -> None:
    """Three seats of Overload; the first has named its figure and may set its load."""

    async def main(loop: StillLoop) -> None:
        async with Sitting(loop, folder, FakeEyes([seen("d8", 5)], automatic=False), OVERLOAD) as table:
            await table.pick(1, "A")
            await people(table)

    run(main)


def test_while_the_camera_works_all_others_have_to_agree(tmp_path: Path) -> None:
    """„Changing over while nothing has failed needs agreement of all others as corrections do.“"""

    async def people(table: Sitting) -> None:
        await table.pick(1, "by_hand")
        assert table.seen.told("proposed") == ["Anna wants this throw entered by hand"]
        assert table.asked() == {2: Ask.AGREE}
        await table.press(2, "back")
        assert not any(isinstance(entry, ByHand) for entry in table.entries())
        await table.pick(1, "go_on")
        assert table.asked() == {1: Ask.READY, 2: Ask.READY}, "the throw is asked for as before"

    at_the_throw(tmp_path, people, FIRST)


def test_of_three_seats_both_others_have_to_agree(tmp_path: Path) -> None:
    async def people(table: Sitting) -> None:
        await table.pick(1, "8", "by_hand")
        await table.press(2, "ok")
        assert table.asked() == {3: Ask.AGREE}
        await table.press(3, "ok")
        assert table.asked() == {1: Ask.FACE}

    at_the_load(tmp_path, people)


def test_the_menu_of_a_stopped_game_asks_the_others_too(tmp_path: Path) -> None:
    async def people(table: Sitting) -> None:
        await table.press(2, "hold")
        await table.pick(2, "by_hand")
        assert table.asked() == {1: Ask.AGREE}

    at_the_throw(tmp_path, people, FIRST)


def test_where_the_camera_fails_a_seat_changes_over_by_itself(tmp_path: Path) -> None:
    """It died in the throw before; nobody has to wait for it, nor to ask."""

    async def people(table: Sitting) -> None:
        await table.press(1, "ok")
        await table.press(2, "ok")
        await table.pick(1, "6")
        await table.pick(2, "5")
        await table.press(2, "ok")
        await table.press(1, "ok")
        await table.pick(1, "d4")
        await table.pick(2, "d20")
        await table.pick(2, "by_hand")
        assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
        await table.pick(1, "3")
        assert table.asked() == {2: Ask.FACE}, "nobody's own entry is cut off by what another one says"
        await table.pick(2, "17")
        assert table.asked() == {1: Ask.CONFIRM, 2: Ask.CONFIRM}, "each confirms the other's"
        assert table.seen.told("halted") == []

    at_the_throw(tmp_path, people, CameraError("The camera is gone."))


def test_a_load_that_is_being_chosen_stays_open(tmp_path: Path) -> None:
    """„Nobody's open choice is closed by it“: and nobody says what the dice show before it is made."""

    async def people(table: Sitting) -> None:
        await table.press(2, "hold")
        await table.pick(2, "by_hand")
        await table.press(1, "ok")
        await table.press(3, "ok")
        assert isinstance(table.entries()[-1], ByHand)
        assert table.asked() == {1: Ask.CHOICE}
        await table.pick(1, "4")
        assert isinstance(table.entries()[-1], Chosen)
        assert table.asked() == {1: Ask.FACE}

    at_the_load(tmp_path, people)


def test_a_load_may_be_passed_over_then_too_and_never_comes_back(tmp_path: Path) -> None:
    async def people(table: Sitting) -> None:
        await table.press(2, "hold")
        await table.pick(2, "by_hand")
        await table.press(1, "ok")
        await table.press(3, "ok")
        await table.press(1, "ok")
        assert table.asked() == {1: Ask.FACE}
        await table.pick(1, "5")
        await table.press(2, "back")
        assert table.asked() == {1: Ask.FACE}, "disputed: entered anew, and the load is no longer to be had"

    at_the_load(tmp_path, people)


def test_the_time_for_the_load_runs_on(tmp_path: Path) -> None:
    """A load that never comes holds up nobody where the house limits its time."""

    async def people(table: Sitting) -> None:
        await table.press(2, "hold")
        await table.pick(2, "by_hand")
        await table.press(1, "ok")
        await table.press(3, "ok")
        await table.loop.leap(16)
        assert table.asked() == {1: Ask.FACE}
        assert table.seen.told("time_up") == ["Anna: the time to load is up"]

    at_the_load(tmp_path, people)
