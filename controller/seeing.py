"""What a live camera sees, in words for people."""

from enum import Enum, auto
from typing import Final, NamedTuple

from controller.live import LiveCamera
from controller.rules.core import Message, message
from controller.tray import Doubt, TrayState
from vision.scene import Event


class Tray(NamedTuple):
    """The tray as a live camera sees it.

    Attributes:
        state: what it is like.
        text: a sentence for people; ``None`` where there is nothing to say.
        simulated: whether it throws by itself.
        notice: what has just happened that counts for nothing, and that people should know; ``None``: nothing.
    """

    state: TrayState
    text: Message | None = None
    simulated: bool = False
    notice: Message | None = None


class Way(Enum):
    """How dice come to count."""

    OK = auto()
    """Somebody says that they lie still."""
    LIVE = auto()
    """The camera sees that they lie still."""
    SIMULATED = auto()
    """The simulated tray throws them."""
    DOUBT = auto()
    """Somebody says that they were thrown."""


NOTICES: Final = {
    Event.THROWN_UNASKED: message("Dice were thrown again, and nobody was asked to: what was read before counts."),
    Event.TAKEN_EARLY: message("The dice were taken up before they counted: throw again."),
    Event.CAMERA_MOVED: message("The camera was moved; it has found the tray again."),
    Event.BEGUN_ANEW: message(
        "The camera gives pictures of another size now: what lies in the tray counts only with OK, or thrown again."
    ),
}

_DOUBTS: Final = {
    Doubt.UNSEEN: message("Nobody saw these dice roll: confirm that they were thrown, or throw again"),
    Doubt.TOUCHED: message("A hand was over the dice: confirm that they lie as they were thrown, or throw again"),
    Doubt.NO_PICTURE: message("There was no picture of the dice: confirm for another try, or throw again"),
    Doubt.CHANGED: message(
        "The picture does not show what came to rest: confirm that the dice lie as they were thrown, or throw again"
    ),
}
_LOST: Final = message("No throw was seen in the tray: throw again")
_STATES: Final = {
    TrayState.HAND: message("A hand is over the tray"),
    TrayState.ROLLING: message("The dice roll"),
    TrayState.DISTURBED: message("The camera sees nothing: its picture is dark, cut off, frozen or wrongly exposed"),
    TrayState.AWAY: message("No camera: throw, then enter by hand"),
}
_BLOCKED: Final = {
    TrayState.HAND: message(
        "Something stays in the camera's view, perhaps dice in a heap: take it away; beside the tray it is no matter "
        "once the camera is set up"
    ),
    TrayState.DISTURBED: message(
        "The camera still sees nothing: make it light and take away what hides its picture, or plug it in again"
    ),
    TrayState.ROLLING: message(
        "The dice do not seem to come to rest: something moves or flickers in view, or too few pictures come; OK has "
        "them read as they lie"
    ),
}
"""Once it has been so for long."""


def tray_of(camera: LiveCamera | None, notice: Message | None = None) -> Tray | None:
    """What a live camera sees just now; ``None`` without one.

    Args:
        camera: the camera.
        notice: what people should know that it has just seen.
    """
    if camera is None:
        return None
    state, doubt = camera.state, camera.doubt
    if doubt and state in (TrayState.WAITING, TrayState.DOUBT):
        return Tray(TrayState.DOUBT, _DOUBTS[doubt], camera.simulated, notice)
    told = {**_STATES, **_BLOCKED} if camera.blocked else _STATES
    text = _LOST if state is TrayState.WAITING and camera.lost else told.get(state)
    return Tray(state, text, camera.simulated, notice)


def sees(tray: Tray) -> bool:
    """Whether a live camera gives pictures of which something is to be seen."""
    return tray.state not in (TrayState.AWAY, TrayState.DISTURBED)


def way(tray: Tray | None) -> Way:
    """How dice come to count now."""
    if tray is None or not sees(tray):
        return Way.OK
    if tray.state is TrayState.DOUBT:
        return Way.DOUBT
    return Way.SIMULATED if tray.simulated else Way.LIVE
