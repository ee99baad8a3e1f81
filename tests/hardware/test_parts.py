"""The parts list: enough of everything, by wiring and printed parts; what does as well keeps to the same rules."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from controller.hardware import Hardware, Size, hardware
from hardware.generate import colours, counts, given, optics, power, shopping
from hardware.generate.dimensions import dimensions
from hardware.generate.given import KEY_THREAD
from hardware.generate.products import HARDWARE
from hardware.generate.shopping import Part, price

TABLE = hardware()
TWO, FIVE = TABLE.size("two"), TABLE.size("five")
PARTS = shopping.shopping().parts


def part(name: str) -> Part:
    """The one part whose name begins so."""
    (found,) = (one for one in PARTS if one.name.startswith(name))
    return found


# --- how many ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "two", "five"),
    [
        ("Push button", 16, 40),
        ("the same, green", 2, 5),
        ("the same, red", 2, 5),
        ("LED 8 mm", 2, 5),
        ("Box header 2×8", 4, 10),
        ("IDC plug 2×8", 4, 10),
        ("Flat cable, 16 wires", 4, 10),
        ("Prototyping board 50 × 30", 2, 5),
        ("Resistor 1 kΩ", 20, 50),
        ("Resistor 220 Ω", 2, 5),
        ("MCP23017-E/SP", 0, 5),
        ("Resistor network 10 × 10 kΩ", 0, 5),
        ("Capacitor 100 nF", 0, 5),
        ("Board with four MAX7219", 4, 4),
        ("Resistor 330 Ω", 3, 3),
        ("Electrolytic capacitor", 2, 2),
        ("Fuse holder", 2, 2),
        # Plus before the fuses; plus and minus of display and of light; minus of both.
        ("Lever connector for 3 wires", 6, 6),
        ("Foam tape", 1, 1),
        ("M3 × 20 and nut", 8, 20),
        ("M3 × 12, countersunk", 4, 4),
        # Two in each of three feet, two in the camera's plate; two in each of two wedges; a washer for each.
        ("Screw M5 × 10", 8, 8),
        ("Screw M5 × 12", 4, 4),
        ("Washer M5", 12, 12),
        ("Wood screw 4 × 16", 12, 12),
        ("M2.5 × 8", 4, 4),
    ],
)
def test_there_are_as_many_as_somebody_counts_in_the_drawings(name: str, two: int, five: int) -> None:
    assert (part(name).needed(TWO), part(name).needed(FIVE)) == (two, five)


@pytest.mark.parametrize("size", TABLE.sizes, ids=lambda size: size.name)
def test_nothing_that_is_counted_is_missing_in_the_list(size: Size) -> None:
    assert shopping.faults(TABLE, size) == []
    assert all(one.needed(size) >= 0 for one in PARTS)
    # What is bought in one piece is not cut up.
    assert [one.name for one in PARTS if not one.unit and one.needed(size) % 1] == []


def test_a_table_with_more_keys_boards_or_expanders_needs_more() -> None:
    four = replace(FIVE, seats=4, panels=FIVE.panels[:4])
    wide = replace(TABLE, display=replace(TABLE.display, columns=128))
    assert counts.counted(TABLE, four)["expanders"] == 4
    assert counts.counted(TABLE, four)["key resistors"] == 40
    assert counts.counted(wide, TWO)["display boards"] == 8
    longer = replace(TABLE, cable=replace(TABLE.cable, longest=2500.0))
    assert counts.counted(longer, TWO)["flat cable"] == 5


def test_a_part_that_the_list_lacks_or_does_not_know_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(change: Callable[[Part], Part | None], name: str) -> list[str]:
        changed = [change(one) if one.name.startswith(name) else one for one in PARTS]
        whole = shopping.shopping()
        other = shopping.Shopping(whole.estimate, [one for one in changed if one], whole.printed)
        with monkeypatch.context() as patch:
            patch.setattr(shopping, "shopping", lambda: other)
            return shopping.faults(TABLE, FIVE)

    assert found(lambda _one: None, "Resistor 1 kΩ") == [
        "parts.toml: 0 parts have count = 'key resistors': allowed is one, and 50 are needed"
    ]
    assert found(lambda one: replace(one, count="plugs"), "Box header 2×8") == [
        "parts.toml: 0 parts have count = 'box headers': allowed is one, and 10 are needed",
        "parts.toml: 2 parts have count = 'plugs': allowed is one, and 10 are needed",
    ]
    assert found(lambda one: replace(one, table=3), "Resistor 1 kΩ") == [
        "parts.toml, Resistor 1 kΩ, 1/4 W: it is counted, so table and seat have to go"
    ]
    (lamps,) = found(lambda one: replace(one, takes="lamb"), "LED 8 mm")
    assert lamps.startswith("parts.toml, LED 8 mm, amber or yellow, diffuse, 2.0 V: takes = 'lamb': allowed are LED")
    assert "count = 'keyes': allowed are BACK keys, " in found(lambda one: replace(one, count="keyes"), "Push")[1]


@pytest.mark.parametrize("size", TABLE.sizes, ids=lambda size: size.name)
def test_the_washer_that_printed_parts_have_room_for_is_bought_with_each_screw(size: Size) -> None:
    screws_ = sum(one.needed(size) for one in PARTS if re.search(r"\bM5 × \d", one.name))
    assert part("Washer M5").needed(size) == screws_ == 12
    assert "(ISO 7089)" in part("Washer M5").name
    washer = given.WASHERS[5.0]
    assert washer == (10.0, 5.3, 1.0), "ISO 7089"
    assert washer.outer <= given.M5_HEAD
    missing = [one for one in PARTS if not one.name.startswith("Washer")]
    whole = shopping.shopping()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shopping, "shopping", lambda: shopping.Shopping(whole.estimate, missing, whole.printed))
        assert shopping.faults(TABLE, size) == [
            "parts.toml: 0 parts have count = 'washers': allowed is one, and 12 are needed"
        ]


def test_wires_are_long_enough() -> None:
    layout = dimensions(TABLE).layout
    behind_fuses = 4 * TABLE.supply.wire_longest / 1000
    assert part("Twin wire").needed(TWO) == behind_fuses + 0.5, "two strips, two lights, and from socket to fuses"
    assert part("Aluminium profile").needed(TWO) * 1000 >= layout.mast_length + layout.arm_length + 2 * 300
    assert part("Strip of wood").needed(TWO) * 1000 >= 2 * sum(layout.strips)
    assert part("LED strip").needed(TWO) * 1000 == 2 * TABLE.light.length


def test_there_is_enough_thin_wire_of_each_colour() -> None:
    """One wire of 0.2 m of each colour in each panel, one of 0.1 m at the hub, and what display and bus take."""
    sets, pink = part("Stranded wire 0.14"), part("the same wire in pink")
    (metres,) = re.findall(r"(\d+) m of each", sets.name)
    for size, bus in ((TWO, 0), (FIVE, 1)):
        # Black: ground from key to key too, through twelve places of a panel; the bus and the display.
        keys = 0.034 * 3 * 2 + 0.034 + 0.036 * 2 + 0.1
        black = size.seats * (0.2 + 0.1 + keys + 0.1 * bus) + 0.3 + 2 * 0.05
        assert sets.needed(size) * int(metres) >= black, size.name
        assert pink.needed(size) >= round(size.seats * (0.2 + 0.1), 6), size.name
    longer = replace(TABLE, cable=replace(TABLE.cable, colours={**TABLE.cable.colours, "ok": "OL"}))
    assert counts.thin_wires(longer, TWO)["OL"] == pytest.approx(0.6)


def test_each_colour_that_is_drawn_is_bought() -> None:
    names = " / ".join(one.name for one in PARTS if "wire" in one.name)
    for size in TABLE.sizes:
        for code in counts.thin_wires(TABLE, size):
            assert re.search(rf"\b{colours.COLOURS[code].word}\b", names), code


def test_the_camera_cable_reaches_the_camera() -> None:
    (metres,) = re.findall(r", (\S+) m$", part("Camera cable").name)
    (least,) = re.findall(r"(\S+) m is the least", part("Camera cable").instead)
    assert counts.camera_way(TABLE) <= float(least) < float(metres)
    layout = dimensions(TABLE).layout
    assert counts.camera_way(TABLE) > (layout.mast_length + layout.mast[1]) / 1000


# --- which kind -------------------------------------------------------------------------------------------------------


def test_the_names_of_parts_have_the_values_of_the_data() -> None:
    made, supply, cable = dimensions(TABLE), TABLE.supply, TABLE.cable
    pane = (round(side) for side in made.frame.boards)
    layout, floor = made.layout, TABLE.tray.floor
    depth = layout.front + layout.back
    profiles = (layout.mast_length, layout.arm_length, layout.post_length, layout.post_length)
    for begins, has in (
        ("Supply 5", f"{supply.volt:g} V, {supply.milliampere / 1000:g} A"),
        ("Fuse 5 × 20 mm, slow, 3", f"slow, {supply.display_fuse / 1000:g} A"),
        ("Fuse 5 × 20 mm, slow, 1", f"slow, {supply.light_fuse / 1000:g} A"),
        ("Twin wire", f"2 × {supply.wire_mm2} mm²"),
        ("Electrolytic", f"{supply.capacitors[0]:g} µF"),
        ("Resistor 1 kΩ", f"{cable.key_series_ohm / 1000:g} kΩ"),
        ("Resistor 220", f"{cable.lamp_ohm:g} Ω"),
        ("Resistor 330", f"{TABLE.display.series_ohm:g} Ω"),
        ("Resistor network", f"10 × {cable.key_pull_up_ohm / 1000:g} kΩ"),
        ("LED 8 mm", f"{cable.lamp_volt} V"),
        ("LED strip", f"{TABLE.light.strip_width:g} mm, {TABLE.light.watt_a_metre:g} W a metre"),
        ("Flat cable", f"{len(cable.wires)} wires"),
        ("USB cable", f"{supply.wire_longest / 1000:g} m"),
        ("Strip of wood", f"{TABLE.tray.wall_height:g} × {TABLE.tray.wall_thickness:g} mm"),
        ("Plywood", f"{made.layout.thickness:g} mm, cut to {made.layout.width:g} × {depth:g} mm"),
        ("Aluminium", "cut to {:.0f}, {:.0f}, {:.0f} and {:.0f} mm".format(*profiles)),
        ("Strip of wood", "cut to twice {:g} and twice {:g} mm".format(*made.layout.strips)),
        ("Felt", f"1 mm, dark green, on cork {TABLE.tray.felt - 1:g} mm, each {floor[0]:g} × {floor[1]:g} mm"),
        ("LED strip", f"before {made.lamp.length - 2 * made.lamp.wall:.0f} mm"),
        ("Prototyping board 160", f"holes {made.hub.board_hole_inside:g} mm inside"),
        ("Acrylic, smoke", "{} × {} mm".format(*pane)),
        ("Push button", f"thread {KEY_THREAD:g} mm"),
        ("Lens M12", f"{TABLE.camera.focal_length:g} mm"),
        ("Raspberry Pi 4", TABLE.computers[0].name),
        ("Supply 5.1 V, 3", f"{TABLE.computers[0].supply_milliampere / 1000:g} A"),
    ):
        names = [one.name for one in PARTS if one.name.startswith(begins)]
        assert [name for name in names if has in name], (begins, has)


def _changed(section: str, **values: object) -> Hardware:
    return replace(TABLE, **{section: replace(getattr(TABLE, section), **values)})


@pytest.mark.parametrize(
    ("name", "ends", "table"),
    [
        ("Resistor 1 kΩ", [820, 1500], lambda end: _changed("cable", key_series_ohm=end)),
        ("Resistor 220 Ω", [180, 330], lambda end: _changed("cable", lamp_ohm=end)),
        ("Resistor 330 Ω", [270, 390], lambda end: _changed("display", series_ohm=end)),
        ("Electrolytic capacitor", [1000, 2200], lambda end: _changed("supply", capacitors=[end, end])),
        ("Twin wire", [1], lambda end: _changed("supply", wire_mm2=end)),
        ("LED strip", [11], lambda end: _changed("light", watt_a_metre=end)),
        ("Lens M12", [10, 12.5], lambda end: _changed("camera", focal_length=end)),
    ],
)
def test_what_does_as_well_keeps_to_the_rules(name: str, ends: list[float], table: Callable[[float], Hardware]) -> None:
    """Both ends of the range that the list allows; and the range is no other than that."""
    said = part(name).instead
    for end in ends:
        assert f"{end:g}" in said or f"{end / 1000:g} k" in said, said
        other = table(float(end))
        assert [fault for size in TABLE.sizes for fault in power.faults(other, size)] == []
        assert optics.faults(other) == []


def test_what_the_list_forbids_is_against_the_rules() -> None:
    """Values just beyond what the list allows, of those where the rule is near."""
    for beyond in (
        _changed("display", series_ohm=470.0),
        _changed("supply", capacitors=[3300.0, 3300.0]),
        _changed("light", watt_a_metre=14.4),
        _changed("supply", display_fuse=2500),
        _changed("supply", milliampere=5000),
    ):
        assert power.faults(beyond, FIVE) != []
    assert optics.faults(_changed("camera", focal_length=16.0)) != []


def test_each_part_but_screws_says_what_does_as_well() -> None:
    assert [one.name for one in PARTS if not one.instead and one.group != "Screws"] == []


# --- what it takes, what it costs -------------------------------------------------------------------------------------


def test_what_parts_take_adds_up_to_the_budget() -> None:
    """The list says what one takes, the budget what all take: two ways to the same sum."""
    for size in TABLE.sizes:
        ours = sum(one.milliampere() * one.needed(size) for one in PARTS)
        computer = TABLE.computers[0].milliampere
        extra = 0.0
        if size.name == "five":
            extra = 50 * power.pressed_milliampere(TABLE) + power.i2c_milliampere(TABLE)
        budget = computer + power.total(TABLE, size, "pi") + power.total(TABLE, size, "five")
        assert ours + extra == pytest.approx(budget), size.name


def test_everything_that_takes_something_says_how_much() -> None:
    taking = {one.takes for one in PARTS if one.takes}
    assert taking == set(power.each(TABLE))


def test_prices_say_of_when_they_are_and_how_far_they_may_be_off() -> None:
    estimate = shopping.shopping().estimate
    year, month = estimate.month.split("-")
    word = {"11": "November"}[month]
    for name in ("parts.md", "parts.de.md"):
        text = (HARDWARE / name).read_text(encoding="utf-8")
        assert f"{word} {year}" in text
        for size in TABLE.sizes:
            assert f"{price(size):.0f} €" in text
            assert f"{price(size) * (1 + estimate.either_way):.0f} €" in text


def test_the_price_is_the_sum_of_all() -> None:
    for size in TABLE.sizes:
        text = (HARDWARE / "parts.md").read_text(encoding="utf-8").split("## Printed")[0]
        rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in text.splitlines() if row.startswith("| ")]
        column = 1 if size.name == "two" else 2
        total = 0.0
        for row in rows:
            if re.fullmatch(r"[\d.]+( m)?", row[column]) and "€" in row[3]:
                total += float(row[column].split()[0]) * float(row[3].split()[0])
        assert total == pytest.approx(price(size), abs=0.01)
