"""One journal for all tests of damage, and where it is laid."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

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


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where a journal is laid: in memory where there is some, since most of this is not about the disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as made:
        yield Path(made)
