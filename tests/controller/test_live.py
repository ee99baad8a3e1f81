"""The live camera at the table: it reads what is thrown by itself, and whatever becomes of it, no reading is wrong."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from threading import current_thread
from typing import Any

import cv2
import msgspec
import pytest

from controller import i18n
from controller.display import views
from controller.journal.entries import AnyEntry, DiceRules, PictureRead, Threw
from controller.panel.keypad import Ask
from controller.play import Phase
from controller.rules.core import message
from controller.tray import Doubt, TrayState
from tests.controller import trays
from tests.controller.sitting import START, Sitting
from tests.controller.trays import TrayBench
from tests.panel.clock import StillLoop, run
from vision.tray.live import Mishap

Main = Callable[[Sitting, TrayBench], Awaitable[None]]


def at_the_table(
    folder: Path, main: Main, *, seed: int = 1, by_hand: bool = True, second: str = "d8", **settings: Any
) -> list[AnyEntry]:
    """A game of Überwurf in which W6 and W8 are asked for now, with a live camera; its record afterwards."""

    async def sit(loop: StillLoop) -> list[AnyEntry]:
        bench = TrayBench(seed, by_hand=by_hand)
        with bench.camera:
            async with Sitting(loop, folder, bench.eyes, **settings) as sitting:
                await sitting.pick(1, "d6")
                await sitting.pick(2, second)
                assert sitting.play.phase is Phase.THROW
                await main(sitting, bench)
                return sitting.entries()

    return run(sit)


async def until_read(sitting: Sitting) -> PictureRead:
    """Wait for the next look; what was read of it."""
    await sitting.loop.until(lambda: sitting.play.phase is not Phase.THROW)
    await sitting.rest()
    return last_look(sitting)


def last_look(sitting: Sitting) -> PictureRead:
    return next(entry for entry in reversed(sitting.entries()) if isinstance(entry, PictureRead))


def looks(sitting: Sitting) -> int:
    return sum(isinstance(entry, PictureRead) for entry in sitting.entries())


async def after_all(sitting: Sitting, bench: TrayBench) -> None:
    """Wait until all that was set going in the tray is over, and whatever the camera makes of it."""
    await sitting.loop.until(lambda: bench.done)
    await sitting.rest()


def shown(sitting: Sitting) -> str:
    """The state of the tray as people see it."""
    state: str = sitting.view["tray"]["state"]
    return state


def told_true(sitting: Sitting, bench: TrayBench) -> None:
    """Every face that was read is the one that lies there."""
    faces = bench.faces()
    for event in sitting.seen.events:
        if event["event"] == "read":
            assert event["face"] in faces[event["die"]]


def test_a_throw_is_read_once_it_lies_and_nobody_presses_a_key(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        assert sitting.asked() == {1: Ask.READY, 2: Ask.READY}, "by hand goes at any time"
        bench.throw("d6", "d8")
        look = await until_read(sitting)
        assert sorted(die.type for die in look.dice) == ["d6", "d8"]
        assert sitting.seen.told("read")
        told_true(sitting, bench)

    at_the_table(tmp_path, main)


def test_what_reading_takes_is_loaded_while_the_dice_are_still_to_be_thrown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    load = cv2.dnn.readNetFromONNX

    def counted(file: str) -> cv2.dnn.Net:
        if current_thread().name == "camera":
            loaded.append(Path(file).stem)
        return load(file)

    monkeypatch.setattr(cv2.dnn, "readNetFromONNX", counted)

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await sitting.loop.until(lambda: len(loaded) >= 5)
        before = list(loaded)
        bench.throw("d6", "d8")
        await until_read(sitting)
        assert set(before) == {"finder", "die", "face", "around"}
        assert loaded == before, "the first throw of an evening is read as soon as any other"

    at_the_table(tmp_path, main)


def test_a_simulated_tray_throws_when_all_have_pressed_ok(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await sitting.press(1, "ok")
        assert sitting.asked() == {2: Ask.READY}
        await sitting.press(2, "ok")
        assert bench.camera.busy
        assert sitting.asked() == {}, "while they roll nobody is asked anything"
        states = set()

        def read() -> bool:
            states.add(bench.camera.state)
            return sitting.play.phase is not Phase.THROW

        await sitting.loop.until(read)
        assert TrayState.ROLLING in states
        await sitting.rest()
        told_true(sitting, bench)
        assert looks(sitting) == 1

    at_the_table(tmp_path, main, by_hand=False)


def test_the_view_says_what_the_tray_is_like(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.throw("d6", "d8")
        await until_read(sitting)
        states = [view["tray"]["state"] for view in sitting.seen.views if view.get("tray")]
        assert {"hand", "rolling", "waiting"} <= set(states)

    at_the_table(tmp_path, main)


def test_two_people_throw_each_in_their_own_time(tmp_path: Path) -> None:
    """The first die lies for far longer than one person's dice are waited for."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.throw("d6")
        await after_all(sitting, bench)
        later = bench.now + 8
        await sitting.loop.until(lambda: bench.now > later)
        await sitting.rest()
        assert looks(sitting) == 0
        bench.add("d8")
        look = await until_read(sitting)
        assert sorted(die.type for die in look.dice) == ["d6", "d8"]
        told_true(sitting, bench)

    at_the_table(tmp_path, main)


def test_dice_that_a_hand_was_over_before_they_counted_are_left_to_people(tmp_path: Path) -> None:
    """It may have turned one of them."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.throw("d6")
        await after_all(sitting, bench)
        bench.cover()
        await after_all(sitting, bench)
        bench.add("d8")
        await sitting.loop.until(lambda: shown(sitting) == TrayState.DOUBT)
        assert bench.camera.doubt is Doubt.TOUCHED
        assert looks(sitting) == 0
        await sitting.press(1, "ok")
        await sitting.press(2, "ok")
        look = await until_read(sitting)
        assert sorted(die.type for die in look.dice) == ["d6", "d8"]

    at_the_table(tmp_path, main, seed=2)


def test_thrown_again_unasked_changes_nothing_and_is_told(tmp_path: Path) -> None:
    """Within the grace time: only the seats together or the referee replace a throw."""
    said: list[str] = []

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.throw("d6", "d8")
        await until_read(sitting)
        before = [entry for entry in sitting.entries() if isinstance(entry, PictureRead | Threw)]
        assert sitting.view["tray"]["notice"] == ""
        calm = len(views.moment(sitting.view, "en").overhangs)
        bench.throw("d6", "d8")
        await sitting.loop.until(lambda: bool(said))
        await sitting.rest()
        assert sitting.view["tray"]["notice"] == said[0], "everybody sees it, not the terminal alone"
        assert len(views.moment(sitting.view, "en").overhangs) == calm + 1, "the display says so as well"
        await after_all(sitting, bench)
        assert [entry for entry in sitting.entries() if isinstance(entry, PictureRead | Threw)] == before
        assert said == ["Dice were thrown again, and nobody was asked to: what was read before counts."]
        await sitting.loop.leap(20)
        assert sitting.view["tray"]["notice"] == "", "for a while"

    at_the_table(tmp_path, main, say=said.append)


def test_a_camera_that_was_moved_is_told_once_to_everybody(tmp_path: Path) -> None:
    """Else whose die is whose is asked again and again, and nobody knows why."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.trouble = message("It was moved by {mm:.0f} mm.", mm=9.6)
        bench.throw("d6", "d8")
        await until_read(sitting)
        await sitting.rest()
        assert sitting.view["tray"]["notice"] == "It was moved by 10 mm."
        await sitting.loop.leap(20)
        assert sitting.view["tray"]["notice"] == ""
        looks = sitting.table._throw.look
        looks.start(("d6", "d8"))
        await sitting.loop.until(lambda: not looks.under_way)
        await sitting.rest()
        assert sitting.view["tray"]["notice"] == "", "once is enough"

    at_the_table(tmp_path, main)


def test_entered_by_hand_the_camera_no_longer_waits(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await sitting.pick(1, "by_hand")
        await sitting.press(2, "ok")
        assert sitting.play.phase is Phase.CONFIRM
        bench.throw("d6", "d8")
        await after_all(sitting, bench)
        assert looks(sitting) == 0

    at_the_table(tmp_path, main)


def test_while_the_game_stands_still_no_throw_counts(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await sitting.press(2, "hold")
        bench.throw("d6", "d8")
        await after_all(sitting, bench)
        assert looks(sitting) == 0
        await sitting.pick(2, "go_on")
        assert sitting.play.phase is Phase.THROW

    at_the_table(tmp_path, main)


# --- faults ----------------------------------------------------------------------------------------------------------


def cable(bench: TrayBench, on: bool) -> None:
    bench.stream.gone = on


def freeze(bench: TrayBench, on: bool) -> None:
    bench.stream.frozen = on


def stray(bench: TrayBench, on: bool) -> None:
    bench.stream.astray = on


def picture(fault: trays.Fault) -> Callable[[TrayBench, bool], None]:
    def set_fault(bench: TrayBench, on: bool) -> None:
        bench.stream.fault = fault if on else lambda image: image

    return set_fault


FAULTS = {
    "the cable is out": cable,
    "the picture stands still": freeze,
    "black": picture(trays.black),
    "bright": picture(trays.bright),
    "moved by 20 px": picture(trays.shifted),
    "half a picture": picture(trays.half),
    "half of it stands still": picture(trays.old_part(0.5, frozen=True)),
    "the last twelve again and again": picture(trays.replayed(12)),
    "another size": picture(trays.wrong_size),
    "exposed otherwise than set": stray,
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_middle_of_a_throw_gives_no_wrong_reading(tmp_path: Path, name: str) -> None:
    """It comes while the dice roll and goes once they lie; then they are read as they lie, or people are asked."""
    fault = FAULTS[name]

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.throw("d6", "d8")
        await sitting.loop.until(lambda: bench.camera.state is TrayState.ROLLING)
        fault(bench, True)
        gone = bench.now
        await sitting.loop.until(lambda: bench.done and bench.now > gone + 4)
        fault(bench, False)
        back = bench.now
        await sitting.loop.until(lambda: bench.now > back + 4)
        await sitting.rest()
        told_true(sitting, bench)
        if not looks(sitting):
            # OK reads them as they lie.
            await sitting.press(1, "ok")
            await sitting.press(2, "ok")
            await until_read(sitting)
            told_true(sitting, bench)

    at_the_table(tmp_path, main)


@pytest.mark.parametrize(
    ("name", "state", "text"),
    [
        ("the cable is out", TrayState.AWAY, "No camera: throw, then enter by hand"),
        ("the picture stands still", TrayState.DISTURBED, "The camera sees nothing"),
        ("black", TrayState.DISTURBED, "The camera sees nothing"),
        ("half a picture", TrayState.DISTURBED, "The camera sees nothing"),
        ("exposed otherwise than set", TrayState.DISTURBED, "The camera sees nothing"),
    ],
)
def test_a_camera_that_fails_is_one_clear_state(tmp_path: Path, name: str, state: TrayState, text: str) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        calm = len(views.moment(sitting.view, "en").overhangs)
        FAULTS[name](bench, True)
        await sitting.loop.until(lambda: shown(sitting) == state)
        assert sitting.view["tray"]["text"].startswith(text)
        assert len(views.moment(sitting.view, "en").overhangs) == calm + 1, "the display says so as well"
        assert sitting.asked() == {1: Ask.READY, 2: Ask.READY}
        FAULTS[name](bench, False)
        await sitting.loop.until(lambda: shown(sitting) == TrayState.WAITING)
        assert sitting.view["tray"] == {"state": "waiting", "text": "", "simulated": False, "notice": ""}
        bench.throw("d6", "d8")
        await until_read(sitting)
        told_true(sitting, bench)

    at_the_table(tmp_path, main)


def test_without_a_camera_ok_leads_to_the_keys(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.stream.gone = True
        await sitting.loop.until(lambda: shown(sitting) == TrayState.AWAY)
        await sitting.press(1, "ok")
        await sitting.press(2, "ok")
        look = await until_read(sitting)
        assert look.trouble == "the cable is out; plug it in again"
        assert sitting.asked() == {1: Ask.FACE, 2: Ask.FACE}

    at_the_table(tmp_path, main)


def test_dice_that_rolled_while_the_camera_was_away_are_read_when_people_say_so(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.stream.gone = True
        await sitting.loop.until(lambda: shown(sitting) == TrayState.AWAY)
        bench.throw("d6", "d8")
        await sitting.loop.until(lambda: bench.done)
        bench.stream.gone = False
        await sitting.loop.until(lambda: shown(sitting) == TrayState.DOUBT)
        assert bench.camera.doubt is Doubt.UNSEEN
        assert looks(sitting) == 0
        assert sitting.view["tray"]["text"].startswith("Nobody saw these dice roll")
        await sitting.press(1, "ok")
        await sitting.press(2, "ok")
        look = await until_read(sitting)
        assert sorted(die.type for die in look.dice) == ["d6", "d8"]
        told_true(sitting, bench)

    at_the_table(tmp_path, main)


def test_a_picture_that_does_not_show_what_came_to_rest_is_read_when_people_say_so(tmp_path: Path) -> None:
    """A sleeve came into it after the decision; the display and the page say one thing."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        whole = bench.stream.still
        bench.stream.still = lambda: replace(one := whole(), image=trays.shifted(one.image))  # type: ignore[method-assign]
        calm = len(views.moment(sitting.view, "en").overhangs)
        bench.throw("d6", "d8")
        await sitting.loop.until(lambda: shown(sitting) == TrayState.DOUBT)
        assert bench.camera.doubt is Doubt.CHANGED
        assert sitting.view["tray"]["text"].startswith("The picture does not show what came to rest")
        assert len(views.moment(sitting.view, "en").overhangs) == calm + 1
        assert looks(sitting) == 0
        bench.stream.still = whole  # type: ignore[method-assign]
        await sitting.press(1, "ok")
        await sitting.press(2, "ok")
        look = await until_read(sitting)
        assert sorted(die.type for die in look.dice) == ["d6", "d8"]
        told_true(sitting, bench)

    at_the_table(tmp_path, main)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "d6 of Anna leans and is thrown again"),
        ("de", "W6 von Anna liegt schräg und wird neu geworfen"),
    ],
)
def test_a_die_that_leans_is_thrown_again_and_the_other_one_stays(tmp_path: Path, language: str, sentence: str) -> None:
    """By its picture alone it would be read as if it lay flat."""
    i18n.use(language)

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.lean("d6", "d12")
        await sitting.loop.until(lambda: looks(sitting) == 1)
        await sitting.rest()
        look = last_look(sitting)
        assert {(die.type, die.status, die.value is None) for die in look.dice} == {
            ("d6", "cocked", True),
            ("d12", "read", False),
        }
        assert sitting.seen.told("cocked") == [sentence]
        assert [event["die"] for event in sitting.seen.events if event["event"] == "read"] == ["d12"]
        told_true(sitting, bench)
        assert sitting.play.phase is Phase.THROW, "only the d6 is still to come"

    start = msgspec.structs.replace(START, dice=DiceRules(cocked="again"))
    at_the_table(tmp_path, main, second="d12", start=start)


@pytest.mark.parametrize("mishap", Mishap)
def test_every_mishap_of_the_simulated_tray_leads_to_a_true_reading_or_a_question(
    tmp_path: Path, mishap: Mishap
) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        bench.camera.plan(mishap)
        await sitting.press(1, "ok")
        await sitting.press(2, "ok")
        await after_all(sitting, bench)
        # Somebody can go on: a face is to be entered, or the dice are to be thrown or read.
        await sitting.loop.until(lambda: bool(sitting.asked()))
        told_true(sitting, bench)

    at_the_table(tmp_path, main, seed=4, by_hand=False)
