"""The colours of thin wires: their codes as WireViz has them, in words, and as drawings show them. Pure."""

from collections import Counter
from typing import Final, NamedTuple

from controller.hardware import Hardware


class Colour(NamedTuple):
    """A colour of a wire: in words, and as SVG writes it."""

    word: str
    fill: str


COLOURS: Final = {
    "BK": Colour("black", "#222222"),
    "BN": Colour("brown", "#8a5a2b"),
    "RD": Colour("red", "#d62828"),
    "OG": Colour("orange", "#f28c1e"),
    "YE": Colour("yellow", "#f5d90a"),
    "GN": Colour("green", "#2e9e4f"),
    "BU": Colour("blue", "#2563c9"),
    "VT": Colour("violet", "#8e44ad"),
    "GY": Colour("grey", "#9aa0a6"),
    "WH": Colour("white", "#ffffff"),
    "PK": Colour("pink", "#f5a3c7"),
    "TQ": Colour("turquoise", "#35c2c1"),
}
"""By the codes of IEC 60757. The first ten are what a set of hook-up wire has, in the order of resistors' bands."""
IN_A_SET: Final = tuple(COLOURS)[:10]
BESIDE: Final = tuple(COLOURS)[10:]
_GROUND: Final = "BK"


def word(table: Hardware, wire: str) -> str:
    """The colour of a wire inside of a panel, in words; ``wire`` as in ``Cable.wires``."""
    return COLOURS[table.cable.colours[wire]].word


def bundle(table: Hardware) -> list[str]:
    """The codes of a panel's twelve wires: keys and lamp in the order of the cable, then ground."""
    wires = [wire for wire in table.cable.wires if wire != "ground"]
    return [table.cable.colours[wire] for wire in [*wires, "ground"]]


def faults(table: Hardware) -> list[str]:
    """Wires without a colour, colours that are not known or that two wires have, ground that is not black."""
    colours, wires = table.cable.colours, set(table.cable.wires)
    found = [f"cable.colours: {wire} has none" for wire in sorted(wires - colours.keys())]
    found += [f"cable.colours: there is no wire {wire}" for wire in sorted(colours.keys() - wires)]
    for wire, code in colours.items():
        if code not in COLOURS:
            found.append(f"cable.colours.{wire} is {code}: allowed are {', '.join(COLOURS)}")
    found += [
        f"cable.colours: {times} wires are {code}" for code, times in Counter(colours.values()).items() if times > 1
    ]
    if (ground := colours.get("ground", _GROUND)) != _GROUND:
        found.append(f"cable.colours.ground is {ground}: ground is {_GROUND} everywhere")
    return found
