"""Nothing that anybody can see, hear of or read depends on a hidden choice: lamps, log, sentences, events, times."""

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from controller.journal.entries import AnyEntry, Chosen, DiceRules, Started, Threw
from controller.panel.keypad import Ask, Key, Prompt, presses
from controller.panel.wiring import default
from controller.play import begin
from controller.rules.core import message
from controller.timers import Limits
from tests.panel.bench import Bench
from tests.panel.boards import HEADER, Board, Fingers
from tests.panel.clock import StillLoop, run
from tests.panel.evening import Public, at_table

Pressed = Key | None | tuple[int, Key | None]


class Beside(NamedTuple):
    """What was played before, and the house rules about time."""

    entries: Sequence[AnyEntry] = ()
    limits: Limits = Limits()


STARTS = [Started("ueberwurf", 1, 2), Started("zugband", 1, 2)]
# Behind one round, so that there is a throw to argue about, of dice that are none of those chosen next.
ROUND = (Chosen(1, "d20", "", ""), Chosen(2, "d8", "", ""), Threw(1, {"d20": (13,)}), Threw(2, {"d8": (5,)}))


def seen(
    board: Board,
    fingers: Fingers,
    caplog: pytest.LogCaptureFixture,
    start: Started,
    keys: Sequence[Pressed],
    *,
    beside: Beside = Beside(),  # noqa: B008  (it never changes)
) -> tuple[list[Any], list[Any], list[str], list[str]]:
    """Everything that is public while seat 1 presses these keys, one each tenth of a second.

    A pair is a key of another seat; BACK held down takes as long as it does. Else seat 2 only thinks.
    """
    caplog.clear()
    lamps: list[tuple[float, list[int]]] = []
    bench_said: list[str] = []
    shown: list[Any] = []

    async def main(loop: StillLoop) -> None:
        bench = Bench(loop, board, fingers, default(HEADER))
        loop.stepped = lambda: lamps.append((loop.now, bench.lit()))
        public = Public(loop)

        async def people() -> None:
            turn = loop.now
            for pressed in keys:
                seat, key = pressed if isinstance(pressed, tuple) else (1, pressed)
                if key == "hold":
                    await bench.move(seat, "back", down=True)
                    await loop.advance(2.0)
                    await bench.move(seat, "back", down=False)
                elif key is not None:
                    await bench.press(seat, key)
                turn += 2.2 if key == "hold" else 0.1
                await loop.advance(turn - loop.now)

        await at_table(bench, bench.closed_panels(), start, public, people, before=beside.entries, limits=beside.limits)
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


# --- while the game stands still --------------------------------------------------------------------------------------

STOPPED: list[tuple[str, list[Pressed]]] = [
    ("resumed", ["hold", 1, "ok", None]),
    ("halted", [(2, "hold"), (2, 1), (2, "ok"), None]),
    # Wrong face, first die, 14: agreed, so that what is locked counts no more.
    ("corrected", [(2, "hold"), (2, 2), (2, "ok"), (2, 1), (2, "ok"), (2, 8), (2, 6), (2, "ok"), None, "ok", None]),
    ("refuses", [(2, "hold"), (2, 2), (2, "ok"), (2, 1), (2, "ok"), (2, 8), (2, 6), (2, "ok"), None, "back", None]),
    ("undone", [(2, "hold"), (2, 3), (2, "ok"), None, "ok", None]),
]


@pytest.mark.parametrize(("event", "keys"), STOPPED, ids=[event for event, _keys in STOPPED])
def test_a_game_that_is_stopped_shows_nothing_of_what_is_locked(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture, event: str, keys: list[Pressed]
) -> None:
    """Neither the evidence, nor a proposal, nor what becomes of the lock, tells anything about it."""
    start = Started("ueberwurf", 1, 2, dice=DiceRules())
    outputs = [
        seen(board, fingers, caplog, start, [key, "ok", None, *keys], beside=Beside(ROUND)) for key in (1, 2, 3, 4, 5)
    ]
    for other in outputs[1:]:
        assert repr(other).encode() == repr(outputs[0]).encode()
    shown = outputs[0][0]
    told = [one["event"] for _now, one in shown if "event" in one]
    assert told[:2] == ["locked", "halted"]
    assert event in told
    evidence = [one["challenge"] for _now, one in shown if one.get("phase") == "challenge"]
    assert evidence
    assert {(die["die"], die["face"]) for one in evidence for die in one["dice"]} == {("d20", 13), ("d8", 5)}


@pytest.mark.parametrize("stop", ["hold", (2, "hold")], ids=["own", "the other's"])
def test_a_selection_that_is_not_locked_yet_is_gone_without_a_trace(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture, stop: Pressed
) -> None:
    start = Started("ueberwurf", 1, 2, dice=DiceRules())
    seat = stop[0] if isinstance(stop, tuple) else 1
    # Only OK after it: what was selected before the game stood still must not be locked by that.
    outputs = [
        seen(
            board, fingers, caplog, start, [key, stop, (seat, 1), (seat, "ok"), None, "ok", None], beside=Beside(ROUND)
        )
        for key in (None, 1, 3, 5)
    ]
    for other in outputs[1:]:
        assert repr(other).encode() == repr(outputs[0]).encode()
    assert "locked" not in [one["event"] for _now, one in outputs[0][0] if "event" in one]


def test_time_that_is_up_tells_nothing_but_that(
    board: Board, fingers: Fingers, caplog: pytest.LogCaptureFixture
) -> None:
    start = Started("ueberwurf", 1, 2, dice=DiceRules())
    beside = Beside(limits=Limits(choose=0.5))
    outputs = [
        seen(board, fingers, caplog, start, [first, None, None, None, None, None, second, "ok", None], beside=beside)
        for first, second in ((None, 1), (1, 2), (3, 3))
    ]
    for other in outputs[1:]:
        assert repr(other).encode() == repr(outputs[0]).encode()
    told = [one["event"] for _now, one in outputs[0][0] if "event" in one]
    assert told == ["time_up", "locked"]
