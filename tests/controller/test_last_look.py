"""Which picture belongs to the last throw, and what is said where none does, or where something else counts."""

from collections.abc import Sequence

import pytest

from controller.card.content import card_of
from controller.i18n import render
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    ByHand,
    Corrected,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    PictureRead,
    Started,
    Threw,
    Undone,
)
from controller.last_look import LastLook, last_look
from controller.matching import OpenDie
from tests.controller.test_halting import ROUND, START, chosen, folded, seen

BEGUN = (START, *ROUND)
NEXT = (chosen(1, "d12"), chosen(2, "d6"))
ENTERED = (
    FaceEntered(1, 0, 7), FaceEntered(2, 1, 3), FaceJudged(2, 0, agrees=True), FaceJudged(1, 1, agrees=True),
    Threw(1, {"d12": (7,)}), Threw(2, {"d6": (3,)}),
)  # fmt: skip
BY_HAND = "Entered by hand: there is no picture of the last throw."


def told(history: Sequence[AnyEntry], dice: Sequence[OpenDie] = ()) -> tuple[str, str]:
    look = last_look(history, dice)
    return look.picture, render(look.note) if look.note else ""


def test_before_the_first_look_there_is_nothing_and_nothing_to_say() -> None:
    assert last_look((START, *ROUND[:2])) == LastLook()


def test_the_picture_of_the_last_throw_stays_until_the_next_one_is_looked_at() -> None:
    assert told(BEGUN) == ("1", "")
    assert told((*BEGUN, *NEXT)) == ("1", "")
    assert told((*BEGUN, *NEXT, PictureRead("2", (seen("d12", 7), seen("d6", 3))))) == ("2", "")


@pytest.mark.parametrize("so_far", range(len(ENTERED) + 1))
def test_no_older_picture_stands_beside_a_throw_that_is_entered_by_hand(so_far: int) -> None:
    """The fault: the picture of the throw before stood there, and nobody was told."""
    assert told((*BEGUN, *NEXT, ByHand(1), *ENTERED[:so_far])) == ("", BY_HAND)


def test_nor_beside_a_throw_whose_picture_was_lost() -> None:
    lost = (*BEGUN, *NEXT, PictureRead("", (), "the camera is gone"))
    assert told(lost) == ("", "There is no picture of the last throw: the camera is gone")
    assert told((*lost, *ENTERED)) == ("", "There is no picture of the last throw: the camera is gone")


def test_an_undone_throw_takes_its_picture_along() -> None:
    undone = (*BEGUN, *NEXT, PictureRead("2", (seen("d12", 7),)), Undone(len(BEGUN) + 2))
    assert told(undone) == ("1", "")
    assert told((*BEGUN[:4], Undone(3))) == ("", "")
    assert told((*BEGUN, *NEXT, ByHand(1), Undone(len(BEGUN) + 2))) == ("1", ""), "and one by hand what is said of it"


def test_so_does_an_annulled_round() -> None:
    assert told((*BEGUN, Annulled(1, 1, 5, "Referee", "pushed"))) == ("", "")


def test_where_something_else_counts_than_was_read_both_are_told() -> None:
    corrected = (*BEGUN, Corrected(4, "Referee", "misread", dice={"d20": (18,)}))
    assert told(corrected) == ("1", "What counts: d20 18. The camera had read: d20 13.")
    assert told((*corrected, *NEXT)) == ("1", "What counts: d20 18. The camera had read: d20 13.")
    back = (*corrected, Corrected(4, "Referee", "it was right", dice={"d20": (13,)}))
    assert told(back) == ("1", "")


def test_so_it_is_while_the_throw_does_not_count_yet() -> None:
    read = (START, *ROUND[:2], PictureRead("1", (seen("d20", 13), seen("d8", 5, "unsure"))))
    dice = (OpenDie(1, "d20", 18, settled=True), OpenDie(2, "d8"))
    assert told((*read, FaceAgreed(0, 18)), dice) == ("1", "What counts: d20 18. The camera had read: d20 13.")
    assert told(read, folded(*read[1:]).dice) == ("1", ""), "what was not certain contradicts nothing"


def test_a_die_that_belongs_to_nobody_contradicts_nothing() -> None:
    read = PictureRead("1", (seen("d20", 13), seen("d8", 5), seen("d8", 2), seen("d4", 1)))
    assert told((START, *ROUND[:2], read, *ROUND[3:])) == ("1", "")


def test_symbols_and_a_zero_are_told_as_they_stand_on_the_dice() -> None:
    wizard = Started("wizard", 1, 2)
    read = PictureRead("1", (seen("wizard", "red"), seen("wizard", "blue")))
    threw = Threw(1, {"wizard": ("yellow", "blue")})
    assert told((wizard, read, threw)) == ("1", "What counts: yellow. The camera had read: red.")
    zero = (START, PictureRead("1", (seen("d10", 0),)), Threw(1, {"d10": (10,)}))
    assert told(zero) == ("1", "")


def test_no_card_shows_the_picture_of_the_round_before() -> None:
    """A lost picture has no name; the last one that was used is that of the throw before."""
    lost = (*BEGUN, *NEXT, PictureRead("", (), "the camera is gone"), *ENTERED)
    by_hand = (*BEGUN, *NEXT, ByHand(1), *ENTERED)
    for history in (lost, by_hand):
        assert card_of(history, 1).pictures == ("1",)
        assert card_of(history, 2).pictures == ()
