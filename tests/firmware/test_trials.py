"""Short versions of the long trials: ``make measure-firmware`` runs the long ones."""

from pathlib import Path

import pytest

from controller.display.link import DisplayLink
from controller.display.session import AT_ONCE, MOST_A_SECOND
from tests.display.bench import LONG, numbered
from tests.firmware.building import needs
from tests.firmware.plugging import Plug, plugs
from tests.firmware.trials import RESETS, latency, noise, resets, soak

pytestmark = needs("simulator")


def test_noise_shows_nothing_foreign_and_the_next_picture_comes_through() -> None:
    result = noise(frames=1500, seed=7, burst=100)
    assert (result.recovered, result.foreign) == (15, 0)
    assert result.dropped > 1000


def test_resets_of_every_kind() -> None:
    assert set(resets(times=40, seed=3)) == set(RESETS)


def test_a_plug_that_is_pulled_and_pushed_in(tmp_path: Path) -> None:
    assert plugs(times=3, folder=tmp_path) == 4


def test_a_boot_loader_that_listens_first_is_waited_for(tmp_path: Path) -> None:
    with Plug(tmp_path, "--boot-loader=700") as plug, DisplayLink(str(plug.port)) as link:
        link.show(numbered(1))
        assert link.wait_shown(LONG)
        assert plug.wait_for(numbered(1))
        assert link.status.hello is not None
        assert link.status.hello.reset == 0


@pytest.mark.parametrize(("between", "hurried"), [((0.035, 2.0), False), ((0.0, 0.02), False), ((0.2, 1.0), True)])
def test_a_change_is_on_the_lights_within_forty_milliseconds(between: tuple[float, float], hurried: bool) -> None:
    took = latency(changes=40, seed=1, between=between, hurried=hurried)
    assert max(took) <= 0.040
    assert min(took) >= 0.0118


def test_changes_without_end_wait_for_the_limit_of_the_host_at_most() -> None:
    # 11.8 ms on the line, at most 8 ms in the firmware; before that the host waits at most until its next turn.
    took = latency(changes=40, seed=1, between=(0.0, 0.01), hurried=True)
    assert max(took) <= 1 / (MOST_A_SECOND - AT_ONCE) + 0.020


def test_a_quarter_of_an_hour_of_blows() -> None:
    result = soak(hours=0.25, seed=5)
    assert result.shown > 10
    assert result.simulator["watchdog"] == result.blows["hang"] + result.blows["hang deaf"]
