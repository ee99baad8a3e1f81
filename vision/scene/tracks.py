"""Following dice from frame to frame, to tell one that runs free from one that a hand moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Final

import cv2
import numpy as np

from vision.scene.blobs import Blob, Sort
from vision.scene.look import WIDTH, Mask
from vision.scene.settings import Settings

_NEAR_HAND_MM: Final = 10.0
_FASTEST_MM_S: Final = 3000.0
_AT_REST: Final = 3
_STEP_MM: Final = 2.0
"""A smaller step between two frames is none: the outline of a piece is never quite the same."""


@dataclass(slots=True)
class Track:
    """One die while it is in view.

    Attributes:
        x, y: its middle, millimetres.
        old: whether it lay there when the throw was asked for.
        free: how far it has run free of every hand, millimetres.
        moving: whether it moved from the last frame to this one.
        rested: for how many frames it has not.
    """

    x: float
    y: float
    old: bool = False
    free: float = 0.0
    moving: bool = False
    rested: int = 0


@dataclass(slots=True)
class Tracks:
    """All dice in view.

    Attributes:
        dice: their tracks.
        hidden: how many that were new and at rest have gone under a hand so far.
    """

    settings: Settings
    dice: list[Track] = field(default_factory=list)
    hidden: int = 0

    def follow(self, blobs: Sequence[Blob], seconds: float) -> None:
        """Take in the pieces of the next frame, so many seconds after the last one."""
        hands = _reach([blob for blob in blobs if blob.sort is Sort.HAND], self.settings)
        left = list(self.dice)
        self.dice = []
        for blob in (blob for blob in blobs if blob.sort is Sort.DICE):
            held = hands is not None and bool(cv2.countNonZero(cv2.bitwise_and(hands, blob.mask)))
            track = _nearest(left, blob, _FASTEST_MM_S * max(seconds, 0.01))
            if track is None:
                self.dice.append(Track(blob.x, blob.y, moving=True))
                continue
            left.remove(track)
            step = hypot(blob.x - track.x, blob.y - track.y)
            track.moving = step > _STEP_MM
            track.rested = 0 if track.moving else track.rested + 1
            if track.moving:
                track.free = 0.0 if held else track.free + step
                track.x, track.y = blob.x, blob.y
            self.dice.append(track)
        if hands is not None:
            mm = self.settings.width_mm / WIDTH
            resting = [track for track in left if track.rested > _AT_REST and not track.old]
            self.hidden += sum(bool(hands[int(track.y / mm), int(track.x / mm)]) for track in resting)

    def call_old(self) -> None:
        """What is in view now lay there before."""
        for track in self.dice:
            track.old, track.free = True, 0.0

    def thrown(self) -> bool:
        """Whether a die in view that did not lie there before has run free."""
        return any(track.free > self.settings.roll_mm and not track.old for track in self.dice)


def _nearest(tracks: Sequence[Track], blob: Blob, farthest: float) -> Track | None:
    best = min(tracks, key=lambda track: hypot(blob.x - track.x, blob.y - track.y), default=None)
    return best if best and hypot(blob.x - best.x, blob.y - best.y) <= farthest else None


def _reach(hands: Sequence[Blob], settings: Settings) -> Mask | None:
    """Where hands are, and a little around them."""
    if not hands:
        return None
    mask = np.maximum.reduce([blob.mask for blob in hands])
    side = 2 * round(_NEAR_HAND_MM * WIDTH / settings.width_mm) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)
