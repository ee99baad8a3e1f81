"""House rules for dice that lie otherwise than they should: what counts, and what is thrown again."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from controller.i18n import render
from controller.journal.entries import DiceRules, PictureRead, Seen
from controller.matching import OpenDie, faults, glyphs, lying
from controller.play import Phase, Play, begin
from controller.rules.core import Event
from controller.throwing import looked
from tests.controller.sitting import START
from tests.controller.test_halting import chosen, seen

NAMES = {1: "Anna", 2: "Jörg"}
TWO = (OpenDie(1, "d6"), OpenDie(2, "d8"))
SAME = (OpenDie(1, "d6"), OpenDie(2, "d6"))
OPEN: list[Any] = [None, None]


def look(
    rules: DiceRules | None, *dice: Seen, asked: tuple[OpenDie, ...] = TWO, again: int = 0
) -> tuple[tuple[OpenDie, ...], list[Event]]:
    return looked(asked, PictureRead("1", dice), rules, again)


def told(events: Sequence[Event]) -> list[str]:
    return [render(event.text, NAMES) for event in events]


READ = seen("d6", 2)
CASES = [
    ("cocked", (READ, seen("d8", 5, "cocked")), "d8 of Jörg leans"),
    ("missing", (READ,), "d8 of Jörg is not in the picture"),
    ("wrong", (READ, seen("d12", 5)), "d12 lies there instead of d8 of Jörg"),
]


@pytest.mark.parametrize(("case", "dice", "sentence"), CASES, ids=[case[0] for case in CASES])
def test_by_default_the_die_is_entered_and_what_was_read_counts(case: str, dice: Sequence[Seen], sentence: str) -> None:
    result, events = look(DiceRules(), *dice)
    assert result == (OpenDie(1, "d6", 2, settled=True), OpenDie(2, "d8"))
    assert events[0].name == case
    assert events[0].seat == 2
    assert told(events)[0].startswith(sentence)
    assert told(events)[0].endswith("entered")
    assert events[-1].name == "asked"


@pytest.mark.parametrize(("case", "dice", "sentence"), CASES, ids=[case[0] for case in CASES])
def test_where_the_house_wants_it_this_die_is_thrown_again(case: str, dice: Sequence[Seen], sentence: str) -> None:
    rules = msgspec.structs.replace(DiceRules(), **{case: "again"})
    result, events = look(rules, *dice)
    assert result == (OpenDie(1, "d6", 2, settled=True), OpenDie(2, "d8", again=True))
    assert told(events)[0].startswith(sentence)
    assert [event.name for event in events] == [case, "read"], "nobody is asked to enter it"


@pytest.mark.parametrize(("case", "dice", "_sentence"), CASES, ids=[case[0] for case in CASES])
def test_or_the_whole_throw_is_made_again(case: str, dice: Sequence[Seen], _sentence: str) -> None:
    rules = msgspec.structs.replace(DiceRules(again="throw"), **{case: "again"})
    result, events = look(rules, *dice)
    assert result == ()
    assert [event.name for event in events] == [case], "nothing of it counts, so nothing of it is read out"


SURPLUS = (READ, seen("d8", 5), seen("d20", 7))


def test_a_die_too_many_leaves_nothing_certain() -> None:
    result, events = look(DiceRules(), *SURPLUS)
    assert [die.face for die in result] == OPEN
    assert told(events)[0] == "d20 is too many beside d6, d8 of Anna and Jörg; all are entered"


def test_with_a_die_too_many_all_is_thrown_again_where_the_house_wants_it() -> None:
    result, events = look(DiceRules(surplus="again"), *SURPLUS)
    assert result == ()
    assert told(events) == ["d20 is too many beside d6, d8 of Anna and Jörg; take it away, throw again"]


def test_a_die_that_nobody_throws_may_be_ignored() -> None:
    result, events = look(DiceRules(surplus="ignore"), *SURPLUS)
    assert [die.face for die in result] == [2, 5]
    assert told(events)[0].endswith("does not count")
    # Of the kinds that are thrown any may be the one too many.
    more, _events = look(DiceRules(surplus="ignore"), READ, seen("d8", 5), seen("d8", 7))
    assert [die.face for die in more] == [2, None]


def test_dice_too_many_that_are_doubtful_are_told_by_their_number() -> None:
    result, events = look(DiceRules(surplus="again"), READ, seen("d8", 5), *[seen("d20", 7, "unsure")] * 19)
    assert [die.face for die in result] == OPEN
    assert told(events) == [
        "The camera sees 21 dice in place of 2: take away what is not of this throw, then enter: d6, d8"
    ]


@pytest.mark.parametrize(
    "dice",
    [
        (READ, seen("d12", 5, "unsure")),
        (READ, seen("d8", 5, "unsure")),
        (READ, seen("d8", 5), seen("d20", 7, "unsure")),
        (READ, seen("d12", 3, "cocked")),
        (READ, seen("d8", 5)),
    ],
    ids=["a doubtful type", "a doubtful face", "a doubtful die too many", "cocked and doubtful", "nothing"],
)
def test_nothing_is_claimed_of_a_doubtful_picture(dice: Sequence[Seen]) -> None:
    assert faults(TWO, dice) == []


def test_equal_dice_of_two_seats_are_named_with_both() -> None:
    """Whose die is missing nobody can see."""
    result, events = look(DiceRules(missing="again"), seen("d6", 3), asked=SAME)
    assert result == ()
    assert told(events) == ["d6 of Anna and Jörg is not in the picture and is thrown again"]


def test_what_stays_is_not_read_anew() -> None:
    dice = (OpenDie(1, "d6", 2, settled=True), OpenDie(2, "d8", again=True))
    result, events = look(DiceRules(), seen("d6", 4), seen("d8", 7), asked=dice)
    assert [die.face for die in result] == [2, 7]
    assert told(events) == ["The camera reads d8: 7"]


STAYS = (OpenDie(1, "d6", 6, settled=True), OpenDie(2, "d8", again=True))


@pytest.mark.parametrize("dice", [(), (seen("d12", 2),), (seen("d6", 2, "cocked"),)], ids=["away", "swapped", "leans"])
def test_nothing_is_claimed_of_a_die_that_stays(dice: tuple[Seen, ...]) -> None:
    every = DiceRules("again", "again", "again", "again")
    result, events = look(every, *dice, seen("d8", 7), asked=STAYS)
    assert [die.face for die in result] == [6, 7]
    assert told(events) == ["The camera reads d8: 7"]


def test_a_die_that_stays_is_not_thrown_again_with_another_one() -> None:
    result, events = look(DiceRules("again", "again"), seen("d8", 4, "cocked"), asked=STAYS)
    assert result == STAYS
    assert told(events) == ["d8 of Jörg leans and is thrown again"]


@pytest.mark.parametrize(("shown", "face"), [((3, 5), None), ((5, 3), None), ((5, 5), 5)])
def test_beside_an_equal_die_that_stays_only_a_face_that_both_show_is_certain(
    shown: tuple[int, int], face: int | None
) -> None:
    """The picture knows no order: which of a seat's equal dice was thrown again is nowhere to be seen."""
    own = (OpenDie(1, "wizard", 5, settled=True), OpenDie(1, "wizard", again=True))
    result, _events = look(DiceRules(), *(seen("wizard", one) for one in shown), asked=own)
    assert [die.face for die in result] == [5, face]
    assert not any(die.again for die in result)


def test_only_those_of_equal_dice_are_entered_that_were_not_read() -> None:
    own = (OpenDie(1, "wizard"),) * 3
    dice = (seen("wizard", "red"), seen("wizard", "blue", "unsure"), seen("wizard", "jester"))
    result, events = look(DiceRules(equal="each"), *dice, asked=own)
    assert [(die.face, die.settled) for die in result] == [("red", True), ("jester", True), (None, False)]
    assert told(events)[-1] == "Not certain from the picture, please enter: Wizard die"
    result, _events = look(DiceRules(), *dice, asked=own)
    assert [die.face for die in result] == [None, None, None], "as in records from before"


def test_a_picture_that_cannot_be_had_leads_to_no_other_throw() -> None:
    rules = DiceRules(missing="again")
    result, events = looked(TWO, PictureRead("", (), "The camera is gone."), rules, 0)
    assert [die.face for die in result] == OPEN
    assert [event.name for event in events] == ["asked"]


def test_after_three_throws_in_vain_the_dice_are_entered() -> None:
    """A camera that never sees a die must not keep the game from going on."""
    start = msgspec.structs.replace(START, dice=DiceRules(missing="again"))
    now, _events = begin(start)
    for entry in (chosen(1, "d6"), chosen(2, "d8")):
        now, _events = now.fold(entry)
    phases = []
    for picture in range(4):
        now, _events = now.fold(PictureRead(str(picture), (READ,)))
        phases.append(now.phase)
    assert phases == [Phase.THROW, Phase.THROW, Phase.THROW, Phase.CONFIRM]
    assert [die.face for die in now.dice] == [2, None]


def thrown(now: Play, *entries: Any) -> Play:
    for entry in entries:
        now, _events = now.fold(entry)
    return now


def test_the_next_throw_has_its_own_three_tries() -> None:
    start = msgspec.structs.replace(START, dice=DiceRules(missing="again"))
    now = thrown(begin(start)[0], chosen(1, "d6"), chosen(2, "d8"), PictureRead("1", (READ,)))
    assert now.again == 1
    now = thrown(now, PictureRead("2", (READ, seen("d8", 5))), *now_counted(now))
    assert now.again == 0


def now_counted(now: Play) -> list[Any]:
    read, _events = now.fold(PictureRead("2", (READ, seen("d8", 5))))
    return list(read.counted_throws())


@pytest.mark.parametrize("kind", ["d4", "d10", "d100"])
def test_what_counts_and_what_is_written_on_the_dice_fit(kind: str) -> None:
    from controller.matching import counted

    for value in range(1, int(kind[1:]) + 1):
        assert counted(kind, glyphs(kind, value)) == (value,)
    assert [die.type for die in lying(1, {kind: (1,)})] == (["d%", "d10"] if kind == "d100" else [kind])


def test_a_die_beside_the_tray_is_named_so() -> None:
    beside = Seen("d8", 5, 0.9, "read", (0, 0, 9, 9), outside=True)
    result, events = look(DiceRules(), READ, beside)
    assert result == (OpenDie(1, "d6", 2, settled=True), OpenDie(2, "d8"))
    assert told(events)[0] == "d8 of Jörg lies beside the tray and is entered"
    assert events[0].name == "outside"
    result, events = look(DiceRules(missing="again"), READ, beside)
    assert result == (OpenDie(1, "d6", 2, settled=True), OpenDie(2, "d8", again=True))
    assert told(events)[0] == "d8 of Jörg lies beside the tray and is thrown again"


def test_what_lies_beside_the_tray_is_not_too_many() -> None:
    other = Seen("d20", 5, 0.9, "read", (0, 0, 9, 9), outside=True)
    result, events = look(DiceRules(), READ, seen("d8", 5), other)
    assert [die.face for die in result] == [2, 5]
    assert [event.name for event in events] == ["read", "read"]


def test_of_equal_dice_the_one_that_leans_is_known_by_its_zone() -> None:
    leans = Seen("d6", None, 0.9, "cocked", (0, 0, 9, 9), 2)
    _result, events = look(DiceRules(cocked="again"), Seen("d6", 3, 0.9, "read", (0, 0, 9, 9), 1), leans, asked=SAME)
    assert told(events)[0] == "d6 of Jörg leans and is thrown again"
