"""What every kind of panels offers: real keys over GPIO, a script, the keyboard of this terminal, a browser."""

from collections.abc import Callable, Mapping
from typing import Protocol

from controller.panel.keypad import Key, Prompt

Press = Callable[[int, Key], None]
"""Reports one press: the seat and the key. Must be called from the loop's thread."""


class Panels(Protocol):
    """The panels of all seats."""

    def open(self, press: Press) -> None:
        """Begin to report presses."""

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        """Who is asked what now, by seat. A seat that is not asked has no prompt."""

    def close(self) -> None:
        """Stop reporting and give back what was taken."""


class NoPanels:
    """A table without panels: nobody presses anything."""

    def open(self, press: Press) -> None:
        """Nothing to open."""

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        """Nobody to ask."""

    def close(self) -> None:
        """Nothing to close."""
