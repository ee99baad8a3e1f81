"""``dicetable run``: the station in this terminal."""

import click

from controller.commands import options
from controller.errors import NoTerminalError
from controller.i18n import _
from controller.screen import is_possible
from controller.station import Station


@click.command(help=_("Run the station: resume the unfinished game or begin one; panels and display in this terminal."))
@options.station
@options.common
@click.pass_context
def run(context: click.Context, camera: str | None, display: str | None, journal: str | None) -> None:
    """Run until interrupted."""
    overrides = {"camera__source": camera, "display__port": display, "journal__path": journal}
    config = options.load(context, **overrides).config
    if config.panels.kind == "keyboard" and not is_possible():
        raise NoTerminalError(
            _("run: needs a terminal to draw on and keys to read; use dicetable play GAME --answers FILE without one")
        )
    play = Station(config).run(rematch=True)
    if not play.ended:
        click.echo(_("The game is kept and goes on at the next start."))
