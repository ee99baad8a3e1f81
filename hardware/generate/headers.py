"""How the pins of a header are counted, and what each pin of the Raspberry Pi's is for. Pure; makes SVG."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from controller.hardware import Hardware, Point, Size
from hardware.generate import harness
from hardware.generate.vector import FAINT, INK, Anchor, circle, document, path, polygon, rectangle, text
from hardware.generate.words import Say, saying

RED: Final = "#d62828"
_BOARD: Final = "#efe3c8"
_BOX: Final = "#3d4249"
_ODD: Final = "#ffd966"
_EVEN: Final = "#a9d0f5"
_SOLDER: Final = "#c9ced6"
_INSIDE: Final = "#59606a"
_CABLE: Final = "#b9bec6"
_FREE: Final = "#9aa0a6"
# Of the seats, of what all of them share, and of ground.
_SEATS: Final = ("#2563c9", "#d9730d", "#2e8b57", "#8e44ad", "#be185d")
_SHARED: Final = "#0f766e"
_GROUND: Final = "#222222"


class Use(NamedTuple):
    """What a pin of the Raspberry Pi's header is for: the seats that have it, and its name there."""

    seats: tuple[int, ...]
    name: str

    def __str__(self) -> str:
        first, last = self.seats[0], self.seats[-1]
        return f"{first}{f'–{last}' if last > first else ''} · {self.name}"


def uses(table: Hardware, size: Size) -> dict[int, Use]:
    """The pins of the header that a size uses, as the harness drawing has them."""
    one = (harness.five_seats if size.panels[0].address else harness.two_seats)(table, size)
    pi, found = "Raspberry Pi", dict[int, Use]()
    for panel, (first, _wires, last) in zip(size.panels, one["connections"], strict=True):
        ends = {**first, **last}
        (other,) = ends.keys() - {pi}
        there = one["connectors"][other]
        names = dict(zip(there.get("pins", range(1, len(there["pinlabels"]) + 1)), there["pinlabels"], strict=True))
        for pin, place in zip(ends[pi], ends[other], strict=True):
            seats = found[pin].seats if pin in found else ()
            found[pin] = Use((*seats, panel.seat), names[place])
    return found


def own_name(table: Hardware, pin: int) -> str:
    """What a pin of the header is called: ``GPIO 4``, ``GND``, ``3.3 V``; ``–`` where nothing may be connected."""
    header = table.header
    gpio = {place: f"GPIO {number}" for number, place in header.places.items()}
    supply = dict.fromkeys(header.pins_3v3, "3.3 V") | dict.fromkeys(header.pins_5v, "5 V")
    return {**gpio, **supply, **dict.fromkeys(header.ground_pins, "GND")}.get(pin, "–")


# --- 2×8 --------------------------------------------------------------------------------------------------------------

_PITCH: Final = 36.0
_COLUMNS: Final = 8
_VIEW: Final = _PITCH * _COLUMNS
_TOP: Final = 112.0
_LOW: Final = _TOP + 196


def panel(t: Say) -> bytes:
    """The header 2×8 with its cable, from above and from the solder side."""
    left, right, width, height = 104.0, 104.0 + _VIEW + 120.0, 2 * _VIEW + 328.0, 364.0
    lines = [
        *_view(t, left, mirrored=False),
        *_view(t, right, mirrored=True),
        path([(left + _VIEW + 34, 40), (right - 34, 40)], FAINT, line=2, arrow=True),
        text((left + _VIEW + right) / 2, 28, t("turned over"), 12, fill=FAINT),
    ]
    return document(width, height, lines)


def _view(t: Say, x: float, *, mirrored: bool) -> Iterator[str]:
    """One of the two; x: its left end. The board is turned over like a page."""

    def at(along: float) -> float:
        return x + (_VIEW - along if mirrored else along)

    middle = x + _VIEW / 2
    board = rectangle(x - 16, _TOP - 34, _VIEW + 32, 142, _BOARD, stroke="#b59f6b", radius=6)
    yield text(middle, 34, t("from the solder side") if mirrored else t("from above"), 20, bold=True)
    yield text(middle, 54, t("solder, and mirrored") if mirrored else t("the pins look at you"), 13, fill=FAINT)
    # The cable lies on the board, so from the solder side behind it.
    yield from (*_cable(at), board) if mirrored else (board, *_cable(at))
    yield from _edge(at, t)
    box = (x - 4, _TOP - 14, _VIEW + 8, 102)
    if mirrored:
        yield rectangle(*box, "none", stroke=FAINT, dash="5 4", radius=4)
    else:
        yield rectangle(*box, _BOX, radius=4)
        yield rectangle(x + 6, _TOP - 4, _VIEW - 12, 82, _INSIDE, line=0, radius=2)
        # The notch is in the same wall as the triangle.
        yield rectangle(middle - 26, _TOP - 15, 52, 12, _INSIDE, line=0)
    tip = at(_PITCH / 2)
    fill = "white" if mirrored else RED
    yield polygon([(tip - 10, _TOP - 32), (tip + 10, _TOP - 32), (tip, _TOP - 16)], fill, stroke=RED, line=2)
    yield text(tip, _TOP - 40, t("triangle: pin 1"), 13, anchor="end" if mirrored else "start", fill=RED)
    for pin in range(1, 2 * _COLUMNS + 1):
        yield from _contact(pin, at, mirrored=mirrored)
    for row, word in enumerate(("odd", "even")):
        yield text(at(-26), _TOP + 21 + row * 42, t(word), 14, anchor="start" if mirrored else "end")


def _contact(pin: int, at: Callable[[float], float], *, mirrored: bool) -> Iterator[str]:
    """A pin with its number, or its spot of solder."""
    column, row = divmod(pin - 1, 2)
    x, y, colour = at((column + 0.5) * _PITCH), _TOP + 16 + row * 42, (_ODD, _EVEN)[row]
    ring, line = (RED, 3.5) if pin == 1 else (INK, 1.0)
    if mirrored:
        yield circle(x, y, 16, _SOLDER, stroke=ring, line=line)
        yield circle(x, y, 12.5, colour, line=0)
    else:
        yield circle(x, y, 15, colour, stroke=ring, line=line)
    yield text(x, y + 5, str(pin), 14, bold=True)


def _cable(at: Callable[[float], float]) -> Iterator[str]:
    """The flat cable's wires below the header: the first one is red."""
    half = _PITCH / 2
    for wire in range(1, 2 * _COLUMNS + 1):
        x, colour = at((wire - 0.5) * half), RED if wire == 1 else _CABLE
        yield rectangle(x - half / 2, _TOP + 60, half, _LOW - _TOP - 60, colour, stroke="white", line=1.5)
        yield text(x, _LOW + 16, str(wire), 11, fill=RED if wire == 1 else INK, bold=wire == 1)


def _edge(at: Callable[[float], float], t: Say) -> Iterator[str]:
    """The name of the cable's red edge, and what its wires' numbers are."""
    left = at(0) < at(1)
    yield path([(at(-38), _LOW - 30), (at(-4), _LOW - 30)], RED, line=2, arrow=True)
    for line, word in enumerate(t("red edge").split()):
        yield text(at(-43), _LOW - 32 + 15 * line, word, 13, anchor="end" if left else "start", fill=RED)
    yield text(at(_VIEW / 2), _LOW + 38, t("the flat cable's wires have the pins' numbers"), 12, fill=FAINT)


# --- 2×20 -------------------------------------------------------------------------------------------------------------

_ROW: Final = 27.0
_LABEL: Final = 172.0
_BETWEEN: Final = 34.0
_HEAD: Final = 152.0
_LONG: Final = 20 * _ROW


class Pin(NamedTuple):
    """A pin of the Raspberry Pi's header: its number, what it is called, whether it has 5 V, what it is for."""

    number: int
    name: str
    never: bool
    use: Use | None


def raspberry_pi(table: Hardware, size: Size, t: Say) -> bytes:
    """The header 2×20 at the hub's board with what each pin is for, from above and from the solder side."""
    used = uses(table, size)
    every = [Pin(pin, t(own_name(table, pin)), pin in table.header.pins_5v, used.get(pin)) for pin in range(1, 41)]
    view = 2 * _LABEL + _BETWEEN
    width, height = 2 * view + 100, _HEAD + _LONG + 42
    lines = [
        *_legend(size, t, width),
        *_long_view(every, t, 20 + view / 2, mirrored=False),
        path([(width / 2, 60), (width / 2, height - 44)], "#d1d5db"),
        *_long_view(every, t, width - 20 - view / 2, mirrored=True),
        text(width / 2, height - 14, t("the number before the point is the seat; grey: stays free"), 13, fill=FAINT),
    ]
    return document(width, height, lines)


def _legend(size: Size, t: Say, width: float) -> Iterator[str]:
    """The seats' colours in a row."""
    each = 118.0
    x = width / 2 - each * (size.seats + 1) / 2
    for number in range(1, size.seats + 1):
        yield circle(x + 8, 18, 8, _SEATS[number - 1], line=0)
        yield text(x + 22, 23, t(f"seat {number}"), 14, anchor="start")
        x += each
    yield circle(x + 8, 18, 7, "white", stroke=RED, line=2)
    yield text(x + 22, 23, t("5 V: never"), 14, anchor="start", fill=RED)


def _long_view(every: list[Pin], t: Say, middle: float, *, mirrored: bool) -> Iterator[str]:
    half, top, odd = _BETWEEN / 2, _HEAD - 18, 1 if mirrored else -1
    yield text(middle, 66, t("from the solder side") if mirrored else t("from above"), 20, bold=True)
    below = t("solder, and mirrored") if mirrored else t("a Raspberry Pi’s own header too, its USB sockets down here")
    yield text(middle, 86, below, 12, fill=FAINT)
    box = (middle - half - 19, top, _BETWEEN + 38, _LONG + 18)
    if mirrored:
        yield rectangle(*box, "none", stroke=FAINT, dash="5 4", radius=4)
    else:
        yield rectangle(*box, _BOX, radius=4)
    # Triangle and notch are in the wall beside the odd pins; the red edge lies at the end of pin 1.
    wall, y = middle + odd * (half + 19), _HEAD + 4
    fill = "white" if mirrored else RED
    yield polygon([(wall + odd * 16, y - 9), (wall + odd * 16, y + 9), (wall + odd * 4, y)], fill, stroke=RED, line=2)
    if not mirrored:
        yield rectangle(wall - 1, top + _LONG / 2 - 8, 8, 34, "white", line=0)
    yield path([(middle - half - 19, top - 7), (middle + half + 19, top - 7)], RED, line=5)
    yield text(middle, top - 15, t("red edge"), 13, fill=RED)
    for pin in every:
        side = odd if pin.number % 2 else -odd
        yield from _pin(pin, (middle + side * half, y + (pin.number - 1) // 2 * _ROW), side)


def _pin(pin: Pin, place: Point, side: int) -> Iterator[str]:
    """A pin with its number, and beside it what it is for; ``side``: -1 left, 1 right."""
    (x, y), use = place, pin.use
    out, anchor = x + side * 44, _outward(side)
    if use is None:
        ink, line = (RED, 2.5) if pin.never else (FAINT, 1.0)
        yield circle(x, y, 10, "white", stroke=ink, line=line)
        yield text(x, y + 4, str(pin.number), 10.5, fill=ink)
        yield text(out, y + 4.5, pin.name, 12, anchor=anchor, fill=RED if pin.never else _FREE)
        return
    colour = _GROUND if pin.name == "GND" else _SEATS[use.seats[0] - 1] if len(use.seats) == 1 else _SHARED
    yield circle(x, y, 11, colour, stroke="white", line=1.5)
    yield text(x, y + 4, str(pin.number), 10.5, fill="white", bold=True)
    yield rectangle(min(out, out + side * 84), y - 10, 84, 20, colour, line=0, radius=5)
    yield text(out + side * 42, y + 4.5, str(use), 12, fill="white", bold=True)
    yield text(out + side * 90, y + 4.5, pin.name, 12, anchor=anchor, fill=FAINT)


def _outward(side: int) -> Anchor:
    return "end" if side < 0 else "start"


def headers(table: Hardware, language: str = "en") -> dict[str, bytes]:
    """Every picture of a header by its name, as SVG."""
    t = saying(language)
    sizes = {f"pins-{size.name}-seats": raspberry_pi(table, size, t) for size in table.sizes}
    return {"pins-panel": panel(t), **sizes}
