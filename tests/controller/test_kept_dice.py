"""Dice that are kept while others are thrown: they stay where they lie, and count as they lie."""

from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from controller.i18n import render
from controller.journal.entries import AnyEntry, DiceRules, PictureRead, Started, Threw
from controller.panel.keypad import Ask
from controller.play import Phase
from controller.zoning import Zones
from tests.controller.sitting import Sitting
from tests.controller.trays import TrayBench
from tests.panel.clock import StillLoop, run
from vision.calibration.simulated import calibration_of
from vision.reading import Face
from vision.tray.live import Mishap
from vision.tray.measures import PICTURE
from vision.tray.path import Lies
from vision.tray.stage import camera_above

Main = Callable[[Sitting, TrayBench], Awaitable[None]]

WIZARD = Started("wizard", 1, 2, ("Anna", "Jörg"), dice=DiceRules(equal="each"))
CARDS = msgspec.structs.replace(WIZARD, house={"spell_cards": True})
SEEN = Zones(calibration_of(camera_above(*PICTURE), 2).at(*PICTURE), seats=False)


def at_the_table(folder: Path, main: Main, start: Started, *, seed: int, by_hand: bool = False, card: str = "") -> None:
    async def sit(loop: StillLoop) -> None:
        bench = TrayBench(seed, by_hand=by_hand, zones=SEEN)
        with bench.camera:
            async with Sitting(loop, folder, bench.eyes, start=start, draw=lambda _cards: card) as sitting:
                await main(sitting, bench)

    run(sit)


async def predicted(sitting: Sitting) -> None:
    """Up to the first throw."""
    await sitting.pick(1, "2 blue")
    await sitting.pick(2, "3 green")
    await sitting.pick(1, "blue")


async def lying(sitting: Sitting, bench: TrayBench) -> None:
    """Wait until the throw lies and is looked at; people enter what was not read, as it lies."""
    before = looks(sitting)
    await sitting.loop.until(lambda: looks(sitting) > before)
    await sitting.rest()
    while sitting.play.phase is Phase.CONFIRM:
        for seat, ask in sitting.asked().items():
            if ask is Ask.FACE:
                left = Counter(bench.faces()["wizard"]) - Counter(die.face for die in sitting.play.dice)
                await sitting.pick(seat, str(next(iter(left))))
            else:
                await sitting.press(seat, "ok")


async def entered(sitting: Sitting, faces: list[str]) -> None:
    """All dice of the throw are entered by hand."""
    await sitting.pick(1, "by_hand")
    await sitting.press(2, "ok")
    for face in faces:
        await sitting.pick(1, face)
    while Ask.CONFIRM in sitting.asked().values():
        await sitting.press(2, "ok")


async def both_wait(sitting: Sitting) -> None:
    await sitting.pick(1, "wait")
    await sitting.pick(2, "wait")


def looks(sitting: Sitting) -> int:
    return sum(isinstance(entry, PictureRead) for entry in sitting.entries())


def last(sitting: Sitting, kind: type[AnyEntry]) -> AnyEntry:
    return next(entry for entry in reversed(sitting.entries()) if isinstance(entry, kind))


def keys(sitting: Sitting) -> dict[str, str]:
    """What the first seat may pick before it throws, and what that is called."""
    prompt = sitting.table._keypads[1].prompt
    assert prompt is not None
    labels = [render(label) for label in prompt.labels]
    return dict(zip(prompt.options, labels, strict=True))


def read_truly(sitting: Sitting, bench: TrayBench) -> None:
    """Whatever the last look has read lies there."""
    look = last(sitting, PictureRead)
    assert isinstance(look, PictureRead)
    read = Counter[Face | None](die.value for die in look.dice if die.status == "read")
    assert not read - Counter(bench.faces()["wizard"])


def near(die: Lies, others: list[Lies]) -> bool:
    """Whether one of the others lies where this one lay, with the same face up."""
    return any(die.face == one.face and abs(die.centre - one.centre)[:2].max() < 0.1 for one in others)


@pytest.mark.parametrize("by_hand", [False, True], ids=["a simulated hand", "people"])
def test_what_is_kept_stays_and_counts_beside_what_is_thrown(tmp_path: Path, by_hand: bool) -> None:
    """„dann beliebige neu“: nobody tells the camera which; all seven are read, and none is missed."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await predicted(sitting)
        if by_hand:
            bench.throw(*["wizard"] * 7)
        else:
            await sitting.press(1, "ok")
        await lying(sitting, bench)
        await both_wait(sitting)
        first = sitting.view["game"]["dice"]
        assert sorted(first) == sorted(map(str, bench.faces()["wizard"]))
        kept: list[tuple[str, Face | None]] = [("wizard", face) for face in first[:3]]
        if by_hand:
            assert keys(sitting) == {"by_hand": "enter by hand"}, "people take up what they throw, and say nothing"
            bench.throw(*["wizard"] * 4, stay=kept)
        else:
            for place in range(3):
                await sitting.pick(1, f"stay {place}")
            prompt = sitting.table._keypads[1].prompt
            assert prompt is not None
            assert prompt.about.values["dice"] == ("wizard",) * 4
            await sitting.press(1, "ok")
        await lying(sitting, bench)
        assert bench.camera.doubt is None, "the hand that takes up some touches no other"
        look = last(sitting, PictureRead)
        assert isinstance(look, PictureRead)
        assert len(look.dice) == 7
        read_truly(sitting, bench)
        second = last(sitting, Threw)
        assert isinstance(second, Threw)
        assert not Counter(first[:3]) - Counter(second.dice["wizard"])
        assert sorted(second.dice["wizard"]) == sorted(map(str, bench.faces()["wizard"]))

    at_the_table(tmp_path, main, WIZARD, seed=1, by_hand=by_hand)


def test_a_die_is_kept_and_thrown_after_all_and_one_must_be_thrown(tmp_path: Path) -> None:
    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await predicted(sitting)
        await entered(sitting, ["blue", "red", "green", "yellow", "wizard", "jester", "blue"])
        await both_wait(sitting)
        assert keys(sitting)["stay 1"] == "keep red"
        await sitting.pick(1, "stay 1")
        assert keys(sitting)["stay 1"] == "throw red"
        await sitting.pick(1, "stay 1")
        assert keys(sitting)["stay 1"] == "keep red"
        for place in range(6):
            await sitting.pick(1, f"stay {place}")
        assert "stay 6" not in keys(sitting), "else nothing would be thrown"
        await sitting.pick(1, "stay 0")
        assert "stay 6" in keys(sitting)

    at_the_table(tmp_path, main, WIZARD, seed=1)


def test_kept_dice_that_are_not_there_are_laid_down_as_they_were(tmp_path: Path) -> None:
    """After a restart the simulated tray is empty; what a hand lays down is no throw, and raises no doubt."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await predicted(sitting)
        await entered(sitting, ["blue", "blue", "green", "red", "red", "red", "red"])
        await both_wait(sitting)
        for place in range(2):
            await sitting.pick(1, f"stay {place}")
        await sitting.press(1, "ok")
        await lying(sitting, bench)
        assert bench.camera.doubt is None
        read_truly(sitting, bench)
        threw = last(sitting, Threw)
        assert isinstance(threw, Threw)
        assert threw.dice["wizard"].count("blue") >= 2
        assert sorted(threw.dice["wizard"]) == sorted(map(str, bench.faces()["wizard"]))

    at_the_table(tmp_path, main, WIZARD, seed=2)


def test_dice_that_must_stay_are_never_offered_and_never_thrown(tmp_path: Path) -> None:
    """„Narren dürfen nicht neu gewürfelt werden“."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await predicted(sitting)
        await entered(sitting, ["jester", "blue", "red", "jester", "red", "red", "red"])
        await both_wait(sitting)
        assert list(keys(sitting)) == ["stay 1", "stay 2", "stay 4", "stay 5", "stay 6", "by_hand"]
        await sitting.press(1, "ok")
        await lying(sitting, bench)
        assert sitting.seen.told("rejected") == []
        assert sitting.view["game"]["dice"][0] == sitting.view["game"]["dice"][3] == "jester"

    at_the_table(tmp_path, main, CARDS, seed=3, card="frozen_jesters")


def test_of_several_players_only_the_die_that_leans_is_taken_up(tmp_path: Path) -> None:
    """A single die is thrown again; the one that counts already stays where it lies."""

    async def main(sitting: Sitting, bench: TrayBench) -> None:
        await sitting.pick(1, "d6")
        await sitting.pick(2, "d12")
        bench.camera.plan(Mishap.COCKED)
        await sitting.press(1, "ok")
        await sitting.press(2, "ok")
        await sitting.loop.until(lambda: looks(sitting) == 1)
        await sitting.rest()
        assert sitting.asked() == {1: Ask.READY}, "only the d6 is still to come"
        (stays,) = (die for die in bench.tray.truth() if die.kind == "d12")
        await sitting.press(1, "ok")
        await sitting.loop.until(lambda: bench.done and not bench.camera.busy)
        assert sorted(bench.faces()) == ["d12", "d6"]
        assert near(stays, bench.tray.truth()), "nothing has touched it with this seed"

    start = Started("ueberwurf", 1, 2, ("Anna", "Jörg"), dice=DiceRules(cocked="again"))
    at_the_table(tmp_path, main, start, seed=4)
