"""``dicetable record evidence``, ``pin``, ``unpin``: the pictures and clips that are kept of a game's throws."""

import click
import msgspec

from controller.commands import options
from controller.commands.record import chosen_game, number_of, path_of, reading_of
from controller.errors import RecordError
from controller.evidence import Evidence, pictures
from controller.i18n import _, option_name
from controller.journal import entries
from controller.journal.entries import PictureRead

_entry = click.option(
    "--entry", type=int, required=True, help=_("The entry with the picture, as `record evidence` numbers it.")
)


@click.command("evidence", help=_("The pictures and clips that are kept of a game's throws."))
@chosen_game
@options.journal
@options.common
@click.pass_context
def evidence(context: click.Context, game: str, journal: str | None) -> None:
    """One line a throw: its entry, what was read, and the files."""
    kept, found = _kept(context, game, journal)
    if not found:
        click.echo(_("No throw of this game was looked at by a camera."))
    for place, look in found.items():
        dice = ", ".join(f"{option_name(die.type)} {_face(die)}" for die in look.dice) or _("nothing was found")
        files = [path for path in (kept.still(look.picture), kept.clip(look.picture)) if path]
        lost = _("damaged, as by a power cut") if kept.damaged(look.picture) else ""
        words = ", ".join([*map(str, files), *([lost] if lost else [])]) or _("no longer kept")
        pinned = "  " + _("[pinned]") if kept.pinned(look.picture) else ""
        click.echo(f"{place:>4}  {dice}{pinned}")
        click.echo(f"{'':6}{words}")


@click.command(help=_("Keep the pictures of a throw, however little room there is."))
@chosen_game
@_entry
@options.journal
@options.common
@click.pass_context
def pin(context: click.Context, game: str, entry: int, journal: str | None) -> None:
    """Pin what is kept of one throw."""
    kept, look = _one(context, game, entry, journal)
    kept.pin(look.picture)
    click.echo(_("Kept: {path}").format(path=kept.plain(look.picture)))


@click.command(help=_("Let the pictures of a throw go again when their turn has come."))
@chosen_game
@_entry
@options.journal
@options.common
@click.pass_context
def unpin(context: click.Context, game: str, entry: int, journal: str | None) -> None:
    """Unpin what is kept of one throw."""
    kept, look = _one(context, game, entry, journal)
    kept.unpin(look.picture)
    click.echo(_("No longer pinned."))


def _kept(context: click.Context, game: str, journal: str | None) -> tuple[Evidence, dict[int, PictureRead]]:
    """What is kept, and the looks of a game by their entries.

    Raises:
        RecordError: there is no such game, or it cannot be read.
    """
    with reading_of(context, journal) as source:
        number = number_of(source, game)
        try:
            history = [entries.decode(line.body) for line in source.lines(number)]
        except msgspec.DecodeError as error:
            raise RecordError(_("the record cannot be read: {why}").format(why=error)) from None
    return Evidence(path_of(context, journal)), pictures(history)


def _one(context: click.Context, game: str, entry: int, journal: str | None) -> tuple[Evidence, PictureRead]:
    """One look of a game of which a picture is kept.

    Raises:
        RecordError: this entry is none, or its picture has gone.
    """
    kept, found = _kept(context, game, journal)
    if entry not in found:
        allowed = ", ".join(map(str, found)) or _("none")
        raise RecordError(_("entry {n}: holds no picture; these do: {allowed}").format(n=entry, allowed=allowed))
    if kept.plain(found[entry].picture) is None:
        raise RecordError(
            _("entry {n}: its picture is no longer kept; the oldest make room for new ones").format(n=entry)
        )
    return kept, found[entry]


def _face(die: entries.Seen) -> str:
    """What was read; a guess is none."""
    return option_name(str(die.value)) if die.status == "read" else "?"
