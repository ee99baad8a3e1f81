"""The plate that carries the Raspberry Pi and the board with the panels' sockets."""

from build123d import Part

from hardware.generate.given import M3_THREAD, M25_THREAD, WOOD_SCREW
from hardware.generate.lengths import Hub
from hardware.generate.mechanics.solids import pin, pins, rounded


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
    return made
