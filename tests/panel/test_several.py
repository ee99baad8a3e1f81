"""Several kinds of panels at once: all are told what is asked, and all press the same keys."""

from collections.abc import Mapping

from controller.panel.base import Press
from controller.panel.keypad import Ask, Prompt
from controller.panel.several import SeveralPanels
from controller.rules.core import message


class Told:
    """Panels that note what they are told."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log
        self.prompts: list[Mapping[int, Prompt]] = []
        self.press: Press | None = None

    def open(self, press: Press) -> None:
        self.press = press

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        self.prompts.append(prompts)

    def close(self) -> None:
        self.log.append(self.name)


def test_all_are_asked_and_each_may_press() -> None:
    log: list[str] = []
    own, page = Told("own", log), Told("page", log)
    both = SeveralPanels([own, page])
    pressed: list[tuple[int, object]] = []
    both.open(lambda seat, key: pressed.append((seat, key)))
    prompts = {1: Prompt(1, Ask.NEXT, (), False, message("?"))}
    both.show(prompts)
    assert own.prompts == page.prompts == [prompts]
    assert own.press
    assert page.press
    own.press(1, 3)
    page.press(2, "ok")
    assert pressed == [(1, 3), (2, "ok")]
    both.close()
    assert log == ["page", "own"], "the last that was opened first"
    assert both.all[0] is own, "the table's own come first"
