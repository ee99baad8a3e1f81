"""Pictures, the canvas, and the fonts."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.display.font import BIG, SMALL, TEXT, Font
from controller.display.picture import BYTES, HEIGHT, WIDTH, Canvas, Picture
from tests.display.bench import unhurried

PICTURES = st.builds(Picture, st.binary(min_size=BYTES, max_size=BYTES))
FONTS = [pytest.param(font, id=name) for name, font in (("small", SMALL), ("text", TEXT), ("big", BIG))]


@unhurried
@given(PICTURES)
def test_a_picture_survives_hexadecimal(picture: Picture) -> None:
    assert Picture.from_hex(picture.data.hex()) == picture


@unhurried
@given(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
def test_one_light_is_the_bit_that_the_protocol_says(x: int, y: int) -> None:
    canvas = Canvas()
    canvas.set(x, y)
    picture = canvas.picture()
    expected = bytearray(BYTES)
    expected[8 * y + x // 8] = 1 << 7 - x % 8
    assert picture.data == expected
    assert picture.lit(x, y)
    assert picture.to_text().split()[y] == "." * x + "#" + "." * (WIDTH - 1 - x)
    canvas.set(x, y, on=False)
    assert canvas.picture() == Picture.blank()


def test_a_picture_does_not_change_with_its_canvas() -> None:
    canvas = Canvas()
    before = canvas.picture()
    canvas.invert(0, 0, WIDTH, HEIGHT)
    assert before == Picture.blank()
    assert canvas.picture() == Picture(b"\xff" * BYTES)


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (WIDTH, 0), (0, HEIGHT)])
def test_outside_is_an_error(x: int, y: int) -> None:
    with pytest.raises(IndexError, match="outside the display"):
        Canvas().set(x, y)
    with pytest.raises(IndexError, match="outside the display"):
        Canvas().blit(x, y, ("#",))
    with pytest.raises(IndexError, match="outside the display"):
        Canvas().invert(x, y, 1, 1)
    with pytest.raises(IndexError, match="outside the display"):
        Picture.blank().lit(x, y)


def test_bad_pictures_are_named() -> None:
    with pytest.raises(ValueError, match="128 bytes, not 3"):
        Picture(b"abc")


@pytest.mark.parametrize("font", FONTS)
def test_every_glyph_is_of_one_piece_and_unlike_every_other(font: Font) -> None:
    for character, glyph in font.glyphs.items():
        assert len(glyph) == font.height, character
        assert len({len(row) for row in glyph}) == 1, character
        assert set("".join(glyph)) <= set("#."), character
        # No dark column at a side: the distance between letters is the font's, not the glyph's.
        assert any(row[0] == "#" for row in glyph), character
        assert any(row[-1] == "#" for row in glyph), character
    # Each of these looks like another sign that never stands in its place.
    different = {character: glyph for character, glyph in font.glyphs.items() if character not in "–|0öß“"}
    assert len(set(different.values())) == len(different)


def test_the_fonts_have_what_is_written_with_them() -> None:
    printable = string.ascii_letters + string.digits + string.punctuation
    assert set(printable + "ÄÖÜäöüßẞ×%+−–→←◄►▲▼…·°✓✗€„“”’") <= set(TEXT.glyphs)
    assert set(string.ascii_uppercase + string.digits + "dÄÖÜẞ+-−./:!?%()…×") <= set(SMALL.glyphs)
    assert set(string.digits + "Wd−–+:?") <= set(BIG.glyphs)


def test_letters_that_a_font_does_not_have_are_replaced_by_near_ones() -> None:
    assert TEXT.glyph("É") == TEXT.glyph("E")
    assert TEXT.glyph("ç") == TEXT.glyph("c")
    assert SMALL.glyph("é") == SMALL.glyph("E")
    assert SMALL.glyph("ä") == SMALL.glyph("Ä")
    assert TEXT.glyph("漢") == TEXT.glyph("?")
    assert SMALL.glyph("ß") == SMALL.glyph("ẞ") != SMALL.glyph("?")
    # The same letter, written as one character or as two.
    assert TEXT.width("A\u0308") == TEXT.width("Ä")
    drawn = {spelt: Canvas() for spelt in ("ÆØŁŒæøłœ", "AEOLOEaeoloe")}
    for spelt, canvas in drawn.items():
        TEXT.draw(canvas, 0, 0, spelt)
    assert len({canvas.picture() for canvas in drawn.values()}) == 1


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("unseen", ["\u0323", "\u20dd", "\u200d", "\u00ad", "\ufeff"])
def test_what_is_no_letter_of_its_own_takes_no_room(font: Font, unseen: str) -> None:
    assert font.width(unseen) == font.width("") == 0
    assert font.width(f"0{unseen}1{unseen}") == font.width("01")


@pytest.mark.parametrize("font", FONTS)
@unhurried
@given(text=st.text(max_size=12))
def test_a_text_is_as_wide_as_it_says(font: Font, text: str) -> None:
    left = WIDTH - font.width(text)
    if left >= 0:
        font.draw(Canvas(), left, 0, text)
    with pytest.raises(IndexError):
        font.draw(Canvas(), left, 0, text + "0")


@pytest.mark.parametrize("font", FONTS)
def test_parts_of_a_text_side_by_side_are_the_text(font: Font) -> None:
    text = "0 1234"
    whole, parts = Canvas(), Canvas()
    font.draw(whole, 0, 0, text)
    for first in range(0, font.width(text), 5):
        font.draw_part(parts, first, 0, text, first=first, columns=5)
    assert parts.picture() == whole.picture()
