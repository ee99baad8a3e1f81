"""One TOML file, all of it optional. Every fault is reported at once: where, what was found, what is allowed."""

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec

from controller import plain
from controller.errors import ConfigError
from controller.i18n import N_, _, sentence
from controller.panel import wiring
from controller.panel.wiring import Wiring
from controller.plain import STAKE_LENGTH
from controller.rules import GAMES
from controller.rules.setup import SetupError
from vision.camera import SOURCES


def _state_folder() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "dicetable"


# A longer name would run through the display for half a minute before it begins anew.
NAME_LENGTH: Final = 40
_CAMERAS: Final = ("simulated", "folder", "v4l2", "picamera2", "video")
# Where a value comes from that no file has; translated where it is shown, for the language may change.
_COMMAND_LINE: Final = N_("command line")
_DEFAULT: Final = N_("default")
# Serial ports that are pins of the header.
_HEADER_PORTS: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


MENU: Final = "menu"


class Station(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played, by whom. With ``menu`` as game the seats choose it on their keys; ``players`` is the most."""

    language: Literal["auto", "de", "en"] = "auto"
    game: str = "ueberwurf"
    players: Annotated[int, msgspec.Meta(ge=2, le=5)] = 2
    names: list[str] = []
    variants: list[str] = []
    house: dict[str, str | int | bool] = {}
    first: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    stakes: list[str] = []


class Camera(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where pictures come from: ``simulated``, ``simulated:SEED``, ``folder:DIR``, ``v4l2:DEVICE``, ``picamera2``.

    ``video:FILE`` and ``video:DIR`` are recordings, played as a camera would give them, again and again.

    ``width_mm`` is what the width of a live camera's picture shows of the table; ``calibration`` the file that
    ``dicetable camera setup`` writes. ``zones``: each seat throws into its own part of the tray, as calibrated, and
    equal dice are told apart by where they lie. ``mains_hertz`` is the frequency of the lamps' mains: a camera that can
    be locked gets an exposure with which they do not flicker. Dice lie still once none has moved by more than
    ``move_mm`` for ``still_seconds``.
    """

    source: str = "simulated"
    width_mm: Annotated[float, msgspec.Meta(ge=50, le=2000)] = 314.0
    calibration: str = msgspec.field(default_factory=lambda: str(_state_folder() / "camera.toml"))
    zones: bool = False
    mains_hertz: Literal[50, 60] = 50
    still_seconds: Annotated[float, msgspec.Meta(ge=0.1, le=1)] = 0.3
    move_mm: Annotated[float, msgspec.Meta(ge=0.1, le=2)] = 0.5


class Display(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the score goes: ``virtual``, ``none``, ``auto`` (the one Arduino Nano), or the path of a serial port."""

    port: str = "virtual"
    brightness: Annotated[int, msgspec.Meta(ge=0, le=15)] = 8


class Panels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where choices come from: the keyboard of this terminal, panels over GPIO, or the page alone.

    A file of answers goes before all; while the page is served, panels in browsers are there beside the others.

    ``header`` is the N of the header's /dev/gpiochipN; ``buses`` are those of its buses that something else uses.
    """

    kind: Literal["keyboard", "gpio", "page"] = "keyboard"
    lamp: Literal["steady", "blink"] = "steady"
    settle_ms: Annotated[int, msgspec.Meta(ge=1, le=100)] = 10
    hold_seconds: Annotated[float, msgspec.Meta(ge=0, le=5)] = 0.0
    header: Annotated[int, msgspec.Meta(ge=0, le=255)] = 0
    buses: list[str] = []
    wiring: list[Wiring] = []

    def wirings(self) -> list[Wiring]:
        """The wiring in force: two panels at the header where none is given."""
        return self.wiring or wiring.default(self.header)


class JournalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the record is kept."""

    path: str = msgspec.field(default_factory=lambda: str(_state_folder() / "journal.db"))


class DiceFolder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the dice that were taught are kept; ``seats``: how the names of each seat's sets begin, in seat order."""

    folder: str = msgspec.field(default_factory=lambda: str(_state_folder() / "dice"))
    seats: list[str] = []


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table behaves, and the house rules that are the same in every game.

    Times in seconds, 0 is without end: ``look_seconds`` a look of the camera, then the dice are entered;
    ``choose_seconds`` and ``throw_seconds`` what a seat has, ``time_up`` what happens then, ``stop_seconds`` how long a
    seat may keep a game stopped, all its stops together, before its own clock runs on. ``best_of`` games are a
    series; ``seats`` whether everybody moves on by one seat after each game. The rest: dice that do not lie as they
    should (see ``journal.entries.DiceRules``).
    """

    verdict_seconds: Annotated[float, msgspec.Meta(ge=0, le=60)] = 5.0
    look_seconds: Annotated[float, msgspec.Meta(ge=1, le=50)] = 20.0
    choose_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    throw_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    time_up: Literal["remind", "forfeit"] = "remind"
    stop_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120
    best_of: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    seats: Literal["stay", "change"] = "stay"
    cocked: Literal["enter", "again"] = "enter"
    missing: Literal["enter", "again"] = "enter"
    wrong: Literal["enter", "again"] = "enter"
    surplus: Literal["enter", "again", "ignore"] = "enter"
    again: Literal["die", "throw"] = "die"


class Status(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a running station tells others how it is; the file is for Prometheus' node exporter, empty for none."""

    metrics_file: str = ""


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pictures and clips of throws are kept beside the journal; when they take more room, the oldest go."""

    megabytes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 200


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page on the local network. ``host`` is the address it is served at, ``port`` 0 is any that is free.

    Whoever knows ``referee_secret``, a PIN or a longer key, may open the referee's desk; empty: there is none.
    ``spectators_per_address``: how many may watch from one address at once; a club behind one router shares one.
    Players' panels, the referee and the station's own screen are not counted.
    """

    serve: Literal["on", "off"] = "on"
    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8420
    referee_secret: str = ""
    spectators_per_address: Annotated[int, msgspec.Meta(ge=1, le=500)] = 150


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be configured."""

    station: Station = Station()
    camera: Camera = msgspec.field(default_factory=Camera)
    display: Display = Display()
    panels: Panels = Panels()
    journal: JournalFile = msgspec.field(default_factory=JournalFile)
    dice: DiceFolder = msgspec.field(default_factory=DiceFolder)
    table: Table = Table()
    evidence: Evidence = Evidence()
    status: Status = Status()
    page: Page = Page()


class Loaded(msgspec.Struct, frozen=True):
    """A configuration and where each of its values comes from, by dotted path; what is not named is a default."""

    config: Config
    sources: dict[str, str]


def find() -> Path | None:
    """The configuration file in force when none is named: ``$DICETABLE_CONFIG``, the user's, the machine's."""
    if named := os.environ.get("DICETABLE_CONFIG"):
        return Path(named)
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return next((path for path in (home / "dicetable.toml", Path("/etc/dicetable.toml")) if path.is_file()), None)


def load(path: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Loaded:
    """Read the configuration.

    Args:
        path: the file; ``None`` takes the one that ``find`` finds, or the defaults.
        overrides: values of the command line by dotted path (``camera.source``); ``None`` values are passed over.

    Raises:
        ConfigError: every fault with its path, what was found and what is allowed.
    """
    reader = _Reader(path or find(), {key: value for key, value in (overrides or {}).items() if value is not None})
    config = Config(**reader.sections())
    reader.check(config)
    if reader.faults:
        raise ConfigError("\n".join(reader.faults))
    return Loaded(config, reader.sources)


class _Reader:
    """Reads section by section; faults are collected, and a faulty value leaves the default."""

    def __init__(self, path: Path | None, given: Mapping[str, Any]) -> None:
        self.path = path
        self.given = given
        self.values = _read(path) if path else {}
        self.sources: dict[str, str] = {}
        self.faulty: set[str] = set()
        self.faults: list[str] = []

    def sections(self) -> dict[str, Any]:
        fields = {field.name: field.type for field in msgspec.structs.fields(Config)}
        for key in self.values.keys() - fields.keys():
            if key.partition(".")[0] in fields:
                allowed = _("the same without the quotes: in them it is one name")
                self._fault(str(self.path), key, self.values[key], allowed)
            else:
                self._unknown(key, list(fields))
        return {name: self._section(name, kind) for name, kind in fields.items()}

    def _section(self, section: str, kind: Any) -> Any:
        found = self.values.get(section, {})
        if not isinstance(found, dict):
            self._fault(str(self.path), section, found, _("a section [{key}]").format(key=section))
            found = {}
        return kind(**self._fields(section, found, kind))

    def _fields(self, section: str, found: Mapping[str, Any], kind: Any) -> dict[str, Any]:
        """The values of a section that are good; the others are faults."""
        fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
        for key in found.keys() - fields.keys():
            self._unknown(f"{section}.{key}", list(fields))
        values = {}
        for name, allowed in fields.items():
            key = f"{section}.{name}"
            if key in self.given:
                value, source = self.given[key], _COMMAND_LINE
            elif name in found:
                value, source = found[name], str(self.path)
            else:
                continue
            self.sources[key] = source
            if item := _kind_of_items(allowed):
                values[name] = self._several(key, value, item)
                continue
            try:
                values[name] = msgspec.convert(value, allowed)
            except msgspec.ValidationError:
                del self.sources[key]
                self._fault(_(source), key, value, _allowed(allowed))
        return values

    def _several(self, key: str, found: Any, kind: Any) -> list[Any]:
        """Sections of which there may be several; one with a fault is left out."""
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self._fault(self._source(key), key, found, _("sections [[{key}]]").format(key=key))
            return []
        items = []
        for place, one in enumerate(found, start=1):
            values = self._fields(f"{key}[{place}]", one, kind)
            required = {field.name: field.type for field in msgspec.structs.fields(kind) if field.required}
            for name in required.keys() - one.keys():
                self._fault(self._source(key), f"{key}[{place}].{name}", None, _allowed(required[name]))
            if required.keys() <= values.keys():
                items.append(kind(**values))
        return items

    def check(self, config: Config) -> None:
        """What the types alone do not say: is there such a game, variant, house rule, camera?"""
        station = config.station
        self._check_texts("station.names", station.names, NAME_LENGTH)
        self._check_texts("station.stakes", station.stakes, STAKE_LENGTH)
        self._check_port(config.display.port)
        game = GAMES.get(station.game)
        if game is None and station.game != MENU:
            self._found("station.game", station.game, ", ".join((*GAMES, MENU)))
        elif game is not None:
            variants = [variant.id for variant in game.variants]
            for variant in station.variants:
                if variant not in variants:
                    self._found("station.variants", variant, ", ".join(variants) or _("none"))
            try:
                game.options(station.house)
            except SetupError as error:
                self.faults.append(f"{self._source('station.house')}: station.house: {sentence(error)}")
        elif station.game == MENU:
            self._check_menu(station)
        if config.camera.source.partition(":")[0] not in _CAMERAS:
            self._found("camera.source", config.camera.source, SOURCES)
        self._check_panels(config)

    def _check_texts(self, key: str, texts: Sequence[str], longest: int) -> None:
        """What people have written for others to see."""
        for text in texts:
            if len(text) > longest:
                self._found(key, f"{text[:longest]}…", _("at most {n} letters").format(n=longest))
            elif code := plain.unseen(text):
                self._found(key, text, _("letters and signs that are seen, in one line; not {code}").format(code=code))

    def _check_menu(self, station: Station) -> None:
        """What is set for a game that is chosen on the keys has to be known to one of them."""
        variants = {variant.id for game in GAMES.values() for variant in game.variants}
        house = {option.key for game in GAMES.values() for option in game.house}
        for variant in station.variants:
            if variant not in variants:
                self._found("station.variants", variant, ", ".join(sorted(variants)))
        for key in station.house:
            if key not in house:
                self._found("station.house", key, ", ".join(sorted(house)))

    def _check_port(self, port: str) -> None:
        # A path ends at a NUL; what was not UTF-8 on the command line can be told to nobody.
        if not port or any(each == "\0" or "\ud800" <= each <= "\udfff" for each in port):
            self._found("display.port", port, _("virtual, auto, none, or the path of a serial port"))

    def _check_panels(self, config: Config) -> None:
        panels = config.panels
        for bus in panels.buses:
            if bus not in wiring.BUSES:
                self._found("panels.buses", bus, ", ".join(wiring.BUSES))
        if any(key.startswith("panels.wiring") for key in self.faulty):
            # What a half-read wiring lacks says nothing.
            return
        buses = {*panels.buses, *(["uart"] if config.display.port in _HEADER_PORTS else [])}
        gpio = panels.kind == "gpio"
        if gpio or panels.wiring:
            players = config.station.players if gpio else 0
            for fault in wiring.faults(panels.wirings(), players, panels.header, buses):
                self._fault(self._source("panels.wiring"), *fault)

    def _found(self, key: str, found: str, allowed: str) -> None:
        self._fault(self._source(key), key, found, allowed)

    def _source(self, key: str) -> str:
        return _(self.sources.get(key, _DEFAULT))

    def _fault(self, source: str, key: str, found: Any, allowed: str) -> None:
        text = _("{source}: {key}: found {found}, allowed: {allowed}")
        shown = _("nothing") if found is None else plain.shown(repr(found))
        self.faults.append(text.format(source=source, key=key, found=shown, allowed=allowed))
        self.faulty.add(key)

    def _unknown(self, key: str, known: list[str]) -> None:
        text = _("{source}: {key}: unknown key, allowed: {allowed}")
        self.faults.append(text.format(source=self.path, key=key, allowed=", ".join(known)))


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(_("{path}: no such file; name an existing one or none at all").format(path=path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(_("{path}: cannot be read: {why}").format(path=path, why=error)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_("{path}: not valid TOML: {why}").format(path=path, why=error)) from None


def _kind_of_items(kind: Any) -> Any:
    """The kind of section that there may be several of; ``None`` for all other values."""
    item = get_args(kind)[0] if get_origin(kind) is list else None
    return item if isinstance(item, type) and issubclass(item, msgspec.Struct) else None


def _allowed(kind: Any) -> str:
    """What a value may be, in words."""
    if get_origin(kind) is Literal:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in get_args(kind))
    if get_origin(kind) is Annotated:
        base, meta = get_args(kind)
        if get_origin(base) is list:
            return _("a list of {n}: each {what}").format(n=meta.max_length, what=_allowed(*get_args(base)))
        words = _("a whole number from {low} to {high}") if base is int else _("a number from {low} to {high}")
        return words.format(low=meta.ge, high=meta.le)
    words_by_kind = {
        bool: _("true or false"),
        str: _("a text in quotes"),
        list[str]: _('a list of texts, like ["a", "b"]'),
    }
    return words_by_kind.get(kind) or _("a table of texts, whole numbers or true/false")


def as_toml(loaded: Loaded) -> str:
    """The configuration in force as TOML, with the source of each value behind it."""
    lines: list[str] = []
    for section in msgspec.structs.fields(Config):
        part = getattr(loaded.config, section.name)
        lines += ["", *_section_lines(f"[{section.name}]", section.name, part, loaded.sources)]
    return "\n".join(lines[1:]) + "\n"


def _section_lines(heading: str, prefix: str, part: Any, sources: Mapping[str, str]) -> list[str]:
    lines, below = [heading], list[str]()
    for field in msgspec.structs.fields(part):
        key, value = f"{prefix}.{field.name}", getattr(part, field.name)
        if value and _kind_of_items(field.type):
            for place, one in enumerate(value, start=1):
                below += ["", *_section_lines(f"[[{key}]]", f"{key}[{place}]", one, sources)]
        else:
            lines.append(f"{field.name} = {_toml(value)}  # {_(sources.get(key, _DEFAULT))}")
    return lines + below


def _toml(value: Any) -> str:
    """A value as TOML; numbers, true/false, texts and lists are written as in JSON."""
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + " }"
            if value
            else "{}"
        )
    return json.dumps(value, ensure_ascii=False)
