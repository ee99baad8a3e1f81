"""Panels on a board, with somebody who presses their keys and somebody who writes down what comes of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from controller.panel.debounce import Times
from controller.panel.gpio import GpioPanels, Settings
from controller.panel.keypad import Ask, Key, Prompt
from controller.panel.wiring import Wiring, default
from controller.rules.core import message
from tests.panel.boards import EXPANDERS, HEADER, Board, Fingers
from tests.panel.clock import StillLoop

SETTLE: Final = 0.010
# Two seats at the header, three at expanders of their own; the lines of the expanders are those of the header too.
FIVE: Final = [
    *default(HEADER),
    *(
        Wiring(seat=seat, chip=chip, keys=[0, 1, 2, 3, 4, 5, 6, 8], ok=9, back=10, lamp=7)
        for seat, chip in enumerate(EXPANDERS, start=3)
    ),
]


class Bench:
    """Everything that a test of the panels needs.

    Attributes:
        pressed: what the panels reported, in order.
        said: what they said to people.
    """

    def __init__(self, loop: StillLoop, board: Board, fingers: Fingers, wirings: Sequence[Wiring] = FIVE) -> None:
        self.loop = loop
        self.board = board
        self.fingers = fingers
        self.wirings = {wiring.seat: wiring for wiring in wirings}
        self.pressed: list[tuple[int, Key]] = []
        self.said: list[str] = []

    def closed_panels(self, times: Times | None = None, blink: bool = False) -> GpioPanels:
        """Panels that are not open yet."""
        settings = Settings(times or Times(settle=SETTLE), blink, HEADER)
        return GpioPanels(self.wirings.values(), settings, self.said.append, self.board.open)

    @contextmanager
    def panels(self, times: Times | None = None, blink: bool = False) -> Iterator[GpioPanels]:
        """Panels that are open."""
        panels = self.closed_panels(times, blink)
        panels.open(lambda seat, key: self.pressed.append((seat, key)))
        try:
            yield panels
        finally:
            panels.close()

    async def move(self, seat: int, key: Key, down: bool, bounces: int = 0) -> None:
        """Bring a key down or up, and give it the time to settle."""
        wiring = self.wirings[seat]
        self.fingers.move(wiring.chip, wiring.lines()[key], down, bounces)
        await self.loop.rest()
        await self.loop.advance(SETTLE + 0.004)

    async def press(self, seat: int, *keys: Key) -> None:
        """Press keys one after the other, as a person does."""
        for key in keys:
            await self.move(seat, key, down=True)
            await self.move(seat, key, down=False)

    def lit(self) -> list[int]:
        """The seats whose lamps are lit."""
        return [seat for seat, wiring in self.wirings.items() if self.board.lit(wiring.chip, wiring.lamp)]


def asked(*seats: int, hidden: bool = False) -> dict[int, Prompt]:
    """A question to each of these seats."""
    return {seat: Prompt(seat, Ask.CHOICE, ("a", "b"), hidden, message("")) for seat in seats}
