"""The lights drawn for people: in a terminal, and as an image."""

import io
import os
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence

import numpy as np
import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from controller.display import png, terminal
from controller.display.link import DisplayLink
from controller.display.picture import BYTES, HEIGHT, WIDTH, Picture
from controller.display.virtual import NO_REF
from tests.display.bench import LONG, numbered, unhurried, until

COMMANDS = [
    pytest.param(["-m", "controller.display.virtual"], id="module"),
    pytest.param(["-c", "from controller.cli import main; main()", "display"], id="command"),
]


def lines_of(picture: Picture) -> list[str]:
    return terminal.leds(picture).plain.split("\n")


@unhurried
@given(st.builds(Picture, st.binary(min_size=BYTES, max_size=BYTES)))
def test_two_lights_are_one_character(picture: Picture) -> None:
    lines = lines_of(picture)
    assert [len(line) for line in lines] == [WIDTH] * (HEIGHT // 2)
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            assert (character in "▀█", character in "▄█") == (picture.lit(x, 2 * y), picture.lit(x, 2 * y + 1))


def test_the_panel_has_a_frame_and_amber_lights() -> None:
    console = Console(width=100, force_terminal=True, color_system="truecolor", file=io.StringIO(), record=True)
    console.print(terminal.panel(NO_REF))
    lines = console.export_text(clear=False).splitlines()
    assert {len(line.rstrip()) for line in lines} == {WIDTH + 2}
    assert len(lines) == HEIGHT // 2 + 2
    assert terminal.LIT in console.export_html(inline_styles=True)


def test_it_is_the_darker_the_lower_the_brightness() -> None:
    colours = [terminal.leds(NO_REF, brightness).spans[0].style for brightness in range(16)]
    assert len({str(colour) for colour in colours}) == 16


class Screen:
    """A program in a terminal of 24 lines and 80 columns."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._near, far = os.openpty()
        termios.tcsetwinsize(far, (24, 80))
        self.process = subprocess.Popen([sys.executable, *arguments], stdin=far, stdout=far, start_new_session=True)
        os.close(far)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def shows(self, *texts: str) -> bool:
        """Wait until all of these stand on the screen."""
        return until(lambda: self._read() and all(text in self.text for text in texts))

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._near)

    def _read(self) -> bool:
        if select.select((self._near,), (), (), 0.1)[0]:
            self._stream.feed(os.read(self._near, 100_000))
        return True


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    running = Screen(request.param)
    yield running
    running.close()


@pytest.mark.parametrize("screen", COMMANDS, indirect=True)
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_display_draws_itself_and_says_its_port(screen: Screen, end: int) -> None:
    assert screen.shows("/dev/pts/", "╰")
    port = re.search(r"/dev/pts/\d+", screen.text)
    assert port is not None
    with DisplayLink(port[0]) as link:
        for number in (1, 2):
            link.show(numbered(number))
            assert screen.shows(*lines_of(numbered(number)))
    screen.process.send_signal(end)
    assert screen.process.wait(LONG) == 0


# --- as an image -----------------------------------------------------------------------------------------------------


def test_lit_lights_shine_and_dark_ones_do_not() -> None:
    image = png.render(NO_REF, pitch=10)
    border = (image.shape[1] - WIDTH * 10) // 2
    centres = image[border + 5 : -border : 10, border + 5 : -border : 10].astype(int)
    lit = np.array(list(NO_REF.rows()))
    assert centres.shape == (HEIGHT, WIDTH, 3)
    # Red above green above blue: amber.
    assert centres[lit][:, 2].min() > 250
    assert (centres[lit][:, 2] > centres[lit][:, 1]).all()
    assert (centres[lit][:, 1] > centres[lit][:, 0]).all()
    assert centres[~lit].max() < 130


def test_an_image_that_cannot_be_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 4"):
        png.render(NO_REF, pitch=3)
