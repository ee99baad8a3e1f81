"""Which part of the tray is whose."""

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from vision.calibration.lens import Array

Polygon = tuple[tuple[float, float], ...]
"""Corners, mm from the middle of the tray."""
BORDER_MM: Final = 6.0
"""So near to a border between two zones nothing is claimed: about a third of a die."""


def rectangle(tray: tuple[float, float]) -> Polygon:
    """The floor of the tray."""
    x, y = tray[0] / 2, tray[1] / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def sectors(tray: tuple[float, float], seats: int) -> dict[int, Polygon]:
    """A part of the tray for each seat; seat 1 sits below in the sheet's direction, the others follow clockwise.

    Two seats have a half each, more have a piece of the cake each.

    Args:
        tray: width and depth of the floor, mm.
        seats: 2 … 5.
    """
    reach = float(np.hypot(*tray))
    floor = np.array(rectangle(tray), np.float32)
    zones: dict[int, Polygon] = {}
    for seat in range(1, seats + 1):
        # Clockwise seen from above: the angle falls.
        middle = -np.pi / 2 - (seat - 1) * 2 * np.pi / seats
        turns = np.linspace(middle - np.pi / seats, middle + np.pi / seats, 7)
        # The half of two seats is no triangle: a far corner in the middle of the arc.
        arc = reach * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        cake = np.vstack([[0.0, 0.0], arc]).astype(np.float32)
        _, piece = cv2.intersectConvexConvex(floor, cake)
        zones[seat] = tuple(
            # Not -0.0, in a file that people read.
            (round(float(x), 1) + 0.0, round(float(y), 1) + 0.0)
            for x, y in np.asarray(piece).reshape(-1, 2)
        )
    return zones


def zone_at(zones: Mapping[int, Polygon], x: float, y: float, border: float = BORDER_MM) -> int | None:
    """The seat whose zone a place, mm, lies in; ``None`` outside, and where another seat's zone is near."""
    depths = {seat: depth(zone, x, y) for seat, zone in zones.items()}
    inside = [seat for seat, deep in depths.items() if deep >= 0]
    if len(inside) != 1:
        return None
    (seat,) = inside
    return None if any(deep > -border for other, deep in depths.items() if other != seat) else seat


def depth(zone: Sequence[tuple[float, float]], x: float, y: float) -> float:
    """How deep a place lies in a polygon, mm; below 0 outside."""
    outline = np.array(zone, np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(outline, (float(x), float(y)), measureDist=True))


def outline(zone: Sequence[tuple[float, float]]) -> Array:
    """A polygon with more corners along its sides, shape (n, 3), mm: a lens bends straight lines."""
    corners = np.array(zone, np.float64)
    sides = [np.linspace(a, b, 12, endpoint=False) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    flat = np.vstack(sides)
    return np.column_stack([flat, np.zeros(len(flat))])
