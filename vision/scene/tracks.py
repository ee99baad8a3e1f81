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
"""So far around a hand nothing runs free."""
_FASTEST_MM_S: Final = 2000.0
"""A piece that would have gone farther is another one."""
_SAME_PLACE_MM: Final = 2.5
"""So near to its place a die that was under a hand comes out again, if it was not moved."""
_REACH_MM: Final = 60.0
"""A fast die goes so far from one frame to the next, and may then touch another one."""
_FLIGHT_MM: Final = 6.0
"""A die that comes into sight so far beyond the reach of every hand has got there by itself."""
_LEFT: Final = 3.0
"""A die with its surroundings, in areas of the die: what goes with it of the reach of a hand."""
_LEAST_SECONDS: Final = 0.01
_UNSEEN_SECONDS: Final = 0.2
"""What a die did in a longer gap between two frames nobody has seen: a hand may have moved it."""
_ALIKE: Final = 1.4
"""The way of a piece that gets so many times larger or smaller from one frame to the next does not count as free."""
_FAST_MM: Final = 15.0
_FAST_ALIKE: Final = 1.8
"""A die in the air looks larger, and blurred: over so long a step its area may differ by more."""
_AT_REST: Final = 3
"""A die that has not moved for more frames than this had come to rest."""
_GONE_ON_MM: Final = 6.0
"""A die that has run on so far does not lie any more where it had come to rest."""
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
        lay: where it had come to rest, millimetres; ``None``: it had not, or has run on since then. A hand that comes
            is one piece with a die at first, and no hand yet; the piece moves, and the die does not.
        gone_on: how far it has run since then, millimetres.
        covered: whether it is under a hand; then it goes on only where it lay.
        flown: how far beyond every hand's reach it came into sight, millimetres, where nothing had been a moment
            before. It counts once the die is seen to move: only then did it not just come to be seen.
    """

    x: float
    y: float
    area: float
    old: bool = False
    free: float = 0.0
    moving: bool = False
    rested: int = 0
    lay: tuple[float, float] | None = None
    gone_on: float = 0.0
    covered: bool = False
    flown: float = 0.0

    def step(self, blob: Blob, *, held: bool) -> None:
        """It is there now; ``held``: beside a hand, which may have moved it."""
        way = hypot(blob.x - self.x, blob.y - self.y)
        # A piece that grows or shrinks much is a die that parts from a finger or from another die.
        most = _FAST_ALIKE if way > _FAST_MM else _ALIKE
        alike = 1 / most < blob.area / self.area < most
        self.area = blob.area
        self.covered = False
        self.moving = way > _STEP_MM
        if not self.moving:
            self.rested += 1
            if self.rested > _AT_REST:
                self.lay, self.gone_on = (self.x, self.y), 0.0
            return
        self.rested = 0
        self.x, self.y = blob.x, blob.y
        if alike and not held:
            self.free += way + self.flown
            self.flown = 0.0
            self.gone_on += way
            if self.gone_on > _GONE_ON_MM:
                self.lay = None

    def cover(self) -> None:
        """It is under a hand now, where it lay."""
        assert self.lay
        self.x, self.y = self.lay
        self.covered = True

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
        filled: where anything else was in the last frame, and a little around it.
    """

    settings: Settings
    dice: list[Track] = field(default_factory=list)
    hidden: int = 0
    covered: list[Track] = field(default_factory=list)
    hands: Mask | None = None
    filled: Mask | None = None

    def follow(self, blobs: Sequence[Blob], seconds: float, *, certain: bool = True) -> None:
        """Take in the pieces of the next frame.

        Args:
            blobs: the pieces.
            seconds: so long after the last frame.
            certain: False where pieces may only seem to have moved since then; no way counts as free.
        """
        last, self.hands = self.hands, _reach([blob for blob in blobs if blob.sort is Sort.HAND], self.settings)
        others = [blob for blob in blobs if blob.sort is not Sort.HAND]
        before, self.filled = self.filled, _reach(others, self.settings)
        hands, unseen = self.hands, not certain or seconds > _UNSEEN_SECONDS
        found = [blob for blob in blobs if blob.sort is Sort.DICE]
        known = _pairs([*self.dice, *self.covered], found, _FASTEST_MM_S * max(seconds, _LEAST_SECONDS))
        lost = [track for track in self.dice if all(track is not other for other in known.values())]
        self.covered = [track for track in self.covered if all(track is not other for other in known.values())]
        self.dice = []
        for number, blob in enumerate(found):
            flown = 0.0 if unseen or _meets(before, blob) else _flown(blob, last, hands, self.settings)
            track = known.get(number) or Track(blob.x, blob.y, blob.area, moving=True, flown=flown)
            if number in known:
                grown = blob.area > _ALIKE * track.area
                track.step(blob, held=unseen or _meets(hands, blob) or _meets(last, blob))
                for other in lost if grown else ():
                    track.join(other, blob)
            self.dice.append(track)
        under = [track for track in lost if track.lay and self._is_under(*track.lay)]
        for track in under:
            track.cover()
        # What lay there before and is not there when the hand has gone on was taken up.
        self.covered = [track for track in self.covered if not track.old or self._is_under(track.x, track.y)] + under
        self.hidden += sum(not track.old for track in under)

    def _is_under(self, x: float, y: float) -> bool:
        """Whether a hand is at a place, millimetres."""
        if self.hands is None:
            return False
        mm = self.settings.width_mm / self.hands.shape[1]
        return bool(self.hands[int(y / mm), int(x / mm)])

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


def _flown(blob: Blob, last: Mask | None, hands: Mask | None, settings: Settings) -> float:
    """How far a new die is from where hands reached in the last frame; 0 where there were none, or it is near.

    A die that leaves a hand is a part of it at first. Where the hand has stayed, and only so much of it has gone as a
    die is large, it counts from where the hand is now.
    """
    if last is None:
        return 0.0
    mm = settings.width_mm / last.shape[1]
    if hands is not None:
        gone = cv2.countNonZero(cv2.bitwise_and(last, cv2.bitwise_not(hands))) * mm * mm
        if gone < _LEFT * blob.area:
            last = hands
    away = np.asarray(cv2.distanceTransform(cv2.bitwise_not(last), cv2.DIST_L2, 5), np.float32)
    far = float(away[blob.mask > 0].min()) * mm
    return far if far > _FLIGHT_MM else 0.0


def _meets(reach: Mask | None, blob: Blob) -> bool:
    """Whether a piece touches the reach of others."""
    return reach is not None and bool(cv2.countNonZero(cv2.bitwise_and(reach, blob.mask)))


def _reach(blobs: Sequence[Blob], settings: Settings) -> Mask | None:
    """Where pieces are, and a little around them; ``None`` where there are none."""
    if not blobs:
        return None
    mask = np.maximum.reduce([blob.mask for blob in blobs])
    side = 2 * round(_NEAR_HAND_MM * mask.shape[1] / settings.width_mm) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)
