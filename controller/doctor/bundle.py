"""A file to send to a helper: what was found, and what is around it. No hidden choice, no player's name, no secret."""

import json
import os
import re
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec

from controller.answers import dumps
from controller.config import as_toml
from controller.doctor.findings import Case, Finding, lines
from controller.errors import ChoiceError, JournalError
from controller.health import model
from controller.i18n import _
from controller.journal.entries import Started
from controller.journal.store import Journal

_HIDDEN: Final = "***"
# What the key of a secret looks like; those of panels (``keys``) do not.
_SECRET_KEY: Final = r"[\w.\[\]-]*(?:password|passwd|passphrase|secret|token|credential|api_?key|private_?key)[\w.-]*"
_SECRETS: Final = (
    # As in TOML, JSON and the sentences about faults: the key, a sign, the value.
    (
        re.compile(rf"(?i)(\b{_SECRET_KEY}[\"']?\s*[=:]\s*(?:\w+ (?=[\"']))?)(\"[^\"\n]*\"|'[^'\n]*'|[^\s,;}}]+)"),
        rf"\1{_HIDDEN}",
    ),
    # The user and the password of an address.
    (re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^/@\s\"']+@"), rf"\1{_HIDDEN}@"),
)
# A name that is found where something else is allowed is told in the sentence about that fault.
_FAULTY_NAMES: Final = re.compile(r"(station\.(?:names|stakes)\S*: ).*")
_LOG: Final = ("journalctl", "--unit=dicetable", "--lines=1000", "--no-pager", "--no-hostname", "--output=short-iso")
# What the program logs itself, without the lines about games that it prints: these tell the players' names.
_OWN_LOG: Final = (*_LOG, "_TRANSPORT=journal")
_WAIT: Final = 20.0
_DEVICES: Final = ("gpiochip*", "i2c-*", "video*", "media*", "ttyUSB*", "ttyACM*", "ttyAMA*", "serial/by-id/*")


class Scrubber:
    """Takes out of a text what is nobody else's business.

    Args:
        names: of players, which become ``Player``; ``None`` where they may be sent.
    """

    def __init__(self, names: Iterable[str] | None) -> None:
        self._faulty = names is not None
        # As it is, and as JSON and TOML write it.
        written = {
            one
            for name in names or ()
            if name.strip()
            for one in (name.strip(), json.dumps(name.strip(), ensure_ascii=False)[1:-1])
        }
        longest_first = sorted(written, key=len, reverse=True)
        # A name alone, and not as a part of another word.
        any_name = "|".join(map(re.escape, longest_first))
        self._names = re.compile(rf"(?i)(?<!\w)(?:{any_name})(?!\w)") if any_name else None
        self._home = str(Path.home())

    def clean(self, text: str) -> str:
        """The text without names, secrets, and the folder that tells who the user is."""
        if self._home not in ("/", "/root"):
            text = text.replace(self._home, "~")
        for pattern, instead in _SECRETS:
            text = pattern.sub(instead, text)
        if self._faulty:
            text = _FAULTY_NAMES.sub(rf"\1{_HIDDEN}", text)
        return self._names.sub("Player", text) if self._names else text


def write(file: Path, findings: Sequence[Finding], case: Case | None, with_names: bool = False) -> None:
    """Write the bundle; only this user may read it.

    Args:
        file: a new file.
        findings: what was found.
        case: what was looked at; ``None`` where the configuration has faults.
        with_names: leave the names of players in.

    Raises:
        ChoiceError: there is such a file already, or it cannot be written.
    """
    scrubber = Scrubber(None if with_names else _players(case) if case else [])
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in _contents(findings, case, _LOG if with_names else _OWN_LOG).items():
            bundle.writestr(name, scrubber.clean(text))
    try:
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(number, "wb") as out:
            out.write(packed.getvalue())
    except FileExistsError:
        raise ChoiceError(_("--bundle {file}: is there already; name a new file").format(file=file)) from None
    except OSError as error:
        text = _("--bundle {file}: cannot be written: {why}")
        raise ChoiceError(text.format(file=file, why=error.strerror)) from None


def _contents(findings: Sequence[Finding], case: Case | None, command: Sequence[str]) -> dict[str, str]:
    """The files of the bundle."""
    contents = {"doctor.txt": "\n".join(lines(findings)) + "\n", "machine.txt": _machine(), "packages.txt": _packages()}
    if log := _output(command):
        contents["log.txt"] = log
    if case is None:
        return contents
    contents["configuration.toml"] = as_toml(case.loaded)
    contents["record.txt"] = _games(case.journal)
    if case.report:
        contents["status.json"] = dumps(model.as_json(case.report)) + "\n"
        if case.report.display:
            contents["display.json"] = msgspec.json.encode(case.report.display).decode() + "\n"
    return contents


def _games(journal: Path) -> str:
    """Which games there are, and how long they are: no word of what is in them."""
    try:
        with Journal(journal, read_only=True) as source:
            rows = [
                f"{game.id} {game.name} {game.started} finished={game.finished} entries={len(source.lines(game.id))}"
                for game in source.games()
            ]
    except JournalError as error:
        rows = [str(error)]
    return "\n".join(rows) + "\n"


def _players(case: Case) -> list[str]:
    """Every name in configuration and record."""
    names = list(case.loaded.config.station.names)
    with suppress(JournalError), Journal(case.journal, read_only=True) as source:
        for game in source.games():
            match source.read(game.id):
                case [Started() as start, *_more]:
                    names += start.names
    return names


def _machine() -> str:
    """What machine this is, and its devices with who may open them."""
    kernel = os.uname()
    found = [f"{kernel.sysname} {kernel.release} {kernel.version} {kernel.machine}"]
    for file in ("/etc/os-release", "/proc/device-tree/model", "/proc/uptime", "/proc/loadavg", "/proc/meminfo"):
        with suppress(OSError):
            found.append(
                f"--- {file}\n{Path(file).read_text(encoding='utf-8', errors='replace').strip(chr(0))}".rstrip()
            )
    found.append("--- /dev")
    for device in sorted(path for pattern in _DEVICES for path in Path("/dev").glob(pattern)):
        with suppress(OSError, KeyError):
            found.append(f"{oct(device.stat().st_mode & 0o777)} {device.owner()} {device.group()} {device}")
    return "\n".join(found) + "\n"


def _packages() -> str:
    """What is installed beside the program."""
    return "".join(sorted({f"{one.metadata['Name']} {one.version}\n" for one in metadata.distributions()}))


def _output(command: Sequence[str]) -> str:
    """What a program of the system says; empty where it is not there or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WAIT, check=False, errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 and "-- No entries --" not in done.stdout else ""
