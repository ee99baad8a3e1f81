"""The ``dicetable`` command and its subcommands, each in a module of its own."""

from importlib.metadata import version
from pathlib import Path
from typing import Final

import click

from controller.commands.lazy import LazyGroup
from controller.i18n import LANGUAGES, _

# Where each is found; imported only when it is called, so that the station starts without what it does not need.
_PLACES: Final = {
    "run": "controller.commands.run:run",
    "play": "controller.commands.play:play",
    "games": "controller.commands.games:games",
    "read": "controller.commands.read:read",
    "dice": "controller.commands.dice:dice",
    "record": "controller.commands.record:record",
    "analyse": "controller.commands.analyse:analyse",
    "panel": "controller.commands.panel:panel",
    "camera": "controller.commands.camera:camera",
    "sheets": "controller.commands.sheets:sheets",
    "display": "controller.commands.display:display",
    "status": "controller.commands.status:status",
    "doctor": "controller.commands.doctor:doctor",
    "config": "controller.commands.configuration:configuration",
}


@click.group(
    cls=LazyGroup,
    places=_PLACES,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_("A table that judges games of real dice."),
)
@click.option("--lang", type=click.Choice(LANGUAGES), help=_("Language of all texts."))
@click.option("--config", "config_path", type=click.Path(path_type=Path), help=_("Configuration file (TOML)."))
@click.option("--debug", is_flag=True, help=_("Show where an error comes from."))
@click.version_option(version("dicetable"))
@click.pass_context
def dicetable(context: click.Context, lang: str | None, config_path: Path | None, debug: bool) -> None:
    """Hold what every subcommand needs."""
    # lang and debug have already taken effect, see controller.cli.
    context.obj = config_path
