"""The referee's door to a running station: what is decided in a terminal is judged, written and shown by the table.

It is a socket beside the record, which only the station's own user and root may open. One line of JSON asks, one
answers.
"""

import asyncio
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from controller import referee
from controller.errors import JournalError, RefereeError
from controller.health.answering import short
from controller.i18n import _
from controller.journal.entries import Annulled, AnyEntry, Closed, Corrected
from controller.journal.store import Journal
from controller.play import Play
from controller.table import Table

_log = logging.getLogger(__name__)

# Seconds for the question to arrive; and for the answer, which waits for the disk.
_ASKING: Final = 5.0
_PATIENCE: Final = 30.0
_LONGEST: Final = 65536
_MODE: Final = 0o600


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee has decided.

    Attributes:
        game: the game's number in the journal.
        seen: how many entries of it the referee has seen; nothing is decided about a later one.
        entry: the decision.
        void: whether entries that cannot stand after it may go.
    """

    game: int
    seen: int
    entry: Corrected | Annulled | Closed
    void: bool = False


class Reply(msgspec.Struct, frozen=True):
    """What became of it; ``refused`` says why nothing did."""

    refused: str = ""


def path(journal: Path) -> Path:
    """The socket of the station that keeps a record."""
    return journal.with_name(journal.name + ".referee")


# --- at the station ---------------------------------------------------------------------------------------------------


class Door:
    """Takes orders until it is closed, in the table's loop.

    Args:
        table: whose games are decided about; its journal's lock is held, so that an older socket is nobody's.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._path = path(table.journal.path)
        self._listening: socket.socket | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin; from the table's loop.

        Raises:
            OSError: the socket cannot be made.
        """
        self._path.unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            with short(self._path) as address:
                listening.bind(address)
            self._path.chmod(_MODE)
            listening.listen()
        except OSError:
            listening.close()
            raise
        self._listening = listening
        self._task = asyncio.get_running_loop().create_task(self._serve(listening))

    def close(self) -> None:
        """Take no more orders."""
        if self._task and self._listening:
            self._task.cancel()
            self._listening.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    async def _serve(self, listening: socket.socket) -> None:
        """One caller after the other: a referee is alone."""
        loop = asyncio.get_running_loop()
        while True:
            connection, _address = await loop.sock_accept(listening)
            with connection, suppress(OSError, TimeoutError):
                async with asyncio.timeout(_ASKING):
                    line = await _line(connection)
                if line:
                    await loop.sock_sendall(connection, msgspec.json.encode(await self._answer(line)))

    async def _answer(self, line: bytes) -> Reply:
        try:
            await self._decide(msgspec.json.decode(line, type=Order))
        except (RefereeError, JournalError, msgspec.DecodeError) as error:
            return Reply(str(error))
        except Exception:
            # Whatever it was: the next order is heard.
            _log.exception("an order of the referee could not be carried out")
            return Reply(_("this cannot be decided; nothing was written"))
        return Reply()

    async def _decide(self, order: Order) -> None:
        present = self._table.present
        if present and present[0] == order.game:
            await self._table.rule(lambda play: self._judged(order, play))
        else:
            await self._table.keeper.do(lambda journal: _amended(journal, order))

    def _judged(self, order: Order, play: Play) -> Sequence[AnyEntry]:
        present = self._table.present
        if present is None or present[0] != order.game:
            raise RefereeError(_("the game has gone on meanwhile; look again and decide anew"))
        return referee.ruling(play, _proposed(order, play.history))


async def _line(connection: socket.socket) -> bytes:
    """What a caller sends, up to the end of a line; one that is too long is cut, and so makes no sense."""
    line, loop = b"", asyncio.get_running_loop()
    while not line.endswith(b"\n") and len(line) < _LONGEST and (more := await loop.sock_recv(connection, _LONGEST)):
        line += more
    return line


def _amended(journal: Journal, order: Order) -> None:
    referee.amend(journal, order.game, _proposed(order, journal.read(order.game)))


def _proposed(order: Order, history: Sequence[AnyEntry]) -> Corrected | Annulled | Closed:
    """The decision with all that it voids.

    Raises:
        RefereeError: it is not possible, or would void what it may not.
    """
    if len(history) != order.seen:
        raise RefereeError(_("the game has gone on meanwhile; look again and decide anew"))
    if isinstance(order.entry, Closed):
        return order.entry
    # What a decision takes with it is found here, never believed.
    entry = msgspec.structs.replace(order.entry, void_from=None)
    if isinstance(entry, Annulled):
        entry = referee.annulment(history, entry.round, entry.by, entry.why)
    entry, broken = referee.proposal(history, entry)
    if broken and not order.void:
        raise RefereeError(_("later entries cannot stand after it; nothing was written"))
    return entry


# --- in a terminal ----------------------------------------------------------------------------------------------------


def is_open(journal: Path) -> bool:
    """Whether a running station takes orders for this record.

    Raises:
        RefereeError: one does, and not from this user.
    """
    try:
        _connected(journal).close()
    except (FileNotFoundError, ConnectionRefusedError):
        return False
    return True


def decide(journal: Path, order: Order) -> None:
    """Have a running station carry out an order.

    Raises:
        RefereeError: it refuses, or does not answer.
    """
    try:
        with _connected(journal) as connection:
            connection.settimeout(_PATIENCE)
            connection.sendall(msgspec.json.encode(order) + b"\n")
            answer = b"".join(iter(lambda: connection.recv(_LONGEST), b""))
        reply = msgspec.json.decode(answer, type=Reply)
    except (OSError, msgspec.DecodeError):
        raise RefereeError(_("the station does not answer; look at the record whether it was written")) from None
    if reply.refused:
        raise RefereeError(reply.refused)


def _connected(journal: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(_ASKING)
    try:
        with short(path(journal)) as address:
            connection.connect(address)
    except PermissionError:
        connection.close()
        text = _("{path}: this user may not decide at the station; decide as the user that runs it, or with sudo")
        raise RefereeError(text.format(path=journal.parent)) from None
    except OSError:
        connection.close()
        raise
    return connection
