"""What of the parts does not fit together, by their lengths, mm; see also ``collisions.py``. Pure."""

from controller.hardware import Hardware
from hardware.generate import optics, screws
from hardware.generate.dimensions import Dimensions, dimensions
from hardware.generate.given import FIT, KEY_FLANGE, KEY_THREAD, LIGHT, M3, Screw
from hardware.generate.lengths import DisplayFrame, LampBar


def faults(table: Hardware) -> list[str]:
    """What of the parts does not fit together; empty where all does."""
    made = dimensions(table)
    found = [*optics.faults(table), *_panel_faults(table), *_tray_faults(table, made)]
    for one in screws.drawn():
        if one.part.count == "channel screws":
            found += lamp_faults(made.lamp, one.kind, sunk=one.sunk)
    return [*found, *display_faults(table, made.frame), *hub_faults(made)]


def lamp_faults(it: LampBar, screw: Screw, *, sunk: bool) -> list[str]:
    """Heads of the channel's screws that stand up where the LED strip has to lie flat.

    Args:
        screw: the kind that is bought; sunk: whether its head is a countersunk one.
    """
    stands = max(screw.head - max(it.sink, M3), 0.0) / 2 if sunk else screw.height
    room = (it.strip_width + screw.head) / 2
    if stands > 1e-9 and any(abs(y - it.outer / 2) < room for _x, y in it.screws):
        return [f"lamp: heads stand {stands:.1f} mm high in the channel, where the LED strip has to lie flat"]
    return []


def display_faults(table: Hardware, frame: DisplayFrame) -> list[str]:
    """A lip that covers a part of the outermost lights."""
    free = FIT + (table.display.module / 8 - LIGHT) / 2
    if frame.lip > free + 1e-9:
        return [f"display: the lip of {frame.lip:g} covers a part of the lights, {free:g} are free"]
    return []


def hub_faults(made: Dimensions) -> list[str]:
    """The Raspberry Pi's plugs that cannot be put in, since something stands before them."""
    it, (x, y) = made.hub, made.layout.hub
    half = made.foot.plate[0] / 2, made.foot.plate[1] / 2
    mast = made.layout.mast[0] - x, made.layout.mast[1] - y
    there = {
        "the hub's board": (it.board_at, (it.board_at[0] + it.board[0], it.board_at[1] + it.board[1])),
        "the mast's foot": ((mast[0] - half[0], mast[1] - half[1]), (mast[0] + half[0], mast[1] + half[1])),
    }
    return [
        f"hub: {name} stands before the Raspberry Pi's plug for {plug}"
        for plug, room in it.plugs.items()
        for name, place in there.items()
        if all(room[0][axis] < place[1][axis] and place[0][axis] < room[1][axis] for axis in (0, 1))
    ]


def _panel_faults(table: Hardware) -> list[str]:
    """Keys need holes through which they go and do not fall, room for their nuts, and a place on the face."""
    panel, found = table.panel, []
    places = list(panel.places().items())
    half = panel.key_clear / 2
    if not KEY_THREAD < panel.key_hole < KEY_FLANGE:
        found.append(f"panel.key_hole is {panel.key_hole:g}: allowed is between {KEY_THREAD:g} and {KEY_FLANGE:g}")
    for position, (name, (x, y)) in enumerate(places):
        if not (half <= x <= panel.face[0] - half and half <= y <= panel.face[1] - half):
            found.append(f"panel.{name} at {x:.0f}, {y:.0f} does not lie on the face")
        for other, (x2, y2) in places[position + 1 :]:
            if ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 < panel.key_clear:
                found.append(f"panel.{name} and {other} are nearer than {panel.key_clear:.0f}")
    return found


def _tray_faults(table: Hardware, made: Dimensions) -> list[str]:
    tray, corner, found = table.tray, made.corner, []
    if abs(corner.height - tray.felt - tray.mark_height) > 0.01:
        found.append(f"tray.mark_height has to be {corner.height - tray.felt:.0f}")
    inner = tray.mark_paper / 2 + tray.mark_inside
    if 2 * inner > corner.leg:
        found.append("tray.corner is too small for tray.mark_paper")
    if tray.mark_paper / 2 - tray.mark_inside > corner.edge:
        found.append("tray.mark_inside is too small: the paper hangs over the outer edge")
    return found
