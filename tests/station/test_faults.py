"""Plays with a camera that fails: a pushed die once counted as thrown, and of a throw nobody was told."""

import pytest
from msgspec.structs import replace

from controller.journal.entries import PictureRead
from controller.looking import Glance, entry_of
from tests.station.bench_faults import End, Kind, play
from vision.errors import VisionError


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        # Moved and dark for three seconds; then the view is as before at once.
        (Kind.HANDS, 44),
        # Black for a while, then knocked while a shadow passes.
        (Kind.KEPT, 13),
    ],
)
def test_a_die_that_was_pushed_while_nothing_was_to_be_seen_is_no_throw(kind: Kind, seed: int) -> None:
    assert play(kind, seed).end is not End.PHANTOM


def test_a_throw_before_a_camera_half_of_which_stands_still_for_good_is_told_of() -> None:
    assert play(Kind.FOR_GOOD, 125).end is End.ASKED


def test_a_die_that_comes_to_lie_just_where_another_one_has_lain_is_asked_about() -> None:
    assert play(Kind.BESIDE, 57).end is End.ASKED


def test_a_face_that_is_not_the_one_that_lies_there_is_a_misread_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    """No play has ever ended so by itself."""

    def misread(look: Glance | VisionError) -> PictureRead:
        entry = entry_of(look)
        upside_down = [replace(die, value=7 - int(die.value or 0)) if die.type == "d6" else die for die in entry.dice]
        return replace(entry, dice=tuple(upside_down))

    assert play(Kind.EMPTY, 125).end is End.COUNTED
    monkeypatch.setattr("tests.station.bench_faults.entry_of", misread)
    assert play(Kind.EMPTY, 125).end is End.MISREAD
