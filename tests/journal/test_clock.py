"""Clocks that are wrong: the order of a record never depends on them, and times that are not certain are marked."""

import ctypes
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.commands.group import dicetable
from controller.journal import check, clock
from controller.journal.clock import Moment, Told, Uptime, told
from controller.journal.store import Journal
from controller.play import replay
from tests.controller.game import outcome_of
from tests.journal.evening import STARTS, play_on, script_of

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def jumping(years: Iterator[int], trusted: bool = False) -> Callable[[], Moment]:
    """A wall clock that jumps by years at each look, beside a steady one that goes on by seconds."""
    seconds = 100.0

    def now() -> Moment:
        nonlocal seconds
        seconds += 1
        return Moment(NOON.replace(year=next(years)) + timedelta(seconds=seconds), Uptime("boot", seconds, trusted))

    return now


def endless(*years: int) -> Iterator[int]:
    while True:
        yield from years


def test_a_clock_that_jumps_by_years_changes_nothing_of_the_game(tmp_path: Path) -> None:
    script = script_of(STARTS[0], 1)
    path = tmp_path / "journal.db"
    with Journal(path, now=jumping(endless(2026, 1970, 2099, 2000))) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        play_on(journal, STARTS[0], script[:9])
    # Another run of the machine, in another century, and then back.
    with Journal(path, rescue=True, now=jumping(endless(1999, 2150))) as journal:
        assert journal.news == []
        play = play_on(journal, STARTS[0], script)
        assert play.ended
        assert play.outcome
        assert play.outcome.as_json()["outcome"] == outcome_of(script)
        (game,) = journal.games()
        lines = journal.lines(game.id)
        assert check.faults(lines, game.seed) == []
        assert replay(journal.read(game.id))[0].state == play.state
    assert len({line.at[:4] for line in lines}) == 6, "the wall clock is kept as it was, however wrong"
    uptimes = [json.loads(line.clock)["uptime"] for line in lines]
    assert sum(later < earlier for earlier, later in pairwise(uptimes)) == 1, "one new start"


def test_each_entry_says_whether_its_time_was_certain(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.begin(STARTS[0])
        (line,) = journal.lines(1)
    kept = json.loads(line.clock)
    assert kept.keys() == {"boot", "uptime", "trusted"}
    assert kept["trusted"] == clock.is_synchronised()
    boot = Path("/proc/sys/kernel/random/boot_id")
    assert not boot.exists() or kept["boot"] == boot.read_text().strip()
    assert datetime.fromisoformat(line.at).tzinfo


def test_two_readings_of_the_steady_clock_are_in_order() -> None:
    first, second = clock.now(), clock.now()
    assert first.clock.boot == second.clock.boot
    assert first.clock.uptime <= second.clock.uptime


def test_timesyncd_s_word_is_enough_and_without_it_the_kernel_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([0, 5, -1])

    class Kernel:
        @staticmethod
        def adjtimex(request: object) -> int:
            return next(answers)

    monkeypatch.setattr(clock, "_SYNCHRONISED", tmp_path / "synchronized")
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Kernel)
    assert [clock.is_synchronised() for _turn in range(3)] == [True, False, False]
    (tmp_path / "synchronized").touch()
    assert clock.is_synchronised(), "nobody else is asked any more"


def stamp(at: datetime, boot: str, uptime: float, trusted: bool) -> tuple[str, str]:
    return at.isoformat(), json.dumps({"boot": boot, "uptime": uptime, "trusted": trusted})


def test_a_clock_that_is_set_right_later_tells_the_time_of_what_was_before() -> None:
    found = told(
        [
            stamp(datetime(1970, 1, 1, tzinfo=UTC), "first", 10, False),
            stamp(NOON, "first", 70, True),
            stamp(datetime(1970, 1, 1, tzinfo=UTC), "second", 5, False),
            (NOON.isoformat(), ""),
        ]
    )
    assert found == [
        Told(NOON - timedelta(seconds=60), True),
        Told(NOON, True),
        Told(datetime(1970, 1, 1, tzinfo=UTC), False),
        Told(NOON, True),
    ]


def test_times_that_are_not_certain_are_marked_where_people_see_them(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for trusted in (False, True):
        with Journal(path, now=jumping(endless(1971), trusted)) as journal:
            journal.begin(STARTS[0])
    listed = CliRunner().invoke(dicetable, ["record", "list", "--journal", str(path)]).output.splitlines()
    assert [bool(re.search(r"197\d-\d\d-\d\d \d\d:\d\d:\d\d\?", line)) for line in listed] == [True, False]
    shown = CliRunner().invoke(dicetable, ["record", "show", "1", "--journal", str(path)]).output
    assert re.search(r" \d\d:\d\d:\d\d\? +start of", shown)
