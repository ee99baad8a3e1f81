"""``dicetable record backup`` and ``restore``: the whole journal to another disk, and back."""

from pathlib import Path

import click

from controller.commands import options
from controller.config import Config
from controller.errors import RecordError
from controller.i18n import _, ngettext
from controller.journal import backup as copies


@click.command(help=_("Copy the whole journal to FILE, also while a station is at work."))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options.journal
@options.common
@click.pass_context
def backup(context: click.Context, file: Path, journal: str | None) -> None:
    """Write the copy, proved, or leave an older one as it was."""
    source = _path(context, journal)
    if not source.exists():
        raise RecordError(_("journal {path}: there is none").format(path=source))
    games = copies.backup(source, file)
    text = ngettext(
        "{path}: a copy of the journal with {n} game.", "{path}: a copy of the journal with {n} games.", games
    )
    click.echo(text.format(path=file, n=games))
    click.echo(_("Keep it where only you can read it: a choice that is still hidden is in it too."))


@click.command(help=_("Put the backup FILE in the place of the journal; what is there now is kept beside it."))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--replace-unfinished", is_flag=True, help=_("Also where the journal holds a game that is not finished."))
@options.journal
@options.common
@click.pass_context
def restore(context: click.Context, file: Path, replace_unfinished: bool, journal: str | None) -> None:
    """Refuse while a station is at work, and where a game is to go on."""
    if not file.exists():
        raise RecordError(_("{path}: there is no such file").format(path=file))
    target = _path(context, journal)
    done = copies.restore(target, file, replace_unfinished)
    text = ngettext("journal {path}: restored, with {n} game.", "journal {path}: restored, with {n} games.", done.games)
    click.echo(text.format(path=target, n=done.games))
    if done.kept:
        click.echo(_("What was there before is kept as {path}.").format(path=done.kept))


def _path(context: click.Context, journal: str | None) -> Path:
    config: Config = options.load(context, journal__path=journal).config
    return Path(config.journal.path).expanduser()
