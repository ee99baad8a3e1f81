"""What a live camera tells of its tray: what it is like, why dice do not count, and a throw that lies still."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from vision.camera.base import Frame
from vision.clip import Shot
from vision.scene import Decision, Observation, State

_BLIND_SECONDS: Final = 1.0
"""A picture that says nothing for longer is told of."""
_SUSPECT_SECONDS: Final = 0.7
_BLOCKED_SECONDS: Final = 20.0
"""What stands in the camera's way for longer than a person needs is said so, with what to do."""


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


_STUCK: Final = {TrayState.HAND: "no view", TrayState.DISTURBED: "no view", TrayState.ROLLING: "no rest"}
"""In which states nothing can be decided, and why."""


class Doubt(StrEnum):
    """Why dice do not count by themselves."""

    UNSEEN = "unseen"
    """Nobody saw them roll."""
    TOUCHED = "touched"
    """A hand was over them before they counted."""
    NO_PICTURE = "no picture"
    """They lay still, and the camera gave no picture for reading."""
    CHANGED = "changed"
    """They lay still, and the picture for reading shows something else."""


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


class Condition:
    """What the tray is like, from one observation to the next. Pure: times come from outside, seconds of any clock.

    Args:
        patience: for how long dice of a throw may come one after the other, seconds.

    Attributes:
        state: as people are told.
        doubt: why the dice that lie there do not count by themselves; ``None``: nothing is in doubt.
        unsettled: whether dice still roll, or could not be seen to lie still.
        blocked: whether the camera has been kept from the tray, or has seen the dice roll, for so long that nobody
            seems to know why.
    """

    def __init__(self, patience: float) -> None:
        self.state = TrayState.WAITING
        self.doubt: Doubt | None = None
        self.unsettled = self.blocked = False
        self._patience = patience
        self._clear_since = 0.0
        self._stuck: str | None = None
        self._stuck_since = 0.0
        self._suspected: float | None = None

    def see(self, observation: Observation, now: float, *, rolling: bool) -> bool:
        """Take in what a frame says.

        Args:
            observation: what it says.
            now: the time.
            rolling: whether a simulated hand's dice are on their way: nothing is to be doubted before they are there.

        Returns:
            Whether dice that nobody saw roll lie there since a while, and nothing is under way: people have to say.
        """
        self.unsettled = observation.state in (State.ROLLING, State.DISTURBED)
        if observation.state is not State.DISTURBED:
            self._clear_since = now
        elif now - self._clear_since < _BLIND_SECONDS:
            return False
        if observation.state is State.EMPTY:
            self.forget()
        if observation.state is State.ROLLING and self._suspected is not None:
            # What rolls now may become the throw beside what was laid down: that is waited for.
            self._suspected = now + self._patience
        since, still = self._suspected, observation.state in (State.SETTLED, State.NUDGED)
        unseen = still and since is not None and now - since > _SUSPECT_SECONDS and not rolling
        if unseen:
            self._suspected, self.doubt = None, Doubt.UNSEEN
        self.state = {
            State.DISTURBED: TrayState.DISTURBED,
            State.HANDLING: TrayState.HAND,
            State.COVERED: TrayState.HAND,
            State.ROLLING: TrayState.ROLLING,
        }.get(observation.state, TrayState.DOUBT if self.doubt else TrayState.WAITING)
        self._block(now)
        return unseen

    def _block(self, now: float) -> None:
        stuck = _STUCK.get(self.state)
        if stuck != self._stuck:
            self._stuck, self._stuck_since = stuck, now
        self.blocked = stuck is not None and now - self._stuck_since > _BLOCKED_SECONDS

    def suspect(self, now: float) -> None:
        """Dice lie there that nobody saw roll; in a moment it may turn out that somebody only clears the tray."""
        self._suspected = now

    def forget(self) -> None:
        """Nothing is in doubt or suspected any more."""
        self.doubt = self._suspected = None

    def look(self, now: float, *, away: bool) -> None:
        """A frame has passed, or has not come since there is no camera."""
        if away:
            self.state = TrayState.AWAY
            self._clear_since = now
            self._block(now)
        elif self.state is TrayState.AWAY:
            self.state = TrayState.WAITING
