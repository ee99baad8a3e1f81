"""What the scene has to know of the table, and how patient it is."""

from dataclasses import dataclass, replace
from typing import Final

WHOLE: Final = (0.0, 0.0, 1.0, 1.0)
"""All of the picture, as a zone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes are of things on the table, whatever the size of the pictures.

    Attributes:
        width_mm: what the width of a picture shows of the table, 50 … 2000 mm.
        move_mm: a die that moves less lies still, 0.1 … 5 mm.
        still_seconds: for so long nothing may have moved before the dice count, 0.1 … 3 s.
        patience_seconds: for so long the scene waits for dice that were asked for and do not come, 0.5 … 30 s.
        zone: the part of the picture in which dice count: left, top, right, bottom, each 0 … 1; all of it where the
            camera was not set up.
        smallest_die_mm: across; what is smaller is a crumb.
        largest_die_mm: across, as seen from above; what is thicker is a hand or a cup.
        roll_mm: so far a die must have run free of every hand to have been thrown.
    """

    width_mm: float = 314.0
    move_mm: float = 0.5
    still_seconds: float = 0.3
    patience_seconds: float = 2.5
    zone: tuple[float, float, float, float] = WHOLE
    smallest_die_mm: float = 8.0
    largest_die_mm: float = 48.0
    roll_mm: float = 6.0

    def __post_init__(self) -> None:
        allowed = {
            "width_mm": (50, 2000),
            "move_mm": (0.1, 5),
            "still_seconds": (0.1, 3),
            "patience_seconds": (0.5, 30),
            "smallest_die_mm": (3, 30),
            "largest_die_mm": (20, 100),
            "roll_mm": (3, 200),
        }
        for name, (low, high) in allowed.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} is {value}; it may be {low} … {high}")
        left, top, right, bottom = self.zone
        if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
            raise ValueError(f"zone is {self.zone}; it is left, top, right, bottom, each 0 … 1 and in this order")

    def shifted(self, x: float, y: float) -> "Settings":
        """The same after the camera was moved: the tray is seen elsewhere, by these shares of the picture.

        A side at the picture's border stays there: beyond it the tray may go on. A zone that has left the picture is
        all of it.
        """
        left, top, right, bottom = self.zone
        left, right = _side(left, x), _side(right, x)
        top, bottom = _side(top, y), _side(bottom, y)
        inside = left < right and top < bottom
        return replace(self, zone=(left, top, right, bottom) if inside else WHOLE)


def _side(side: float, by: float) -> float:
    return min(1.0, max(0.0, side + by)) if 0 < side < 1 else side
