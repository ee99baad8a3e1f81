"""``dicetable analyse GAME [POSITION]``: chances and optimal strategies of a position."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from controller.analysis.games import PositionError
from controller.analysis.report import Report, reached
from controller.analysis.solution import Solution
from controller.answers import dumps
from controller.commands import options
from controller.i18n import _
from controller.rules.core import State
from controller.rules.setup import Setup


@click.command(
    help=_(
        "Solve a game for two exactly: win, draw and loss chances of a position and an optimal strategy for each seat. "
        "A position is the start, or like knot=-1 markers=4,3 (Zugband) or unused=d4,d6/d8,d20 score=2:1 (Überwurf), "
        "or a file of answers that leads there (- for standard input)."
    )
)
@click.argument("game", metavar="ueberwurf|zugband")
@click.argument("position", nargs=-1)
@click.option("--variant", "variants", multiple=True, metavar="V", help=_("A variant; may be given several times."))
@click.option("--house", "house", multiple=True, metavar="KEY=VALUE", help=_("A house rule; several times."))
@click.option("--json", "as_json", is_flag=True, help=_("Print the chances as JSON."))
@options.common
def analyse(
    game: str, position: tuple[str, ...], variants: tuple[str, ...], house: tuple[str, ...], as_json: bool
) -> None:
    """Solve one position and print what follows from it."""
    solution = Solution(game, Setup(2, frozenset(variants), options.house_rules(house)))
    state = _state(solution, position)
    if not solution.found:
        click.echo(_("Solving; this may take minutes and is done once."), err=True)
    report = Report(solution, state)
    if as_json:
        click.echo(dumps(report.as_json()))
    else:
        click.echo("\n".join(report.lines()))


def _state(solution: Solution, position: tuple[str, ...]) -> State:
    if not position:
        return solution.start
    if position == ("-",):
        return reached(solution, sys.stdin)
    if len(position) == 1 and "=" not in position[0]:
        return reached(solution, _lines(Path(position[0])))
    return solution.game.parse(solution.start, " ".join(position))


def _lines(path: Path) -> Iterable[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        text = _("position {path}: neither key=value nor a file that can be read: {why}")
        raise PositionError(text.format(path=path, why=why)) from None
