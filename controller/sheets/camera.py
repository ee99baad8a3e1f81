"""The sheet by which the camera is set up, and the marks for the tray's corners; black where markers are black."""

from typing import Final

from controller.hardware import hardware
from controller.i18n import _, current
from controller.sheets.drawing import (
    BRASS,
    FELT,
    GREY,
    INK,
    STRONG,
    TEXT,
    TITLE,
    WHITE,
    Box,
    Point,
    Sheet,
    footing,
    heading,
    plain,
)
from vision.calibration.board import CORNERS, MARK_MM, MARKS, PAPERS, SQUARE_MM, Paper, Square, marker, squares

A4: Final = (210.0, 297.0)
BLACK: Final = "#000000"


def calibration_sheet(name: str) -> bytes:
    """The sheet in one of its sizes, ``A4`` or ``A3``, in the language in use."""
    paper = PAPERS[name]
    sheet = Sheet(_("Sheet for the camera, {paper}").format(paper=name), current())
    sheet.page(paper.width, paper.height)
    left, top = (paper.width - paper.size[0]) / 2, (paper.height - paper.size[1]) / 2
    for one in squares(paper):
        _paint(sheet, one, left, top)
    _cuts(sheet, paper, left, top)
    _words(sheet, paper, left, top)
    return sheet.done()


def _paint(sheet: Sheet, one: Square, left: float, top: float) -> None:
    box = Box(left + one.x, top + one.y, one.width, one.height)
    sheet.rectangle(box, BLACK if one.black else WHITE)


def _cuts(sheet: Sheet, paper: Paper, left: float, top: float) -> None:
    """Where it may be cut: between two squares, the same on both sides."""
    right, bottom = left + paper.size[0], top + paper.size[1]
    for column in range(paper.columns + 1):
        x = left + column * SQUARE_MM
        for y, end in ((top - 1.0, top - 3.0), (bottom + 1.0, bottom + 3.0)):
            sheet.line((x, y), (x, end), GREY, width=0.2)
    for row in range(paper.rows + 1):
        y = top + row * SQUARE_MM
        for x, end in ((left - 1.0, left - 3.0), (right + 1.0, right + 3.0)):
            sheet.line((x, y), (end, y), GREY, width=0.2)


def _words(sheet: Sheet, paper: Paper, left: float, top: float) -> None:
    right, bottom = left + paper.size[0], top + paper.size[1]
    sheet.text((left, top - 6.2), _("Dice table: sheet for the camera"), 12, TITLE, FELT)
    text = _("Print at 100 % on matt paper, no fitting to the page; the line below is 100 mm long.")
    sheet.fitted(Box(left + 95, top - 9.6, paper.size[0] - 95, 4.6), plain(text), (8, 7.5, 7, 6.5), align="right")
    middle = paper.width / 2
    # An arrow towards seat 1, which sits below.
    y = bottom + 4.2
    sheet.polygon([(middle - 5, y), (middle + 5, y), (middle, y + 7)], BRASS)
    sheet.text((middle + 7, y + 4.6), _("Seat {n}").format(n=1), 11, TITLE, FELT)
    text = _(
        "Too large for the tray? Cut it between two squares, as much left as right and as much above as below; corners "
        "may be cut off too."
    )
    sheet.fitted(Box(left, bottom + 4.4, paper.size[0] / 2 - 12, 8), plain(text), (7.5, 7, 6.5, 6), TEXT, INK)
    sheet.line((right - 100, y + 4), (right, y + 4), INK, width=0.3)
    for x in (right - 100, right):
        sheet.line((x, y + 2.4), (x, y + 5.6), INK, width=0.3)
    sheet.text((right - 50, y + 3.2), "100 mm", 7, STRONG, GREY, align="center")


def corner_marks() -> bytes:
    """A page with the four marks for the tray's corners, twice, in the language in use."""
    sheet = Sheet(_("Marks for the tray's corners"), current())
    sheet.page(*A4)
    width = A4[0]
    y = heading(
        sheet, width, _("Marks for the tray's corners"), _("So that the table notices when its camera is moved")
    )
    text = _(
        "Print on matt paper, cut out four, and stick one flat onto each corner of the tray, its arrow towards seat 1: "
        "in sight of the camera, not where dice lie. Then set up the camera: <b>dicetable camera setup</b>. The other "
        "four are spare."
    )
    y += sheet.fitted(Box(15, y, width - 30, 30), text, (10.5, 10, 9.5)) + 8
    paper = hardware().tray.mark_paper
    for turn in range(2):
        for nth, (number, place) in enumerate(zip(MARKS, map(_, CORNERS), strict=True)):
            # As they lie on the tray: far above, near below.
            column, row = (0, 1, 1, 0)[nth], nth // 2
            x = width / 2 + (-62 if column == 0 else 62 - paper)
            _mark(sheet, number, place, (x, y + turn * 102 + row * 46))
    text = _("Print at 100 % (no fitting to the page): the black square of a mark is {mm} mm wide.")
    footing(sheet, *A4, text.format(mm=f"{MARK_MM:.0f}"))
    return sheet.done()


def _mark(sheet: Sheet, number: int, place: str, corner: Point) -> None:
    """One mark with the line to cut along, and where it belongs."""
    (x, y), paper = corner, hardware().tray.mark_paper
    sheet.rectangle(Box(x, y, paper, paper), None, GREY, width=0.15)
    inside = (paper - MARK_MM) / 2
    for one in marker(number, MARK_MM):
        _paint(sheet, one, x + inside, y + inside)
    bottom = y + paper - 0.8
    middle = x + paper / 2
    sheet.polygon([(middle - 1.6, bottom - 2), (middle + 1.6, bottom - 2), (middle, bottom)], BRASS)
    sheet.text((middle, y + paper + 4.4), place, 9, STRONG, FELT, align="center")
