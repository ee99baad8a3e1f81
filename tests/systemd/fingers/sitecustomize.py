"""Fingers inside of the station: Python loads this module by its name, before the program.

It plugs the header into the chips in memory (the preloaded library of tests/panel/shim), and then presses keys: each
datagram to a socket in the working folder names lines that are pressed one after the other.
"""

import ctypes
import socket
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

SOCKET: Final = "fingers"
# Seconds. The panels read every key once a second, whether its edges were reported or not: so no press is too short,
# however busy the machine that runs the tests.
_PRESSED: Final = 1.3
_APART: Final = 0.1
_KEYS: Final = defaultdict[int, threading.Lock](threading.Lock)


def _press(shim: Any, lines: list[int]) -> None:
    for line in lines:
        # A key that is still down cannot be pressed.
        with _KEYS[line]:
            shim.shim_drive(0, line, 0)
            time.sleep(_PRESSED)
            shim.shim_drive(0, line, -1)
            time.sleep(_APART)


def _wait(shim: Any, hand: socket.socket) -> None:
    while True:
        lines = [int(line) for line in hand.recv(256).split()]
        # Two seats press at the same time.
        threading.Thread(target=_press, args=(shim, lines), daemon=True).start()


def _begin() -> None:
    shim = ctypes.CDLL(None)
    shim.shim_plug(0, b"pinctrl-bcm2711", 58, True)
    Path(SOCKET).unlink(missing_ok=True)
    hand = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    hand.bind(SOCKET)
    threading.Thread(target=_wait, args=(shim, hand), daemon=True).start()


# The station alone: not its virtual display, which is a process beside it.
if sys.orig_argv[-1] == "run":
    _begin()
