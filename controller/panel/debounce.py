"""One contact that bounces: edges in, settled changes out. Pure; time and the pin's level are given to it.

A level counts once no edge has come for the settling time, and then what the pin says at that moment counts, not what
the edges said: one that got lost in a burst changes nothing. gpiozero's own ``bounce_time`` drops edges and so loses
releases; it is not used.
"""

from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What has become of a contact."""

    DOWN = "down"
    UP = "up"
    HELD = "held"
    """Down for the holding time; comes with ``DOWN`` where that is 0."""
    AT_START = "at_start"
    """Down since the first look: whoever presses it now did not press it for us."""
    STUCK = "stuck"
    """Down for longer than anybody holds a key."""
    LOOSE = "loose"
    """It does not come to rest: a loose contact, or a broken wire that catches noise."""


@dataclass(frozen=True, slots=True)
class Times:
    """In seconds.

    Attributes:
        settle: how long no edge may come before a level counts; longer than any gap within a bounce.
        hold: how long a key is down before it counts as held; 0 at once.
        stuck: from when on a key that is down counts as stuck.
        loose: from when on a contact that does not come to rest counts as loose.
    """

    settle: float = 0.010
    hold: float = 0.0
    stuck: float = 20.0
    loose: float = 1.0


class Contact:
    """One key's contact.

    Attributes:
        down: the settled level; True while the key is pressed.
    """

    def __init__(self, times: Times, now: float, down: bool) -> None:
        """Begin with what the pin says.

        Args:
            times: see there.
            now: in seconds, of any clock that never goes back.
            down: the level of the pin; True is pressed.
        """
        self.down = down
        self._times = times
        self._since = now
        self._first: float | None = None
        self._last = now
        # A key that is down from the start is no press; it is told once it has had the time to settle.
        self._told = {Change.HELD, Change.STUCK} if down else set(Change)

    @property
    def due(self) -> float | None:
        """When to look again, if no edge comes before; ``None``: only then."""
        if self._first is not None:
            return self._last + self._times.settle
        return min((self._since + after for after in self._upcoming().values()), default=None)

    def edge(self, now: float) -> None:
        """The level has changed, whichever way."""
        if self._first is None:
            self._first = now
        self._last = now

    def look(self, now: float, down: bool) -> list[Change]:
        """What has changed.

        Args:
            now: in seconds.
            down: the pin's level, read just now.
        """
        changes = []
        if self._first is None:
            if down != self.down:
                # Its edge never arrived. This may be the middle of a bounce, so it has to settle as well.
                self.edge(now)
        elif now >= self._last + self._times.settle:
            self._first = None
            if down != self.down:
                self.down, self._since = down, now
                self._told = {Change.AT_START} if down else set(Change)
                changes.append(Change.DOWN if down else Change.UP)
        elif now >= self._first + self._times.loose:
            # Told again if it goes on as long once more.
            self._first = now
            changes.append(Change.LOOSE)
        if self._first is None:
            ripe = [change for change, after in self._upcoming().items() if now >= self._since + after]
            self._told.update(ripe)
            changes += ripe
        return changes

    def _upcoming(self) -> dict[Change, float]:
        """What will be told if the key stays down, and after how long."""
        if not self.down:
            return {}
        times = self._times
        after = {Change.AT_START: times.settle, Change.HELD: times.hold, Change.STUCK: times.stuck}
        return {change: seconds for change, seconds in after.items() if change not in self._told}
