"""Every test starts in English, whatever the machine's locale, and leaves no setting of ours behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import i18n


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """English texts, and no configuration of the person who runs the tests."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("DICETABLE_CONFIG", raising=False)
    i18n.use("en")
    yield
    i18n.use("en")
