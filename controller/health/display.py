"""How the display is: the link's counters, for people and other programs."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec

from controller.display import ports
from controller.display.link import DisplayLink, LinkStatus
from controller.display.protocol import Reset
from controller.display.session import Counters
from controller.i18n import _, sentence

# Longer than a port that nothing answers on is asked before it is given up.
_ANSWER_WITHIN: Final = 7.0


class DisplayHealth(msgspec.Struct, frozen=True):
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


def display_health(status: LinkStatus) -> DisplayHealth:
    """What there is to say about a link, now."""
    hello = status.hello
    return DisplayHealth(
        at=datetime.now(UTC).replace(microsecond=0),
        port=status.port,
        connected=status.connected,
        firmware=".".join(str(part) for part in hello.firmware) if hello else "",
        reset=tuple(str(reason.name) for reason in Reset if hello and reason in hello.reset),
        error=sentence(status.error) if status.error else "",
        counters=status.counters,
    )


def ask(port: str) -> DisplayHealth:
    """What answers on a port now; the display says NO REF afterwards, until a station shows it something.

    Args:
        port: ``auto``, or a serial port that no station uses: opening it resets an Arduino.
    """
    with DisplayLink(ports.find if port == "auto" else port) as link:
        link.wait_answer(_ANSWER_WITHIN)
        return display_health(link.status)


def lines(of: DisplayHealth) -> list[str]:
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
    when = _("  as of {time}").format(time=of.at.astimezone().strftime("%Y-%m-%d %H:%M:%S"))
    return [first, when, *(f"  {number:>8}  {what}" for what, number in numbers), *reset]


def as_json(of: DisplayHealth) -> dict[str, Any]:
    """The same for other programs."""
    return {**msgspec.to_builtins(of), "reconnects": of.reconnects}
