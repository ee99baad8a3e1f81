"""Following dice from frame to frame, to tell one that runs free from one that a hand moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Final

import cv2
import numpy as np

from vision.scene.blobs import Blob, Sort
from vision.scene.look import Mask
from vision.scene.settings import Settings

_NEAR_HAND_MM: Final = 6.0
_FASTEST_MM_S: Final = 2000.0
_SAME_PLACE_MM: Final = 2.5
_REACH_MM: Final = 25.0
"""A fast die goes so far from one frame to the next."""
_LEAST_SECONDS: Final = 0.01
_UNSEEN_SECONDS: Final = 0.2
"""What a die did in a longer gap between two frames nobody has seen: a hand may have moved it."""
_ALIKE: Final = 1.4
_AT_REST: Final = 3
_STEP_MM: Final = 2.0
"""A smaller step between two frames is none: the outline of a piece is never quite the same."""


@dataclass(slots=True)
class Track:
    """One die while it is in view.

    Attributes:
        x, y: its middle, millimetres.
        area: as seen, square millimetres.
        old: whether it lay there when the throw was asked for.
        free: how far it has run free of every hand, millimetres.
        moving: whether it moved from the last frame to this one.
        rested: for how many frames it has not.
        covered: whether it is under a hand; then it goes on only where it lay.
    """

    x: float
    y: float
    area: float
    old: bool = False
    free: float = 0.0
    moving: bool = False
    rested: int = 0
    covered: bool = False

    def step(self, blob: Blob, *, held: bool) -> None:
        """It is there now; ``held``: beside a hand, which may have moved it."""
        way = hypot(blob.x - self.x, blob.y - self.y)
        # A piece that grows or shrinks much is a die that parts from a finger or from another die.
        alike = 1 / _ALIKE < blob.area / self.area < _ALIKE
        self.area = blob.area
        self.covered = False
        self.moving = way > _STEP_MM
        if not self.moving:
            self.rested += 1
            return
        self.rested = 0
        self.x, self.y = blob.x, blob.y
        if alike and not held:
            self.free += way

    def join(self, other: "Track", blob: Blob) -> None:
        """Another die has come to touch this one, if it was near: the piece is both of them now."""
        x, y, width, height = blob.box
        beside = max(x - other.x, other.x - x - width, y - other.y, other.y - y - height)
        if beside < _REACH_MM and not other.old:
            self.old = False
            self.free = max(self.free, other.free)


@dataclass(slots=True)
class Tracks:
    """All dice in view.

    Attributes:
        dice: their tracks.
        hidden: how many that were new and at rest have gone under a hand so far.
        covered: those that have not come out again.
        hands: where hands were in the last frame, and a little around them.
    """

    settings: Settings
    dice: list[Track] = field(default_factory=list)
    hidden: int = 0
    covered: list[Track] = field(default_factory=list)
    hands: Mask | None = None

    def follow(self, blobs: Sequence[Blob], seconds: float) -> None:
        """Take in the pieces of the next frame, so many seconds after the last one."""
        last, self.hands = self.hands, _reach([blob for blob in blobs if blob.sort is Sort.HAND], self.settings)
        hands = self.hands
        found = [blob for blob in blobs if blob.sort is Sort.DICE]
        known = _pairs([*self.dice, *self.covered], found, _FASTEST_MM_S * max(seconds, _LEAST_SECONDS))
        lost = [track for track in self.dice if all(track is not other for other in known.values())]
        self.covered = [track for track in self.covered if all(track is not other for other in known.values())]
        self.dice = []
        for number, blob in enumerate(found):
            track = known.get(number) or Track(blob.x, blob.y, blob.area, moving=True)
            if number in known:
                grown = blob.area > _ALIKE * track.area
                unseen = seconds > _UNSEEN_SECONDS
                track.step(blob, held=unseen or _meets(hands, blob) or _meets(last, blob))
                for other in lost if grown else ():
                    track.join(other, blob)
            self.dice.append(track)
        if hands is not None:
            mm = self.settings.width_mm / hands.shape[1]
            resting = [track for track in lost if track.rested > _AT_REST and not track.old]
            under = [track for track in resting if hands[int(track.y / mm), int(track.x / mm)]]
            for track in under:
                track.covered = True
            self.covered += under
            self.hidden += len(under)

    def call_old(self) -> None:
        """What is in view now lay there before."""
        self.covered = []
        for track in self.dice:
            track.old, track.free = True, 0.0

    def thrown(self) -> bool:
        """Whether a die in view that did not lie there before has run free."""
        return any(track.free > self.settings.roll_mm and not track.old for track in self.dice)


def _pairs(tracks: Sequence[Track], blobs: Sequence[Blob], farthest: float) -> dict[int, Track]:
    """Which track goes on in which piece: the nearest first, each once."""
    ways = sorted(
        (hypot(blob.x - track.x, blob.y - track.y), number, i)
        for number, blob in enumerate(blobs)
        for i, track in enumerate(tracks)
    )
    pairs: dict[int, Track] = {}
    taken: set[int] = set()
    for way, number, i in ways:
        if way <= (_SAME_PLACE_MM if tracks[i].covered else farthest) and number not in pairs and i not in taken:
            pairs[number] = tracks[i]
            taken.add(i)
    return pairs


def _meets(hands: Mask | None, blob: Blob) -> bool:
    return hands is not None and bool(cv2.countNonZero(cv2.bitwise_and(hands, blob.mask)))


def _reach(hands: Sequence[Blob], settings: Settings) -> Mask | None:
    """Where hands are, and a little around them."""
    if not hands:
        return None
    mask = np.maximum.reduce([blob.mask for blob in hands])
    side = 2 * round(_NEAR_HAND_MM * mask.shape[1] / settings.width_mm) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)
