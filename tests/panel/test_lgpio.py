"""What only the real lgpio can show: who holds a line, which chips there are, what cannot be watched.

Collected only in the run that has chips in memory, see test_preloaded.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from controller.errors import PanelError
from controller.panel.chips import chips, holders, open_chip
from tests.panel.bench import Bench, asked
from tests.panel.boards import EXPANDERS, HEADER, Fingers, LgpioBoard
from tests.panel.clock import StillLoop, run


@pytest.fixture
def lgpio_board() -> Iterator[LgpioBoard]:
    made = LgpioBoard()
    yield made
    made.close()


@pytest.fixture
def hand(lgpio_board: LgpioBoard) -> Iterator[Fingers]:
    made = Fingers(lgpio_board)
    yield made
    made.close()


def test_a_busy_line_is_named_with_its_holder_and_the_other_seats_play(lgpio_board: LgpioBoard, hand: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, lgpio_board, hand)
        lgpio_board.shim.shim_occupy(HEADER, 7, b"spi0 CS1")
        with bench.panels():
            assert bench.said == [
                "The panel of seat 1 is missing, and will be taken when it comes: "
                "gpiochip0, line 7: in use by spi0 CS1; end that, or wire the panel to another line"
            ]
            await bench.press(2, 1)
            lgpio_board.shim.shim_occupy(HEADER, 7, b"")
            await loop.advance(6)
            assert bench.said[1:] == ["The panel of seat 1 is here."]
            await bench.press(1, 4)
        assert bench.pressed == [(2, 1), (1, 4)]

    run(main)


def test_another_program_with_lgpio_is_named_as_such(lgpio_board: LgpioBoard) -> None:
    first, second = open_chip(HEADER), open_chip(HEADER)
    first.key(4, lambda: None)
    with pytest.raises(PanelError, match="gpiochip0, line 4: in use by another program that uses lgpio"):
        second.key(4, lambda: None)
    first.close()
    second.key(4, lambda: None)
    second.close()


def test_whoever_has_a_line_is_found_without_taking_it(lgpio_board: LgpioBoard) -> None:
    lgpio_board.shim.shim_occupy(HEADER, 7, b"spi0 CS1")
    chip = open_chip(HEADER)
    chip.key(4, lambda: None)
    assert holders(HEADER, [4, 5, 7]) == {4: "another program that uses lgpio", 7: "spi0 CS1"}
    chip.close()
    lgpio_board.shim.shim_occupy(HEADER, 7, b"")
    assert holders(HEADER, range(28)) == {}


def test_a_chip_that_is_not_there_is_said_with_those_that_are(lgpio_board: LgpioBoard) -> None:
    expected = {HEADER: "pinctrl-bcm2711", **dict.fromkeys(EXPANDERS, "mcp23017")}
    assert chips() == expected
    with pytest.raises(PanelError) as caught:
        open_chip(7)
    there = ", ".join(f"gpiochip{number} ({label})" for number, label in expected.items())
    assert str(caught.value) == f"gpiochip7: is not there; there are: {there}"


def test_a_chip_inside_of_the_raspberry_pi_is_no_panel(lgpio_board: LgpioBoard) -> None:
    """As gpiochip0 of a Raspberry Pi 5 was until Linux 6.6.45: its line 4 is not the header's."""
    lgpio_board.shim.shim_plug(7, b"gpio-brcmstb@107d508500", 32, True)
    with pytest.raises(PanelError) as caught:
        open_chip(7)
    assert str(caught.value).startswith(
        "gpiochip7: is gpio-brcmstb@107d508500, whose lines do not come to the header; there are: gpiochip0 (pinctrl-"
    )
    lgpio_board.shim.shim_unplug(7)


def test_an_expander_without_its_interrupt_line_is_no_panel(lgpio_board: LgpioBoard) -> None:
    lgpio_board.shim.shim_plug(2, b"mcp23017", 16, False)
    chip = open_chip(2)
    with pytest.raises(PanelError, match="gpiochip2, line 3: does not report changes"):
        chip.key(3, lambda: None)
    chip.close()


def test_a_chip_that_may_not_be_opened_says_so(lgpio_board: LgpioBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any) -> int:
        raise PermissionError

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(PanelError, match="gpiochip0: may not be opened; add this user to the group gpio"):
        open_chip(HEADER)


def test_a_machine_that_is_no_raspberry_pi_says_so(lgpio_board: LgpioBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import PinUnknownPi
    from gpiozero.pins import local

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(local, "get_pi_revision", unknown)
    with pytest.raises(PanelError, match="this is no Raspberry Pi that gpiozero knows"):
        open_chip(HEADER)


def test_an_unplugged_chip_is_gone_and_comes_back(lgpio_board: LgpioBoard, hand: Fingers) -> None:
    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, lgpio_board, hand)
        with bench.panels() as panels:
            panels.show(asked(3))
            lgpio_board.shim.shim_unplug(2)
            await loop.advance(6)
            assert [said.split(":")[0] for said in bench.said] == ["The panel of seat 3 is gone"]
            lgpio_board.shim.shim_plug(2, b"mcp23017", 16, True)
            await loop.advance(6)
            assert bench.said[1:] == ["The panel of seat 3 is here."]
            assert bench.lit() == [3]
            await bench.press(3, "back")
        assert bench.pressed == [(3, "back")]

    run(main)


def test_panels_can_be_tried_by_command(lgpio_board: LgpioBoard, hand: Fingers) -> None:
    """In real time, by the real command in this process; the presses come while it runs."""
    from controller.commands.group import dicetable

    lines: list[str] = []
    lamps: list[bool] = []
    heard = threading.Event()

    def echo(text: str = "", **_options: Any) -> None:
        lines.append(text)
        heard.set()

    def person() -> None:
        until(heard, lines, "Press every key")
        for down in (True, False):
            hand.move(HEADER, 5, down)
            until(heard, lines, "pressed" if down else "let go")
            lamps.append(lgpio_board.lit(HEADER, 16))
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(click, "echo", echo)
        thread = threading.Thread(target=person)
        thread.start()
        result = CliRunner().invoke(dicetable, ["panel", "test", "--seconds", "60"], catch_exceptions=False)
        thread.join()
    assert result.exit_code == 0
    assert "Seat 1: 2 (GPIO 5, pin 29) pressed" in lines
    assert "Seat 1: 2 (GPIO 5, pin 29) let go" in lines
    assert "Seat 1: not pressed: 1, 3, 4, 5, 6, 7, 8, OK, BACK" in lines
    assert lamps == [True, False]


def until(heard: threading.Event, lines: list[str], words: str) -> None:
    """Wait until a line holds these words."""
    while not any(words in line for line in lines):
        assert heard.wait(30), f"nothing said {words}"
        heard.clear()


def test_lgpio_leaves_no_file_behind_and_nothing_of_it_is_loaded_without_need(tmp_path: Path) -> None:
    script = (
        "import sys; import controller.station; assert not {'lgpio', 'gpiozero'} & set(sys.modules);"
        "from controller.panel import chips; chips.load(); assert 'lgpio' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []
