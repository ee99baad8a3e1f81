"""The shroud hides what is chosen from everybody but the player: by reckoning, and by rays past the printed part."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from controller.hardware import hardware
from hardware.generate import mesh, printing, privacy
from hardware.generate.dimensions import dimensions
from hardware.generate.given import RUBBER_FOOT
from hardware.generate.lengths import PanelBox
from hardware.generate.privacy import VIEWERS, Spot, Viewer

TABLE = hardware()
BOX = dimensions(TABLE).panel
LID = RUBBER_FOOT + BOX.height + BOX.lid
EACH = pytest.mark.parametrize("viewer", VIEWERS, ids=[one.who for one in VIEWERS])


@pytest.fixture(scope="module")
def shroud() -> np.ndarray:
    """The printed part as it stands on the lid; its file has it on its back."""
    lying = mesh.read("panel-shroud")
    return np.stack((lying[:, :, 0], BOX.outer[1] - lying[:, :, 2], lying[:, :, 1]), axis=2)


def is_free(shroud: np.ndarray, eye: Spot, spot: Spot) -> bool:
    """Whether no triangle of the part lies between an eye and a place on the lid."""
    start, end = (np.array([x, y, z - LID]) for x, y, z in (spot, eye))
    ahead = end - start
    return bool(np.isinf(printing.hits(start, ahead / np.linalg.norm(ahead), shroud)).all())


def places(viewer: Viewer) -> list[tuple[Spot, Spot]]:
    """Some pairs of an eye and a place on the panel, spread over all there are."""
    eyes = list(privacy.eyes(BOX, viewer))
    spots = [spot for _name, spot in privacy.spots(BOX, TABLE.panel, viewer.reads)]
    return list(itertools.product(eyes, spots))[::7]


@EACH
def test_rays_past_the_printed_shroud_show_what_was_reckoned(viewer: Viewer, shroud: np.ndarray) -> None:
    pairs = places(viewer)
    assert len(pairs) > 100
    assert [pair for pair in pairs if is_free(shroud, *pair) != viewer.reads] == []
    assert [pair for pair in pairs if privacy.sees(BOX, *pair) != viewer.reads] == []


def test_who_leans_over_sees_the_keys(shroud: np.ndarray) -> None:
    """Rays are stopped by the shroud and not by something else: from above the opening every key is seen."""
    for _name, spot in privacy.spots(BOX, TABLE.panel, named=False):
        assert is_free(shroud, (BOX.outer[0] / 2, -150.0, LID + 200), spot)
        assert privacy.sees(BOX, (BOX.outer[0] / 2, -150.0, LID + 200), spot)


def changed(monkeypatch: pytest.MonkeyPatch, **values: float) -> list[str]:
    box: PanelBox = replace(BOX, **values)  # type: ignore[arg-type]  # all that are changed are numbers
    made = replace(dimensions(TABLE), panel=box)
    monkeypatch.setattr(privacy, "dimensions", lambda _table: made)
    return privacy.faults(TABLE)


def test_a_shroud_past_which_somebody_looks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert privacy.faults(TABLE) == []
    (beside,) = changed(monkeypatch, wing=0.0)
    assert beside == "the shroud does not hide keys from a neighbour, seated: 1, 4, 5, 6, 7, 8"
    (standing,) = changed(monkeypatch, roof_front=50.0)
    assert standing.startswith("the shroud does not hide keys from a neighbour, standing: 5, 6")
    assert "from opposite, seated or standing" in "; ".join(changed(monkeypatch, roof_front=150.0))
    assert "from a neighbour, seated" in "; ".join(changed(monkeypatch, shroud=80.0))


def test_a_roof_under_which_the_player_does_not_see_the_keys_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    (hidden,) = changed(monkeypatch, roof_front=18.0)
    assert hidden == "the shroud hides keys from the player, seated: 1, 2, 3, 4"


def test_the_hand_has_room_below_the_wings(shroud: np.ndarray) -> None:
    """Before the player's edge nothing of the shroud is lower than the walls begin."""
    points = shroud.reshape(-1, 3)
    before = points[points[:, 1] < -BOX.wing + 1]
    assert len(before)
    assert before[:, 2].min() >= BOX.wing_low - 0.01
