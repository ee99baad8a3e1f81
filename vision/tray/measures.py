"""The tray's own measures, for whoever draws or sees it. Beside the physics, which need MuJoCo."""

from typing import Final

FLOOR_MM: Final = (200.0, 150.0)
"""Width and height of the tray between its walls."""
WALL_MM: Final = 20.0
"""Height of the walls."""
RIM_MM: Final = 6.0
"""Thickness of the walls."""
