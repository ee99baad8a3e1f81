"""Throwing dice by a physics engine (MuJoCo): each die a convex solid, on felt, between walls.

The engine works in metres, everything else here in millimetres.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import mujoco
import numpy as np
from numpy.typing import NDArray

from vision.geometry import solid
from vision.tray.measures import CORNER_MM, FLOOR_MM, RIM_MM, WALL_MM
from vision.tray.path import SAMPLE_SECONDS, Path

Array = NDArray[np.float64]
Rng = np.random.Generator

MOST_DICE: Final = 20

_STEP: Final = 0.001
_STEPS_A_SAMPLE: Final = round(SAMPLE_SECONDS / _STEP)
_LONGEST_SECONDS: Final = 8.0
# Still for so many samples: nothing will move any more.
_STILL_SAMPLES: Final = 40
_STILL_SPEED: Final = 0.004
_FREE: Final = 6  # velocities of a free body


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """How a die sets out.

    Attributes:
        kind: one of ``DIE_TYPES``.
        seconds: when it is let go; before that it touches nothing.
        centre: shape (3,), millimetres.
        turn: unit quaternion, shape (4,), the real part first.
        speed: shape (3,), millimetres a second.
        spin: shape (3,), radians a second, in the axes of the die.
    """

    kind: str
    seconds: float
    centre: Array
    turn: Array
    speed: Array
    spin: Array


def thrown(rng: Rng, kind: str, place: Array, towards: Array, *, seconds: float = 0.0, speed: float = 700.0) -> Start:
    """A die that is let go at a place, millimetres, with about this speed, mm/s, any way up, spinning."""
    way = np.append((towards - place)[:2], 0.0)
    way /= max(float(np.linalg.norm(way)), 1e-9)
    turn = rng.normal(size=4)
    velocity = way * speed * rng.uniform(0.8, 1.2) + rng.normal(0, 0.1 * speed, 3) * (1, 1, 0.5)
    return Start(kind, seconds, place, turn / np.linalg.norm(turn), velocity, rng.normal(0, 14, 3))


def simulate(dice: Sequence[Start], *, fence: bool = True) -> list[Path]:
    """Let dice fly, hit each other and the walls, and come to rest.

    Args:
        dice: at most ``MOST_DICE``; one that lies already is a start without speed.
        fence: keep them in the tray, as careful hands do; else some hop over its walls.

    Returns:
        The way of each, from when it is let go, in the order of ``dice``.

    Raises:
        ValueError: an unknown kind, or too many dice.
    """
    if len(dice) > MOST_DICE:
        raise ValueError(f"{len(dice)} dice do not fit into the tray; throw at most {MOST_DICE} at a time")
    if not dice:
        return []
    model = _model(tuple(die.kind for die in dice), fence)
    data = mujoco.MjData(model)
    masks = [int(model.geom(f"die{i}").id) for i in range(len(dice))]
    for i in masks:
        model.geom_contype[i] = model.geom_conaffinity[i] = 0
    waiting = sorted(range(len(dice)), key=lambda i: dice[i].seconds)
    first, last = dice[waiting[0]].seconds, dice[waiting[-1]].seconds
    samples: list[Array] = []
    still = 0
    while still < _STILL_SAMPLES and len(samples) * SAMPLE_SECONDS < last - first + _LONGEST_SECONDS:
        while waiting and dice[waiting[0]].seconds <= first + data.time + 1e-9:
            _let_go(model, data, waiting[0], dice[waiting.pop(0)])
        for held in waiting:
            _hold(data, held, dice[held])
        mujoco.mj_forward(model, data)
        samples.append(np.array(data.qpos).reshape(-1, 7))
        mujoco.mj_step(model, data, _STEPS_A_SAMPLE)
        slow = float(np.abs(data.qvel.reshape(-1, _FREE)[:, :3]).max()) < _STILL_SPEED
        still = still + 1 if slow and not waiting and float(np.abs(data.qvel).max()) < 1.0 else 0
    return _paths(dice, np.array(samples), first)


def _paths(dice: Sequence[Start], samples: Array, first: float) -> list[Path]:
    paths = []
    for i, die in enumerate(dice):
        begin = round((die.seconds - first) / SAMPLE_SECONDS)
        own = samples[begin:, i]
        paths.append(Path(die.kind, first + begin * SAMPLE_SECONDS, own[:, :3] * 1000, own[:, 3:]))
    return paths


def _let_go(model: Any, data: Any, number: int, die: Start) -> None:
    geom = int(model.geom(f"die{number}").id)
    model.geom_contype[geom] = model.geom_conaffinity[geom] = 1
    _hold(data, number, die)
    data.qvel[number * _FREE : (number + 1) * _FREE] = np.concatenate([die.speed / 1000, die.spin])


def _hold(data: Any, number: int, die: Start) -> None:
    data.qpos[number * 7 : number * 7 + 7] = np.concatenate([die.centre / 1000, die.turn])
    data.qvel[number * _FREE : (number + 1) * _FREE] = 0


@lru_cache(maxsize=32)
def _model(kinds: tuple[str, ...], fence: bool) -> Any:
    """The tray with these dice. What a simulation changes in it (which dice collide) it sets anew each time."""
    return mujoco.MjModel.from_xml_string(_description(kinds, fence))


def _description(kinds: tuple[str, ...], fence: bool) -> str:
    meshes = "".join(f'<mesh name="{kind}" vertex="{vertices(kind)}"/>' for kind in sorted(set(kinds)))
    dice = "".join(
        f'<body name="die{i}"><freejoint/><geom name="die{i}" type="mesh" mesh="{kind}" density="1250"/></body>'
        for i, kind in enumerate(kinds)
    )
    return f"""
    <mujoco>
      <option timestep="{_STEP}" cone="elliptic"/>
      <default><geom friction="0.25 0.0004 0.00001" condim="4" solref="0.004 0.65" solimp="0.9 0.98 0.0005"/></default>
      <asset>{meshes}</asset>
      <worldbody>
        <geom type="plane" size="1 1 0.1"/>
        {_walls(WALL_MM)}{_walls(600.0) if fence else ""}
        {dice}
      </worldbody>
    </mujoco>"""


def vertices(kind: str) -> str:
    """The corners of a solid as MuJoCo reads them, metres."""
    return " ".join(f"{value:.7f}" for value in (solid(kind).vertices / 1000).ravel())


def _walls(height: float) -> str:
    width, depth = (side / 2000 for side in FLOOR_MM)
    rim, half, cut = RIM_MM / 2000, height / 2000, CORNER_MM / 1000
    straight = [
        (width + rim, 0.0, rim, depth + 2 * rim, 0),
        (-width - rim, 0.0, rim, depth + 2 * rim, 0),
        (0.0, depth + rim, width, rim, 0),
        (0.0, -depth - rim, width, rim, 0),
    ]
    # The side aslant of a corner, as the near side of a box behind it.
    inwards = cut / 2 - rim / 2**0.5
    aslant = [
        (right * (width - inwards), far * (depth - inwards), rim, cut / 2**0.5, 45 * right * far)
        for right in (1, -1)
        for far in (1, -1)
    ]
    return "".join(
        f'<geom type="box" pos="{x} {y} {half}" size="{w} {d} {half}" euler="0 0 {turn}"/>'
        for x, y, w, d, turn in straight + aslant
    )


def lying(path: Path, seconds: float) -> Start:
    """A die that lies where this path ends, as a start for the next simulation."""
    return Start(path.kind, seconds, path.centres[-1], path.turns[-1], np.zeros(3), np.zeros(3))


def about(axis: Array, angle: float) -> Array:
    """The rotation by an angle, radians, about a unit axis (Rodrigues' formula): shape (3, 3)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    rotation: Array = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return rotation
