"""Shapes and texts as SVG writes them, for drawings that are not circuits. Lengths: in the drawing's own unit. Pure."""

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

INK: Final = "#222222"
FAINT: Final = "#6b7280"
"""Colours of lines and texts: what counts, and what stands beside it."""
Anchor = Literal["start", "middle", "end"]


def number(value: float) -> str:
    """A length, rounded so that two machines write the same."""
    return f"{round(value, 2) + 0.0:g}"


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    stroke: str = INK,
    line: float = 1.0,
    radius: float = 0.0,
    dash: str = "",
) -> str:
    """A rectangle, its upper left corner at (x, y)."""
    at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    rounded = f' rx="{number(radius)}"' if radius else ""
    return f'<rect {at}{rounded} fill="{fill}"{_line(stroke, line, dash)}/>'


def circle(x: float, y: float, radius: float, fill: str, *, stroke: str = INK, line: float = 1.0) -> str:
    """A circle, its middle at (x, y)."""
    at = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {at} fill="{fill}"{_line(stroke, line, "")}/>'


def polygon(points: Iterable[tuple[float, float]], fill: str, *, stroke: str = INK, line: float = 1.0) -> str:
    """A closed outline."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{corners}" fill="{fill}"{_line(stroke, line, "")} stroke-linejoin="round"/>'


def path(
    points: Iterable[tuple[float, float]], stroke: str = INK, *, line: float = 1.0, dash: str = "", arrow: bool = False
) -> str:
    """A line from point to point; with an arrow (``ARROW``) at its end."""
    way = " ".join(f"{'M' if first else 'L'}{number(x)} {number(y)}" for first, (x, y) in _firsts(points))
    end = ' marker-end="url(#arrow)"' if arrow else ""
    return f'<path d="{way}" fill="none"{_line(stroke, line, dash)} stroke-linejoin="round"{end}/>'


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    anchor: Anchor = "middle",
    fill: str = INK,
    bold: bool = False,
) -> str:
    """A line of text, its base line at y."""
    weight = ' font-weight="bold"' if bold else ""
    at = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"'
    return f'<text {at} fill="{fill}"{weight}>{escape(words, quote=False)}</text>'


def document(width: float, height: float, lines: Iterable[str], unit: str = "") -> bytes:
    """The whole drawing, on white paper; ``unit``: ``mm`` where it is printed in its own size."""
    size = f'width="{number(width)}{unit}" height="{number(height)}{unit}"'
    box = f'viewBox="0 0 {number(width)} {number(height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="DejaVu Sans, sans-serif">'
    paper = rectangle(0, 0, width, height, "white", line=0)
    return ("\n".join([head, ARROW, paper, *lines, "</svg>"]) + "\n").encode()


ARROW: Final = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><path d="M0 0.5L8 4L0 7.5z" fill="context-stroke"/></marker></defs>'
)


def _line(stroke: str, line: float, dash: str) -> str:
    if not line:
        return ""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="{stroke}" stroke-width="{number(line)}"{dashed}'


def _firsts(points: Iterable[tuple[float, float]]) -> Iterable[tuple[bool, tuple[float, float]]]:
    return ((not index, point) for index, point in enumerate(points))
