"""The ``dicetable`` command and its subcommands, each in a module of its own."""

from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from controller.commands.analyse import analyse
from controller.commands.backup import backup, restore
from controller.commands.camera import camera
from controller.commands.configuration import configuration
from controller.commands.dice import dice
from controller.commands.display import display
from controller.commands.doctor import doctor
from controller.commands.evidence import evidence, pin, unpin
from controller.commands.fairness import dice_fairness
from controller.commands.games import games
from controller.commands.panel import panel
from controller.commands.play import play
from controller.commands.read import read
from controller.commands.record import record
from controller.commands.record_referee import annul, close, correct
from controller.commands.run import run
from controller.commands.sheets import sheets
from controller.commands.status import status
from controller.i18n import LANGUAGES, _


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]}, help=_("A table that judges games of real dice.")
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


commands: list[Any] = [
    run,
    play,
    games,
    read,
    dice,
    record,
    analyse,
    panel,
    camera,
    sheets,
    display,
    status,
    doctor,
    configuration,
]
for command in commands:
    dicetable.add_command(command)
for command in (evidence, pin, unpin, correct, annul, close, backup, restore):
    record.add_command(command)
dice.add_command(dice_fairness)
