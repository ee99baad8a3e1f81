"""The real station, played by people made up here."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from controller.config import load
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.journal.entries import AnyEntry
from controller.station import Station
from controller.table import Show, Table
from tests.station.people import People


class Played(Station):
    """A station whose panels are people, and whose display is one of the test's.

    Attributes:
        table: its table, once it runs.
    """

    table: Table

    def __init__(self, folder: Path, port: str, people: People, more: Sequence[Show] = (), **settings: Any) -> None:
        """Prepare.

        Args:
            folder: where everything that it writes goes.
            port: of the display.
            people: who plays.
            more: who else looks on.
            settings: of the configuration, with ``__`` for the dot.
        """
        given = {
            "journal.path": str(folder / "journal.db"),
            "dice.folder": str(folder / "dice"),
            "camera.source": "simulated:1",
            "display.port": port,
            **{key.replace("__", "."): value for key, value in settings.items()},
        }
        super().__init__(load(None, given).config, script=(), write=lambda line: None)
        self._people = people
        self._more = more

    def _panels(self, table: Table, entries: Sequence[AnyEntry]) -> People:
        self.table = table
        table.shows = [*table.shows, *self._more]
        return self._people


def play(station: Callable[[VirtualDisplay], Played], shown: Callable[[Picture], None] = lambda picture: None) -> None:
    """Let a station play until it is stopped.

    Args:
        station: makes it, for this display.
        shown: told each picture in the moment in which the display shows it; from another thread.
    """
    with VirtualDisplay(shown) as display:
        station(display).run(rematch=True)
