"""Panels on the keyboard of one terminal: a row of keys a seat. Nothing that is typed is shown."""

import asyncio
import os
import re
import sys
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from controller.panel.base import Press
from controller.panel.keypad import Key, Prompt, label

# Eight option keys, then OK and BACK. y and z change places between keyboards, so each stands for the same key.
ROWS: Final = {
    1: ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
    2: ("q", "w", "e", "r", "t", "z", "u", "i", "o", "p"),
}
_SAME: Final = {"y": "z"}
# BACK with Shift stands for BACK held down: on German and on English keyboards.
_HOLDS: Final[dict[str, int]] = {"=": 1, ")": 1, "P": 2}
_MEANING: Final[tuple[Key, ...]] = (1, 2, 3, 4, 5, 6, 7, 8, "ok", "back")
KEYS: Final[dict[str, tuple[int, Key]]] = {
    letter: (seat, key) for seat, row in ROWS.items() for letter, key in zip(row, _MEANING, strict=True)
}
_SEQUENCE: Final = re.compile(r"\x1b(\[[0-9;]*[@-~]|O.)?")
_CTRL_C: Final = "\x03"
_CTRL_D: Final = "\x04"


def letter(seat: int, key: Key) -> str:
    """The letter on the keyboard that stands for a seat's key; as on a panel for seats that have no row of keys."""
    if seat not in ROWS:
        return label(key)
    if key == "hold":
        return f"⇧{letter(seat, 'back')}"
    return ROWS[seat][_MEANING.index(key)]


class KeyboardPanels:
    """Reads the keyboard without echo and without waiting for Enter."""

    def __init__(self, interrupted: Callable[[], None]) -> None:
        """Prepare.

        Args:
            interrupted: called when the person asks to end the program, or the terminal is gone.
        """
        self._interrupted = interrupted
        self._press: Press | None = None
        self._before: list[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, press: Press) -> None:
        self._press = press
        self._before = termios.tcgetattr(sys.stdin)
        quiet = termios.tcgetattr(sys.stdin)
        # No echo (a choice is hidden), no line editing, and Ctrl-C as a character, so that the screen is left in order.
        quiet[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
        # Ctrl-S is none of its keys, and must not stop what the screen draws.
        quiet[0] &= ~termios.IXON
        # At once: waiting until what was written has been read could last for ever.
        termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(sys.stdin, self._read)

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        """Nothing: the screen of the terminal shows the prompts."""

    def close(self) -> None:
        if self._loop and self._before:
            self._loop.remove_reader(sys.stdin)
            self._loop = None
            with suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSANOW, self._before)

    def _read(self) -> None:
        try:
            typed = os.read(sys.stdin.fileno(), 64)
        except OSError:
            typed = b""
        if not typed:
            # The terminal is gone.
            self._interrupted()
            self.close()
        # Arrow and function keys send several characters, which are none of a panel's keys.
        for character in _SEQUENCE.sub("", typed.decode(errors="ignore")):
            if character in (_CTRL_C, _CTRL_D):
                self._interrupted()
            meaning = _stands_for(character)
            if meaning and self._press:
                self._press(*meaning)


def _stands_for(character: str) -> tuple[int, Key] | None:
    """The seat and its key that a character stands for."""
    if character in _HOLDS:
        return _HOLDS[character], "hold"
    small = character.lower()
    return KEYS.get(_SAME.get(small, small))
