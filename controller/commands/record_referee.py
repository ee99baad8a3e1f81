"""``dicetable record correct|annul|close``: what a referee may do, to the record or at the running station."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from controller import door
from controller.commands import options
from controller.commands.record import chosen_game, number_of, path_of
from controller.door import Order
from controller.errors import ChoiceError, RecordError
from controller.history.words import words_of
from controller.i18n import _
from controller.journal.entries import Amendment, Annulled, AnyEntry, Closed, Corrected
from controller.journal.store import Journal
from controller.play import Play, replay
from controller.referee import Impossible, amend, annulment, consequences, proposal, unasked, unrevealed, voiding
from controller.rules.core import Face

_Making = Callable[[Sequence[AnyEntry]], Amendment | Closed]

_by = click.option("--by", required=True, help=_("Who decides this."))
_why = click.option("--why", required=True, help=_("The reason; it is kept in the record."))
_void = click.option("--void", is_flag=True, help=_("Go back to before the first entry that cannot stand."))
_check = click.option("--check", "only_check", is_flag=True, help=_("Only show what would follow."))


@click.command(help=_("Correct a revealed choice or a throw; everything after it is judged again."))
@chosen_game
@click.option("--entry", type=int, required=True, help=_("The entry's number, as record show prints it."))
@click.option("--value", help=_("For a choice: what was chosen."))
@click.option("--dice", help=_("For a throw: what lay there, like d8=5 or wizard=red,blue."))
@_by
@_why
@_void
@_check
@options.journal
@options.common
@click.pass_context
def correct(
    context: click.Context,
    *,
    game: str,
    entry: int,
    value: str | None,
    dice: str | None,
    by: str,
    why: str,
    void: bool,
    only_check: bool,
    journal: str | None,
) -> None:
    """Write a correction, or say what it would break."""
    if (value is None) == (dice is None):
        raise ChoiceError(_("correct: exactly one of --value and --dice is needed"))
    correction = Corrected(entry, by, why, value, _dice(dice) if dice else None)
    _carry_out(path_of(context, journal), game, lambda history: correction, void=void, only_check=only_check)


@click.command(help=_("Take a round out of a game; it is played anew."))
@chosen_game
@click.option("--round", "round_", type=int, required=True, help=_("The round's number."))
@_by
@_why
@_void
@_check
@options.journal
@options.common
@click.pass_context
def annul(
    context: click.Context,
    *,
    game: str,
    round_: int,
    by: str,
    why: str,
    void: bool,
    only_check: bool,
    journal: str | None,
) -> None:
    """Write an annulment, or say what it would break."""

    def made(history: Sequence[AnyEntry]) -> Annulled:
        return annulment(history, round_, by, why)

    _carry_out(path_of(context, journal), game, made, void=void, only_check=only_check)


@click.command(help=_("End a game before its end: conceded or forfeited by a seat, or aborted."))
@chosen_game
@click.argument("reason", type=click.Choice(["conceded", "forfeited", "aborted"]))
@click.option("--seat", type=int, help=_("Who concedes or forfeits."))
@_by
@_why
@options.journal
@options.common
@click.pass_context
def close(
    context: click.Context, *, game: str, reason: str, seat: int | None, by: str, why: str, journal: str | None
) -> None:
    """Write the end."""
    if (reason == "aborted") == (seat is not None):
        raise ChoiceError(_("close: --seat is needed for conceded and forfeited, and not possible for aborted"))
    closed = Closed(reason, by, why, seat)  # type: ignore[arg-type]
    _carry_out(path_of(context, journal), game, lambda history: closed)


# --- the parts -------------------------------------------------------------------------------------------------------


def _carry_out(path: Path, game: str, make: _Making, *, void: bool = False, only_check: bool = False) -> None:
    """Show what a decision breaks; carry it out when it breaks nothing, or the referee lets the rest go.

    Where a station runs with this record, it is the one that judges and writes, and everybody there sees it at once.

    Raises:
        RecordError: there is no such game.
        RefereeError: it is not possible; nothing was written.
        ChoiceError: it would break something, and ``void`` does not allow that.
    """
    if not path.exists():
        # Opening for writing would make an empty one.
        raise RecordError(_("journal {path}: there is none").format(path=path))
    if door.is_open(path):
        _at_the_station(path, game, make, void=void, only_check=only_check)
        return
    with Journal(path) as store:
        for news in store.news:
            click.echo(news, err=True)
        number = number_of(store, game)
        history = store.read(number)
        entry = make(history)
        if not isinstance(entry, Closed):
            broken = consequences(history, entry)
            entry = voiding(history, entry, broken)
            if not _goes_on(history, entry, broken, void=void, only_check=only_check):
                return
        _say(amend(store, number, entry), _("Written. The game goes on at the next start of the station."))


def _at_the_station(path: Path, game: str, make: _Making, *, void: bool, only_check: bool) -> None:
    with Journal(path, read_only=True) as store:
        number = number_of(store, game)
        history = store.read(number)
    entry = make(history)
    if not isinstance(entry, Closed):
        whole, broken = proposal(history, entry)
        if not _goes_on(history, whole, broken, void=void, only_check=only_check):
            return
    door.decide(path, Order(number, len(history), entry, void))
    with Journal(path, read_only=True) as store:
        play, _events = replay(store.read(number))
    _say(play, _("Written. The station goes on with it."))


def _goes_on(
    history: Sequence[AnyEntry],
    entry: Amendment,
    broken: Sequence[Impossible],
    *,
    void: bool,
    only_check: bool,
) -> bool:
    """Tell what breaks, and whom it passes over; whether anything is to be written."""
    hidden = unrevealed(history)
    for one in broken:
        click.echo(_impossible(one, one.place in hidden))
    names = replay(history)[0].names
    for passed in unasked(history, entry):
        click.echo(passed.told(names))
    if only_check:
        click.echo(_("Nothing was written.") if broken else _("Everything after it can stand. Nothing was written."))
        return False
    if broken and not void:
        text = _("these entries cannot stand after it: give --void to go back to before the first of them, or leave it")
        raise ChoiceError(text)
    return True


def _say(play: Play, going_on: str) -> None:
    if play.outcome:
        scores = " : ".join(str(score) for score in play.outcome.scores.values())
        winner = ", ".join(play.names.get(seat) or _("Seat {n}").format(n=seat) for seat in play.outcome.winner)
        click.echo(_("Written. The game ends {scores}; winner: {winner}").format(scores=scores, winner=winner or "–"))
    else:
        click.echo(going_on)


def _impossible(one: Impossible, hidden: bool) -> str:
    # Why a hidden choice cannot stand would tell what it is.
    why = _("is not possible any more") if hidden else one.why
    return _("entry {n}: {entry}: {why}").format(n=one.place, entry=words_of(one.entry, hidden), why=why)


def _dice(text: str) -> dict[str, tuple[Face, ...]]:
    dice: dict[str, tuple[Face, ...]] = {}
    for part in text.split(";"):
        kind, equals, faces = part.partition("=")
        if not equals:
            raise ChoiceError(
                _("--dice {found}: allowed is KIND=FACE, like d8=5 or wizard=red,blue").format(found=text)
            )
        dice[kind.strip()] = tuple(int(f) if f.strip().isdecimal() else f.strip() for f in faces.split(","))
    return dice
