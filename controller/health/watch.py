"""Watches a station's parts: asks each how it is, and says it in a sentence when one fails or is well again."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Final

from controller.health import model
from controller.health.display import DisplayHealth
from controller.health.model import Kind, Part, Report, State
from controller.i18n import _

Source = Callable[[], Iterable[Part]]
"""Says how some parts are, at once and from the loop."""

# Seconds for which a part may be in trouble before it is said: a display that has just been plugged in takes that long
# to answer, a clock waits for the network.
_PATIENCE: Final = {Kind.DISPLAY: 4.0, Kind.CLOCK: 300.0}
# Seconds for which these have to be well before they count so again: they come and go.
_CALM: Final = {Kind.POWER: 600.0, Kind.TEMPERATURE: 600.0}
# These speak for themselves, in the moment that it happens.
_SPEAK: Final = frozenset({Kind.PANEL, Kind.CAMERA, Kind.JOURNAL})


class Watch:
    """What is known of a station's parts.

    Args:
        sources: of the parts, in their order.
        say: takes a sentence for people.
        display: more on the display, where there is one.
        clock: seconds of any steady clock.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        say: Callable[[str], None],
        display: Callable[[], DisplayHealth | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sources = sources
        self._display = display
        self._clock = clock
        self._began, self._since = model.now(), clock()
        self._version = version("dicetable")
        self._voices: dict[tuple[Kind, int], _Voice] = {}
        self._say = say

    def report(self) -> Report:
        """How everything is now."""
        parts = tuple(self._calmed(part) for source in self._sources for part in source())
        return Report(model.now(), self._began, self._version, os.getpid(), parts, self._display())

    def look(self) -> Report:
        """The same, and say what has changed; to be called every second or two."""
        report = self.report()
        for part in report.parts:
            voice = self._voice(part)
            if part.kind not in _SPEAK and (sentence := voice.hear(part, self._clock())):
                self._say(sentence)
        return report

    def _voice(self, part: Part) -> "_Voice":
        return self._voices.setdefault((part.kind, part.seat), _Voice(self._since))

    def _calmed(self, part: Part) -> Part:
        return self._voice(part).calmed(part, self._clock())


class _Voice:
    """What was said about one part."""

    def __init__(self, now: float) -> None:
        self._well_at = now
        self._has_been_well = False
        self._said = ""
        self._trouble: Part | None = None
        self._trouble_at = now

    def calmed(self, part: Part, now: float) -> Part:
        """The part as it counts: one that comes and goes stays in trouble for a while."""
        if part.state is State.TROUBLE:
            self._trouble, self._trouble_at = part, now
        elif self._trouble and now - self._trouble_at < _CALM.get(part.kind, 0.0):
            return self._trouble
        return part

    def hear(self, part: Part, now: float) -> str:
        """What is to be said now; empty for nothing."""
        if part.state is not State.TROUBLE:
            sentence = _recovery(part.kind, self._has_been_well) if self._said else ""
            self._well_at, self._said = now, ""
            self._has_been_well = self._has_been_well or part.state is State.WELL
            return sentence
        if now - self._well_at < _PATIENCE.get(part.kind, 0.0) or part.words == self._said:
            return ""
        self._said = part.words
        if part.kind is Kind.DISPLAY:
            return _("The display does not answer: {why}").format(why=part.words)
        return part.words


def _recovery(kind: Kind, again: bool) -> str:
    if kind is Kind.DISPLAY:
        return _("The display answers again.") if again else _("The display answers.")
    return {
        Kind.DISK: _("The disk is well again."),
        Kind.CLOCK: _("The clock is synchronised."),
        Kind.POWER: _("The voltage is right again."),
        Kind.TEMPERATURE: _("The processor has cooled down."),
    }.get(kind, "")
