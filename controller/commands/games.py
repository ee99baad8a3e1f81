"""``dicetable games``: what can be played, and what every option does."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from controller.answers import dumps
from controller.commands import options
from controller.i18n import _, render
from controller.rules import GAMES
from controller.rules.setup import GameInfo


@click.command(help=_("List the games with their variants, house rules, numbers of players and what each does."))
@click.option("--json", "as_json", is_flag=True, help=_("One JSON line a game."))
@options.common
def games(as_json: bool) -> None:
    """Print the registry."""
    console = Console(highlight=False)
    for game in GAMES.values():
        if as_json:
            click.echo(dumps(game_json(game)))
        else:
            _print(console, game)


def game_json(game: GameInfo) -> dict[str, Any]:
    """A game as a mapping, texts in the language in use."""
    return {
        "game": game.id,
        "name": game.name,
        "players": list(game.seats),
        "about": render(game.about),
        "variants": [{"variant": one.id, "name": one.name, "help": render(one.help)} for one in game.variants],
        "house": [
            {"key": one.key, "default": one.default, "allowed": one.describe(), "help": render(one.help)}
            for one in game.house
        ],
    }


def _print(console: Console, game: GameInfo) -> None:
    seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    console.print(Text.assemble((game.name, "bold"), f"  ({game.id}, ", _("{n} players").format(n=seats), ")"))
    console.print(Text("  " + render(game.about)))
    grid = Table.grid(padding=(0, 2))
    for variant in game.variants:
        grid.add_row("  --variant", variant.id, Text(f"{variant.name}: {render(variant.help)}"))
    for option in game.house:
        allowed = _("{allowed}; default {default}").format(allowed=option.describe(), default=_plain(option.default))
        grid.add_row("  --house", option.key, Text(f"{render(option.help)} ({allowed})"))
    console.print(grid)
    console.print()


def _plain(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) or _("none")
