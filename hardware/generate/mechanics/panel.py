"""A seat's panel: box, lid, and the shroud that lets nobody else see which key is pressed."""

from build123d import Part, Pos, RegularPolygon, Rot, extrude

from controller.hardware import Panel
from hardware.generate.given import M3, M3_HEAD, M3_NUT
from hardware.generate.lengths import PanelBox
from hardware.generate.mechanics.solids import across, block, pin, pins, prism, rounded, upright

_RADIUS = 5.0
_SKIN = 0.2


def box(it: PanelBox) -> Part:
    """The box, open above, on its bottom."""
    width, depth = it.outer
    made = rounded(width, depth, it.height, _RADIUS)
    inner = rounded(width - 2 * it.wall, depth - 2 * it.wall, it.height, _RADIUS - it.wall)
    made -= Pos(it.wall, it.wall, it.wall) * inner
    for x, y in it.screws:
        # Out of the wall, so that nothing hangs in the air.
        left = x < width / 2
        made += block(it.boss, it.boss, it.height, (0 if left else width - it.boss, y - it.boss / 2, 0))
    # A screw of 20 mm has to reach 8 mm through the boss, the lid, and the rail with its nut.
    # The room for its head ends in a skin of one layer, which the screw pierces: a ring could not be laid in the air.
    for x, y in it.screws:
        made -= pin(M3, 8 - _SKIN, x, y, it.height - 8 + _SKIN)
        made -= pin(M3_HEAD, it.height - 8, x, y, 0)
    slot = block(it.cable[0], 3 * it.wall, it.cable[1], ((width - it.cable[0]) / 2, depth - 2 * it.wall, 14))
    made -= slot
    # Cable ties hold the cable at two posts behind the slot.
    ties = ((width - it.cable[0]) / 2 - 5, (width + it.cable[0]) / 2 + 5)
    for x in ties:
        made += pin(7, 12, x, depth - 14, it.wall)
        made -= across(3.5, 12, (x - 6, depth - 14, it.wall + 8), "x")
    return made


def lid(it: PanelBox, panel: Panel) -> Part:
    """The lid with the holes of keys and lamp, and the place for the overlay; underside down."""
    width, depth = it.outer
    made = rounded(width, depth, it.lid, _RADIUS)
    face = block(it.face[0] + 0.6, it.face[1] + 0.6, it.lid, (it.margin - 0.3, it.margin - 0.3, it.lid - it.recess))
    made -= face
    for hole in pins(panel.key_hole, it.lid, (it.on_lid(place) for place in panel.places().values())):
        made -= hole
    made -= pin(panel.lamp_hole, it.lid, *it.on_lid(panel.lamp))
    for hole in pins(M3, it.lid, it.screws):
        made -= hole
    # A notch for a finger nail, to lift the overlay.
    made -= pin(16, it.lid, width / 2, it.margin - 4, it.lid - it.recess)
    return made


def shroud(it: PanelBox) -> Part:
    """The shroud as it stands on the lid: walls that reach before the player's edge, roof and back, on two rails."""
    width, depth = it.outer
    rail_width, rail_height = it.rail
    made = block(width, it.wall, it.shroud, (0, depth - it.wall, 0))
    made += block(width, depth - it.roof_front, it.wall, (0, it.roof_front, it.shroud - it.wall))
    for x, rail in ((0.0, 0.0), (width - it.wall, width - rail_width)):
        made += Pos(x, 0, 0) * upright(it.side, it.wall)
        made += block(rail_width, depth, rail_height, (rail, 0, 0))
    for x, y in it.screws:
        made -= pin(M3, rail_height, x, y)
        made -= Pos(x, y, rail_height - 3) * nut_pocket(20)
    return made


def shroud_on_bed(it: PanelBox) -> Part:
    """The shroud on its back: so nothing hangs in the air."""
    _width, depth = it.outer
    return Pos(0, 0, depth) * Rot(-90, 0, 0) * shroud(it)


def nut_pocket(height: float) -> Part:
    """Room for a nut M3 and for what puts it in."""
    return extrude(RegularPolygon(M3_NUT / 2, 6, major_radius=False), height)


def overlay(it: PanelBox, panel: Panel) -> Part:
    """The paper with the keys' meanings, for pictures."""
    made = prism([(0, 0), (it.face[0], 0), it.face, (0, it.face[1])], 0.3)
    for hole in pins(panel.key_clear, 1, panel.places().values()):
        made -= hole
    made -= pin(panel.lamp_hole, 1, *panel.lamp)
    return Pos(it.margin, it.margin, it.lid - it.recess) * made
