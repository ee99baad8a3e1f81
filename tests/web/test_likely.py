"""The faces that the readers take for likely: offered first at the desk, in a real browser, and nowhere else."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from controller.journal.entries import Corrected, FaceRuled
from controller.looking import Glance
from tests.web.asking import Bot, until
from tests.web.house import House, start
from tests.web.test_desk import PIN
from tests.web.test_lost import desk, phone
from vision.camera.base import Frame
from vision.reading import DieReading, Status

DICE = (
    DieReading("d4", 3, 0.9, Status.UNSURE, (40, 60, 90, 80)),
    DieReading("d20", 7, 0.5, Status.UNSURE, (400, 300, 100, 110), likely=(7, 17, 1)),
)


class Eyes:
    """Eyes that are sure of nothing, and have ranked the faces of one die."""

    automatic = False

    def look(self, kinds: Sequence[str]) -> Glance:
        return Glance(Frame(np.full((480, 640, 3), 90, np.uint8), "1", 0.0), list(DICE))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def thrown(stack: ExitStack, folder: Path) -> House:
    """A table whose dice were thrown and are asked about."""
    house = stack.enter_context(House(folder, start(), eyes=Eyes(), secret=PIN))
    one_round_up_to_the_faces(*(stack.enter_context(Bot(house, seat)) for seat in (1, 2)))
    return house


def one_round_up_to_the_faces(first: Bot, second: Bot) -> None:
    """Both choose and throw; then the dice are entered."""
    first.send(value="d4")
    second.send(value="d20")
    first.send(key="ok")
    second.send(key="ok")
    first.stream.until("state", phase="confirm")


def is_asked(bot: Bot, what: str) -> None:
    until(lambda: bot.wait()["ask"] == what)


def texts(page: Page, wanted: str) -> list[str]:
    found: list[str] = page.eval_on_selector_all(wanted, "all => all.map(one => one.textContent)")
    return found


def test_the_desk_offers_the_likely_faces_first_and_the_others_in_the_usual_order(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    house = thrown(stack, tmp_path)
    page = desk(stack, browser, house.where)
    page.wait_for_selector("#reading .likely")
    d20 = "#reading li:nth-child(2)"
    assert texts(page, f"{d20} .likely button") == ["Accept 7", "17", "1"]
    assert texts(page, f"{d20} optgroup[label=Likely] option") == ["7", "17", "1"]
    others = [str(face) for face in range(2, 21) if face not in (7, 17)]
    assert texts(page, f"{d20} optgroup[label='The others'] option") == others
    assert texts(page, "#reading li:nth-child(1) .likely button") == ["Accept 3"], "the guess alone, where none ranked"
    found = page.locator(d20).get_by_role("group", name="Likely faces of die 2")
    assert found.get_by_role("button").all_inner_texts() == ["Accept 7", "17", "1"], "told apart for whoever hears it"
    page.screenshot(path=pictures / "desk-likely.png")
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []


def test_a_likely_face_is_decided_with_keys_alone(browser: Browser, tmp_path: Path, stack: ExitStack) -> None:
    """The focus stays where it is, though the die is drawn anew."""
    house = thrown(stack, tmp_path)
    page = desk(stack, browser, house.where)
    page.wait_for_selector("#reading .likely")
    for wanted in ("Accept 3", "17", "Decide"):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == wanted:
                break
        page.keyboard.press("Space")
        if wanted != "Decide":
            page.wait_for_selector(f"#reading button[aria-pressed=true]:focus:text-is('{wanted}')")
    page.wait_for_selector("#note:has-text('Decided.')")
    assert [entry.value for entry in house.entries() if isinstance(entry, FaceRuled)] == [3, 17]


def test_an_earlier_throw_is_corrected_with_the_likely_faces_first(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    """The reading keeps them; a click on one shows what would follow, as the menu does."""
    house = stack.enter_context(House(tmp_path, start(), eyes=Eyes(), secret=PIN))
    bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
    one_round_up_to_the_faces(*bots)
    for bot, face in zip(bots, ("3", "19"), strict=True):
        is_asked(bot, "face")
        bot.send(value=face)
    for bot in bots:
        is_asked(bot, "confirm")
        bot.send(key="ok")
    bots[0].stream.told("verdict")
    page = desk(stack, browser, house.where)
    page.click("#record tr:has-text('throws d20') button")
    page.wait_for_selector("dialog .follows p")
    assert texts(page, "dialog .likely button") == ["7", "17", "1"]
    assert page.eval_on_selector_all("dialog .likely [aria-pressed=true]", "all => all.length") == 0, "19 counts so far"
    assert texts(page, "dialog optgroup[label=Likely] option") == ["7", "17", "1"]
    assert page.eval_on_selector("dialog select", "one => one.value") == "19"
    with page.expect_response("**/referee/preview"):
        page.click("dialog .likely button:text-is('17')")
    assert texts(page, "dialog .likely [aria-pressed=true]") == ["17"]
    page.screenshot(path=pictures / "desk-correct-likely.png")
    page.click("dialog .primary:enabled")
    page.wait_for_selector("#record tr:has-text('throws d20: 17') small:has-text('before: d20: 19')")
    page.click("#record tr:has-text('throws d4') button")
    page.wait_for_selector("dialog .follows p")
    assert texts(page, "dialog .likely [aria-pressed=true]") == ["3"], "what was read, and counts"
    corrections = [entry.dice for entry in house.entries() if isinstance(entry, Corrected)]
    assert corrections == [{"d20": (17,)}]


def test_a_panel_offers_every_face_alike(browser: Browser, tmp_path: Path, stack: ExitStack) -> None:
    """Whoever enters what a die shows is the second reader: a guess that is offered first would lead them."""
    house = thrown(stack, tmp_path)
    page = phone(stack, browser, house.seat(2)).page
    page.wait_for_selector("#question .option")
    assert page.eval_on_selector_all("#question .option", "all => all.map(one => one.dataset.option)") == [
        str(face) for face in range(1, 21)
    ]
    assert page.query_selector("#question .likely") is None


class Equal:
    """Eyes that see two d6, and are sure of one of them."""

    automatic = False

    def look(self, kinds: Sequence[str]) -> Glance:
        read = DieReading("d6", 3, 0.99, Status.READ, (40, 60, 90, 80))
        unread = DieReading("d6", 5, 0.5, Status.UNSURE, (400, 300, 100, 110), likely=(5, 2, 3))
        return Glance(Frame(np.full((480, 640, 3), 90, np.uint8), "1", 0.0), [read, unread])


def test_of_two_equal_dice_nobody_is_shown_one_that_may_be_the_other_ones(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """Only one was not read; whose it is no picture says. From near it would look as if it were one's own.

    The scoreboard says of each in one sentence what its seat and the camera say.
    """
    house = stack.enter_context(House(tmp_path, eyes=Equal()))
    pages = [phone(stack, browser, house.seat(seat)).page for seat in (1, 2)]
    for page in pages:
        page.click("[data-option=d6]")
        page.click(".lock")
    for page in pages:
        page.click(".lock:has-text('My dice lie')")
    for page in pages:
        page.wait_for_selector("#question [data-option='6']")
        page.wait_for_selector("#camera .mark.unread", state="attached")
        assert page.query_selector("#question .close") is None
    board = phone(stack, browser, house.where).page
    for _time in range(2):
        for page, face in zip(pages, ("5", "4"), strict=True):
            page.click(f"#question.asked [data-option='{face}']")
            page.click(".lock")
    board.wait_for_selector("#said:has-text('Jörg says: d6 shows 4; camera: 3. Right?')")
    board.wait_for_selector("#said:has-text('Anna says: d6 shows 5; camera: 3. Right?')")


def test_a_die_that_lies_alone_is_shown_from_near(browser: Browser, tmp_path: Path, stack: ExitStack) -> None:
    page = phone(stack, browser, thrown(stack, tmp_path).seat(2)).page
    page.wait_for_selector("#question .close")
    assert page.get_attribute("#question .close", "aria-label") == "d20: ?"
