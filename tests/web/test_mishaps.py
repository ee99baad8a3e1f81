"""What may be made to go wrong in the simulated tray: only where dice are thrown, and never with real dice."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.asking import Answer, ask, until
from tests.web.house import House, start


class Tray:
    """A live camera that keeps what was planned.

    Args:
        simulated: whether it throws by itself.
    """

    number = 0

    def __init__(self, simulated: bool = True) -> None:
        self.simulated = simulated
        self.planned: list[str] = []

    def jpeg(self, quality: int = 80) -> bytes | None:
        return None

    def plan(self, mishap: Any) -> None:
        self.planned.append(mishap.value)


def wish(house: House) -> Answer:
    until(lambda: ask(house.where, "/api/state").ok)
    path = house.seat(1).removeprefix(house.where)
    return ask(house.where, f"{path}/mishap", "POST", {"mishap": "cocked"})


@pytest.mark.parametrize(("game", "status", "planned"), [("ueberwurf", 200, ["cocked"]), ("zugband", 409, [])])
def test_a_mishap_is_taken_only_in_a_game_with_dice(tmp_path: Path, game: str, status: int, planned: list[str]) -> None:
    tray = Tray()
    with House(tmp_path, start(game), live=tray) as house:
        answer = wish(house)
        assert answer.status == status, answer.body
        assert tray.planned == planned
        if planned == []:
            assert answer.json() == {"error": "No dice are thrown in this game."}


def test_real_dice_have_their_own_mishaps(tmp_path: Path) -> None:
    tray = Tray(simulated=False)
    with House(tmp_path, live=tray) as house:
        assert wish(house).status == 409
        assert tray.planned == []
        assert b'id="mishap"' not in ask(house.where, house.seat(1).removeprefix(house.where), Accept="text/html").body


def test_an_address_that_is_no_seats_says_what_to_do(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        answer = ask(house.where, "/seat/nobody", Accept="text/html")
        assert answer.status == 404
        assert "Scan the seat&#39;s code again" in answer.body.decode()
        assert "The menu leads to every page" in ask(house.where, "/nothing", Accept="text/html").body.decode()
