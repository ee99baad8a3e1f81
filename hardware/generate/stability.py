"""Whether the table stands: what tips it. Lengths in mm, masses in kg, forces in N. Pure.

Reckoned with board and profiles alone; printed parts, strips, hub and cables only make it heavier.
"""

from collections.abc import Iterator
from math import atan2, degrees
from typing import Final, NamedTuple

from controller.hardware import Hardware
from hardware.generate.dimensions import Dimensions, dimensions

PLYWOOD: Final = 0.6e-6
"""kg a mm³; plywood of birch has 0.65 to 0.7, of poplar 0.45: the board has to be of birch or beech."""
PROFILE: Final = 0.45e-3
"""kg a mm of a profile 20 × 20 with a slot of 6 mm (light ones have 0.45, heavy ones 0.5 kg a metre)."""
GRAVITY: Final = 9.81
LEAST_PUSH: Final = 8.0
"""N at the top of the mast: an elbow or a sleeve in passing, by our own estimate."""
LEAST_TILT: Final = 15.0
"""Degrees that the board may be tilted without falling over; our own, more than twice the 6° that luminaires have to
stand (IEC 60598-1)."""


class Mass(NamedTuple):
    """Something heavy: kg, and where its middle is, from the middle of the tray on the board."""

    kilogram: float
    x: float
    y: float
    z: float


class Push(NamedTuple):
    """A push at the top of the mast.

    Attributes:
        to: the side of the board over which it tips, in words.
        newton: what it takes.
        degrees: how far the board may be tilted to that side.
    """

    to: str
    newton: float
    degrees: float


def masses(made: Dimensions) -> Iterator[Mass]:
    """Board, mast, arm and the lamps' posts."""
    it = made.layout
    depth = it.front + it.back
    yield Mass(it.width * depth * it.thickness * PLYWOOD, 0.0, (it.back - it.front) / 2, -it.thickness / 2)
    x, y = it.mast
    foot = made.foot.thickness
    yield Mass(it.mast_length * PROFILE, x, y, foot + it.mast_length / 2)
    yield Mass(it.arm_length * PROFILE, x, y - it.arm_length / 2, it.mast_length)
    for x, y in it.posts:
        yield Mass(it.post_length * PROFILE, x, y, foot + it.post_length / 2)


def pushes(table: Hardware) -> list[Push]:
    """What a push at the top of the mast takes to tip the table over each side of the board."""
    made = dimensions(table)
    it, every = made.layout, list(masses(made))
    whole = sum(one.kilogram for one in every)
    x, y, z = (sum(one.kilogram * one[axis] for one in every) / whole for axis in (1, 2, 3))
    top = made.foot.thickness + it.mast_length + it.thickness
    sides = (("players", y + it.front), ("back", it.back - y), ("side", it.width / 2 - abs(x)))
    return [Push(to, whole * GRAVITY * arm / top, degrees(atan2(arm, z + it.thickness))) for to, arm in sides]


def faults(table: Hardware) -> list[str]:
    """The sides to which it tips too easily; empty where it stands."""
    found = []
    for push in pushes(table):
        if push.newton < LEAST_PUSH or push.degrees < LEAST_TILT:
            found.append(
                f"the table tips to the {push.to} with {push.newton:.0f} N at the mast's top, or tilted by "
                f"{push.degrees:.0f}°; {LEAST_PUSH:.0f} N and {LEAST_TILT:.0f}° have to be borne"
            )
    return found
