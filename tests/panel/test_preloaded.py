"""The suite of the panels once more, over the real gpiozero and lgpio: their chips must be there before Python is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.panel.building import PRELOADED, ROOT, SHIM, build, lacking


@pytest.mark.skipif(PRELOADED, reason="this is that run")
@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_the_suite_holds_over_the_real_library(tmp_path: Path) -> None:
    build()
    command = [sys.executable, "-m", "pytest", "-q", "-k", "lgpio", "-p", "no:cacheprovider", "tests/panel"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"LD_PRELOAD": str(SHIM), "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-10_000:] + done.stderr[-2_000:]
    assert "skipped" not in done.stdout
    assert not list(ROOT.glob(".lgd-nfy*")), "lgpio left its file here"
