"""When something happened. The wall clock may be wrong; the time since the machine was switched on never jumps.

A Raspberry Pi has no clock that runs without power: until something sets its clock, it shows any time at all.
"""

import ctypes
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

# systemd-timesyncd makes it once it has set the clock; it is gone after the next start of the machine.
_SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
# What adjtimex(2) returns while nothing keeps the clock right.
_TIME_ERROR: Final = 5


class Uptime(msgspec.Struct, frozen=True):
    """The steady clock beside the wall clock.

    Attributes:
        boot: names this run of the machine, from its start to its end; another one is another steady clock.
        uptime: seconds since the start of the machine, time asleep included.
        trusted: whether the wall clock was kept right by something at this moment.
    """

    boot: str
    uptime: float
    trusted: bool


class Moment(NamedTuple):
    """One moment: the wall clock in UTC, and the steady clock."""

    at: datetime
    clock: Uptime


def now() -> Moment:
    """This moment."""
    uptime = round(time.clock_gettime(time.CLOCK_BOOTTIME), 3)
    return Moment(datetime.now(UTC), Uptime(_boot(), uptime, is_synchronised()))


def is_synchronised() -> bool:
    """Whether something, like systemd-timesyncd or chrony, has set this machine's clock."""
    if _SYNCHRONISED.exists():
        return True
    try:
        # With modes = 0 it only reads; the structure is smaller than this on every machine. Where it may not be asked
        # the answer is -1, and systemd-timesyncd alone is known of. The unit in systemd/ leaves it open.
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))
    except (OSError, AttributeError):
        return False
    return 0 <= state < _TIME_ERROR


def _boot() -> str:
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Told(NamedTuple):
    """When an entry was written, as well as that can be known.

    Attributes:
        at: the time, in UTC.
        certain: whether the clock was right then, or was set right later in the same run of the machine. Entries of
            journals of version 1 do not say, and count as certain.
    """

    at: datetime
    certain: bool


def told(stamps: Sequence[tuple[str, str]]) -> list[Told]:
    """When each of several entries was written.

    Args:
        stamps: ``at`` and ``clock`` of each, as they are stored.

    >>> early, later = '{"boot":"b","uptime":5,"trusted":false}', '{"boot":"b","uptime":65,"trusted":true}'
    >>> found = told([("1970-01-01T00:00:05+00:00", early), ("2026-01-02T03:04:00+00:00", later)])
    >>> found[0].at.isoformat(), found[0].certain
    ('2026-01-02T03:03:00+00:00', True)
    """
    known = [(datetime.fromisoformat(at), _uptime(clock)) for at, clock in stamps]
    right = {clock.boot: (at, clock.uptime) for at, clock in known if clock and clock.trusted and clock.boot}
    found = []
    for at, clock in known:
        if clock is None or clock.trusted:
            found.append(Told(at, True))
        elif clock.boot in right:
            then, uptime = right[clock.boot]
            found.append(Told(then - timedelta(seconds=uptime - clock.uptime), True))
        else:
            found.append(Told(at, False))
    return found


def _uptime(text: str) -> Uptime | None:
    return msgspec.json.decode(text, type=Uptime) if text else None
