"""Panels over GPIO: keys in, lamps out, whatever fails; over every pin factory, pressed from a second thread."""

import random

from controller.panel.debounce import Times
from controller.panel.keypad import Key
from controller.panel.wiring import Wiring
from tests.panel.bench import FIVE, SETTLE, Bench, asked
from tests.panel.boards import Board, Fingers, MockBoard
from tests.panel.clock import StillLoop, run

ALL: tuple[Key, ...] = (1, 2, 3, 4, 5, 6, 7, 8, "ok", "back")


def test_every_key_of_every_seat_is_its_own(board: Board, fingers: Fingers) -> None:
    """At five seats: the lines of the expanders have the same numbers, and those of the header too."""

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            for seat in bench.wirings:
                await bench.press(seat, *ALL)
        assert bench.pressed == [(seat, key) for seat in (1, 2, 3, 4, 5) for key in ALL]
        assert bench.said == []

    run(main)


def test_edges_get_into_the_loop_safely(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        # It then refuses what comes from another thread and not by call_soon_threadsafe.
        loop.set_debug(True)
        bench = Bench(loop, board, fingers)
        with bench.panels():
            await bench.press(1, 1, "ok")
        assert bench.pressed == [(1, 1), (1, "ok")]

    run(main)


def test_bouncing_presses_count_once_each(board: Board, fingers: Fingers) -> None:
    chance = random.Random(7)

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        wanted: list[tuple[int, Key]] = []
        with bench.panels():
            for _press in range(40):
                seat, key = chance.choice(list(bench.wirings)), chance.choice(ALL)
                wanted.append((seat, key))
                await bench.move(seat, key, down=True, bounces=chance.randrange(30))
                await bench.move(seat, key, down=False, bounces=chance.randrange(30))
        assert bench.pressed == wanted

    run(main)


def test_a_bounce_that_ends_where_it_began_is_no_press(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            await bench.move(1, 3, down=False, bounces=5)
            assert bench.pressed == []
            await bench.press(1, 3)
        assert bench.pressed == [(1, 3)]

    run(main)


def test_nothing_counts_before_it_has_settled(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            fingers.move(0, 4, down=True)
            await loop.rest()
            await loop.advance(SETTLE - 0.002)
            assert bench.pressed == []
            await loop.advance(0.004)
            assert bench.pressed == [(1, 1)]

    run(main)


def test_two_seats_press_at_the_same_time(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            fingers.move(0, 4, down=True)
            await bench.move(3, "ok", down=True)
            fingers.move(0, 4, down=False)
            await bench.move(3, "ok", down=False)
        assert sorted(bench.pressed) == [(1, 1), (3, "ok")]

    run(main)


def test_ok_counts_when_it_has_been_held_and_is_still_down(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, hold=0.5)):
            await bench.press(1, "ok")
            await bench.press(1, 2, "back")
            assert bench.pressed == [(1, 2), (1, "back")]
            await bench.move(1, "ok", down=True)
            await loop.advance(0.4)
            assert len(bench.pressed) == 2
            await loop.advance(0.2)
            assert bench.pressed[2:] == [(1, "ok")]
            await bench.move(1, "ok", down=False)
        assert len(bench.pressed) == 3

    run(main)


def test_reports_are_woken_once_after_each_taking_of_a_panel() -> None:
    """lgpio's thread may sleep through the first line that is taken, and would then never report anything."""
    board = MockBoard()
    fingers = Fingers(board)

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            assert board.woken == []
            await loop.advance(5)
            assert sorted(board.woken) == sorted(wiring.chip for wiring in FIVE)
            board.break_(FIVE[2].chip)
            await loop.advance(5)
            board.mend(FIVE[2].chip)
            await loop.advance(11)
            assert board.woken[len(FIVE) :] == [FIVE[2].chip]

    run(main)
    fingers.close()


def test_keys_that_are_down_at_the_start_are_named_and_count_once_they_were_let_go(
    board: Board, fingers: Fingers
) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        fingers.move(0, 6, down=True)
        with bench.panels():
            await loop.advance(1.1)
            assert bench.said == ["Seat 1: key 3 (GPIO 6, pin 31) was down at the start; it counts once it was let go"]
            await bench.press(1, 4)
            await bench.move(1, 3, down=False)
            await loop.advance(1)
            assert bench.said[1:] == ["Seat 1: key 3 (GPIO 6, pin 31) is free again"]
            await bench.press(1, 3)
        assert bench.pressed == [(1, 4), (1, 3)]

    run(main)


def test_a_panel_whose_keys_are_all_down_lacks_its_resistors(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        for line in FIVE[2].lines().values():
            fingers.move(FIVE[2].chip, line, down=True)
        with bench.panels():
            await loop.advance(1.1)
        assert [said.split(";")[0] for said in bench.said] == ["Seat 3: every key reads as pressed"]

    run(main)


def test_a_stuck_key_is_named_and_the_others_work(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, stuck=5.0)):
            await bench.move(3, 8, down=True)
            await loop.advance(4.8)
            assert bench.said == []
            await loop.advance(1.2)
            assert bench.said == ["Seat 3: key 8 (gpiochip2, GPB0) is stuck, or its line touches ground"]
            await bench.press(3, 1)
            await bench.move(3, 8, down=False)
            await loop.advance(1)
            assert bench.said[1:] == ["Seat 3: key 8 (gpiochip2, GPB0) is free again"]
        assert bench.pressed == [(3, 8), (3, 1)]

    run(main)


def test_a_loose_contact_is_named_once(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, loose=0.2)):
            for step in range(400):
                fingers.move(0, 25, down=step % 2 == 0)
                await loop.rest()
                await loop.advance(SETTLE - 0.002)
        assert bench.said == [
            "Seat 2: key OK (GPIO 25, pin 22) does not come to rest: a loose contact or a broken wire"
        ]

    run(main)


def test_no_key_is_named_while_a_hidden_choice_is_open(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(Times(settle=SETTLE, stuck=5.0)) as panels:
            panels.show(asked(1, 2, hidden=True))
            await bench.move(1, 5, down=True)
            await bench.move(2, 6, down=True)
            await loop.advance(6)
            # Seat 1 has locked, seat 2 has not.
            panels.show(asked(2, hidden=True))
            await bench.move(2, 6, down=False)
            await loop.advance(6)
            assert bench.said == []
            panels.show({})
            assert bench.said == ["Seat 1: key 5 (GPIO 8, pin 24) is stuck, or its line touches ground"]

    run(main)


def test_a_lamp_is_lit_while_its_seat_is_asked(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels() as panels:
            assert bench.lit() == []
            for seats in ((1, 2), (2,), (), (3, 4, 5), (1,)):
                panels.show(asked(*seats))
                assert bench.lit() == list(seats)
                await loop.advance(1.6)
                assert bench.lit() == list(seats)
        assert bench.lit() == []

    run(main)


def test_lamps_may_blink_all_together_by_the_clock_alone(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels(blink=True) as panels:
            await loop.advance(0.3)
            panels.show(asked(1, 4))
            traces = []
            for _half_second in range(4):
                traces.append(bench.lit())
                await loop.advance(0.5)
        assert traces == [[1, 4], [], [1, 4], []]

    run(main)


def test_a_missing_panel_is_said_and_taken_when_it_comes(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        board.break_(3)
        with bench.panels() as panels:
            panels.show(asked(1, 4))
            await bench.press(1, 1)
            assert len(bench.said) == 1
            assert bench.said[0].startswith(
                "The panel of seat 4 is missing, and will be taken when it comes: gpiochip3"
            )
            await loop.advance(12)
            assert len(bench.said) == 1
            board.mend(3)
            await loop.advance(6)
            assert bench.said[1:] == ["The panel of seat 4 is here."]
            assert bench.lit() == [1, 4]
            await bench.press(4, 7)
        assert bench.pressed == [(1, 1), (4, 7)]

    run(main)


def test_a_panel_that_goes_is_said_and_taken_again(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            await bench.press(5, 1)
            board.break_(5)
            await loop.advance(1.1)
            assert len(bench.said) == 1
            assert bench.said[0].startswith("The panel of seat 5 is gone: gpiochip5, line 0: ")
            await bench.press(1, 2)
            board.mend(5)
            await loop.advance(6)
            assert bench.said[1:] == ["The panel of seat 5 is here."]
            await bench.press(5, 3)
        assert bench.pressed == [(5, 1), (1, 2), (5, 3)]

    run(main)


def test_a_lamp_that_cannot_be_lit_means_that_the_panel_is_gone(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels() as panels:
            board.break_(5)
            panels.show(asked(5))
            await loop.advance(1.1)
            assert [said.split(":")[0] for said in bench.said] == ["The panel of seat 5 is gone"]

    run(main)


def test_nothing_comes_after_the_end(board: Board, fingers: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers)
        with bench.panels():
            # Still in its bounce when the panels close.
            fingers.move(0, 4, down=True)
            await loop.rest()
        await loop.advance(0.1)
        assert bench.pressed == []

    run(main)


def test_a_seat_may_sit_anywhere(board: Board, fingers: Fingers) -> None:
    """Any line may be any key, and two panels may share a chip."""

    async def main(loop: StillLoop) -> None:
        wirings = [
            Wiring(seat=2, chip=2, keys=[10, 9, 8, 6, 5, 4, 3, 2], ok=1, back=0, lamp=15),
            Wiring(seat=1, chip=0, keys=[27, 26, 25, 24, 23, 22, 21, 20], ok=2, back=3, lamp=4),
        ]
        bench = Bench(loop, board, fingers, wirings)
        with bench.panels() as panels:
            panels.show(asked(1, 2))
            assert sorted(bench.lit()) == [1, 2]
            await bench.press(2, *ALL)
            await bench.press(1, *ALL)
        assert bench.pressed == [(seat, key) for seat in (2, 1) for key in ALL]

    run(main)
