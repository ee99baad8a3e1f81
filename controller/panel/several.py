"""Several kinds of panels at once: whoever presses first has pressed, on the keyboard or in a browser."""

from collections.abc import Mapping, Sequence

from controller.panel.base import Panels, Press
from controller.panel.keypad import Prompt


class SeveralPanels:
    """Panels that are asked together and press the same keys.

    Attributes:
        all: these panels; the first are the table's own.
    """

    def __init__(self, panels: Sequence[Panels]) -> None:
        self.all = tuple(panels)

    def open(self, press: Press) -> None:
        for one in self.all:
            one.open(press)

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        for one in self.all:
            one.show(prompts)

    def close(self) -> None:
        for one in reversed(self.all):
            one.close()
