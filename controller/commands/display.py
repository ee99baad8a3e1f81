"""``dicetable display``: a display without hardware, in this terminal."""

import contextlib
import signal

import click

from controller.commands import options
from controller.display import virtual
from controller.i18n import _


@click.command(help=_("Run a display without hardware in this terminal, until Ctrl-C."))
@options.common
def display() -> None:
    """Draw the lights, and say which port leads to them."""
    # An exception gives the terminal back as it was.
    signal.signal(signal.SIGTERM, virtual.leave)
    with contextlib.suppress(KeyboardInterrupt):
        virtual.draw(_introduce)


def _introduce(port: str) -> str:
    # The setting on a line of its own: short enough for any terminal, and to be copied.
    return _("A display is ready. In the configuration of the station:") + f'\n\n  display.port = "{port}"\n'
