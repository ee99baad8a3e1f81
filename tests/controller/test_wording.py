"""The command line in both languages, down to what its library says by itself."""

import subprocess
import sys
from pathlib import Path

import click
from babel.messages.extract import extract_from_dir

from controller.commands import wording

# Said only where the program itself is wrong, or on systems and shells that are not served.
NOT_FOR_PEOPLE = {
    "d",
    "Value must be an iterable.",
    "Name '{name}' defined twice",
    "Boolean option {decl!r} cannot use the same flag for true/false.",
    "Could not determine name for option with declarations {decls!r}",
    "Arguments take exactly one parameter declaration, got {length}: {decls}.",
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Confirm the action without prompting.",
    "Choice({choices})",
    "Unknown color {colour!r}",
    "Unknown standard stream '{name}'",
    "Windows error: {error}",
    "{editor}: Editing failed",
    "{editor}: Editing failed: {e}",
    "{value!r} does not match the format {format}.",
    "{value!r} is not a valid UUID.",
    "{len_type} values are required, but {len_value} was given.",
    "No options defined but a name was passed ({name}). Did you mean to declare an argument instead? Did you mean to "
    "pass '--{name}'?",
    "Shell completion is not supported for Bash versions older than 4.4.",
    "Couldn't detect Bash version, shell completion is not supported.",
}
HELPS = """
import sys, click
from controller import i18n
i18n.use(sys.argv[1])
from controller.commands import wording
wording.speak(sys.argv[1])
from controller.commands import group
wording.put_into_words(group.dicetable)
def walk(command, parent, name):
    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    print(command.get_help(context))
    if isinstance(command, click.Group):
        for one in command.list_commands(context):
            walk(command.get_command(context, one), context, one)
walk(group.dicetable, None, "dicetable")
for wrong in ("", "playy", "run --players x", "--lang fr", "read", "play --nix", "games a b", "read --expect",
              "panel test --seconds -4", "record correct 1", "sheets --language xx", "read /nowhere --expect 7"):
    try:
        group.dicetable(wrong.split(), standalone_mode=False)
    except click.ClickException as error:
        print(getattr(error, "ctx", None) and error.ctx.get_usage(), error.format_message())
    except Exception as error:
        print(i18n.sentence(error))
"""
# Words that no German help has: click's own, and the placeholders of values.
ENGLISH = (
    *("Usage", "Options", "Commands", "Show ", "required", "Missing", "Invalid", " is not ", "No such", "unexpected"),
    *("COMMAND", "ARGS", "FILE", "INTEGER", "FLOAT", "PATH", "DIRECTORY", "NUMBER", "GAME", "DAY", "integer", "range"),
)


def said(language: str) -> str:
    done = subprocess.run([sys.executable, "-c", HELPS, language], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_german_command_line_is_german_throughout() -> None:
    told = said("de")
    assert "Aufruf: dicetable [OPTIONEN] BEFEHL [ARGUMENTE]..." in told
    assert "'x' ist keine ganze Zahl" in told
    assert "--out ORDNER" in told
    for word in ENGLISH:
        lines = [line for line in told.splitlines() if word in line]
        assert lines == [], word


def test_the_english_command_line_stays_english() -> None:
    told = said("en")
    assert "Usage: dicetable [OPTIONS] COMMAND [ARGS]..." in told
    assert "'x' is not a valid integer." in told
    for word in ("Aufruf", "DATEI", "ZAHL", "nötig", "ganze"):
        assert word not in told


def test_everything_that_the_library_can_say_is_in_the_catalogue() -> None:
    """Fails where a new version of click says something new."""
    folder = Path(click.__file__).parent
    found = extract_from_dir(folder, [("**.py", "python")], {}, {"_": None, "ngettext": (1, 2)})
    texts = {ids if isinstance(ids, str) else ids[0] for _file, _line, ids, _comments, _context in found}
    assert texts - {*wording.CLICKS, *wording.plurals(1)} - NOT_FOR_PEOPLE == set()
