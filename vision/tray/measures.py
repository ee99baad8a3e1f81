"""The simulated table's measures, for whoever draws or sees it. Beside the physics, which need MuJoCo.

They are those of the table that is built (``controller/hardware/table.toml``); a test holds them to it.
"""

from typing import Final

FLOOR_MM: Final = (240.0, 180.0)
"""Width and depth of the tray between its walls."""
CORNER_MM: Final = 36.0
"""How much of each wall a corner takes: the floor has eight sides."""
WALL_MM: Final = 40.0
"""Height of the walls."""
RIM_MM: Final = 10.0
"""Thickness of the walls."""
MARK_INSIDE_MM: Final = 1.0
"""How far the middle of a corner's mark is inside of the corner that the floor would have, along both walls."""
MARK_HEIGHT_MM: Final = 39.0
"""Height of the marks."""

CAMERA_MM: Final = 600.0
"""Height of the camera, which looks straight down at the tray's middle."""
SENSOR_MM: Final = (6.287, 4.712)
FOCAL_MM: Final = 12.0
PICTURE: Final = (1640, 1232)
"""Width and height of the pictures for reading, px."""
SEEN_MM: Final = (SENSOR_MM[0] / FOCAL_MM * CAMERA_MM, SENSOR_MM[1] / FOCAL_MM * CAMERA_MM)
"""Width and depth of what the camera sees of the floor's plane."""


def floor_corners() -> tuple[tuple[float, float], ...]:
    """The eight corners of the floor, mm from its middle, counterclockwise.

    >>> len(floor_corners())
    8
    """
    x, y, cut = FLOOR_MM[0] / 2, FLOOR_MM[1] / 2, CORNER_MM
    right = ((x - cut, -y), (x, -y + cut), (x, y - cut), (x - cut, y))
    return (*right, *((-one, -other) for one, other in right))
