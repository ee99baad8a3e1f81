"""The station's screen in a terminal: what the LEDs show, the tray after a throw, what happened, who may press what."""

import os
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import cv2
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text
from vision.annotate import annotate

from controller.display.picture import Picture
from controller.display.terminal import leds
from controller.i18n import _, option_name, render
from controller.panel.keyboard import letter
from controller.panel.keypad import Ask, Keypad, pages
from controller.rules.core import Event
from controller.table import Glance
from vision.camera.base import Image

_LINES: Final = 6
# In characters.
_STATION_WIDTH: Final = 84
_TRAY_WIDTH: Final = 64
_TRAY_LEAST: Final = 8
_LEDS_HEIGHT: Final = 10
_SEAT_HEIGHT: Final = 7
_SEAT_WIDTH: Final = 40
AMBER: Final = "#ffb000"


class Screen:
    """Draws the station in the terminal with rich; everything it shows is public, nothing typed is echoed."""

    def __init__(self, console: Console) -> None:
        self._live = Live(console=console, auto_refresh=False, screen=True, transient=True)
        self._leds = Picture.blank()
        self._lines: deque[Text] = deque(maxlen=_LINES)
        self._tray: Image | None = None
        self._keypads: Mapping[int, Keypad] = {}
        self._view: Mapping[str, Any] = {}
        self._open = False

    def open(self) -> None:
        """Take the terminal."""
        self._live.start()
        self._open = True
        self._draw()

    def close(self) -> None:
        """Give the terminal back as it was."""
        self._open = False
        self._live.stop()

    def leds(self, picture: Picture) -> None:
        """The display reports that its LEDs show this. From the loop's thread."""
        self._leds = picture
        self._draw()

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        style = Style(color=AMBER, bold=True) if event.name in ("verdict", "game_over") else Style()
        self._lines.append(Text(render(event.text, names), style))

    def say(self, text: str) -> None:
        """A line of the station itself."""
        self._lines.append(Text(text, Style(dim=True)))
        self._draw()

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self._view, self._keypads = view, keypads
        if view["phase"] == "throw":
            self._tray = None
        self._draw()

    def glance(self, glance: Glance) -> None:
        self._tray = annotate(glance.frame.image, glance.dice)

    def _draw(self) -> None:
        if self._open:
            names = {seat["seat"]: seat["name"] for seat in self._view.get("game", {}).get("seats", [])}
            self._live.update(self._layout(names), refresh=True)

    def _layout(self, names: Mapping[int, str]) -> RenderableType:
        seats = [_seat(seat, keypad, names) for seat, keypad in sorted(self._keypads.items())]
        foot = Text(_("Ctrl-C ends; the game goes on at the next start."), Style(dim=True))
        station: list[RenderableType] = [leds(self._leds), Columns(seats, padding=(0, 1)), *self._lines, foot]
        size = self._live.console.size
        if self._tray is None:
            return Group(*station)
        if size.width >= _STATION_WIDTH + _TRAY_WIDTH:
            beside = Grid.grid(padding=(0, 2))
            beside.add_row(Group(*station), half_blocks(self._tray, _TRAY_WIDTH))
            return beside
        # Below: as large as the lines allow that are left; too small a picture says nothing.
        rows = size.height - _LEDS_HEIGHT - _SEAT_HEIGHT - len(self._lines) - 2
        width = min(_TRAY_WIDTH, rows * 2 * self._tray.shape[1] // self._tray.shape[0])
        return Group(*station, half_blocks(self._tray, width)) if rows >= _TRAY_LEAST else Group(*station)


def _seat(seat: int, keypad: Keypad, names: Mapping[int, str]) -> Panel:
    """One seat's panel: the question, the keys and what they mean."""
    title = names.get(seat) or _("Seat {n}").format(n=seat)
    prompt = keypad.prompt
    if prompt is None:
        return Panel(
            Text(_("waits"), Style(dim=True)), title=title, border_style="grey50", width=40, height=_SEAT_HEIGHT
        )
    body: list[RenderableType] = [Text(render(prompt.about, names), Style(bold=True))]
    grid = Grid.grid(padding=(0, 1))
    cells = [
        Text.assemble((f"[{letter(seat, key)}]", AMBER), " ", option_name(value) if value else "▸ …")
        for key, value in keypad.keys.items()
    ]
    for start in range(0, len(cells), 4):
        grid.add_row(*cells[start : start + 4])
    if cells:
        body.append(grid)
    last = _last_keys(seat, prompt.ask)
    if prompt.options and not prompt.hidden and keypad.selected:
        last.append("   " + _("chosen: {value}").format(value=option_name(keypad.selected)))
    body.append(last)
    if pages(prompt) > 1:
        body.append(Text(_("page {n} of {all}").format(n=keypad.page + 1, all=pages(prompt)), Style(dim=True)))
    return _box(Group(*body), title, AMBER)


def _box(content: RenderableType, title: str, colour: str) -> Panel:
    return Panel(content, title=title, border_style=colour, width=_SEAT_WIDTH, height=_SEAT_HEIGHT)


def _last_keys(seat: int, ask: Ask) -> Text:
    ok = {Ask.CONFIRM: _("yes"), Ask.READY: _("thrown"), Ask.NEXT: _("go on")}.get(ask, _("lock"))
    parts: list[Any] = [(f"[{letter(seat, 'ok')}]", AMBER), f" {ok}"]
    if ask in (Ask.CONFIRM, Ask.CHOICE, Ask.FACE):
        back = _("no") if ask is Ask.CONFIRM else _("clear")
        parts += ["   ", (f"[{letter(seat, 'back')}]", AMBER), f" {back}"]
    return Text.assemble(*parts)


def half_blocks(image: Image, width: int) -> Text:
    """A picture in characters: each shows two pixels, one above the other.

    Args:
        image: BGR.
        width: columns to use.
    """
    height = round(image.shape[0] * width / image.shape[1] / 2) * 2
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    text = Text()
    for y in range(0, height, 2):
        for x in range(width):
            upper, lower = small[y, x], small[y + 1, x]
            text.append(
                "▀", f"#{upper[2]:02x}{upper[1]:02x}{upper[0]:02x} on #{lower[2]:02x}{lower[1]:02x}{lower[0]:02x}"
            )
        text.append("\n")
    return text


def _colour(bgr: Image) -> str:
    return f"#{bgr[2]:02x}{bgr[1]:02x}{bgr[0]:02x}"


def is_possible() -> bool:
    """Whether this process has a terminal to draw on and to be typed into."""
    return os.isatty(0) and os.isatty(1)
