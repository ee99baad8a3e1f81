"""Everything that may be set up at a running station, in one place."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from controller.config import Config
from controller.display.picture import Picture
from controller.live import LiveCamera
from controller.lobby import Lobby
from controller.play import Play
from controller.setup import display
from controller.setup.keys import Keys
from controller.setup.settings import Settings
from controller.shows import Later, Leds
from controller.table import Table


@dataclass
class SetupDesk:
    """Settings, keys and display live in the table's loop; the camera may be asked from any thread.

    Attributes:
        settings: what is played, by whom, by which rules.
        keys: between the panels and the table.
        leds: the LED display, and its likeness on the page.
        call_later: calls something after so many seconds.
        live: the live camera; ``None`` with a folder of pictures.
    """

    settings: Settings
    keys: Keys
    leds: list[Leds]
    call_later: Callable[[float, Callable[[], None]], Later]
    live: LiveCamera | None = None
    _end: Later | None = field(default=None, init=False)

    @property
    def config(self) -> Config:
        """In force."""
        return self.settings.config

    @property
    def dice_folder(self) -> Path:
        """Where the dice that were taught are kept."""
        return Path(self.config.dice.folder).expanduser()

    def test_display(self, name: str) -> None:
        """Show a test picture for some seconds.

        Args:
            name: one of ``display.NAMES``.
        """
        self._show(display.picture(name))
        if self._end:
            self._end.cancel()
        self._end = self.call_later(display.SECONDS, lambda: self._show(None))

    def _show(self, picture: Picture | None) -> None:
        for leds in self.leds:
            leds.test(picture)

    @property
    def real_camera(self) -> LiveCamera | None:
        """The live camera for a set-up; ``None`` with the simulated one, whose sheet is simulated too."""
        return None if self.live is None or self.live.simulated else self.live


def desk_of(
    config: Config,
    table: Table,
    lobby: Callable[[], Lobby | None],
    live: LiveCamera | None,
    *,
    file: Path | None,
    sources: Mapping[str, str],
) -> SetupDesk:
    """The desk of a station; called in the table's loop.

    Args:
        config: in force.
        table: whose games are played.
        lobby: what asks for the next game, once there is one.
        live: the live camera.
        file: the configuration's; ``None``: the one that is found.
        sources: where each value of the configuration comes from.
    """
    call_later = asyncio.get_running_loop().call_later

    def present() -> Play | None:
        return table.present[1] if table.present else None

    keys = Keys(table.press, present=present, panels=lambda: table.panels, restore=table.refresh, call_later=call_later)
    settings = Settings(config, sources, file, lobby=lobby, present=present, changed=table.refresh)
    return SetupDesk(settings, keys, [], call_later, live)
