"""``dicetable play GAME``: a game from a file of answers, or at the station."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import IO, Any

import click

from controller.answers import dumps, numbered
from controller.commands import EXIT_UNFINISHED, options
from controller.config import Config
from controller.errors import ChoiceError, NoTerminalError
from controller.i18n import _, option_name
from controller.lobby import started
from controller.play import begin
from controller.rules.core import State, Step
from controller.runner import Runner, needs_json
from controller.screen import is_possible
from controller.shows import Lines
from controller.station import Station


@click.command(help=_("Play a game: from a file of answers alone, or at the station with camera and panels."))
@click.argument("game", metavar="GAME")
@click.option("--players", type=int, help=_("Number of seats."))
@click.option("--variant", "variants", multiple=True, metavar="V", help=_("A variant; may be given several times."))
@click.option("--house", "house", multiple=True, metavar="KEY=VALUE", help=_("A house rule; several times."))
@click.option("--first", type=int, help=_("The seat that begins, where a game has one."))
@click.option("--stakes", metavar="TEXT,TEXT", help=_("What each seat stakes, in seat order; only kept and shown."))
@click.option("--names", metavar="NAME,NAME", help=_("The players' names, in seat order."))
@click.option(
    "--answers",
    "answers_path",
    metavar="FILE",
    help=_("JSON lines with choices and throws; - reads standard input. With --camera they press the panels."),
)
@click.option("--json", "as_json", is_flag=True, help=_("Tell events as JSON lines."))
@click.option("--needs", is_flag=True, help=_("Print what the table needs next as JSON, and nothing else."))
@options.station
@options.common
@click.pass_context
def play(
    context: click.Context,
    *,
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    house: tuple[str, ...],
    first: int | None,
    stakes: str | None,
    names: str | None,
    answers_path: str | None,
    as_json: bool,
    needs: bool,
    camera: str | None,
    display: str | None,
    journal: str | None,
) -> None:
    """Play in the way that the options ask for."""
    config = options.load(
        context,
        station__game=game,
        station__players=players,
        station__variants=list(variants) or None,
        station__house=options.house_rules(house) or None,
        station__first=first,
        station__stakes=[stake.strip() for stake in stakes.split(",")] if stakes else None,
        station__names=[name.strip() for name in names.split(",")] if names else None,
        camera__source=camera,
        display__port=display,
        journal__path=journal,
    ).config
    start = _begin(config)
    with ExitStack() as stack:
        lines: Iterable[str] = _open(answers_path, stack) if answers_path else ()
        if needs or (answers_path and not camera):
            _from_answers(start, lines, config, as_json=as_json, only_needs=needs)
        elif answers_path:
            runner, _events = Runner.begin(start)
            for _event in runner.feed(numbered(lines)):
                pass
            _at_station(Station(config, runner.used, write=_line, json=as_json), as_json)
        elif is_possible() or config.panels.kind == "gpio":
            _at_station(Station(config), as_json)
        else:
            raise NoTerminalError(_("play: needs a terminal with keys to press, or --answers FILE"))


def _begin(config: Config) -> Step:
    """The first moment of the game asked for; a setting that it does not know shows here."""
    play, events = begin(started(config))
    return Step(play.state, events)


def _open(path: str, stack: ExitStack) -> IO[str]:
    if path == "-":
        return sys.stdin
    try:
        return stack.enter_context(Path(path).open(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise ChoiceError(_("--answers {path}: cannot be read: {why}").format(path=path, why=error.strerror)) from None


def _line(text: str) -> None:
    # Flushed at once: whoever reads along sees each event when it happens.
    print(text, flush=True)


def _from_answers(first: Step, lines: Iterable[str], config: Config, as_json: bool, only_needs: bool) -> None:
    """The rules alone: answers in, events out."""
    show = Lines((lambda text: None) if only_needs else _line, as_json)
    names = dict(enumerate(config.station.names, start=1))
    runner, opening = Runner.begin(first)
    for event in chain(opening, runner.feed(numbered(lines))):
        show.event(event, names)
    _finish(runner.state, as_json, only_needs)


def _at_station(station: Station, as_json: bool) -> None:
    play = station.run(rematch=False)
    if play is None:
        return
    if play.outcome or station.exhausted:
        _finish(play.state, as_json)
    else:
        click.echo(_("The game is kept and goes on at the next start."), err=True)


def _finish(state: State, as_json: bool, only_needs: bool = False) -> None:
    """The last line: the outcome, or what the table needs next."""
    if only_needs:
        _line(dumps({"needs": needs_json(state)}))
    elif state.outcome and as_json:
        _line(dumps(state.outcome.as_json()))
    elif not state.outcome:
        needs = needs_json(state)
        _line(dumps({"needs": needs}) if as_json else "\n".join(_need_text(need) for need in needs))
    if not state.outcome:
        sys.exit(EXIT_UNFINISHED)


def _need_text(need: dict[str, Any]) -> str:
    who = _("Seat {n}").format(n=need["seat"]) if "seat" in need else _("Table")
    among = need.get("options") or need.get("dice") or []
    return f"{who}: {need['text']} ({', '.join(option_name(str(one)) for one in among)})"
