"""Camera, panels and display: whether a station could use them. Those of a running station are its own, and left alone.

Opening a port resets the display behind it, and a camera gives its pictures to one program; so what somebody has open
is not opened.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from controller.display import ports
from controller.doctor.findings import Case, Finding, told
from controller.errors import DisplayError, PanelError
from controller.health import display as display_health
from controller.health.model import Kind, State
from controller.i18n import _, sentence, source_name
from controller.panel import chips
from controller.panel.wiring import Wiring, place
from vision.camera import Image, open_camera
from vision.errors import VisionError

# Of 255. A picture whose brightest hundredth is darker shows nothing.
_BLACK: Final = 40
_WHITE: Final = 250
# Part of a picture that may be white: a die and its reflection, not the tray.
_MOST_WHITE: Final = 0.3
# In grey levels; a picture of anything varies by more.
_EVEN: Final = 3.0
# A virtual display has both ends of its port open.
_VIRTUAL: Final = Path("/dev/pts")


def holders(path: Path) -> list[str]:
    """Which other programs have a device open, as far as this user may know: ``python3 (4711)``."""
    device = path.resolve()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        # It may have ended, or be somebody else's.
        with suppress(OSError):
            if int(process.name) != os.getpid() and any(_is(device, link) for link in (process / "fd").iterdir()):
                found.append(f"{(process / 'comm').read_text().strip()} ({process.name})")
    return sorted(found)


def _is(device: Path, link: Path) -> bool:
    with suppress(OSError):
        return link.readlink() == device
    return False


def _held(topic: str, path: Path) -> Finding | None:
    """What is to be said of a device that another program has open."""
    if not (names := holders(path)):
        return None
    about = _("{device} is in use by {programs}, and was left alone.").format(device=path, programs=", ".join(names))
    return Finding(topic, State.TROUBLE, about, _("End that program; or name that station's record with --journal."))


# --- camera ----------------------------------------------------------------------------------------------------------


def camera(case: Case) -> Iterator[Finding]:
    """Whether it opens and gives a picture on which dice could be seen."""
    if case.in_use:
        yield from told(case, Kind.CAMERA)
        return
    topic, source = _("Camera"), case.loaded.config.camera.source
    kind, _colon, detail = source.partition(":")
    if kind == "v4l2" and (held := _held(topic, Path(f"/dev/video{detail}" if detail.isdecimal() else detail))):
        yield held
        return
    try:
        with open_camera(source) as opened:
            image, description = opened.still().image, source_name(opened.description)
    except VisionError as error:
        yield Finding(topic, State.TROUBLE, sentence(error))
        return
    height, width = image.shape[:2]
    size = f"{width} × {height}"
    if fault := picture_fault(image):
        yield Finding(topic, State.TROUBLE, f"{description}, {size}: {fault[0]}", fault[1])
    else:
        yield Finding(topic, State.WELL, _("{what} gives pictures, {size}.").format(what=description, size=size))


def picture_fault(image: Image) -> tuple[str, str] | None:
    """What is wrong with a picture in which dice are to be seen, and its remedy; ``None`` for nothing.

    Args:
        image: BGR.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if np.percentile(grey, 99) < _BLACK:
        return _("the picture is black"), _("Take off the cap of the lens, and switch on the light above the tray.")
    if np.mean(grey >= _WHITE) > _MOST_WHITE:
        return _("the picture is blown out"), _(
            "Take away the light that shines into the lens, or on to a glossy tray."
        )
    if np.std(grey) < _EVEN:
        return _("the picture shows nothing"), _("See whether something covers the lens, and whether it is sharp.")
    return None


# --- panels ----------------------------------------------------------------------------------------------------------


def panels(case: Case) -> Iterator[Finding]:
    """Whether every chip opens, and who has its lines."""
    configured = case.loaded.config.panels
    if configured.kind != "gpio":
        yield Finding(_("Panels"), State.ABSENT, _("The keys are those of the keyboard."))
        return
    if case.in_use:
        yield from told(case, Kind.PANEL)
        return
    try:
        chips.load()
    except PanelError as error:
        yield Finding(_("Panels"), State.TROUBLE, str(error))
        return
    for wiring in configured.wirings():
        yield _panel(wiring, configured.header)


def _panel(wiring: Wiring, header: int) -> Finding:
    topic = _("Panel of seat {n}").format(n=wiring.seat)
    lines = [*wiring.lines().values(), wiring.lamp]
    try:
        chip = chips.number_of(wiring)
        chips.open_chip(chip).close()
        taken = chips.holders(chip, lines)
    except PanelError as error:
        return Finding(topic, State.TROUBLE, str(error))
    if taken:
        text = _("{place} has {holder}")
        held = [text.format(place=place(wiring, line, header), holder=holder) for line, holder in taken.items()]
        remedy = _("End what has them, or wire the panel to other lines.")
        return Finding(topic, State.TROUBLE, "; ".join(held) + ".", remedy)
    about = _("Its {n} lines of gpiochip{chip} are free; dicetable panel test tries keys and lamp.")
    return Finding(topic, State.WELL, about.format(n=len(lines), chip=chip))


# --- display ---------------------------------------------------------------------------------------------------------


def display(case: Case) -> Iterator[Finding]:
    """Whether it is found and answers."""
    if case.in_use:
        yield from told(case, Kind.DISPLAY)
        return
    topic, port = _("Display"), case.loaded.config.display.port
    if port in ("none", "virtual"):
        words = {"none": _("No display is configured."), "virtual": _("It is drawn on the screen.")}
        yield Finding(topic, State.ABSENT, words[port])
        return
    try:
        found = ports.find() if port == "auto" else port
    except DisplayError as error:
        yield Finding(topic, State.TROUBLE, sentence(error))
        return
    virtual = Path(found).resolve().parent == _VIRTUAL
    yield (None if virtual else _held(topic, Path(found))) or _asked(topic, found)


def _asked(topic: str, port: str) -> Finding:
    answer = display_health.ask(port)
    if answer.connected:
        text = _("It answers on {port}, firmware {version}.")
        return Finding(topic, State.WELL, text.format(port=port, version=answer.firmware))
    # Where nothing answers at all there is no error yet.
    return Finding(topic, State.TROUBLE, answer.error)
