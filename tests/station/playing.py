"""The real station, played by people made up here."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from controller.config import load
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.journal.entries import AnyEntry
from controller.setup.desk import SetupDesk
from controller.station import Station
from controller.table import Eyes, Glance, Show, Table
from controller.web.page import Page
from tests.station.people import People
from vision.calibration.level import Level
from vision.camera.base import Frame
from vision.clip import Recorder
from vision.lab.still_tray import SimulatedTray
from vision.read import read_picture

# Frames of a clip: two seconds.
_FILMED: Final = 30


class StillEyes:
    """A tray in which dice lie as soon as somebody says that they were thrown."""

    automatic = False

    def __init__(self) -> None:
        self._tray = SimulatedTray(seed=1)

    def look(self, kinds: Sequence[str]) -> Glance:
        """Throw these dice, and read them."""
        self._tray.throw(kinds)
        frame = self._tray.still()
        return Glance(frame, read_picture(frame.image, kinds))


class FilmedEyes(StillEyes):
    """The same; each throw is checked for leaning dice, and comes with a clip, as a live camera's does.

    Attributes:
        rest: called before each throw; what was filmed before is written by then, as it is where time does not leap.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rest: Callable[[], None] = lambda: None

    def look(self, kinds: Sequence[str]) -> Glance:
        """Throw these dice, film them, and read them."""
        self.rest()
        self._tray.throw(kinds)
        frame = self._tray.still()
        film = Recorder()
        for number in range(_FILMED):
            film.add(Frame(frame.image, frame.name, number / 15), lively=True)
        height, width = frame.image.shape[:2]
        return Glance(frame, read_picture(frame.image, kinds, level=Level.assumed(width, height)), film.shots())


class Played(Station):
    """A station whose panels are people, and whose display is one of the test's.

    Attributes:
        table: its table, once it runs.
    """

    table: Table

    def __init__(
        self,
        folder: Path,
        port: str,
        people: People,
        more: Sequence[Show] = (),
        eyes: Eyes | None = None,
        *,
        page: bool = False,
        **settings: Any,
    ) -> None:
        """Prepare.

        Args:
            folder: where everything that it writes goes.
            port: of the display.
            people: who plays.
            more: who else looks on.
            eyes: what looks at the dice; by default the live simulated tray.
            page: whether the page is served as well.
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
        self._own_eyes = eyes
        self._served = page

    def written(self) -> None:
        """Wait until the pictures and clips so far are written."""
        if self.evidence:
            self.evidence.flush()

    def _eyes(self, stack: ExitStack, last: str | None) -> Eyes:
        return self._own_eyes or super()._eyes(stack, last)

    def _page(self, stack: ExitStack, table: Table, desk: SetupDesk) -> Page | None:
        if self._served:
            # Only a script goes without.
            self._script = None
        return super()._page(stack, table, desk)

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
