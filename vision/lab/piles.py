"""Dice that touch dice, as physics has them: one leans against another, lies on its edge, or lies level beside it.

A die is held aslant over the table, moved up to one that lies there until they touch, and let go. Everything grips far
better than real dice do (friction 2), so it stays in nearly every pose in which it can lean at all.
"""

from math import cos, pi, sin
from typing import Any, Final

import mujoco
import numpy as np
from numpy.typing import NDArray

from vision.geometry import solid
from vision.lab.leaning import KINDS, SIZES, Posed, pose
from vision.tray.path import matrix
from vision.tray.physics import vertices

Array = NDArray[np.float64]
Rng = np.random.Generator

_FRICTION: Final = 2.0
_LEANS: Final = (12.0, 50.0)
_FARTHEST_MM, _NEAREST_MM, _STEP_MM = 38.0, 4.0, 0.5
_TURNS: Final = 12
_STEPS_A_TURN: Final = 50
_STILL: Final = 0.02
_PLACES: Final = tuple((x, y) for x in (-80.0, -27.0, 27.0, 80.0) for y in (-50.0, 0.0, 50.0))
_MOVED_MM: Final = 6.0
_TRIES: Final = 6
_LEANS_AT_LEAST: Final = 4.0
_AS_IT_COMES: Final = 0.25


def pairs(rng: Rng, sizes: tuple[float, float] = SIZES) -> list[Posed]:
    """Twelve pairs all over the tray: of most of them, one leans against the other."""
    dice: list[Posed] = []
    for middle in _PLACES:
        place = np.array(middle) + rng.uniform(-_MOVED_MM, _MOVED_MM, 2)
        for _ in range(_TRIES):
            found = pair(rng, place, sizes)
            if max(die.lean for die in found) > _LEANS_AT_LEAST or rng.random() < _AS_IT_COMES:
                break
        dice += found
    # Those that lie on others are drawn last.
    return sorted(dice, key=lambda die: float(die.centre[2]))


def pair(rng: Rng, place: Array, sizes: tuple[float, float] = SIZES) -> list[Posed]:
    """Two dice that touch, or nearly.

    Args:
        rng: which, and how.
        place: of the one that lies, shape (2,), mm.
        sizes: how large they are at least and at most, against the usual ones.

    Returns:
        The one that was let go, and the one that lay there; their leans are what physics made of them.
    """
    kinds = [KINDS[int(i)] for i in rng.integers(len(KINDS), size=2)]
    start = [pose(rng, kinds[0], np.zeros(2), float(rng.uniform(*_LEANS)), sizes)]
    start.append(pose(rng, kinds[1], np.zeros(2), 0.0, sizes))
    model = mujoco.MjModel.from_xml_string(_description(start))
    data = mujoco.MjData(model)
    angle = float(rng.uniform(0, 2 * pi))
    way = np.array([cos(angle), sin(angle)])
    for apart in np.arange(_FARTHEST_MM, _NEAREST_MM, -_STEP_MM):
        data.qpos[:] = np.concatenate([_at(start[0], apart * way), _at(start[1], np.zeros(2))])
        mujoco.mj_forward(model, data)
        if any({int(touch.geom1), int(touch.geom2)} == {1, 2} for touch in data.contact):
            break
    for _ in range(_TURNS):
        mujoco.mj_step(model, data, _STEPS_A_TURN)
        if float(np.abs(data.qvel).max()) < _STILL:
            break
    return [_posed(die, one, place) for die, one in zip(start, np.array(data.qpos).reshape(-1, 7), strict=True)]


def _description(dice: list[Posed]) -> str:
    meshes = "".join(
        f'<mesh name="die{i}" vertex="{vertices(die.kind)}" scale="{die.size} {die.size} {die.size}"/>'
        for i, die in enumerate(dice)
    )
    bodies = "".join(
        f'<body name="die{i}"><freejoint/><geom type="mesh" mesh="die{i}" density="1250"/></body>'
        for i in range(len(dice))
    )
    grip = f'friction="{_FRICTION} 0.01 0.001" condim="6" solref="0.004 1" solimp="0.9 0.98 0.0005"'
    return f"""
    <mujoco>
      <option timestep="0.001" cone="elliptic"/>
      <default><geom {grip}/></default>
      <asset>{meshes}</asset>
      <worldbody><geom type="plane" size="1 1 0.1"/>{bodies}</worldbody>
    </mujoco>"""


def _at(die: Posed, place: Array) -> Array:
    """Position, m, and orientation for the engine, shape (7,)."""
    turn = np.zeros(4)
    mujoco.mju_mat2Quat(turn, np.ascontiguousarray(die.turn).ravel())
    return np.concatenate([[*(place / 1000), die.centre[2] / 1000], turn])


def _posed(die: Posed, found: Any, place: Array) -> Posed:
    shape, turn = solid(die.kind), matrix(found[3:])
    ups = np.array([(turn @ shape.up(label))[2] for label in shape.labels])
    best = int(ups.argmax())
    lean = float(np.degrees(np.arccos(np.clip(ups[best], -1, 1))))
    return Posed(die.kind, shape.labels[best], turn, found[:3] * 1000 + (*place, 0.0), die.size, lean)
