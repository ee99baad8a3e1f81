"""A die that leans is never taken for one that lies level, wherever it lies below the camera."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration.level import Level, Lie, Measured
from vision.calibration.simulated import calibration_of
from vision.camera.base import Image
from vision.camera.drawing import Die, View, draw
from vision.camera.simulated import COLOURS, felt
from vision.geometry import resting, solid
from vision.read import read_picture
from vision.reading import DIE_TYPES, Status
from vision.tray.measures import CAMERA_MM

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


def box(one: Die) -> tuple[float, float, float, float]:
    corners = VIEW.project(one.corners())
    low, high = corners.min(axis=0), corners.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def measured(one: Die, *others: Die, level: Level = LEVEL) -> Measured | None:
    shape = solid(one.kind)
    vertices = shape.vertices @ one.rotation.T + one.centre
    face = shape.centres[-1] @ one.rotation.T + one.centre if one.kind != "d4" else vertices[vertices[:, 2].argmax()]
    x, y = VIEW.project(face[np.newaxis])[0]
    boxes = [box(other) for other in others]
    return level.measure(picture(one, *others), one.kind, box(one), (float(x), float(y)), boxes)


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
