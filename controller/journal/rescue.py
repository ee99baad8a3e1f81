"""What is done with a journal before it is opened: a new one is made, an old one brought up to date, a damaged one
set aside and a new one made of every game, as far as it can be proved that it was written so.

What was there is never written to: the new journal is made beside it and then takes its place.
"""

from collections.abc import Iterable
from contextlib import closing
from glob import escape
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Final

from controller.errors import DamagedError
from controller.i18n import _
from controller.journal import damage, files, schema
from controller.journal.lines import GameRow, Line, Row
from controller.journal.salvage import salvaged

# Copies of a damaged journal that are worked on; beside it, so that hidden choices stay on the same disk.
_WORK: Final = "{name}.rescue-"


def prepare(journal: Path, rescue: bool) -> list[str]:
    """Leave a journal that can be opened.

    Args:
        journal: locked by the caller, and closed.
        rescue: whether a damaged one is set aside, or refused.

    Returns:
        What people should know of it.

    Raises:
        DamagedError: it is damaged, and ``rescue`` is not set.
        JournalError: it is no journal, or a newer program's.
        sqlite3.Error: the disk does not let it be read or written; nothing has changed.
        OSError: the same.
    """
    files.complete(journal)
    if not journal.exists() and not files.log_of(journal).exists():
        _begin(journal)
        return []
    version, why = damage.look(journal)
    if why is not None:
        if not rescue:
            text = _(
                "journal {path}: damaged: {why}; at its next start the station sets it aside "
                "and keeps every game that can be read"
            )
            raise DamagedError(text.format(path=journal, why=why))
        return [_rescue(journal, why)]
    files.make_private(journal)
    return [_bring_up_to_date(journal, version)] if version < schema.SCHEMA_VERSION else []


def _begin(journal: Path) -> None:
    """A new journal, which has its name only once it is complete."""
    made = files.draft(journal)
    schema.create(made).close()
    files.place(journal, made)


def _bring_up_to_date(journal: Path, version: int) -> str:
    with closing(damage.read_only(journal)) as db:
        games = [GameRow(*row) for row in db.execute(schema.query("game", version, GameRow._fields))]
        rows = db.execute(schema.query("entry", version, ("sequence", "game", *Line._fields)))
        made = _written(journal, games, (Row(row[0], row[1], Line(*row[2:])) for row in rows))
    kept = files.aside(journal, files.OLD.format(n=version))
    files.replace(journal, made, kept)
    text = _("journal {path}: brought from version {old} to {new}; as it was it is kept as {kept}")
    return text.format(path=journal, old=version, new=schema.SCHEMA_VERSION, kept=kept.name)


def _rescue(journal: Path, why: str) -> str:
    for left in journal.parent.glob(_WORK.format(name=escape(journal.name)) + "*"):
        # A power cut came while an earlier start was at this.
        rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=_WORK.format(name=journal.name), dir=journal.parent) as folder:
        games, rows = salvaged(damage.copied(journal, Path(folder)))
    made = _written(journal, games, rows)
    kept = files.aside(journal, files.DAMAGED)
    files.replace(journal, made, kept)
    text = _("journal {path}: was damaged ({why}) and is kept as {kept}. Games that could be read: {n}")
    said = text.format(path=journal, why=why, kept=kept.name, n=len(games))
    if cut := [str(game.id) for game in games if game.cut]:
        said += _("; of these break off before their end: {numbers}").format(numbers=", ".join(cut))
    return said


def _written(journal: Path, games: Iterable[GameRow], rows: Iterable[Row]) -> Path:
    """A new journal with these games, complete but without its name."""
    made = files.draft(journal)
    with closing(schema.create(made)) as db:
        db.execute("BEGIN")
        for game in games:
            names = ", ".join(GameRow._fields)
            db.execute(f"INSERT INTO game ({names}, first) VALUES (?, ?, ?, ?, ?, ?, 0)", game)
        for sequence, of, line in rows:
            names = ", ".join(Line._fields)
            db.execute(
                f"INSERT INTO entry (sequence, game, {names}) VALUES (?, ?, ?, ?, ?, ?, ?)", (sequence, of, *line)
            )
        db.execute("UPDATE game SET first = (SELECT MIN(sequence) FROM entry WHERE game = game.id)")
        db.execute("COMMIT")
    return made
