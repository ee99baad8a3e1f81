"""The camera's set-up: what a printed sheet tells of lens, place, light; zones; a camera that is moved; the file."""

import os
import re
import threading
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration import Calibration, CalibrationError, Drift, load, save
from vision.calibration.board import MARKS, PAPERS, Paper, Sighting, find_marks, find_sheet, squares
from vision.calibration.checks import Finding
from vision.calibration.height import degrees_off, least_height, most_degrees
from vision.calibration.lens import Pose, project
from vision.calibration.session import Session
from vision.calibration.simulated import (
    FLAT,
    RAISED,
    Held,
    Light,
    SheetCamera,
    calibration_of,
    lens_of,
    looking_down,
)
from vision.calibration.solve import solve
from vision.calibration.zones import depth, sectors
from vision.camera.base import Image
from vision.camera.locked import Lock, Locked, UsbLocked
from vision.reading import DIE_TYPES
from vision.tray.measures import FLOOR_MM, floor_corners
from vision.tray.stage import camera_above

SIZE = (800, 600)
# A lens that bends clearly, not quite above the middle, not quite straight.
CAMERA = SheetCamera(
    lens_of(*SIZE, 31.6, k1=-0.15), looking_down(560.0, place=(3.0, -1.0), lean=(0.8, -0.3)), flat_pictures=5
)


@pytest.fixture(scope="module")
def flat() -> Image:
    return CAMERA.picture(FLAT)


@pytest.fixture(scope="module")
def raised() -> list[Image]:
    return [CAMERA.picture(held) for held in RAISED]


@pytest.fixture(scope="module")
def found(flat: Image, raised: list[Image]) -> Calibration:
    session = Session(FLOOR_MM, 2)
    session.flat([flat])
    for picture in raised:
        session.raised(picture)
    return session.finish(["d20"], camera="a camera", made="2026-01-01T20:00:00+00:00")[0]


def session_of(camera: SheetCamera, pictures: int = 1) -> tuple[list[Finding], list[Finding]]:
    """What is said of picture and place, the height known."""
    session = Session(FLOOR_MM, 2)
    of_picture = session.flat([camera.picture() for _ in range(pictures)])
    return of_picture, session.finish(["d20"], height_mm=float(camera.pose.place[2]))[1]


def said(findings: list[Finding]) -> dict[str, str]:
    """The sentences that say what is to be changed, by what they are about."""
    return {one.name: one.text.format(**one.values) for one in findings if not one.well}


# --- lens and place ---------------------------------------------------------------------------------------------------


def assert_true(found: Calibration, camera: SheetCamera, *, height_mm: float, tray_mm: float) -> None:
    assert np.linalg.norm(found.pose.place[:2] - camera.pose.place[:2]) < 3
    assert abs(found.height - camera.pose.place[2]) < height_mm
    points = np.array([[x, y, 8.0] for x in (-90, 0, 90) for y in (-65, 0, 65)])
    apart = found.to_tray(project(points, camera.lens, camera.pose), 8.0) - points[:, :2]
    assert np.abs(apart).max() < tray_mm


def test_a_raised_sheet_tells_lens_and_place(found: Calibration) -> None:
    assert_true(found, CAMERA, height_mm=2, tray_mm=0.4)
    assert found.lens.focal == pytest.approx(CAMERA.lens.focal, rel=0.005)
    assert found.pose.lean_degrees == pytest.approx(CAMERA.pose.lean_degrees, abs=0.3)
    assert found.lens.k1 == pytest.approx(-0.15, abs=0.06)


def test_a_height_by_tape_takes_the_place_of_the_raised_sheet(flat: Image) -> None:
    session = Session(FLOOR_MM, 2)
    session.flat([flat])
    calibration, _ = session.finish(["d20"], height_mm=560.0)
    assert_true(calibration, CAMERA, height_mm=0.1, tray_mm=0.4)


def test_one_flat_sheet_alone_tells_no_height(flat: Image) -> None:
    session = Session(FLOOR_MM, 2)
    session.flat([flat])
    with pytest.raises(CalibrationError, match=r"does not tell how high .* --height"):
        session.finish(["d20"])


def test_a_sheet_that_was_never_raised_tells_no_height(flat: Image) -> None:
    session = Session(FLOOR_MM, 2)
    session.flat([flat])
    for seed in (1, 2):
        session.raised(CAMERA.moved(seed=seed).picture())
    with pytest.raises(CalibrationError, match="raise the sheet more"):
        session.finish(["d20"])


def test_a_sheet_that_is_not_flat_is_refused(flat: Image) -> None:
    seen = find_sheet(flat)
    assert seen
    x, y = seen.places[:, 0], seen.places[:, 1]
    arched = seen.pixels + np.column_stack([12 * np.sin(y / 15), 12 * np.sin(x / 15)])
    with pytest.raises(CalibrationError, match="lay it flat, hold it still"):
        solve([Sighting(seen.paper, arched, seen.places)], *SIZE, height_mm=470.0)


def test_a_picture_of_another_size_is_refused(flat: Image) -> None:
    session = Session(FLOOR_MM, 2)
    session.flat([flat])
    with pytest.raises(CalibrationError, match="different sizes"):
        session.raised(np.asarray(cv2.resize(flat, (640, 480)), np.uint8))


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (np.full((600, 800, 3), 8, np.uint8), "too dark"),
        (np.full((600, 800, 3), 250, np.uint8), "too bright"),
        (np.full((600, 800, 3), 128, np.uint8), "one tone"),
        (CAMERA.moved(paper="").picture(), "No sheet is found .* lay it flat"),
    ],
)
def test_without_a_sheet_it_is_said_why(picture: Image, why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        Session(FLOOR_MM, 2).flat([picture])


def beside(paper: str, other: str, *, turned: float = 0.0) -> Image:
    """Two sheets side by side in the tray, cut to fit."""
    left = CAMERA.moved(paper=paper, cut_mm=(110.0, 145.0)).picture(Held((0.0, 0.0, turned), (-60.0, 0.0, 0.01)))
    right = CAMERA.moved(paper=other, cut_mm=(110.0, 145.0)).picture(Held((0.0, 0.0, 0.0), (60.0, 0.0, 0.01)))
    middle = left.shape[1] // 2
    return np.concatenate([left[:, :middle], right[:, middle:]], axis=1)


@pytest.mark.parametrize(
    ("paper", "other", "turned"),
    [("A4", "A4", 0.0), ("A3", "A3", np.pi), ("A4", "A3", 0.0), ("A3", "A4", 0.0)],
    ids=["alike", "one turned", "of two sizes", "the other way round"],
)
def test_two_sheets_are_told_as_two(paper: str, other: str, turned: float) -> None:
    """Two that are alike were "no sheet"; of two sizes one was believed to lie in the middle of the tray."""
    session, picture = Session(FLOOR_MM, 2), beside(paper, other, turned=turned)
    why = "Two sheets are seen in the picture: take one of them away"
    with pytest.raises(CalibrationError, match=why):
        session.flat([picture])
    session.flat([CAMERA.picture()])
    with pytest.raises(CalibrationError, match=why):
        session.raised(picture)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_what_is_drawn_is_found_and_its_size_is_told(paper: Paper) -> None:
    """Both sizes of the sheet, drawn from the same rectangles as the PDF: 4 px a mm, 40 px of white around."""
    scale, margin = 4, 40
    picture = np.full(
        (round(paper.size[1] * scale) + 2 * margin, round(paper.size[0] * scale) + 2 * margin, 3), 255, np.uint8
    )
    for one in squares(paper):
        left, top = margin + round(one.x * scale), margin + round(one.y * scale)
        picture[top : top + round(one.height * scale), left : left + round(one.width * scale)] = 0 if one.black else 255
    seen = find_sheet(picture)
    assert seen
    assert seen.paper == paper
    assert len(seen.pixels) == (paper.columns - 1) * (paper.rows - 1)
    expected = np.column_stack(
        [
            margin + (seen.places[:, 0] + paper.size[0] / 2) * scale - 0.5,
            margin + (paper.size[1] / 2 - seen.places[:, 1]) * scale - 0.5,
        ]
    )
    assert np.abs(seen.pixels - expected).max() < 0.5


# --- what is to be changed --------------------------------------------------------------------------------------------


def test_a_good_camera_is_left_alone() -> None:
    of_picture, of_place = session_of(CAMERA, pictures=5)
    assert said([*of_picture, *of_place]) == {}


@pytest.mark.parametrize(
    ("spoilt", "name", "words"),
    [
        (CAMERA.moved(blur_px=1.6), "focus", "turn the lens until the sheet is sharp"),
        (CAMERA.moved(light=Light(0.1)), "exposure", "Too dark"),
        (CAMERA.moved(light=Light(1.6)), "exposure", "Too bright"),
        (CAMERA.moved(light=Light(slope=(-0.45, 0.0))), "evenness", "on the left it is .* brighter than on the right"),
        (CAMERA.moved(light=Light(slope=(0.0, 0.6))), "evenness", "far from seat 1 it is .* brighter"),
        (CAMERA.moved(light=Light(glare=(-60.0, 0.0, 18.0, 0.35))), "glare", "Light dazzles on the left"),
        (CAMERA.moved(light=Light(glare=(0.0, 50.0, 18.0, 0.35))), "glare", "Light dazzles far from seat 1"),
        (CAMERA.moved(light=Light(glare=(0.0, 0.0, 15.0, 0.35))), "glare", "Light from above dazzles"),
    ],
)
def test_a_bad_picture_is_named_with_what_to_do(spoilt: SheetCamera, name: str, words: str) -> None:
    of_picture, _ = session_of(spoilt)
    assert [*said(of_picture)] == [name]
    assert re.search(words, said(of_picture)[name])


def test_a_light_that_flickers_is_named() -> None:
    of_picture, _ = session_of(CAMERA.moved(light=Light(flicker=0.15)), pictures=5)
    assert "exposure" not in said(of_picture)
    assert "take a lamp that does not" in said(of_picture)["flicker"]


def test_flicker_is_not_claimed_to_be_absent_where_it_was_not_looked_for() -> None:
    of_picture, _ = session_of(CAMERA)
    (flicker,) = (one for one in of_picture if one.name == "flicker")
    assert "was not looked for" in flicker.text


@pytest.mark.parametrize(
    ("pose", "degrees", "name", "words"),
    [
        (looking_down(400.0), 42.0, "height", "Camera 75 mm higher: it hangs at 400 mm"),
        (looking_down(560.0, place=(-30.0, 0.0)), 36.0, "centre", "hangs 30 mm to the left"),
        (looking_down(470.0, lean=(0.0, 8.0)), 46.0, "lean", "leans by 8° and looks at what lies far from seat 1"),
        (looking_down(470.0, lean=(-4.0, 0.0)), 26.0, "view", "cut off on the right"),
        (looking_down(470.0), 20.0, "view", "larger than the picture"),
        (looking_down(620.0), 50.0, "size", "pictures with more pixels"),
    ],
)
def test_a_bad_place_is_named_with_what_to_do(pose: Pose, degrees: float, name: str, words: str) -> None:
    camera = CAMERA.moved(lens=lens_of(*SIZE, degrees), pose=pose)
    _, of_place = session_of(camera)
    assert words in said(of_place)[name]


TURNED = Held((0.0, 0.0, np.pi))


def test_a_sheet_that_lies_the_wrong_way_round_is_refused() -> None:
    """Its zones would be those of the seats on the other side."""
    session = Session(FLOOR_MM, 2)
    with pytest.raises(CalibrationError, match=r"the mark 'far left' is seen near right\. Turn the sheet"):
        session.flat([CAMERA.picture(TURNED)])
    with pytest.raises(CalibrationError, match="the wrong way round"):
        session.finish(["d20"], height_mm=560.0)
    session.flat([CAMERA.picture()])
    assert session.finish(["d20"], height_mm=560.0)[0].marks


def test_a_sheet_that_lies_across_is_refused_and_one_a_little_aslant_is_not() -> None:
    session = Session(FLOOR_MM, 2)
    with pytest.raises(CalibrationError, match=r"the mark 'far left' is seen (near left|far right)"):
        session.flat([CAMERA.moved(cut_mm=(150.0, 145.0)).picture(Held((0.0, 0.0, np.pi / 2)))])
    session.flat([CAMERA.picture(Held((0.0, 0.0, 0.1), (12.0, -8.0, 0.0)))])


def test_a_camera_that_hangs_aside_is_moved_before_it_is_raised() -> None:
    """Beside the middle it would have to hang higher than it has to once it is moved there."""
    camera = CAMERA.moved(lens=lens_of(*SIZE, 42.0), pose=looking_down(470.0, place=(35.0, 0.0)))
    _, of_place = session_of(camera)
    assert of_place[0].name == "centre"
    assert "height" not in [one.name for one in of_place]


def test_the_least_height_shows_every_die_in_a_corner_its_upper_face() -> None:
    for kind in DIE_TYPES:
        height = least_height((200, 150), [kind])
        corner = np.array([100.0, 75.0, 0.0])
        assert degrees_off(np.array([0.0, 0.0, height]), corner) < most_degrees(kind) + 2
        assert least_height((200, 150), [kind], (20.0, 0.0)) > height
    assert least_height((200, 150), ["d6", "d20"]) == least_height((200, 150), ["d20"])


def test_a_d20_lies_in_no_corner_that_the_tables_floor_does_not_have() -> None:
    """Wherever its middle can be, 11 mm from each of the eight walls, the lens sees its upper face at 15° at most."""
    grid = ((x, y) for x in np.arange(0.0, 120.0, 0.5) for y in np.arange(0.0, 90.0, 0.5))
    lies = np.array([place for place in grid if depth(floor_corners(), *place) >= 11.0])
    height = least_height(FLOOR_MM, ["d20"])
    widest = degrees_off(np.array([0.0, 0.0, height]), np.array([*max(lies, key=np.linalg.norm), 22.0]))
    assert widest == pytest.approx(most_degrees("d20"), abs=0.1)
    assert widest <= most_degrees("d20")


def test_the_limits_are_those_of_the_solids() -> None:
    """From these angles on the camera faces another face more than the upper one; 6° are kept."""
    angles = {kind: round(most_degrees(kind) + 6, 1) for kind in ("d6", "d8", "d10", "d12", "d20")}
    assert angles == {"d6": 45.0, "d8": 35.3, "d10": 25.8, "d12": 31.7, "d20": 20.9}


# --- whose die --------------------------------------------------------------------------------------------------------


def place_of(calibration: Calibration, x: float, y: float) -> tuple[float, float]:
    """Where the middle of a die that lies there is in the picture."""
    ((px, py),) = calibration.to_picture(np.array([[x, y, 8.0]]))
    return float(px), float(py)


@pytest.mark.parametrize(
    ("x", "y", "seat"), [(0, -50, 1), (90, -20, 1), (-90, 60, 2), (0, 3, None), (0, -4, None), (125, 30, None)]
)
def test_a_die_belongs_to_the_zone_in_which_it_lies(found: Calibration, x: float, y: float, seat: int | None) -> None:
    """In the middle between two, and beside the tray, nobody's: the seats are asked."""
    assert found.zone_of(*place_of(found, x, y)) == seat
    small = found.at(400, 300)
    assert small.zone_of(*place_of(small, x, y)) == seat


def test_the_frames_of_another_size_see_the_same(found: Calibration, flat: Image) -> None:
    small = np.asarray(cv2.resize(flat, (400, 300), interpolation=cv2.INTER_AREA), np.uint8)
    seen = find_sheet(small)
    assert seen
    apart = found.at(400, 300).to_picture(seen.places) - seen.pixels
    assert np.linalg.norm(apart, axis=1).max() < 0.6


def test_pictures_of_another_shape_are_refused(found: Calibration) -> None:
    with pytest.raises(CalibrationError, match="800 × 600 and gives 1280 × 720"):
        found.at(1280, 720)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_zones_follow_clockwise_and_cover_the_tray_once(seats: int) -> None:
    zones = sectors(FLOOR_MM, seats)
    areas = [cv2.contourArea(np.array(zone, np.float32)) for zone in zones.values()]
    assert sum(areas) == pytest.approx(FLOOR_MM[0] * FLOOR_MM[1], rel=0.01)
    middles = [np.mean(zone, axis=0) for zone in zones.values()]
    assert middles[0][1] < 0  # seat 1 sits below
    turns = np.degrees(np.unwrap([np.arctan2(y, x) for x, y in middles]))
    assert (np.diff(turns) % 360 > 179).all()


def test_the_simulated_tray_has_a_calibration() -> None:
    view = camera_above(1280, 960)
    points = np.array([[60.0, -40.0, 22.0], [-90.0, 70.0, 0.0]])
    # There a pixel is counted from its corner, here from its middle.
    assert calibration_of(view).to_picture(points) == pytest.approx(view.project(points) - 0.5, abs=1e-6)


def test_a_die_far_off_the_axis_may_show_the_wrong_face() -> None:
    low = calibration_of(replace(camera_above(1280, 960), distance=300.0))
    assert low.too_far_off(*place_of(low, 80, 60), "d20")
    assert not low.too_far_off(*place_of(low, 80, 60), "d6")
    assert not low.too_far_off(*place_of(low, 20, 20), "d20")


# --- a camera that is moved -------------------------------------------------------------------------------------------


def test_a_camera_that_hangs_still_has_not_moved(found: Calibration) -> None:
    moved = Drift(found).check(CAMERA.moved(seed=5, paper="").picture())
    assert moved.mm is not None
    assert moved.mm < 0.3
    assert not moved.too_far


@pytest.mark.parametrize("by", [2.0, 6.0, 40.0])
def test_a_camera_that_is_moved_is_told_with_millimetres(found: Calibration, by: float) -> None:
    pose = looking_down(560.0, place=(3.0 + by, -1.0), lean=(0.8, -0.3))
    picture = CAMERA.moved(pose=pose, paper="").picture()
    for image in (picture, np.asarray(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA), np.uint8)):
        moved = Drift(found).check(image)
        assert moved.mm == pytest.approx(by, rel=0.08, abs=0.3)
        assert moved.too_far == (by > 3)
    assert f"moved by {moved.mm:.0f} mm" in moved.text.format(**moved.values)


def test_one_mark_that_came_off_moves_nothing(found: Calibration) -> None:
    wrong = {**found.marks, MARKS[0]: (found.marks[MARKS[0]][0] + 30, found.marks[MARKS[0]][1])}
    moved = Drift(replace(found, marks=wrong)).check(CAMERA.moved(paper="").picture())
    assert moved.mm is not None
    assert moved.mm < 0.3


def test_hidden_marks_tell_nothing(found: Calibration) -> None:
    for picture in (CAMERA.moved(marks=False, paper="").picture(), np.zeros((600, 800, 3), np.uint8)):
        assert Drift(found).check(picture).mm is None
        assert not Drift(found).check(picture).too_far
    assert Drift(replace(found, marks={})).check(CAMERA.picture()).mm is None
    assert Drift(found).check(np.zeros((720, 1280, 3), np.uint8)).mm is None


# --- the file ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(found: Calibration, tmp_path: Path) -> Path:
    path = tmp_path / "somewhere" / "camera.toml"
    save(path, found)
    return path


def test_what_was_written_is_read(file: Path, found: Calibration) -> None:
    again = load(file)
    points = np.array([[90.0, 60.0, 10.0], [-80.0, -70.0, 0.0]])
    assert again.to_picture(points) == pytest.approx(found.to_picture(points), abs=0.05)
    assert dict(again.zones) == dict(found.zones)
    assert {n: pytest.approx(place, abs=0.01) for n, place in found.marks.items()} == dict(again.marks)
    assert (again.camera, again.made) == ("a camera", "2026-01-01T20:00:00+00:00")


@pytest.mark.parametrize(
    "locked",
    [
        None,
        Locked(10_000, 2.25, (1.8, 1.5)),
        Locked(8_333, 1.0, (2.0, 1.25), 1.625),
        UsbLocked(10_000, 4600, 30),
        UsbLocked(focus=0),
        UsbLocked(),
    ],
)
def test_what_the_camera_was_locked_to_is_kept(file: Path, found: Calibration, locked: Lock | None) -> None:
    save(file, replace(found, locked=locked))
    assert load(file).locked == locked
    assert ("[locked]" in file.read_text()) == isinstance(locked, Locked)
    assert ("[locked_usb]" in file.read_text()) == isinstance(locked, UsbLocked)


def test_a_zone_may_be_changed_by_hand(file: Path) -> None:
    text = file.read_text()
    line = next(line for line in text.splitlines() if line.startswith("1 = "))
    file.write_text(text.replace(line, "1 = [[-100, -75], [100, -75], [100, -10], [-100, -10]]"))
    changed = load(file)
    assert changed.zone_of(*place_of(changed, 0, -40)) == 1
    assert changed.zone_of(*place_of(changed, 0, -5)) is None


def one_sentence(path: Path) -> str:
    with pytest.raises(CalibrationError) as error:
        load(path)
    text = str(error.value)
    assert "\n" not in text
    assert str(path) in text
    return text


def test_a_torn_file_gives_one_sentence_wherever_it_is_torn(file: Path) -> None:
    whole = file.read_bytes()
    # From the first mark on a shorter file is a good one with fewer marks, or a torn line.
    end = whole.index(b"[marks]")
    for cut in range(0, end, 37):
        file.write_bytes(whole[:cut])
        assert "setup" in one_sentence(file)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("version = 1", "version = 0", "another version of the program (0, not 1)"),
        ("width = 800", "width = -800", "$.lens.width"),
        ("width = 800", 'width = "wide"', "$.lens.width"),
        ("width = 800", "width = 800\ncolour = 1", "colour"),
        ("focal_px = ", "focal_px = 0  # ", "$.lens.focal_px"),
        ("centre_px = ", "centre_px = [9000, 9000]  # ", "beside the picture"),
        ("centre_px = ", "centre_px = [nan, 300]  # ", "beside the picture"),
        ("width = 800", "width = 8000", "beside the picture"),
        ("focal_px = ", "focal_px = 1e-9  # ", "would not see the tray"),
        ("focal_px = ", "focal_px = 90000  # ", "would not see the tray"),
        ("place_mm = ", "place_mm = [0, 0, 1e-9]  # ", "$.camera.place_mm"),
        ("place_mm = ", "place_mm = [900, 0, 600]  # ", "would not see the tray"),
        ("turn = ", "turn = [2.3, 0, 0]  # ", "would not see the tray"),
        ("turn = ", "turn = [nan, 0, 0]  # ", "$.camera.turn"),
        ("error_px = ", "error_px = inf  # ", "$.error_px"),
        ("version = 1", "version = 10000.0", "another version of the program"),
        ("version = 1", 'version = "new"', "another version of the program"),
        ("990 = ", "990 = [nan, 1]  # ", "$.marks.990"),
        ("990 = ", "990 = [1, 1e308]  # ", "$.marks.990"),
        ("width_mm = 240.0", "width_mm = 1e-9", "$.tray.width_mm"),
        ("version = 1", "version = 1\nmade = " + 9999 * "[", "recursion"),
        ("turn = ", "turn = [0, 0, 0]  # ", "does not look down"),
        ("[zones]", "[zones]\n7 = [[0, 0], [1, 0], [0, 1]]", "'7' is not one of 1, 2, 3, 4, 5"),
        ("[zones]", "[zones]\n3 = [[0, 0], [1, 0]]", "three corners"),
        ("[marks]", "[marks]\n1 = [0, 0]", "'1' is not one of 990"),
        ("width_mm = 240.0", "width_mm = nan", "$.tray.width_mm"),
        ("[marks]", "[locked]\ngain = 1.0\nred_blue = [1, 1]\n[marks]", "exposure_us"),
        ("[marks]", "[locked]\nexposure_us = 0\ngain = 1.0\nred_blue = [1, 1]\n[marks]", "$.locked.exposure_us"),
    ],
)
def test_a_file_that_cannot_be_gives_one_sentence(file: Path, old: str, new: str, words: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert words in one_sentence(file)


@pytest.mark.parametrize("marks", [MARKS, MARKS[:1]], ids=["all", "one"])
def test_a_file_of_a_set_up_with_the_sheet_the_wrong_way_round_is_refused(
    tmp_path: Path, marks: tuple[int, ...]
) -> None:
    """Such files were written before such set-ups were refused: what they hold of the marks tells it."""
    picture = CAMERA.picture(TURNED)
    sheet = find_sheet(picture)
    assert sheet is not None
    solved = solve([sheet], *SIZE, 560.0)
    seen = {number: (float(x), float(y)) for number, (x, y) in find_marks(picture).items() if number in marks}
    turned = Calibration(solved.lens, solved.pose, FLOOR_MM, sectors(FLOOR_MM, 2), seen)
    path = tmp_path / "camera.toml"
    save(path, turned)
    with pytest.raises(CalibrationError) as error:
        load(path)
    assert str(error.value) == (
        f"{path}: the mark 'far left' is seen near right, so the sheet lay the wrong way round, or the marks are on "
        "the wrong corners: run dicetable camera setup again, the sheet's arrow towards seat 1"
    )
    save(path, replace(turned, marks={}))
    assert not load(path).marks, "without marks in view nothing tells it"


def test_no_file_and_no_text_give_one_sentence(file: Path) -> None:
    assert "no such file" in one_sentence(file.with_name("other.toml"))
    file.write_bytes(b"\xff\xfe\x00")
    one_sentence(file)
    file.unlink()
    file.mkdir()
    assert "cannot be read" in one_sentence(file)


def test_a_failed_writing_leaves_the_old_file(file: Path, found: Calibration, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(file, replace(found, made="later"))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file], "nothing half is left beside it"


def test_a_set_up_that_cannot_be_is_refused_and_leaves_the_old_file(file: Path, found: Calibration) -> None:
    """The sheet lay beside the tray, or its size was mistyped: a file that the table refuses later helps nobody."""
    before = file.read_bytes()
    aside = replace(found, pose=Pose(found.pose.turn, (900.0, 0.0, 600.0)))
    with pytest.raises(CalibrationError, match=r"what was measured cannot be \(such a camera would not see the tray"):
        save(file, aside)
    assert file.read_bytes() == before


def test_two_set_ups_at_once_leave_one_whole_file(
    file: Path, found: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page and the command line: the second begins to write while the first still does."""
    real, others = os.fsync, [threading.Thread(target=save, args=(file, replace(found, made="second")))]

    def slow(descriptor: int) -> None:
        while others:
            other = others.pop()
            other.start()
            other.join()
        real(descriptor)

    monkeypatch.setattr("os.fsync", slow)
    save(file, replace(found, made="first"))
    assert load(file).made == "first"
