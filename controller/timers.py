"""Time to choose and time to throw, as house rules. Pure: the time is passed in, and nothing here waits.

A clock runs for each seat that is asked something. It goes on while the seat's choice is locked, so that taking it back
gains no time; it stands still while the game does; and it begins anew after a restart, so that a power cut runs nothing
out.

A stopped game must not be a way to think longer. As in chess a player may stop the clocks, but here without an arbiter
who would judge why: so each seat has an allowance for a whole game, and what it uses beyond that runs on its own clock.
It is used by whoever is waited for: the seat that has stopped the game, and once that proposes something, those who
have not answered. The clocks of all others stand: they could not play meanwhile.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from controller import halting
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
        stop: seconds in a game for which a seat may keep it stopped, and so the clocks; 0 is without end.
    """

    choose: float = 0
    throw: float = 0
    forfeit: bool = False
    stop: float = 0


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


def keeping(play: Play) -> frozenset[int]:
    """Whom a stopped game waits for: the others' answers to a proposal, else the seat that has stopped it."""
    halt = play.halt
    if halt is None:
        return frozenset()
    return halting.others(play) - halt.agreed if halt.proposal else frozenset({halt.seat})


class Clocks:
    """The seats' clocks. Times are seconds of one clock that only goes forward."""

    def __init__(self, allowance: float = 0) -> None:
        """Prepare.

        Args:
            allowance: seconds for which each seat may keep the clocks standing; 0 is without end.
        """
        self._ends: dict[Waiting, float] = {}
        self._stood_since: float | None = None
        self._allowance = allowance or math.inf
        self._kept: dict[int, float] = {}
        self._keepers: frozenset[int] = frozenset()

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

    def stand(self, now: float, keepers: Collection[int] = ()) -> float | None:
        """All clocks stand still from now on.

        Args:
            now: the time.
            keepers: the seats that use up their allowance by it.

        Returns:
            When the first of these has used it up; ``None`` for never.
        """
        self.go(now)
        self._stood_since, self._keepers = now, frozenset(keepers)
        left = [self._allowance - self._kept.get(seat, 0) for seat in keepers]
        return min((now + one for one in left if 0 < one < math.inf), default=None)

    def go(self, now: float) -> None:
        """All clocks go on; for who has used up its allowance, as if it had not stood since then."""
        if self._stood_since is None:
            return
        stood = now - self._stood_since
        free = dict.fromkeys((one.seat for one in self._ends), stood)
        for seat in self._keepers:
            kept = self._kept.get(seat, 0)
            free[seat] = min(stood, max(0.0, self._allowance - kept))
            self._kept[seat] = kept + stood
        self._ends = {one: end + free[one.seat] for one, end in self._ends.items()}
        self._stood_since = None

    def spent(self, seat: int) -> bool:
        """Whether a seat has used up its allowance."""
        return self._kept.get(seat, 0) >= self._allowance

    def reset(self) -> None:
        """Forget every clock, since what was asked is asked anew; allowances stay as they are."""
        self._ends.clear()
        self._stood_since = None
