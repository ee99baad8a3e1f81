"""Chips that a test can press, behind one interface: gpiozero's own mock, and the kernel's answers in memory."""

import ctypes
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Protocol

from gpiozero.pins.mock import MockFactory, MockPin

from controller.errors import PanelError
from controller.panel.chips import Chip, load, open_chip, wake_reports

HEADER: Final = 0
EXPANDERS: Final = (2, 3, 5)
_REMOTE_IO: Final = 121


class Board(Protocol):
    """A Raspberry Pi with a header and three expanders."""

    def open(self, number: int) -> Chip:
        """Open a chip, as a panel does."""

    def drive(self, chip: int, line: int, down: bool) -> None:
        """Press a key or let it go; from any thread."""

    def lit(self, chip: int, line: int) -> bool:
        """Whether a lamp is lit."""

    def break_(self, chip: int) -> None:
        """Cut a chip's cable."""

    def mend(self, chip: int) -> None:
        """Join it again."""

    def delivered(self) -> None:
        """Wait until everything that was driven has been reported."""

    def close(self) -> None:
        """Leave nothing behind."""


class MockBoard:
    """gpiozero's mock pins. They call back in the thread that drives them."""

    def __init__(self) -> None:
        self.woken: list[int] = []
        self._factories: dict[int, list[Any]] = defaultdict(list)
        self._broken: set[int] = set()
        self._down: set[tuple[int, int]] = set()

    def open(self, number: int) -> Chip:
        if number in self._broken:
            raise PanelError(f"gpiochip{number} does not answer")
        down = self._down

        class Pin(MockPin):  # type: ignore[misc]  # gpiozero has no types
            """A pulled-up pin that stays down while its key is pressed; gpiozero's own goes up whatever is outside."""

            def _set_pull(self, value: str) -> None:
                super()._set_pull(value)
                if (number, int(self.info.name[4:])) in down:
                    self.drive_low()

        # One for each panel, as open_chip does.
        factory = MockFactory(pin_class=Pin)
        self._factories[number].append(factory)
        return Chip(number, factory, self.woken.append)

    def drive(self, chip: int, line: int, down: bool) -> None:
        (self._down.add if down else self._down.discard)((chip, line))
        for factory in self._factories[chip]:
            for info, pin in list(factory.pins.items()):
                if info.name == f"GPIO{line}":
                    (pin.drive_low if down else pin.drive_high)()

    def lit(self, chip: int, line: int) -> bool:
        return any(
            pin.function == "output" and pin.state
            for factory in self._factories[chip]
            for info, pin in factory.pins.items()
            if info.name == f"GPIO{line}"
        )

    def break_(self, chip: int) -> None:
        self._broken.add(chip)
        for factory in self._factories[chip]:
            for pin in factory.pins.values():
                pin._get_state = self._silent

    def mend(self, chip: int) -> None:
        self._broken.discard(chip)

    def delivered(self) -> None:
        """The mock has called back before ``drive`` came back."""

    def close(self) -> None:
        """Nothing of it is outside this process."""

    @staticmethod
    def _silent() -> bool:
        raise OSError(_REMOTE_IO, "Remote I/O error")


class LgpioBoard:
    """The real lgpio, whose own thread calls back. This process must have been started with the chips in memory."""

    def __init__(self) -> None:
        self.shim = ctypes.CDLL(None)
        load()
        import lgpio

        self._lgpio = lgpio
        for number, label, lines in ((HEADER, b"pinctrl-bcm2711", 58), *((n, b"mcp23017", 16) for n in EXPANDERS)):
            self.shim.shim_plug(number, label, lines, True)
        # A line that no panel has: what comes after it has been reported came before it was driven.
        self._marker = threading.Event()
        self._handle = lgpio.gpiochip_open(HEADER)
        lgpio.gpio_claim_alert(self._handle, 50, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
        self._callback = lgpio.callback(self._handle, 50, lgpio.BOTH_EDGES, lambda *_event: self._marker.set())
        # The first line of a process may be taken while lgpio's thread falls asleep, which may take it a while.
        self.shim.shim_drive(HEADER, 50, 0)
        for _try in range(300):
            if self._marker.wait(0.1):
                break
            wake_reports(HEADER)
        self._marker.clear()
        self.shim.shim_drive(HEADER, 50, -1)
        assert self._marker.wait(30), "lgpio reports nothing"

    def open(self, number: int) -> Chip:
        return open_chip(number)

    def drive(self, chip: int, line: int, down: bool) -> None:
        self.shim.shim_drive(chip, line, 0 if down else -1)

    def lit(self, chip: int, line: int) -> bool:
        return bool(self.shim.shim_level(chip, line) == 1)

    def break_(self, chip: int) -> None:
        self.shim.shim_fail(chip, _REMOTE_IO)

    def mend(self, chip: int) -> None:
        self.shim.shim_fail(chip, 0)

    def delivered(self) -> None:
        for level in (0, -1):
            self._marker.clear()
            self.shim.shim_drive(HEADER, 50, level)
            assert self._marker.wait(30), "lgpio reports nothing"

    def close(self) -> None:
        self._callback.cancel()
        with suppress(self._lgpio.error):
            self._lgpio.gpiochip_close(self._handle)
        held = [self.shim.shim_held(number) for number in (HEADER, *EXPANDERS)]
        for number in (HEADER, *EXPANDERS):
            self.shim.shim_unplug(number)
        assert held == [0] * len(held), "lines were left taken"


class Fingers:
    """Presses from a thread of its own, with as many bounces as asked for."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._thread = ThreadPoolExecutor(1, "fingers")

    def move(self, chip: int, line: int, down: bool, bounces: int = 0) -> None:
        """Bring a key down or up, and wait until all of its edges have been reported."""
        self._thread.submit(self._move, chip, line, down, bounces).result()

    def _move(self, chip: int, line: int, down: bool, bounces: int) -> None:
        for _bounce in range(bounces):
            self._board.drive(chip, line, down)
            self._board.drive(chip, line, not down)
        self._board.drive(chip, line, down)
        self._board.delivered()

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()
