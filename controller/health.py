"""How the display is: the link's counters for people and other programs, kept beside the journal by a station."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from controller.display.link import LinkStatus
from controller.display.protocol import Reset
from controller.display.session import Counters
from controller.i18n import _, sentence

# A display that has just been plugged in takes that long to answer.
_PATIENCE: Final = 4.0
# What only grows while all is well is written this often, so that a memory card is not worn out by it.
_WRITE_EVERY: Final = 60.0


class Health(msgspec.Struct, frozen=True):
    """How the display is at one moment; never changes.

    Attributes:
        at: UTC, ISO 8601.
        port: the port in use or tried last; empty before one has been found.
        connected: a display answers.
        firmware: its version, ``1.1``; empty while not connected.
        reset: why it began anew, names of ``Reset``; empty where its boot loader hid that.
        error: why there is no connection, in the language of the station; empty while connected.
        counters: what happened since the station began, see ``Counters``.
    """

    at: str
    port: str
    connected: bool
    firmware: str
    reset: tuple[str, ...]
    error: str
    counters: Counters

    @property
    def reconnects(self) -> int:
        """How often the display had gone and has come back."""
        return max(0, self.counters.connects - 1)


def health(status: LinkStatus) -> Health:
    """What there is to say about a link, now."""
    hello = status.hello
    return Health(
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        port=status.port,
        connected=status.connected,
        firmware=".".join(str(part) for part in hello.firmware) if hello else "",
        reset=tuple(str(reason.name) for reason in Reset if hello and reason in hello.reset),
        error=sentence(status.error) if status.error else "",
        counters=status.counters,
    )


def lines(of: Health) -> list[str]:
    """The same for people: one sentence, then the numbers."""
    if of.connected:
        first = _("The display on {port} answers, firmware {version}.").format(port=of.port, version=of.firmware)
    else:
        first = _("The display does not answer: {why}").format(why=of.error)
    count = of.counters
    numbers = (
        (_("frames sent"), count.sent),
        (_("pictures shown"), count.acknowledged),
        (_("sent again for want of an answer"), count.retries),
        (_("connected anew"), of.reconnects),
        (_("damaged on the way to the station (CRC)"), count.damaged),
        (_("damaged on the way to the display (CRC)"), count.dropped_by_display),
        (_("bytes that the display was too slow for"), count.overruns_by_display),
        (_("refused"), count.refused),
    )
    reset = [_("  last start of the display: {why}").format(why=", ".join(of.reset).lower())] if of.reset else []
    return [first, *(f"  {number:>8}  {what}" for what, number in numbers), *reset]


def path(journal: Path) -> Path:
    """The file that a station keeps beside its journal."""
    return journal.with_name(journal.name + ".display.json")


def load(file: Path) -> Health | None:
    """What a station has written; ``None`` where there is nothing readable."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Health)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


class Watch:
    """Looks after a link: says when the display goes and comes, and keeps the file.

    Args:
        status: of the link.
        file: where to keep it.
        say: takes a sentence for people.
        clock: seconds of any steady clock.
    """

    def __init__(
        self,
        status: Callable[[], LinkStatus],
        file: Path,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._status = status
        self._file = file
        self._say = say
        self._clock = clock
        self._well_at = clock()
        self._said = ""
        self._written: Health | None = None
        self._written_at = clock()

    def look(self) -> None:
        """To be called every second or two; never waits for the display."""
        now, found = self._clock(), health(self._status())
        if found.connected:
            self._well_at = now
            if self._said:
                self._say(_("The display answers again."))
            self._said = ""
        elif now - self._well_at >= _PATIENCE and found.error != self._said:
            self._said = found.error
            self._say(_("The display does not answer: {why}").format(why=found.error))
        if self._is_news(found) or now - self._written_at >= _WRITE_EVERY:
            self._write(found)
            self._written_at = now

    def close(self) -> None:
        """Keep what was counted until the end."""
        self._write(health(self._status()))

    def _is_news(self, found: Health) -> bool:
        return self._written is None or _without_routine(found) != _without_routine(self._written)

    def _write(self, found: Health) -> None:
        # The game does not depend on it.
        with suppress(OSError):
            part = self._file.with_name(self._file.name + ".part")
            part.write_bytes(msgspec.json.encode(found))
            part.replace(self._file)
        self._written = found


def _without_routine(of: Health) -> Health:
    return msgspec.structs.replace(of, at="", counters=replace(of.counters, sent=0, acknowledged=0, superseded=0))
