"""``dicetable config``: the configuration in force, with its sources."""

import click

from controller.commands import options
from controller.config import as_toml
from controller.i18n import _


@click.command("config", help=_("Print the configuration in force as TOML, with the source of each value."))
@options.common
@click.pass_context
def configuration(context: click.Context) -> None:
    """Print what is in force."""
    click.echo(as_toml(options.load(context)), nl=False)
