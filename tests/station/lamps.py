"""From the key to the lamp: ``python -m tests.station.lamps TIMES`` prints seconds as JSON, one for each press.

With the GPIO chips in memory (LD_PRELOAD, see tests/panel) through the real gpiozero and lgpio, else over gpiozero's
mock. OK locks a choice: the lamp of the seat goes dark; BACK takes it back: the lamp is lit again. Each of them is
debounced, judged, and on the disk before the lamp changes.
"""

import asyncio
import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from controller.journal.entries import Started
from controller.journal.store import Journal
from controller.panel.debounce import Times
from controller.panel.gpio import GpioPanels, Settings
from controller.panel.keypad import Key
from controller.panel.wiring import Wiring, default
from controller.play import begin
from controller.table import Table
from tests.controller.game import FakeEyes
from tests.panel.boards import HEADER, Board, LgpioBoard, MockBoard
from tests.panel.building import PRELOADED

# In seconds: how long a finger stays down, and between two presses; between two looks; until the lamp is given up.
_HELD: Final = 0.05
_LOOK: Final = 0.0002
_PATIENCE: Final = 10.0


class _Finger:
    """Presses the keys of seat 1, in a thread of its own, and watches its lamp."""

    def __init__(self, board: Board, wiring: Wiring) -> None:
        self._board = board
        self._wiring = wiring
        self.seconds: list[float] = []

    def press(self, key: Key) -> None:
        """Press a key and let it go."""
        for down in (True, False):
            self.move(key, down)

    def move(self, key: Key, down: bool, lit: bool | None = None) -> None:
        """Bring a key down or up; ``lit``: measure how long the lamp takes from there until it is so."""
        since = time.monotonic()
        self._board.drive(self._wiring.chip, self._wiring.lines()[key], down)
        if lit is not None:
            self.seconds.append(self.until(lit) - since)
        time.sleep(_HELD)

    def until(self, lit: bool) -> float:
        """When the lamp is so."""
        end = time.monotonic() + _PATIENCE
        while (now := time.monotonic()) < end:
            if self._board.lit(self._wiring.chip, self._wiring.lamp) == lit:
                return now
            time.sleep(_LOOK)
        raise TimeoutError("the lamp has never changed")


async def measure(board: Board, folder: Path, times: int) -> list[float]:
    """Seconds from each of so many presses of OK, and of BACK, to the lamp of seat 1."""
    loop, wirings = asyncio.get_running_loop(), default(HEADER)
    finger, failed = _Finger(board, wirings[0]), list[BaseException]()
    with Journal(folder / "journal.db") as journal:
        panels = GpioPanels(wirings, Settings(Times(), header=HEADER), lambda text: None, board.open)
        table = Table(journal, FakeEyes(()), panels)
        start = Started("ueberwurf", 1, 2)
        play, opening = begin(start)
        game = journal.begin(start, opening)

        def person() -> None:
            try:
                finger.until(True)
                # The first look at all keys wakes lgpio, see chips.wake_reports.
                time.sleep(1.5)
                for _time in range(times):
                    finger.press(1)
                    finger.move("ok", down=True, lit=False)
                    finger.move("ok", down=False)
                    # BACK may be held for something else, so it counts when it is let go.
                    finger.move("back", down=True)
                    finger.move("back", down=False, lit=True)
            except BaseException as error:
                failed.append(error)
            finally:
                loop.call_soon_threadsafe(table.stop)

        panels.open(table.press)
        thread = threading.Thread(target=person)
        thread.start()
        try:
            await table.play(game, play, opening)
        finally:
            panels.close()
            table.close()
            thread.join()
    if failed:
        raise failed[0]
    return finger.seconds


def main() -> None:
    """Print what was measured."""
    board: Board = LgpioBoard() if PRELOADED else MockBoard()
    try:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(asyncio.run(measure(board, Path(folder), int(sys.argv[1])))))
    finally:
        board.close()


if __name__ == "__main__":
    main()
