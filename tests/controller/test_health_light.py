"""That something is wrong shows: a light on the LED display in every view, and a line on the terminal's screen."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from controller.display.picture import HEIGHT, WIDTH, Picture
from controller.display.views_parts import trouble_light
from controller.screen import Screen
from controller.shows import Leds
from tests.controller.drawing import is_drawn
from tests.display.moments import MOMENTS

CORNER = {(x, y) for x in (WIDTH - 2, WIDTH - 1) for y in (0, 1)}


@pytest.mark.parametrize("moment", MOMENTS)
def test_in_every_view_the_corner_blinks_and_nothing_else_changes(moment: str) -> None:
    shown = MOMENTS[moment].picture("de")
    pictures = []
    now = 1000.0
    for _half in range(4):
        picture, seconds = trouble_light(shown, now)
        pictures.append(picture)
        now += seconds
    assert now == 1004.0
    assert pictures[0] == pictures[2] == shown
    assert pictures[1] == pictures[3]
    places = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}
    assert {place for place in places if pictures[1].lit(*place) != shown.lit(*place)} == CORNER


class Later:
    """Timers that a test lets run out."""

    def __init__(self) -> None:
        self.now = 0.0
        self.shown: list[Picture] = []
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, seconds: float, action: Callable[[], None]) -> "Later":
        self.waiting.append((self.now + seconds, action))
        return self

    def cancel(self) -> None:
        self.waiting.clear()

    def turn(self) -> None:
        """Let the only timer run out."""
        ((self.now, action),) = self.waiting
        self.waiting.clear()
        action()


def test_the_light_comes_with_the_trouble_blinks_and_goes_with_it() -> None:
    later = Later()
    leds = Leds(later.shown.append, later.call_later, lambda: later.now)
    # Before there is anything to show, nothing is shown.
    leds.trouble(True)
    leds.trouble(False)
    assert later.shown == []
    leds.view(MOMENTS["throw"].view, {})
    plain = later.shown[-1]
    assert later.waiting == []
    leds.trouble(True)
    for _blink in range(4):
        later.turn()
    assert [picture == plain for picture in later.shown[1:]] == [True, False, True, False, True]
    # Said again at every look, it begins nothing anew.
    before = len(later.shown)
    leds.trouble(True)
    assert len(later.shown) == before
    later.turn()
    leds.trouble(False)
    assert later.shown[-1] == plain
    assert later.waiting == []


def test_a_line_on_the_screen_stays_until_the_trouble_is_over() -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, force_terminal=True, width=100, height=40, color_system=None))

    def drawn() -> str:
        assert is_drawn(screen, 20.0)
        text = out.getvalue()
        out.seek(0)
        out.truncate()
        return text

    screen.open()
    try:
        assert "▪" not in drawn()
        screen.trouble("Disk: full.")
        assert "▪ Disk: full." in drawn()
        screen.say("Something else happens.")
        assert "▪ Disk: full." in drawn()
        screen.trouble("Disk: full.")
        assert drawn() == ""
        screen.trouble("")
        assert "▪" not in drawn()
    finally:
        screen.close()
