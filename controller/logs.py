"""The log: structured where it goes to systemd's journal, plain lines elsewhere.

The journal takes each record as a datagram of ``NAME=value`` fields (systemd's "native protocol"), so that
``journalctl --priority=warning`` or ``LOGGER=controller.display.link`` find it.
"""

import logging
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

JOURNAL: Final = Path("/run/systemd/journal/socket")
# The priorities of syslog(3), which the journal goes by.
_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG: Final = 7


def set_up(debug: bool) -> None:
    """Log to the journal where standard error leads there; with ``debug`` log in any case.

    Args:
        debug: what a person asked for with ``--debug``.
    """
    if _leads_to_journal() and JOURNAL.exists():
        # Level, time and name are fields of their own.
        level = logging.DEBUG if debug else logging.INFO
        logging.basicConfig(level=level, format="%(message)s", handlers=[JournalHandler()])
    elif debug:
        logging.basicConfig(level=logging.INFO, handlers=[PrintingHandler()])


class PrintingHandler(logging.Handler):
    """Prints each record to standard error, to whatever that leads just then."""

    def emit(self, record: logging.LogRecord) -> None:
        """See ``logging.Handler.emit``."""
        try:
            print(self.format(record), file=sys.stderr, flush=True)
        except OSError:
            self.handleError(record)


class JournalHandler(logging.Handler):
    """Hands each record to systemd's journal.

    Args:
        socket_path: where the journal listens.
    """

    def __init__(self, socket_path: Path = JOURNAL) -> None:
        super().__init__()
        self._path = str(socket_path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # A journal that takes nothing holds up no game.
        self._socket.setblocking(False)

    def emit(self, record: logging.LogRecord) -> None:
        """See ``logging.Handler.emit``; a record that the journal does not take goes to standard error."""
        try:
            self._socket.sendto(encode(self._fields(record)), self._path)
        except OSError:
            print(self.format(record), file=sys.stderr, flush=True)

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()
        super().close()

    def _fields(self, record: logging.LogRecord) -> dict[str, str]:
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), _DEBUG)
        return {
            "MESSAGE": self.format(record),
            "PRIORITY": str(priority),
            "SYSLOG_IDENTIFIER": "dicetable",
            "LOGGER": record.name,
            "THREAD_NAME": record.threadName or "",
            "CODE_FILE": record.pathname,
            "CODE_LINE": str(record.lineno),
            "CODE_FUNC": record.funcName or "",
        }


def encode(fields: Mapping[str, str]) -> bytes:
    """Fields as the journal takes them: a value of several lines stands behind its length, 64 bits, little-endian."""
    parts = []
    for name, value in fields.items():
        data = value.encode(errors="replace")
        if b"\n" in data:
            parts.append(b"%b\n%b%b\n" % (name.encode(), len(data).to_bytes(8, "little"), data))
        else:
            parts.append(b"%b=%b\n" % (name.encode(), data))
    return b"".join(parts)


def _leads_to_journal() -> bool:
    """Whether standard error is the journal's, as systemd.exec(5) tells it: by device and inode."""
    try:
        found = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
