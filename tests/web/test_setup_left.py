"""A set-up that is left in the middle gives the camera back: the game beside it goes on, and its throw is its own."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from controller.config import load
from controller.journal.entries import PictureRead
from controller.panel.keypad import Key
from controller.play import Phase
from controller.setup.desk import SetupDesk, desk_of
from controller.table import Table
from tests.controller.trays import Faulty, TrayBench
from tests.web.asking import Answer, ask
from tests.web.house import House
from vision.camera.base import Frame
from vision.camera.locked import Lock, Locked

PATIENCE = 120.0
BEFORE, SETTLED = Locked(10_000, 4.0, (1.75, 1.5)), Locked(8_333, 1.5, (1.75, 1.5))


@contextmanager
def table_at(folder: Path, bench: TrayBench) -> Iterator[House]:
    """A game at a live camera, in which both are about to choose their die."""
    path = folder / "dicetable.toml"
    path.write_text("", encoding="utf-8")
    values = {"dice.folder": str(folder / "dice"), "camera.calibration": str(folder / "camera.toml")}
    loaded = load(path, values)

    def desk(table: Table) -> SetupDesk:
        return desk_of(loaded.config, table, lambda: None, bench.camera, file=path, sources=loaded.sources)

    with bench.camera, House(folder, eyes=bench.eyes, live=bench.camera, setup=desk) as house:
        bench.camera.wait_until_there()
        yield house


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to this"
        time.sleep(0.01)


def act(house: House, what: str, **body: object) -> Answer:
    return ask(house.where, f"/setup/{what}/act", "POST", body)


def press(house: House, seat: int, *keys: Key) -> None:
    for key in keys:
        house.at_table(lambda key=key: house.table.press(seat, key))  # type: ignore[misc]


def phase(house: House) -> Phase:
    return house.at_table(lambda: house.table._play.phase)


def throw_of_the_game(house: House) -> list[tuple[str, str]]:
    """Both choose a die, W6 and W8, and let the simulated hand throw; type and status of what is read."""
    press(house, 1, 2, "ok")
    press(house, 2, 3, "ok")
    until(lambda: phase(house) is Phase.THROW)
    press(house, 1, "ok")
    press(house, 2, "ok")
    until(lambda: any(isinstance(entry, PictureRead) for entry in house.entries()))
    (look,) = (entry for entry in house.entries() if isinstance(entry, PictureRead))
    assert not look.trouble
    return sorted((die.type, die.status) for die in look.dice)


def test_a_lesson_that_is_left_while_its_dice_roll_leaves_the_next_throw_to_the_game(tmp_path: Path) -> None:
    bench = TrayBench(3)
    with table_at(tmp_path, bench) as house:
        assert act(house, "dice", act="begin", name="Club", kind="d20").ok
        assert act(house, "dice", act="throw").ok
        assert bench.tray.now < bench.tray.busy_until, "they still roll"
        left = act(house, "dice", act="cancel")
        assert left.ok
        assert left.json()["lesson"] is None
        assert throw_of_the_game(house) == [("d6", "read"), ("d8", "read")], "none of the lesson's five dice"
        assert act(house, "dice", act="take").status == 409, "there is no lesson any more"
        assert list((tmp_path / "dice").glob("*")) == [], "and nothing of it was kept"


def test_whoever_goes_away_while_a_picture_is_taken_blocks_no_later_lesson(tmp_path: Path) -> None:
    """The answer never reaches anybody; the picture is taken all the same, and the next one can be."""
    bench = TrayBench(3)
    waits, go_on = threading.Event(), threading.Event()
    whole = bench.stream.still

    def slow() -> Frame:
        waits.set()
        assert go_on.wait(PATIENCE)
        return whole()

    with table_at(tmp_path, bench) as house:
        assert act(house, "dice", act="begin", name="Club", kind="d20").ok
        bench.stream.still = slow  # type: ignore[method-assign]
        split = urlsplit(house.where)
        gone = http.client.HTTPConnection(split.hostname or "", split.port, timeout=PATIENCE)
        gone.request("POST", "/setup/dice/act", b'{"act": "take"}', {"Content-Type": "application/json"})
        assert waits.wait(PATIENCE)
        gone.close()
        busy = act(house, "dice", act="take")
        assert (busy.status, bool(busy.json()["error"])) == (409, True), "one at a time, and that is said"
        assert act(house, "dice", act="cancel").ok
        assert act(house, "dice", act="begin", name="Club 2", kind="d20").ok
        go_on.set()
        until(lambda: act(house, "dice", act="take").ok)
        state = ask(house.where, "/setup/dice/state").json()["lesson"]
        assert (state["name"], state["pictures"]) == ("Club 2", 1), "the picture of the lesson that was left is not its"
        assert throw_of_the_game(house) == [("d6", "read"), ("d8", "read")]


class LockedStream(Faulty):
    """A camera that is locked."""

    locked: Lock = BEFORE
    loose: tuple[str, ...] = ()

    def settle(self) -> None:
        self.locked = SETTLED

    def keep(self, locked: Lock) -> None:
        self.locked = locked


@pytest.mark.parametrize("ends", ["cancel", "begin"])
def test_a_set_up_of_the_camera_that_is_left_gives_it_back_as_it_was(tmp_path: Path, ends: str) -> None:
    """Also where another set-up takes its place."""
    bench = TrayBench(3, by_hand=True)
    stream = bench.stream = LockedStream(bench.tray, bench._pass_time)
    with table_at(tmp_path, bench) as house:
        assert act(house, "camera", act="begin").ok
        assert act(house, "camera", act="take").status == 409, "no sheet lies there"
        assert stream.locked == SETTLED
        assert act(house, "camera", act=ends).ok
        assert stream.locked == BEFORE
        assert not (tmp_path / "camera.toml").exists()


def test_a_set_up_that_is_left_while_the_camera_settles_gives_it_back_as_it_was(tmp_path: Path) -> None:
    """Somebody leaves it on another page, or does not wait: what the camera settles to is nobody's any more."""
    settles, go_on = threading.Event(), threading.Event()

    class Slow(LockedStream):
        def settle(self) -> None:
            settles.set()
            assert go_on.wait(PATIENCE)
            super().settle()

    bench = TrayBench(3, by_hand=True)
    stream = bench.stream = Slow(bench.tray, bench._pass_time)
    with table_at(tmp_path, bench) as house:
        assert act(house, "camera", act="begin").ok
        asking = [
            threading.Thread(target=act, args=(house, "camera"), kwargs={"act": what}) for what in ("take", "cancel")
        ]
        asking[0].start()
        assert settles.wait(PATIENCE)
        asking[1].start()
        until(lambda: ask(house.where, "/setup/camera/state").json()["setup"] is None)
        go_on.set()
        for one in asking:
            one.join(PATIENCE)
        assert stream.locked == BEFORE
