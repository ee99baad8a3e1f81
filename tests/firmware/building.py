"""Builds what the tests of the firmware need, or says why that is not possible here."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
BUILT: Final = ROOT / "build" / "firmware"
ELF: Final = BUILT / "display.elf"
SIMULATOR: Final = (str(BUILT / "simulator"), str(ELF))

# The program or file, and the Debian packages that bring it.
_FOR_THE_FIRMWARE: Final = {"avr-gcc": "gcc-avr", "/usr/lib/avr/include/avr/io.h": "avr-libc"}
_FOR_THE_HOST: Final = {"cc": "gcc", "/usr/include/stdio.h": "libc6-dev", "make": "make"}
_FOR_THE_SIMULATOR: Final = {
    **_FOR_THE_FIRMWARE,
    **_FOR_THE_HOST,
    "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
}
_NEEDS: Final = {"simulator": _FOR_THE_SIMULATOR, "check-decoder": _FOR_THE_HOST}


def lacking(target: str) -> str:
    """Why a target of firmware/Makefile cannot be built here; empty when it can."""
    missing = [package for what, package in _NEEDS[target].items() if not (Path(what).exists() or shutil.which(what))]
    return f"Debian packages are missing: {' '.join(missing)}" if missing else ""


def needs(target: str) -> pytest.MarkDecorator:
    """Skips a test, with the reason, where the target cannot be built."""
    return pytest.mark.skipif(bool(lacking(target)), reason=lacking(target))


@cache
def build(target: str) -> None:
    """Build a target of firmware/Makefile.

    Raises:
        AssertionError: with what the compiler says.
    """
    BUILT.mkdir(parents=True, exist_ok=True)
    # Two runs of the tests at the same time must not build over each other.
    command = ["flock", str(BUILT / "lock"), "make", "-s", "-C", str(ROOT / "firmware"), target]
    # The flags of a make that runs the tests are not for this one.
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
