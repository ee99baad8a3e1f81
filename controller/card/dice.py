"""A die as a drawing that needs no script: the same polyhedra and the same light as on the page's live pictures."""

from math import atan2, cos, pi, sin
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.i18n import die_name, option_name
from controller.rules.core import Face
from vision.geometry import Solid, solid

_Array = NDArray[np.float64]

_TILT: Final = 0.42
_TURN: Final = 0.12
_LIGHT: Final = np.array([-0.45, 0.55, 0.75]) / float(np.linalg.norm([-0.45, 0.55, 0.75]))
_LOOKS: Final = {
    1: ("#f1e8d2", "#241c10"),
    2: ("#a8242c", "#fff4e4"),
    3: ("#24549c", "#f3f7ff"),
    4: ("#2e2c31", "#f4dfae"),
    5: ("#6b3f8f", "#fbf0ff"),
}
"""Body and ink of each seat's dice."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
# Each symbol has a form of its own, for eyes that do not tell the colours apart.
_SYMBOLS: Final = {
    "blue": ("#1f5fbf", "M0-.78C.42-.2.6.06.6.32A.6.6 0 0 1-.6.32C-.6.06-.42-.2 0-.78z"),
    "green": ("#1f7a37", "M-.66.66C-.78-.3-.1-.78.72-.72.78.1.3.78-.4.58L-.6.78-.7.7z"),
    "red": ("#c0262d", "M0-.8.66 0 0 .8-.66 0z"),
    "yellow": (
        "#d79a00",
        "M0-.8.2-.34.66-.56.44-.12.82.12.36.24.42.74 0 .46-.42.74-.36.24-.82.12-.44-.12-.66-.56-.2-.34z",
    ),
    "wizard": ("#5c2f86", "M0-.86C.1-.5.24.1.5.42L.84.52C.5.8-.5.8-.84.52L-.5.42C-.3.1-.2-.4 0-.86z"),
    "jester": ("#2b2b2b", "M-.84-.3-.44-.06-.2-.76 0-.14.2-.76.44-.06.84-.3.56.5H-.56zM-.56.6H.56V.78H-.56z"),
}


def drawn(kind: str, face: Face, seat: int) -> str:
    """One die as SVG, as somebody at the table sees it.

    Args:
        kind: its type, ``d4`` … ``d20``, ``d%`` or ``wizard``.
        face: what lies up.
        seat: in whose colours.
    """
    shape = solid(kind)
    scale = float((shape.vertices**2).sum(axis=1).max() ** 0.5)
    up = next((at for at, label in enumerate(shape.labels) if str(label) == str(face)), 0)
    turning = _lying(shape, kind, up)
    body, ink = ("#f6efdf", "#2b2b2b") if kind == "wizard" else _LOOKS[seat]
    vertices = shape.vertices @ turning.T / scale
    normals = shape.normals @ turning.T
    visible = [at for at in np.argsort(normals[:, 2]) if normals[at, 2] > 0.02]
    parts = ['<ellipse cx="0.04" cy="0.72" rx="0.84" ry="0.28" fill="#000" fill-opacity="0.16"/>']
    for at in visible:
        parts.append(_polygon(vertices[list(shape.faces[at])], float(normals[at] @ _LIGHT), body))
    for at in visible:
        parts += _print(shape, kind, int(at), turning / scale, ink)
    name = f"{die_name(kind)}: {option_name(str(face))}"
    return f'<svg class="die" viewBox="-1.08 -1.08 2.16 2.16" role="img" aria-label="{name}">{"".join(parts)}</svg>'


def _polygon(corners: _Array, light: float, body: str) -> str:
    points = " ".join(f"{x:.3f},{-y:.3f}" for x, y in corners[:, :2])
    shade = max(0.0, min(0.62, 0.62 * (1 - light)))
    return (
        f'<polygon points="{points}" fill="{body}" stroke="#3c2c10" stroke-opacity="0.55" stroke-width="0.018" '
        f'stroke-linejoin="round"/><polygon points="{points}" fill="#000" fill-opacity="{shade:.2f}"/>'
    )


def _print(shape: Solid, kind: str, at: int, placing: _Array, ink: str) -> list[str]:
    """What is printed on one face; ``placing`` turns and scales."""
    scale = float(np.linalg.norm(placing[0]))
    centre, top, normal = (placing @ one[at] for one in (shape.centres, shape.tops / scale, shape.normals / scale))
    label, inradius = shape.labels[at], float(shape.inradii.min()) * scale
    plane = _plane(centre, top, normal)
    if kind == "d4":
        return _corners(shape, at, placing, scale, ink)
    if kind == "d6":
        circle = '<circle transform="{}" cx="{:.3f}" cy="{:.3f}" r="{:.3f}" fill="{}"/>'
        pips = _PIPS[int(label)]
        return [circle.format(plane, x * inradius * 0.54, -y * inradius * 0.54, inradius * 0.17, ink) for x, y in pips]
    if kind == "wizard":
        colour, path = _SYMBOLS[str(label)]
        return [f'<path transform="{plane} scale({inradius * 0.78:.3f})" fill="{colour}" d="{path}"/>']
    text = f"{label:02d}" if kind == "d%" else str(label)
    if text in ("6", "9") and 9 in shape.labels:
        text += "."
    size = inradius * (0.98 if len(text) > 1 else 1.2) * (0.92 if kind in ("d10", "d%") else 1.0)
    return [_text(text, plane, size, ink)]


def _corners(shape: Solid, at: int, placing: _Array, scale: float, ink: str) -> list[str]:
    """A d4 is read at its upper corner: each face has a number at each of its corners."""
    texts = []
    for corner in shape.faces[at]:
        label = next(shape.labels[other] for other, face in enumerate(shape.faces) if corner not in face)
        arm = shape.vertices[corner] - shape.centres[at]
        place = placing @ (shape.centres[at] + arm * 0.52)
        upright = placing @ (arm / np.linalg.norm(arm)) / scale
        texts.append(_text(str(label), _plane(place, upright, placing @ shape.normals[at] / scale), 0.34, ink))
    return texts


def _text(text: str, plane: str, size: float, ink: str) -> str:
    return (
        f'<text transform="{plane}" y="{size * 0.35:.3f}" font-size="{size:.3f}" font-weight="700" '
        f'text-anchor="middle" fill="{ink}">{text}</text>'
    )


def _plane(centre: _Array, top: _Array, normal: _Array) -> str:
    """The picture's plane of a print: its middle, its upward direction, the outward normal."""
    right = np.cross(top, normal)
    numbers: list[Any] = [right[0], -right[1], -top[0], top[1], centre[0], -centre[1]]
    return f"matrix({' '.join(f'{one:.3f}' for one in numbers)})"


def _lying(shape: Solid, kind: str, up: int) -> _Array:
    """How a die lies on the table so that a face is read, its print upright, seen a little from the front."""
    normal = -shape.normals[up] if kind == "d4" else shape.normals[up]
    level = _to_z(normal)
    top = level @ (shape.tops[(up + 1) % 4] if kind == "d4" else shape.tops[up])
    upright = pi / 2 - atan2(top[1], top[0]) + _TURN
    about_x = np.array([[1, 0, 0], [0, cos(_TILT), sin(_TILT)], [0, -sin(_TILT), cos(_TILT)]])
    about_z = np.array([[cos(upright), -sin(upright), 0], [sin(upright), cos(upright), 0], [0, 0, 1]])
    return np.asarray(about_x @ about_z @ level, np.float64)


def _to_z(direction: _Array) -> _Array:
    """A turn that brings a direction to the z axis."""
    x, y, z = (float(one) for one in direction)
    if z < -0.999999:
        return np.diag([1.0, -1.0, -1.0])
    k = 1 / (1 + z)
    return np.array([[1 - x * x * k, -x * y * k, -x], [-x * y * k, 1 - y * y * k, -y], [x, y, z]])
