"""The record: whether it opens, and whether every game in it holds. Read beside a station that is at work."""

from collections.abc import Iterator

from controller.doctor.findings import Case, Finding
from controller.errors import JournalError
from controller.health.model import State
from controller.i18n import _, ngettext
from controller.journal.check import faults
from controller.journal.store import Journal


def record(case: Case) -> Iterator[Finding]:
    """Open it to read, and prove each game."""
    topic = _("Record")
    try:
        if not case.journal.exists():
            yield Finding(topic, State.ABSENT, _("There is none yet: {path}.").format(path=case.journal))
            return
        with Journal(case.journal, read_only=True) as journal:
            games = journal.games()
            wrong = {game.id: found for game in games if (found := faults(journal.lines(game.id), game.seed))}
    except PermissionError:
        about = _("This user may not look into {folder}.").format(folder=case.journal.parent)
        yield Finding(topic, State.ABSENT, about, _("Ask as the user that runs the station, or with sudo."))
        return
    except JournalError as error:
        remedy = _("Keep the file, restore a backup, and let somebody look at both.")
        yield Finding(topic, State.TROUBLE, str(error), remedy)
        return
    for number, found in wrong.items():
        about = _("Game {n} does not hold: {faults}").format(n=number, faults="; ".join(found))
        yield Finding(topic, State.TROUBLE, about, _("dicetable record verify {n} says more").format(n=number))
    if not wrong:
        text = ngettext("{n} game, proved entry by entry.", "{n} games, proved entry by entry.", len(games))
        yield Finding(topic, State.WELL, text.format(n=len(games)))
