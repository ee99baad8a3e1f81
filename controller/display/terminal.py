"""A picture as lights in a terminal, for the virtual display and for the station's own screen."""

from typing import Final

from rich.align import Align
from rich.console import RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.text import Text

from controller.display.picture import HEIGHT, WIDTH, Picture
from controller.display.protocol import MAX_BRIGHTNESS

LIT: Final = "#ffb000"
UNLIT: Final = "#2b1a00"
_FRAME: Final = "#6b6b6b"
# Two lights in one character, by (upper is lit, lower is lit). The shape alone tells them, so that a terminal without
# colours shows the picture too.
_CHARACTERS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def leds(picture: Picture, brightness: int = MAX_BRIGHTNESS) -> Text:
    """The lights as 8 lines of 64 characters, each character two lights, amber on dark.

    Args:
        picture: what is shown.
        brightness: 0 … 15; the darker, the browner the amber. It stays readable at 0.
    """
    style = Style(color=_amber(brightness), bgcolor=UNLIT)
    rows = list(picture.rows())
    lines = []
    for upper, lower in zip(rows[0::2], rows[1::2], strict=True):
        line = "".join(_CHARACTERS[pair] for pair in zip(upper, lower, strict=True))
        lines.append(Text(line, style=style, no_wrap=True))
    return Text("\n").join(lines)


def panel(picture: Picture, brightness: int = MAX_BRIGHTNESS) -> RenderableType:
    """The lights in the frame of the display: 66 columns and 10 lines, at the left of the terminal."""
    return Align.left(
        Panel(leds(picture, brightness), padding=0, width=WIDTH + 2, height=HEIGHT // 2 + 2, border_style=_FRAME)
    )


def _amber(brightness: int) -> str:
    # The eye takes the steps of a light as smaller than they are: the square root comes near to that.
    share = 0.55 + 0.45 * (brightness / MAX_BRIGHTNESS) ** 0.5
    red, green, blue = (round(int(LIT[at : at + 2], 16) * share) for at in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"
