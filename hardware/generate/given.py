"""The lengths of what is bought, and of the holes that it needs, mm."""

from typing import Final, NamedTuple

PROFILE: Final = 20.0
"""Side of an aluminium profile 20 × 20 with a slot of 6 mm."""
KEY_THREAD: Final = 12.0
KEY_FLANGE: Final = 14.0
"""Of a push button: the thread goes through its hole, the flange does not."""
LIGHT: Final = 3.0
"""Diameter of a light of the display."""
KEY_CAP: Final = 7.0
"""And how far its cap stands out of the overlay."""
RUBBER_FOOT: Final = 10.0
"""Height of a rubber foot below a panel."""
M2: Final = 2.3
M25: Final = 2.8
M3: Final = 3.4
M5: Final = 5.5
WOOD_SCREW: Final = 4.5
"""Holes that a screw goes through."""
M3_HEAD: Final = 6.6
M5_HEAD: Final = 10.0
M3_NUT: Final = 5.7
"""Room for a head (M5: with its washer), and across the flats of a nut."""
M3_SINK: Final = 7.0
WOOD_SINKS: Final = {3.5: 7.4, 4.0: 8.4}
"""Upper diameters of the cones of 90° in which countersunk heads lie, M3 and by the thread of a wood screw: a little
wider than the head, so that it does not stand out."""
M3_THREAD: Final = 2.7
M25_THREAD: Final = 2.2
"""Holes in which a screw cuts its own thread."""
FIT: Final = 0.3
"""Gap at each side between parts that are put into each other."""

# --- screws and nuts --------------------------------------------------------------------------------------------------


class Screw(NamedTuple):
    """A kind of screw of one diameter: width and height of its head, width of its drive, from turn to turn."""

    head: float
    height: float
    drive: float
    pitch: float


class Nut(NamedTuple):
    """A hexagon nut: across its flats, and its thickness."""

    flats: float
    thickness: float


class Washer(NamedTuple):
    """A flat washer: its diameters outside and inside, and its thickness."""

    outer: float
    hole: float
    thickness: float


CYLINDER: Final = {
    2.5: Screw(4.5, 2.5, 2.0, 0.45),
    3.0: Screw(5.5, 3.0, 2.5, 0.5),
    5.0: Screw(8.5, 5.0, 4.0, 0.8),
}
"""Screws with a cylinder head and a hexagon socket, by their thread (ISO 4762). In the lengths that are used here the
thread ends ``BARE`` turns below the head."""
BARE: Final = 3
SUNK: Final = {3.0: Screw(6.72, 1.86, 2.0, 0.5)}
"""Screws with a countersunk head of 90° and a hexagon socket, by their thread (ISO 10642: the largest head)."""
COUNTERSUNK: Final = {3.5: Screw(7.0, 1.75, 4.0, 1.8), 4.0: Screw(8.0, 2.0, 4.5, 2.0)}
"""Wood screws with a countersunk head of 90°, twice as wide as their thread (DIN 7997 and chipboard screws)."""
NUTS: Final = {2.5: Nut(5.0, 2.0), 3.0: Nut(5.5, 2.4)}
"""ISO 4032."""
WASHERS: Final = {5.0: Washer(10.0, 5.3, 1.0)}
"""ISO 7089; one lies below the head of each M5 screw."""
