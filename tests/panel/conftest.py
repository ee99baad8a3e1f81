"""The board under test: the same suite runs over gpiozero's mock, and over the real lgpio where its chips are."""

from collections.abc import Iterator

import pytest

from tests.panel.boards import Board, Fingers, LgpioBoard, MockBoard
from tests.panel.building import PRELOADED

# Everything in it needs the real library.
collect_ignore = [] if PRELOADED else ["test_lgpio.py"]


@pytest.fixture(params=["mock", *(["lgpio"] if PRELOADED else [])])
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    """A header and three expanders."""
    made: Board = LgpioBoard() if request.param == "lgpio" else MockBoard()
    yield made
    made.close()


@pytest.fixture
def fingers(board: Board) -> Iterator[Fingers]:
    """Somebody who presses keys, in a thread of their own."""
    made = Fingers(board)
    yield made
    made.close()
