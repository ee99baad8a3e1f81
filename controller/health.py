"""How the display is: the link's counters for people and other programs, kept beside the journal by a station."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from controller.display.link import LinkStatus
from controller.display.protocol import Reset
from controller.display.session import Counters
from controller.i18n import _, sentence

# A display that has just been plugged in takes that long to answer.
_PATIENCE: Final = 4.0
# Numbers that grow are written this often, and what is news no sooner after the last time: neither a noisy line nor a
# port that comes and goes wears out a memory card.
_WRITE_EVERY: Final = 60.0
_NEWS_EVERY: Final = 10.0


class Health(msgspec.Struct, frozen=True):
    """How the display is at one moment; never changes.

    Attributes:
        at: when that was.
        port: the port in use or tried last; empty before one has been found.
        connected: a display answers.
        firmware: its version, ``1.1``; empty while not connected.
        reset: why it began anew, names of ``Reset``; empty where its boot loader hid that.
        error: why there is no connection, in the language of the station; empty while connected.
        counters: what happened since the station began, see ``Counters``.
    """

    at: Annotated[datetime, msgspec.Meta(tz=True)]
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

    @property
    def is_old(self) -> bool:
        """Whether it is of a station that should have written anew long ago."""
        return datetime.now(UTC) - self.at > timedelta(seconds=2 * _WRITE_EVERY)


def health(status: LinkStatus) -> Health:
    """What there is to say about a link, now."""
    hello = status.hello
    return Health(
        at=datetime.now(UTC).replace(microsecond=0),
        port=status.port,
        connected=status.connected,
        firmware=".".join(str(part) for part in hello.firmware) if hello else "",
        reset=tuple(str(reason.name) for reason in Reset if hello and reason in hello.reset),
        error=sentence(status.error) if status.error else "",
        counters=status.counters,
    )


def lines(of: Health) -> list[str]:
    """The same for people: one sentence, its time, then the numbers."""
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
        (_("restarts of the display by itself"), count.restarts),
        (_("damaged on the way to the station (CRC)"), count.damaged),
        (_("damaged on the way to the display (CRC)"), count.dropped_by_display),
        (_("times that the display was too slow and lost bytes"), count.overruns_by_display),
        (_("refused"), count.refused),
    )
    reset = [_("  last start of the display: {why}").format(why=", ".join(of.reset).lower())] if of.reset else []
    when = _("  as of {time}").format(time=local(of.at))
    return [first, when, *(f"  {number:>8}  {what}" for what, number in numbers), *reset]


def as_json(of: Health) -> dict[str, Any]:
    """The same for other programs."""
    return {**msgspec.to_builtins(of), "reconnects": of.reconnects}


def local(at: datetime) -> str:
    """A time as the clock on the wall has it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def path(journal: Path) -> Path:
    """The file that a station keeps beside its journal."""
    return journal.with_name(journal.name + ".display.json")


def load(file: Path) -> Health | None:
    """What a station has written; ``None`` where there is nothing readable."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Health)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def forget(file: Path) -> None:
    """Remove what a station before this one has left behind."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


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
        self._has_answered = False
        self._said = ""
        self._written: Health | None = None
        self._written_at = clock()
        self._tried_at = clock() - _NEWS_EVERY

    def look(self) -> None:
        """To be called every second or two; never waits for the display."""
        now, found = self._clock(), health(self._status())
        self._tell(found, now)
        if now - self._tried_at < _NEWS_EVERY:
            return
        if now - self._written_at >= _WRITE_EVERY or self._written is None or _news(found) != _news(self._written):
            self._tried_at = now
            if self._write(found):
                self._written, self._written_at = found, now

    def close(self) -> None:
        """Keep what was counted until the end."""
        self._write(health(self._status()))

    def _tell(self, found: Health, now: float) -> None:
        if found.connected:
            self._well_at = now
            if self._said:
                self._say(_("The display answers again.") if self._has_answered else _("The display answers."))
            self._has_answered, self._said = True, ""
        elif now - self._well_at >= _PATIENCE and found.error != self._said:
            self._said = found.error
            self._say(_("The display does not answer: {why}").format(why=found.error))

    def _write(self, found: Health) -> bool:
        """Keep it; whether that was possible. The game does not depend on it."""
        part = self._file.with_name(self._file.name + ".part")
        try:
            part.write_bytes(msgspec.json.encode(found))
            part.replace(self._file)
        except OSError:
            return False
        return True


def _news(of: Health) -> tuple[object, ...]:
    """What is worth being written before its time."""
    return of.connected, of.error, of.port, of.firmware, of.reset, of.counters.connects
