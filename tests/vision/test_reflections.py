"""Reflections: added light is told from things, and dice are seen under it; a sheet of paper is a thing."""

import numpy as np
import pytest

from vision.scene.look import Mask, Plane
from vision.scene.reflections import reflections

FELT = (58, 92, 34)
GREY = (90, 90, 90)
HIGH, WIDE = 120, 160
EVERYWHERE = np.full((HIGH, WIDE), 255, np.uint8)


def ground(colour: tuple[int, int, int]) -> Plane:
    return np.full((HIGH, WIDE, 3), colour, np.float32)


def light(strength: float, radius: float = 18.0) -> Plane:
    """A soft spot in the middle, of the same light in all three colours."""
    y, x = np.mgrid[:HIGH, :WIDE]
    spot = strength * np.exp(-((x - WIDE / 2) ** 2 + (y - HIGH / 2) ** 2) / radius**2)
    return np.repeat(spot[:, :, np.newaxis], 3, axis=2).astype(np.float32)


def found(now: Plane, table: Plane, strange: Mask | None = None) -> Mask | None:
    if strange is None:
        strange = (np.abs(now - table).max(axis=2) > 12).astype(np.uint8) * np.uint8(255)
    return reflections(np.minimum(now, 255), table, strange)


@pytest.mark.parametrize(("strength", "radius"), [(80, 18), (170, 18), (400, 35)])
@pytest.mark.parametrize("colour", [FELT, GREY])
def test_light_that_fades_out_is_a_reflection_however_bright(
    colour: tuple[int, int, int], strength: float, radius: float
) -> None:
    table = ground(colour)
    lit = found(table + light(strength, radius), table)
    assert lit is not None
    assert lit[HIGH // 2, WIDE // 2] == 255, "its middle too, where every colour may be blinded"
    assert lit[HIGH // 2, WIDE // 2 - round(radius / 2)] == 255
    assert lit[5, 5] == 0


def test_a_die_under_a_reflection_is_seen() -> None:
    table = ground(FELT)
    now = table.copy()
    now[60:72, 70:82] = (160, 60, 40)  # blue
    lit = found(now + light(170), table)
    assert lit is not None
    assert not lit[62:70, 72:80].any()
    assert lit[50, 80] == 255


@pytest.mark.parametrize("colour", [FELT, GREY])
def test_a_sheet_of_paper_is_a_thing(colour: tuple[int, int, int]) -> None:
    """On grey it adds the same to all three colours, but it does not fade out."""
    table = ground(colour)
    now = table.copy()
    now[30:90, 40:110] += 110
    assert found(now, table) is None


def test_a_hand_is_none_and_a_reflection_beside_it_is_one() -> None:
    table = ground(FELT)
    now = table + light(170)
    now[:45, 60:100] = (140, 170, 220)
    lit = found(now, table)
    assert lit is not None
    assert not lit[:40, 62:98].any()
    assert lit[75, 80] == 255


def test_a_reflection_hidden_by_a_hand_all_around_is_not_believed() -> None:
    """Of its outline too little is to be seen."""
    table = ground(FELT)
    now = ground((140, 170, 220))
    now[48:72, 62:98] = (table + light(170))[48:72, 62:98]
    assert found(now, table) is None
