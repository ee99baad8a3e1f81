"""``dicetable record``: look at a recorded game, prove it, take it to another machine."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import msgspec

from controller.amend import answers
from controller.analysis.review import review
from controller.answers import dumps, event_json
from controller.card import paper, reading
from controller.commands import EXIT_FAULT, options
from controller.commands.lazy import LazyGroup
from controller.config import Config
from controller.errors import ChoiceError, RecordError
from controller.evidence import Evidence
from controller.history.account import account
from controller.history.choosing import choice
from controller.history.games import Standing, Summary
from controller.history.index import Index
from controller.history.words import words_of
from controller.i18n import _, render
from controller.journal import check, entries, export
from controller.journal.clock import Told, told
from controller.journal.entries import (
    AnyEntry,
    Chosen,
    Ended,
    Started,
)
from controller.journal.store import GameRow, Journal, Line
from controller.plain import shown
from controller.play import replay, setup_of
from controller.referee import closed_to_export

_ELSEWHERE: Final = {
    "evidence": "controller.commands.evidence:evidence",
    "pin": "controller.commands.evidence:pin",
    "unpin": "controller.commands.evidence:unpin",
    "correct": "controller.commands.record_referee:correct",
    "annul": "controller.commands.record_referee:annul",
    "close": "controller.commands.record_referee:close",
    "backup": "controller.commands.backup:backup",
    "restore": "controller.commands.backup:restore",
}


@click.group(cls=LazyGroup, places=_ELSEWHERE, help=_("Recorded games: show, prove, amend, export and replay them."))
@options.common
def record() -> None:
    """Hold the subcommands."""


chosen_game = click.argument("game", metavar="GAME")


@record.command("list", help=_("List the games of the journal."))
@options.chosen_games
@click.option("--state", metavar="STATE", help=_("Only those that are finished, aborted, open, cut (off), or amended."))
@options.journal
@options.common
@click.pass_context
def list_(
    context: click.Context,
    *,
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    state: str | None,
    journal: str | None,
) -> None:
    """One line a game."""
    path, wanted = path_of(context, journal), choice(game, player, since, until, state)
    if not path.exists():
        click.echo(_("No game is recorded yet."))
        return
    for one in wanted.of(Index(path).games()):
        names = ", ".join(shown(name) for name in one.start.names if name)
        parts = (f"{one.number:>4}", _local(one.began), one.title, names, _state(one))
        click.echo("  ".join(part for part in parts if part))


def _state(one: Summary) -> str:
    if one.standing is Standing.CUT:
        # Its last entry may be a choice that nobody ever saw.
        return _("breaks off: its end was lost")
    if one.standing is Standing.OPEN:
        return _("open")
    end = Ended({"winner": list(one.winner), "scores": {str(seat): score for seat, score in one.scores.items()}})
    return words_of(end, hidden=False)


@record.command(help=_("Show a game entry by entry; GAME is its number, last, or an exported file."))
@chosen_game
@options.journal
@options.common
@click.pass_context
def show(context: click.Context, game: str, journal: str | None) -> None:
    """Show what may be known: a choice that is still hidden stays so."""
    _row, lines = _stored(context, game, journal)
    for item in account(_history(lines), _times(lines)):
        click.echo(f"{item.place:>4}  {_local(item.at)[11:]}  {item.words}")
        if item.before:
            click.echo(f"{'':16}{_('corrected; before: {before}').format(before=item.before)}")
        for text in item.events:
            click.echo(f"{'':16}{text}")


@record.command(help=_("Prove a game: hashes, seals of hidden choices, and that the rules give the recorded events."))
@chosen_game
@options.journal
@options.common
@click.pass_context
def verify(context: click.Context, game: str, journal: str | None) -> None:
    """Print every fault and exit 1, or say that the record holds."""
    row, lines = _stored(context, game, journal)
    found = check.faults(lines, row.seed)
    history = _decoded(lines)
    ended = bool(history) and isinstance(history[-1], Ended)
    if row.cut:
        found.append(_("the game breaks off here: its end was lost when the journal was damaged"))
    elif row.id and row.finished != ended:
        found.append(_("the game is marked as finished or not, and its last entry says the opposite"))
    if history and isinstance(history[0], Started) and history[0].game != row.name:
        found.append(_("the game is listed under another name than its first entry says"))
    if row.id:
        with reading_of(context, journal) as source:
            if source.chain_before(row.id) != row.seed:
                found.append(_("the game before this one was changed or is missing: the chain does not lead here"))
    for fault in found:
        click.echo(fault, err=True)
    if found:
        sys.exit(EXIT_FAULT)
    sealed = sum(isinstance(entry, Chosen) for entry in _history(lines))
    text = _("The record holds: {entries} entries in an unbroken chain, {seals} seals opened, the rules agree.")
    click.echo(text.format(entries=len(lines), seals=sealed))


@record.command("export", help=_("Write a game to FILE as JSON; - is standard output."))
@chosen_game
@click.argument("file", metavar="FILE", default="-")
@options.journal
@options.common
@click.pass_context
def export_(context: click.Context, game: str, file: str, journal: str | None) -> None:
    """Refuse while a hidden choice would be opened by it."""
    row, lines = _stored(context, game, journal)
    if closed_to_export(_history(lines)):
        raise RecordError(
            _("game {n}: a choice is still hidden; it can be exported once all are revealed").format(n=game)
        )
    exported = export.to_json(row, lines)
    if file == "-":
        click.echo(exported, nl=False)
        return
    _written(file, exported, context, game, journal)


@record.command("card", help=_("Write the verdict card of a round as one HTML file, to be shown, printed, passed on."))
@chosen_game
@click.argument("round_", metavar="ROUND", type=click.IntRange(1))
@click.option("--out", required=True, metavar="FILE", help=_("The HTML file to write."))
@options.journal
@options.common
@click.pass_context
def card_(context: click.Context, game: str, round_: int, out: str, journal: str | None) -> None:
    """Refuse while a choice of the round is hidden, or the round is not decided."""
    row, lines = _stored(context, game, journal)
    _history(lines)
    card, _rounds = reading.of_lines(lines, round_, row.id)
    pictures = reading.kept(card, Evidence(path_of(context, journal))) if row.id else []
    _written(out, paper.file(card, pictures), context, game, journal)


@record.command("replay", help=_("Play an exported or recorded game again and tell its events."))
@chosen_game
@click.option("--json", "as_json", is_flag=True, help=_("Tell events as JSON lines."))
@options.journal
@options.common
@click.pass_context
def replay_(context: click.Context, game: str, as_json: bool, journal: str | None) -> None:
    """The same lines on every machine."""
    _row, lines = _stored(context, game, journal)
    play, events = replay(_history(lines))
    for event in events:
        click.echo(dumps(event_json(event, play.names)) if as_json else render(event.text, play.names))
    if play.outcome and as_json:
        click.echo(dumps(play.outcome.as_json()))


@record.command("review", help=_("How much winning chance each choice of a game gave away (Überwurf, Zugband)."))
@chosen_game
@click.option("--json", "as_json", is_flag=True, help=_("One JSON line a choice."))
@options.journal
@options.common
@click.pass_context
def review_(context: click.Context, game: str, as_json: bool, journal: str | None) -> None:
    """Judge each choice against the best play of the other seat."""
    _row, lines = _stored(context, game, journal)
    history = _history(lines)
    start = _start(history)
    play, _events = replay(history)
    if play.outcome is None:
        raise RecordError(_("game {n}: is not finished; it can be reviewed when it is").format(n=game))
    for one in review(start.game, setup_of(start), answers(history)):
        click.echo(dumps(one.as_json()) if as_json else render(one.message(), play.names))


# --- the parts -------------------------------------------------------------------------------------------------------


def _written(file: str, text: str, context: click.Context, game: str, journal: str | None) -> None:
    """Write what a game becomes, and never over the game itself.

    Raises:
        ChoiceError: it cannot be written.
    """
    target = Path(file)
    if target.resolve() in (path_of(context, journal).resolve(), Path(game).resolve()):
        raise ChoiceError(_("{path}: is what is exported; name another file").format(path=file))
    try:
        # Beside it first: a full disk must not take an older export with it.
        draft = target.with_name(target.name + ".part")
        draft.write_text(text, encoding="utf-8")
        draft.replace(target)
    except OSError as error:
        raise ChoiceError(_("{path}: cannot be written: {why}").format(path=file, why=error.strerror)) from None


def _times(lines: Sequence[Line]) -> list[Told]:
    return told([(line.at, line.clock) for line in lines])


def _local(when: Told) -> str:
    """A time of the record as the clock on the wall shows it, with a question mark where the clock was not right."""
    return when.at.astimezone().strftime("%Y-%m-%d %H:%M:%S") + ("" if when.certain else "?")


def reading_of(context: click.Context, journal: str | None) -> Journal:
    path = path_of(context, journal)
    if not path.exists():
        raise RecordError(_("journal {path}: there is none").format(path=path))
    return Journal(path, read_only=True)


def path_of(context: click.Context, journal: str | None) -> Path:
    config: Config = options.load(context, journal__path=journal).config
    return Path(config.journal.path).expanduser()


def _stored(context: click.Context, game: str, journal: str | None) -> tuple[GameRow, list[Line]]:
    """A game of the journal, or of an exported file."""
    if game != "last" and not game.isdecimal():
        return export.from_json(Path(game))
    with reading_of(context, journal) as source:
        number = number_of(source, game)
        return next(row for row in source.games() if row.id == number), source.lines(number)


def number_of(source: Journal, game: str) -> int:
    numbers = [row.id for row in source.games()]
    if game == "last" and numbers:
        return numbers[-1]
    if game.isdecimal() and int(game) in numbers:
        return int(game)
    allowed = f"{numbers[0]} … {numbers[-1]}, last" if numbers else _("none yet")
    raise RecordError(_("no game {found} in this journal; there is: {allowed}").format(found=game, allowed=allowed))


def _history(lines: Sequence[Line]) -> list[AnyEntry]:
    """The entries, proved to be a game that can be played again.

    Raises:
        RecordError: they are not.
    """
    history = _decoded(lines)
    if not history:
        raise RecordError(_("the record cannot be read: {why}").format(why=_("it is empty or damaged")))
    replay(history)
    return history


def _decoded(lines: Sequence[Line]) -> list[AnyEntry]:
    """The entries; empty where one of them cannot be read."""
    try:
        return [entries.decode(line.body) for line in lines]
    except msgspec.DecodeError:
        return []


def _start(history: Sequence[AnyEntry]) -> Started:
    start = history[0]
    assert isinstance(start, Started)
    return start
