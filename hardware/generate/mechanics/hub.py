"""The plate that carries the Raspberry Pi and the board with the panels' sockets."""

from build123d import Part

from hardware.generate.given import M3_THREAD, M25_THREAD, WOOD_SCREW, WOOD_SINKS
from hardware.generate.lengths import Hub
from hardware.generate.mechanics.solids import pin, pins, rounded, sink


def plate(it: Hub) -> Part:
    """The plate with its posts, flat side down."""
    made = rounded(*it.plate, it.thickness, 4)
    for places, thread in ((it.pi_holes, M25_THREAD), (it.board_holes, M3_THREAD)):
        for post in pins(7, it.standoff, places, it.thickness):
            made += post
        for hole in pins(thread, it.standoff + it.thickness, places):
            made -= hole
    for x, y in it.screws:
        made -= pin(WOOD_SCREW, it.thickness, x, y)
        made -= sink(WOOD_SCREW, WOOD_SINKS[3.5], x, y, it.thickness)
    return made
