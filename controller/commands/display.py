"""``dicetable display``: a display without hardware in this terminal, and how the real one is."""

import contextlib
import signal
import sys
from pathlib import Path

import click
import msgspec

from controller.commands import EXIT_FAULT, options
from controller.display import virtual
from controller.errors import ChoiceError
from controller.health import answering
from controller.health import display as health
from controller.health.display import DisplayHealth
from controller.i18n import _


@click.group(
    invoke_without_command=True,
    help=_("Run a display without hardware in this terminal, until Ctrl-C; or say how the real one is (status)."),
)
@options.common
@click.pass_context
def display(context: click.Context) -> None:
    """Draw the lights, and say which port leads to them."""
    if context.invoked_subcommand is not None:
        return
    # An exception gives the terminal back as it was.
    signal.signal(signal.SIGTERM, virtual.leave)
    with contextlib.suppress(KeyboardInterrupt):
        virtual.draw(_introduce)


def _introduce(port: str) -> str:
    # The setting on a line of its own: short enough for any terminal, and to be copied.
    return _("A display is ready. In the configuration of the station:") + f'\n\n  display.port = "{port}"\n'


@display.command(help=_("Say how the display is: what the running station has counted, else what answers on the port."))
@click.option("--json", "as_json", is_flag=True, help=_("As one line of JSON."))
@click.option("--display", metavar="PORT", help=_("auto, or a serial port."))
@options.journal
@options.common
@click.pass_context
def status(context: click.Context, as_json: bool, display: str | None, journal: str | None) -> None:
    """Exit with 1 where no display answers."""
    config = options.load(context, display__port=display, journal__path=journal).config
    record = Path(config.journal.path).expanduser().resolve()
    report = answering.ask(record)
    found = _ask(config.display.port) if report is None else report.display
    if found is None:
        raise ChoiceError(_("the station runs without a display; name one as display.port and start it anew"))
    as_line = msgspec.json.encode(health.as_json(found)).decode()
    click.echo(as_line if as_json else "\n".join(health.lines(found)))
    if not found.connected:
        sys.exit(EXIT_FAULT)


def _ask(port: str) -> DisplayHealth:
    """What answers on the port now; the display says NO REF afterwards, until a station shows it something.

    Raises:
        ChoiceError: a display without a port is configured.
    """
    if port in ("virtual", "none"):
        text = _(
            'display.port is "{port}", and no station is running: there is nothing to ask; name auto or a serial port'
        )
        raise ChoiceError(text.format(port=port))
    return health.ask(port)
