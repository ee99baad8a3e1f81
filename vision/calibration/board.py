"""What is printed: the sheet that lies in the tray while the camera is set up, and the marks on the tray's corners.

The sheet is a ChArUco board (OpenCV's ``aruco`` module): a chessboard whose white squares hold numbered markers. So
each corner of the chessboard is known by its number, also where the sheet is cut to the size of a tray or partly
covered.

Coordinates are the table's, millimetres: (0, 0) the middle of the sheet, x to the right and y away from seat 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.errors import N_

Array = NDArray[np.float64]
Grey = NDArray[np.uint8]

SQUARE_MM: Final = 20.0
MARKER_MM: Final = 14.0
MARK_MM: Final = 20.0
"""Side of a mark for the tray's corners; around it stay 4 mm of white."""
MARKS: Final = (990, 991, 992, 993)
"""The numbers of those marks: far left, far right, near right, near left, as seat 1 sees them."""
CORNERS: Final = (N_("far left"), N_("far right"), N_("near right"), N_("near left"))
"""Where those marks belong, in words."""
_DICTIONARY: Final = cv2.aruco.DICT_5X5_1000
_CELLS: Final = 7  # of a marker with its black border
_FEWEST_CORNERS: Final = 12
"""With fewer corners of the chessboard nothing is measured."""
_SECOND: Final = 3
"""So many markers that are seen twice, or are of the other size, are of a second sheet."""
_REACH: Final = 2.0
"""Half the window in which a corner is placed exactly, mm: less than the white around a marker."""
_DARK, _BRIGHT, _FLAT = 60.0, 235.0, 25.0
"""Tones of a picture in which no sheet can be found."""


class Paper(NamedTuple):
    """A sheet, landscape.

    Attributes:
        name: ``A4`` or ``A3``.
        width, height: of the page, mm.
        columns, rows: squares of its chessboard.
        first: the number of its first marker, by which the sizes are told apart.
    """

    name: str
    width: float
    height: float
    columns: int
    rows: int
    first: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the chessboard, mm."""
        return self.columns * SQUARE_MM, self.rows * SQUARE_MM


PAPERS: Final = {paper.name: paper for paper in (Paper("A4", 297, 210, 13, 9, 0), Paper("A3", 420, 297, 19, 13, 100))}


class Square(NamedTuple):
    """A rectangle of what is printed: its left and upper edge from the left upper corner, and its sides, mm."""

    x: float
    y: float
    width: float
    height: float
    black: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The sheet in a picture.

    Attributes:
        paper: which one it is.
        pixels: the corners of the chessboard that were found, shape (n, 2).
        places: the same on the sheet, shape (n, 3), mm, the last always 0.
    """

    paper: Paper
    pixels: Array
    places: Array


@cache
def dictionary() -> Any:
    """The markers that all sheets use."""
    return cv2.aruco.getPredefinedDictionary(_DICTIONARY)


@cache
def _board(paper: Paper) -> Any:
    count = paper.columns * paper.rows // 2
    ids = np.arange(paper.first, paper.first + count)
    return cv2.aruco.CharucoBoard((paper.columns, paper.rows), SQUARE_MM, MARKER_MM, dictionary(), ids)


@cache
def _finder(paper: Paper) -> Any:
    return cv2.aruco.CharucoDetector(_board(paper))


def on_table(points: Array, paper: Paper) -> Array:
    """Places counted from the left upper corner of the chessboard, shape (n, 2), as those of the table, (n, 3)."""
    width, height = paper.size
    return np.stack([points[:, 0] - width / 2, height / 2 - points[:, 1], np.zeros(len(points))], axis=1)


def find_sheet(image: Image) -> Sighting | None:
    """The sheet in a picture (BGR); ``None`` where too little of one is to be seen, or more than one."""
    grey, raised = _ways(image)
    seen = [_markers(grey), _markers(raised)]
    if any(_two_sheets(numbers) for _rings, numbers in seen):
        return None
    found = [one for one in (_find(grey, grey, *seen[0]), _find(raised, grey, *seen[1])) if one]
    return max(found, key=lambda one: len(one.pixels), default=None)


def _ways(image: Image) -> tuple[Grey, Grey]:
    """The picture without its colours, and the same with its edges raised.

    Out of focus the markers are found in the second one, so that it can be said how much it is.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    soft = cv2.GaussianBlur(grey, (0, 0), grey.shape[1] / 400)
    return grey, np.asarray(cv2.addWeighted(grey, 4, soft, -3, 0), np.uint8)


def _markers(searched: Grey) -> tuple[Any, NDArray[np.int32]]:
    """The markers of a picture: their corners, as OpenCV has them, and their numbers, shape (n,)."""
    rings, numbers, _ = _marker_finder().detectMarkers(searched)
    return rings, np.zeros(0, np.int32) if numbers is None else np.asarray(numbers, np.int32).ravel()


def _two_sheets(numbers: NDArray[np.int32]) -> bool:
    """Whether these markers are of more than one sheet: of two that are alike, or of both sizes."""
    twice = np.unique(numbers, return_counts=True)[1] > 1
    return bool(twice.sum() >= _SECOND or min(_of_each(numbers).values()) >= _SECOND)


def _find(searched: Grey, exact: Grey, rings: Any, numbers: NDArray[np.int32]) -> Sighting | None:
    """The sheet in one picture, by its markers; where exactly its corners are, another one of the same tells."""
    paper = _paper_of(numbers)
    if paper is None:
        return None
    corners, ids, _, _ = _finder(paper).detectBoard(searched, None, None, rings, numbers.reshape(-1, 1))
    if ids is None or len(ids) < _FEWEST_CORNERS:
        return None
    known = np.asarray(_board(paper).getChessboardCorners(), np.float64)[np.asarray(ids).ravel()]
    places = on_table(known[:, :2], paper)
    near = np.asarray(corners, np.float32).reshape(-1, 1, 2)
    reach = max(2, round(_REACH * _px_a_mm(near[:, 0], places)))
    ways = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-4)
    pixels = cv2.cornerSubPix(exact, near, (reach, reach), (-1, -1), ways)
    return Sighting(paper, np.asarray(pixels, np.float64).reshape(-1, 2), places)


def _paper_of(numbers: NDArray[np.int32]) -> Paper | None:
    """The sheet that most of these markers belong to."""
    counts = _of_each(numbers)
    paper = max(counts, key=lambda one: counts[one])
    return paper if counts[paper] else None


def _of_each(numbers: NDArray[np.int32]) -> dict[Paper, int]:
    """How many of these markers belong to each sheet."""
    return {
        paper: int(((numbers >= paper.first) & (numbers < paper.first + paper.columns * paper.rows // 2)).sum())
        for paper in PAPERS.values()
    }


def _px_a_mm(pixels: NDArray[np.float32], places: Array) -> float:
    """About how many pixels a millimetre is."""
    spread = np.linalg.norm(places - places.mean(axis=0), axis=1).mean()
    return float(np.linalg.norm(pixels - pixels.mean(axis=0), axis=1).mean() / spread)


def why_not(image: Image) -> str:
    """Why no sheet is found in a picture, as a sentence that says what to do."""
    if any(_two_sheets(_markers(one)[1]) for one in _ways(image)):
        return N_("Two sheets are seen in the picture: take one of them away, out of the camera's view")
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    dark, bright = (float(np.percentile(grey, share)) for share in (5, 95))
    if bright < _DARK:
        return N_("The picture is too dark to see the sheet in it: more light, or a longer exposure")
    if dark > _BRIGHT:
        return N_("The picture is too bright to see the sheet in it: less light, or a shorter exposure")
    if bright - dark < _FLAT:
        return N_("The picture shows nothing but one tone: take off the cap of the lens, and look what is before it")
    return N_(
        "No sheet is found in the picture: print it with dicetable sheets, lay it flat in the middle of the tray with "
        "its print up, and turn the lens until it is sharp"
    )


def find_marks(image: Image) -> dict[int, Array]:
    """The marks of the tray's corners in a picture (BGR), by their numbers: the middle of each, shape (2,), px."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = _mark_finder().detectMarkers(grey)
    if ids is None:
        return {}
    numbers = np.asarray(ids).ravel().tolist()
    return {
        number: np.asarray(ring, np.float64).reshape(4, 2).mean(axis=0)
        for number, ring in zip(numbers, corners, strict=True)
        if number in MARKS
    }


@cache
def _marker_finder() -> Any:
    return cv2.aruco.ArucoDetector(dictionary())


@cache
def _mark_finder() -> Any:
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # One size of window in place of three: marks are large and black on white.
    how.adaptiveThreshWinSizeMin = how.adaptiveThreshWinSizeMax = 23
    return cv2.aruco.ArucoDetector(dictionary(), how)


# --- to be drawn ------------------------------------------------------------------------------------------------------


def squares(paper: Paper) -> Iterator[Square]:
    """All that is printed of a sheet, to be painted one after the other: squares without a marker, and markers."""
    board = _board(paper)
    markers = np.asarray(board.getObjPoints(), np.float64)[:, :, :2]
    filled = {(int(x // SQUARE_MM), int(y // SQUARE_MM)) for x, y in markers[:, 0]}
    for row in range(paper.rows):
        for column in range(paper.columns):
            if (column, row) not in filled:
                yield Square(column * SQUARE_MM, row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
    for number, ring in zip(np.asarray(board.getIds()).ravel().tolist(), markers, strict=True):
        for one in marker(number, MARKER_MM):
            yield one._replace(x=ring[0][0] + one.x, y=ring[0][1] + one.y)


def marker(number: int, side: float) -> Iterator[Square]:
    """A marker: a black square, and on it the white cells, one rectangle for neighbours in a row.

    Black cells side by side would have hairlines between them on many screens and printers, and so no whole border.

    Args:
        number: of the marker, 0 … 999.
        side: mm.
    """
    yield Square(0.0, 0.0, side, side)
    cells = np.asarray(dictionary().generateImageMarker(number, _CELLS)) > 0
    cell = side / _CELLS
    for row in range(_CELLS):
        # Where white begins and ends in this row.
        edges = np.flatnonzero(np.diff(np.concatenate([[0], cells[row].astype(int), [0]])))
        for start, end in edges.reshape(-1, 2).tolist():
            yield Square(start * cell, row * cell, (end - start) * cell, cell, black=False)
