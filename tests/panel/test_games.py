"""Whole games of all four rules, every choice pressed on panels over GPIO: the outcome is that of the rules alone."""

from collections.abc import Sequence

import pytest

from controller.journal.entries import Started
from controller.rules import GAMES
from controller.rules.core import Answer, Thrown
from controller.rules.setup import Setup
from tests.controller.game import FakeEyes, seen
from tests.panel.bench import FIVE, Bench
from tests.panel.boards import Board, Fingers
from tests.panel.clock import StillLoop, run
from tests.panel.evening import play_script
from tests.rules.players import Player, play
from vision.errors import CameraError
from vision.reading import DieReading


def reading(script: Sequence[Answer]) -> FakeEyes:
    """A camera that reads every throw of the script."""
    throws = [answer for answer in script if isinstance(answer, Thrown)]

    def look(kinds: Sequence[str]) -> list[DieReading]:
        dice = [(kind, face) for kind, faces in throws.pop(0).dice.items() for face in faces]
        return [seen(kind, int(face) % 10 if kind == "d10" else face) for kind, face in dice]

    return FakeEyes(look, automatic=False)


@pytest.mark.parametrize(
    ("game", "players", "read"),
    [("ueberwurf", 2, False), ("zugband", 2, False), ("overload", 5, True), ("wizard", 3, True)],
    ids=["ueberwurf", "zugband", "overload", "wizard"],
)
def test_a_whole_game(board: Board, fingers: Fingers, game: str, players: int, *, read: bool) -> None:
    """Of two the dice are entered and confirmed on the panels as well."""
    # Twelve points make a short game of one that is long by chance.
    house: dict[str, str | int | bool] = {"target": 12} if game == "overload" else {}
    start = Started(game, 1, players, house=house)
    whole = play(GAMES[game], Setup(players, house=house), Player(5))
    eyes = reading(whole.answers) if read else FakeEyes(CameraError("The camera is gone."), automatic=False)

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers, FIVE[:players])
        played = await play_script(bench, bench.closed_panels(), start, whole.answers, eyes)
        assert played.ended
        assert played.state == whole.states[-1]
        assert bench.said == []

    run(main)
