"""How the machine under a station is: disk, clock, power, temperature. Read from the kernel; nothing is changed."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.health.model import Kind, Part, State, because
from controller.journal.clock import is_synchronised
from controller.rules.core import Message, message

MEGABYTE: Final = 1_000_000
# Megabytes. A season of games takes a few of them; updates of the system, logs and pictures take the rest.
LEAST_FREE: Final = 200
# A Raspberry Pi slows down from 80 °C on.
HOT: Final = 80.0
# The states of ``pre_eol_info`` and ``life_time`` in eMMC's standard: 80 % of the spare blocks used; 90 % of the life.
_WORN_BLOCKS: Final = 2
_WORN_LIFE: Final = 10
# Bits of the Raspberry Pi's ``get_throttled``.
_LOW_NOW: Final = 1 << 0
_HOT_NOW: Final = 1 << 3
_LOW_ONCE: Final = 1 << 16
_WAIT: Final = 5.0

_ROOT: Final = Path("/")


def parts(folder: Path, root: Path = _ROOT) -> tuple[Part, ...]:
    """All of the machine that a station depends on. May wait for the disk.

    Args:
        folder: where the record is kept.
        root: the folder in which ``sys`` is looked for.
    """
    return disk(folder, root), clock(), power(root), temperature(root)


# --- disk ------------------------------------------------------------------------------------------------------------


def disk(folder: Path, root: Path = _ROOT) -> Part:
    """The file system that holds the record, and the memory below it."""
    there = next((path for path in (folder, *folder.parents) if path.exists()), _ROOT)
    try:
        found = os.statvfs(there)
    except OSError as error:
        return _trouble(Kind.DISK, because(error), message("Look at the memory card and its reader."))
    # In whole megabytes: how many bytes an entry takes is nobody's business.
    free, size = (blocks * found.f_frsize // MEGABYTE for blocks in (found.f_bavail, found.f_blocks))
    numbers: dict[str, float] = {"free_bytes": free * MEGABYTE, "size_bytes": size * MEGABYTE}
    wear = _wear(there, root)
    if wear is not None:
        numbers["wear_ratio"] = wear[0] / 10
    sizes = {"folder": str(folder), "free": free, "size": size}
    if found.f_flag & os.ST_RDONLY:
        about = message("The file system of {folder} is read-only, so that no game can be recorded.", **sizes)
        remedy = message("Restart the machine; if that does not help, replace the memory card.")
        return _trouble(Kind.DISK, about, remedy, numbers)
    if free < LEAST_FREE or (found.f_files and not found.f_favail):
        about = message("Only {free} MB are free where {folder} is.", **sizes)
        return _trouble(Kind.DISK, about, message("Delete something that is not needed."), numbers)
    if wear is not None and (wear[0] >= _WORN_LIFE or wear[1] >= _WORN_BLOCKS):
        about = message("The memory that holds {folder} is nearly worn out.", **sizes)
        return _trouble(Kind.DISK, about, message("Back up the record and replace it."), numbers)
    return Part(Kind.DISK, State.WELL, message("{free} of {size} MB are free.", **sizes), numbers=numbers)


def _wear(folder: Path, root: Path) -> tuple[int, int] | None:
    """Tenths of the life of an eMMC that are used, and the state of its spare blocks; SD cards do not tell."""
    with suppress(OSError, ValueError):
        number = folder.stat().st_dev
        block = (root / f"sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
        # A partition lies in the folder of its disk.
        for device in (block / "device", block.parent / "device"):
            if (device / "life_time").exists():
                lives = [int(word, 16) for word in (device / "life_time").read_text().split()]
                return max(lives), int((device / "pre_eol_info").read_text(), 16)
    return None


# --- clock -----------------------------------------------------------------------------------------------------------


def clock() -> Part:
    """Whether the clock on the wall is right: a Raspberry Pi has none that goes on without power."""
    if is_synchronised():
        return Part(Kind.CLOCK, State.WELL, message("The clock is synchronised."))
    about = message("The clock is not synchronised, so the times in the record may be wrong; its order is right.")
    return _trouble(Kind.CLOCK, about, message("Connect the machine to a network, or give it a real-time clock."))


# --- power and temperature -------------------------------------------------------------------------------------------


def power(root: Path = _ROOT) -> Part:
    """Whether the supply of a Raspberry Pi gives enough: with too little, memory cards lose data."""
    found = _throttled(root)
    if found is None:
        return Part(Kind.POWER, State.ABSENT, message("This machine does not measure it."))
    low, once = bool(found & _LOW_NOW), bool(found & _LOW_ONCE)
    numbers = {"low": float(low), "low_since_start": float(once)}
    remedy = message("Use the power supply that belongs to this Raspberry Pi, and a short cable.")
    if low:
        return _trouble(Kind.POWER, message("The voltage is too low."), remedy, numbers)
    if once:
        about = message("The voltage is right now; it was too low at some time since the machine was started.")
        return Part(Kind.POWER, State.WELL, about, remedy, numbers=numbers)
    return Part(Kind.POWER, State.WELL, message("The voltage is right."), numbers=numbers)


def temperature(root: Path = _ROOT) -> Part:
    """How hot the processor is."""
    found = max(_temperatures(root), default=None)
    if found is None:
        return Part(Kind.TEMPERATURE, State.ABSENT, message("This machine does not measure it."))
    numbers = {"celsius": found}
    about = message("The processor has {degrees} °C.", degrees=round(found))
    if found >= HOT or (_throttled(root) or 0) & _HOT_NOW:
        remedy = message("Give it air, or a heat sink: it slows down in order not to burn.")
        return _trouble(Kind.TEMPERATURE, about, remedy, numbers)
    return Part(Kind.TEMPERATURE, State.WELL, about, numbers=numbers)


def _temperatures(root: Path) -> Iterator[float]:
    for zone in sorted((root / "sys/class/thermal").glob("thermal_zone*")):
        with suppress(OSError, ValueError):
            if (zone / "type").read_text().lower().startswith(("cpu", "soc", "x86_pkg")):
                yield int((zone / "temp").read_text()) / 1000


def _throttled(root: Path) -> int | None:
    """The Raspberry Pi's own word on power and heat; ``None`` on other machines."""
    for file in sorted((root / "sys/devices/platform").glob("soc*/soc*:firmware/get_throttled")):
        with suppress(OSError, ValueError):
            return int(file.read_text(), 16)
    if root != _ROOT:
        return None
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        # Needs the group video; where the kernel has no file for it.
        command = ["vcgencmd", "get_throttled"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WAIT, check=True)
        return int(done.stdout.partition("=")[2], 16)
    return None


def _trouble(kind: Kind, about: Message, remedy: Message, numbers: dict[str, float] | None = None) -> Part:
    return Part(kind, State.TROUBLE, about, remedy, numbers=numbers or {})
