"""Several games in a row: best of N, and who sits where in the next one. Pure.

A win is a win alone: shared victories, draws and games that were aborted count for nobody, and an aborted one is played
again. Whoever has won more than half of the games has won the series; after the last one it is whoever has won most.
"""

from typing import TypeVar

import msgspec

from controller.journal.entries import Series, Started
from controller.rules.core import N_, Event, Message, Outcome, Reason

_T = TypeVar("_T")


def after(start: Started, outcome: Outcome) -> Series | None:
    """Where the series stands after a game; ``None`` for a game that is none of a series."""
    series = start.series
    if series is None or outcome.reason is Reason.ABORTED:
        return series
    wins = list(series.wins)
    if len(outcome.winner) == 1:
        wins[outcome.winner[0] - 1] += 1
    return Series(series.best_of, series.game + 1, tuple(wins))


def winners(series: Series) -> tuple[int, ...]:
    """Who has won the series; empty while it goes on, several when they are level at its end."""
    most = max(series.wins)
    if most * 2 > series.best_of or series.game > series.best_of:
        return tuple(seat for seat, wins in enumerate(series.wins, start=1) if wins == most)
    return ()


def first(start: Started, best_of: int) -> Started:
    """The first game of a new series; of a single game where ``best_of`` is 1."""
    series = Series(best_of, 1, (0,) * start.players) if best_of > 1 else None
    return msgspec.structs.replace(start, series=series)


def following(start: Started, outcome: Outcome, change: bool) -> Started:
    """The next game: of the series, or of a new one where that is decided.

    Args:
        start: the game that is over.
        outcome: how it ended.
        change: whether everybody moves to the next seat, clockwise, and the last to the first.
    """
    series = after(start, outcome)
    if series and winners(series):
        series = Series(series.best_of, 1, (0,) * start.players)
    if not change:
        return msgspec.structs.replace(start, series=series)
    names = (*start.names, *[""] * (start.players - len(start.names)))
    stakes = {str(int(seat) % start.players + 1): stake for seat, stake in start.stakes.items()}
    if series:
        series = Series(series.best_of, series.game, moved(series.wins))
    return msgspec.structs.replace(start, names=moved(names) if any(names) else (), stakes=stakes, series=series)


def moved(by_seat: tuple[_T, ...]) -> tuple[_T, ...]:
    """What belongs to each seat after everybody has moved on by one."""
    return (*by_seat[-1:], *by_seat[:-1])


def told(start: Started, outcome: Outcome) -> tuple[Event, ...]:
    """Where the series stands, as what happens at the end of a game."""
    series = after(start, outcome)
    if series is None:
        return ()
    most = max(series.wins)
    leaders = tuple(seat for seat, wins in enumerate(series.wins, start=1) if wins == most)
    text = N_("Best of {n}: {seats:seats} leads with {wins}")
    if len(leaders) > 1:
        text = N_("Best of {n}: {seats:seats} are level with {wins}")
    if won := winners(series):
        text = N_("Best of {n}: {seats:seats} has won the series with {wins}")
        if len(won) > 1:
            text = N_("Best of {n}: {seats:seats} share the series with {wins}")
    score = " : ".join(str(wins) for wins in sorted(series.wins, reverse=True)) if start.players == 2 else str(most)
    wins_by_seat = {str(seat): wins for seat, wins in enumerate(series.wins, start=1)}
    data = {"best_of": series.best_of, "wins": wins_by_seat, "winner": list(winners(series))}
    return (Event("series", None, Message(text, {"n": series.best_of, "seats": leaders, "wins": score}), data),)
