"""Panels pressed by a script: the answers of a whole game. Used by tests, replays and ``dicetable play --answers``."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from controller.panel.base import Press
from controller.panel.keypad import Ask, Key, Prompt, presses
from controller.rules.core import Answer, Choose, Face, Thrown


class ScriptedPanels:
    """Each seat locks the choices of the script in their order.

    A throw of the script is what the seat enters if the camera could not read its dice, and what its neighbour
    compares before confirming. When an answer is needed that the script does not hold, ``exhausted`` is called.
    """

    def __init__(self, answers: Iterable[Answer], exhausted: Callable[[], None] = lambda: None) -> None:
        self._answers: dict[int, deque[Choose | Thrown]] = {}
        for answer in answers:
            if isinstance(answer, Choose | Thrown):
                self._answers.setdefault(answer.seat, deque()).append(answer)
        self._exhausted = exhausted
        self._press: Press | None = None
        self._answered: dict[int, Prompt] = {}

    def open(self, press: Press) -> None:
        self._press = press

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        for seat in self._answered.keys() - prompts.keys():
            del self._answered[seat]
        for seat, prompt in prompts.items():
            keys = self._keys(prompt)
            if keys is None and self._answered.get(seat) != prompt:
                self._answered.pop(seat, None)
            if keys is not None and self._answered.get(seat) != prompt:
                self._answered[seat] = prompt
                for key in keys:
                    asyncio.get_running_loop().call_soon(self._send, seat, key)
        if prompts and not self._answered:
            self._exhausted()

    def counted(self, answer: Answer) -> None:
        """An answer now stands in the record: the script is past it. Called for each, also when a game is resumed."""
        if not isinstance(answer, Choose | Thrown):
            return
        queue = self._answers.get(answer.seat, deque())
        of_its_kind = next((place for place, one in enumerate(queue) if type(one) is type(answer)), None)
        if of_its_kind is not None:
            del queue[of_its_kind]
        self._answered.pop(answer.seat, None)

    def close(self) -> None:
        self._press = None

    def _send(self, seat: int, key: Key) -> None:
        if self._press:
            self._press(seat, key)

    def _keys(self, prompt: Prompt) -> list[Key] | None:
        """What the seat presses; ``None`` when the script does not say."""
        if prompt.ask in (Ask.READY, Ask.CONFIRM):
            return ["ok"]
        queue = self._answers.get(prompt.seat) or deque()
        upcoming = next((one for one in queue if isinstance(one, Choose)), None)
        if prompt.ask is Ask.CHOICE:
            if prompt.optional and (not queue or isinstance(queue[0], Thrown)):
                return ["ok"] if queue else None
            return presses(prompt, upcoming.value) if upcoming and upcoming.value in prompt.options else None
        thrown = next((_glyphs(one) for one in queue if isinstance(one, Thrown)), [])
        if prompt.ask is Ask.FACE and prompt.nth < len(thrown) and thrown[prompt.nth] in prompt.options:
            return presses(prompt, thrown[prompt.nth])
        return None


def _glyphs(answer: Thrown) -> list[str]:
    """The glyphs of the physical dice of a throw, as they would be entered one by one."""
    return [glyph for kind, values in answer.dice.items() for value in values for glyph in _parts(kind, value)]


def _parts(kind: str, value: Face) -> list[str]:
    if kind == "d10":
        return [str(int(value) % 10)]
    if kind == "d100":
        return [str(int(value) % 100 // 10 * 10), str(int(value) % 10)]
    return [str(value)]
