"""A group of commands each of which is imported only when it is called, or its help is asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from controller.commands.wording import put_into_words


class LazyGroup(click.Group):
    """Commands by where they are found.

    Args:
        places: ``module:attribute`` of each command, by its name. All are listed; none is imported before it is needed.
    """

    def __init__(self, *args: Any, places: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the alphabet."""
        return sorted({*super().list_commands(ctx), *self._places})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, imported by now; ``None`` where there is none of this name."""
        if cmd_name not in self._places:
            return super().get_command(ctx, cmd_name)
        module, _colon, attribute = self._places[cmd_name].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        put_into_words(command)
        return command
