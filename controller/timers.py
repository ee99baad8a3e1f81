"""Time to choose and time to throw, as house rules. Pure: the time is passed in, and nothing here waits.

A clock runs for each seat that is asked something. It goes on while the seat's choice is locked, so that taking it back
gains no time; it stands still while the game does; and it begins anew after a restart, so that a power cut runs nothing
out.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from controller.amend import effective
from controller.i18n import _
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    Chosen,
    Closed,
    PictureRead,
    Rejected,
    Threw,
    ThrownAgain,
    TimeUp,
)
from controller.play import Phase, Play
from controller.rules import GAMES

Limited = Literal["choose", "throw", "load"]


@dataclass(frozen=True, slots=True)
class Limits:
    """House rules about time.

    Attributes:
        choose: seconds for a choice; 0 is without end.
        throw: seconds for a throw, until OK says that the dice lie; 0 is without end.
        forfeit: whether a seat that uses up its time loses the game; else it is only reminded.
    """

    choose: float = 0
    throw: float = 0
    forfeit: bool = False


class Waiting(NamedTuple):
    """Whom the table waits for, and for what.

    Attributes:
        seat: whom.
        what: what its time is for.
        nth: tells one moment from another of the same kind.
    """

    seat: int
    what: Limited
    nth: int


def waiting(play: Play, limits: Limits, asked: Collection[int]) -> dict[Waiting, float]:
    """Whom the table waits for with a limit, and how many seconds each has in all.

    Args:
        play: the game.
        limits: the house rules.
        asked: the seats that are asked something now.
    """
    result: dict[Waiting, float] = {}
    counting = [entry for _place, entry in effective(play.history)] if asked else []
    looks = sum(isinstance(entry, PictureRead | ByHand | Rejected | Threw | ThrownAgain) for entry in counting)
    for seat in set(asked) - play.late:
        choice = next((one for one in play.choices if one.seat == seat), None)
        own = sum(isinstance(entry, Chosen) and entry.seat == seat for entry in counting)
        if choice and not choice.optional:
            result[Waiting(seat, "choose", own)] = limits.choose
        elif choice and (play.unseen or not play.dice) and (load := _load_seconds(play)):
            result[Waiting(seat, "load", own)] = load
        elif play.moment is Phase.THROW and seat in play.throwing():
            result[Waiting(seat, "throw", looks)] = limits.throw
    return {one: seconds for one, seconds in result.items() if seconds > 0}


def consequences(late: Sequence[Waiting], limits: Limits) -> list[AnyEntry]:
    """What follows from time that has run out: whoever is late is told, or forfeits where the house wants it.

    Where several are late over the same thing, nobody forfeits.
    """
    if not late:
        return []
    what = late[0].what
    seats = tuple(one.seat for one in late if one.what == what)
    entries: list[AnyEntry] = [TimeUp(seats, what)]
    if limits.forfeit and what != "load" and len(seats) == 1:
        entries.append(Closed("forfeited", _("the clock"), _("the time is up"), seats[0]))
    return entries


def _load_seconds(play: Play) -> float:
    """The house rule of Overload: seconds for setting the load."""
    return float(GAMES[play.start.game].options(play.start.house).get("load_seconds", 0))


class Clocks:
    """The seats' clocks. Times are seconds of one clock that only goes forward."""

    def __init__(self) -> None:
        self._ends: dict[Waiting, float] = {}
        self._stood_since: float | None = None

    def follow(self, seats: Mapping[Waiting, float], now: float) -> float | None:
        """Start the clocks of those who are newly waited for.

        Returns:
            When the next of them runs out; ``None`` for never.
        """
        for one, seconds in seats.items():
            self._ends.setdefault(one, now + seconds)
        return min((self._ends[one] for one in seats), default=None)

    def up(self, seats: Collection[Waiting], now: float) -> list[Waiting]:
        """Those whose time has run out, in the order of the seats."""
        return sorted(one for one in seats if self._ends.get(one, now + 1) <= now)

    def stand(self, now: float) -> None:
        """All clocks stand still from now on."""
        if self._stood_since is None:
            self._stood_since = now

    def go(self, now: float) -> None:
        """All clocks go on."""
        if self._stood_since is not None:
            stood = now - self._stood_since
            self._ends = {one: end + stood for one, end in self._ends.items()}
            self._stood_since = None

    def reset(self) -> None:
        """Forget every clock: another game, or what was asked is asked anew."""
        self._ends.clear()
        self._stood_since = None
