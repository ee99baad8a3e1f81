"""What holds camera and lamps over the tray: feet for profiles, the camera's plate, the lamp's channel and wedge."""

from functools import cache
from math import cos, radians, sin

from build123d import Part, Pos, Rot

from hardware.generate.given import FIT, M2, M3, M3_THREAD, M5, M25, PROFILE, WOOD_SCREW, WOOD_SINKS
from hardware.generate.lengths import CameraHead, Foot, LampBar
from hardware.generate.mechanics.solids import across, block, pin, pins, prism, rounded, sink, upright

_RADIUS = 4.0


@cache
def foot(it: Foot) -> Part:
    """The foot, plate down, middle at (0, 0): a square socket with ribs; an M5 screw in each of two sides."""
    width, depth = it.plate
    made = Pos(-width / 2, -depth / 2, 0) * rounded(width, depth, it.thickness, _RADIUS)
    outer = it.outer
    made += block(outer, outer, it.socket, (-outer / 2, -outer / 2, 0))
    # Ribs of 45 degrees and steeper need no support.
    out, up = width / 2 - 4, it.rib_height
    rib = [(outer / 2 - 1, 0), (out, 0), (out, it.thickness), (outer / 2 - 1, up)]
    for turn in (0, 90, 180, 270):
        reach = out if turn in (0, 180) else depth / 2 - 4
        scaled = [(min(y, reach), z) for y, z in rib]
        made += Rot(0, 0, turn - 90) * Pos(-2.5, 0, 0) * upright(scaled, 5)
    made -= block(it.inner, it.inner, it.socket, (-it.inner / 2, -it.inner / 2, it.thickness))
    for x, y in it.screws:
        made -= pin(WOOD_SCREW, it.thickness, x, y)
        made -= sink(WOOD_SCREW, WOOD_SINKS[4.0], x, y, it.thickness)
    made -= _foot_screws(it)
    return made


def _foot_screws(it: Foot) -> Part:
    """Holes through which the two M5 screws go, above the ribs: each may come from either of two sides."""
    outer, height = it.outer, it.screw_height
    return across(M5, outer + 2, (-outer / 2 - 1, 0, height), "x") + across(
        M5, outer + 2, (0, -outer / 2 - 1, height), "y"
    )


def head(it: CameraHead) -> Part:
    """The camera's plate, underside down; x from the end below the arm."""
    made = Pos(0, -it.width / 2, 0) * rounded(it.length, it.width, it.thickness, _RADIUS)
    half = it.pattern / 2
    corners = [(it.lens_x + x, y) for x in (-half, half) for y in (-half, half)]
    for x, y in corners:
        made += pin(7, it.spacer, x, y, it.thickness)
        made -= pin(M25, it.thickness + it.spacer, x, y)
    # The camera's housing goes between the posts, and takes a little of them.
    made -= pin(it.lens, it.thickness + it.spacer, it.lens_x, 0)
    # Two slots, so that the camera can be moved along the arm.
    for x in it.slots:
        made -= (
            pin(M5, it.thickness, x, 0) + block(4, M5, it.thickness, (x, -M5 / 2, 0)) + pin(M5, it.thickness, x + 4, 0)
        )
    # Rails at both sides of the arm keep the plate square to it.
    for y in (-PROFILE / 2 - FIT - 3, PROFILE / 2 + FIT):
        made += block(it.overlap - 8, 3, 4, (2, y, it.thickness))
    return made


def module_adapter(it: CameraHead) -> Part:
    """Takes a Camera Module 3 (holes 21 × 12.5, its mechanical drawing) to the other camera's pattern."""
    side = it.pattern + 8
    made = Pos(-side / 2, -side / 2, 0) * rounded(side, side, 3, 3)
    half = it.pattern / 2
    for hole in pins(M25, 3, [(x, y) for x in (-half, half) for y in (-half, half)]):
        made -= hole
    # Its lens lies between the two holes of one pair.
    for x, y in [(x, y) for x in (-10.5, 10.5) for y in (0.0, 12.5)]:
        made -= pin(M2, 3, x, y)
    made -= block(10, 10, 3, (-5, -5, 0))
    return made


@cache
def channel(it: LampBar) -> Part:
    """The lamp's channel, on its back: strip inside, diffuser pushed into the grooves from one end."""
    made = block(it.length, it.outer, it.depth)
    made -= block(it.length - 2 * it.wall, it.inner, it.depth, (it.wall, it.wall, it.floor))
    groove, deep = it.diffuser + 2 * FIT, it.groove
    top = it.depth - it.wall
    made -= block(it.length - it.wall, it.inner + 2 * deep, groove, (it.wall, it.wall - deep, top - groove))
    # The lip over the groove begins with a slope: a ledge would hang in the air while it is printed. Both outlines turn
    # the same way round, so that both are drawn out to the same side.
    for lean in (
        [(it.wall - deep, top), (it.wall, top), (it.wall, top + deep)],
        [(it.outer - it.wall, top), (it.outer - it.wall + deep, top), (it.outer - it.wall, top + deep)],
    ):
        made -= upright(lean, it.length)
    # One end is open above the strip, for the diffuser.
    made -= block(it.wall, it.inner, it.depth, (it.length - it.wall, it.wall, top - groove))
    made -= block(it.wall + 1, it.inner + 2 * deep, groove, (it.length - it.wall - 0.5, it.wall - deep, top - groove))
    for x, y in it.screws:
        made -= pin(M3, it.floor, x, y)
        made -= sink(M3, it.sink, x, y, it.floor)
    made -= across(it.wires, it.wall + 1, (-0.5, it.outer / 2, it.floor + 4.5), "x")
    return made


@cache
def wedge(it: LampBar) -> Part:
    """The wedge, on its side: one face at the post, the other one carries the channel, turned down.

    x is away from the post, y is up, z along the channel.
    """
    angle = radians(it.angle_deg)
    along, out = (sin(angle), cos(angle)), (cos(angle), -sin(angle))
    low = (it.flange, it.low)
    top = (low[0] + it.face * along[0], low[1] + it.face * along[1])
    outline = [(0, 0), (it.flange, 0), low, top, (it.flange, top[1] + 10), (it.flange, it.tall), (0, it.tall)]
    made = prism(outline, it.wedge_width)
    middle = it.wedge_width / 2
    for y in it.post_screws:
        made -= across(M5, it.flange + 2, (-1, y, middle), "x")
    x, y = it.face_middle
    depth = 14.0
    for z in (middle - 10, middle + 10):
        # From inside of the sloping face outwards, through it.
        made -= (
            Pos(x - depth * out[0], y - depth * out[1], z)
            * Rot(0, 0, -it.angle_deg)
            * across(M3_THREAD, depth + 1, (0, 0, 0), "x")
        )
    return made
