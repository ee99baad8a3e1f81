"""``dicetable dice fairness``: whether the dice of the recorded games fall as fair dice do."""

from pathlib import Path

import click

from controller.answers import dumps
from controller.commands import options
from controller.history.choosing import choice
from controller.history.fairness import Fairness, fairness
from controller.history.index import Index
from controller.i18n import _, decimal, die_name, option_name
from vision.reading import faces

_BAR = 40


@click.command(
    "fairness", help=_("Whether the dice of the recorded games are fair: what they showed, and what it proves.")
)
@options.chosen_games
@click.option(
    "--json", "as_json", is_flag=True, help=_("One JSON line for each kind of die, each seat's and each taught set's.")
)
@options.journal
@options.common
@click.pass_context
def dice_fairness(
    context: click.Context,
    *,
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    as_json: bool,
    journal: str | None,
) -> None:
    """Count the faces that were read or entered in throws that count."""
    wanted = choice(game, player, since, until)
    path = Path(options.load(context, journal__path=journal).config.journal.path).expanduser()
    found = fairness(Index(path).games(), wanted)
    if as_json:
        for one in found:
            click.echo(dumps(one.as_json()))
        return
    if not found:
        click.echo(_("No die was thrown in these games."))
        return
    for number, one in enumerate(found):
        if number and one.seat is None and one.set is None:
            click.echo()
        click.echo("\n".join(_lines(one)))


def _lines(one: Fairness) -> list[str]:
    name = die_name(one.die)
    if one.set is not None:
        text = _("{die} of the set {name}: {throws}.") if one.set else _("{die} of no taught set: {throws}.")
        return [f"{text.format(die=name, name=one.set, throws=one.throws)} {one.sentences()[2]}", *_last(one)]
    if one.seat is not None:
        text = _("{die} of seat {n}: {throws}.").format(die=name, n=one.seat, throws=one.throws)
        return [f"{text} {one.sentences()[2]}", *_last(one)]
    most = max(one.counts)
    head = _("{die}: {throws}, {expected} of each face expected")
    lines = [head.format(die=name, throws=one.throws, expected=decimal(one.fit.n / len(one.counts), ".1f"))]
    for face, count in zip(faces(one.die), one.counts, strict=True):
        lines.append(f"  {option_name(str(face)):>9}  {count:>5}  {'█' * round(_BAR * count / most)}".rstrip())
    judged, power, tested = one.sentences()
    return [*lines, judged, power, tested]


def _last(one: Fairness) -> list[str]:
    return [one.sentences()[0]] if one.verdict in ("watch", "unfair") else []
