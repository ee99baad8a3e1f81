"""What one frame shows, as far as throws are concerned; places are on the table, whatever the camera does."""

from dataclasses import dataclass
from enum import StrEnum


class Event(StrEnum):
    """What just happened, beside a throw that counts."""

    NUDGED = "nudged"
    """Dice that had settled were moved and not thrown."""
    TAKEN = "taken"
    """Dice that had settled were taken away."""
    THROWN_UNASKED = "thrown unasked"
    """Dice were thrown, also thrown again, while no throw was asked for: only a referee may let that count."""
    UNSEEN = "unseen"
    """A throw is asked for, and dice lie there that nobody saw roll: laid down, or thrown under a hand or a glare. Only
    people can say which."""
    TAKEN_EARLY = "taken early"
    """Thrown dice were taken away before they counted: while others that touch, or do not come, were waited for."""
    CAMERA_MOVED = "camera moved"
    LIGHT_CHANGED = "light changed"
    BEGUN_ANEW = "begun anew"
    """Pictures have another size from now on: what lies there is taken for the table until it is taken away."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a die lies, or some that touch.

    Attributes:
        x, y: its middle, millimetres on the table from where the upper left corner of the first picture was.
        box: x, y, width, height in this picture, as shares of its width, so that it holds for a picture of any size.
        count: how many dice this may be.
    """

    x: float
    y: float
    box: tuple[float, float, float, float]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame shows.

    Attributes:
        seconds: its time.
        dice: the dice in the zone.
        hand: whether a hand, a cup or anything else that is too large for a die is in view.
        dazzled: whether a reflection blinds a part of the picture.
        rolling: whether a die moves now.
        rolled: whether a die that is new since ``Watch.call_old`` has run free of every hand.
        hidden: how many dice that were new and at rest have gone under a hand so far.
        still_since: since when nothing in the zone has moved.
        still_for: how long that is proven by frames, seconds.
        clear: False where the frame says nothing: it is black, cut off, or old, in part or as a whole.
        events: ``CAMERA_MOVED`` and ``LIGHT_CHANGED``.
    """

    seconds: float
    dice: tuple[Spot, ...] = ()
    hand: bool = False
    dazzled: bool = False
    rolling: bool = False
    rolled: bool = False
    hidden: int = 0
    still_since: float = 0.0
    still_for: float = 0.0
    clear: bool = True
    events: tuple[Event, ...] = ()
