"""The commands as a whole: all of them are there, and each is imported only when it is called."""

import subprocess
import sys

import click
import pytest

from controller.commands.group import dicetable
from controller.commands.lazy import LazyGroup


def _groups() -> list[LazyGroup]:
    """All groups, the outermost first."""
    context = click.Context(dicetable)
    within = [dicetable.get_command(context, name) for name in dicetable.list_commands(context)]
    return [one for one in (dicetable, *within) if isinstance(one, LazyGroup)]


@pytest.mark.parametrize("group", _groups(), ids=lambda group: str(group.name))
def test_every_command_is_found_by_its_own_name_and_stands_in_the_help(group: LazyGroup) -> None:
    context = click.Context(group)
    names = group.list_commands(context)
    assert names == sorted(set(names))
    for name in names:
        command = group.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert f"  {name} " in group.get_help(context)
        assert command.get_short_help_str(), name


def test_the_groups_are_those_that_are_lazy() -> None:
    assert [group.name for group in _groups()] == ["dicetable", "dice", "record"]


def test_the_station_imports_no_other_command() -> None:
    """What it does not need would make each start slower."""
    code = """
import sys
sys.argv = ["dicetable", "run", "--help"]
from controller import cli
try:
    cli.main()
except SystemExit:
    pass
print(*sorted(name for name in sys.modules if name.startswith("controller.commands.")), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "--players" in done.stdout
    own = {f"controller.commands.{name}" for name in ("group", "lazy", "options", "run", "wording")}
    assert set(done.stderr.split()) == own
