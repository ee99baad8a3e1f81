"""Cut the dice out of the photographs for training: ``python -m vision.lab.real OUT.pickle``.

Where a photograph has no boxes, or boxes about the pips only, the finder says where the die is; a photograph where it
is not sure is left out. One picture in ``photos.HELD`` is held back, to choose thresholds on.
"""

import argparse
import pickle
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from vision.classes import GLYPHS, KINDS
from vision.crops import cut
from vision.finder import find_dice
from vision.lab import photos
from vision.lab.crops import IGNORED, NO_DIE, UNKNOWN, RealDie
from vision.lab.photos import Box, Die, Photo
from vision.looks import look_at_die

_SURE: Final = 0.45
_RIGHTLY: Final = 0.3
_FROM_ASIDE: Final = ("epanemu",)
"""Sources whose pictures were taken from aside."""


def dice_of(photo: Photo) -> list[RealDie]:
    """Every die of a photograph whose place is known or found."""
    found: list[RealDie] = []
    candidates = [] if photo.source in ("bartek", "epanemu") else [c for c in find_dice(photo.image) if c.score > _SURE]
    for die in photo.dice:
        box = die.box
        if box is None:
            box = candidates[0].box if len(candidates) == 1 and len(photo.dice) == 1 else None
        elif photo.source == "matteop65":
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            box = next((c.box for c in candidates if _inside(middle, c.box)), None)
        if box is not None and max(box[2:]) >= 14:
            found.append(_real(photo, die, box))
    return found


def others_of(photo: Photo) -> list[RealDie]:
    """What the finder takes for dice in a photograph though none of its labels is there: what is no die."""
    if photo.source == "epanemu":  # not all of its dice are labelled
        return []
    candidates = find_dice(photo.image)
    if photo.source.startswith("ucffool"):
        if not candidates or candidates[0].score < _SURE:
            return []
        known = [candidates[0].box]
    else:
        known = [die.box for die in photo.dice if die.box is not None]
    free = [c.box for c in candidates if not any(_touch(c.box, box) for box in known)]
    return [_cut_out(photo, box, NO_DIE, IGNORED) for box in free]


def _touch(one: Box, other: Box) -> bool:
    """Whether two boxes share anything."""
    apart = one[0] > other[0] + other[2] or other[0] > one[0] + one[2]
    return not (apart or one[1] > other[1] + other[3] or other[1] > one[1] + one[3])


def _inside(point: tuple[float, float], box: Box) -> bool:
    return box[0] < point[0] < box[0] + box[2] and box[1] < point[1] < box[1] + box[3]


def _real(photo: Photo, die: Die, box: Box) -> RealDie:
    glyph = IGNORED
    if die.glyph:
        glyph = GLYPHS.index(str(int(die.glyph)) if die.kind != "d%" else die.glyph)
    elif die.marking in ("ornate", "logo"):
        glyph = UNKNOWN
    kind = KINDS.index(die.kind) if die.kind else IGNORED
    return _cut_out(photo, box, kind, glyph)


def _cut_out(photo: Photo, box: Box, kind: int, glyph: int) -> RealDie:
    side = 2 * max(box[2], box[3])
    size = int(np.clip(side, 48, 288))
    return RealDie(
        cut(photo.image, box[0] + box[2] / 2, box[1] + box[3] / 2, side, size),
        kind,
        glyph,
        None,
        photo.source in _FROM_ASIDE,
    )


def with_face(die: RealDie) -> RealDie | None:
    """The die with the place of its upper face as the net for whole dice sees it, where that net reads it rightly."""
    if die.glyph == IGNORED:
        return None
    size = die.image.shape[0]
    look = look_at_die(die.image, (size / 4, size / 4, size / 2, size / 2))
    if die.glyph != UNKNOWN and look.glyphs[die.glyph] < _RIGHTLY:
        return None
    return replace(die, face=(*look.place, look.radius))


def main() -> int:
    """Cut out the dice to train on and those held back; or find their faces, once there is a net that can."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.real")
    parser.add_argument("out", type=Path)
    parser.add_argument("--faces", type=Path, metavar="REAL", help="find the faces of these dice")
    options = parser.parse_args()
    if options.faces is not None:
        known = pickle.loads(options.faces.read_bytes())
        placed = [die for die in map(with_face, known) if die is not None]
        options.out.write_bytes(pickle.dumps(placed))
        print(f"{len(placed)} faces of {len(known)} dice")
        return 0
    for name, back in (("", False), (".held", True)):
        dice: list[RealDie] = []
        sources: Counter[tuple[str, bool]] = Counter()
        for photo in photos.load():
            if photos.held(photo) == back:
                some = [die for die in [*dice_of(photo), *others_of(photo)] if die.kind != IGNORED]
                dice += some
                sources[photo.source, len(some) > 0] += 1
        options.out.with_suffix(name + options.out.suffix).write_bytes(pickle.dumps(dice))
        print(len(dice), dict(sources))
    return 0


if __name__ == "__main__":
    sys.exit(main())
