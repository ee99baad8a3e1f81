"""What the library of the command line says by itself, in the language of the station.

Click looks its own texts up through ``gettext``; here it finds them in our catalogue. Placeholders and types, which it
takes as they are, are put into words once a command is loaded.
"""

import gettext
import os
from pathlib import Path
from typing import Any, Final

import click

from controller.i18n import N_, _, ngettext

_FOLDER: Final = Path(__file__).parent.parent / "locale"

# Every text of click 8.1 to 8.5 that a person may see. What goes wrong only where a program is wrong is left out.
CLICKS: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Positional arguments"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("%(prog)s, version %(version)s"),
    N_("default: {default}"),
    N_("env var: {var}"),
    N_("required"),
    N_("deprecated"),
    N_("(dynamic)"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Aborted!"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing {param_type}"),
    N_("Missing parameter: {param_name}"),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),
    N_("No such command {name!r}."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Could not open file {filename!r}: {message}"),
    N_("unknown error"),
    N_("Argument {name!r} takes {nargs} values."),
    N_("Option {name!r} does not take a value."),
    N_("Invalid start character for option ({option})"),
    N_("Choose from:\n\t{choices}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{value!r} is not a valid boolean."),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("{name} {filename!r} is not executable."),
    N_("Do you want to continue?"),
    N_("Repeat for confirmation"),
    N_("Error: The two entered values do not match."),
    N_("Error: invalid input"),
    N_("Press any key to continue..."),
    N_("file"),
    N_("directory"),
    N_("path"),
)


def plurals(n: int) -> list[str]:
    """Those of its texts that go with a number; gettext finds each by the words for one."""
    return [
        ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", n),
        ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", n),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", n),
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", n),
        ngettext("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given.", n),
    ]


# What stands in the place of a value, and the kinds of values, as click names them.
_PLACEHOLDERS: Final = (
    N_("[OPTIONS]"),
    N_("COMMAND [ARGS]..."),
    N_("DAY"),
    N_("DICE"),
    N_("DIR"),
    N_("FILE"),
    N_("FILE.csv"),
    N_("FILE.png"),
    N_("GAME"),
    N_("KEY=VALUE"),
    N_("NAME,NAME"),
    N_("NUMBER"),
    N_("PICTURE"),
    N_("PICTURES…"),
    N_("PICTURE…"),
    N_("ROUND"),
    N_("SOURCE"),
    N_("STATE"),
    N_("TEXT,TEXT"),
    N_("WIDTHxDEPTH"),
    N_("integer"),
    N_("float"),
)
_NUMBERS: Final = (click.types.IntParamType, click.types.FloatParamType)


def speak(language: str) -> None:
    """Let click speak this language from now on."""
    # gettext asks the environment, whatever the program has decided.
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("dicetable", str(_FOLDER))
    gettext.textdomain("dicetable")


def put_into_words(command: click.Command) -> None:
    """Placeholders and kinds of values of a command, and of all that it brings with it, in the language in use."""
    command.options_metavar = _("[OPTIONS]")
    for parameter in command.params:
        kind = parameter.type
        if isinstance(kind, _NUMBERS):
            parameter.metavar = parameter.metavar or "NUMBER"
            kind.name = _(kind.name.removesuffix(" range"))
        elif isinstance(kind, click.Path | click.types.StringParamType) and isinstance(parameter, click.Option):
            parameter.metavar = parameter.metavar or _usual(kind)
        if parameter.metavar:
            parameter.metavar = _(parameter.metavar)
    if isinstance(command, click.Group):
        command.subcommand_metavar = _("COMMAND [ARGS]...")
        for inner in command.commands.values():
            put_into_words(inner)


def _usual(kind: "click.ParamType[Any]") -> str:
    if isinstance(kind, click.Path):
        return "FILE" if kind.file_okay else "DIR"
    return "TEXT"
