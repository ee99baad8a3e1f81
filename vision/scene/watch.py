"""From frames to what they show: dice, hands, movement, light."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.scene.background import Background
from vision.scene.blobs import Blob, Sort, find_blobs
from vision.scene.look import COARSE, WIDTH, Look, Mask, look_at
from vision.scene.missing import Rows, missing_rows, plain_rows, too_many
from vision.scene.repeats import Given, is_old
from vision.scene.settings import WHOLE, Settings
from vision.scene.sight import Event, Sight, Spot
from vision.scene.stillness import Stillness
from vision.scene.tracks import Tracks

_CALM_SECONDS: Final = 0.15
"""After so long without movement the picture is looked through once more, and the table is learned."""
_LOOK_EVERY: Final = 4
"""Of the frames in which nothing moves, every so many are looked through."""
_LOST_SECONDS: Final = 0.7
"""After so long without a picture what rolled before is no throw any more: there was time for a hand."""
_SUSPECT: Final = 0.03
"""With more of the picture than this not as it was, the camera may have been moved."""
_SHIFT_PX: Final = 0.6
"""A smaller shift of the picture, coarse pixels, is none."""
_EXPLAINED: Final = 0.6
"""The camera was moved, or the light is another, if then less than this part of the foreground is left."""
_LIGHT: Final = 0.12
"""Where half of the picture gets so much brighter or darker from one frame to the next, as a logarithm (13 %), the
light has changed."""
_FEW: Final = 8
"""Where the whole picture is asked, every so many rows or columns tell enough."""
_FIRST: Final = 30
"""Of so many pictures the first may have been cut off themselves."""


class Watch:
    """Looks at frames, one after the other.

    Args:
        settings: sizes and times.

    Attributes:
        settings: those in force: the zone is where the tray is seen now.
        old: how many frames in a row, up to the last one, were old ones, in part or as a whole.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = self._set_up = settings
        self._given = Given()
        self.old = 0
        self._begin()

    def _begin(self) -> None:
        self._background: Background | None = None
        self._stillness = Stillness(self.settings)
        self._tracks = Tracks(self.settings)
        self._blobs: list[Blob] = []
        self._foreground: Mask | None = None
        self._lit: Mask | None = None
        self._plain: Rows | None = None
        self._image: Image | None = None
        self._look: Look | None = None
        self._seconds = -np.inf
        self._checked: float | None = None
        self._shift = np.zeros(2)
        self._frames = 0

    def use_zone(self, use: bool) -> None:
        """Whether the camera is trusted to hang where it was set up; else dice count in all of the picture."""
        self._look_in(self._set_up if use else replace(self._set_up, zone=WHOLE))

    def _look_in(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            # Nothing is proven of the part that was not looked at; the next frame is looked through anew.
            self._stillness = Stillness(settings)

    def call_old(self) -> None:
        """What is in view now is no new throw."""
        self._tracks.call_old()

    def see(self, image: Image, seconds: float) -> Sight:
        """Take in the next frame: BGR, shape (height, width, 3), 8 bit, and its time."""
        last = self._image
        again = self._given.again(image)
        if last is not None and last.shape != image.shape:
            self._begin()
        elif last is not None and (seconds <= self._seconds or again or is_old(image, last, self.settings)):
            # A sensor never gives the same rows twice: whoever repeats some says nothing about now.
            self.old += 1
            return Sight(seconds, clear=False)
        self._image, self.old = image, 0
        look = look_at(image)
        if look.black or self._lacks(image):
            self._stillness = Stillness(self.settings)
            self._look = None
            return Sight(seconds, clear=False)
        return self._compare(look, seconds)

    def cut_off(self, image: Image) -> bool:
        """Whether more of a picture, of any size, is missing than what the camera shows around every picture."""
        plain = plain_rows(image)
        always = np.zeros_like(plain)
        if self._plain is not None:
            always = self._plain[np.arange(len(plain)) * len(self._plain) // len(plain)]
        missing = missing_rows(image, plain, self.settings) & ~always
        return too_many(missing, image.shape[1], self.settings)

    def _lacks(self, image: Image) -> bool:
        """Whether the next frame is cut off; what is around every one of them is learned."""
        plain, width = plain_rows(image), image.shape[1]
        always = self._plain = plain if self._plain is None else self._plain
        cut_off = self.cut_off(image)
        if self._frames < _FIRST and not cut_off and too_many(always & ~plain, width, self.settings):
            # The first pictures were cut off, and the table was learned from them.
            self._begin()
            self._image, always = image, plain
        self._plain = always & plain
        return cut_off

    def _compare(self, look: Look, seconds: float) -> Sight:
        last, self._look = self._look, look
        passed, self._seconds = seconds - self._seconds, seconds
        background = self._background = self._background or Background(look)
        if passed > _LOST_SECONDS:
            self._tracks.call_old()
        events = [Event.LIGHT_CHANGED] if last and _light_changed(last, look) else []
        moving = self._stillness.watch(look, seconds)
        still_for = self._stillness.lasted()
        if moving or still_for < _CALM_SECONDS or self._foreground is None:
            self._find(background, look, passed, certain=not events)
        elif self._checked != self._stillness.since:
            self._checked = self._stillness.since
            events += self._correct(background, look)
        elif self._frames % _LOOK_EVERY == 0:
            # What fades in or out softly, as a reflection does, is no movement.
            covered = self._hand()
            self._find(background, look, passed)
            if self._hand():
                if not covered:  # A hand moves: what is there without that is the light.
                    self._checked = None
            else:
                background.learn(look, self._foreground if self._lit is None else self._foreground | self._lit)
        self._frames += 1
        return Sight(
            seconds,
            dice=self._spots(),
            hand=self._hand(),
            dazzled=self._lit is not None,
            rolling=bool(moving) and any(track.moving for track in self._tracks.dice),
            rolled=self._tracks.thrown(),
            hidden=self._tracks.hidden,
            still_since=self._stillness.since,
            still_for=self._stillness.lasted(),
            events=tuple(events),
        )

    def _find(self, background: Background, look: Look, passed: float, *, certain: bool = True) -> None:
        dazzled = self._lit is not None
        self._foreground, self._lit = background.foreground(look)
        self._blobs = find_blobs(self._foreground, self.settings)
        # Where a reflection comes or goes, dice look larger or smaller; where the light changes, they come and go.
        self._tracks.follow(self._blobs, passed, certain=certain and dazzled == (self._lit is not None))

    def _correct(self, background: Background, look: Look) -> list[Event]:
        """Once all is still: was the camera moved, is the light another, does anything only seem to lie there?"""
        events = []
        if moved := self._moved(background, look):
            background, events = moved, [Event.CAMERA_MOVED]
        elif relit := self._relit(background, look):
            background, events = relit, [Event.LIGHT_CHANGED]
        self._background = background
        if events:
            self._find(background, look, 0.0)
            # What seemed to run while the table looked another one may have lain there.
            self._tracks.call_old()
        ghosts = [blob for blob in self._blobs if background.is_ghost(look, blob.mask)]
        # Beside a hand nothing is learned. A ghost may be as large as one: of a hand in the first picture.
        if any(blob.sort is Sort.HAND and blob.over and blob not in ghosts for blob in self._blobs):
            ghosts = []
        for ghost in ghosts:
            background.replace(look, ghost.mask)
        if ghosts:
            self._find(background, look, 0.0)
        return events

    def _moved(self, background: Background, look: Look) -> Background | None:
        """The table as a camera that was moved sees it, if that explains what is not as it was; else ``None``."""
        assert self._foreground is not None
        strange = cv2.countNonZero(self._foreground)
        if strange < _SUSPECT * self._foreground.size:
            return None
        x, y = background.shift(look)
        if float(np.hypot(x, y)) < _SHIFT_PX:
            return None
        moved = background.moved(look, x, y)
        if not self._explains(moved, look):
            return None
        self._shift += (x, y)
        height, width = self._foreground.shape
        self._look_in(self.settings.shifted(x / width, y / height))
        return moved

    def _relit(self, background: Background, look: Look) -> Background | None:
        """The table under another light, if that explains what is not as it was; else ``None``."""
        relit = background.relit(look) if self._hand() else None
        return relit if relit and self._explains(relit, look) else None

    def _explains(self, background: Background, look: Look) -> bool:
        """Whether by this table much less is strange than by the one of before."""
        assert self._foreground is not None
        return cv2.countNonZero(background.foreground(look)[0]) <= _EXPLAINED * cv2.countNonZero(self._foreground)

    def _hand(self) -> bool:
        """Whether a hand is over the tray: what lies beside it for good, as a coat, keeps nobody from throwing."""
        return any(blob.sort is Sort.HAND and blob.over for blob in self._blobs)

    def _spots(self) -> tuple[Spot, ...]:
        millimetres = self.settings.width_mm
        x, y = self._shift * millimetres * COARSE / WIDTH
        return tuple(
            Spot(
                blob.x - float(x),
                blob.y - float(y),
                (
                    blob.box[0] / millimetres,
                    blob.box[1] / millimetres,
                    blob.box[2] / millimetres,
                    blob.box[3] / millimetres,
                ),
                blob.count,
            )
            for blob in self._blobs
            if blob.sort is Sort.DICE
        )


def _light_changed(last: Look, look: Look) -> bool:
    change = look.logs[::_FEW, ::_FEW] - last.logs[::_FEW, ::_FEW]
    return abs(float(np.median(change))) > _LIGHT
