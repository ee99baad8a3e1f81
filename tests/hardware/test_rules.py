"""Camera and lamps hang where they have to, supply, fuses and wires bear what they carry; what does not is found."""

import math
import random
from dataclasses import replace as made_with

import pytest
from msgspec.structs import replace

from controller.hardware import Hardware, hardware
from hardware.generate import colours, dimensions, fitting, given, lengths, optics, power, screws, shopping, stability
from hardware.generate.__main__ import check

TABLE = hardware()


def with_(**sections: dict[str, object]) -> Hardware:
    """The table with other values: ``camera={"height": 400}``."""
    return replace(TABLE, **{name: replace(getattr(TABLE, name), **values) for name, values in sections.items()})


def test_the_table_can_be_built() -> None:
    assert check(TABLE) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"ok": "BN"}, "cable.colours: 2 wires are BN"),
        ({"ok": "XX"}, "cable.colours.ok is XX: allowed are BK, BN,"),
        ({"ground": "OL"}, "cable.colours.ground is OL: allowed are"),
        ({"ground": "WH", "ok": "BK"}, "cable.colours.ground is WH: ground is BK everywhere"),
        ({"9": "RD"}, "cable.colours: there is no wire 9"),
    ],
)
def test_wires_that_cannot_be_told_apart_are_found(change: dict[str, str], found: str) -> None:
    wrong = with_(cable={"colours": {**TABLE.cable.colours, **change}})
    assert any(one.startswith(found) for one in colours.faults(wrong))
    assert colours.faults(wrong)[0] in check(wrong)


def test_a_wire_without_a_colour_is_found() -> None:
    bare = {wire: code for wire, code in TABLE.cable.colours.items() if wire != "lamp"}
    assert colours.faults(with_(cable={"colours": bare})) == ["cable.colours: lamp has none"]


# --- camera -----------------------------------------------------------------------------------------------------------


def test_no_die_lies_farther_from_the_axis_than_is_reckoned_with() -> None:
    tray, half = TABLE.tray, TABLE.camera.die_half_width
    chance = random.Random(1)
    width, depth = (side / 2 - half for side in tray.floor)
    across = sum(tray.floor) / 2 - tray.corner
    far = 0.0
    for _ in range(20_000):
        x, y = chance.uniform(-width, width), chance.uniform(-depth, depth)
        if (abs(x) + abs(y) - across) / math.sqrt(2) <= -half:
            far = max(far, math.hypot(x, y))
    assert far <= optics.farthest_die(tray, TABLE.camera) < far + 1.0


def test_every_upper_face_is_seen_at_15_degrees_or_less() -> None:
    tray, camera = TABLE.tray, TABLE.camera
    assert camera.largest_angle_deg == 15
    assert optics.largest_angle(tray, camera) <= 15
    lowest = replace(camera, height=optics.least_height(tray, camera))
    assert math.isclose(optics.largest_angle(tray, lowest), 15)


def test_the_mast_reaches_the_height_of_the_camera() -> None:
    made = dimensions.dimensions(TABLE)
    top = made.foot.thickness + made.layout.mast_length
    arm = TABLE.tray.felt + TABLE.camera.height + made.head.lens_below_arm
    assert top >= arm + given.PROFILE
    # The arm reaches just so far that the lens is over the middle of the tray.
    assert math.isclose(
        made.layout.mast[1] - given.PROFILE / 2 - made.layout.arm_length, made.head.lens_x - made.head.overlap
    )


def test_a_camera_that_hangs_too_low_is_found() -> None:
    assert optics.faults(with_(camera={"height": 400.0}))[0].startswith(
        "camera.height is 400, and has to be at least 477"
    )


def test_a_tray_that_is_too_large_for_the_picture_is_found() -> None:
    found = optics.faults(with_(tray={"floor": (300.0, 180.0)}))
    assert any("the marks of 326 × 206 are not in the picture" in fault for fault in found)


def test_lamps_that_upper_faces_mirror_into_the_lens_are_found() -> None:
    tray, camera, light = TABLE.tray, TABLE.camera, TABLE.light
    least = optics.least_light_distance(tray, camera, light)
    # Angle of incidence and of reflection at the floor's edge are the same.
    edge = tray.floor[0] / 2
    assert math.isclose(edge / camera.height, (least - edge) / light.height)
    assert "upper faces mirror the lamps" in optics.faults(with_(light={"distance": least - 1}))[0]


# --- lamps ------------------------------------------------------------------------------------------------------------


def test_heads_on_which_the_led_strip_cannot_lie_flat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lamp, head = dimensions.dimensions(TABLE).lamp, given.SUNK[3.0]
    assert fitting.lamp_faults(lamp, head, sunk=True) == []
    says = "lamp: heads stand {} mm high in the channel, where the LED strip has to lie flat"
    # A cylinder head, a countersunk one on a plain hole, and a cone that is too small.
    assert fitting.lamp_faults(lamp, given.CYLINDER[3.0], sunk=False) == [says.format("3.0")]
    assert fitting.lamp_faults(made_with(lamp, sink=0.0), head, sunk=True) == [says.format("1.7")]
    assert fitting.lamp_faults(made_with(lamp, sink=6.0), head, sunk=True) == [says.format("0.4")]
    # The parts list decides which of them it is.
    whole = shopping.shopping()
    plain = [replace(one, name="M3 × 12") if one.count == "channel screws" else one for one in whole.parts]
    monkeypatch.setattr(screws, "shopping", lambda: replace(whole, parts=plain))
    assert check(TABLE) == [says.format("3.0")]


# --- panels and tray --------------------------------------------------------------------------------------------------


def test_keys_that_are_too_near_to_each_other_or_to_the_edge_are_found() -> None:
    near = with_(panel={"ok": (126.0, 40.0)})
    assert "panel.8 and ok are nearer than 18" in fitting.faults(near)
    assert "panel.ok at 126, 2 does not lie on the face" in fitting.faults(with_(panel={"ok": (126.0, 2.0)}))


@pytest.mark.parametrize("hole", [11.8, 14.5])
def test_holes_through_which_no_key_goes_or_all_of_it_are_found(hole: float) -> None:
    found = fitting.faults(with_(panel={"key_hole": hole}))
    assert found == [f"panel.key_hole is {hole:g}: allowed is between 12 and 14"]


def test_an_option_key_that_the_shroud_does_not_hide_is_found() -> None:
    near = [*TABLE.panel.keys[:4], (24.0, 40.0), *TABLE.panel.keys[5:]]
    found = check(with_(panel={"keys": near}))
    assert [fault for fault in found if fault.startswith("the shroud does not hide") and fault.endswith(": 5")]


def test_marks_that_are_not_where_the_program_is_told_are_found() -> None:
    assert fitting.faults(with_(tray={"mark_height": 30.0})) == ["tray.mark_height has to be 39"]
    assert "tray.corner is too small for tray.mark_paper" in fitting.faults(with_(tray={"corner": 25.0}))


def test_a_lip_that_covers_the_outermost_lights_is_found() -> None:
    frame = dimensions.dimensions(TABLE).frame
    assert fitting.display_faults(TABLE, frame) == []
    (found,) = fitting.display_faults(TABLE, made_with(frame, lip=1.5))
    assert found == "display: the lip of 1.5 covers a part of the lights, 0.8 are free"


def test_a_plug_of_the_raspberry_pi_that_cannot_be_put_in_is_found() -> None:
    made = dimensions.dimensions(TABLE)
    assert fitting.hub_faults(made) == []
    found = fitting.hub_faults(made_with(made, hub=lengths.Hub(board_at=(5.0, 60.0))))
    assert "hub: the hub's board stands before the Raspberry Pi's plug for the memory card" in found
    mast = (made.layout.mast[0], made.layout.hub[1] + made.hub.pi_at[1])
    before = made_with(made, layout=made_with(made.layout, mast=mast))
    assert fitting.hub_faults(before) == [
        "hub: the mast's foot stands before the Raspberry Pi's plug for USB and network"
    ]


# --- power ------------------------------------------------------------------------------------------------------------


def test_the_display_takes_what_its_firmware_documents() -> None:
    display = TABLE.display
    assert power.all_lights_milliampere(TABLE) * display.light_milliampere / display.most_light_milliampere == 5120
    assert power.chips_milliampere(TABLE) == 128


def test_no_picture_takes_more_than_the_budget_has() -> None:
    """The firmware's own limit (``supply_limit`` in firmware/src/supply.c), but with what a light takes at most."""
    display = TABLE.display
    most = display.supply_milliampere * 8 * 32 // display.light_milliampere
    worst = 0.0
    for lit in range(1, display.columns * display.rows + 1):
        brightness = 15
        while brightness > 0 and lit * (2 * brightness + 1) > most:
            brightness -= 1
        worst = max(worst, lit * display.most_light_milliampere / 8 * (2 * brightness + 1) / 32)
    assert 0.95 * power.lights_milliampere(TABLE) < worst <= power.lights_milliampere(TABLE) == 2350


def test_the_display_gets_the_voltage_that_its_chips_need() -> None:
    """By hand: 2.478 A through the fuse (0.14 V at 3.15 A), half of it through each pair of wires; 3.278 A in all."""
    wires = 2.478 / 2 * 2 * 1.5 * 0.0178 / 0.75
    assert math.isclose(power.drop(TABLE), wires + 2.478 * 0.14 / 3.15 + 3.278 * 0.03)
    # 6.016 A for an eighth of 1/800 s, of which 2.35 A come over the wires, out of 2000 µF.
    assert math.isclose(power.dip(TABLE), (6.016 - 2.35) / 6400 / 2e-3)
    assert math.isclose(power.display_volt(TABLE), 4.75 - power.drop(TABLE) - power.dip(TABLE))
    assert power.display_volt(TABLE) > 4.0, "MAX7219, data sheet"
    assert math.isclose(power.light_drop(TABLE), 0.8 * 2 * 1.5 * 0.0178 / 0.75 + 0.8 * 0.25 + 3.278 * 0.03)


def test_the_3_3_volt_of_the_header_bear_all_lamps_and_pressed_keys() -> None:
    # Lamps 5 × 5.9 mA, keys 50 × 0.3 mA, chips 5 × 1 mA, I2C 3.7 mA.
    assert math.isclose(power.header_milliampere(TABLE, TABLE.size("five")), 53.2, abs_tol=0.05)
    weak = replace(TABLE, header=replace(TABLE.header, supply_milliampere=50))
    assert power.faults(weak, TABLE.size("five")) == ["3.3 V: 53 mA are needed, the header gives 50"]


def test_a_pressed_key_is_low_and_a_let_go_one_rises_long_before_the_program_looks() -> None:
    # MCP23017: low is below 0.2 VDD; BCM2711: below 0.8 V. The program waits for 10 ms of rest.
    assert power.pressed_volt(TABLE, expander=True) < 0.2 * 3.3
    assert power.pressed_volt(TABLE, expander=False) < 0.8
    assert power.rise_microseconds(TABLE, expander=False) < 100
    assert power.lamp_milliampere(TABLE) <= 10, "as hardware/panels.md promises"


@pytest.mark.parametrize("place", range(len(TABLE.computers)))
def test_a_computer_whose_supply_is_too_weak_is_found(place: int) -> None:
    computers = list(TABLE.computers)
    beside = power.total(TABLE, TABLE.size("five"), "pi")
    computers[place] = replace(computers[place], supply_milliampere=computers[place].milliampere + int(beside))
    (found,) = power.faults(replace(TABLE, computers=computers), TABLE.size("five"))
    assert found.startswith(f"supply {computers[place].name}: ")


def test_lines_of_the_display_that_are_too_slow_or_push_too_much_are_found() -> None:
    size = TABLE.size("two")
    assert power.pushed_milliampere(TABLE) <= 20, "what a pin of an ATmega328P gives for long"
    assert power.signal_nanoseconds(TABLE) < 100
    assert "a line of the display takes" in power.faults(with_(display={"series_ohm": 470.0}), size)[0]
    assert power.faults(with_(display={"series_ohm": 100.0}), size) == [
        "the Nano pushes 43 mA into boards without supply, more than 20"
    ]


def test_a_pull_up_that_is_too_strong_for_the_resistors_of_the_keys_is_found() -> None:
    header = replace(TABLE.header, pull_up_ohm=(5000.0, 73000.0))
    assert power.faults(replace(TABLE, header=header), TABLE.size("two")) == [
        "a pull-up of less than 3128 Ω keeps a pressed key high"
    ]


def test_cables_and_resistors_with_which_keys_are_not_read_or_lamps_take_too_much_are_found() -> None:
    def found(**values: object) -> list[str]:
        return power.faults(with_(cable=values), TABLE.size("five"))

    assert "a pressed key at an expander is at 1.10 V, and low ends at 0.66 V" in found(key_pull_up_ohm=2000.0)
    assert "cable.longest: a key's line takes 526 µs to rise, more than 100" in found(longest=60000.0)
    assert "cable.lamp_ohm: a lamp takes 59 mA, more than 10" in found(lamp_ohm=22.0)


# --- does it stand? ---------------------------------------------------------------------------------------------------


def test_the_middle_of_gravity_and_the_push_that_tips_it_are_right() -> None:
    """By the torque about the back edge, mass by mass."""
    made = dimensions.dimensions(TABLE)
    layout, every = made.layout, list(stability.masses(made))
    about_back = sum(one.kilogram * 9.81 * (layout.back - one.y) for one in every)
    top = made.foot.thickness + layout.mast_length + layout.thickness
    back = next(push for push in stability.pushes(TABLE) if push.to == "back")
    assert math.isclose(back.newton, about_back / top)
    assert stability.faults(TABLE) == []


def test_a_mast_that_is_too_high_for_the_board_is_found() -> None:
    high = with_(camera={"height": 1500.0})
    assert [fault.split(" with ")[0] for fault in stability.faults(high)] == [
        "the table tips to the players",
        "the table tips to the back",
        "the table tips to the side",
    ]


def test_too_weak_supplies_fuses_and_wires_are_found() -> None:
    size = TABLE.size("five")

    def found(**values: object) -> str:
        return "; ".join(power.faults(with_(supply=values), size))

    assert found() == ""
    assert "supply five: 3278 mA are needed, it gives 2000" in found(milliampere=2000)
    assert "takes 7.02 A² s, too much for a fuse that melts at 20" in found(capacitors=[10000.0, 10000.0])
    assert "fuse of the display: 2478 mA are too much for 2500 mA" in found(display_fuse=2500)
    assert "fuse of the light: 800 mA are too much for 800 mA" in found(light_fuse=800)
    assert "do not protect wires for 2000 mA" in found(wire_milliampere=2000)
    assert "the supply can give more than its wires bear" in found(milliampere=6000)
    assert "3.99 V reach the display, less than 4.0: thicker or shorter wires, more µF" in found(wire_mm2=0.25)
    assert "V reach the display" in found(capacitors=[470.0, 470.0])
