"""The program itself: versions, configuration, nets."""

import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from typing import Final

import cv2
import numpy as np

from controller import config
from controller.doctor.findings import Case, Finding
from controller.errors import ConfigError
from controller.health.model import State
from controller.i18n import _
from vision.model import FOLDER, load_net

_PYTHON: Final = ((3, 11), (3, 14))
_DISTRIBUTIONS: Final = ("msgspec", "pyserial", "gpiozero", "lgpio", "rpi-lgpio", "adafruit-lgpio", "picamera2")


def versions() -> str:
    """What runs here, in one line; also without a configuration."""
    known = {
        "dicetable": _version("dicetable"),
        "Python": platform.python_version(),
        "OpenCV": cv2.__version__,
        "NumPy": np.__version__,
        **{name: _version(name) for name in _DISTRIBUTIONS},
    }
    return ", ".join(f"{name} {version}" for name, version in known.items() if version)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def program(case: Case) -> Iterator[Finding]:
    """Versions, and what is missing for this configuration."""
    low, high = _PYTHON
    if not low <= sys.version_info[:2] < high:
        remedy = _("Install it with a Python from {low} to {high}.").format(low="3.11", high="3.13")
        yield Finding(_("Program"), State.TROUBLE, versions(), remedy)
    else:
        yield Finding(_("Program"), State.WELL, versions())
    if case.loaded.config.panels.kind == "gpio":
        missing = [module for module in ("gpiozero", "lgpio") if find_spec(module) is None]
        if missing:
            about = _("{modules} is missing, so that no panel can be read.").format(modules=", ".join(missing))
            yield Finding(_("Program"), State.TROUBLE, about, "apt install python3-gpiozero python3-lgpio")


def configuration(case: Case) -> Iterator[Finding]:
    """Which configuration is in force; one with faults ends the examination before this."""
    files = sorted({source for source in case.loaded.sources.values() if source.endswith(".toml")})
    about = _("In force: {files}.").format(files=", ".join(files)) if files else _("Nothing is configured.")
    yield Finding(_("Configuration"), State.WELL, about)


def faulty(error: ConfigError) -> list[Finding]:
    """A configuration with faults: without it nothing else can be looked at."""
    remedy = _("Mend it, then ask again; the parts are looked at only with a configuration that holds.")
    *first, last = [Finding(_("Configuration"), State.TROUBLE, line) for line in str(error).splitlines()]
    found = config.find()
    where = f"{found}: " if found else ""
    return [Finding(_("Program"), State.WELL, versions()), *first, last._replace(remedy=f"{where}{remedy}")]


def nets(case: Case) -> Iterator[Finding]:
    """Whether the nets that find and read dice can be used with this OpenCV."""
    names = sorted(path.stem for path in FOLDER.glob("*.onnx"))
    broken = []
    for name in names:
        try:
            load_net(name)
        # Whatever OpenCV says of a file that is damaged, or of a net that is too new for it.
        except (cv2.error, OSError) as error:
            broken.append(f"{name}: {' '.join(str(error).split())}")
    remedy = _("Install the program anew.")
    if broken:
        yield Finding(_("Nets"), State.TROUBLE, _("Not to be used: {nets}").format(nets="; ".join(broken)), remedy)
    elif not names:
        yield Finding(_("Nets"), State.TROUBLE, _("There are none in {folder}.").format(folder=FOLDER), remedy)
    else:
        yield Finding(_("Nets"), State.WELL, _("They load: {nets}.").format(nets=", ".join(names)))
