"""A corner of the tray."""

from build123d import Part, Pos, Rot

from hardware.generate.given import WOOD_SCREW
from hardware.generate.lengths import TrayCorner
from hardware.generate.mechanics.solids import block, pin, prism


def corner(it: TrayCorner) -> Part:
    """The corner, standing: two slots for the strips, open below, and a flat top for the mark.

    The floor's own corner is (0, 0), the floor lies where x and y are negative. The slots' roofs are bridges of one
    strip's thickness, which need no support.
    """
    edge, leg = it.edge, it.leg
    made = prism([(edge, edge), (-leg, edge), (-leg, 0), (0, -leg), (edge, -leg)], it.height)
    ends = it.strip_ends
    tall = it.height - it.roof
    made -= block(leg - ends, it.slot, tall, (-leg, 0, 0))
    made -= block(it.slot, leg - ends, tall, (0, -leg, 0))
    # Corners of the paper, to lay it by.
    middle = -it.mark_inside
    for x in (-1, 1):
        for y in (-1, 1):
            at = (middle + x * it.mark_paper / 2, middle + y * it.mark_paper / 2)
            made -= pin(1.6, 0.4, *at, it.height - 0.4)
    # A screw from below the board holds it.
    made -= pin(WOOD_SCREW - 1.5, 16, *it.screw)
    return made


def corners(it: TrayCorner, floor: tuple[float, float]) -> list[Part]:
    """All four, around a floor whose middle is (0, 0)."""
    half_width, half_depth = floor[0] / 2, floor[1] / 2
    places = ((half_width, half_depth, 0), (-half_width, half_depth, 90), (-half_width, -half_depth, 180))
    one = corner(it)
    return [Pos(x, y, 0) * Rot(0, 0, turn) * one for x, y, turn in (*places, (half_width, -half_depth, 270))]
