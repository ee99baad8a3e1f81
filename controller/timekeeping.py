"""The table's clocks in its loop: whose time runs, what follows when it is up, how long a verdict stays.

``timers.py`` says by which rules; here is the only place beside the table that knows what time it is.
"""

import asyncio
from collections.abc import Callable, Collection

from controller import judging, timers
from controller.i18n import render
from controller.journal.entries import AnyEntry
from controller.play import Play
from controller.rules.core import message
from controller.timers import Clocks, Limits


class Timekeeper:
    """The clocks of one table. To be used from its loop only.

    Args:
        limits: the house rules about time.
        verdict_seconds: how long a verdict stays up before the next question takes its place.
        wake: called when the time has come to look again.
        say: told in a sentence whose time for stopped games is used up.
    """

    def __init__(
        self, limits: Limits, verdict_seconds: float, wake: Callable[[], None], say: Callable[[str], None]
    ) -> None:
        self._limits = limits
        self._verdict_seconds = verdict_seconds
        self._wake = wake
        self._say = say
        self._verdict_until = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self.new_game()

    def new_game(self) -> None:
        """Everybody has the whole allowance for stopped games again."""
        self._clocks = Clocks(self._limits.stop)
        self._told: set[int] = set()

    def begin(self) -> None:
        """A game begins, or goes on after a restart or its end: no clock of before runs, no verdict stays."""
        self.reset()
        self._verdict_until = 0.0

    def reset(self) -> None:
        """What was asked is asked anew, with its whole time."""
        self._clocks.reset()

    def stand(self) -> None:
        """All clocks stand still, for nobody's gain, until somebody is asked again."""
        self._clocks.stand(_now())

    def close(self) -> None:
        """Wake nobody any more."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    # --- verdicts ----------------------------------------------------------------------------------------------------

    def verdict(self) -> None:
        """A verdict is shown from now on."""
        if self._verdict_seconds > 0:
            self._verdict_until = _now() + self._verdict_seconds
            asyncio.get_running_loop().call_later(self._verdict_seconds, self._wake)

    @property
    def verdict_stays(self) -> bool:
        """Whether the last verdict is still to be seen."""
        return _now() < self._verdict_until

    # --- clocks ------------------------------------------------------------------------------------------------------

    def time_up(self, play: Play, asked: Collection[int]) -> list[AnyEntry]:
        """What follows from the time that has run out: a reminder, no load, or a forfeit.

        Args:
            play: the game.
            asked: the seats that are asked something and have not answered.
        """
        now = _now()
        self._clocks.go(now)
        late = self._clocks.up(timers.waiting(play, self._limits, asked), now)
        entries = timers.consequences(late, self._limits)
        return entries + [judging.chosen(one.seat, "0") for one in late if one.what == "load"]

    def follow(self, play: Play, asked: Collection[int]) -> None:
        """Run the clocks of those who are asked, and wake up when the first runs out."""
        self.close()
        if play.halt:
            keepers = timers.keeping(play)
            due = self._clocks.stand(_now(), keepers)
            self._tell_spent(play, keepers)
        else:
            self._clocks.go(_now())
            due = self._clocks.follow(timers.waiting(play, self._limits, asked), _now())
        if due is not None:
            self._alarm = asyncio.get_running_loop().call_at(due, self._wake)

    def _tell_spent(self, play: Play, keepers: Collection[int]) -> None:
        """Whose stops take longer than the house allows hears of it once."""
        for seat in sorted(set(keepers) - self._told):
            if self._clocks.spent(seat):
                self._told.add(seat)
                text = message("{seat:seat} has used up its time for stopped games: its own clock runs on", seat=seat)
                self._say(render(text, play.names))


def _now() -> float:
    return asyncio.get_running_loop().time()
