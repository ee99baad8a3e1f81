"""Whole pictures in, dice out: right, or unsure."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.dice_pictures import BLACK, GREEN_CLOTH, IVORY, RED, WOOD, Colour, Die, draw, numeral
from vision.camera.base import Image
from vision.read import read_picture
from vision.reading import DieReading, Status


def read(image: Image) -> list[DieReading]:
    """Only what may be used without asking."""
    return [r for r in read_picture(image) if r.status is Status.READ]


def values(image: Image) -> list[int]:
    """Values of the read dice, from left to right."""
    return [int(r.value) for r in sorted(read(image), key=lambda r: r.box[0]) if r.value is not None]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn", [0, 17, 45, 80])
def test_reads_every_face_at_any_turn(value: int, turn: float) -> None:
    image = draw([Die(value, turn=turn)])
    assert values(image) == [value]
    assert read(image)[0].type == "d6"


@pytest.mark.parametrize(
    ("body", "pips", "ground"),
    [(IVORY, BLACK, GREEN_CLOTH), (RED, IVORY, GREEN_CLOTH), (BLACK, IVORY, WOOD), ((170, 60, 30), IVORY, WOOD)],
    ids=["black on ivory", "white on red", "white on black", "white on blue"],
)
def test_reads_light_and_dark_pips_on_several_materials(body: Colour, pips: Colour, ground: Colour) -> None:
    dice = [Die(v, (80 + 95 * v, 240), edge=70, turn=11 * v, body=body, pips=pips) for v in range(1, 6)]
    assert values(draw(dice, ground)) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("tilt", [20, 35])
def test_reads_a_die_seen_aslant(value: int, tilt: float) -> None:
    assert values(draw([Die(value, tilt=tilt, turn=10)])) == [value]


@pytest.mark.parametrize("edge", [45, 60, 120, 200])
def test_reads_small_and_large_dice(edge: float) -> None:
    assert values(draw([Die(5, edge=edge, turn=20)])) == [5]


def test_reads_the_same_in_a_picture_of_twelve_megapixels() -> None:
    image = cv2.resize(draw([Die(4, turn=30)]), (4000, 3000), interpolation=cv2.INTER_CUBIC)
    readings = read(np.asarray(image, np.uint8))
    assert [r.value for r in readings] == [4]
    x, y, w, h = readings[0].box
    assert abs(x + w / 2 - 2000) < 60
    assert abs(y + h / 2 - 1500) < 60


def test_the_box_encloses_the_die_and_not_only_its_pips() -> None:
    (reading,) = read(draw([Die(6, (320, 240), edge=90)]))
    x, y, w, h = reading.box
    assert abs(x - 275) <= 6
    assert abs(y - 195) <= 6
    assert abs(w - 90) <= 10
    assert abs(h - 90) <= 10


def test_many_dice_lie_apart_in_one_picture() -> None:
    dice = [Die(1 + k % 6, (80 + 120 * (k % 5), 110 + 130 * (k // 5)), edge=65, turn=13 * k) for k in range(15)]
    found = read(draw(dice))
    assert len(found) == 15
    for die in dice:
        hits = [r for r in found if abs(r.box[0] + r.box[2] / 2 - die.centre[0]) < 25]
        assert die.value in [r.value for r in hits if abs(r.box[1] + r.box[3] / 2 - die.centre[1]) < 25]


@settings(max_examples=25, deadline=None)
@given(value=st.integers(1, 6), turn=st.floats(0, 89), quarter=st.integers(1, 3))
def test_a_quarter_turn_of_the_picture_never_changes_the_value(value: int, turn: float, quarter: int) -> None:
    image = draw([Die(value, turn=turn)])
    turned = np.ascontiguousarray(np.rot90(image, quarter))
    assert values(turned) == values(image) == [value]


@settings(max_examples=25, deadline=None)
@given(value=st.integers(1, 6), light=st.floats(0.35, 1.1), edge=st.floats(45, 190), turn=st.floats(0, 89))
def test_light_and_size_never_make_another_value(value: int, light: float, edge: float, turn: float) -> None:
    image = draw([Die(value, edge=edge, turn=turn)])
    dimmed = np.clip(image * light, 0, 255).astype(np.uint8)
    assert values(dimmed) in ([value], [])


@settings(max_examples=25, deadline=None)
@given(value=st.integers(1, 6), blur=st.floats(0, 12), noise=st.floats(0, 25))
def test_blur_and_noise_never_make_another_value(value: int, blur: float, noise: float) -> None:
    assert values(draw([Die(value, turn=25)], blur=blur, noise=noise)) in ([value], [])


@pytest.mark.parametrize("level", [0, 128, 255], ids=["black", "grey", "over-exposed"])
def test_nothing_is_read_in_an_empty_picture(level: int) -> None:
    assert read_picture(np.full((480, 640, 3), level, np.uint8)) == []


def test_nothing_is_read_in_noise() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (480, 640, 3), np.uint8)
    assert read(noise) == []


def test_a_picture_of_a_few_pixels_is_no_error() -> None:
    assert read_picture(np.zeros((3, 4, 3), np.uint8)) == []


def test_nothing_is_read_where_the_light_has_eaten_the_pips() -> None:
    image = draw([Die(5)]).astype(np.float64) * 1.2 + 190
    assert values(np.clip(image, 0, 255).astype(np.uint8)) in ([], [5])


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("shift", [0, 10, 20, 30, 45])
def test_a_die_half_out_of_the_picture_is_never_read_as_another(value: int, shift: float) -> None:
    for turn in (0, 90):
        assert values(draw([Die(value, (shift, 240), turn=turn)])) in ([value], [])


@pytest.mark.parametrize("text", ["0", "1", "4", "6.", "8", "9.", "10", "16", "18", "20", "00"])
@pytest.mark.parametrize("corners", [4, 6])
def test_numerals_are_never_read(text: str, corners: int) -> None:
    for body, ink in ((IVORY, BLACK), (RED, IVORY), (BLACK, IVORY)):
        assert read(numeral(text, body, ink, corners)) == []


def test_a_blot_on_the_table_is_no_one() -> None:
    image = draw([])
    cv2.circle(image, (320, 240), 9, BLACK, cv2.FILLED, cv2.LINE_AA)
    assert read(image) == []


def test_a_row_of_blots_on_the_table_is_no_three() -> None:
    image = draw([])
    for k in (-1, 0, 1):
        cv2.circle(image, (320 + 25 * k, 240 + 25 * k), 9, BLACK, cv2.FILLED, cv2.LINE_AA)
    assert read(image) == []


def test_a_die_without_pips_is_found_and_left_open() -> None:
    (reading,) = read_picture(numeral("17"))
    assert reading.status is Status.UNSURE
    assert reading.value is None
    assert reading.confidence < 0.5


def test_what_was_asked_for_names_a_die_that_cannot_be_read() -> None:
    (reading,) = read_picture(numeral("3"), expect=["d12"])
    assert reading.type == "d12"
    assert reading.status is Status.UNSURE


def test_salt_and_pepper_does_not_stop_reading() -> None:
    image = draw([Die(6, turn=15)])
    rng = np.random.default_rng(5)
    spots = rng.random(image.shape[:2])
    image[spots < 0.005] = 0
    image[spots > 0.995] = 255
    assert values(image) == [6]
