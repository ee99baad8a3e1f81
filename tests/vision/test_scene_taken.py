"""Dice that are taken up before they count, or fall where others lay: people are told, and nothing counts instead."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lab.bench_scene import play
from vision.scene import Decision, Event, Scene
from vision.tray.director import Director
from vision.tray.path import Path

FRAME = 1 / 30


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)


def watched(director: Director, asked: int, at: float = 0.5) -> tuple[list[Event], list[Decision]]:
    """What the scene says to all that was directed, with so many dice asked for from a time on, seconds."""
    scene, events, decisions = Scene(), list[Event](), list[Decision]()
    for number in range(int((director.now + 1.0) / FRAME)):
        if number == round(at / FRAME):
            scene.ask(asked)
        observation = scene.observe(director.stage.picture(number * FRAME), number * FRAME)
        events += observation.events
        decisions += [observation.decision] if observation.decision else []
    return events, decisions


def test_dice_that_are_taken_up_while_more_are_waited_for_are_told_of() -> None:
    director = Director(np.random.default_rng(3))
    director.wait(1.0)
    director.throw(["d6", "d8"])
    director.wait(0.6)
    director.pick_up()
    director.wait(0.8)
    events, decisions = watched(director, asked=3)
    assert events == [Event.TAKEN_EARLY]
    assert decisions == []


def test_dice_that_are_thrown_again_by_the_same_hand_count_as_touched() -> None:
    """Whoever does not like a throw that waits for dice that touch must not replace it by a quick second one."""
    outcome = play("thrown_again", 2300043)
    assert (outcome.throws, outcome.phantom, outcome.asked) == (1, 0, 1)


def test_a_die_that_falls_where_another_one_lay_is_told_of() -> None:
    """It was thrown, and no die lies anywhere else than before."""
    director = Director(np.random.default_rng(3))
    director.wait(1.0)
    director.place_by_hand("d6", 4)
    director.wait(0.8)
    where, asked_at = last_place(director), director.now
    director.pick_up()
    director.throw(["d6"])
    director.wait(0.8)
    thrown = director.stage.dice[-1]
    way = thrown.ways[-1]
    assert isinstance(way, Path)
    aside = np.append((where - way.centres[-1])[:2], 0.0)
    thrown.ways[-1] = replace(way, centres=way.centres + aside)
    events, decisions = watched(director, asked=1, at=asked_at)
    assert events == [Event.UNSEEN]
    assert decisions == []


def last_place(director: Director) -> NDArray[np.float64]:
    """Where the last die lies, millimetres."""
    way = director.stage.dice[-1].ways[-1]
    assert isinstance(way, Path)
    last: NDArray[np.float64] = way.centres[-1]
    return last
