"""Whole pictures in, dice out: right, or unsure."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.dice_pictures import BLACK, GREEN_CLOTH, IVORY, RED, WOOD, Colour, Die, draw, numeral
from vision import read as reader
from vision.camera.base import Image
from vision.finder import Candidate
from vision.picture import load_picture
from vision.read import read_picture
from vision.reading import LIKELY, DieReading, Face, Status, faces


def read(image: Image) -> list[DieReading]:
    """Only what may be used without asking."""
    return [r for r in read_picture(image) if r.status is Status.READ]


def values(image: Image) -> list[int]:
    """Values of the read dice, from left to right."""
    return [int(r.value) for r in sorted(read(image), key=lambda r: r.box[0]) if r.value is not None]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn", [0, 17, 45, 80])
def test_reads_every_face_at_any_turn(value: int, turn: float) -> None:
    """A one or a two perhaps not: a few discs are little to go by."""
    found = read_picture(draw([Die(value, turn=turn)]))
    assert [(r.type, r.value) for r in found] == [("d6", value)]
    assert found[0].status is Status.READ or value <= 2


@pytest.mark.parametrize(
    ("body", "pips", "ground"),
    [(IVORY, BLACK, GREEN_CLOTH), (RED, IVORY, GREEN_CLOTH), (BLACK, IVORY, WOOD), ((170, 60, 30), IVORY, WOOD)],
    ids=["black on ivory", "white on red", "white on black", "white on blue"],
)
def test_reads_light_and_dark_pips_on_several_materials(body: Colour, pips: Colour, ground: Colour) -> None:
    dice = [Die(v, (80 + 95 * v, 240), edge=70, turn=11 * v, body=body, pips=pips) for v in range(1, 6)]
    assert values(draw(dice, ground)) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("value", "tilt"), [(1, 20), *((value, tilt) for value in range(2, 7) for tilt in (20, 35))])
def test_reads_a_die_seen_aslant(value: int, tilt: float) -> None:
    assert values(draw([Die(value, tilt=tilt, turn=10)])) == [value]


@pytest.mark.parametrize(("value", "tilt"), [(1, 35), *((value, 50) for value in range(1, 7))])
def test_a_die_seen_very_much_from_the_side_is_read_rightly_or_asked_about(value: int, tilt: float) -> None:
    assert values(draw([Die(value, tilt=tilt, turn=10)])) in ([value], [])


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("edge", [36, 60, 120, 160])
def test_small_and_large_dice_are_found_and_never_misread(value: int, edge: float) -> None:
    image = draw([Die(value, edge=edge)])
    assert values(image) in ([value], [])
    found = [reading.box for reading in read_picture(image)]
    middles = [(x + w / 2, y + h / 2) for x, y, w, h in found]
    assert any(middle == pytest.approx((320, 240), abs=4 + edge / 8) for middle in middles)
    assert any((w, h) == pytest.approx((edge, edge), rel=0.35) for _, _, w, h in found)


@pytest.mark.parametrize("width", [320, 4000], ids=["a small picture", "twelve megapixels"])
@pytest.mark.parametrize("value", [1, 4, 6])
def test_reads_the_same_in_pictures_of_every_size(value: int, width: int) -> None:
    scale = width / 640
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    image = cv2.resize(draw([Die(value)]), (width, width * 3 // 4), interpolation=interpolation)
    (reading,) = read(np.asarray(image, np.uint8))
    assert reading.value == value
    assert reading.box == pytest.approx([scale * side for side in (275, 195, 90, 90)], abs=max(3, 13 * scale))


def test_the_box_encloses_the_die_and_not_only_its_pips() -> None:
    (reading,) = read(draw([Die(6, (320, 240), edge=90)]))
    x, y, w, h = reading.box
    assert abs(x - 275) <= 10
    assert abs(y - 195) <= 10
    assert abs(w - 90) <= 18
    assert abs(h - 90) <= 18


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
    for picture in (image, turned):
        assert [(r.type, r.value) for r in read_picture(picture)] == [("d6", value)]


@settings(max_examples=25, deadline=None)
@given(value=st.integers(1, 6), light=st.floats(0.35, 1.1), edge=st.floats(45, 190), turn=st.floats(0, 89))
def test_light_and_size_never_change_the_value(value: int, light: float, edge: float, turn: float) -> None:
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
@pytest.mark.parametrize("quarter", range(4), ids=["left", "bottom", "right", "top"])
def test_a_die_half_out_of_the_picture_is_never_read_as_another(value: int, quarter: int) -> None:
    """The places are those where the pips left in the picture make a layout of their own."""
    for shift, turn in ((20, 0), (-10, 0), (20, 45), (5, 45), (20, 135), (35, 135)):
        image = np.ascontiguousarray(np.rot90(draw([Die(value, (shift, 240), turn=turn)]), quarter))
        assert values(image) in ([value], [])


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("centre", "turn"), [((50, 50), 0), ((590, 430), 0), ((69, 411), 45)])
def test_a_die_close_to_the_border_of_the_picture_is_read(value: int, centre: tuple[float, float], turn: float) -> None:
    """A one or a two perhaps not: a few discs are little to go by."""
    assert values(draw([Die(value, centre, turn=turn)])) in ([[value]] if value > 2 else [[value], []])


INKS = ((IVORY, BLACK), (RED, IVORY), (BLACK, IVORY))


@pytest.mark.parametrize("text", ["0", "1", "4", "6.", "8", "9.", "10", "16", "18", "20", "00"])
@pytest.mark.parametrize("corners", [4, 6])
def test_numerals_are_never_read_as_pips(text: str, corners: int) -> None:
    """A square plate with a numeral may be a d6 with numerals; any other glyph on it is none."""
    for body, ink in INKS:
        found = read(numeral(text, body, ink, corners))
        turned = text.replace("9.", "6")  # a d6 has no nine: turned round it is a six
        assert {(r.type, str(r.value)) for r in found} <= {("d6", text.rstrip(".")), ("d6", turned)}


Ring = tuple[float, float, float, float]
"""Centre from that of the die, radius of the middle of the line, its thickness (0: a disc); px."""

ROUND_MARKS: dict[str, list[Ring]] = {
    "8": [(0, -13, 10, 6), (0, 13, 12, 6)],
    "8 of two rings apart": [(0, -19, 10, 5), (0, 19, 10, 5)],
    "0": [(0, 0, 14, 7)],
    "00": [(-18, 0, 13, 6), (18, 0, 13, 6)],
    "000": [(-25, 0, 8, 5), (0, 0, 8, 5), (25, 0, 8, 5)],
    "80": [(-18, -13, 10, 6), (-18, 13, 12, 6), (18, 0, 13, 6)],
    "88": [(-16, -13, 9, 6), (-16, 13, 9, 6), (16, -13, 9, 6), (16, 13, 9, 6)],
    "6.": [(0, 8, 11, 6), (20, 18, 4, 0)],
    "9.": [(0, -8, 11, 6), (20, 18, 4, 0)],
    "a point and a larger one": [(-18, 0, 6, 0), (14, 0, 11, 0)],
    "seven points": [(x, y, 5, 0) for x, y in ((-18, -18), (18, -18), (0, 0), (-18, 18), (18, 18), (-18, 0), (18, 0))],
    "logo: a disc": [(0, 0, 32, 0)],
    "logo: a ring": [(0, 0, 30, 5)],
    "logo: a small ring": [(0, 0, 16, 4)],
    "logo: a ring about a dot": [(0, 0, 26, 4), (0, 0, 8, 0)],
    "logo: a flower": [(16 * np.cos(t), 16 * np.sin(t), 6, 0) for t in np.linspace(0, 2 * np.pi, 5, endpoint=False)],
}


@pytest.mark.parametrize("name", ROUND_MARKS)
@pytest.mark.parametrize("corners", [4, 6])
def test_round_marks_that_are_no_pips_are_never_read(name: str, corners: int) -> None:
    """Numerals whose holes are as round as pips, points beside numerals, and logos: no d6, whatever else."""
    for body, ink in INKS:
        image = numeral("", body, ink, corners)
        for x, y, radius, line in ROUND_MARKS[name]:
            centre = (round(16 * (320 + x)), round(16 * (240 + y)))
            thickness = round(line) or cv2.FILLED
            cv2.circle(image, centre, round(16 * radius), ink, thickness, cv2.LINE_AA, shift=4)
        found = read(np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8))
        assert [r for r in found if r.type == "d6"] == []


def test_a_blot_on_the_table_is_no_one() -> None:
    image = draw([])
    cv2.circle(image, (320, 240), 9, BLACK, cv2.FILLED, cv2.LINE_AA)
    assert read(image) == []


def test_a_row_of_blots_on_the_table_is_no_three() -> None:
    image = draw([])
    for k in (-1, 0, 1):
        cv2.circle(image, (320 + 25 * k, 240 + 25 * k), 9, BLACK, cv2.FILLED, cv2.LINE_AA)
    assert read(image) == []


def test_a_flat_plate_with_a_numeral_is_no_die_that_may_be_used() -> None:
    assert read(numeral("17")) == []


def test_a_die_that_was_not_asked_for_says_so() -> None:
    image = draw([Die(5)])
    assert [r.unexpected for r in read_picture(image, expect=["d12"])] == [True]
    assert [r.unexpected for r in read_picture(image, expect=["d6", "d12"])] == [False]
    assert [r.unexpected for r in read_picture(image)] == [False]


def test_salt_and_pepper_does_not_stop_reading() -> None:
    image = draw([Die(6, turn=15)])
    rng = np.random.default_rng(5)
    spots = rng.random(image.shape[:2])
    image[spots < 0.005] = 0
    image[spots > 0.995] = 255
    assert values(image) == [6]


def test_a_reading_has_a_second_and_a_third_guess_behind_its_value() -> None:
    (five,) = read_picture(draw([Die(5)]))
    assert five.likely[0] == five.value == 5
    assert len(set(five.likely)) == LIKELY
    assert set(five.likely) <= set(faces("d6"))


def test_what_has_no_value_has_no_likely_one() -> None:
    """A die that is cut off: its parts say nothing of what is up."""
    found = [r for shift in (-12, -5, 5) for r in read_picture(draw([Die(5, (shift, 240))]))]
    assert Status.PARTIAL in [r.status for r in found]
    assert all(bool(r.likely) == (r.value is not None) for r in found)


def test_a_reading_is_written_with_exactly_the_promised_keys_and_plain_values() -> None:
    (five,) = read_picture(draw([Die(5, (320, 240), edge=90)]))
    written = json.loads(json.dumps(five.as_json()))
    assert list(written) == ["type", "value", "confidence", "status", "box"]
    assert (written["type"], written["value"], written["status"]) == ("d6", 5, "read")
    assert written["confidence"] == round(five.confidence, 3)
    assert written["box"] == list(five.box)
    (unasked,) = read_picture(draw([Die(5, (320, 240), edge=90)]), expect=["d20"])
    written = json.loads(json.dumps(unasked.as_json()))
    assert list(written) == ["type", "value", "confidence", "status", "box", "unexpected"]
    assert written["unexpected"] is True


PHOTOS = Path(__file__).parents[2].parent / "shared/photos/train/epanemu"


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the folder of real photographs, ../shared/photos, is not here")
@pytest.mark.parametrize(("name", "upper"), [("dice_387.jpg", 2), ("dice_422.jpg", 6)])
def test_the_side_of_a_die_is_not_read_as_another_die(name: str, upper: int) -> None:
    """Seen aslant, with the same number up on every die: a side that is read shows as another number."""
    found = values(load_picture(PHOTOS / name))
    assert len(found) >= 5
    assert set(found) == {upper}


def test_what_fills_the_picture_is_never_read() -> None:
    """A dark tray with something round in its middle looks like a one."""
    whole = draw([Die(5, (240, 240), edge=400)], size=(480, 480))
    assert read(whole) == []
    assert [r.value for r in read(draw([Die(5, (240, 240), edge=150)], size=(480, 480)))] == [5]


@pytest.mark.parametrize("value", range(3, 7))
def test_a_die_of_a_few_pixels_is_asked_about(value: int) -> None:
    """Clear as these are, of the surest wrong values many were of dice so small."""

    def found(edge: float) -> list[tuple[Status, Face | None]]:
        image = draw([Die(value, (80, 60), edge)], size=(160, 120), blur=0.3, noise=1.0)
        return [(die.status, die.value) for die in read_picture(image)]

    assert found(18) == [(Status.UNSURE, value)]
    assert found(26) == [(Status.READ, value)]


def test_a_die_in_the_middle_of_a_cup_is_found_though_the_finder_saw_the_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    """A close-up that is no die is looked at once more, within; what is small in its picture is not."""
    image = draw([Die(5, edge=170)])
    cup = Candidate(0.7, (140.0, 60.0, 360.0, 360.0))
    cv2.circle(image, (320, 240), 185, (90, 90, 90), 12, cv2.LINE_AA)
    monkeypatch.setattr(reader, "find_dice", lambda _: [cup])
    assert [(die.type, die.value) for die in read(image)] == [("d6", 5)]
    small = np.full((1440, 1920, 3), image[2, 2], np.uint8)
    small[480:960, 640:1280] = image
    moved = Candidate(0.7, (cup.box[0] + 640, cup.box[1] + 480, *cup.box[2:]))
    monkeypatch.setattr(reader, "find_dice", lambda _: [moved])
    assert read(small) == []
