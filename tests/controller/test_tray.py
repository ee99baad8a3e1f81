"""What people are told of the tray: when dice are in doubt, and what stands in the camera's way."""

from types import SimpleNamespace
from typing import Any

import pytest

from controller import seeing
from controller.i18n import render
from controller.tray import Condition, Doubt, TrayState
from vision.scene import Observation, State

PATIENCE = 2.5


def after(condition: Condition, state: State, *times: float, rolling: bool = False) -> list[bool]:
    """What comes of frames that all say the same."""
    return [condition.see(Observation(state), now, rolling=rolling) for now in times]


def told(condition: Condition) -> str:
    camera: Any = SimpleNamespace(
        state=condition.state, doubt=condition.doubt, blocked=condition.blocked, lost=False, simulated=False
    )
    tray = seeing.tray_of(camera)
    assert tray is not None
    return render(tray.text) if tray.text else ""


@pytest.mark.parametrize(
    ("state", "first", "later"),
    [
        (State.COVERED, "A hand is over the tray", "Something stays in the camera's view, perhaps dice in a heap"),
        (State.DISTURBED, "The camera sees nothing", "The camera still sees nothing: make it light"),
    ],
)
def test_what_stays_in_the_cameras_way_is_told_with_what_to_do(state: State, first: str, later: str) -> None:
    """A coat in view of a camera that was not set up, or a blind with a straight edge: nothing counts until it goes."""
    condition = Condition(PATIENCE)
    after(condition, State.EMPTY, 0.0)
    after(condition, state, 1.0, 3.0, 20.0)
    assert told(condition).startswith(first), "no person is hurried"
    after(condition, state, 25.0)
    assert told(condition).startswith(later)
    after(condition, State.EMPTY, 26.0)
    assert told(condition) == ""
    after(condition, state, 27.0, 29.0)
    assert told(condition).startswith(first), "another time it begins anew"


def test_dice_that_never_come_to_rest_are_told_with_what_to_do() -> None:
    """A camera of four pictures a second, or a light that flickers: no rest is ever proven, and no throw counted."""
    condition = Condition(PATIENCE)
    after(condition, State.HANDLING, 0.0, 18.0)
    after(condition, State.ROLLING, 19.0, 25.0, 38.0)
    assert told(condition) == "The dice roll", "the hand before is no part of it"
    after(condition, State.ROLLING, 40.0)
    assert told(condition).startswith("The dice do not seem to come to rest")
    after(condition, State.SETTLED, 41.0)
    assert told(condition) == ""


def test_dice_that_nobody_saw_roll_are_in_doubt_after_a_moment() -> None:
    condition = Condition(PATIENCE)
    condition.suspect(1.0)
    assert after(condition, State.SETTLED, 1.1, 1.6, 1.8, 1.9) == [False, False, True, False], "once"
    assert (condition.doubt, condition.state) == (Doubt.UNSEEN, TrayState.DOUBT)


def test_dice_that_were_laid_down_are_not_doubted_while_others_may_still_make_it_a_throw() -> None:
    """Somebody sets kept dice aside, and then throws the others: the scene may wait for one more of them."""
    condition = Condition(PATIENCE)
    condition.suspect(1.0)
    after(condition, State.ROLLING, 1.2)
    assert not any(after(condition, State.SETTLED, 1.3, 2.0, 3.6, 4.3))
    assert after(condition, State.SETTLED, 4.5) == [True], "no throw has come of it"


def test_while_a_simulated_hand_throws_nothing_is_doubted() -> None:
    condition = Condition(PATIENCE)
    condition.suspect(1.0)
    assert after(condition, State.SETTLED, 2.0, rolling=True) == [False]
    assert after(condition, State.SETTLED, 2.1) == [True]
