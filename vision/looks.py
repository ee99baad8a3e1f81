"""Looking at one die: what three nets say of it, each of another picture.

The first looks at the whole die: its kind, where its upper face is, what stands there. The second looks at that face
alone, cut out of the picture at full size; the third at that face with its neighbours. All were trained in every
direction, so nothing is turned upright.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.classes import GLYPHS, KINDS
from vision.crops import AROUND_MARGIN, DIE_MARGIN, FACE_MARGIN, cut
from vision.model import load_net

Shares = NDArray[np.float64]

DIE_SIDE: Final = 112
FACE_SIDE: Final = 64
AROUND_SIDE: Final = 80
_KINDS: Final = len(KINDS) + 1
_GLYPHS: Final = len(GLYPHS)


@dataclass(frozen=True, slots=True, eq=False)
class DieLook:
    """What the first net says of a die.

    Attributes:
        kinds: shape (9,), how likely each of ``KINDS`` is, then that it is no die; they sum to 1.
        glyphs: shape (36,), how likely each of ``GLYPHS`` stands on the upper face; they sum to 1.
        cocked: 0 … 1, how likely it leans.
        place: x and y of the middle of what is read, px of the picture.
        radius: of what is read, px.
        size: the longer side of the die's bounding box, px.
    """

    kinds: Shares
    glyphs: Shares
    cocked: float
    place: tuple[float, float]
    radius: float
    size: float = 64.0


@dataclass(frozen=True, slots=True, eq=False)
class FaceLook:
    """What the second or third net says of a face: ``glyphs`` and ``kinds`` as in ``DieLook``."""

    glyphs: Shares
    kinds: Shares


def look_at_die(image: Image, box: tuple[float, float, float, float]) -> DieLook:
    """The first net's view of the die in a box: x, y, width, height in px of the picture."""
    x, y, w, h = box
    side = DIE_MARGIN * max(w, h)
    middle = (x + w / 2, y + h / 2)
    out = _forward("die", cut(image, *middle, side, DIE_SIDE))
    kinds, glyphs = _shares(out[:_KINDS]), _shares(out[_KINDS : _KINDS + _GLYPHS])
    cocked, dx, dy, radius = (float(v) for v in out[_KINDS + _GLYPHS : _KINDS + _GLYPHS + 4])
    place = (middle[0] + dx * side / 2, middle[1] + dy * side / 2)
    reach = float(np.clip(np.exp(radius), 0.03, 0.6)) * side / 2
    return DieLook(kinds, glyphs, float(1 / (1 + np.exp(-cocked))), place, reach, max(w, h))


def look_at_face(image: Image, place: tuple[float, float], radius: float) -> FaceLook:
    """The second net's view of a face: its middle and radius in px of the picture."""
    return _face("face", cut(image, *place, FACE_MARGIN * radius, FACE_SIDE))


def look_at_face_turned(image: Image, place: tuple[float, float], radius: float) -> list[FaceLook]:
    """The second net's views of a face as it is and turned by one, two and three quarters; arguments as before.

    It was trained in all directions, so each view is as good as the first, and errs for itself.
    """
    crop = cut(image, *place, FACE_MARGIN * radius, FACE_SIDE)
    return [_face("face", np.ascontiguousarray(np.rot90(crop, quarters))) for quarters in range(4)]


def look_around_face(image: Image, place: tuple[float, float], radius: float) -> FaceLook:
    """The third net's view of a face and its neighbours; arguments as for ``look_at_face``."""
    return _face("around", cut(image, *place, AROUND_MARGIN * radius, AROUND_SIDE))


def _face(net: str, crop: Image) -> FaceLook:
    out = _forward(net, crop)
    return FaceLook(_shares(out[:_GLYPHS]), _shares(out[_GLYPHS : _GLYPHS + _KINDS]))


def _forward(name: str, crop: Image) -> NDArray[np.float64]:
    net = load_net(name)
    net.setInput(cv2.dnn.blobFromImage(crop, 1 / 255, mean=(127.5, 127.5, 127.5)))
    return np.asarray(net.forward()[0], np.float64)


def _shares(logits: NDArray[np.float64]) -> Shares:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum(), np.float64)
