"""Debouncing: whatever a contact does between two rests, each press counts once and each release once."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from controller.panel.debounce import Change, Contact, Times

SETTLE = 0.010
# How late an edge may arrive, and how late the clock may call.
LATE = 0.004
TIMES = Times(settle=SETTLE, hold=0.0, stuck=1e9, loose=1e9)


class Edge(NamedTuple):
    """At ``at`` seconds the contact goes to ``down``; it is told at ``told``, or never."""

    at: float
    down: bool
    told: float | None


@st.composite
def bursts(draw: st.DrawFn) -> tuple[list[Edge], list[bool]]:
    """Edges of several bursts with rests between them, and the levels that the contact rested at."""
    edges: list[Edge] = []
    rests: list[bool] = []
    level, now = False, 1.0
    for _burst in range(draw(st.integers(1, 6))):
        # An even number of edges is a glitch that ends where it began.
        gaps = draw(st.lists(st.floats(0.0001, SETTLE - LATE - 0.001), min_size=1, max_size=9))
        # The oldest may get lost, as when the kernel's queue is full.
        lost = draw(st.integers(0, len(gaps) - 1))
        delay = draw(st.floats(0, LATE))
        for index, gap in enumerate(gaps):
            level = not level
            edges.append(Edge(now, level, None if index < lost else now + (delay if index % 2 else LATE - delay)))
            now += gap
        if level != (rests[-1] if rests else False):
            rests.append(level)
        now = edges[-1].at + SETTLE + 2 * LATE + draw(st.floats(0.001, 0.2))
    return edges, rests


def level_at(edges: Sequence[Edge], now: float) -> bool:
    return next((edge.down for edge in reversed(edges) if edge.at <= now), False)


def changes(edges: Sequence[Edge], late: float, times: Times = TIMES) -> list[Change]:
    """What a contact tells, when it is called at the times that it asks for, or a little late."""
    contact, found = Contact(times, 0.0, down=False), list[Change]()
    told = sorted(edge.told for edge in edges if edge.told is not None)
    while told or contact.due is not None:
        due = None if contact.due is None else contact.due + late
        if due is None or (told and told[0] <= due):
            contact.edge(told.pop(0))
        elif due > 1e6:
            break
        else:
            found += contact.look(due, level_at(edges, due))
    return found


@given(burst=bursts(), late=st.floats(0, LATE))
def test_no_press_is_lost_or_doubled_and_no_release_is_lost(burst: tuple[list[Edge], list[bool]], late: float) -> None:
    edges, rests = burst
    found = [change for change in changes(edges, late) if change in (Change.DOWN, Change.UP)]
    assert found == [Change.DOWN if down else Change.UP for down in rests]


@given(burst=bursts())
def test_a_press_counts_as_held_once_and_only_while_the_key_is_down(burst: tuple[list[Edge], list[bool]]) -> None:
    edges, _rests = burst
    hold = 0.050
    found = changes(edges, 0.0, Times(SETTLE, hold, 1e9, 1e9))
    for index, change in enumerate(found):
        if change is Change.HELD:
            assert found[index - 1] is Change.DOWN


def test_holding_reads_the_pin_again() -> None:
    """The key was let go, but the edge that says so has not come yet: it must not count as held."""
    contact = Contact(Times(SETTLE, hold=0.5), 0.0, down=False)
    contact.edge(1.0)
    assert contact.look(1.0 + SETTLE, down=True) == [Change.DOWN]
    assert contact.due == 1.0 + SETTLE + 0.5
    assert contact.look(1.6, down=False) == []
    assert contact.look(1.6 + SETTLE, down=False) == [Change.UP]


def test_held_comes_with_down_where_nothing_is_to_be_waited_for() -> None:
    contact = Contact(TIMES, 0.0, down=False)
    contact.edge(1.0)
    assert contact.look(1.0 + SETTLE, down=True) == [Change.DOWN, Change.HELD]


def test_an_edge_that_never_came_is_made_good_by_looking() -> None:
    contact = Contact(TIMES, 0.0, down=False)
    assert contact.look(5.0, down=True) == []
    assert contact.due == 5.0 + SETTLE
    assert contact.look(5.0 + SETTLE, down=True) == [Change.DOWN, Change.HELD]


def test_a_key_that_is_down_at_the_start_is_told_and_is_no_press() -> None:
    contact = Contact(Times(SETTLE, stuck=2.0), 0.0, down=True)
    assert contact.look(SETTLE, down=True) == [Change.AT_START]
    assert contact.due is None
    contact.edge(9.0)
    assert contact.look(9.0 + SETTLE, down=False) == [Change.UP]
    contact.edge(10.0)
    assert Change.DOWN in contact.look(10.0 + SETTLE, down=True)


def test_a_line_that_is_still_rising_at_the_start_is_no_key_that_is_down() -> None:
    contact = Contact(TIMES, 0.0, down=True)
    contact.edge(0.001)
    assert contact.look(0.001 + SETTLE, down=False) == [Change.UP]


def test_a_key_that_stays_down_is_told_once() -> None:
    contact = Contact(Times(SETTLE, stuck=20.0), 0.0, down=False)
    contact.edge(1.0)
    contact.look(1.0 + SETTLE, down=True)
    assert contact.due == 21.0 + SETTLE
    assert contact.look(21.0 + SETTLE, down=True) == [Change.STUCK]
    assert contact.look(99.0, down=True) == []


def test_a_contact_that_never_rests_is_told() -> None:
    contact = Contact(Times(SETTLE, loose=1.0), 0.0, down=False)
    found = []
    for step in range(300):
        contact.edge(1.0 + step * 0.005)
        found += contact.look(1.001 + step * 0.005, down=step % 2 == 0)
    assert found == [Change.LOOSE]
