"""The display under test: the suite of the link runs over every stand-in that keeps to the same interface."""

from collections.abc import Iterator, Sequence

import pytest

from controller.display.link import DisplayLink
from controller.display.process import VIRTUAL, VirtualDisplay
from tests.display.bench import Line
from tests.firmware.building import SIMULATOR, build, needs


@pytest.fixture(
    params=[pytest.param(VIRTUAL, id="virtual"), pytest.param(SIMULATOR, id="firmware", marks=needs("simulator"))]
)
def command(request: pytest.FixtureRequest) -> Sequence[str]:
    """How the display under test is started: the virtual one, and the firmware's very binary in a simulator."""
    found: Sequence[str] = request.param
    if found is SIMULATOR:
        build("simulator")
    return found


@pytest.fixture
def display(command: Sequence[str]) -> Iterator[VirtualDisplay]:
    """A running display."""
    with VirtualDisplay(command=command) as running:
        yield running


@pytest.fixture
def line(display: VirtualDisplay) -> Iterator[Line]:
    """A line to the display that can be disturbed."""
    with Line(display.port) as laid:
        yield laid


@pytest.fixture
def link(line: Line) -> Iterator[DisplayLink]:
    """A link over that line."""
    with DisplayLink(line.port) as opened:
        yield opened
