"""What all sheets share: colours, fonts, and a page on which lengths are millimetres from its left upper corner."""

import io
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from controller.errors import DicetableError
from controller.i18n import _
from vision.geometry import resting, solid

_FONTS: Final = Path(__file__).parent / "fonts"
TEXT, STRONG, BLACK, TITLE = "Inter-Regular", "Inter-SemiBold", "Inter-ExtraBold", "Fraunces-SemiBold"

Colour = str
Point = tuple[float, float]
Align = Literal["left", "center", "right"]
FELT: Final[Colour] = "#163a2a"
FELT_PALE: Final[Colour] = "#e6efe9"
BRASS: Final[Colour] = "#8f6a2b"
BRASS_PALE: Final[Colour] = "#f6efdf"
AMBER: Final[Colour] = "#ffb52e"
INK: Final[Colour] = "#1a211d"
GREY: Final[Colour] = "#66706a"
WHITE: Final[Colour] = "#ffffff"

_ALIGNED: Final[dict[Align, Literal[0, 1, 2]]] = {"left": 0, "center": 1, "right": 2}
_MM: Final = 72 / 25.4
_LEADING: Final = 1.32


class SheetsUnavailableError(DicetableError, ImportError):
    """The library that writes PDF is not installed."""


class OverfullError(DicetableError, ValueError):
    """A text does not fit into its place."""


class Box(NamedTuple):
    """A rectangle on a page, mm from its left upper corner."""

    x: float
    y: float
    width: float
    height: float


def _library() -> Any:
    """ReportLab, with the fonts; loaded when it is needed: only sheets do.

    Raises:
        SheetsUnavailableError: it is not installed.
    """
    try:
        from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415
    except ImportError:
        text = _("writing sheets needs reportlab, which is not installed: pip install 'dicetable[sheets]'")
        raise SheetsUnavailableError(text) from None
    for name in (TEXT, STRONG, BLACK, TITLE):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(ttfonts.TTFont(name, str(_FONTS / f"{name}.ttf")))
    # <b> in a text is its stronger cut.
    pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=STRONG, italic=TEXT, boldItalic=STRONG)
    return pdfmetrics


class Sheet:
    """A PDF that is being written; lengths are mm, font sizes points.

    Args:
        title: of the document.
        language: of its texts.

    Raises:
        SheetsUnavailableError: see there.
    """

    def __init__(self, title: str, language: str) -> None:
        _library()
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

        self._file = io.BytesIO()
        # Invariant: no time and no random number goes into the file.
        self._canvas = Canvas(self._file, pagesize=(1, 1), invariant=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setCreator("dicetable sheets")
        self._height = 0.0

    def page(self, width: float, height: float) -> None:
        """Begin a page."""
        if self._height:
            self._canvas.showPage()
        self._height = height
        self._canvas.setPageSize((width * _MM, height * _MM))

    def done(self) -> bytes:
        """The whole file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    # --- lines and areas ---

    def rectangle(
        self, box: Box, fill: Colour | None = None, line: Colour | None = None, *, width: float = 0.3, round_: float = 0
    ) -> None:
        """A rectangle, filled, or with a line around it of so many mm."""
        self._pens(fill, line, width)
        x, y = box.x * _MM, (self._height - box.y - box.height) * _MM
        size = (box.width * _MM, box.height * _MM)
        what = {"stroke": int(line is not None), "fill": int(fill is not None)}
        if round_:
            self._canvas.roundRect(x, y, *size, round_ * _MM, **what)
        else:
            self._canvas.rect(x, y, *size, **what)

    def circle(
        self,
        middle: Point,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        *,
        width: float = 0.3,
    ) -> None:
        """A circle."""
        self._pens(fill, line, width)
        what = {"stroke": int(line is not None), "fill": int(fill is not None)}
        self._canvas.circle(middle[0] * _MM, (self._height - middle[1]) * _MM, radius * _MM, **what)

    def polygon(
        self,
        points: Iterable[Point],
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0.3,
    ) -> None:
        """A closed polygon."""
        self._pens(fill, line, width)
        path = self._canvas.beginPath()
        for place, (x, y) in enumerate(points):
            (path.lineTo if place else path.moveTo)(x * _MM, (self._height - y) * _MM)
        path.close()
        self._canvas.drawPath(path, stroke=int(line is not None), fill=int(fill is not None))

    def line(
        self,
        start: Point,
        end: Point,
        colour: Colour = INK,
        *,
        width: float = 0.3,
        dash: float = 0,
    ) -> None:
        """A straight line; dashed by so many mm."""
        self._pens(None, colour, width)
        self._canvas.setDash([dash * _MM] if dash else [])
        ends = (start[0] * _MM, (self._height - start[1]) * _MM, end[0] * _MM, (self._height - end[1]) * _MM)
        self._canvas.line(*ends)
        self._canvas.setDash([])

    def _pens(self, fill: Colour | None, line: Colour | None, width: float) -> None:
        from reportlab.lib.colors import HexColor  # noqa: PLC0415

        self._canvas.setLineJoin(1)
        self._canvas.setLineWidth(width * _MM)
        if fill:
            self._canvas.setFillColor(HexColor(fill))
        if line:
            self._canvas.setStrokeColor(HexColor(line))

    # --- texts ---

    def text(
        self, at: Point, text: str, size: float, font: str = TEXT, colour: Colour = INK, *, align: Align = "left"
    ) -> None:
        """One line whose baseline begins, has its middle, or ends there."""
        self._pens(colour, None, 0)
        self._canvas.setFont(font, size)
        draw = {
            "left": self._canvas.drawString,
            "right": self._canvas.drawRightString,
            "center": self._canvas.drawCentredString,
        }
        draw[align](at[0] * _MM, (self._height - at[1]) * _MM, text)

    def fitted(
        self,
        box: Box,
        text: str,
        sizes: Sequence[float],
        font: str = TEXT,
        colour: Colour = INK,
        *,
        align: Align = "left",
    ) -> float:
        """A paragraph in the largest of these sizes that fits into its place; ``<b>`` is bold.

        Returns:
            The height that it takes, mm.

        Raises:
            OverfullError: it does not fit in the smallest one.
        """
        for size in sizes:
            paragraph = _paragraph(text, size, font, colour, align)
            _width, height = paragraph.wrap(box.width * _MM, 1e6)
            # A word that is too long for a line would stick out.
            if height <= box.height * _MM + 0.01 and paragraph.minWidth() <= box.width * _MM + 0.01:
                paragraph.drawOn(self._canvas, box.x * _MM, (self._height - box.y) * _MM - height)
                return float(height / _MM)
        raise OverfullError(f"does not fit into {box.width:.0f} × {box.height:.0f} mm: {text}")


def plain(text: str) -> str:
    """A text for ``Sheet.fitted`` in which nothing is markup."""
    return escape(text, quote=False)


def height_of(text: str, width: float, size: float, font: str = TEXT) -> float:
    """The height that a paragraph takes, mm."""
    _library()
    _width, height = _paragraph(text, size, font, INK, "left").wrap(width * _MM, 1e6)
    return float(height / _MM)


def width_of(text: str, size: float, font: str = TEXT) -> float:
    """The width of one line, mm."""
    return float(_library().stringWidth(text, font, size) / _MM)


def _paragraph(text: str, size: float, font: str, colour: Colour, align: Align) -> Any:
    from reportlab.lib.colors import HexColor  # noqa: PLC0415
    from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415
    from reportlab.platypus import Paragraph  # noqa: PLC0415

    style = ParagraphStyle(
        f"{font} {size}",
        fontName=font,
        fontSize=size,
        leading=size * _LEADING,
        textColor=HexColor(colour),
        alignment=_ALIGNED[align],
    )
    return Paragraph(text, style)


# --- dice -------------------------------------------------------------------------------------------------------------


@cache
def _edges(kind: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The faces of a die that are seen from above: corners, as parts of its radius, y down."""
    shape = solid(kind)
    turn = {"d6": 0.15, "d10": np.pi}.get(kind, 0.0)
    rotation = resting(shape, shape.labels[-1], turn)
    corners = shape.vertices @ rotation.T
    normals = shape.normals @ rotation.T
    reach = float(np.linalg.norm(corners[:, :2], axis=1).max())
    return tuple(
        tuple((float(corners[corner, 0] / reach), float(-corners[corner, 1] / reach)) for corner in face)
        for face, normal in zip(shape.faces, normals, strict=True)
        if normal[2] > 1e-6
    )


def die(
    sheet: Sheet, kind: str, middle: Point, radius: float, *, fill: Colour = BRASS_PALE, line: Colour = BRASS
) -> None:
    """A die as it is seen from above."""
    for face in _edges("d10" if kind == "d100" else kind):
        sheet.polygon([(middle[0] + radius * x, middle[1] + radius * y) for x, y in face], fill, line, 0.28)


# --- what every page has ----------------------------------------------------------------------------------------------


def heading(sheet: Sheet, width: float, title: str, subtitle: str, margin: float = 15.0) -> float:
    """A band of felt with the title; the y below it, mm."""
    sheet.rectangle(Box(0, 0, width, 27), FELT)
    sheet.rectangle(Box(0, 27, width, 1.1), AMBER)
    for place, kind in enumerate(("d20", "d12", "d10", "d8")):
        die(sheet, kind, (width - margin - 6 - 15 * place, 13.5), 6.3, fill=FELT, line="#b08a45")
    room = Box(margin, 4.4, width - 2 * margin - 64, 12)
    sheet.fitted(room, plain(title), (22, 19, 16), TITLE, WHITE)
    sheet.fitted(Box(margin, 15.2, room.width, 10.5), plain(subtitle), (10, 9.5, 9, 8.5, 8), TEXT, "#d9e4db")
    return 34.0


def footing(sheet: Sheet, width: float, height: float, text: str, margin: float = 15.0) -> None:
    """A small line at the bottom."""
    sheet.line((margin, height - 12), (width - margin, height - 12), "#d8c79f", width=0.25)
    sheet.fitted(Box(margin, height - 10.5, width - 2 * margin, 5), plain(text), (7.5, 7, 6.5), TEXT, GREY)
