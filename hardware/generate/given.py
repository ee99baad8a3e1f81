"""The lengths of what is bought, and of the holes that it needs, mm."""

from typing import Final

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
M3_THREAD: Final = 2.7
M25_THREAD: Final = 2.2
"""Holes in which a screw cuts its own thread."""
FIT: Final = 0.3
"""Gap at each side between parts that are put into each other."""
