"""Machines for the tests: one lab for all, and a machine on which the station has been installed."""

from collections.abc import Iterator

import pytest

from tests.systemd.machine import Lab, Machine, lacking, lacking_python
from tests.systemd.table import Installed, install


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Where machines live."""
    if reason := lacking():
        pytest.skip(reason)
    made = Lab(tmp_path_factory.mktemp("lab"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def installed(lab: Lab) -> Installed:
    """A machine on which the installer was run, now off; others begin where it ended."""
    if reason := lacking_python():
        pytest.skip(reason)
    return install(lab)


@pytest.fixture
def machine(lab: Lab, installed: Installed) -> Iterator[Machine]:
    """A machine of its own with the station, which has been started with it."""
    with Machine(lab, installed.layers) as made:
        yield made
