"""Reading a whole picture: every die with its type, value, confidence, and whether it may be used."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.calibration.level import Level, Lie, make_poses_ready
from vision.camera.base import Image
from vision.classes import GLYPHS, KINDS, glyphs_of
from vision.decide import decide, likely_faces
from vision.empty import EmptyTray
from vision.finder import Candidate, find_dice, overlap
from vision.looks import DieLook, FaceLook, look_around_face, look_at_die, look_at_face, look_at_face_turned
from vision.pips import PipCount, count_pips
from vision.reading import DieReading, Face, Status, faces
from vision.taught import TaughtSet, recognise

Box = tuple[float, float, float, float]

_D6: Final = KINDS.index("d6")
_MAYBE: Final = 0.2
LEAST_SIDE: Final = 24
"""Narrower dice, px, are not read: of the surest wrong values held back many were of such."""
_MOST_OF_PICTURE: Final = 0.8
"""What fills the picture more than this is rather a tray with something round in it than a die."""
_NO_DIE: Final = 0.5
_SAME: Final = 0.5
_CLOSE_UP: Final = 0.4
"""A candidate longer than this part of the picture's short side may be a cup or a tray with the die in its middle."""
_WITHIN: Final = 0.7
"""How much smaller the die in it is looked for."""
_TURNED: Final = 0.92
"""Least share of a d4's numeral over four directions of its face; chosen on renders (``model/MODEL.md``)."""
_LEAST_SHARE: Final = 1e-4
_LEAST_DIE: Final = 0.25
"""Least score of the finder times how much of a die the net takes it for."""


def read_picture(
    image: Image,
    expect: Sequence[str] = (),
    sets: Sequence[TaughtSet] = (),
    empty: EmptyTray | None = None,
    level: Level | None = None,
) -> list[DieReading]:
    """Every die in a picture.

    Args:
        image: BGR, shape (height, width, 3), 8 bit.
        expect: types of the dice that were asked for, one entry a die; helps to tell types apart. A die of another type
            is marked ``unexpected``.
        sets: dice that were taught; what one of them knows is read by it, and by nothing else.
        empty: the tray without dice: what always lies there is no die, and what lies there now is never passed over.
        level: where the camera is: a die that leans is never read. Without it nobody can tell a leaning die from one
            that is seen aslant.

    Returns:
        The dice, those that were read first, then from top to bottom.

    Raises:
        PictureError: the picture of the empty tray does not fit to this one.
    """
    if min(image.shape[:2]) < 8:
        return []
    return readings_of(image, find_and_look(image, empty), expect, sets, level)


def make_ready(kinds: Sequence[str]) -> None:
    """Load what reading dice of these types takes, so that their first throw is read as soon as any other.

    Nets are loaded for the thread that calls. What is there already costs a few milliseconds.
    """
    blank = np.full((96, 128, 3), 128, np.uint8)
    box = (32.0, 16.0, 64.0, 64.0)
    find_dice(blank)
    _looked_at(blank, box, look_at_die(blank, box), count_pips(blank, box))
    for kind in kinds:
        make_poses_ready(kind)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A die in a picture and what each reader says of it.

    Attributes:
        box: x, y, width, height in px.
        die, face, around: what the nets say of the die, of its upper face, of that with its neighbours.
        pips: what was counted without a net; ``None``: none could be made out, or nobody looked.
        by_finder: the finder took it for a die; else something lies there, by the picture of the empty tray.
    """

    box: Box
    die: DieLook
    face: FaceLook
    around: FaceLook
    pips: PipCount | None
    by_finder: bool = True


def readings_of(
    image: Image,
    dice: Sequence[Found],
    expect: Sequence[str] = (),
    sets: Sequence[TaughtSet] = (),
    level: Level | None = None,
) -> list[DieReading]:
    """The readings of dice that were found and looked at; arguments and order as for ``read_picture``."""
    readings = [_reading(image, found, expect, sets) for found in dice]
    if level:
        boxes = [found.box for found in dice]
        readings = [
            _levelled(image, found, reading, level, boxes[:i] + boxes[i + 1 :])
            for i, (found, reading) in enumerate(zip(dice, readings, strict=True))
        ]
    return sorted(readings, key=lambda r: (r.status is not Status.READ, r.box[1], r.box[0]))


def find_and_look(image: Image, empty: EmptyTray | None = None) -> list[Found]:
    """Every die of a picture as the readers see it, the surest to be a die first; errors as ``read_picture``."""
    found = _find(image)
    if empty is None:
        return found
    changes = empty.compare(image)
    dice = [one for one in found if changes.lies_there(one.box)]
    for box in changes.others([one.box for one in dice]):
        dice.append(_looked_at(image, box, look_at_die(image, box), None, by_finder=False))
    return dice


def _looked_at(image: Image, box: Box, die: DieLook, pips: PipCount | None, *, by_finder: bool = True) -> Found:
    face, around = (look(image, die.place, die.radius) for look in (look_at_face, look_around_face))
    return Found(box, die, face, around, pips, by_finder)


def _find(image: Image) -> list[Found]:
    """What finder and nets take for dice, the surest first."""
    looked = [_looked_closer(image, candidate) for candidate in find_dice(image)]
    looked.sort(key=lambda pair: -_die_score(*pair))
    found: list[Found] = []
    for candidate, die in looked:
        known = any(overlap(candidate.box, other.box) > _SAME for other in found)
        if not known and float(die.kinds[-1]) < _NO_DIE and _die_score(candidate, die) > _LEAST_DIE:
            # Counting takes longer than the nets: only where pips may be.
            pips = count_pips(image, candidate.box) if die.kinds[_D6] > _MAYBE else None
            found.append(_looked_at(image, candidate.box, die, pips))
    return found


def _looked_closer(image: Image, candidate: Candidate) -> tuple[Candidate, DieLook]:
    """A candidate and what the net makes of it; of a close-up that is no die, what it makes of its middle."""
    die = look_at_die(image, candidate.box)
    x, y, w, h = candidate.box
    if float(die.kinds[-1]) < _NO_DIE or max(w, h) < _CLOSE_UP * min(image.shape[:2]):
        return candidate, die
    margin = (1 - _WITHIN) / 2
    inner = Candidate(candidate.score, (x + margin * w, y + margin * h, _WITHIN * w, _WITHIN * h))
    return inner, look_at_die(image, inner.box)


def _die_score(candidate: Candidate, look: DieLook) -> float:
    """How far finder and net together take it for a die, 0 … 1."""
    return candidate.score * (1 - float(look.kinds[-1]))


def _reading(image: Image, found: Found, expect: Sequence[str], sets: Sequence[TaughtSet]) -> DieReading:
    known = recognise(image, found.box, sets)
    if known is not None:
        kind, confidence = known.set.kind, known.confidence
        value: Face | None = known.value
        status, likely = Status.READ if known.sure else Status.UNSURE, known.likely
    else:
        sights = (found.face, found.around)
        kind, value, confidence, status = decide(found.die, sights, found.pips, expect)
        likely = likely_faces(kind, found.die, sights, found.pips)
        if status is Status.READ and kind == "d4" and not _same_when_turned(image, found.die, value):
            status, confidence = Status.UNSURE, min(confidence, 0.5)
    x, y, w, h = found.box
    box = (int(x), int(y), max(1, round(w)), max(1, round(h)))
    if not found.by_finder:
        value = value if float(found.die.kinds[-1]) < _NO_DIE else None
        status, confidence = Status.UNSURE, min(confidence, 0.5)
    elif _cut_off(found.die, image):
        value, status = None, Status.PARTIAL
    elif status is Status.READ and not LEAST_SIDE <= max(w, h) <= _MOST_OF_PICTURE * min(image.shape[:2]):
        status = Status.UNSURE
    unexpected = bool(expect) and kind not in expect
    likely, name = likely if value is not None else (), known.set.name if known else ""
    return DieReading(kind, value, confidence, status, box, unexpected=unexpected, set=name, likely=likely)


def _same_when_turned(image: Image, die: DieLook, value: Face | None) -> bool:
    """Whether a d4 shows the same in pictures that are turned: of those the nets are sure of a few are wrong."""
    places = [GLYPHS.index(glyph) for glyph in glyphs_of("d4")]
    shares = np.array([look.glyphs[places] for look in look_at_face_turned(image, die.place, die.radius)])
    means = np.exp(np.log(np.maximum(shares, _LEAST_SHARE)).mean(axis=0))
    return bool(means[faces("d4").index(value)] >= _TURNED * means.sum()) if value is not None else False


def _levelled(image: Image, found: Found, reading: DieReading, level: Level, others: Sequence[Box]) -> DieReading:
    """The reading of a die, as far as it lies level; what cannot be told to do so is asked."""
    if reading.status not in (Status.READ, Status.UNSURE) or not found.by_finder:
        return reading
    measured = level.measure(image, reading.type, found.box, found.die.place, others)
    read = reading.status is Status.READ
    if measured and (measured.clearly or (read and measured.lie is Lie.LEANS)):
        return replace(reading, value=None, likely=(), status=Status.COCKED)
    if measured is None or measured.lie is not Lie.LEVEL or (reading.type == "d4" and measured.own < 1):
        # A d4 shows its value at its tip as each other one at a corner: what covers a corner makes them look alike.
        return replace(reading, status=Status.UNSURE)
    return reading


def _cut_off(look: DieLook, image: Image) -> bool:
    """Whether what would have to be read reaches beyond the picture."""
    height, width = image.shape[:2]
    (x, y), reach = look.place, look.radius
    return x < reach or y < reach or x > width - reach or y > height - reach
