"""The referee's commands at a running station: judged, written and shown by the table, and by nobody else."""

import asyncio
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from controller import door
from controller.door import Door, Order
from controller.errors import RefereeError
from controller.journal import check
from controller.journal.entries import Annulled, AnyEntry, Chosen, Closed, Corrected, Started, Threw
from controller.journal.lines import Step
from controller.journal.seal import seal
from controller.journal.store import Journal
from controller.play import begin, replay
from controller.table import Table
from tests.controller.game import FakeEyes
from tests.controller.sitting import Watcher
from tests.controller.test_cli import Run, run

__all__ = ["run"]

PATIENCE = 60.0
START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"))
WHO = ("--by", "Ref", "--why", "misread")


def chosen(seat: int, value: str) -> Chosen:
    return Chosen(seat, value, "00", seal("00", value))


# One round, and a choice of the next that nobody may know.
ENTRIES: tuple[AnyEntry, ...] = (
    chosen(1, "d20"),
    chosen(2, "d8"),
    Threw(1, {"d20": (13,)}),
    Threw(2, {"d8": (5,)}),
    chosen(1, "d4"),
)


def written(journal: Journal, entries: tuple[AnyEntry, ...]) -> int:
    play, events = begin(START)
    number = journal.begin(START, events)
    for entry in entries:
        play, events = play.fold(entry)
        journal.append(number, [Step(entry, events)], finished=False)
    return number


class Station:
    """A table in a loop of another thread, with its door; it goes on with the last game of a journal."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.db"
        self.seen = Watcher()
        self.older = 0
        self.number = 0
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="station")

    def __enter__(self) -> "Station":
        self._thread.start()
        assert self._begun.wait(PATIENCE)
        return self

    def __exit__(self, *_error: object) -> None:
        # Where its game is over the loop has ended by itself.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._table.stop)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        with Journal(self.path) as journal:
            play, _events = begin(START)
            play, ended = play.fold(Closed("aborted", "", ""))
            self.older = journal.begin(START, ())
            journal.append(self.older, [Step(play.history[-1], ended)], finished=True)
            self.number = written(journal, ENTRIES)
            self._table = Table(journal, FakeEyes((), automatic=False), shows=[self.seen], verdict_seconds=0)
            made = Door(self._table)
            made.open()
            game = asyncio.create_task(self._table.play(self.number, replay(journal.read(self.number))[0]))
            await asyncio.sleep(0)
            self._begun.set()
            await game
            made.close()
            self._table.close()

    def shows(self, holds: Callable[[dict[str, Any]], bool]) -> bool:
        """Whether people get to see it, now or soon."""
        until = time.monotonic() + PATIENCE
        while not holds(self.seen.views[-1]):
            if time.monotonic() > until:
                return False
            time.sleep(0.01)
        return True

    def entries(self, game: int = 0) -> list[AnyEntry]:
        with Journal(self.path, read_only=True) as journal:
            assert (
                check.faults(journal.lines(game or self.number), journal.games()[(game or self.number) - 1].seed) == []
            )
            return journal.read(game or self.number)


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station]:
    with Station(tmp_path) as made:
        yield made


def test_a_correction_reaches_the_running_station_and_is_shown_there(station: Station, run: Run) -> None:
    """„So that a correction is shown, judged and journaled by the table's loop.“"""
    options = ("--journal", str(station.path))
    done = run("record", "correct", "last", "--entry", "4", "--dice", "d8=7", *WHO, *options)
    assert (done.code, done.out) == (0, "Written. The station goes on with it.\n"), done.err
    assert station.seen.told("corrected") == ["The throw of Jörg is corrected by Ref, d8 7 instead of d8 5: misread"]
    assert station.shows(lambda view: view["game"]["seats"][0]["score"] == 0), "13 against 7 is a stalemate"
    assert isinstance(station.entries()[-1], Corrected)


def test_what_would_follow_is_only_shown_with_check(station: Station, run: Run) -> None:
    before = station.entries()
    done = run("record", "annul", "last", "--round", "1", *WHO, "--check", "--journal", str(station.path))
    assert done.code == 0
    assert done.out.endswith("Nothing was written.\n")
    assert station.entries() == before


def test_a_choice_that_is_still_hidden_is_named_by_nothing(station: Station, run: Run) -> None:
    """It goes, whatever it is; and can neither be corrected nor guessed at."""
    options = ("--journal", str(station.path))
    guess = run("record", "correct", "last", "--entry", "5", "--value", "d6", *WHO, *options)
    assert guess.code != 0
    assert "is still hidden" in guess.err
    done = run("record", "annul", "last", "--round", "1", *WHO, *options)
    assert done.code == 0, done.err
    assert "d4" not in done.out
    assert station.shows(lambda view: view["phase"] == "choose" and view["asked"] == [1, 2]), "both choose anew"


def test_a_game_is_ended_at_the_running_station(station: Station, run: Run) -> None:
    done = run("record", "close", "last", "forfeited", "--seat", "1", *WHO, "--journal", str(station.path))
    assert done.code == 0, done.err
    assert "winner: Jörg" in done.out
    assert station.shows(lambda view: view["phase"] == "over")


def test_an_earlier_game_is_amended_while_another_one_is_played(station: Station) -> None:
    before = station.entries()
    with pytest.raises(RefereeError, match="the game is over"):
        door.decide(station.path, Order(station.older, 2, Closed("aborted", "Ref", "twice")))
    assert station.entries() == before
    assert station.entries(station.older)


def test_nothing_is_decided_about_entries_that_the_referee_has_not_seen(station: Station) -> None:
    before = station.entries()
    with pytest.raises(RefereeError, match="has gone on meanwhile"):
        door.decide(station.path, Order(station.number, len(before) - 1, Annulled(1, 1, 4, "Ref", "late")))
    assert station.entries() == before


def test_what_an_order_takes_with_it_is_found_at_the_table_and_never_believed(station: Station) -> None:
    before = station.entries()
    door.decide(station.path, Order(station.number, len(before), Annulled(1, 0, 99, "Ref", "all of it"), True))
    assert next(one for one in station.entries() if isinstance(one, Annulled)).first == 1
    order = Order(station.number, len(station.entries()), Annulled(-5, 1, 2, "Ref", "none"), True)
    with pytest.raises(RefereeError, match="nothing was played"):
        door.decide(station.path, order)


def test_after_an_order_that_nobody_foresaw_the_next_one_is_heard(station: Station) -> None:
    with pytest.raises(RefereeError, match="cannot be decided"):
        door.decide(station.path, Order(2**63, 1, Closed("aborted", "Ref", "which game?")))
    assert door.is_open(station.path)


@pytest.mark.parametrize("line", [b"\n", b"{}\n", b'{"game":1,"seen":1,"entry":{"kind":"throw"}}\n', b"\xff\n"])
def test_what_is_no_order_is_refused_and_the_station_goes_on(station: Station, line: bytes) -> None:
    with door._connected(station.path) as connection:
        connection.sendall(line)
        assert b"refused" in connection.recv(65536)
    assert door.is_open(station.path)


def test_only_the_station_s_own_user_may_open_the_door(station: Station) -> None:
    assert stat.S_IMODE(door.path(station.path).stat().st_mode) == 0o600


def test_where_no_station_runs_the_record_is_amended_as_before(tmp_path: Path, run: Run) -> None:
    with Station(tmp_path) as station:
        pass
    assert not door.path(station.path).exists()
    door.path(station.path).touch()
    done = run("record", "close", "last", "aborted", *WHO, "--journal", str(station.path))
    assert done.code == 0, done.err
    assert isinstance(station.entries()[-2], Closed)
