"""The model of a station's health: each of its parts is well, in trouble, or absent on purpose. Nothing of a game."""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec

from controller.errors import DisplayError
from controller.health.display import DisplayHealth
from controller.i18n import _, render
from controller.rules.core import Message
from vision.errors import VisionError


class Kind(StrEnum):
    """What a station is made of."""

    CAMERA = "camera"
    PANEL = "panel"
    DISPLAY = "display"
    JOURNAL = "journal"
    DISK = "disk"
    CLOCK = "clock"
    POWER = "power"
    TEMPERATURE = "temperature"


class State(StrEnum):
    """How a part is."""

    WELL = "well"
    TROUBLE = "trouble"
    ABSENT = "absent"
    """It is not there, and that is meant so."""


_NOTHING: Final = Message("", {})
# A table far from any network has no clock that is right: its record is in order all the same, and no light says so.
_UNSEEN: Final = frozenset({Kind.CLOCK})


class Part(msgspec.Struct, frozen=True):
    """How one part is at one moment; never changes.

    Attributes:
        kind: which.
        state: see there.
        about: how it is, in one sentence.
        remedy: what to do; empty where nothing is to be done, or where the sentence says it.
        seat: whose panel it is; 0 for all else.
        numbers: what can be counted or measured, by names that say the unit.
    """

    kind: Kind
    state: State
    about: Message
    remedy: Message = _NOTHING
    seat: int = 0
    numbers: Mapping[str, float] = {}

    @property
    def words(self) -> str:
        """How it is, and what to do."""
        about, to_do = render(self.about), self.to_do
        # The sentence of an error has no full stop.
        return f"{about.removesuffix('.')}. {to_do}" if to_do else about

    @property
    def to_do(self) -> str:
        """What to do, in the language in use; empty where nothing is."""
        # To gettext an empty text is the name of its own heading.
        return render(self.remedy) if self.remedy.text else ""


class Report(msgspec.Struct, frozen=True):
    """How a station is at one moment; never changes.

    Attributes:
        at: when that was.
        began: when the station began.
        version: of the program.
        pid: of the station's process.
        parts: all of them, in the order of ``Kind`` and of the seats.
        display: more on the display, where there is one.
    """

    at: Annotated[datetime, msgspec.Meta(tz=True)]
    began: Annotated[datetime, msgspec.Meta(tz=True)]
    version: str
    pid: int
    parts: tuple[Part, ...]
    display: DisplayHealth | None = None

    @property
    def troubles(self) -> tuple[Part, ...]:
        """The parts in trouble."""
        return tuple(part for part in self.parts if part.state is State.TROUBLE)

    @property
    def is_seen(self) -> bool:
        """Whether a light on the display says that something is wrong."""
        return any(part.kind not in _UNSEEN for part in self.troubles)


def because(error: Exception) -> Message:
    """The sentence of an error, without a language where it has none yet."""
    if isinstance(error, VisionError | DisplayError):
        values = {name: value if isinstance(value, int | float) else str(value) for name, value in error.values.items()}
        return Message(error.text, values)
    return Message("{why}", {"why": str(error)})


def now() -> datetime:
    """This moment, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def name(part: Part) -> str:
    """What people call a part."""
    if part.kind is Kind.PANEL and part.seat:
        return _("Panel of seat {n}").format(n=part.seat)
    return {
        Kind.CAMERA: _("Camera"),
        Kind.PANEL: _("Panels"),
        Kind.DISPLAY: _("Display"),
        Kind.JOURNAL: _("Record"),
        Kind.DISK: _("Disk"),
        Kind.CLOCK: _("Clock"),
        Kind.POWER: _("Power supply"),
        Kind.TEMPERATURE: _("Temperature"),
    }[part.kind]


def state_name(state: State) -> str:
    """What people call a state."""
    return {State.WELL: _("well"), State.TROUBLE: _("in trouble"), State.ABSENT: _("absent")}[state]


def lines(report: Report) -> list[str]:
    """A report for people: the station, then a line for each part, then the verdict."""
    names = [name(part) for part in report.parts]
    width = max(map(len, names), default=0)
    states = {state: state_name(state) for state in State}
    longest = max(map(len, states.values()))
    rows = [
        f"  {called:<{width}}  {states[part.state]:<{longest}}  {part.words}".rstrip()
        for called, part in zip(names, report.parts, strict=True)
    ]
    first = _("The station runs: version {version}, process {pid}, since {time}.")
    return [first.format(version=report.version, pid=report.pid, time=local(report.began)), *rows, verdict(report)]


def verdict(report: Report) -> str:
    """A report in one sentence."""
    if not report.troubles:
        return _("Everything is well.")
    return _("In trouble: {parts}.").format(parts=", ".join(name(part) for part in report.troubles))


def headline(report: Report) -> str:
    """What is wrong, in one line; empty where nothing is that a light would show."""
    match [part for part in report.troubles if part.kind not in _UNSEEN]:
        case []:
            return ""
        case [only]:
            return f"{name(only)}: {only.words}"
        case several:
            text = _("In trouble: {parts}; `dicetable status` says more.")
            return text.format(parts=", ".join(map(name, several)))


def as_json(report: Report) -> dict[str, Any]:
    """A report for other programs; the sentences in the language in use."""
    return {
        "running": True,
        "at": report.at.isoformat(),
        "began": report.began.isoformat(),
        "version": report.version,
        "pid": report.pid,
        "well": not report.troubles,
        "parts": [
            {
                "part": part.kind.value,
                **({"seat": part.seat} if part.seat else {}),
                "state": part.state.value,
                "text": render(part.about),
                "remedy": part.to_do,
                **({"numbers": dict(part.numbers)} if part.numbers else {}),
            }
            for part in report.parts
        ],
    }


def local(at: datetime) -> str:
    """A time as the clock on the wall has it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
