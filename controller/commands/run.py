"""``dicetable run``: the station in this terminal."""

import faulthandler
from contextlib import closing
from typing import Any, Final

import click

from controller.commands import options
from controller.errors import ConfigError, DicetableError, NoTerminalError
from controller.i18n import _
from controller.screen import is_possible
from controller.service import Service
from controller.station import Station

# Where each option stands in the configuration.
_PLACES: Final = {
    "camera": "camera__source",
    "display": "display__port",
    "journal": "journal__path",
    "game": "station__game",
    "players": "station__players",
}


@click.command(help=_("Run the station: resume the unfinished game or begin one; panels and display in this terminal."))
@click.option("--players", type=int, metavar="N", help=_("How many play; with a menu, at most."))
@click.option("--game", metavar="GAME", help=_("What is played; menu lets the seats choose it."))
@options.station
@options.common
@click.pass_context
def run(context: click.Context, /, **given: Any) -> None:
    """Run until interrupted."""
    loaded = options.load(context, **{_PLACES[name]: value for name, value in given.items()})
    config = loaded.config
    with closing(Service.from_environment()) as service:
        if service.is_one:
            # Where a watchdog ends it, the log tells what each thread was doing.
            faulthandler.enable()
        if config.panels.kind == "keyboard" and not is_possible():
            raise _no_terminal(service)
        play = Station(config, service=service, file=context.obj, sources=loaded.sources).run(rematch=True)
    if play and not play.ended:
        click.echo(_("The game is kept and goes on at the next start."))


def _no_terminal(service: Service) -> DicetableError:
    """Why the keyboard cannot be used."""
    if service.is_one:
        # A fault of the configuration: trying again and again would not mend it.
        return ConfigError(
            _(
                'panels.kind: a service has no keyboard; set panels.kind = "gpio" or "page", for instance in '
                "/etc/dicetable.toml"
            )
        )
    return NoTerminalError(
        _("run: needs a terminal to draw on and keys to read; use dicetable play GAME --answers FILE without one")
    )
