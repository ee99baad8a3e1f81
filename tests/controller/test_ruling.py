"""The referee's decisions on their way into the record, when whoever has decided has gone meanwhile."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.errors import RefereeError
from controller.journal.entries import AnyEntry, Closed
from controller.play import Play
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
