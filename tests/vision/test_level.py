"""A die that leans is never taken for one that lies level, wherever it lies below the camera."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration.level import Level, Lie, Measured
from vision.calibration.simulated import calibration_of
from vision.camera.base import Image
from vision.camera.drawing import COLOURS, Die, View, draw, felt
from vision.geometry import resting, solid
from vision.lab.leaning import drawn
from vision.lab.piles import pair, pairs
from vision.read import read_picture
from vision.reading import DIE_TYPES, Status
from vision.tray.measures import CAMERA_MM, PICTURE
from vision.tray.stage import camera_above

Array = NDArray[np.float64]

VIEW = View(800, 600, 5.2, CAMERA_MM)
LEVEL = Level(calibration_of(VIEW))
FELT = felt(np.random.default_rng(1), VIEW.width, VIEW.height)
PLACES = ((0.0, 0.0), (-60.0, 35.0), (55.0, -42.0))
LEANS = {"d4": 25.0, "d20": 16.0}
"""Degrees; a d20 that leans by more than 21° lies rather on another face."""


def die(kind: str, place: tuple[float, float], lean: float = 0.0, *, turn: float = 0.4, towards: float = 1.0) -> Die:
    """A die at a place, mm, that leans by so many degrees."""
    shape = solid(kind)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0])
    leaning = np.asarray(cv2.Rodrigues(axis * np.radians(lean))[0], np.float64)
    rotation = leaning @ resting(shape, shape.labels[-1], turn)
    height = -float((shape.vertices @ rotation.T)[:, 2].min())
    return Die(kind, rotation, np.array([*place, height]), *COLOURS[2])


def picture(*dice: Die) -> Image:
    return draw(FELT, list(dice), VIEW)


def box(one: Die, view: View = VIEW) -> tuple[float, float, float, float]:
    corners = view.project(one.corners())
    low, high = corners.min(axis=0), corners.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def upper(one: Die, view: View = VIEW) -> tuple[float, float]:
    """Where the middle of the upper face is seen, of a d4 its tip."""
    shape = solid(one.kind)
    places = shape.vertices if one.kind == "d4" else shape.centres
    turned = places @ one.rotation.T
    highest = turned if one.kind == "d4" else np.array([one.rotation @ shape.up(label) for label in shape.labels])
    x, y = view.project((turned[highest[:, 2].argmax()] + one.centre)[np.newaxis])[0]
    return float(x), float(y)


def measured(one: Die, *others: Die, level: Level = LEVEL) -> Measured | None:
    boxes = [box(other) for other in others]
    return level.measure(picture(one, *others), one.kind, box(one), upper(one), boxes)


def lie(one: Die, *others: Die, level: Level = LEVEL) -> Lie:
    found = measured(one, *others, level=level)
    return found.lie if found else Lie.UNKNOWN


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_a_level_die_is_level_wherever_it_lies(kind: str) -> None:
    assert {lie(die(kind, place, turn=turn)) for place in PLACES for turn in (0.0, 0.9)} == {Lie.LEVEL}


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_a_die_that_leans_to_any_side_is_not_level(kind: str) -> None:
    leaning = [die(kind, place, LEANS.get(kind, 20.0), towards=way) for place in PLACES for way in (0.3, 2.0, 4.1)]
    found = [lie(one) for one in leaning]
    assert Lie.LEVEL not in found
    assert found.count(Lie.LEANS) > len(found) / 2, "people are told which die to throw again"


def test_where_the_camera_is_makes_the_difference() -> None:
    """Far from below the camera a level die looks like one that leans just below it."""
    aside = die("d6", (60.0, 45.0), towards=0.0)
    assert lie(aside) is Lie.LEVEL
    middle = calibration_of(View(VIEW.width, VIEW.height, VIEW.scale * 40, CAMERA_MM * 40))
    assert lie(aside, level=Level(middle)) is Lie.LEANS


def test_a_camera_that_was_never_set_up_is_taken_to_hang_straight_above() -> None:
    level = Level.assumed(VIEW.width, VIEW.height)
    assert [lie(die("d12", place), level=level) for place in PLACES] == [Lie.LEVEL] * 3
    assert Lie.LEVEL not in [
        lie(die("d6", place, 25.0, towards=way), level=level) for place in PLACES for way in (0, 2)
    ]


@pytest.mark.parametrize("apart", [19.0, 24.0])
def test_dice_beside_each_other_are_told_apart(apart: float) -> None:
    one, other = die("d6", (0.0, 0.0), turn=0.0), die("d6", (apart, 2.0), turn=0.2)
    assert lie(one, other) is Lie.LEVEL
    assert lie(die("d6", (0.0, 0.0), 25.0, towards=0.1), die("d6", (apart + 6, 2.0))) is not Lie.LEVEL


@pytest.mark.parametrize("seed", [1, 2])
def test_of_dice_that_touch_only_level_ones_are_level(seed: int) -> None:
    """One leans against another, lies on its edge, or lies level beside it; where they are cut apart says nothing."""
    rng = np.random.default_rng(seed)
    view = camera_above(*PICTURE)
    level = Level(calibration_of(view))
    dice = pairs(rng, (1.0, 1.0))
    image = drawn(rng, dice, view)
    shown = [Die(one.kind, one.turn, one.centre, *COLOURS[2]) for one in dice]
    boxes = [box(one, view) for one in shown]
    found = []
    for number, one in enumerate(shown):
        others = boxes[:number] + boxes[number + 1 :]
        said = level.measure(image, one.kind, boxes[number], upper(one, view), others)
        found.append(said.lie if said else Lie.UNKNOWN)
    leaning = [lies for lies, one in zip(found, dice, strict=True) if one.lean > 15]
    flat = [lies for lies, one in zip(found, dice, strict=True) if one.lean < 1]
    assert len(leaning) >= 3
    assert Lie.LEVEL not in leaning
    assert flat.count(Lie.LEVEL) > 0.7 * len(flat)
    assert Lie.LEANS not in flat


def test_dice_that_lean_stand_on_the_table_and_lean_on_another() -> None:
    """What the bench takes for leaning dice is what can lie in a tray."""
    rng = np.random.default_rng(3)
    found = [pair(rng, np.zeros(2), (1.0, 1.0)) for _ in range(40)]
    assert sum(max(one.lean for one in two) > 15 for two in found) >= 4
    for two in found:
        lows = [float((solid(one.kind).vertices @ one.turn.T + one.centre)[:, 2].min()) for one in two]
        assert min(lows) == pytest.approx(0.0, abs=0.4)
        if max(one.lean for one in two) > 5:
            apart = float(np.linalg.norm(two[0].centre - two[1].centre))
            assert apart < sum(float(np.linalg.norm(solid(one.kind).vertices, axis=1).max()) for one in two) + 0.4


def test_what_has_the_colour_of_its_ground_is_not_taken_to_lie_level() -> None:
    hidden = die("d8", (20.0, 0.0))
    same = Die(hidden.kind, hidden.rotation, hidden.centre, (58, 92, 34), (60, 94, 36))
    assert lie(same) is Lie.UNKNOWN


def test_a_value_is_read_of_a_level_die_alone() -> None:
    """By the picture alone the leaning die would be read: that is the fault that this guards against."""
    for lean, status in ((0.0, Status.READ), (24.0, Status.COCKED)):
        image = picture(die("d6", (-30.0, 20.0), lean, towards=0.4))
        (plain,) = read_picture(image, ["d6"])
        assert plain.status is Status.READ
        (checked,) = read_picture(image, ["d6"], level=LEVEL)
        assert checked.status is status
        assert (checked.value is None) == (status is Status.COCKED)
        assert bool(checked.likely) == (checked.value is not None)


def test_a_d4_with_a_covered_corner_is_asked_for() -> None:
    """Something hangs over a corner of it: of such the nets have taken another corner for the tip, and were sure."""
    view = camera_above(*PICTURE)
    covered, over = die("d4", (70.0, 50.0), turn=1.2), die("d12", (70 + 15 * np.cos(5.6), 50 + 15 * np.sin(5.6)))
    image = draw(felt(np.random.default_rng(1), view.width, view.height), [covered, over], view)
    (plain,) = [one for one in read_picture(image, ["d4", "d12"]) if one.type == "d4"]
    assert plain.status is Status.READ
    level = Level(calibration_of(view))
    (checked,) = [one for one in read_picture(image, ["d4", "d12"], level=level) if one.type == "d4"]
    assert checked.status is Status.UNSURE
