"""The panels over GPIO as configured."""

from collections.abc import Callable

from controller.config import Config
from controller.errors import PanelLibraryError
from controller.panel import chips
from controller.panel.debounce import Times
from controller.panel.gpio import GpioPanels, Settings, Watch


def gpio_panels(
    config: Config,
    say: Callable[[str], None],
    watch: Watch | None = None,
    beat: Callable[[], None] = lambda: None,
    missing: PanelLibraryError | None = None,
) -> GpioPanels:
    """The panels of the seats that play.

    Args:
        config: what to use.
        say: told what is wrong with a panel, and that it is well again.
        watch: told everything that becomes of a key.
        beat: called each second when every panel that is there has been read.
        missing: why no chip can be opened at all.
    """

    def none_opens(number: int) -> chips.Chip:
        assert missing is not None
        raise missing

    panels = config.panels
    settings = Settings(
        Times(settle=panels.settle_ms / 1000, hold=panels.hold_seconds), panels.lamp == "blink", panels.header
    )
    wirings = [wiring for wiring in panels.wirings() if wiring.seat <= config.station.players]
    return GpioPanels(wirings, settings, say, none_opens if missing else chips.open_chip, watch, beat=beat)
