"""Power cuts between two steps at which a file gets another name."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def power_cut(monkeypatch: pytest.MonkeyPatch, at: int) -> Iterator[None]:
    """Raise ``KeyboardInterrupt`` in place of the step with this number, counted from 1."""
    rename, steps = Path.rename, 0

    def cut(self: Path, target: Path) -> Path:
        nonlocal steps
        steps += 1
        if steps == at:
            raise KeyboardInterrupt("the power is gone")
        return rename(self, target)

    with monkeypatch.context() as power:
        power.setattr(Path, "rename", cut)
        yield


def copied(journal: Path, folder: Path) -> Path:
    """The journal with its log in another folder."""
    folder.mkdir()
    for suffix in ("", "-wal"):
        if journal.with_name(journal.name + suffix).exists():
            shutil.copy(journal.with_name(journal.name + suffix), folder)
    return folder / journal.name
