"""What a station's health says of the panels: what is broken, and nothing that would tell a hidden choice."""

from controller.health import parts
from controller.health.model import State
from controller.panel.debounce import Times
from tests.panel.bench import SETTLE, Bench, asked
from tests.panel.boards import Board, Fingers
from tests.panel.clock import StillLoop, run


def test_a_panel_that_goes_and_comes_is_in_trouble_meanwhile(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels() as panels:
            assert panels.seats == (1, 2, 3, 4, 5)
            assert [part.state for part in parts.panels(panels)] == [State.WELL] * 5
            board.break_(3)
            await loop.advance(2)
            states = [(part.seat, part.state) for part in parts.panels(panels)]
            assert states == [(seat, State.TROUBLE if seat == 4 else State.WELL) for seat in range(1, 6)]
            assert panels.troubles[4]
            assert panels.troubles[4] in bench.said[-1]
            board.mend(3)
            await loop.advance(6)
            assert panels.troubles == {}

    run(main)


def test_a_panel_that_is_missing_at_the_start_is_in_trouble(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        board.break_(2)
        with bench.panels() as panels:
            assert list(panels.troubles) == [3]
            board.mend(2)
            await loop.advance(6)
            assert panels.troubles == {}

    run(main)


def test_a_stuck_key_is_trouble_until_it_is_free(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, stuck=5.0)) as panels:
            await bench.move(3, 8, down=True)
            await loop.advance(6)
            assert panels.troubles == {3: bench.said[0]}
            await bench.move(3, 8, down=False)
            await loop.advance(1)
            assert panels.troubles == {}

    run(main)


def test_no_key_is_trouble_before_it_may_be_named(board: Board, fingers: Fingers) -> None:
    """While a hidden choice is open, even that some key is held would tell something."""

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, stuck=5.0)) as panels:
            panels.show(asked(1, 2, hidden=True))
            await bench.move(1, 5, down=True)
            await loop.advance(6)
            assert panels.troubles == {}
            panels.show({})
            assert panels.troubles == {1: bench.said[0]}
            # Nor may it be told that the key has been let go.
            panels.show(asked(1, 2, hidden=True))
            await bench.move(1, 5, down=False)
            await loop.advance(6)
            assert list(panels.troubles) == [1]
            panels.show({})
            assert panels.troubles == {}

    run(main)
