"""Nothing that anybody can see, hear of or read depends on a hidden choice: lamps, log, sentences, events, times."""

import logging
from collections.abc import Sequence
from typing import Any

import pytest

from controller.journal.entries import Started
from controller.panel.keypad import Ask, Key, Prompt, presses
from controller.panel.wiring import default
from controller.play import begin
from controller.rules.core import message
from tests.panel.bench import Bench
from tests.panel.boards import HEADER, Board, Fingers
from tests.panel.clock import StillLoop, run
from tests.panel.evening import Public, at_table

STARTS = [Started("ueberwurf", 1, 2), Started("zugband", 1, 2)]


def seen(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture, start: Started, keys: Sequence[Key | None]
) -> tuple[list[Any], list[Any], list[str], list[str]]:
    """Everything that is public while seat 1 presses these keys, one each tenth of a second, and seat 2 only thinks."""
    caplog.clear()
    lamps: list[tuple[float, list[int]]] = []
    bench_said: list[str] = []
    shown: list[Any] = []

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers, default(HEADER))
        loop.stepped = lambda: lamps.append((loop.now, bench.lit()))
        public = Public(loop)

        async def people() -> None:
            for place, key in enumerate(keys):
                if key is not None:
                    await bench.press(1, key)
                await loop.advance(1000 + 0.1 * (place + 1) - loop.now)

        await at_table(bench, bench.closed_panels(), start, public, people)
        bench_said.extend(bench.said)
        shown.extend(public.shown)

    with caplog.at_level(logging.DEBUG):
        run(main)
    return shown, lamps, bench_said, caplog.messages


def options(start: Started) -> tuple[str, ...]:
    return begin(start)[0].choices[0].options


def keys_for(start: Started, value: str) -> list[Key]:
    """The keys that select a value, without OK."""
    return presses(Prompt(1, Ask.CHOICE, options(start), True, message("")), value)[:-1]


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game)
def test_every_choice_looks_the_same(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture, start: Started
) -> None:
    values = options(start)
    pages = max(len(keys_for(start, value)) for value in values)
    outputs = []
    for value in values:
        keys = keys_for(start, value)
        outputs.append(seen(board, fingers, caplog, start, [*[None] * (pages - len(keys)), *keys, None, "ok", None]))
    for other in outputs[1:]:
        assert repr(other).encode() == repr(outputs[0]).encode()
    shown, lamps, _said, _log = outputs[0]
    assert any(one.get("event") == "locked" for _now, one in shown)
    assert {tuple(lit) for _now, lit in lamps} == {(1, 2), (2,)}


def test_a_change_of_mind_looks_the_same_as_none(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture
) -> None:
    start = STARTS[0]
    ways: list[list[Key | None]] = [
        [None, None, None, 2, "ok", None],
        [3, None, None, 2, "ok", None],
        [3, 1, 4, 2, "ok", None],
        [2, "back", 3, 6, "ok", None],
        ["back", "back", None, 5, "ok", None],
        [8, 7, None, 1, "ok", 4],
    ]
    outputs = [seen(board, fingers, caplog, start, way) for way in ways]
    for other in outputs[1:]:
        assert repr(other).encode() == repr(outputs[0]).encode()


def test_a_choice_taken_back_looks_the_same_whatever_it_was(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture
) -> None:
    start = STARTS[0]
    outputs = [
        seen(board, fingers, caplog, start, [first, "ok", None, "back", None, second, "ok", None])
        for first, second in ((1, 1), (1, 6), (6, 2), (3, 5))
    ]
    for other in outputs[1:]:
        assert repr(other).encode() == repr(outputs[0]).encode()
    shown, lamps, _said, _log = outputs[0]
    told = [one["event"] for _now, one in shown if "event" in one]
    assert told == ["locked", "taken_back", "locked"]
    changes = [lit for place, (_now, lit) in enumerate(lamps) if not place or lit != lamps[place - 1][1]]
    assert changes == [[1, 2], [2], [1, 2], [2]]
