"""Faces entered against a sure reading of the same dice: the station asks once more, names both, and keeps both."""

import pytest

from controller import i18n
from controller.asking import Beside, prompts
from controller.i18n import render
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    Chosen,
    DiceRules,
    FaceEntered,
    FaceJudged,
    PictureRead,
    Rejected,
    Seen,
    Started,
    Threw,
)
from controller.journal.seal import seal
from controller.panel.keypad import Ask
from controller.play import Play, begin, replay
from controller.rules import core
from vision.reading import Face, Status

BOX = (0, 0, 60, 60)


def read(face: Face | None, status: Status = Status.READ, kind: str = "d6", outside: bool = False) -> Seen:
    return Seen(kind, face, 0.99, status.value, BOX, 0, outside)


def chosen(seat: int, value: str) -> Chosen:
    return Chosen(seat, value, "n", seal("n", value))


# Both throw a W6: each is read, and nothing tells whose is whose.
BOTH: tuple[AnyEntry, ...] = (chosen(1, "d6"), chosen(2, "d6"))
PICTURE = PictureRead("p", (read(3), read(5)))


def at(*entries: AnyEntry) -> Play:
    started = Started("ueberwurf", 1, 2, ("Anna", "Jörg"), dice=DiceRules())
    return replay((started, *BOTH, *entries))[0]


def asked(play: Play) -> dict[int, tuple[Ask, str]]:
    return {seat: (one.ask, render(one.about, play.names)) for seat, one in prompts(play, Beside()).items()}


def test_what_goes_together_is_confirmed_as_ever() -> None:
    play = at(PICTURE, FaceEntered(1, 0, 5), FaceEntered(2, 1, 3))
    assert asked(play) == {
        2: (Ask.CONFIRM, "Anna says: d6 shows 5. Right?"),
        1: (Ask.CONFIRM, "Jörg says: d6 shows 3. Right?"),
    }


def test_another_face_than_was_read_is_asked_for_once_more_and_both_are_named() -> None:
    play = at(PICTURE, FaceEntered(1, 0, 6), FaceEntered(2, 1, 5))
    question = "Camera: 3 and 5; entered: 5 and 6. Look again: what does your d6 show?"
    assert asked(play) == {1: (Ask.FACE, question)}, "one after the other"
    assert asked(at(PICTURE, FaceEntered(1, 0, 6), FaceEntered(2, 1, 5), FaceEntered(1, 0, 6))) == {
        2: (Ask.FACE, question)
    }
    i18n.use("de")
    german = asked(play)[1][1]
    i18n.use("en")
    assert german == "Kamera: 3 und 5; eingegeben: 5 und 6. Sieh noch einmal hin: Was zeigt dein W6?"


def test_who_looks_again_and_sees_what_was_read_ends_it() -> None:
    play = at(PICTURE, FaceEntered(1, 0, 6), FaceEntered(2, 1, 5), FaceEntered(1, 0, 3))
    assert asked(play) == {
        2: (Ask.CONFIRM, "Anna says: d6 shows 3. Right?"),
        1: (Ask.CONFIRM, "Jörg says: d6 shows 5. Right?"),
    }


def test_who_stays_with_it_is_asked_no_third_time_and_the_other_is_told() -> None:
    entries = (PICTURE, FaceEntered(1, 0, 6), FaceEntered(2, 1, 5), FaceEntered(1, 0, 6), FaceEntered(2, 1, 5))
    play = at(*entries)
    assert asked(play) == {
        2: (Ask.CONFIRM, "Camera: 3 and 5; entered: 5 and 6. Does d6 of Anna really show 6?"),
        1: (Ask.CONFIRM, "Camera: 3 and 5; entered: 5 and 6. Does d6 of Jörg really show 5?"),
    }
    play = at(*entries, FaceJudged(2, 0, True), FaceJudged(1, 1, True))
    assert play.counted_throws() == [Threw(1, {"d6": (6,)}), Threw(2, {"d6": (5,)})], "people have the last word"
    kept = [entry for entry in play.history if isinstance(entry, PictureRead | FaceEntered)]
    assert kept == list(entries), "the record keeps both, each time"


def test_who_disputes_starts_anew() -> None:
    twice = (FaceEntered(1, 0, 6), FaceEntered(2, 1, 5), FaceEntered(1, 0, 6), FaceEntered(2, 1, 5))
    play = at(PICTURE, *twice, FaceJudged(2, 0, False))
    assert asked(play)[1] == (Ask.FACE, "Enter what your d6 shows")
    again = at(PICTURE, *twice, FaceJudged(2, 0, False), FaceEntered(1, 0, 2))
    assert asked(again)[1][0] is Ask.FACE, "another contradiction is another question"
    assert "entered: 2 and 5" in asked(again)[1][1]


QUIET = {
    "not certain": PictureRead("p", (read(3, Status.UNSURE), read(5))),
    "one not certain": PictureRead("p", (read(None, Status.UNSURE), read(6))),
    "no picture": PictureRead("p", (), "no camera"),
    "beside the tray": PictureRead("p", (read(3, outside=True), read(5, outside=True))),
    "more dice than theirs": PictureRead("p", (read(3), read(4), read(5))),
    "another kind": PictureRead("p", (read(3, kind="d8"), read(5))),
}


@pytest.mark.parametrize("picture", QUIET.values(), ids=QUIET)
def test_nothing_is_claimed_that_was_not_read_for_sure(picture: PictureRead) -> None:
    play = at(picture, FaceEntered(1, 0, 6), FaceEntered(2, 1, 5))
    assert [ask for ask, _text in asked(play).values()] == [Ask.CONFIRM, Ask.CONFIRM]


def test_a_die_that_was_read_among_others_that_were_not() -> None:
    play = at(PictureRead("p", (read(3), read(None, Status.UNSURE))), FaceEntered(1, 0, 6), FaceEntered(2, 1, 5))
    assert asked(play)[1] == (Ask.FACE, "Camera: 3; entered: 5 and 6. Look again: what does your d6 show?")


@pytest.mark.parametrize("between", [Rejected("a die has moved")])
def test_a_picture_of_another_throw_says_nothing(between: AnyEntry) -> None:
    play = at(PICTURE, between, ByHand(1), FaceEntered(1, 0, 6), FaceEntered(2, 1, 5))
    assert [ask for ask, _text in asked(play).values()] == [Ask.CONFIRM, Ask.CONFIRM]


def test_what_was_confirmed_is_entered_no_more() -> None:
    play = at(PICTURE, FaceEntered(1, 0, 5), FaceEntered(2, 1, 3), FaceJudged(2, 0, True))
    with pytest.raises(core.IllegalAnswer):
        play.fold(FaceEntered(1, 0, 6))
    with pytest.raises(core.IllegalAnswer):
        play.fold(FaceEntered(1, 1, 6))


def test_a_record_with_a_second_look_is_judged_anew_as_it_was() -> None:
    """A correction judges everything again, entry by entry."""
    play = at(
        *(PICTURE, FaceEntered(1, 0, 6), FaceEntered(2, 1, 5), FaceEntered(1, 0, 6), FaceEntered(2, 1, 5)),
        *(FaceJudged(2, 0, True), FaceJudged(1, 1, True), Threw(1, {"d6": (6,)}), Threw(2, {"d6": (5,)})),
    )
    stepped = begin(play.start)[0]
    for entry in play.history[1:]:
        stepped, _events = stepped.step(entry)
    assert stepped.state == play.state
