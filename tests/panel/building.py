"""Builds the GPIO chips in memory, or says why that is not possible here."""

import ctypes
import importlib.util
import os
import platform
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SHIM: Final = ROOT / "build/panel/gpioshim.so"
PRELOADED: Final = hasattr(ctypes.CDLL(None), "shim_plug")
"""Whether this process runs with the chips in memory."""

_NEEDS: Final = {"cc": "gcc", "/usr/include/linux/gpio.h": "linux-libc-dev", "make": "make"}


def lacking() -> str:
    """Why the real lgpio cannot be run here; empty when it can."""
    if platform.system() != "Linux":
        return "GPIO character devices are Linux's own"
    if importlib.util.find_spec("lgpio") is None:
        return "lgpio is not installed: there is no package of it for this Python and machine"
    missing = [package for what, package in _NEEDS.items() if not (Path(what).exists() or shutil.which(what))]
    return f"Debian packages are missing: {' '.join(missing)}" if missing else ""


@cache
def build() -> None:
    """Build the chips.

    Raises:
        AssertionError: with what the compiler says.
    """
    SHIM.parent.mkdir(parents=True, exist_ok=True)
    # Two runs of the tests at the same time must not build over each other.
    command = ["flock", str(SHIM.parent / "lock"), "make", "-s", "-C", str(ROOT / "tests/panel/shim"), "shim"]
    # The flags of a make that runs the tests are not for this one.
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
