"""Which game a station goes on with when it starts."""

from controller.config import MENU, Config
from controller.errors import DicetableError, JournalError, RecordError
from controller.i18n import _
from controller.journal.entries import Started
from controller.journal.store import Journal
from controller.lobby import started
from controller.play import Play, replay
from controller.rules import GAMES


class OtherGameError(DicetableError, ValueError):
    """The journal holds an unfinished game that is not the one asked for."""


def unfinished(journal: Journal, config: Config, *, as_it_was: bool) -> tuple[int, Play] | None:
    """The unfinished game of the journal with its number, if there is one.

    Args:
        journal: the record.
        config: what is to be played.
        as_it_was: a game of other rules than those configured goes on by its own, if all its seats are there: people
            sit at it, and the configuration was changed for the next one. Else it is refused.

    Raises:
        OtherGameError: it is another game than the one that is configured.
    """
    game = journal.unfinished()
    if game is None:
        return None
    play, _events = replay(journal.read(game))
    station = config.station
    own = station.game == MENU or (as_it_was and play.start.players <= station.players)
    if not own and _rules_of(play.start) != _rules_of(started(config)):
        text = _(
            "journal {path}: holds an unfinished game of {found}; finish that one first, end it with "
            "`dicetable record close {n} aborted`, or name another file"
        )
        raise OtherGameError(text.format(path=journal.path, found=GAMES[play.start.game].name, n=game))
    return game, play


def last_game(journal: Journal) -> Play | None:
    """The game that was played last, if it is over: a series may go on behind it."""
    games = journal.games()
    if not games or not games[-1].finished:
        return None
    try:
        return replay(journal.read(games[-1].id))[0]
    except (RecordError, JournalError):
        # A record that this program cannot read is no reason not to play.
        return None


def _rules_of(start: Started) -> tuple[object, ...]:
    return start.game, start.players, start.variants, GAMES[start.game].options(start.house)
