"""The simulated tray: what is thrown is what is drawn, inside the picture, apart from each other."""

import time
from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.camera import prints
from vision.camera.drawing import Die, View, draw, outline
from vision.geometry import resting, solid
from vision.lab.still_tray import Lying, SimulatedTray
from vision.reading import DIE_TYPES, Face, faces

EVERY_FACE = [(kind, face) for kind in DIE_TYPES for face in faces(kind)]


def overlap(one: Lying, other: Lying) -> bool:
    return all(
        one.box[axis] < other.box[axis] + other.box[axis + 2] and other.box[axis] < one.box[axis] + one.box[axis + 2]
        for axis in (0, 1)
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(EVERY_FACE), max_size=8), st.integers(0, 2**32))
def test_truth_is_what_was_placed_inside_the_picture_and_apart(dice: list[tuple[str, Face]], seed: int) -> None:
    tray = SimulatedTray(seed)
    tray.place(dice)
    assert [(lying.type, lying.face) for lying in tray.truth] == dice
    for lying in tray.truth:
        x, y, width, height = lying.box
        assert 0 < x < x + width < 640
        assert 0 < y < y + height < 480
    assert not any(overlap(one, other) for one, other in combinations(tray.truth, 2))


@pytest.mark.parametrize(("kind", "face"), EVERY_FACE)
def test_a_die_fills_its_outline_and_no_more(kind: str, face: Face) -> None:
    rotation = resting(solid(kind), face, 0.3)
    die = Die(kind, rotation, np.array([40.0, -25.0, 10.0]), (220, 230, 230), (20, 20, 20))
    view = View(640, 480, 4.4)
    # Where nothing is green, shadows stay so.
    drawn = draw(np.full((480, 640, 3), (200, 0, 200), np.uint8), [die], view)
    rows, columns = np.nonzero(drawn[:, :, 1] > 40)
    hull = outline(die, view)
    assert (columns.min(), rows.min()) == pytest.approx(tuple(hull.min(axis=0)), abs=1.5)
    assert (columns.max() + 1, rows.max() + 1) == pytest.approx(tuple(hull.max(axis=0)), abs=1.5)


@pytest.mark.parametrize("value", faces("d6"))
@pytest.mark.parametrize("seed", range(5))
def test_the_pips_of_a_d6_can_be_counted(value: int, seed: int) -> None:
    tray = SimulatedTray(seed)
    tray.place([("d6", value)])
    x, y, width, height = tray.truth[0].box
    grey = cv2.cvtColor(tray.still().image, cv2.COLOR_BGR2GRAY)[y : y + height, x : x + width]
    _, binary = cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)
    pips = 0
    for picture in (binary, 255 - binary):  # dark pips on a light die, or light ones on a dark die
        _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(picture, np.uint8))
        for _, _, wide, high, area in stats[1:]:
            pips += bool(12 <= wide <= 19 and 12 <= high <= 19 and area > 0.7 * wide * high)
    assert pips == value


def test_a_d6_is_large_enough_to_read() -> None:
    for seed in range(10):
        tray = SimulatedTray(seed)
        tray.place([("d6", 6)])
        assert min(tray.truth[0].box[2:]) >= 66


def test_dice_are_thrown_with_every_face_about_equally_often() -> None:
    tray = SimulatedTray(5)
    thrown = [face for _ in range(200) for face in tray.throw(["d6", "wizard", "d6"])]
    for face in (*faces("d6"), *faces("wizard")):
        expected = 400 / 6 if isinstance(face, int) else 200 / 6
        assert 0.5 * expected < thrown.count(face) < 1.6 * expected


def test_a_throw_returns_what_lies_there_and_replaces_the_last_one() -> None:
    tray = SimulatedTray(2)
    tray.throw(["d6"] * 5)
    thrown = tray.throw(["d20", "d%", "wizard"])
    assert [(lying.type, lying.face) for lying in tray.truth] == list(zip(("d20", "d%", "wizard"), thrown, strict=True))


def test_the_same_seed_and_the_same_throws_give_the_same_pictures() -> None:
    one, other = SimulatedTray(7), SimulatedTray(7)
    for dice in (["d6"] * 5, list(DIE_TYPES), ["wizard"] * 7):
        assert one.throw(dice) == other.throw(dice)
        assert np.array_equal(one.still().image, other.still().image)
        assert np.array_equal(one.still().image, other.still().image)
    third = SimulatedTray(8)
    third.throw(["wizard"] * 7)
    assert not np.array_equal(one.still().image, third.still().image)


def test_without_a_seed_throws_differ() -> None:
    one, other = SimulatedTray(), SimulatedTray()
    assert one.throw(["d20"] * 8) != other.throw(["d20"] * 8)


def test_a_still_stays_until_the_next_throw() -> None:
    tray = SimulatedTray(3)
    tray.throw(["d6", "d8"])
    first = tray.still()
    second = tray.still()
    assert np.array_equal(first.image, second.image)
    assert (first.name, second.name) == ("000001", "000002")
    first.image[:] = 0  # the caller's own
    assert np.array_equal(tray.still().image, second.image)


def test_what_cannot_be_thrown_is_refused_and_the_tray_stays_as_it_was() -> None:
    tray = SimulatedTray(4)
    tray.throw(["d6"])
    before = tray.truth
    with pytest.raises(ValueError, match="no die is called 'd7'"):
        tray.throw(["d6", "d7"])
    with pytest.raises(ValueError, match="a d6 has no 7"):
        tray.place([("d6", 7)])
    with pytest.raises(ValueError, match="60 dice do not fit into the tray; throw fewer at a time"):
        tray.throw(["d6"] * 60)
    assert tray.truth == before


def test_there_is_room_for_what_games_need() -> None:
    for seed in range(10):
        tray = SimulatedTray(seed)
        tray.throw(["d6"] * 12)
        tray.throw(["d20"] * 8)


@pytest.mark.parametrize(("width", "height"), [(160, 120), (1280, 720), (800, 1200)])
def test_other_sizes_show_the_same_tray(width: int, height: int) -> None:
    tray = SimulatedTray(1, width, height)
    tray.throw(["d6", "d20", "d4"])
    assert tray.still().image.shape == (height, width, 3)
    assert all(lying.box[2] > min(width, height) / 12 for lying in tray.truth)


def test_a_picture_without_room_for_a_tray_is_refused() -> None:
    with pytest.raises(ValueError, match="100 × 100 is too small"):
        SimulatedTray(1, 100, 100)


def test_a_leaning_die_can_be_drawn() -> None:
    view = View(640, 480, 4.4)
    c, s = np.cos(0.4), np.sin(0.4)
    rotation = np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ resting(solid("d6"), 5)
    die = Die("d6", rotation, np.array([0.0, 0.0, 10.5]), (220, 230, 230), (20, 20, 20))
    felt = np.full((480, 640, 3), (60, 90, 30), np.uint8)
    drawn = draw(felt, [die], view)
    middle = outline(die, view).mean(axis=0).astype(int)
    assert (felt == (60, 90, 30)).all()
    assert drawn[middle[1], middle[0]].max() < 60 or drawn[middle[1], middle[0]].min() > 100


@pytest.mark.parametrize("kind", [kind for kind in DIE_TYPES if kind not in ("d6", "wizard")])
def test_numerals_differ_and_stay_within_their_circle(kind: str) -> None:
    masks = [prints.numeral(kind, face) for face in faces(kind) if isinstance(face, int)]
    for one, other in combinations(masks, 2):
        assert (cv2.absdiff(one, other) > 128).sum() > 100
        assert (cv2.absdiff(one, np.rot90(other, 2)) > 128).sum() > 100  # 6 and 9 too, upside down
    y, x = np.ogrid[:96, :96]
    outside = np.hypot(x - 47.5, y - 47.5) > 49.5
    assert all((mask[outside] == 0).all() for mask in masks)


def test_a_picture_is_drawn_quickly() -> None:
    tray = SimulatedTray(1)
    tray.throw(["d20"] * 6)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        tray.still()
        times.append(time.perf_counter() - start)
    assert min(times) < 0.25  # about 0.03 on a desk; the bound leaves room for a busy machine
