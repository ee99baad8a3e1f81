"""Tries what a station that somebody has taken over would try; started in its place, inside of all its protections.

Prints one JSON object: for each attempt whether it came through, else the name of the error.
"""

import ctypes
import errno
import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

_CLONE_NEWUSER: Final = 0x10000000
_PROT_EXEC_WRITE: Final = 7


def system_call(name: str, *arguments: object) -> None:
    """A function of the C library that says by -1 that the kernel refuses."""
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


def attempts() -> dict[str, Callable[[], object]]:
    """What is tried, by name."""
    return {
        "write its state": lambda: Path("probe").write_text("here", encoding="utf-8"),
        "write /etc": lambda: Path("/etc/probe").write_text("here", encoding="utf-8"),
        "write its own program": lambda: Path("/opt/dicetable/probe").write_text("here", encoding="utf-8"),
        "read a home": lambda: os.listdir("/root"),  # noqa: PTH208
        "open /dev/null": lambda: os.close(os.open("/dev/null", os.O_RDWR)),
        "open a device of another kind": lambda: os.close(os.open("/dev/fuse", os.O_RDWR)),
        "serve a page": lambda: socket.create_server(("127.0.0.1", 0)).close(),
        "listen to all that passes": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close(),
        "speak to a neighbour": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).close(),
        "mount": lambda: system_call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
        "set the clock": lambda: system_call("settimeofday", ctypes.create_string_buffer(16), None),
        "read whether the clock is right": lambda: system_call("adjtimex", ctypes.create_string_buffer(512)),
        "turn the clock": lambda: system_call("adjtimex", ctypes.create_string_buffer(b"\1", 512)),
        "make a namespace": lambda: system_call("unshare", _CLONE_NEWUSER),
        "become root": lambda: os.setuid(0),
        "see other processes": lambda: Path("/proc/1/cmdline").read_bytes(),
        "read which Raspberry Pi this is": lambda: Path("/proc/cpuinfo").read_text(encoding="utf-8"),
    }


def main() -> None:
    found = {}
    for name, attempt in attempts().items():
        try:
            attempt()
        except OSError as error:
            found[name] = errno.errorcode.get(error.errno or 0, str(error))
        else:
            found[name] = ""
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
