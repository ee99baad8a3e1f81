"""What a builder reads off the drawings of headers and supply is what program, harness drawings and data say."""

import re
from html import unescape
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from controller.config import load
from controller.hardware import hardware
from controller.panel.wiring import PLACES
from hardware.generate import tables
from hardware.generate.products import HARDWARE, WIRING

TABLE = hardware()
GROUND = {6, 9, 14, 20, 25, 30, 34, 39}
RED, BLACK = "#d62828", "#222222"


class Text(NamedTuple):
    """A text of a drawing and where it stands."""

    x: float
    y: float
    words: str


def picture(name: str, language: str = "en") -> str:
    return (HARDWARE / WIRING[language] / f"{name}.svg").read_text(encoding="utf-8")


def texts(drawing: str) -> list[Text]:
    found = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)"[^>]*>([^<]*)</text>', drawing)
    return [Text(float(x), float(y), unescape(words)) for x, y, words in found]


def rows(drawing: str) -> list[list[str]]:
    """The texts line by line, from left to right; numbers of pins stand half a unit higher than what is beside them."""
    lines: dict[int, list[Text]] = {}
    for one in texts(drawing):
        lines.setdefault(int(one.y), []).append(one)
    return [[one.words for one in sorted(line)] for _y, line in sorted(lines.items())]


# --- 2×20 -------------------------------------------------------------------------------------------------------------


def pins(name: str, language: str, side: int) -> dict[int, list[str]]:
    """What stands beside each pin, from the pin outwards; side: 0 from above, 1 from the solder side."""
    drawing, found = picture(name, language), dict[int, list[str]]()
    for line in rows(drawing):
        numbers = [place for place, words in enumerate(line) if words.isdigit()]
        if len(numbers) == 4:
            assert line[numbers[0]] == line[numbers[3]], "mirrored"
            assert line[numbers[1]] == line[numbers[2]], "mirrored"
            left, right = numbers[2 * side], numbers[2 * side + 1]
            between = line[numbers[1] + 1 : numbers[2]]
            beyond = between[len(between) // 2 :] if side else between[: len(between) // 2]
            outer, inner = (line[: numbers[0]], beyond) if not side else (line[numbers[3] + 1 :], beyond)
            found[int(line[left])] = outer[::-1] if not side else inner[::-1]
            found[int(line[right])] = inner if not side else outer
    return found


def wanted(size: str, tmp_path: Any) -> dict[int, str]:
    """What the program, with the configuration of the documents, has at each pin."""
    file = tmp_path / "dicetable.toml"
    file.write_text(tables.toml(TABLE.size(size)))
    uses: dict[int, str] = {}
    for wiring, panel in zip(load(file).config.panels.wirings(), TABLE.size(size).panels, strict=True):
        if wiring.address:
            assert panel.interrupt is not None
            uses[PLACES[panel.interrupt]] = f"{wiring.seat} · INTA"
        else:
            lines = {f"KEY {key}" if str(key).isdigit() else str(key).upper(): at for key, at in wiring.lines().items()}
            uses |= {PLACES[line]: f"{wiring.seat} · {name}" for name, line in {**lines, "LAMP": wiring.lamp}.items()}
    if size == "five":
        uses |= {1: "1–5 · VDD", 3: "1–5 · SDA", 5: "1–5 · SCL"}
    return uses


@pytest.mark.parametrize("language", WIRING)
@pytest.mark.parametrize("size", ["two", "five"])
def test_each_pin_of_the_header_is_for_what_the_program_has_there(size: str, language: str, tmp_path: Any) -> None:
    uses, volt = wanted(size, tmp_path), {"en": "3.3 V", "de": "3,3 V"}[language]
    above, below = (pins(f"pins-{size}-seats", language, side) for side in (0, 1))
    assert above == below
    assert sorted(above) == list(range(1, 41))
    grounds = 0
    for pin, beside in above.items():
        *use, name = beside
        if pin in GROUND:
            assert name == "GND"
            grounds += len(use)
            assert all(re.fullmatch(r"(\d · GND|1–5 · VSS)", one) for one in use)
        else:
            assert use == ([uses[pin]] if pin in uses else []), pin
            gpio = {place: f"GPIO {number}" for number, place in PLACES.items()}
            assert name == gpio.get(pin, {1: volt, 17: volt, 2: "5 V", 4: "5 V"}.get(pin, "–"))
    assert grounds == (2 if size == "two" else 1)


@pytest.mark.parametrize("size", ["two", "five"])
def test_odd_pins_are_on_the_left_from_above_and_on_the_right_from_the_solder_side(size: str) -> None:
    drawing = picture(f"pins-{size}-seats")
    numbers = [one for one in texts(drawing) if one.words.isdigit()]
    middle = sum(one.x for one in numbers) / len(numbers)
    for one, other in pairwise(sorted(numbers, key=lambda text: (text.y, text.x > middle, int(text.words)))):
        if one.y == other.y and (one.x > middle) == (other.x > middle):
            assert int(other.words) == int(one.words) + 1
            assert (one.x < other.x) == (one.x < middle)


# --- 2×8 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", WIRING)
def test_the_small_header_shows_both_rows_from_both_sides_with_triangle_and_red_edge_at_pin_1(language: str) -> None:
    drawing = picture("pins-panel", language)
    lines = [[int(words) for words in line if words.isdigit()] for line in rows(drawing)]
    odd, even, wires = (line for line in lines if line)
    assert odd == [*range(1, 17, 2), *range(15, 0, -2)]
    assert even == [*range(2, 17, 2), *range(16, 0, -2)]
    assert wires == [*range(1, 17), *range(16, 0, -1)]
    said = {one.words for one in texts(drawing)}
    words = {"en": {"odd", "even", "triangle: pin 1"}, "de": {"ungerade", "gerade", "Dreieck: Pin 1"}}
    assert words[language] <= said
    ones = sorted(one.x for one in texts(drawing) if one.words == "1")
    tips = [float(x) for x in re.findall(r'<polygon points="\S+ \S+ ([\d.]+),', drawing)]
    at_pin_1 = [x for x in ones if x in tips]
    assert len(at_pin_1) == len(tips) == 2
    edges = re.findall(rf'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" fill="{RED}"', drawing)
    assert [pytest.approx(float(x) + float(width) / 2) for x, width in edges] == [x for x in ones if x not in tips]
    assert all(
        abs(float(x) + float(width) / 2 - tip) < float(width) for (x, width), tip in zip(edges, tips, strict=True)
    )


# --- the 5 V beside the hub -------------------------------------------------------------------------------------------


def joined(drawing: str, colour: str) -> set[tuple[str, str]]:
    """What each thick wire of a colour joins: the words over the boxes at its ends."""
    found = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="(?:5|6|10)"', drawing)
    boxes = [tuple(map(float, box)) for box in found]

    def named(x: float, y: float) -> str:
        ((left, top, width, _tall),) = (
            box for box in boxes if box[0] - 0.1 <= x <= box[0] + box[2] + 0.1 and box[1] <= y <= box[1] + box[3]
        )
        over = [one.words for one in texts(drawing) if abs(one.x - left - width / 2) < 1 and 0 < top - one.y < 20]
        return over[0] if over else "joint"

    wires = re.findall(rf'<path d="M([^"]+)" fill="none" stroke="{colour}" stroke-width="5"', drawing)
    ends = set()
    for way in wires:
        points = [tuple(map(float, point.split())) for point in way.split("L")]
        # Below are the two that say what the colours mean.
        if points[0][1] < 450:
            ends.add((named(*points[0]), named(*points[-1])))
    return ends


WORDS = {
    "en": ("DC socket", "switch", "fuse {} A slow", "display", "light", "plus: red, {} mm²", "minus: black, {} mm²"),
    "de": (
        "Hohlbuchse",
        "Schalter",
        "Sicherung {} A träge",
        "Anzeige",
        "Licht",
        "Plus: rot, {} mm²",
        "Minus: schwarz, {} mm²",
    ),
}


@pytest.mark.parametrize("language", WIRING)
def test_plus_goes_over_switch_and_its_fuse_to_each_terminal_and_minus_directly(language: str) -> None:
    drawing, supply = picture("supply", language), TABLE.supply

    def write(value: float) -> str:
        return f"{value:g}".replace(".", "," if language == "de" else ".")

    socket, switch, fuse, display, light, plus, minus = WORDS[language]
    fuses = [fuse.format(write(value / 1000)) for value in (supply.display_fuse, supply.light_fuse)]
    assert joined(drawing, RED) == {
        (socket, switch),
        (switch, "joint"),
        *(("joint", one) for one in fuses),
        (fuses[0], f"{display} +"),
        (fuses[1], f"{light} +"),
    }
    assert joined(drawing, BLACK) == {(socket, "joint"), ("joint", f"{display} −"), ("joint", f"{light} −")}
    said = {one.words for one in texts(drawing)}
    assert {plus.format(write(supply.wire_mm2)), minus.format(write(supply.wire_mm2))} <= said
