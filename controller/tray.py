"""What a live camera tells of its tray: what it is like, why dice do not count, and a throw that lies still."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from vision.camera.base import Frame
from vision.clip import Shot
from vision.scene import Decision


class TrayState(StrEnum):
    """What the tray is like, as people are told."""

    WAITING = "waiting"
    HAND = "hand"
    """A hand, a cup or an arm is in view."""
    ROLLING = "rolling"
    DOUBT = "doubt"
    """Dice lie there that do not count by themselves: people have to say whether they were thrown."""
    DISTURBED = "disturbed"
    """The picture is black, cut off, stands still, or is exposed otherwise than set."""
    AWAY = "away"
    """There is no camera."""


class Doubt(StrEnum):
    """Why dice do not count by themselves."""

    UNSEEN = "unseen"
    """Nobody saw them roll."""
    TOUCHED = "touched"
    """A hand was over them before they counted."""
    NO_PICTURE = "no picture"
    """They lay still, and the camera gave no picture for reading."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A throw that lies still.

    Attributes:
        picture: a large picture of it.
        decision: what the scene says of it; ``None`` where people have said that it lies there.
        film: the frames of the throw, from a second before it; of all since it was asked for where people have said
            that it lies there.
    """

    picture: Frame
    decision: Decision | None
    film: tuple[Shot, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """A throw that is asked for.

    Attributes:
        count: how many dice.
        patience: for how long more dice are waited for once some lie there, seconds; ``None``: as the scene is set.
        settled: is told the throw, from the camera's thread.
        staying: whether some of the dice may lie there already and stay.
    """

    count: int
    patience: float | None
    settled: Callable[[Settled], None]
    staying: bool = False
