"""Panels pressed by people who take their time: they answer whatever they are asked, at random."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from controller.panel.base import Press
from controller.panel.keypad import Ask, Key, Prompt, presses

# Seconds between two presses of one hand.
_BETWEEN: Final = 0.2

Pressed = Callable[[Prompt], None]


class People:
    """In place of the panels.

    Args:
        seed: of what they choose.
        thinking: seconds from a question to the first press, by what is asked.
        pressed: told of each answer in the moment before its OK counts.
        liked: what each seat chooses where it may; else anything.
    """

    def __init__(
        self,
        seed: int,
        thinking: Mapping[Ask, float],
        pressed: Pressed = lambda prompt: None,
        liked: Mapping[int, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self._random = random.Random(seed)
        self._thinking = thinking
        self._pressed = pressed
        self._liked = liked
        self._press: Press | None = None
        self._busy: dict[int, tuple[Prompt, list[asyncio.TimerHandle]]] = {}

    def open(self, press: Press) -> None:
        self._press = press

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        for seat in set(self._busy):
            if prompts.get(seat) != self._busy[seat][0]:
                for timer in self._busy.pop(seat)[1]:
                    timer.cancel()
        for seat, prompt in prompts.items():
            if seat not in self._busy:
                self._busy[seat] = prompt, self._answer(prompt)

    def close(self) -> None:
        self._press = None
        self.show({})

    def _answer(self, prompt: Prompt) -> list[asyncio.TimerHandle]:
        loop = asyncio.get_running_loop()
        # Never two in the same moment: which of them was the last must be known.
        first = self._thinking.get(prompt.ask, 1.0) + self._random.uniform(0, 0.1)
        return [
            loop.call_later(first + place * _BETWEEN, self._send, prompt, key)
            for place, key in enumerate(self._keys(prompt))
        ]

    def _keys(self, prompt: Prompt) -> list[Key]:
        # They agree with everything, and throw when they are told to.
        if prompt.options and prompt.ask in (Ask.CHOICE, Ask.FACE):
            liked = next((value for value in self._liked.get(prompt.seat, ()) if value in prompt.options), None)
            return presses(prompt, liked or self._random.choice(prompt.options))
        return ["ok"]

    def _send(self, prompt: Prompt, key: Key) -> None:
        if key == "ok":
            self._pressed(prompt)
        if self._press:
            self._press(prompt.seat, key)
