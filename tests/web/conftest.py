"""A browser for the page: Debian's own chromium, one for all tests of a module."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.people import CHROMIUM, FLAGS


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser; skips where it is not installed.

    No longer than a module: while playwright is there it has a loop in this thread, and ``asyncio.run`` has none.
    """
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip("Debian package missing: chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept, to be looked at."""
    folder = Path(__file__).parents[2] / "build/web"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
