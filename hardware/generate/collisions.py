"""Whether parts run into each other where they are put together: what two solids have in common, mm³.

Needs the CAD kernel for the solids of the table alone; the tests bring simpler ones.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from controller.hardware import Hardware

if TYPE_CHECKING:
    from hardware.generate.arrangement import Solid, Table

LEAST: Final = 0.5
"""mm³; what two faces that touch have in common by rounding is less."""


def assemblies(it: "Table") -> dict[str, list["Solid"]]:
    """What is built by itself, with all that is in it."""
    tray = (it.board(), it.strips(), it.corners(), it.felt(), it.marks())
    return {
        "panel": [*it.panel(), *it.inside_panel()],
        "tray": [solid for some in tray for solid in some],
        "mast": [*it.mast(), *it.camera()],
        "lamp": [*it.lamp(-1)],
        "display": [*it.display()],
        "hub": [*it.hub(5, 5)],
    }


def faults(table: Hardware) -> list[str]:
    """Parts that are where another one is; empty where all can be put together."""
    from hardware.generate.arrangement import Table  # noqa: PLC0415

    return [fault for name, solids in assemblies(Table(table)).items() for fault in common(name, solids)]


def common(name: str, solids: list["Solid"]) -> Iterator[str]:
    """What each two of some solids have in common, in words."""
    boxes = [solid.bounding_box() for _colour, solid in solids]
    for one, other in combinations(range(len(solids)), 2):
        if not _near(boxes[one], boxes[other]):
            continue
        both = solids[one][1] & solids[other][1]
        volume = both.volume if both else 0.0
        if volume > LEAST:
            at = both.bounding_box().center()
            yield f"{name}: two parts have {volume:.0f} mm³ in common, at {at.X:.0f}, {at.Y:.0f}, {at.Z:.0f}"


def _near(one: Any, other: Any) -> bool:
    """Whether two boxes have anything in common."""
    return all(
        getattr(one.min, axis) < getattr(other.max, axis) and getattr(other.min, axis) < getattr(one.max, axis)
        for axis in "XYZ"
    )
