"""Which serial port leads to the display, by a name that stays the same wherever it is plugged in."""

import errno
from pathlib import Path
from typing import Final

from controller.errors import DisplayError

# The name that systemd/60-dicetable-display.rules gives.
NAMED: Final = Path("/dev/dicetable-display")
# Where udev names every serial port by the USB device behind it.
BY_ID: Final = Path("/dev/serial/by-id")
# How these names begin for the USB chips of an Arduino Nano: CH340, FT232R, CP2102, Arduino's own; the same chips as
# in the rules of udev. Two CH340 have one name between them, since they have no serial number: one of them is seen.
NANO: Final = ("usb-1a86_", "usb-FTDI_FT232R_", "usb-Silicon_Labs_CP210", "usb-Arduino_")


def find(named: Path = NAMED, by_id: Path = BY_ID) -> str:
    """The port of the one display that is plugged in. It never guesses: opening a port resets what is behind it.

    Args:
        named: the name that the rules of udev give.
        by_id: the folder of names by USB device.

    Returns:
        The stable name of the port.

    Raises:
        DisplayError: there is none, or there are several; names them and says what to do.
    """
    candidates = [named, *sorted(by_id.glob("usb-*"))]
    ports: dict[Path, Path] = {}
    for name in candidates:
        # A name that leads nowhere is of a device that has just gone.
        if name.exists() and (name == named or name.name.startswith(NANO)):
            # Two names of one port are one port.
            ports.setdefault(name.resolve(), name)
    match list(ports.values()):
        case [only]:
            return str(only)
        case []:
            raise DisplayError(
                "no display is plugged in: there is neither {named} nor an Arduino Nano in {by_id}; "
                "plug it in, or name its port as display.port",
                named=named,
                by_id=by_id,
            )
        case several:
            raise DisplayError(
                "each of these may be the display: {ports}; name the right one as display.port",
                ports=", ".join(str(name) for name in several),
            )


def trouble(port: str, error: Exception) -> DisplayError:
    """Why a port cannot be opened or has failed, in one sentence.

    Args:
        port: which one.
        error: what opening, reading or writing raised.
    """
    if isinstance(error, DisplayError):
        return error
    match getattr(error, "errno", None):
        case errno.ENOENT:
            return DisplayError("{port}: there is no such port; plug the display in, or name another port", port=port)
        case errno.EACCES:
            return DisplayError(
                "{port}: this user may not open it; allow it with: sudo usermod -aG dialout $USER, then log in anew",
                port=port,
            )
        case errno.EAGAIN | errno.EBUSY:
            return DisplayError("{port}: another program has it open; end that one", port=port)
    return DisplayError("{port}: the port has failed: {why}", port=port, why=error)
