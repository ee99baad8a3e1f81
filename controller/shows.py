"""What people look at, apart from the terminal's screen: JSON lines, plain lines, the LED display."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from controller.answers import dumps, event_json
from controller.display.picture import Picture
from controller.display.scroll import Moment
from controller.display.views import moment
from controller.display.views_parts import trouble_light
from controller.i18n import current, render
from controller.looking import Glance
from controller.panel.keypad import Keypad
from controller.rules.core import Event


class Lines:
    """Each event as one line, JSON or plain text."""

    def __init__(self, write: Callable[[str], None], json: bool) -> None:
        self._write = write
        self._json = json

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        self._write(dumps(event_json(event, names)) if self._json else render(event.text, names))

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        """Lines tell events only."""

    def glance(self, glance: Glance) -> None:
        """Lines tell events only."""


class Later(Protocol):
    """Something that was to be called later, as asyncio's ``TimerHandle``."""

    def cancel(self) -> None:
        """Do not call it."""


class Leds:
    """The LED display at the end of a serial line. What is too wide for it runs through, in steps of one column.

    Args:
        show: takes each picture.
        call_later: calls something after so many seconds, as ``loop.call_later`` does.
        clock: seconds of the clock by which ``call_later`` goes.
    """

    def __init__(
        self,
        show: Callable[[Picture], None],
        call_later: Callable[[float, Callable[[], None]], Later],
        clock: Callable[[], float],
    ) -> None:
        self._show = show
        self._call_later = call_later
        self._clock = clock
        self._moment: Moment | None = None
        self._since = 0.0
        self._next: Later | None = None
        self._in_trouble = False
        self._test: Picture | None = None

    def test(self, picture: Picture | None) -> None:
        """Show this in place of everything, until ``None`` comes: somebody looks whether every light works."""
        self._test = picture
        if picture is None:
            self._turn()
        else:
            self.close()
            self._show(picture)

    def trouble(self, on: bool) -> None:
        """Whether a light says that something at the station is wrong."""
        if on != self._in_trouble:
            self._in_trouble = on
            self._turn()

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """The display shows moments, not events."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        shown = moment(view, current())
        # While the same texts run through they go on from where they are: a lock beside them does not begin them anew.
        if self._moment is None or shown.overhangs != self._moment.overhangs:
            self._since = self._clock()
        self._moment = shown
        self._turn()

    def close(self) -> None:
        """Stay with what is shown."""
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _turn(self) -> None:
        """Show what is to be seen now, and come back when that changes."""
        if self._test:
            return
        self.close()
        if self._moment is None:
            return
        now = self._clock()
        picture, lasts = self._moment.picture(now - self._since), self._moment.lasts(now - self._since)
        if self._in_trouble:
            picture, blink = trouble_light(picture, now)
            lasts = blink if lasts is None else min(blink, lasts)
        self._show(picture)
        if lasts is not None:
            self._next = self._call_later(lasts, self._turn)

    def glance(self, glance: Glance) -> None:
        """The display shows no photographs."""
