"""The referee's decisions on their way into the record, when whoever has decided has gone meanwhile."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.errors import RefereeError
from controller.journal.entries import AnyEntry, Closed
from controller.looking import Glance
from controller.panel.keypad import Keypad
from controller.play import Play
from controller.rules.core import Event, IllegalAnswer, message
from tests.controller.game import FakeEyes
from tests.controller.sitting import Sitting
from tests.panel.clock import StillLoop, run


def abort(play: Play) -> list[AnyEntry]:
    return [Closed("aborted", "Ida", "late")]


def refuse(play: Play) -> list[AnyEntry]:
    raise RefereeError("no")


@pytest.mark.parametrize(("decision", "over"), [(abort, True), (refuse, False)], ids=["carried out", "refused"])
def test_a_decision_whose_referee_has_gone_ends_no_station(
    tmp_path: Path, decision: Callable[[Play], list[AnyEntry]], over: bool
) -> None:
    """The page was closed, or its server was begun anew, before the decision had its turn."""

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(automatic=False)) as table:
            ruling = asyncio.create_task(table.table.rule(decision))
            await asyncio.sleep(0)
            ruling.cancel()
            await table.rest()
            assert ruling.cancelled()
            if over:
                assert (await table.game).ended, "it had its turn all the same"
                return
            assert not table.game.done()
            await table.pick(1, "d6")
            assert table.play.locked == {1}, "the game goes on"

    run(people)


def test_a_fault_of_what_shows_is_never_taken_for_an_answer_that_is_not_possible(tmp_path: Path) -> None:
    """It comes after the writing: passed over, the others would never show what is on the disk."""

    class Faulty:
        def event(self, event: Event, names: Mapping[int, str]) -> None:
            raise IllegalAnswer(message("no such die in this throw"))

        def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
            """Well."""

        def glance(self, glance: Glance) -> None:
            """Well."""

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(automatic=False)) as table:
            table.table.shows = [table.seen, Faulty()]
            await table.pick(1, "d6")
            assert table.game.done()
            with pytest.raises(IllegalAnswer):
                table.game.result()
            table.game = asyncio.create_task(asyncio.sleep(0, table.play))

    run(people)
