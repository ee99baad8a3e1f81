"""Circuit diagrams, by schemdraw's own SVG: the same text from the same figures, everywhere."""

import re

import schemdraw
import schemdraw.elements as elm

from controller.hardware import Hardware, PanelWiring
from hardware.generate.words import Say, saying

_FONT = 12


def key(table: Hardware, t: Say) -> bytes:
    """A key and the lamp of a panel at the header, from the Raspberry Pi to ground."""
    panel = table.size("two").panels[0]
    low, high = (ohm / 1000 for ohm in table.header.pull_up_ohm)
    pull_up = f"{t('pull-up of the')}\nRaspberry Pi\n{low:.0f} … {high:.0f} kΩ"
    with _drawing() as drawing:
        gpio = drawing.add(elm.Dot(open=True).label(f"GPIO {panel.keys[0]}", "left"))
        drawing.push()
        drawing.add(elm.Resistor().up().label(pull_up, "bottom"))
        drawing.add(elm.Vdd().label(t("3.3 V")))
        drawing.pop()
        drawing.add(elm.Resistor().right().at(gpio.center).label(_kilo(table.cable.key_series_ohm)))
        drawing.add(elm.Line().right().length(3.5).label(t(f"flat cable, {table.cable.longest / 1000:.0f} m at most")))
        drawing.add(elm.Button().right().label("KEY 1"))
        drawing.add(elm.Line().down().length(1.2))
        drawing.add(elm.Ground())
        lamp = drawing.add(elm.Dot(open=True).at((0, -3.5)).label(f"GPIO {panel.lamp}", "left"))
        drawing.add(elm.Resistor().right().at(lamp.center).label(_ohm(table.cable.lamp_ohm)))
        drawing.add(elm.Line().right().length(3.5).label(t("cable")))
        drawing.add(elm.LED().right().label(t("lamp"), "bottom", ofst=0.4))
        drawing.add(elm.Line().down().length(0.8))
        drawing.add(elm.Ground())
        return _svg(drawing)


def expander(table: Hardware, panel: PanelWiring, t: Say) -> bytes:
    """One expander with a key, the lamp, bus and interrupt."""
    assert panel.address is not None, "of a seat at an expander"
    chip, places = table.expander.pins, table.header.places
    first, lamp = (f"GP{'AB'[line // 8]}{line % 8}" for line in (panel.keys[0], panel.lamp))
    left = ("VSS", "A2", "A1", "A0", "INTA", "SDA", "SCL", "RESET", "VDD")
    pins = [elm.IcPin(name, pin=str(chip[name]), side="left") for name in left]
    pins += [elm.IcPin(lamp, pin=str(chip[lamp]), side="right"), elm.IcPin(first, pin=str(chip[first]), side="right")]
    with _drawing() as drawing:
        ic = drawing.add(
            elm.Ic(pins=pins, edgepadW=1.4, edgepadH=0.9, pinspacing=1.3, plblofst=0.2).label(
                "MCP23017", "bottom", ofst=0.3
            )
        )
        for name, text in (
            ("SDA", f"SDA, pin {places[2]}"),
            ("SCL", f"SCL, pin {places[3]}"),
            ("INTA", f"GPIO {panel.interrupt}, pin {places[panel.interrupt or 0]}"),
        ):
            drawing.add(elm.Line().left().at(getattr(ic, name)).length(1.5))
            drawing.add(elm.Dot(open=True).label(t(text), "left"))
        for bit in range(3):
            name = f"A{bit}"
            level = t("3.3 V") if panel.address >> bit & 1 else "GND"
            drawing.add(elm.Line().left().at(getattr(ic, name)).length(0.7).label(level, "left"))
        drawing.add(elm.Line().left().at(ic.VSS).length(0.7))
        drawing.add(elm.Ground())
        supply = drawing.add(elm.Line().left().at(ic.VDD).length(1.5))
        drawing.add(elm.Dot())
        drawing.add(elm.Line().up().length(0.3))
        drawing.add(elm.Vdd().label(t("3.3 V, pin 1"), ofst=0.15))
        drawing.add(elm.Capacitor().left().at(supply.end).label("100 nF"))
        drawing.add(elm.Ground())
        drawing.add(elm.Line().left().at(ic.RESET).length(1.5))
        drawing.add(elm.Line().up().toy(ic.VDD))
        line = drawing.add(elm.Line().right().at(getattr(ic, first)).length(1.2))
        drawing.add(elm.Dot())
        drawing.push()
        drawing.add(elm.Resistor().up().label(_kilo(table.cable.key_pull_up_ohm), "bottom"))
        drawing.add(elm.Vdd().label(t("3.3 V")))
        drawing.pop()
        drawing.add(elm.Resistor().right().at(line.end).label(_kilo(table.cable.key_series_ohm), "bottom", ofst=0.3))
        drawing.add(elm.Line().right().length(1.6).label(t("cable")))
        drawing.add(elm.Button().right().label("KEY 1"))
        drawing.add(elm.Line().down().length(0.6))
        drawing.add(elm.Ground())
        drawing.add(elm.Line().right().at(getattr(ic, lamp)).length(0.4))
        drawing.add(elm.Line().down().length(2.0))
        drawing.add(elm.Resistor().right().label(_ohm(table.cable.lamp_ohm)))
        drawing.add(elm.Line().right().length(1.6).label(t("cable")))
        drawing.add(elm.LED().right().label(t("lamp"), "bottom", ofst=0.4))
        drawing.add(elm.Line().down().length(0.5))
        drawing.add(elm.Ground())
        return _svg(drawing)


def display(table: Hardware, t: Say) -> bytes:
    """Supply, fuses, light and the display with its Nano."""
    with _drawing() as drawing:
        strip_pins = [
            elm.IcPin(name, side="left", slot=f"{slot}/4") for slot, name in enumerate(("CLK", "DIN", "CS"), start=1)
        ]
        strip_pins += [elm.IcPin(name, side="bottom") for name in ("VCC", "GND")]
        chips = table.display.columns * table.display.rows // 64
        strips = drawing.add(
            elm.Ic(pins=strip_pins, edgepadW=1.5, edgepadH=1.0, pinspacing=1.6)
            .at((10.5, 0))
            .right()
            .label(t(f"{chips} × MAX7219 in one chain"), "top")
        )
        _nano(drawing, strips, table)
        _supply(drawing, strips, table, t)
        return _svg(drawing)


def _nano(drawing: schemdraw.Drawing, strips: elm.Ic, table: Hardware) -> None:
    """The Nano, left of what it drives."""
    pins = table.display.pins
    sides = [elm.IcPin(pins[name], side="right", anchorname=name) for name in ("clock", "data", "select")]
    sides += [elm.IcPin("5 V", side="right", anchorname="five")]
    sides += [elm.IcPin("USB", side="left"), elm.IcPin("GND", side="bottom")]
    nano = drawing.add(
        elm.Ic(pins=sides, edgepadW=1.5, edgepadH=1.0, pinspacing=1.6).at((0, 0)).right().label("Arduino Nano", "top")
    )
    for pin, to in (("data", "DIN"), ("select", "CS"), ("clock", "CLK")):
        bend = drawing.add(elm.Line().right().at(getattr(nano, pin)).length(2.5))
        drawing.add(elm.Resistor().right().at(bend.end).label(_ohm(table.display.series_ohm)))
        drawing.add(elm.Line().to(getattr(strips, to)))
    drawing.add(elm.Line().left().at(nano.USB).length(0.8))
    drawing.add(elm.Dot(open=True).label("Raspberry Pi,\nUSB", "left"))
    drawing.add(elm.Line().down().at(nano.GND).length(0.3))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().right().at(nano.five).length(2.5))
    drawing.add(elm.Resistor().down().toy(nano.select).label("10 kΩ", "top", ofst=0.2))
    drawing.add(elm.Dot())


def _supply(drawing: schemdraw.Drawing, strips: elm.Ic, table: Hardware, t: Say) -> None:
    """What feeds display and light, below both."""
    supply = table.supply
    source = drawing.add(
        elm.SourceV().up().at((0, -7.5)).label(f"{supply.volt:.0f} V\n{supply.milliampere / 1000:g} A")
    )
    drawing.add(elm.Ground().at(source.start))
    drawing.add(elm.Switch().right().at(source.end).label(t("switch")))
    joint = drawing.add(elm.Dot())
    drawing.add(elm.Fuse().right().at(joint.center).label(t(f"{supply.display_fuse / 1000:g} A slow"), ofst=0.2))
    rail = drawing.add(elm.Dot())
    drawing.add(elm.Line().right().at(rail.center).tox(strips.VCC))
    drawing.add(elm.Line().up().toy(strips.VCC))
    several = f"{len(supply.capacitors)} × {supply.capacitors[0]:.0f} µF"
    drawing.add(elm.Capacitor2(polar=True).down().at(rail.center).label(several, "bottom", ofst=0.3))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().down().at(strips.GND).length(0.3))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().down().at(joint.center).length(5))
    drawing.add(elm.Fuse().right().label(t(f"{supply.light_fuse / 1000:g} A slow"), ofst=0.2))
    drawing.add(elm.LED().right().label(t("both LED strips, each\nwith its own resistors"), "bottom", ofst=0.4))
    # Beyond the words below the light.
    drawing.add(elm.Line().right().length(1.5))
    drawing.add(elm.Line().down().length(0.4))
    drawing.add(elm.Ground())


def circuits(table: Hardware, language: str = "en") -> dict[str, bytes]:
    """Every diagram by its name, as SVG."""
    t = saying(language)
    return {
        "circuit-key": key(table, t),
        "circuit-expander": expander(table, table.size("five").panels[0], t),
        "circuit-display": display(table, t),
    }


def _drawing() -> schemdraw.Drawing:
    schemdraw.use("svg")
    elm.style(elm.STYLE_IEC)
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=_FONT, margin=0.3, bgcolor="white")
    return drawing


def _svg(drawing: schemdraw.Drawing) -> bytes:
    """The drawing on white paper: the background that schemdraw asks for is not drawn by all that show SVG."""
    text = drawing.get_imagedata("svg").decode()
    box = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', text)
    assert box, "schemdraw writes a view box"
    x, y, width, height = box.groups()
    head, rest = text.split(">", 1)
    return f'{head}>\n<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white"/>{rest}\n'.encode()


def _kilo(ohm: float) -> str:
    return f"{ohm / 1000:.0f} kΩ"


def _ohm(ohm: float) -> str:
    return f"{ohm:.0f} Ω"
