"""Panels on the keyboard: which bytes of a terminal are keys of which seat, and which are none."""

import asyncio
import os
import pty
import sys
from collections.abc import Iterator

import pytest

from controller.panel.keyboard import KeyboardPanels
from controller.panel.keypad import Key


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A pseudo-terminal in place of this process's own; the side of the person."""
    person, program = pty.openpty()
    with os.fdopen(program, "rb", buffering=0) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield person
    os.close(person)


def typed(person: int, data: bytes) -> tuple[list[tuple[int, Key]], int]:
    """What arrives of what a person types, and how often the end is asked for."""
    presses: list[tuple[int, Key]] = []
    ends: list[None] = []

    async def run() -> None:
        panels = KeyboardPanels(lambda: ends.append(None))
        panels.open(lambda seat, key: presses.append((seat, key)))
        os.write(person, data)
        for _turn in range(20):
            await asyncio.sleep(0.005)
        panels.close()

    asyncio.run(run())
    return presses, len(ends)


@pytest.mark.parametrize(
    ("data", "presses"),
    [
        (b"18", [(1, 1), (1, 8)]),
        (b"90op", [(1, "ok"), (1, "back"), (2, "ok"), (2, "back")]),
        (b"qQzyZY", [(2, 1), (2, 1), (2, 6), (2, 6), (2, 6), (2, 6)]),
        # BACK with Shift, on a German and on an English keyboard, is BACK held down.
        (b"=)P0p", [(1, "hold"), (1, "hold"), (2, "hold"), (1, "back"), (2, "back")]),
        (b"x- \xff\xc3\xb6", []),
        # Arrows, F1, F8 and Delete are no key of a panel, though their letters and digits are.
        (b"\x1b[A\x1bOP\x1b[19~\x1b[3~\x1b", []),
    ],
)
def test_keys_of_a_keyboard(terminal: int, data: bytes, presses: list[tuple[int, Key]]) -> None:
    assert typed(terminal, data) == (presses, 0)


@pytest.mark.parametrize("data", [b"\x03", b"\x04"])
def test_the_end_can_be_asked_for(terminal: int, data: bytes) -> None:
    assert typed(terminal, data) == ([], 1)


def test_nothing_that_is_typed_is_echoed(terminal: int) -> None:
    typed(terminal, b"1q9o")
    os.set_blocking(terminal, False)
    with pytest.raises(BlockingIOError):
        os.read(terminal, 10)
