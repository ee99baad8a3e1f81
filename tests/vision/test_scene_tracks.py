"""Which way of a die counts as free: not one beside a hand, and not one that only seems so."""

import numpy as np
import pytest

from vision.scene.blobs import Blob, Sort
from vision.scene.settings import Settings
from vision.scene.tracks import Tracks

FRAME = 1 / 30
WIDTH, HEIGHT = 160, 120
MM = Settings().width_mm / WIDTH


def piece(x: float, y: float, side: float = 16.0, sort: Sort = Sort.DICE) -> Blob:
    """A square piece, millimetres."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    low, high = ((max(0, round((at - side / 2) / MM)), round((at + side / 2) / MM)) for at in (x, y))
    mask[high[0] : high[1], low[0] : low[1]] = 255
    return Blob(sort, x, y, (x - side / 2, y - side / 2, side, side), side**2, 1, mask)


def follow(*frames: list[Blob], old: bool = False) -> Tracks:
    tracks = Tracks(Settings())
    for number, frame in enumerate(frames):
        tracks.follow(frame, FRAME)
        if old and number == 0:
            tracks.call_old()
    return tracks


def test_a_die_that_runs_is_thrown() -> None:
    assert follow([piece(40, 50)], [piece(60, 50)]).thrown()


def test_a_die_that_trembles_is_not() -> None:
    assert not follow(*([piece(40 + number % 2, 50)] for number in range(30))).thrown()


def test_what_a_reflection_that_comes_or_goes_makes_of_a_die_is_no_way() -> None:
    """It looks larger or smaller then, and its middle is elsewhere."""
    tracks = follow([piece(40, 50)])
    for x in (45, 40, 45):
        tracks.follow([piece(x, 50)], FRAME, certain=False)
    assert not tracks.thrown()
    tracks.follow([piece(52, 50)], FRAME)
    assert tracks.thrown(), "what it does between such moments counts"


def test_a_die_that_lay_there_and_moves_is_not() -> None:
    assert not follow([piece(40, 50)], [piece(60, 50)], old=True).thrown()


def test_a_die_that_a_hand_moves_is_not() -> None:
    frames = [[piece(40 + 8 * i, 50), piece(72 + 8 * i, 50, 40, Sort.HAND)] for i in range(6)]
    assert not follow(*frames).thrown()
    assert follow(*([frame[0]] for frame in frames)).thrown(), "without the hand it is"


def test_a_die_that_a_hand_just_let_go_of_is_not_yet() -> None:
    assert not follow([piece(40, 50), piece(60, 50, 30, Sort.HAND)], [piece(50, 50)]).thrown()


def test_a_piece_that_parts_from_a_finger_is_not() -> None:
    """The middle of what is left jumps, and nothing has moved."""
    assert not follow([piece(40, 50, 24)], [piece(48, 50, 16)]).thrown()


def test_two_dice_that_meet_are_thrown_if_one_is() -> None:
    lying, fast = piece(60, 50), piece(20, 50)
    tracks = follow([lying], old=True)
    for frame in ([lying, fast], [lying, piece(40, 50)], [piece(52, 50, 24)]):
        tracks.follow(frame, FRAME)
    assert tracks.thrown()


@pytest.mark.parametrize(("x", "goes_on"), [(40.5, True), (60.0, False)])
def test_a_die_that_was_under_a_hand_goes_on_only_where_it_lay(x: float, goes_on: bool) -> None:
    tracks = follow([piece(20, 50)], [piece(40, 50)], *([piece(40, 50)] for _ in range(5)))
    tracks.follow([piece(45, 50, 60, Sort.HAND)], FRAME)
    assert tracks.hidden == 1
    assert not tracks.thrown()
    tracks.follow([piece(x, 50)], FRAME)
    assert tracks.thrown() == goes_on


def test_each_die_goes_on_in_the_nearest_piece() -> None:
    tracks = follow([piece(40, 50), piece(80, 50)], [piece(78, 50), piece(39, 50)])
    assert not tracks.thrown(), "none of them ran 40 mm"
