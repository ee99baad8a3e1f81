"""What people look at, apart from the terminal's screen: JSON lines, plain lines, the LED display."""

from collections.abc import Callable, Mapping
from typing import Any

from controller.answers import dumps, event_json
from controller.display.link import DisplayLink
from controller.display.views import draw
from controller.i18n import current, render
from controller.panel.keypad import Keypad
from controller.rules.core import Event
from controller.table import Glance


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


class Leds:
    """The LED display at the end of a serial line."""

    def __init__(self, link: DisplayLink) -> None:
        self._link = link

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """The display shows moments, not events."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self._link.show(draw(view, current()))

    def glance(self, glance: Glance) -> None:
        """The display shows no photographs."""
