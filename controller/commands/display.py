"""``dicetable display``: a display without hardware, in this terminal."""

import signal

import click

from controller.display import virtual
from controller.errors import DisplayError
from controller.i18n import _


@click.command()
def display() -> None:
    """Run a display without hardware in this terminal, until Ctrl-C."""
    # An exception gives the terminal back as it was.
    signal.signal(signal.SIGTERM, virtual.leave)
    try:
        virtual.draw(
            lambda port: _('A display is ready. In the configuration of the station: display.port = "{port}"').format(
                port=port
            )
        )
    except KeyboardInterrupt:
        pass
    except DisplayError as error:
        raise click.ClickException(str(error)) from None
