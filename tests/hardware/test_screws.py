"""The sheet of screws: each of the list, as large as the standard says, with how many and what for."""

import re
from html import unescape

import pytest

from controller.hardware import hardware
from hardware.generate import given
from hardware.generate.products import HARDWARE, SCREWS
from hardware.generate.shopping import Part, shopping
from hardware.generate.words import say

TABLE = hardware()
TWO, FIVE = TABLE.size("two"), TABLE.size("five")
SHEETS = {language: (HARDWARE / name).read_text(encoding="utf-8") for language, name in SCREWS.items()}
LISTED = [part for part in shopping().parts if re.search(r"\bM[\d.]+ × \d|[Ww]ood screw|Washer", part.name)]
SUNK = [part for part in LISTED if "countersunk" in part.name]
CYLINDERS = [part for part in LISTED if re.search(r"\bM[\d.]+ × \d", part.name) and part not in SUNK]
# ISO 4762: diameter of the thread; diameter and height of the head, across the flats of the socket. ISO 4032: across
# the flats of a nut, and its height. DIN 7997: diameter of a countersunk head. ISO 10642, M3: largest diameter and
# height of the head, across the flats of the socket. ISO 7089, M5: diameters outside and inside, thickness.
HEADS = {2.5: (4.5, 2.5, 2.0), 3.0: (5.5, 3.0, 2.5), 5.0: (8.5, 5.0, 4.0)}
NUTS = {2.5: (5.0, 2.0), 3.0: (5.5, 2.4)}
WOOD = {3.5: 7.0, 4.0: 8.0}
FLUSH = (6.72, 1.86, 2.0)
WASHER = (10.0, 5.3, 1.0)
NUMBER = r"(-?[\d.]+)"


def row(part: Part, language: str = "en") -> tuple[float, str]:
    """Where a screw's name stands, and what is drawn between it and the line below it."""
    name = re.escape(say(part.name, language))
    (found,) = re.findall(rf'<text x="92" y="{NUMBER}"[^>]*font-weight="bold">{name}</text>', SHEETS[language])
    names = sorted(
        float(y) for y in re.findall(rf'<text x="92" y="{NUMBER}"[^>]*font-weight="bold">', SHEETS[language])
    )
    start = SHEETS[language].index("</text>", SHEETS[language].index("countersunk" if language == "en" else "Senkkopf"))
    sections = re.split(r'<path d="M12 [\d.]+ L198 [\d.]+"[^>]*/>', SHEETS[language][start:])
    return float(found), sections[names.index(float(found))]


def measures(part: Part) -> tuple[float, float]:
    """Diameter and length by the name."""
    (across, length), *_ = re.findall(r"(?:M|screw )([\d.]+) × (\d+)", part.name)
    return float(across), float(length)


def extent(points: str) -> tuple[float, float, float, float]:
    """Left, top, width, height of an outline."""
    xs, ys = zip(*(map(float, point.split(",")) for point in points.split()), strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@pytest.mark.parametrize("language", SHEETS)
def test_the_sheet_is_a4_in_millimetres_with_a_rule_of_100_mm(language: str) -> None:
    sheet = SHEETS[language]
    assert '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"' in sheet
    assert '<path d="M12 34 L112 34"' in sheet
    assert ">100 mm</text>" in sheet


def test_each_screw_of_the_list_is_on_the_sheet_and_says_what_it_holds() -> None:
    assert len(LISTED) == 13
    assert [part.name for part in shopping().parts if part.where] == [part.name for part in LISTED]
    assert SHEETS["en"].count('font-weight="bold"') == len(LISTED) + 1


@pytest.mark.parametrize("language", SHEETS)
@pytest.mark.parametrize("part", LISTED, ids=lambda part: part.name)
def test_name_place_and_number_of_a_screw_stand_beside_it(part: Part, language: str) -> None:
    _y, drawn = row(part, language)
    said = [unescape(words) for words in re.findall(r">([^<]+)</text>", drawn)]
    assert say(part.where, language) in said
    two, five = f"{part.needed(TWO):g}", f"{part.needed(FIVE):g}"
    (count,) = (words for words in said if re.search(r"in both|with two|bei", words))
    numbers = re.findall(r"\d+", count.partition(" · ")[0])
    assert numbers == ([two] if two == five else [two, five])
    # Where it says how many go where, it says it of all.
    parts_of = [int(number) for number in re.findall(r": (\d+)", part.where)]
    assert sum(parts_of) in (0, part.needed(TWO))


@pytest.mark.parametrize("part", CYLINDERS, ids=lambda part: part.name)
def test_a_metric_screw_is_drawn_as_large_as_its_standard_says(part: Part) -> None:
    (across, length), (_y, drawn) = measures(part), row(part)
    head, height, socket = HEADS[across]
    assert f'r="{head / 2:g}" fill="#d5d9df"' in drawn
    sides = rf'<rect x="{NUMBER}" y="{NUMBER}" width="{NUMBER}" height="{NUMBER}" rx="0.3"'
    ((left, _top, wide, tall),) = (map(float, one) for one in re.findall(sides, drawn))
    assert (wide, tall) == (height, head)
    hexagon, shank, *nut = (extent(points) for points in re.findall(r'<polygon points="([^"]+)"', drawn))
    assert hexagon[3] == pytest.approx(socket, abs=0.02)
    assert shank[0] == pytest.approx(left + height)
    assert shank[2:] == pytest.approx((length, across))
    if "and nut" in part.name:
        ((*_corner, _width, flats),) = nut
        assert flats == pytest.approx(NUTS[across][0], abs=0.02)
        assert f'width="{NUTS[across][1]:g}"' in drawn
    else:
        assert not nut
    assert ("stroke-dasharray" in drawn) == ("slot nut" in part.name)


def test_the_countersunk_screw_is_as_long_as_it_says_with_its_head() -> None:
    (part,) = SUNK
    (across, length), (_y, drawn) = measures(part), row(part)
    assert f'r="{FLUSH[0] / 2:g}" fill="#d5d9df"' in drawn
    hexagon, shank, cone = (extent(points) for points in re.findall(r'<polygon points="([^"]+)"', drawn))
    assert hexagon[3] == pytest.approx(FLUSH[2], abs=0.02)
    assert (cone[2], cone[3]) == pytest.approx((FLUSH[1], FLUSH[0]))
    assert shank[0] == pytest.approx(cone[0] + cone[2])
    assert shank[3] == pytest.approx(across)
    assert shank[0] + shank[2] - cone[0] == pytest.approx(length)


def test_the_washer_is_as_large_as_its_standard_says() -> None:
    (part,) = (one for one in LISTED if "Washer" in one.name)
    _y, drawn = row(part)
    outer, inner = (2 * float(radius) for radius in re.findall(r'<circle [^>]*r="([\d.]+)"', drawn))
    assert (outer, inner) == pytest.approx(WASHER[:2])
    ((wide, tall),) = re.findall(rf'<rect [^>]*width="{NUMBER}" height="{NUMBER}"', drawn)
    assert (float(wide), float(tall)) == (WASHER[2], WASHER[0])
    assert "key" not in drawn


@pytest.mark.parametrize("part", [one for one in LISTED if "Wood" in one.name], ids=lambda part: part.name)
def test_a_wood_screw_is_as_long_as_it_says_with_its_head(part: Part) -> None:
    (across, length), (_y, drawn) = measures(part), row(part)
    body, cone = (extent(points) for points in re.findall(r'<polygon points="([^"]+)"', drawn))
    assert cone[3] == WOOD[across]
    assert body[0] + body[2] - cone[0] == pytest.approx(length)
    turns = [abs(float(b) - float(a)) for a, b in re.findall(rf'd="M[\d.]+ {NUMBER} L[\d.]+ {NUMBER}"', drawn)]
    assert max(turns) == pytest.approx(across), "the thread"


def test_heads_and_nuts_go_where_the_printed_parts_have_room_for_them() -> None:
    assert given.CYLINDER[3.0].head < given.M3_HEAD
    assert given.CYLINDER[5.0].head < given.M5_HEAD
    assert given.NUTS[3.0].flats < given.M3_NUT
    for across, hole in ((2.5, given.M25), (3.0, given.M3), (5.0, given.M5)):
        assert across < hole < given.CYLINDER[across].head
    assert all(across < given.WOOD_SCREW < one.head for across, one in given.COUNTERSUNK.items())
    assert all(one.head <= given.WOOD_SINKS[across] for across, one in given.COUNTERSUNK.items())
    assert given.M3 < given.SUNK[3.0].head <= given.M3_SINK
