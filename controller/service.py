"""The station as a service of systemd: it says when it is ready, what it does, that it lives, and that it ends.

The protocol is the one of sd_notify(3): a datagram of ``NAME=value`` lines to a socket that the environment names.
Outside a service there is no such socket, and all of this does nothing.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Mapping, MutableMapping
from typing import Any, Final, Self

from controller.i18n import N_, _
from controller.panel.keypad import Keypad
from controller.progress import Progress
from controller.rules import GAMES
from controller.rules.core import Event
from controller.table import Glance

# systemd advises twice within its patience; four times leaves room for a machine that is busy.
_SIGNS_OF_LIFE: Final = 4
_PHASES: Final[Mapping[str, str]] = {
    "choose": N_("the seats choose"),
    "throw": N_("the dice are thrown"),
    "reading": N_("the dice are read"),
    "confirm": N_("the dice are confirmed"),
    "verdict": N_("the verdict is shown"),
    "over": N_("the game is over"),
    "challenge": N_("a seat has stopped the game"),
    "menu": N_("the seats choose what is played"),
    "pause": N_("the referee lets the game stand still"),
    "error": N_("the record cannot be written"),
}

_log = logging.getLogger(__name__)


class Service:
    """What is said to systemd. Never waits and never fails: a game does not depend on it.

    Args:
        address: of the socket; ``@`` at the start stands for a name without a file. ``None`` outside a service.
        watchdog: seconds after which systemd takes this process for hung; ``None`` where it does not look.
    """

    def __init__(self, address: str | None = None, watchdog: float | None = None) -> None:
        self.watchdog = watchdog if address else None
        self._address = f"\0{address[1:]}" if address and address.startswith("@") else address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if address else None
        if self._socket:
            self._socket.setblocking(False)
        self._status = ""

    @classmethod
    def from_environment(cls, environment: MutableMapping[str, str] = os.environ) -> Self:
        """The service that this process is, if it is one.

        The variables are removed: a child of this process must not speak for it.
        """
        address = environment.pop("NOTIFY_SOCKET", None)
        microseconds = environment.pop("WATCHDOG_USEC", "")
        meant = environment.pop("WATCHDOG_PID", "")
        watched = microseconds.isdecimal() and int(microseconds) > 0 and meant in ("", str(os.getpid()))
        return cls(address or None, int(microseconds) / 1e6 if watched else None)

    @property
    def is_one(self) -> bool:
        """Whether this process is a service of systemd."""
        return self._address is not None

    def ready(self) -> None:
        """Everything is up; panels, camera and display come when they are there."""
        self._send("READY=1")

    def status(self, text: str) -> None:
        """One line about what goes on, for ``systemctl status``; only what everybody may know."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={' '.join(text.split())}")

    def alive(self) -> None:
        """Everything makes progress."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The station ends."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Say nothing more."""
        if self._socket:
            self._socket.close()
            self._socket = None

    async def attend(self, progress: Progress) -> None:
        """Say again and again that the station lives, as long as every part makes progress; never returns.

        Where one hangs, nothing is said, and systemd starts the station anew: the game goes on where it was.
        """
        if self.watchdog is None:
            return
        before: tuple[str, ...] = ()
        while True:
            hanging = progress.hanging()
            if not hanging:
                self.alive()
            elif hanging != before:
                _log.error("no progress: %s; systemd starts the station anew", ", ".join(hanging))
            before = hanging
            await asyncio.sleep(self.watchdog / _SIGNS_OF_LIFE)

    def _send(self, line: str) -> None:
        if self._socket and self._address:
            try:
                self._socket.sendto(line.encode(), self._address)
            except OSError as error:
                _log.debug("systemd does not listen: %s", error)


class StatusLine:
    """Says in ``systemctl status`` which game is at which moment, from the public view alone."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """The line tells moments, not events."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        # Between games there is none.
        game, phase = view.get("game"), _PHASES.get(view["phase"])
        words = [GAMES[game["game"]].name] if game else []
        self._service.status(": ".join([*words, _(phase)] if phase else words))

    def glance(self, glance: Glance) -> None:
        """The line tells nothing about pictures."""
