"""Asks a running station how it is, over a socket beside its record: always fresh, and nothing wears a memory card."""

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from controller.errors import StatusError
from controller.health.model import Report
from controller.i18n import _
from controller.journal.store import in_use

_PATIENCE: Final = 5.0
_AT_ONCE: Final = 65536
# Whoever may enter the folder may ask: an answer holds nothing of a game.
_MODE: Final = 0o666


def path(journal: Path) -> Path:
    """The socket of the station that keeps a record."""
    return journal.with_name(journal.name + ".status")


class Answering:
    """Answers everybody who connects with one report, from the loop, and hangs up.

    Args:
        journal: the station's record; its lock is held, so that an older socket is nobody's.
        report: how the station is.

    Raises:
        OSError: the socket cannot be made.
    """

    def __init__(self, journal: Path, report: Callable[[], Report]) -> None:
        self._path = path(journal)
        self._report = report
        self._loop = asyncio.get_running_loop()
        self._path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            with short(self._path) as address:
                self._socket.bind(address)
            self._path.chmod(_MODE)
            self._socket.listen()
        except OSError:
            self._socket.close()
            raise
        self._loop.add_reader(self._socket, self._answer)

    def close(self) -> None:
        """Answer no more."""
        self._loop.remove_reader(self._socket)
        self._socket.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _answer(self) -> None:
        with suppress(OSError):
            connection, _address = self._socket.accept()
            with connection:
                # A few thousand bytes: the system keeps them for whoever has asked, so the loop never waits.
                connection.setblocking(False)
                connection.send(msgspec.json.encode(self._report()))


def ask(journal: Path) -> Report | None:
    """How the station is that keeps a record; ``None`` where none runs.

    Raises:
        StatusError: one runs, and it may not be asked or does not answer.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_PATIENCE)
        try:
            with short(path(journal)) as address:
                connection.connect(address)
            answer = b"".join(iter(lambda: connection.recv(_AT_ONCE), b""))
            return msgspec.json.decode(answer, type=Report)
        except TimeoutError:
            raise StatusError(_("the station runs and does not answer: it hangs; restart it")) from None
        except PermissionError:
            text = _("{path}: this user may not ask the station; ask as the user that runs it, or with sudo")
            raise StatusError(text.format(path=journal.parent)) from None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            # The lock is looked at only now: whoever does so holds up a station that begins in that moment.
            if not in_use(journal):
                return None
            text = _("{path}: a program uses this record and does not say how it is; it begins or ends, try again")
            raise StatusError(text.format(path=journal)) from None


@contextmanager
def short(path: Path) -> Iterator[str]:
    """A name for a socket: the system takes at most 107 bytes, and paths are longer."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
