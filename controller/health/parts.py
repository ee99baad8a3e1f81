"""How camera, panels, display and record of a running station are, each as a part of the model."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from controller.display.link import LinkStatus
from controller.health.model import Kind, Part, State, because
from controller.i18n import sentence
from controller.journal.keeper import Keeper
from controller.live import LiveCamera
from controller.panel.base import Panels
from controller.panel.gpio import GpioPanels
from controller.panel.keyboard import KeyboardPanels
from controller.panel.several import SeveralPanels
from controller.rules.core import Message, message
from controller.table import Eyes, Glance
from controller.tray import TrayState
from controller.web.page import Page
from vision.camera.base import Camera
from vision.errors import CameraError

# In seconds: reading a picture takes a few of them at most.
_LONG: Final = 20.0


class ExaminedEyes:
    """Camera and reading as the table uses them; knows how the last look went.

    Used from the camera's thread; ``parts`` from any.
    """

    def __init__(self, eyes: Eyes, camera: Camera, clock: Callable[[], float] = time.monotonic) -> None:
        self._eyes = eyes
        self._camera = camera
        self.automatic = eyes.automatic
        self._clock = clock
        self._error: Exception | None = None
        self._since: float | None = None

    def look(self, kinds: Sequence[str]) -> Glance:
        """See ``table.Eyes.look``."""
        self._since = self._clock()
        try:
            glance = self._eyes.look(kinds)
        except Exception as error:
            self._error = error
            raise
        finally:
            self._since = None
        self._error = None
        return glance

    def parts(self) -> list[Part]:
        """How the camera is, as of the last look."""
        since = self._since
        if since is not None and (waited := self._clock() - since) > _LONG:
            about = message("It has given no picture for {n} seconds.", n=round(waited))
            return [Part(Kind.CAMERA, State.TROUBLE, about, message("See to its cable, and plug it in again."))]
        match self._error:
            case None:
                about = message("It gives pictures: {what:source}.", what=self._camera.description)
                return [Part(Kind.CAMERA, State.WELL, about)]
            case CameraError() as error:
                return [Part(Kind.CAMERA, State.TROUBLE, because(error))]
            case error:
                about = message("The last picture could not be read: {why}", why=sentence(error))
                remedy = message("Enter the faces by hand; if it happens again, ask dicetable doctor.")
                return [Part(Kind.CAMERA, State.TROUBLE, about, remedy)]


def live(camera: LiveCamera, trouble: Message | None = None) -> list[Part]:
    """How a live camera is; its frames are counted.

    Args:
        camera: the camera.
        trouble: why it is not to be trusted to hang where it was set up, as of the last picture.
    """
    numbers = camera.numbers
    if camera.away:
        return [Part(Kind.CAMERA, State.TROUBLE, because(camera.away), numbers=numbers)]
    if camera.state is TrayState.DISTURBED:
        about = message("Its picture is dark, cut off, frozen or wrongly exposed.")
        remedy = message("Switch on the light above the tray; if that is on, plug the camera in again.")
        return [Part(Kind.CAMERA, State.TROUBLE, about, remedy, numbers=numbers)]
    if trouble:
        return [Part(Kind.CAMERA, State.TROUBLE, trouble, numbers=numbers)]
    about = message("It gives pictures: {what:source}.", what=camera.description)
    if lost := round(numbers["dropped"]):
        about = message(
            "It gives pictures: {what:source}; {lost} of {all} frames were lost.",
            what=camera.description,
            lost=lost,
            all=lost + round(numbers["frames"]),
        )
    return [Part(Kind.CAMERA, State.WELL, about, numbers=numbers)]


def panels(panels: Panels) -> list[Part]:
    """How the panels are, one part a seat; of several kinds the table's own."""
    if isinstance(panels, SeveralPanels):
        panels = panels.all[0]
    if isinstance(panels, Page):
        return [Part(Kind.PANEL, State.ABSENT, message("The keys are those of the page."))]
    if isinstance(panels, KeyboardPanels):
        return [Part(Kind.PANEL, State.ABSENT, message("The keys are those of the keyboard."))]
    if not isinstance(panels, GpioPanels):
        return [Part(Kind.PANEL, State.ABSENT, message("A file of answers is played."))]
    troubles = panels.troubles
    well = message("Its keys and its lamp answer.")
    return [
        Part(Kind.PANEL, State.TROUBLE, Message("{why}", {"why": troubles[seat]}), seat=seat)
        if seat in troubles
        else Part(Kind.PANEL, State.WELL, well, seat=seat)
        for seat in panels.seats
    ]


def display(status: LinkStatus | None) -> Part:
    """How the display is; ``None`` where the station has none."""
    if status is None:
        return Part(Kind.DISPLAY, State.ABSENT, message("No display is configured."))
    if status.hello:
        firmware = ".".join(str(part) for part in status.hello.firmware)
        about = message("It answers on {port}, firmware {version}.", port=status.port, version=firmware)
        return Part(Kind.DISPLAY, State.WELL, about)
    return Part(Kind.DISPLAY, State.TROUBLE, because(status.error) if status.error else message("It does not answer."))


def journal(keeper: Keeper) -> list[Part]:
    """Whether what happens is on the disk."""
    if keeper.trouble:
        remedy = message("The game waits, and nothing is lost: make room on the disk, or see to the memory card.")
        why = keeper.trouble.why
        about = Message("{why}", {"why": why}) if why else because(keeper.trouble)
        return [Part(Kind.JOURNAL, State.TROUBLE, about, remedy)]
    since = keeper.since
    if since is not None and (waited := time.monotonic() - since) > _LONG:
        about = message("The disk has not answered for {n} seconds.", n=round(waited))
        return [Part(Kind.JOURNAL, State.TROUBLE, about, message("Look at the memory card and its reader."))]
    return [Part(Kind.JOURNAL, State.WELL, message("Every entry is on the disk."))]
