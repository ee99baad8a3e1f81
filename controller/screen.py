"""The station's screen in a terminal: what the LEDs show, the tray after a throw, what happened, who may press what."""

import os
from collections import deque
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Final

import cv2
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from controller.background_writer import BackgroundWriter, WriterFile
from controller.display.picture import Picture
from controller.display.terminal import leds
from controller.i18n import _, option_name, render
from controller.looking import Glance
from controller.panel.keyboard import letter
from controller.panel.keypad import Ask, Key, Keypad, Prompt, pages, presses
from controller.rules.core import Event
from vision.camera.base import Image
from vision.reading import DieReading, Status

_LINES: Final = 6
_LINES_BESIDE_DICE: Final = 2
# In characters.
_LEDS_HEIGHT: Final = 8
_SEAT_HEIGHT: Final = 7
_SEAT_WIDTH: Final = 40
_DIE_LEAST: Final = 13
# So many options with names of their own stand two beside each other, more of them four.
_FEW: Final = 6
_DIE_MOST: Final = 64
# At the end, for somebody to read that the terminal is given back.
_LAST_SECONDS: Final = 1.0
# While these are shown, the tray is worth to be seen.
_LIVELY: Final = ("hand", "rolling")
_Label = Callable[[int, Key], str]
AMBER: Final = "#ffb000"


class Screen:
    """Draws the station in the terminal with rich; everything it shows is public, nothing typed is echoed.

    Nobody waits for the terminal: a thread writes the newest picture when it takes one.
    """

    def __init__(self, console: Console, label: _Label = letter, seats: Container[int] = range(1, 6)) -> None:
        """Prepare.

        Args:
            console: where to draw.
            label: what a seat's key is called.
            seats: whose panels are drawn; others have theirs elsewhere.
        """
        self._label = label
        self._seats = seats
        self._console = console
        self._terminal = console.file
        self._writer: BackgroundWriter | None = None
        self._live = Live(console=console, auto_refresh=False, screen=True, transient=True)
        self._leds = Picture.blank()
        self._lines: deque[Text] = deque(maxlen=_LINES)
        self._glance: Glance | None = None
        # Stays when the next throw begins: somebody may still ask to see it.
        self._last_glance: Glance | None = None
        self._tray: Image | None = None
        self._keypads: Mapping[int, Keypad] = {}
        self._view: Mapping[str, Any] = {}
        self._trouble: Text | None = None
        self._page = ""

    def open(self) -> None:
        """Take the terminal."""
        self._writer = BackgroundWriter(self._terminal)
        # So goes what rich writes by itself, and what others print meanwhile: it has them pass through here.
        self._console.file = WriterFile(self._writer, self._terminal)
        self._live.start()
        self._draw()

    def close(self) -> None:
        """Give the terminal back as it was; where nobody reads it, be gone soon all the same."""
        if writer := self._writer:
            self._writer = None
            # The picture that waits must not come behind what gives the terminal back.
            writer.show("")
            self._live.stop()
            self._console.file = self._terminal
            writer.close(_LAST_SECONDS)

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

    def trouble(self, sentence: str) -> None:
        """What is wrong at the station, in a line that stays until it is mended; empty for nothing."""
        trouble = Text(f"▪ {sentence}", "dark_orange", no_wrap=True, overflow="ellipsis") if sentence else None
        if trouble != self._trouble:
            self._trouble = trouble
            self._draw()

    def page(self, address: str) -> None:
        """Where the page is, which stays in the last line."""
        self._page = address
        self._draw()

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self._view = view
        self._keypads = {seat: keypad for seat, keypad in keypads.items() if seat in self._seats}
        if view["phase"] == "throw":
            self._glance = None
        self._draw()

    def glance(self, glance: Glance) -> None:
        self._glance = self._last_glance = glance
        self._draw()

    @property
    def wants_tray(self) -> bool:
        """Whether dice may roll just now."""
        return self._view.get("phase") == "throw" and (self._view.get("tray") or {}).get("state") in _LIVELY

    def tray(self, image: Image | None) -> None:
        """What the live camera sees; ``None`` while nothing moves."""
        if image is not None or self._tray is not None:
            self._tray = image
            self._draw()

    def _draw(self) -> None:
        if self._writer:
            game = self._view.get("game") or {}
            names = {seat["seat"]: seat["name"] for seat in game.get("seats", [])}
            with self._console.capture() as drawn:
                self._live.update(self._layout(names), refresh=True)
            self._writer.show(drawn.get())

    def _layout(self, names: Mapping[int, str]) -> RenderableType:
        size = self._live.console.size
        width = min(_SEAT_WIDTH, size.width // max(1, len(self._keypads)))
        panels = Grid.grid()
        seats = sorted(self._keypads.items())
        throws = _("throw") if (self._view.get("tray") or {}).get("simulated") else _("thrown")
        panels.add_row(*(_seat(seat, keypad, names, width, self._label, throws=throws) for seat, keypad in seats))
        last = Text(self._hold_keys(), Style(dim=True))
        last.append(_("Ctrl-C ends; the game goes on at the next start."))
        if self._page:
            last.append("  " + self._page, AMBER)
        foot = Group(self._trouble, last) if self._trouble else last
        # One line a die for its caption.
        rows = size.height - _SEAT_HEIGHT - 3 - bool(self._trouble)
        if self._tray is not None and rows - _LEDS_HEIGHT >= _DIE_LEAST:
            columns = min(_DIE_MOST, size.width - 2, (rows - _LEDS_HEIGHT) * 8 // 3)
            return Group(leds(self._leds), panels, half_blocks(self._tray, columns), foot)
        glance, number = self._shown()
        urgent = self._view.get("phase") in ("confirm", "challenge")
        if not glance or (not urgent and rows - _LEDS_HEIGHT < _DIE_LEAST):
            return Group(leds(self._leds), panels, *self._lines, foot)
        # Whoever enters a face must see the die: in a low terminal the dice take the place of the rest.
        above: list[RenderableType] = []
        if rows - _LEDS_HEIGHT >= _DIE_LEAST:
            above, rows = [leds(self._leds)], rows - _LEDS_HEIGHT
        lines = list(self._lines)[-_LINES_BESIDE_DICE:] if rows - _LINES_BESIDE_DICE >= _DIE_LEAST else []
        dice = _pictures(glance, number)
        columns = max(2, min(_DIE_MOST, size.width // len(dice) - 2, 2 * (rows - len(lines))))
        return Group(*above, panels, *lines, _dice(dice, columns), foot)

    def _shown(self) -> tuple[Glance | None, int]:
        """The picture that belongs to what is shown, and how many dice should be in it."""
        stopped = self._view.get("challenge")
        if stopped:
            last = self._last_glance
            return (last if last and last.frame.name == stopped["picture"] else None), len(stopped["dice"])
        glance = None if self._view.get("phase") in ("choose", "menu") else self._glance
        # A throw that is entered by hand has no picture: that of the throw before would mislead whoever enters it.
        look = self._view.get("look")
        if glance and look and look["picture"] != glance.frame.name:
            glance = None
        return glance, len(self._view.get("dice", ()))

    def _hold_keys(self) -> str:
        """What stops the game; nothing while there is none."""
        if not self._view.get("game"):
            return ""
        keys = ", ".join(dict.fromkeys(self._label(seat, "hold") for seat in sorted(self._keypads)))
        return _("{keys}: challenge or pause.").format(keys=keys) + " "


def _seat(seat: int, keypad: Keypad, names: Mapping[int, str], width: int, label: _Label, *, throws: str) -> Panel:
    """One seat's panel: the question, the keys and what they mean; ``throws`` is what OK does with dice."""
    title = names.get(seat) or _("Seat {n}").format(n=seat)
    prompt = keypad.prompt
    if prompt is None:
        waits = Text(_("waits"), Style(dim=True))
        if keypad.may_take_back:
            waits.append("   ").append(f"[{label(seat, 'back')}]", AMBER).append(" " + _("choose again"))
        return _box(waits, title, "grey50", width)
    body: list[RenderableType] = [Text(render(prompt.about, names), Style(bold=True))]
    grid = Grid.grid(padding=(0, 1))
    cells = [
        Text.assemble((f"[{pressed}]", AMBER), " ", _called(prompt, value, names) if value else "▸ …")
        for pressed, value in _meanings(seat, keypad, label)
    ]
    across = 2 if prompt.labels and len(cells) <= _FEW else 4
    for start in range(0, len(cells), across):
        grid.add_row(*cells[start : start + across])
    if cells:
        body.append(grid)
    last = _last_keys(seat, prompt.ask, label, throws)
    if prompt.options and not prompt.hidden and keypad.selected:
        last.append("   " + _("chosen: {value}").format(value=_called(prompt, keypad.selected, names)))
    body.append(last)
    page = None
    if pages(prompt) > 1 and not prompt.hidden:
        page = _("page {n} of {all}").format(n=keypad.page + 1, all=pages(prompt))
    return _box(Group(*body), title, AMBER, width, page)


def _called(prompt: Prompt, value: str, names: Mapping[int, str]) -> str:
    """What an option is called."""
    if prompt.labels:
        return render(prompt.labels[prompt.options.index(value)], names)
    return option_name(value)


def _meanings(seat: int, keypad: Keypad, label: _Label) -> list[tuple[str, str | None]]:
    """What to press for each option; of a hidden question all at once, since the page would tell something."""
    prompt = keypad.prompt
    if prompt is None or not prompt.hidden:
        return [(label(seat, key), value) for key, value in keypad.keys.items()]
    sequences = {option: presses(prompt, option)[:-1] for option in prompt.options}
    return [("".join(label(seat, key) for key in pressed), option) for option, pressed in sequences.items()]


def _box(content: RenderableType, title: str, colour: str, width: int, subtitle: str | None = None) -> Panel:
    return Panel(
        content,
        # Text, since a name may hold what rich takes for markup.
        title=Text(title),
        subtitle=subtitle,
        border_style=colour,
        width=width,
        height=_SEAT_HEIGHT,
    )


def _last_keys(seat: int, ask: Ask, label: _Label, throws: str) -> Text:
    words = {
        Ask.CONFIRM: _("yes"),
        Ask.AGREE: _("yes"),
        Ask.READY: throws,
        Ask.NEXT: _("go on"),
        Ask.HALT: _("choose"),
    }
    parts: list[Any] = [(f"[{label(seat, 'ok')}]", AMBER), f" {words.get(ask, _('lock'))}"]
    if ask is not Ask.NEXT:
        back = _("no") if ask in (Ask.CONFIRM, Ask.AGREE) else _("clear")
        parts += ["   ", (f"[{label(seat, 'back')}]", AMBER), f" {back}"]
    return Text.assemble(*parts)


def _caption(die: DieReading) -> Text:
    """What the camera makes of a die; a guess is not shown, so that it leads nobody."""
    if die.status == Status.READ:
        return Text(f"{option_name(die.type)}: {option_name(str(die.value))}", "bold green")
    return Text(f"{option_name(die.type)}: ?", "bold dark_orange")


def _crop(image: Image, box: tuple[int, int, int, int]) -> Image:
    """The die in its box, square."""
    x, y, width, height = box
    half = max(width, height) // 2
    left, top = max(0, x + width // 2 - half), max(0, y + height // 2 - half)
    return image[top : y + height // 2 + half, left : x + width // 2 + half]


def _pictures(glance: Glance, asked: int) -> list[tuple[Text, Image]]:
    """The dice that were found; the whole tray too where that is not each die that was thrown."""
    found = [(_caption(die), _crop(glance.frame.image, die.box)) for die in glance.dice]
    return found if len(found) == asked and found else [*found, (Text(_("The tray")), glance.frame.image)]


def _dice(dice: Sequence[tuple[Text, Image]], width: int) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(*(Group(caption, half_blocks(image, width)) for caption, image in dice))
    return grid


def half_blocks(image: Image, width: int) -> Text:
    """A picture in characters: each shows two pixels, one above the other.

    Args:
        image: BGR.
        width: columns to use.
    """
    height = max(2, round(image.shape[0] * width / image.shape[1] / 2) * 2)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    rows = []
    for y in range(0, height, 2):
        pairs = ((f"{_colour(small[y, x])} on {_colour(small[y + 1, x])}") for x in range(width))
        rows.append(Text.assemble(*(("▀", style) for style in pairs)))
    return Text("\n").join(rows)


def _colour(bgr: Image) -> str:
    return f"#{bgr[2]:02x}{bgr[1]:02x}{bgr[0]:02x}"


def is_possible() -> bool:
    """Whether this process has a terminal to draw on and to be typed into."""
    return os.isatty(0) and os.isatty(1) and os.environ.get("TERM") != "dumb"
