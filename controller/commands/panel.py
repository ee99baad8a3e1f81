"""``dicetable panel``: how the panels are wired, and whether their keys and lamps work."""

import asyncio
import signal
from collections import defaultdict

import click
import msgspec

from controller.commands import options
from controller.config import Config
from controller.errors import PanelError
from controller.i18n import _
from controller.panel import chips
from controller.panel.configured import gpio_panels
from controller.panel.debounce import Change
from controller.panel.keypad import Key, label
from controller.panel.wiring import Wiring, place


@click.group(help=_("The key panels over GPIO: show the wiring, try keys and lamps."))
@options.common
def panel() -> None:
    """Hold the subcommands."""


@panel.command(help=_("Print how the panels are wired, from the configuration."))
@options.common
@click.pass_context
def pins(context: click.Context) -> None:
    """One line a wire."""
    panels = options.load(context, panels__kind="gpio").config.panels
    for wiring in panels.wirings():
        if wiring.address:
            click.echo(_("Seat {n}, expander at {address} on I2C").format(n=wiring.seat, address=wiring.chip_name))
        else:
            click.echo(_("Seat {n}, /dev/gpiochip{chip}").format(n=wiring.seat, chip=wiring.chip))
        for key, line in wiring.lines().items():
            click.echo(f"  {_name(key):<8}{place(wiring, line, panels.header)}")
        lamp = _("lamp")
        click.echo(f"  {lamp:<8}{place(wiring, wiring.lamp, panels.header)}")
    click.echo(_("Each key connects its line to ground; each lamp needs a resistor for 10 mA at most."))
    if not all(wiring.at_header(panels.header) for wiring in panels.wirings()):
        click.echo(_("At an expander each key also needs a resistor of 10 kΩ to 3.3 V: the chip's own stay off."))


@panel.command(help=_("Show each key as it is pressed, light the lamp meanwhile, and name stuck keys, until Ctrl-C."))
@click.option("--seconds", type=click.FloatRange(0), help=_("End after so many seconds."))
@options.common
@click.pass_context
def test(context: click.Context, seconds: float | None) -> None:
    """Try the panels without a game."""
    config = options.load(context, panels__kind="gpio").config
    chips.load()
    unseen = asyncio.run(_Trial(config).run(seconds))
    for wiring, keys in unseen:
        names = ", ".join(label(key) for key in keys)
        click.echo(_("Seat {n}: not pressed: {keys}").format(n=wiring.seat, keys=names or _("none")))


class _Trial:
    """Watches the panels, and tells everything."""

    def __init__(self, config: Config) -> None:
        self._wirings = {wiring.seat: wiring for wiring in config.panels.wirings()}
        self._header = config.panels.header
        self._down: dict[int, set[Key]] = defaultdict(set)
        self._seen: dict[int, set[Key]] = defaultdict(set)
        # The panels of all seats, however many play.
        everybody = msgspec.structs.replace(config.station, players=max(self._wirings))
        config = msgspec.structs.replace(config, station=everybody)
        self._panels = gpio_panels(config, click.echo, self._changed)

    async def run(self, seconds: float | None) -> list[tuple[Wiring, list[Key]]]:
        """Watch; which keys of each panel were never pressed."""
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
        if seconds is not None:
            loop.call_later(seconds, ended.set)
        self._panels.open(lambda seat, key: None)
        if set(self._panels.troubles) >= set(self._wirings):
            self._panels.close()
            raise PanelError(_("No seat has a panel that answers: dicetable panel pins shows how they are wired"))
        click.echo(_("Press every key once; its seat's lamp is lit meanwhile. Ctrl-C ends."))
        try:
            await ended.wait()
        finally:
            self._panels.close()
        return [
            (wiring, [key for key in wiring.lines() if key not in self._seen[seat]])
            for seat, wiring in sorted(self._wirings.items())
        ]

    def _changed(self, seat: int, key: Key, change: Change) -> None:
        if change is Change.DOWN:
            self._down[seat].add(key)
            self._seen[seat].add(key)
        elif change is Change.UP:
            self._down[seat].discard(key)
        else:
            return
        self._panels.light([one for one, keys in self._down.items() if keys])
        wiring = self._wirings[seat]
        where = place(wiring, wiring.lines()[key], self._header)
        text = (
            _("Seat {n}: {key} ({place}) pressed") if change is Change.DOWN else _("Seat {n}: {key} ({place}) let go")
        )
        click.echo(text.format(n=seat, key=label(key), place=where))


def _name(key: Key) -> str:
    return label(key) if isinstance(key, str) else _("key {n}").format(n=key)
