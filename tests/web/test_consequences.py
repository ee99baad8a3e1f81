"""Before a correction is confirmed the desk names a throw that would count without a load nobody was asked for."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

from controller.journal.entries import Corrected, Threw
from controller.looking import Glance
from tests.web.asking import Bot
from tests.web.house import House, start
from tests.web.test_desk import PIN
from tests.web.test_likely import is_asked
from tests.web.test_lost import desk
from vision.camera.base import Frame
from vision.reading import DieReading, Status

# Anna's A is on field 5 with eight discs, Jörg's B stops short of it; then nobody stands on the start.
FACES = (5, 1, 1, 2, 3)
TURNS = ((1, "A"), (1, "8"), (1, ""), (2, "A"), (2, "0"), (2, ""), (1, "0"), (1, ""), (2, "0"), (2, ""), (1, ""))


class Eyes:
    """Eyes that read what the test wants, one throw after the other."""

    automatic = False

    def __init__(self) -> None:
        self._faces = iter(FACES)

    def look(self, kinds: Sequence[str]) -> Glance:
        face = next(self._faces)
        dice = [DieReading(kind, face, 0.99, Status.READ, (40, 60, 90, 80)) for kind in kinds]
        return Glance(Frame(np.full((480, 640, 3), 90, np.uint8), f"throw-{face}", 0.0), dice)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_throw_without_a_load_that_nobody_was_asked_for_is_named(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    """With an eight B passes A, which carries its ninth disc home: it would have been loaded before the next throw."""
    house = stack.enter_context(House(tmp_path, start("overload", 2), eyes=Eyes(), secret=PIN))
    bots = {seat: stack.enter_context(Bot(house, seat)) for seat in (1, 2)}
    for seat, value in TURNS:
        is_asked(bots[seat], "choice" if value else "ready")
        bots[seat].send(**({"value": value} if value else {"key": "ok"}))
    is_asked(bots[1], "choice")
    throws = [place for place, entry in enumerate(house.entries()) if isinstance(entry, Threw)]
    page = desk(stack, browser, house.where)
    page.click(f"#record tr:has(th:text-is('{throws[3]}')) button")
    page.wait_for_selector("dialog .follows p")
    assert page.query_selector("dialog .unasked") is None, "as it is, nobody is passed over"
    page.select_option("dialog select", "8")
    page.wait_for_selector("dialog .unasked:has-text('though its player was not asked')")
    named = page.inner_text("dialog .follows li >> nth=0")
    assert named.startswith(f"entry {throws[4]}: Anna was not asked before this throw")
    page.screenshot(path=pictures / "desk-unasked.png")
    page.click("dialog .primary:enabled")
    page.wait_for_selector("#note:has-text('Decided.')")
    assert isinstance(house.entries()[-1], Corrected)
