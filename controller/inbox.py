"""What waits for its turn at the table: presses, looks, decisions, and that time has passed. One is taken at a time."""

from dataclasses import dataclass

from controller.looking import Glance
from controller.panel.keypad import Decision
from controller.ruling import Ruling
from vision.errors import VisionError


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat wants its locked choice back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A seat wants the game to stand still."""

    seat: int


class Stop:
    """Ends the loop; the game stays unfinished in the journal and goes on at the next start."""


class Wake:
    """Time has passed: what is shown may have to change."""


Item = Decision | TakeBack | Hold | Glance | Ruling | VisionError | Wake
