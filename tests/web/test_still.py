"""The picture beside a throw is of that throw: none where it was entered by hand, and the one before after an undo."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

from controller.evidence import Evidence
from controller.journal.entries import ByHand, Corrected, Threw, Undone
from controller.looking import Glance
from tests.web.asking import Bot, Listener, ask, until
from tests.web.house import House, start
from tests.web.test_desk import PIN, one_round, sit
from tests.web.test_lost import desk as desk_page
from tests.web.test_lost import phone
from vision.camera.base import Frame
from vision.errors import CameraError
from vision.reading import DieReading, Status, faces

BY_HAND = "Entered by hand: there is no picture of the last throw."


class Eyes:
    """Eyes that read the highest face of each die, as long as the test lets them.

    Attributes:
        status: what they make of each die.
        gone: whether the camera gives no picture.
    """

    automatic = False

    def __init__(self, first: int = 1) -> None:
        self.status, self.gone, self._number = Status.READ, False, first

    def look(self, kinds: Sequence[str]) -> Glance:
        if self.gone:
            raise CameraError("the camera is gone")
        dice = [
            DieReading(kind, faces(kind)[-1], 0.99, self.status, (40 + 150 * place, 60, 90, 80))
            for place, kind in enumerate(kinds)
        ]
        self._number += 1
        return Glance(Frame(np.full((480, 640, 3), 90, np.uint8), f"throw-{self._number}", 0.0), dice)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def picture(house: House) -> dict[str, Any]:
    shown: dict[str, Any] = ask(house.where, "/api/picture").json()
    return shown


def enter(bots: Sequence[Bot], most: int = 200) -> None:
    """Every die is entered and confirmed, until something else is asked."""
    for _turn in range(most):
        asked = [(bot, question) for bot in bots if (question := bot.question)]
        if asked and all(question["ask"] == "choice" for _bot, question in asked):
            return
        for bot, question in asked:
            if question["ask"] == "face":
                bot.send(value=question["options"][0]["value"])
            elif question["ask"] in ("confirm", "agree"):
                bot.send(key="ok")
        until(lambda: any(bot.question for bot in bots))
    raise AssertionError([bot.question for bot in bots])


def stop(bot: Bot) -> None:
    """A seat stops the game: BACK held down."""
    ask(bot.where, f"{bot.path}/answer", "POST", {"question": 0, "key": "hold"})
    until(lambda: bot.wait()["ask"] == "halt")


def test_what_the_referee_has_entered_by_hand_has_no_picture_anywhere(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    """The fault: the picture of the throw before stood beside it everywhere, and its dice were offered to be judged."""
    house = stack.enter_context(House(tmp_path, start(), eyes=Eyes(), secret=PIN))
    desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    until(lambda: picture(house)["picture"])
    page = desk_page(stack, browser, house.where)
    board, panel = (phone(stack, browser, where).page for where in (house.where, house.seat(2)))
    for one in (page, board, panel):
        one.wait_for_selector("#camera image", state="attached")
    assert desk.post("/referee/switch", {"what": "by_hand", "on": True}).ok
    first.send(value="d6")
    second.send(value="d12")
    first.stream.until("state", phase="confirm")
    first.stream.until("picture", picture=None, note=BY_HAND)
    for one in (page, board, panel):
        one.wait_for_selector(f"#camera:has-text('{BY_HAND}')", state="attached")
        assert one.query_selector("#camera image") is None
    page.wait_for_selector(f"#reading:has-text('{BY_HAND}')")
    now = desk.now()
    assert (now["reading"]["open"], now["evidence"]) == (False, None), "nothing of the throw before is judged or kept"
    judged = [{"face": 6}, {"face": 12}]
    assert desk.order({"type": "reading", "dice": judged}).status == 409
    enter((first, second))
    board.wait_for_selector("#rounds tr.judged >> nth=1")
    assert picture(house) == {"picture": None, "note": BY_HAND}
    board.screenshot(path=pictures / "by-hand-phone.png", full_page=True)
    assert desk.post("/referee/switch", {"what": "by_hand", "on": False}).ok
    one_round(first, second, ("d8", "d10"))
    board.wait_for_selector("#camera image", state="attached")
    assert picture(house)["note"] == ""


def test_nor_has_what_the_seats_have_agreed_to_enter_and_so_it_is_after_a_restart(
    tmp_path: Path, stack: ExitStack
) -> None:
    with House(tmp_path, start(), eyes=Eyes(), secret=PIN) as house, ExitStack() as seats:
        _desk, first, second = sit(seats, house)
        one_round(first, second, ("d4", "d20"))
        first.send(value="d6")
        second.send(value="d12")
        assert first.wait()["ask"] == "ready"
        first.send(value="by_hand")
        until(lambda: second.wait()["ask"] == "agree")
        second.send(key="ok")
        enter((first, second))
        assert any(isinstance(entry, ByHand) for entry in house.entries())
        assert picture(house) == {"picture": None, "note": BY_HAND}
    house = stack.enter_context(House(tmp_path, eyes=Eyes()))
    stack.enter_context(Listener(house.where)).until("picture", picture=None, note=BY_HAND)


def test_a_lost_picture_says_so(tmp_path: Path, stack: ExitStack) -> None:
    eyes = Eyes()
    house = stack.enter_context(House(tmp_path, start(), eyes=eyes, secret=PIN))
    _desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    eyes.gone = True
    first.send(value="d6")
    second.send(value="d12")
    first.send(key="ok")
    second.send(key="ok")
    note = "There is no picture of the last throw: the camera is gone"
    first.stream.until("picture", picture=None, note=note)
    enter((first, second))
    assert picture(house) == {"picture": None, "note": note}
    eyes.gone = False
    one_round(first, second, ("d8", "d10"))
    until(lambda: picture(house)["picture"])


def test_an_undone_throw_takes_its_picture_along_also_after_a_restart(tmp_path: Path, stack: ExitStack) -> None:
    """What is shown then is the throw that counts; from before a restart it comes from the evidence."""
    evidence = stack.enter_context(Evidence(tmp_path / "journal.db"))
    eyes = Eyes()
    with House(tmp_path, start(), eyes=eyes, secret=PIN, evidence=evidence) as house, ExitStack() as seats:
        house.at_table(lambda: setattr(house.table, "shows", [*house.table.shows, evidence]))
        _desk, first, second = sit(seats, house)
        one_round(first, second, ("d4", "d20"))
        until(lambda: picture(house)["picture"])
        before = picture(house)["picture"]
        eyes.status = Status.UNSURE
        first.send(value="d6")
        second.send(value="d12")
        first.send(key="ok")
        second.send(key="ok")
        first.stream.until("state", phase="confirm")
        until(lambda: picture(house)["picture"] not in (None, before))
        evidence.flush()
    with House(tmp_path, eyes=eyes, evidence=evidence) as house, ExitStack() as seats:
        first, second = (seats.enter_context(Bot(house, seat)) for seat in (1, 2))
        first.stream.until("state", phase="confirm")
        until(lambda: picture(house)["picture"])
        undone = picture(house)
        assert [die["read"] for die in undone["dice"]] == [False, False]
        stop(first)
        first.send(value="undo")
        until(lambda: second.wait()["ask"] == "agree")
        second.send(key="ok")
        first.stream.told("undone")
        until(lambda: picture(house)["picture"] not in (None, undone["picture"]))
        shown = picture(house)
        assert [die["label"] for die in shown["dice"]] == ["d4: 4", "d20: 20"]
        assert ask(house.where, shown["picture"]).ok
        assert isinstance(house.entries()[-1], Undone)


def test_a_corrected_throw_shows_what_counts_everywhere_and_that_it_was_corrected(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    """On the picture, in the rounds, on the desk, in the history, on the card; the old face is told or struck out."""
    house = stack.enter_context(House(tmp_path, start(), eyes=Eyes(), secret=PIN))
    desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    entries = house.entries()
    place = next(at for at, entry in enumerate(entries) if isinstance(entry, Threw) and "d20" in entry.dice)
    assert desk.order({"type": "correct", "entry": place, "faces": [7], "why": "misread"}).ok
    first.stream.told("corrected")
    assert isinstance(house.entries()[-1], Corrected)
    board = phone(stack, browser, house.where).page
    board.wait_for_selector("#camera:has-text('What counts: d20 7. The camera had read: d20 20.')", state="attached")
    board.wait_for_selector("#rounds [aria-label='d20: 7']", state="attached")
    assert board.inner_text("#rounds s") == "20"
    assert "corrected; before: 20" in board.inner_text("#rounds .thrown")
    board.screenshot(path=pictures / "corrected-phone.png", full_page=True)
    throws = ask(house.where, "/api/rounds").json()["rounds"][0]["throws"]
    assert [one["dice"] for one in throws] == [
        [{"die": "d4", "face": 4}],
        [{"die": "d20", "face": 7, "before": 20}],
    ]
    line = desk.now()["record"][place]
    assert (line["text"], line["before"]) == ("Jörg throws d20: 7", "d20: 20")
    page = desk_page(stack, browser, house.where)
    page.wait_for_selector("#record tr:has-text('Jörg throws d20: 7') small:has-text('corrected; before: d20: 20')")
    page.screenshot(path=pictures / "desk-corrected.png", full_page=True)
    past = ask(house.where, "/history/1").body.decode()
    assert "Jörg throws d20: 7" in past
    assert "corrected; before: d20: 20" in past
    card = ask(house.where, "/verdict/1/1").body.decode()
    assert "corrected; before: d20: 20" in card
    assert "The throw of Jörg is corrected by Referee, d20 7 instead of d20 20: misread" in card
