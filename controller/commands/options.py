"""Options that several commands share, and how they become a configuration."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from controller import config
from controller.config import Loaded
from controller.errors import ChoiceError
from controller.i18n import LANGUAGES, _

_F = TypeVar("_F", bound=Callable[..., Any])


def common(function: _F) -> _F:
    """``--lang``, ``--config`` and ``--debug`` may also stand behind the subcommand; they have already taken effect."""
    for option in (
        click.option("--debug", is_flag=True, expose_value=False, hidden=True),
        click.option("--config", type=click.Path(path_type=Path), expose_value=False, hidden=True, callback=_keep),
        click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help=_("Language of all texts.")),
    ):
        function = option(function)
    return function


def _keep(context: click.Context, parameter: click.Parameter, value: Path | None) -> None:
    if value:
        context.obj = value


def dice_folder(context: click.Context) -> Path:
    """Where the dice that were taught are kept.

    Raises:
        ConfigError: the configuration has faults.
    """
    return Path(load(context).config.dice.folder).expanduser()


def journal(function: _F) -> _F:
    """Which record."""
    return click.option("--journal", metavar="FILE", help=_("Where the record is kept."))(function)


def chosen_games(function: _F) -> _F:
    """Which of the recorded games."""
    for option in (
        click.option("--until", metavar="DAY", help=_("Up to this day.")),
        click.option("--since", metavar="DAY", help=_("From this day on, like 2026-03-21.")),
        click.option("--player", metavar="NAME", help=_("Only of players whose name holds this.")),
        click.option("--game", metavar="GAME", help=_("Only this game, by its id.")),
    ):
        function = option(function)
    return function


def station(function: _F) -> _F:
    """What a station may be told on the command line."""
    for option in (
        click.option("--journal", metavar="FILE", help=_("Where the record is kept.")),
        click.option("--display", metavar="PORT", help=_("virtual, auto, none, or a serial port.")),
        click.option("--camera", metavar="SOURCE", help=_("simulated, folder:DIR, v4l2:DEVICE or picamera2.")),
    ):
        function = option(function)
    return function


def load(context: click.Context, **overrides: Any) -> Loaded:
    """The configuration in force; double underscores in the overrides stand for dots."""
    path: Path | None = context.obj
    return config.load(path, {key.replace("__", "."): value for key, value in overrides.items()})


def unwritten(path: Path, error: OSError, option: str) -> ChoiceError:
    """What is said where a file cannot be written into the folder that an option names."""
    if isinstance(error, FileExistsError | NotADirectoryError):
        text = _("{path} is no folder; name another one with {option}")
        return ChoiceError(text.format(path=path.parent, option=option))
    text = _("{path}: cannot be written: {why}; name another folder with {option}")
    return ChoiceError(text.format(path=path, why=error.strerror, option=option))


def house_rules(given: tuple[str, ...]) -> dict[str, str | int | bool]:
    """The values of ``--house``, by key.

    Raises:
        ChoiceError: one of them is not KEY=VALUE.
    """
    rules: dict[str, str | int | bool] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not equals:
            text = _("--house {found}: allowed is KEY=VALUE, for instance tie=w6")
            raise ChoiceError(text.format(found=one))
        rules[key.strip()] = value.strip()
    return rules
