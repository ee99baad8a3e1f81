"""Fingers inside of the station: Python loads this module by its name, before the program.

It plugs the header into the chips in memory (the preloaded library of tests/panel/shim), and then presses keys: each
datagram to a socket in the working folder is the number of a line.
"""

import ctypes
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

SOCKET: Final = "fingers"
# Longer than the keys need to come to rest.
_PRESSED: Final = 0.06


def _press(shim: Any, hand: socket.socket) -> None:
    while True:
        line = int(hand.recv(16))
        for level in (0, -1):
            shim.shim_drive(0, line, level)
            time.sleep(_PRESSED)


def _begin() -> None:
    shim = ctypes.CDLL(None)
    shim.shim_plug(0, b"pinctrl-bcm2711", 58, True)
    Path(SOCKET).unlink(missing_ok=True)
    hand = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    hand.bind(SOCKET)
    threading.Thread(target=_press, args=(shim, hand), daemon=True).start()


# The station alone: not its virtual display, which is a process beside it.
if sys.orig_argv[-1] == "run":
    _begin()
