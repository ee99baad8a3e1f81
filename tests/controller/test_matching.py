"""Which die is whose: a face counts only where the picture leaves no doubt."""

from collections.abc import Sequence

import pytest

from controller.journal.entries import Seen
from controller.matching import OpenDie, counted, match, open_dice
from controller.rules.core import Throw, message

BOX = (0, 0, 9, 9)


def die(kind: str, value: int | str | None, status: str = "read") -> Seen:
    return Seen(kind, value, 0.9, status, BOX)


def throws(*dice: tuple[int, str]) -> tuple[OpenDie, ...]:
    return open_dice([Throw(seat, (kind,), message("")) for seat, kind in dice])


@pytest.mark.parametrize(
    ("asked", "seen", "faces"),
    [
        ([(1, "d6"), (2, "d8")], [die("d6", 5), die("d8", 3)], [5, 3]),
        ([(1, "d6"), (2, "d8")], [die("d8", 3), die("d6", 5)], [5, 3]),
        ([(1, "d6"), (2, "d8")], [die("d6", 5), die("d8", 3, "unsure")], [5, None]),
        ([(1, "d6"), (2, "d8")], [die("d6", 5), die("d8", 3, "cocked")], [5, None]),
        ([(1, "d6"), (2, "d8")], [die("d6", 5)], [5, None]),
        ([(1, "d6"), (2, "d8")], [], [None, None]),
        # A die too many: any of them may be the one that was not thrown.
        ([(1, "d6"), (2, "d8")], [die("d6", 5), die("d8", 3), die("d20", 3, "unsure")], [None, None]),
        ([(1, "d6"), (2, "d8")], [die("d6", 5), die("d6", 5)], [None, None]),
        # An unsure die of the same type might be the one that counts.
        ([(1, "d6"), (2, "d8")], [die("d6", 5), die("d6", 2, "unsure")], [None, None]),
        # Both throw the same type: whose is whose is certain only where it does not matter.
        ([(1, "d6"), (2, "d6")], [die("d6", 5), die("d6", 5)], [5, 5]),
        ([(1, "d6"), (2, "d6")], [die("d6", 5), die("d6", 4)], [None, None]),
        ([(1, "d6"), (2, "d6")], [die("d6", 5)], [None, None]),
        ([(1, "d6"), (2, "d8")], [die("d12", 5), die("d8", 3)], [None, 3]),
        ([(1, "d6"), (2, "d8")], [die("d6", None), die("d8", 3)], [None, 3]),
    ],
)
def test_only_what_is_certain_counts(
    asked: Sequence[tuple[int, str]], seen: Sequence[Seen], faces: Sequence[int | None]
) -> None:
    matched = match(throws(*asked), seen)
    assert [one.face for one in matched] == faces
    assert [one.settled for one in matched] == [face is not None for face in faces]


def test_equal_dice_of_one_seat_need_not_be_told_apart() -> None:
    asked = open_dice([Throw(1, ("wizard",) * 3, message(""))])
    matched = match(asked, [die("wizard", face) for face in ("red", "jester", "red")])
    assert [one.face for one in matched] == ["red", "jester", "red"]


@pytest.mark.parametrize(
    ("seen", "each", "faces"),
    [
        (
            [die("wizard", "red", "unsure"), die("wizard", "jester"), die("wizard", "blue")],
            True,
            ["jester", "blue", None],
        ),
        ([die("wizard", "red", "cocked"), die("wizard", "jester"), die("wizard", None)], True, [None, None, None]),
        # One of them is nowhere to be seen: another one may have come in its place.
        ([die("wizard", "jester"), die("wizard", "blue")], True, [None, None, None]),
        ([die("wizard", "jester"), die("wizard", "blue"), die("d6", 3, "unsure")], True, [None, None, None]),
        # Records from before such a rule.
        ([die("wizard", "red", "unsure"), die("wizard", "jester"), die("wizard", "blue")], False, [None, None, None]),
    ],
)
def test_of_a_seats_own_equal_dice_each_that_was_read_counts_where_all_are_there(
    seen: Sequence[Seen], each: bool, faces: Sequence[str | None]
) -> None:
    """Who throws seven dice enters the two that touch, and not all seven."""
    asked = open_dice([Throw(1, ("wizard",) * 3, message(""))])
    assert [one.face for one in match(asked, seen, each)] == faces


def test_of_equal_dice_of_two_seats_none_counts_by_itself() -> None:
    """Which of them was read is nobody's to say."""
    asked = throws((1, "d6"), (2, "d6"))
    assert [one.face for one in match(asked, [die("d6", 5), die("d6", 2, "unsure")], True)] == [None, None]


def test_a_w100_is_two_dice() -> None:
    asked = open_dice([Throw(2, ("d100",), message(""))])
    assert [one.type for one in asked] == ["d%", "d10"]
    matched = match(asked, [die("d10", 7), die("d%", 30)])
    assert [one.face for one in matched] == [30, 7]


@pytest.mark.parametrize(
    ("kind", "glyphs", "value"),
    [("d10", [0], 10), ("d10", [9], 9), ("d100", [0, 0], 100), ("d100", [0, 1], 1), ("d100", [90, 0], 90)],
)  # fmt: skip
def test_glyphs_become_what_they_count(kind: str, glyphs: Sequence[int], value: int) -> None:
    """„A throw of W10 counts 1-10 (the face 0 is 10)“; „00+0 = 100“."""
    assert counted(kind, glyphs) == (value,)


def of_seat(face: int, seat: int, kind: str = "d6", *, outside: bool = False) -> Seen:
    return Seen(kind, face, 0.9, "read", BOX, seat, outside)


@pytest.mark.parametrize(
    ("seen", "faces"),
    [
        ([of_seat(4, 2), of_seat(5, 1)], [5, 4]),
        ([of_seat(5, 1), of_seat(4, 2)], [5, 4]),
        # One of them lies on the border, or both in one zone: the seats say whose is whose.
        ([of_seat(5, 1), of_seat(4, 0)], [None, None]),
        ([of_seat(5, 1), of_seat(4, 1)], [None, None]),
        # Where it does not matter nobody is asked.
        ([of_seat(5, 1), of_seat(5, 0)], [5, 5]),
        ([of_seat(5, 1), Seen("d6", 4, 0.5, "unsure", BOX, 2)], [None, None]),
        # A die beside the tray is none of the throw.
        ([of_seat(5, 1), of_seat(4, 2), of_seat(3, 0, outside=True)], [5, 4]),
        ([of_seat(5, 1), of_seat(4, 2, outside=True)], [None, None]),
    ],
)
def test_equal_dice_are_told_apart_by_the_zones_of_the_seats(seen: Sequence[Seen], faces: Sequence[int | None]) -> None:
    """A zone, or a taught set, which names a seat in the same way."""
    assert [one.face for one in match(throws((1, "d6"), (2, "d6")), seen)] == faces


def test_where_the_types_differ_a_die_may_lie_in_any_zone() -> None:
    seen = [of_seat(5, 2), of_seat(4, 1, "d8")]
    assert [one.face for one in match(throws((1, "d6"), (2, "d8")), seen)] == [5, 4]


def test_each_seat_gets_its_own_equal_dice_by_zone() -> None:
    asked = throws((1, "d6"), (2, "d6"), (1, "d6"), (2, "d6"))
    seen = [of_seat(6, 2), of_seat(1, 1), of_seat(5, 2), of_seat(2, 1)]
    matched = match(asked, seen)
    assert sorted((one.seat, one.face) for one in matched) == [(1, 1), (1, 2), (2, 5), (2, 6)]
