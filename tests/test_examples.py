"""The examples in docstrings say what is true: readers try them first."""

import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import i18n

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("controller", "vision")
    for path in (ROOT / folder).rglob("*.py")
    # The lab needs more than a station has installed.
    if ">>> " in path.read_text(encoding="utf-8") and "lab" not in path.parts
)


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    before = i18n.current()
    i18n.use("en")
    yield
    i18n.use(before)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted, "an example that nothing tries"
    assert not tried.failed
