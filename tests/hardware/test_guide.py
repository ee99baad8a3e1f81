"""The guide and the parts list speak of the same: screws, printed parts, heights."""

import re

import pytest
from PIL import Image

from controller.hardware import hardware
from hardware.generate import tables
from hardware.generate.dimensions import dimensions
from hardware.generate.products import HARDWARE
from hardware.generate.shopping import shopping

GUIDES = {"en": "assembly.md", "de": "assembly.de.md"}
TABLE = hardware()


def guide(language: str) -> str:
    """A guide with one space for each gap, and points in its numbers."""
    text = (HARDWARE / GUIDES[language]).read_text(encoding="utf-8")
    return re.sub(r"(?<=\d),(?=\d)", ".", re.sub(r"\s+", " ", text))


def metric(text: str) -> set[str]:
    return set(re.findall(r"\bM\d(?:\.\d)? × \d+", text))


def for_wood(text: str) -> set[str]:
    return set(re.findall(r"[Ww]ood screws? ([\d.]+ × \d+)|Holzschrauben ([\d.]+ × \d+)", text))


@pytest.mark.parametrize("language", GUIDES)
def test_each_screw_of_the_list_has_its_place_in_the_guide_and_the_other_way_round(language: str) -> None:
    names = " / ".join(part.name for part in shopping().parts)
    assert len(metric(names)) >= 8
    assert metric(guide(language)) == metric(names)
    said = {"".join(one) for one in for_wood(guide(language))}
    assert said == {"".join(one) for one in for_wood(names)}
    assert len(said) == 3


@pytest.mark.parametrize(
    ("language", "washer", "sunk"), [("en", "washer", "countersunk"), ("de", "Unterlegscheibe", "Senkkopf")]
)
def test_each_step_that_takes_an_m5_screw_asks_for_its_washer(language: str, washer: str, sunk: str) -> None:
    sentences = re.split(r"(?<=[.:]) ", guide(language))
    with_m5 = [one for one in sentences if "M5 ×" in one]
    assert len(with_m5) == 3
    assert [one for one in with_m5 if washer not in one] == []
    lamps = guide(language).split("## 8 ")[1].split("## 9 ")[0]
    (held,) = (one for one in re.split(r"(?<=[.:]) ", lamps) if "M3 × 12" in one)
    assert sunk in held


@pytest.mark.parametrize("language", GUIDES)
def test_each_resistor_of_the_list_is_built_in_where_it_belongs(language: str) -> None:
    names = [part.name for part in shopping().parts if part.name.startswith("Resistor")]
    step = dict(zip(("hub", "display"), re.split(r"## [456] ", guide(language))[1:3], strict=True))
    groups = {part.name: part.group.lower() for part in shopping().parts}
    assert len(names) == 5
    for name in names:
        (value,) = re.findall(r"\d+ k?Ω", name)
        assert value in step[groups[name]], name


@pytest.mark.parametrize("name", ["mechanics.md", "mechanics.de.md"])
def test_the_strip_is_as_far_behind_the_diffuser_as_is_said(name: str) -> None:
    text = (HARDWARE / name).read_text(encoding="utf-8")
    behind = re.findall(r"(\d+) mm (?:behind the diffuser|hinter der Scheibe)", text)
    assert behind == [f"{dimensions(TABLE).lamp.strip_behind:.0f}"]


@pytest.mark.parametrize("language", GUIDES)
def test_the_supply_is_built_with_its_fuses_and_measured_before_anything_is_connected(language: str) -> None:
    said, supply = guide(language), TABLE.supply
    step, later = said.split("## 4 ")[1].split("## 5 ")
    fuses = [f"{milliampere / 1000:g} A" for milliampere in (supply.display_fuse, supply.light_fuse)]
    lowest = supply.least_volt
    to = {"en": "to", "de": "bis"}[language]
    for words in (
        *fuses,
        f"{lowest:g} {to} {2 * supply.volt - lowest:g} V",
        "DC socket" if to == "to" else "Hohlbuchse",
    ):
        assert words in step, words
    # Once more before the display and before the light.
    assert len(re.findall(r"measured\?|gemessen\?", later)) == 2


def test_the_picture_of_the_printed_parts_has_a_letter_for_each() -> None:
    with Image.open(HARDWARE / "pictures/assembly/printed.png") as picture:
        letters = picture.info["Letters"]
    assert len(letters) == len(shopping().printed)
    rows = [row for row in tables.bridges().splitlines() if "stl/" in row]
    assert [row.split("|")[1].strip() for row in rows] == [*letters]
    assert [part.name in row for part, row in zip(shopping().printed, rows, strict=True)] == [True] * len(rows)


def test_the_heights_that_are_measured_hang_camera_and_lamps_where_they_have_to_be() -> None:
    made, values = dimensions(TABLE), [int(value) for value in re.findall(r"\| (\d+) mm \|", tables.heights())]
    lens, arm, wedge, beside = values
    assert lens == TABLE.camera.height
    # From the arm down to the plate below it, through it to the camera's board above it, and down its lens.
    assert arm - made.head.lens_length + made.head.spacer == TABLE.tray.felt + lens
    assert wedge + made.lamp.face_middle[1] == pytest.approx(TABLE.tray.felt + TABLE.light.height, abs=0.5)
    assert beside == pytest.approx(made.layout.mast[1] - 10 - made.layout.arm_length)


@pytest.mark.parametrize("language", GUIDES)
def test_the_guide_names_the_thickness_for_which_the_frame_is_made(language: str) -> None:
    assert f"{TABLE.display.board_thickness:g} mm" in guide(language)
    assert "`board_thickness`" in guide(language)
