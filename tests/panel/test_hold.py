"""BACK held down for two seconds stops the game; a shorter press is BACK, and never both."""

import pytest

from controller.panel.debounce import Times
from controller.panel.keypad import Key
from tests.panel.bench import FIVE, SETTLE, Bench
from tests.panel.boards import Board, Fingers
from tests.panel.clock import StillLoop, run


@pytest.mark.parametrize(("seconds", "means"), [(0.05, "back"), (1.9, "back"), (2.1, "hold"), (5.0, "hold")], ids=str)
@pytest.mark.parametrize("seat", [1, 3], ids=["header", "expander"])
def test_a_hold_is_told_from_a_press(board: Board, fingers: Fingers, seat: int, seconds: float, means: Key) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            await bench.move(seat, "back", down=True, bounces=3)
            await loop.advance(seconds)
            await bench.move(seat, "back", down=False, bounces=3)
            assert bench.pressed == [(seat, means)]

    run(main)


def test_it_stops_the_game_while_it_is_held_and_not_when_it_comes_up(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            await bench.move(1, "back", down=True)
            await loop.advance(2.0)
            assert bench.pressed == [(1, "hold")]

    run(main)


def test_a_key_that_is_down_at_the_start_means_nothing_when_it_comes_up(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        wiring = bench.wirings[1]
        fingers.move(wiring.chip, wiring.back, down=True)
        with bench.panels():
            await loop.advance(3.0)
            await bench.move(1, "back", down=False)
            assert bench.pressed == []
            await bench.press(1, "back")
            assert bench.pressed == [(1, "back")]

    run(main)


def test_two_seats_hold_and_press_beside_each_other(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            await bench.move(1, "back", down=True)
            await loop.advance(1.0)
            await bench.press(2, "back", 3)
            await loop.advance(1.0)
            await bench.move(1, "back", down=False)
            assert bench.pressed == [(2, "back"), (2, 3), (1, "hold")]

    run(main)


def test_a_panel_that_is_lost_while_back_is_down_forgets_it(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers, FIVE[2:3])
        wiring = bench.wirings[3]
        with bench.panels():
            await bench.move(3, "back", down=True)
            board.break_(wiring.chip)
            await loop.advance(1.5)
            board.mend(wiring.chip)
            await loop.advance(7.0)
            await bench.move(3, "back", down=False)
            assert bench.pressed == []

    run(main)


@pytest.mark.parametrize("hold", [0.0, 0.3])
def test_the_time_that_ok_is_held_has_nothing_to_do_with_it(board: Board, fingers: Fingers, hold: float) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, hold=hold)):
            await bench.move(1, "ok", down=True)
            await loop.advance(0.5)
            await bench.move(1, "ok", down=False)
            await bench.press(1, "back")
            assert bench.pressed == [(1, "ok"), (1, "back")]

    run(main)
