"""``dicetable run``: the station in this terminal."""

import faulthandler
from contextlib import closing

import click

from controller.commands import options
from controller.errors import ConfigError, DicetableError, NoTerminalError
from controller.i18n import _
from controller.screen import is_possible
from controller.service import Service
from controller.station import Station


@click.command(help=_("Run the station: resume the unfinished game or begin one; panels and display in this terminal."))
@options.station
@options.common
@click.pass_context
def run(context: click.Context, camera: str | None, display: str | None, journal: str | None) -> None:
    """Run until interrupted."""
    overrides = {"camera__source": camera, "display__port": display, "journal__path": journal}
    config = options.load(context, **overrides).config
    with closing(Service.from_environment()) as service:
        if service.is_one:
            # Where a watchdog ends it, the log tells what each thread was doing.
            faulthandler.enable()
        if config.panels.kind == "keyboard" and not is_possible():
            raise _no_terminal(service)
        play = Station(config, service=service).run(rematch=True)
    if play and not play.ended:
        click.echo(_("The game is kept and goes on at the next start."))


def _no_terminal(service: Service) -> DicetableError:
    """Why the keyboard cannot be used."""
    if service.is_one:
        # A fault of the configuration: trying again and again would not mend it.
        return ConfigError(
            _('panels.kind: a service has no keyboard; set panels.kind = "gpio", for instance in /etc/dicetable.toml')
        )
    return NoTerminalError(
        _("run: needs a terminal to draw on and keys to read; use dicetable play GAME --answers FILE without one")
    )
