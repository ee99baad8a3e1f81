"""Which serial port leads to the display, by a name that stays the same wherever it is plugged in."""

import errno
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.errors import DisplayError

# The name that systemd/60-dicetable-display.rules gives.
NAMED: Final = Path("/dev/dicetable-display")
# Vendor and product of the USB chips of an Arduino Nano, the same as in these rules: FT232R, CH340, CP2102, Arduino's
# own (every product).
CHIPS: Final = (("0403", "6001"), ("1a86", "7523"), ("10c4", "ea60"), ("2341", None))


def find(root: Path = Path("/")) -> str:
    """The port of the one display that is plugged in. It never guesses: opening a port resets what is behind it.

    Args:
        root: the folder in which ``dev`` and ``sys`` are looked for.

    Returns:
        The name of the port: the one of the rules of udev, else that of the socket, else the kernel's.

    Raises:
        DisplayError: there is none, or there are several; names them and says what to do.
    """
    named = root / NAMED.relative_to("/")
    # By the chips that are plugged in, not by names: two CH340 have one name between them in /dev/serial/by-id.
    ports = set(_nanos(root))
    if named.exists():
        ports.add(named.resolve())
    names: dict[Path, Path] = {}
    for name in (named, *sorted((root / "dev/serial/by-path").glob("*"))):
        names.setdefault(name.resolve(), name)
    match sorted(str(names.get(port, port)) for port in ports):
        case [only]:
            return only
        case []:
            raise DisplayError(
                "no display is plugged in: there is neither {named} nor an Arduino Nano; "
                "plug it in, or name its port as display.port",
                named=named,
            )
        case several:
            raise DisplayError(
                "each of these may be the display: {ports}; name the right one as display.port",
                ports=", ".join(several),
            )


def _nanos(root: Path) -> Iterator[Path]:
    """The ports behind which the USB chip of an Arduino Nano is."""
    for tty in (root / "sys/class/tty").glob("tty[UA][SC][BM]*"):
        vendor, product = _usb(tty)
        port = root / "dev" / tty.name
        if ((vendor, product) in CHIPS or (vendor, None) in CHIPS) and port.exists():
            yield port.resolve()


def _usb(tty: Path) -> tuple[str, str]:
    """Vendor and product of the USB device that a port belongs to; empty where there is none."""
    for folder in tty.resolve().parents:
        try:
            return (folder / "idVendor").read_text().strip(), (folder / "idProduct").read_text().strip()
        except OSError:
            # A part of the device, and not the device itself; or it has just gone.
            continue
    return "", ""


def trouble(port: str, error: Exception) -> DisplayError:
    """Why a port cannot be opened or has failed, in one sentence.

    Args:
        port: which one.
        error: what opening, reading or writing raised.
    """
    if isinstance(error, DisplayError):
        return error
    match _number(error):
        case errno.ENOENT:
            return DisplayError("{port}: there is no such port; plug the display in, or name another port", port=port)
        case errno.EACCES:
            return DisplayError(
                "{port}: this user may not open it; allow it with: sudo usermod -aG dialout $USER, then log in anew",
                port=port,
            )
        case errno.EAGAIN | errno.EBUSY:
            return DisplayError("{port}: another program has it open; end that one", port=port)
        case errno.ENOTTY | errno.EISDIR:
            return DisplayError("{port}: this is no serial port; name another one", port=port)
    return DisplayError("{port}: the port has failed: {why}", port=port, why=str(error))


def _number(error: BaseException | None) -> int | None:
    """The system's number of an error. A ValueError is a name that no port can have."""
    match error:
        case OSError(errno=int(number)):
            return number
        case termios.error():
            return int(error.args[0])
        case ValueError():
            return errno.ENOTTY
        # pyserial drops the number, and keeps the error that had it.
        case OSError():
            return _number(error.__context__)
    return None
