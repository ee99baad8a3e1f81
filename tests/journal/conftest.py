"""One journal for all tests of damage."""

import pytest

from tests.journal.truth import Truth


@pytest.fixture(scope="session")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    """A journal as a power cut leaves it; no test changes it."""
    return Truth(tmp_path_factory.mktemp("truth"))


@pytest.fixture(scope="session")
def closed_truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    """The same after the station was ended: all in one file, its log is empty."""
    return Truth(tmp_path_factory.mktemp("closed"), log=False)
