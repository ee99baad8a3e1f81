"""How fast the station shows what people do: the last lock and its reveal, settled dice and their verdict."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.display.views import moment
from controller.i18n import current
from controller.panel.keypad import Ask, Keypad, Prompt
from controller.rules.core import Event
from controller.table import Glance
from tests.station.people import People
from tests.station.playing import Played, play

_THINKING: Final = {Ask.CHOICE: 0.4, Ask.READY: 0.4, Ask.FACE: 0.2, Ask.CONFIRM: 0.2, Ask.NEXT: 0.4}
# For a verdict: long enough to be shown, and no longer.
_VERDICT_SECONDS: Final = 0.6
# The camera asks nothing about most of these, and two of different kinds are never mistaken for each other.
_LIKED: Final = {1: ("d6", "d8", "d10", "d12"), 2: ("d8", "d6", "d12", "d10")}
_MOST_ASKED: Final = 5


class Reactions(NamedTuple):
    """In seconds.

    Attributes:
        reveals: from the last lock to the revealed choices on the display.
        verdicts: from when the camera knows that the dice lie still to the verdict on the display.
        asked: throws of which the camera asked something; these are in no other number.
    """

    reveals: list[float]
    verdicts: list[float]
    asked: int


class Watcher:
    """Looks on, and compares what should be seen with what the display shows and when."""

    def __init__(self, times: int) -> None:
        self._times = times
        self.station: Played | None = None
        self.reveals: list[float] = []
        self.verdicts: list[float] = []
        self.asked = 0
        self._last_ok: tuple[Ask, float] = (Ask.NEXT, 0.0)
        self._phase = ""
        self._settled = 0.0
        self._waiting: tuple[list[float], float, Picture] | None = None

    def pressed(self, prompt: Prompt) -> None:
        """An OK counts now."""
        self._last_ok = prompt.ask, time.monotonic()

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """Views tell enough."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        before, self._phase = self._phase, view["phase"]
        asked, at = self._last_ok
        if self._phase == before:
            return
        if self._phase == "reading":
            self._settled = time.monotonic()
        if self._phase == "throw" and asked is Ask.CHOICE:
            self._waiting = self.reveals, at, moment(view, current()).picture(0.0)
        elif self._phase == "verdict" and before == "reading":
            self._waiting = self.verdicts, self._settled, moment(view, current()).picture(0.0)
        elif self._phase == "confirm":
            self.asked += 1
        enough = len(self.verdicts) >= self._times or self.asked >= _MOST_ASKED * self._times
        if enough and self.station:
            self.station.table.stop()

    def glance(self, glance: Glance) -> None:
        """Pictures of dice are not measured."""

    def shown(self, picture: Picture) -> None:
        """The display shows this, from now on."""
        now = time.monotonic()
        if self._waiting and self._waiting[2] == picture:
            times, since, _picture = self._waiting
            self._waiting = None
            times.append(now - since)


def react(folder: Path, times: int) -> Reactions:
    """Play Überwurf in real time until so many throws have been read without a question."""
    watcher = Watcher(times)

    def station(display: VirtualDisplay) -> Played:
        people = People(1, _THINKING, watcher.pressed, _LIKED)
        watcher.station = Played(folder, display.port, people, [watcher], table__verdict_seconds=_VERDICT_SECONDS)
        return watcher.station

    play(station, watcher.shown)
    return Reactions(watcher.reveals, watcher.verdicts, watcher.asked)
