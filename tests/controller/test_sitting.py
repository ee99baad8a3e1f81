"""At the table: stopping the game, entering by hand, agreeing, and what a power cut leaves of it."""

import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.errors import RefereeError
from controller.journal.entries import AnyEntry, DiceRules, Halted, PictureRead, Started
from controller.journal.lines import Step
from controller.journal.store import Journal
from controller.looking import Glance
from controller.panel.keypad import Ask
from controller.play import Phase, begin
from tests.controller.game import FakeEyes, seen
from tests.controller.sitting import START, Sitting
from tests.panel.clock import StillLoop, run
from vision.errors import CameraError
from vision.reading import Status

FIRST = [seen("d6", 2), seen("d8", 5)]
THREE = Started("overload", 1, 3, ("Anna", "Jörg", "Wu"), dice=DiceRules())
ONE_ROUND = Started("ueberwurf", 1, 2, ("Anna", "Jörg"), variants=("schlichtungswurf",), dice=DiceRules())

People = Callable[[StillLoop], Coroutine[Any, Any, None]]


def kinds(entries: Sequence[AnyEntry]) -> list[str]:
    return [type(entry).__name__ for entry in entries]


async def to_the_throw(table: Sitting) -> None:
    await table.pick(1, "d6")
    await table.pick(2, "d8")
    assert table.asked() == {1: Ask.READY, 2: Ask.READY}


async def first_round(table: Sitting) -> None:
    await to_the_throw(table)
    await table.press(1, "ok")
    await table.press(2, "ok")


# --- challenge --------------------------------------------------------------------------------------------------------


def test_a_throw_is_challenged_and_the_game_goes_on_from_the_corrected_entry(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await first_round(table)
            assert table.view["verdict"]["seat"] == 2
            await table.pick(1, "d4")
            await table.press(2, "hold")
            assert table.view["phase"] == "challenge"
            stopped = table.view["challenge"]
            assert [(die["die"], die["face"]) for die in stopped["dice"]] == [("d6", 2), ("d8", 5)]
            assert stopped["picture"] == table.seen.glances[-1]
            assert table.asked() == {2: Ask.HALT}
            await table.pick(2, "face", "0", "4")
            assert table.asked() == {1: Ask.AGREE}
            assert table.seen.told("proposed") == ["Jörg says: d6 of Anna shows 4, not 2"]
            await table.press(1, "ok")
            assert table.view["phase"] == "choose"
            assert table.view["verdict"]["rule"] == "patt"
            assert [event["rule"] for event in table.seen.events if event["event"] == "verdict"] == ["dominanz", "patt"]
            assert table.asked() == {1: Ask.CHOICE, 2: Ask.CHOICE}, "what was locked behind it is open again"

    run(people)


def test_who_disagrees_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await first_round(table)
            before = table.play.state
            await table.press(2, "hold")
            await table.pick(2, "face", "0", "4")
            await table.press(1, "back")
            assert table.asked() == {2: Ask.HALT}
            await table.pick(2, "go_on")
            assert table.play.state == before
            assert table.asked() == {1: Ask.CHOICE, 2: Ask.CHOICE}
            assert table.seen.told("refuses") == ["Anna does not agree"]

    run(people)


def test_the_throw_that_has_ended_the_game_can_be_challenged(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False), ONE_ROUND) as table:
            await first_round(table)
            assert (await table.game).outcome is not None
            assert table.journal.unfinished() is None
            table.game = loop.create_task(table.table.halt_again(1))
            await table.rest()
            assert table.journal.unfinished() == table.number, "after a power cut the challenge goes on"
            assert table.view["phase"] == "challenge"
            await table.pick(1, "face", "0", "4")
            await table.press(2, "ok")
            assert table.play.outcome is None, "a Patt is played again"
            assert table.asked() == {1: Ask.CHOICE, 2: Ask.CHOICE}

    run(people)


def test_of_three_all_others_are_asked_and_one_is_enough_to_refuse(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes([seen("d8", 3)], automatic=False), THREE) as table:
            await table.pick(1, "A", "0")
            await table.press(1, "ok")
            await table.press(3, "hold")
            await table.pick(3, "face", "5")
            assert table.asked() == {1: Ask.AGREE, 2: Ask.AGREE}
            await table.press(2, "ok")
            assert table.asked() == {1: Ask.AGREE}
            await table.press(1, "ok")
            figures = table.view["game"]["seats"][0]["figures"]
            assert sorted(figure["position"] for figure in figures) == [0, 5]

    run(people)


def test_a_step_is_undone_when_all_agree(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await to_the_throw(table)
            await table.press(1, "hold")
            await table.pick(1, "undo")
            await table.press(2, "ok")
            assert table.asked() == {1: Ask.CHOICE, 2: Ask.CHOICE}
            assert [seat["die"] for seat in table.view["game"]["seats"]] == [None, None]

    run(people)


def test_a_stopped_game_is_found_stopped_after_a_power_cut_with_the_same_questions(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = FakeEyes(FIRST, automatic=False)
        async with Sitting(loop, tmp_path, eyes) as table:
            await first_round(table)
            await table.press(2, "hold")
        for asked, keys in (({2: Ask.HALT}, ("face", "0", "4")), ({1: Ask.AGREE}, ())):
            async with Sitting(loop, tmp_path, eyes) as table:
                assert table.view["phase"] == "challenge"
                assert table.asked() == asked
                for key in keys:
                    await table.pick(2, key)
        async with Sitting(loop, tmp_path, eyes) as table:
            assert table.view["challenge"]["proposal"]["text"] == "Jörg says: d6 of Anna shows 4, not 2"
            await table.press(1, "ok")
            assert table.view["verdict"]["rule"] == "patt"

    run(people)


def test_the_agreement_that_was_written_last_counts_after_a_power_cut(tmp_path: Path) -> None:
    """The seats have agreed, and the power goes before what follows from it is written."""

    async def people(loop: StillLoop) -> None:
        eyes = FakeEyes(FIRST, automatic=False)
        async with Sitting(loop, tmp_path, eyes) as table:
            await first_round(table)
            await table.press(2, "hold")
            await table.pick(2, "face", "0", "4")
            await table.press(1, "ok")
            entries = table.entries()
        assert kinds(entries)[-2:] == ["ProposalJudged", "Corrected"]
        (tmp_path / "cut").mkdir()
        with Journal(tmp_path / "cut/journal.db") as journal:
            journal.begin(START)
            journal.append(1, [Step(entry) for entry in entries[1:-1]])
        async with Sitting(loop, tmp_path / "cut", eyes) as table:
            assert kinds(table.entries()) == kinds(entries)
            assert table.view["verdict"]["rule"] == "patt"

    run(people)


def test_a_decision_that_nobody_foresaw_never_ends_the_game(tmp_path: Path) -> None:
    def broken(play: object) -> list[AnyEntry]:
        raise ValueError("no such face")

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await to_the_throw(table)
            with pytest.raises(RefereeError, match="cannot be decided"):
                await table.table.rule(broken)
            assert table.asked() == {1: Ask.READY, 2: Ask.READY}

    run(people)


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_a_seat_may_enter_by_hand_instead_of_having_the_throw_read(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = FakeEyes(FIRST, automatic=False)
        async with Sitting(loop, tmp_path, eyes) as table:
            await to_the_throw(table)
            await table.pick(1, "by_hand")
            await table.press(2, "ok")
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
            assert table.seen.told("by_hand") == ["Anna wants to enter by hand: d6, d8"]
            await table.pick(1, "6")
            assert table.asked() == {2: Ask.FACE}, "nobody's own entry is cut off by another one's"
            await table.pick(2, "5")
            assert table.asked() == {1: Ask.CONFIRM, 2: Ask.CONFIRM}, "each confirms the other's"
            await table.press(2, "ok")
            await table.press(1, "ok")
            assert table.view["phase"] == "choose"
            assert eyes.asked == [], "nobody has looked"

    run(people)


def test_the_wish_to_enter_by_hand_is_kept_over_a_power_cut(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = FakeEyes(FIRST, automatic=False)
        async with Sitting(loop, tmp_path, eyes) as table:
            await to_the_throw(table)
            await table.press(2, "hold")
            await table.pick(2, "by_hand")
            assert table.asked() == {1: Ask.AGREE}
        async with Sitting(loop, tmp_path, eyes) as table:
            assert table.asked() == {1: Ask.AGREE}
            await table.press(1, "ok")
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
        async with Sitting(loop, tmp_path, eyes) as table:
            assert table.play.phase is Phase.CONFIRM
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}

    run(people)


def test_the_camera_is_taken_back_when_it_works_again(tmp_path: Path) -> None:
    """It dies in one throw, which is entered; the next one is read again, and everybody is told."""

    async def people(loop: StillLoop) -> None:
        second = [seen("d4", 3), seen("d20", 5)]
        eyes = FakeEyes(CameraError("The camera is gone."), second, automatic=False)
        async with Sitting(loop, tmp_path, eyes) as table:
            await first_round(table)
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
            await table.pick(1, "6")
            await table.press(2, "ok")
            await table.pick(2, "5")
            await table.press(2, "ok")
            await table.press(1, "ok")
            await table.pick(1, "d4")
            await table.pick(2, "d20")
            await table.press(1, "ok")
            await table.press(2, "ok")
            assert table.seen.told("camera_back") == ["The camera gives pictures again"]
            assert table.play.state.view()["round"] == 3

    run(people)


class Hanging:
    """Eyes that hang until they are let go."""

    automatic = False

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.looks = 0
        self.back = False

    def look(self, kinds: Sequence[str]) -> Glance:
        self.looks += 1
        self.go_on.wait(60)
        self.back = True
        return FakeEyes([seen(kind, 1) for kind in kinds]).look(kinds)


def test_a_look_that_takes_too_long_is_given_up_and_its_late_result_counts_for_nothing(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Hanging()
        async with Sitting(loop, tmp_path, eyes, look_seconds=20) as table:
            await to_the_throw(table)
            table.table.press(1, "ok")
            table.table.press(2, "ok")
            await loop.rest()
            await loop.until(lambda: eyes.looks == 1)
            loop.let_hang()
            assert table.view["phase"] == "reading"
            await loop.leap(21)
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
            assert "for 20 seconds" in table.seen.told("asked")[0]
            eyes.go_on.set()
            await loop.until(lambda: table.table._throw.look._lost is None)
            await table.rest()
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
            assert sum(isinstance(entry, PictureRead) for entry in table.entries()) == 1
            await table.press(1, "hold")
            await table.pick(1, "again", "all")
            await table.press(2, "ok")
            await table.press(1, "ok")
            await table.press(2, "ok")
            assert table.play.state.view()["round"] == 2, "the camera is asked again, and answers"

    run(people)


def test_a_table_ends_while_its_camera_hangs(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Hanging()
        async with Sitting(loop, tmp_path, eyes, look_seconds=20) as table:
            await to_the_throw(table)
            table.table.press(1, "ok")
            table.table.press(2, "ok")
            await loop.until(lambda: eyes.looks == 1)
            loop.let_hang()
            await loop.leap(21)
        assert not eyes.back, "nobody has waited for it"
        eyes.go_on.set()

    run(people)


def test_while_the_camera_still_hangs_the_next_throw_is_entered_at_once(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Hanging()
        async with Sitting(loop, tmp_path, eyes, look_seconds=20) as table:
            await to_the_throw(table)
            table.table.press(1, "ok")
            table.table.press(2, "ok")
            await loop.until(lambda: eyes.looks == 1)
            loop.let_hang()
            await loop.leap(21)
            await table.press(1, "hold")
            await table.pick(1, "again", "all")
            await table.press(2, "ok")
            await table.press(1, "ok")
            await table.press(2, "ok")
            assert table.asked() == {1: Ask.FACE, 2: Ask.FACE}
            assert "still" in table.seen.told("asked")[-1]
            eyes.go_on.set()

    run(people)


def test_what_was_read_surely_stays_when_the_rest_is_entered(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        half = [seen("d6", 2), seen("d8", None, Status.UNSURE)]
        async with Sitting(loop, tmp_path, FakeEyes(half, automatic=False)) as table:
            await first_round(table)
            assert table.asked() == {2: Ask.FACE}
            await table.press(1, "hold")
            await table.pick(1, "go_on")
            assert table.asked() == {2: Ask.FACE}
            assert [die["face"] for die in table.view["dice"]] == [2, None]

    run(people)


def test_a_die_that_leans_is_thrown_again_alone_by_its_seat(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        start = msgspec.structs.replace(START, dice=DiceRules(cocked="again"))
        leaning = [seen("d6", 2), seen("d8", 4, Status.COCKED)]
        eyes = FakeEyes(leaning, [seen("d6", 2), seen("d8", 5)], automatic=False)
        async with Sitting(loop, tmp_path, eyes, start) as table:
            await first_round(table)
            assert table.seen.told("cocked") == ["d8 of Jörg leans and is thrown again"]
            assert table.asked() == {2: Ask.READY}
        async with Sitting(loop, tmp_path, eyes, start) as table:
            assert table.asked() == {2: Ask.READY}, "after a power cut as well"
            await table.press(2, "ok")
            assert table.view["verdict"]["rule"] == "dominanz"

    run(people)


def test_the_game_can_be_stopped_while_the_camera_looks(tmp_path: Path) -> None:
    """The picture that comes then is evidence, and nothing follows from it before the game goes on."""

    async def people(loop: StillLoop) -> None:
        eyes = Hanging()
        async with Sitting(loop, tmp_path, eyes, look_seconds=20) as table:
            await to_the_throw(table)
            table.table.press(1, "ok")
            table.table.press(2, "ok")
            await loop.until(lambda: eyes.looks == 1)
            table.table.press(1, "hold")
            eyes.go_on.set()
            await table.rest()
            assert [die["face"] for die in table.view["challenge"]["dice"]] == [1, 1]
            assert table.seen.told("verdict") == []
            await table.pick(1, "go_on")
            assert len(table.seen.told("verdict")) == 1

    run(people)


class Slow:
    """Eyes whose looks each last until they are let go; each sees its own number."""

    automatic = False

    def __init__(self, looks: int) -> None:
        self.go_on = [threading.Event() for _look in range(looks)]
        self.began = 0
        self.ended = 0

    def look(self, kinds: Sequence[str]) -> Glance:
        self.began += 1
        number = self.began
        self.go_on[number - 1].wait(60)
        self.ended += 1
        return FakeEyes([seen(kind, number) for kind in kinds]).look(kinds)


OVERLOAD = Started("overload", 1, 2, ("Anna", "Jörg"), dice=DiceRules())


async def load_and_throw(table: Sitting, eyes: Slow, load: str = "8") -> None:
    """Seat 1 has loaded its figure and thrown, and the camera looks."""
    await table.pick(1, "A", load)
    table.table.press(1, "ok")
    await table.loop.until(lambda: eyes.began == 1)
    table.loop.let_hang()


def test_a_look_that_a_seat_did_not_wait_for_never_counts_as_the_throw_of_the_next(tmp_path: Path) -> None:
    """The camera is slow, the die is entered by hand, and the look comes back while the next seat is to throw."""

    async def people(loop: StillLoop) -> None:
        eyes = Slow(1)
        async with Sitting(loop, tmp_path, eyes, OVERLOAD) as table:
            await load_and_throw(table, eyes)
            await table.press(1, "hold")
            await table.pick(1, "by_hand")
            await table.press(2, "ok")
            await table.pick(1, "3")
            await table.press(2, "ok")
            await table.pick(2, "A", "4")
            assert table.asked() == {2: Ask.READY}
            eyes.go_on[0].set()
            await loop.until(lambda: eyes.ended == 1)
            await table.rest()
            assert table.asked() == {2: Ask.READY}
            assert PictureRead not in [type(entry) for entry in table.entries()]

    run(people)


def test_a_look_at_a_throw_that_was_undone_counts_for_nothing(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Slow(2)
        async with Sitting(loop, tmp_path, eyes, OVERLOAD) as table:
            await load_and_throw(table, eyes)
            await table.press(1, "hold")
            await table.pick(1, "undo")
            await table.press(2, "ok")
            eyes.go_on[0].set()
            await loop.until(lambda: eyes.ended == 1)
            await table.rest()
            assert table.asked() == {1: Ask.CHOICE}, "the load is set anew, before the throw"
            await table.pick(1, "2")
            table.table.press(1, "ok")
            eyes.go_on[1].set()
            await table.rest()
            assert table.view["game"]["seats"][0]["figures"][0] == {"figure": "A", "position": 2, "discs": 2}

    run(people)


def test_a_look_that_comes_back_in_the_instant_of_an_undo_counts_for_nothing(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Slow(1)
        async with Sitting(loop, tmp_path, eyes, OVERLOAD) as table:
            await load_and_throw(table, eyes)
            await table.press(1, "hold")
            await table.pick(1, "undo")
            table.table.press(2, "ok")
            table.table._throw.look._finish(FakeEyes([seen("d8", 7)]).look(["d8"]))
            await table.rest()
            assert table.asked() == {1: Ask.CHOICE}
            eyes.go_on[0].set()

    run(people)


def test_a_look_of_the_game_before_counts_for_nothing_in_the_next(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Slow(2)
        async with Sitting(loop, tmp_path, eyes, OVERLOAD, look_seconds=20) as table:
            await load_and_throw(table, eyes)
            await table.press(1, "hold")
            await table.pick(1, "concede", "yes")
            play, opening = begin(OVERLOAD)
            table.number = table.journal.begin(OVERLOAD, opening)
            table.game = loop.create_task(table.table.play(table.number, play))
            await table.rest()
            await table.pick(1, "A", "5")
            table.table.press(1, "ok")
            await loop.rest()
            eyes.go_on[0].set()
            await loop.until(lambda: eyes.began == 2)
            loop.let_hang()
            await table.rest()
            assert table.view["phase"] == "reading"
            eyes.go_on[1].set()
            await loop.until(lambda: eyes.ended == 2)
            await table.rest()
            assert table.view["game"]["seats"][0]["figures"][0]["position"] == 2
            await loop.leap(21)
            assert table.table._throw.look._lost is None, "the camera is not given up because of the look before"

    run(people)


def test_a_table_ends_while_a_look_that_nobody_waits_for_hangs(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = Slow(1)
        async with Sitting(loop, tmp_path, eyes, OVERLOAD) as table:
            await load_and_throw(table, eyes)
            await table.press(1, "hold")
            await table.pick(1, "by_hand")
            await table.press(2, "ok")
        assert eyes.ended == 0
        eyes.go_on[0].set()

    run(people)


def test_ok_for_a_throw_that_was_entered_does_not_count_for_the_next(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        eyes = FakeEyes(FIRST, automatic=False)
        async with Sitting(loop, tmp_path, eyes) as table:
            await to_the_throw(table)
            await table.press(1, "ok")
            await table.pick(2, "by_hand")
            await table.press(1, "ok")
            await table.pick(1, "6")
            await table.pick(2, "5")
            await table.press(2, "ok")
            await table.press(1, "ok")
            await table.pick(1, "d4")
            await table.pick(2, "d20")
            assert table.asked() == {1: Ask.READY, 2: Ask.READY}
            await table.press(2, "ok")
            assert eyes.asked == [], "seat 1 has not thrown yet"

    run(people)


def test_whose_answer_is_on_its_way_is_not_asked_again_by_another_seat_s_key(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await to_the_throw(table)
            table.table.press(1, "ok")
            table.table.press(2, 1)
            assert table.asked() == {2: Ask.READY}

    run(people)


def test_nobody_loads_a_figure_after_having_seen_the_die(tmp_path: Path) -> None:
    """„Before the throw“: the die lies and cannot be read, so it is entered; it is too late for the load."""

    async def people(loop: StillLoop) -> None:
        unsure = FakeEyes([seen("d8", None, Status.UNSURE)], automatic=False)
        house: dict[str, str | int | bool] = {"load_seconds": 15}
        async with Sitting(loop, tmp_path, unsure, msgspec.structs.replace(OVERLOAD, house=house)) as table:
            await table.pick(1, "A")
            await table.press(1, "ok")
            assert table.asked() == {1: Ask.FACE}
            await loop.leap(30)
            assert table.seen.told("time_up") == [], "nor does its time run out"
            await table.pick(1, "3")
            await table.press(2, "ok")
            assert table.view["game"]["seats"][0]["figures"][0] == {"figure": "A", "position": 3, "discs": 0}

    run(people)


def test_a_tray_that_throws_by_itself_waits_for_the_load(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes([seen("d8", 3)], [seen("d8", 5)]), OVERLOAD) as table:
            await table.pick(1, "A")
            assert table.asked() == {1: Ask.CHOICE}
            await table.pick(1, "8")
            assert table.view["game"]["seats"][0]["figures"][0] == {"figure": "A", "position": 3, "discs": 8}
            await table.pick(2, "A")
            await table.press(2, "ok")
            assert table.view["game"]["seats"][1]["figures"][0] == {"figure": "A", "position": 5, "discs": 0}

    run(people)


def test_a_tray_that_throws_by_itself_throws_a_single_die_again_without_a_choice(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        unsure = [seen("wizard", "red", Status.UNSURE), *[seen("wizard", "red")] * 6]
        eyes = FakeEyes(unsure, [seen("wizard", "red")] * 7)
        async with Sitting(loop, tmp_path, eyes, msgspec.structs.replace(WIZARD, house={})) as table:
            await table.pick(1, "1 blue")
            await table.pick(2, "1 green")
            await table.press(1, "ok")
            await table.pick(1, "blue")
            await table.press(2, "ok")
            await table.press(1, "hold")
            await table.pick(1, "again", "1")
            await table.press(2, "ok")
            assert table.view["game"]["dice"] == ["blue", *["red"] * 6]

    run(people)


WIZARD = Started("wizard", 1, 2, ("Anna", "Jörg"), house={"spell_cards": True}, dice=DiceRules())


def test_dice_that_must_stay_are_found_wherever_the_picture_shows_them(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        first, second, none_left = (
            [seen("wizard", {"b": "blue", "g": "green", "j": "jester", "r": "red"}[face]) for face in faces]
            for faces in ("bjrgggj", "jbrrggj", "brrrggj")
        )
        eyes = FakeEyes(first, none_left, second, automatic=False)
        async with Sitting(loop, tmp_path, eyes, WIZARD, draw=lambda _cards: "frozen_jesters") as table:
            await table.pick(1, "1 blue")
            await table.pick(2, "1 green")
            await table.pick(1, "red")
            await table.press(1, "ok")
            await table.pick(1, "wait")
            await table.pick(2, "wait")
            await table.press(1, "ok")
            assert len(table.seen.told("rejected")) == 1, "a jester has been thrown again"
            await table.press(1, "ok")
            assert table.view["game"]["dice"] == ["blue", "jester", "red", "red", "green", "green", "jester"]

    run(people)


def test_whoever_stops_a_game_is_in_the_record(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await table.press(2, "hold")
            await table.press(1, "hold")
            assert table.entries()[1:] == [Halted(2), Halted(1)]
            assert table.asked() == {1: Ask.HALT}
            assert list(table.options(1)) == ["go_on", "concede"], "there is nothing yet to look at or to undo"

    run(people)


def test_a_seat_gives_up_on_its_panel_and_is_asked_once_more(tmp_path: Path) -> None:
    """„Concede … at any moment, by seat or referee“."""

    async def people(loop: StillLoop) -> None:
        async with Sitting(loop, tmp_path, FakeEyes(FIRST, automatic=False)) as table:
            await table.pick(2, "d8")
            await table.press(1, "hold")
            await table.pick(1, "concede", "back")
            assert table.asked() == {1: Ask.HALT}
            await table.pick(1, "concede", "yes")
            assert table.view["outcome"] == {"winner": [2], "scores": {"1": 0, "2": 0}, "reason": "conceded"}
            assert table.seen.told("conceded") == ["Anna concedes: said on the panel"]
            assert table.view["phase"] == "over"

    run(people)
