"""What the pictures of several games are made of: sprites, and texts that find their place and size."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from controller.display.font import BIG, SMALL, TEXT, Font
from controller.display.picture import HEIGHT, WIDTH, Canvas, Picture

View = Mapping[str, Any]

LOCK: Final = (".####.", "#....#", "#....#", "######", "##..##", "##..##", "######")
CROWN: Final = (
    "#....#....#",
    "##..###..##",
    "###.###.###",
    "###########",
    ".#########.",
    "...........",
    ".#########.",
)
# The lower of two lines of the middle font.
LOWER: Final = 9
# The light that says that something is wrong: its width and height, and the seconds of each half of a blink.
_TROUBLE: Final = 2
_BLINK: Final = 1.0
# So long that a line belongs to what stands above it, however wide the column is.
_LINE: Final = 16


# --- places ----------------------------------------------------------------------------------------------------------


def columns(number: int, left: int = 0) -> list[tuple[int, int]]:
    """First column and width of so many equal parts side by side, with a dark column between any two.

    >>> columns(5)
    [(0, 12), (13, 12), (26, 12), (39, 12), (52, 12)]
    """
    pitch = (WIDTH - left + 1) // number
    return [(left + index * pitch, pitch - 1) for index in range(number)]


def lock_place(seat: int) -> int:
    """Where the lock of one of two players begins, beside the middle."""
    return WIDTH // 2 - 10 if seat == 1 else WIDTH // 2 + 4


# --- texts -----------------------------------------------------------------------------------------------------------


def centred(canvas: Canvas, left: int, width: int, y: int, text: str, *fonts: Font) -> None:
    """A text in the middle of ``width`` columns, in the first font in which it fits; in none: it runs through them."""
    # What runs anyway runs in the largest.
    font = next((font for font in fonts if font.fits(text, width)), fonts[0])
    # In a line of the middle font the small one stands in the middle.
    y += 1 if font is SMALL and TEXT in fonts else 0
    room = width - font.width(text)
    if room >= 0:
        font.draw(canvas, left + room // 2, y, text)
        return
    canvas.overhangs[text, left, y] = -room
    font.draw_part(canvas, left, y, text, first=min(canvas.moved, -room), columns=width)


def fitted(canvas: Canvas, left: int, width: int, text: str) -> None:
    """A text in the middle of a region of the full height, as large as it fits; in no size: it runs through."""
    font = next((font for font in (BIG, TEXT, SMALL) if _has_all(font, text) and font.fits(text, width)), TEXT)
    # The row below the line of the middle font is empty for all that is drawn here.
    rows = font.height - 1 if font is TEXT else font.height
    centred(canvas, left, width, (HEIGHT - rows) // 2, text, font)


def _has_all(font: Font, text: str) -> bool:
    return font is not BIG or all(character in font.glyphs for character in text)


def row(canvas: Canvas, places: Sequence[tuple[int, int]], y: int, texts: Sequence[str]) -> None:
    """Texts beside each other, all in the middle font, or where one does not fit all in the small one."""
    every = zip(texts, places, strict=True)
    font = TEXT if all(TEXT.fits(text, width) for text, (_left, width) in every) else SMALL
    for text, (left, width) in zip(texts, places, strict=True):
        centred(canvas, left, width, y if font is TEXT else y + 1, text, font)


def number(value: int) -> str:
    """A number as it is written: with the sign that is as wide as a figure.

    >>> number(-12)
    '−12'
    """
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """Points won or lost.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '−2', '0')
    """
    return f"+{value}" if value > 0 else number(value)


def sign(canvas: Canvas, sprite: tuple[str, ...], text: str) -> None:
    """A sprite and a word, together in the middle."""
    gap = 4
    left = (WIDTH - len(sprite[0]) - gap - TEXT.width(text)) // 2
    canvas.blit(left, (HEIGHT - len(sprite)) // 2, sprite)
    TEXT.draw(canvas, left + len(sprite[0]) + gap, 5, text)


# --- two to five players ---------------------------------------------------------------------------------------------


def scores_below(canvas: Canvas, text: str, scores: Sequence[int], marked: Collection[int]) -> None:
    """A word above, everybody's score below; those of the marked seats underlined."""
    places = columns(len(scores))
    if not fit(scores, places):
        staggered(canvas, scores, marked)
        return
    centred(canvas, 0, WIDTH, 0, text, TEXT, SMALL)
    for seat, (left, width) in enumerate(places, start=1):
        centred(canvas, left, width, 8, number(scores[seat - 1]), SMALL)
        if seat in marked:
            underline(canvas, left, width)


def underline(canvas: Canvas, left: int, width: int) -> None:
    """A thick line at the lower edge. Bright letters on dark are read from further away than the reverse."""
    length = min(width - 2, _LINE)
    canvas.blit(left + (width - length) // 2, HEIGHT - 2, ("#" * length,) * 2)


def winner(canvas: Canvas, names: Sequence[str]) -> None:
    """Who has won: a crown, and the name as large as it fits; one that does not fit runs through."""
    left = len(CROWN[0]) + 3
    canvas.blit(0, (HEIGHT - len(CROWN)) // 2, CROWN)
    fitted(canvas, left, WIDTH - left, ", ".join(names).upper())


def crowned(canvas: Canvas, scores: Sequence[int], winners: Collection[int]) -> None:
    """Everybody's final score, and a crown above each winner's."""
    places = columns(len(scores))
    if not fit(scores, places):
        staggered(canvas, scores, winners)
        return
    row(canvas, places, LOWER, [number(score) for score in scores])
    for seat, (left, width) in enumerate(places, start=1):
        if seat in winners:
            canvas.blit(left + (width - len(CROWN[0])) // 2, 0, CROWN)


def fit(scores: Sequence[int], places: Sequence[tuple[int, int]]) -> bool:
    """Whether every score has room in its column, in the small font at least."""
    return all(SMALL.fits(number(score), width) for score, (_left, width) in zip(scores, places, strict=True))


def staggered(canvas: Canvas, scores: Sequence[int], marked: Collection[int]) -> None:
    """Scores alone, in turn above and below: for those too wide to stand side by side. Such a game is very rare."""
    for seat, score in enumerate(scores, start=1):
        left, width = columns(3)[(seat - 1) // 2]
        left, y = (left, 0) if seat % 2 else (left + width // 2, 9)
        centred(canvas, left, width, y, number(score), SMALL)
        if seat in marked:
            canvas.blit(left, y + SMALL.height + 1, ("#" * width,))


# --- beside the game -------------------------------------------------------------------------------------------------


def trouble_light(picture: Picture, seconds: float) -> tuple[Picture, float]:
    """A picture with the light of a station that is not well: its upper right corner blinks.

    No corner is free in every view. Half of the time all is as the game has it, so that nothing of it is lost; and
    nothing else on the display blinks, so that it is taken for no score.

    Args:
        picture: what the game shows.
        seconds: of a clock that goes on whatever happens in the game.

    Returns:
        What is to be seen, and for how many seconds more.
    """
    left = _BLINK - seconds % _BLINK
    if seconds % (2 * _BLINK) < _BLINK:
        return picture, left
    canvas = Canvas.of(picture)
    canvas.invert(WIDTH - _TROUBLE, 0, _TROUBLE, _TROUBLE)
    return canvas.picture(), left
