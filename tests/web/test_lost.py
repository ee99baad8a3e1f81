"""A lost connection, in a real browser: while what is shown may be old nothing can be pressed, and nothing is lost."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from controller.journal.entries import Annulled, Chosen
from tests.web.asking import Bot
from tests.web.house import House, QuickEyes
from tests.web.people import Person
from tests.web.test_desk import PIN, one_round
from tests.web.wire import Wire

LIMIT = 120
STALE = "html[data-link=stale]"
LIVE = "html[data-link=live]"
_USABLE = "[...document.querySelectorAll('main :is(button, select):enabled')].map(one => one.textContent)"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def usable(page: Page) -> list[str]:
    """What can be pressed in a page."""
    found: list[str] = page.evaluate(_USABLE)
    return found


def phone(stack: ExitStack, browser: Browser, address: str) -> Person:
    person = Person(browser, address, random.Random(1))
    stack.callback(person.context.close)
    person.page.set_default_timeout(LIMIT * 1000)
    return person


def desk(stack: ExitStack, browser: Browser, where: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    stack.callback(context.close)
    page = context.new_page()
    page.set_default_timeout(LIMIT * 1000)
    page.goto(f"{where}/referee")
    page.fill("#secret", PIN)
    page.click("button.primary")
    page.wait_for_selector(LIVE)
    return page


def test_a_panel_takes_nothing_while_the_connection_is_lost_and_keeps_what_was_picked(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path))
    wire = stack.enter_context(Wire(house.where))
    page = phone(stack, browser, wire.through(house.seat(1))).page
    page.click("[data-option=d12]")
    page.focus(".lock")
    wire.cut()
    page.wait_for_selector(STALE)
    assert page.is_visible("#stale")
    assert usable(page) == []
    page.evaluate("scrollTo(0, 10000)")
    assert page.evaluate("document.getElementById('stale').getBoundingClientRect().top") >= 0, "also further down"
    page.screenshot(path=pictures / "seat-lost-phone.png")
    page.eval_on_selector(".lock", "one => one.click()")
    page.keyboard.press("Enter")
    assert not any(isinstance(entry, Chosen) for entry in house.entries())
    wire.mend()
    page.wait_for_selector(LIVE)
    assert page.get_attribute("[data-option=d12]", "aria-pressed") == "true"
    page.wait_for_selector(".lock:enabled:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector("button:has-text('Choose again')")


def test_what_was_picked_is_still_there_when_the_station_has_begun_anew(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """Its questions have other numbers then; where nothing has happened it is the same question all the same."""
    with House(tmp_path) as house:
        port = int(house.where.rsplit(":", 1)[1])
        page = phone(stack, browser, house.seat(1)).page
        other = phone(stack, browser, house.seat(2)).page
        page.click("[data-option=d12]")
        other.click("[data-option=d20]")
    page.wait_for_selector(STALE)
    other.wait_for_selector(STALE)
    with House(tmp_path, port=port) as house:
        for one in (page, other):
            one.wait_for_selector(LIVE)
            one.click(".lock:enabled")
        page.wait_for_selector(".lock:has-text('My dice lie')")
        assert [entry.value for entry in house.entries() if isinstance(entry, Chosen)] == ["d12", "d20"]


def test_what_was_pressed_just_before_the_loss_gets_its_answer(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """The stream ends while an answer is on its way: it counts, and the panel says so before the stream is back."""
    house = stack.enter_context(House(tmp_path))
    wire = stack.enter_context(Wire(house.where))
    page = phone(stack, browser, wire.through(house.seat(1))).page
    waiting: list[Route] = []
    page.route("**/answer", lambda route: waiting.append(route))  # noqa: PLW0108  (no method of C has a signature)
    page.click("[data-option=d12]")
    with page.expect_request("**/answer"):
        page.click(".lock")
    wire.cut("streams")
    page.wait_for_selector(STALE)
    with page.expect_response("**/answer") as answered:
        waiting[0].continue_()
    assert answered.value.json() == {"result": "done"}
    page.wait_for_selector("#question:not(.asked)")
    assert page.get_attribute("html", "data-link") == "stale"
    assert page.inner_text("#note") == ""
    wire.mend()
    page.wait_for_selector("button:has-text('Choose again'):enabled")


def test_a_press_that_does_not_arrive_says_so_and_is_picked_still(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path))
    wire = stack.enter_context(Wire(house.where))
    page = phone(stack, browser, wire.through(house.seat(1))).page
    waiting: list[Route] = []
    page.route("**/answer", lambda route: waiting.append(route))  # noqa: PLW0108  (no method of C has a signature)
    page.click("[data-option=d12]")
    with page.expect_request("**/answer"):
        page.click(".lock")
    wire.cut()
    page.wait_for_selector(STALE)
    waiting[0].continue_()
    page.wait_for_selector("#note:has-text('The connection was lost on the way.')")
    page.unroute("**/answer")
    wire.mend()
    page.wait_for_selector("[data-option=d12][aria-pressed=true]:enabled")
    assert page.inner_text("#note") == "", "what counts is seen"
    page.click(".lock")
    page.wait_for_selector("button:has-text('Choose again')")


@pytest.mark.parametrize("begins_lost", [False, True])
def test_a_page_finds_back_from_a_network_that_hangs_and_tells_nobody(
    browser: Browser, tmp_path: Path, stack: ExitStack, begins_lost: bool
) -> None:
    """A table without power answers nothing, not even that it is gone; an attempt that hangs is given up."""
    house = stack.enter_context(House(tmp_path))
    wire = stack.enter_context(Wire(house.where))
    page = phone(stack, browser, wire.through(house.seat(1))).page
    page.clock.install()
    page.click("[data-option=d12]")
    wire.hang()
    page.clock.fast_forward(13_000)
    page.wait_for_selector(STALE)
    if begins_lost:  # the attempt to connect anew hangs as well
        page.clock.fast_forward(13_000)
    wire.mend()
    page.clock.fast_forward(13_000)
    page.wait_for_selector(LIVE)
    page.click(".lock:enabled")
    page.wait_for_selector("button:has-text('Choose again')")


def test_a_press_that_nobody_answers_is_given_up_and_can_be_made_again(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """It hangs on its way while all else gets through: a panel must not stay disabled for the rest of the game."""
    house = stack.enter_context(House(tmp_path))
    page = phone(stack, browser, house.seat(1)).page
    page.clock.install()
    waiting: list[Route] = []
    page.route("**/answer", lambda route: waiting.append(route))  # noqa: PLW0108  (no method of C has a signature)
    page.click("[data-option=d12]")
    with page.expect_request("**/answer"):
        page.click(".lock")
    page.wait_for_selector("[data-option=d12]:disabled")
    page.clock.fast_forward(13_000)
    page.wait_for_selector("#note:has-text('The connection was lost on the way.')")
    page.unroute("**/answer")
    page.wait_for_selector("[data-option=d12][aria-pressed=true]:enabled")
    page.click(".lock")
    page.wait_for_selector("button:has-text('Choose again')")


def test_a_decision_that_nobody_answers_is_given_up_and_can_be_made_again(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    one_round(stack.enter_context(Bot(house, 1)), stack.enter_context(Bot(house, 2)), ("d4", "d20"))
    page = desk(stack, browser, house.where)
    page.clock.install()
    waiting: list[Route] = []
    page.route("**/referee/rule", lambda route: waiting.append(route))  # noqa: PLW0108
    page.click("button:text-is('Annul')")
    with page.expect_request("**/referee/rule"):
        page.click("dialog .primary:enabled")
    page.clock.fast_forward(13_000)
    page.wait_for_selector("dialog .wrong:has-text('The connection was lost on the way.')")
    page.unroute("**/referee/rule")
    page.wait_for_selector(LIVE)
    page.click("dialog .primary:enabled")
    page.wait_for_selector("dialog", state="hidden")
    assert sum(isinstance(entry, Annulled) for entry in house.entries()) == 1


def test_the_desk_decides_nothing_while_the_connection_is_lost_and_keeps_the_reason(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    wire = stack.enter_context(Wire(house.where))
    one_round(stack.enter_context(Bot(house, 1)), stack.enter_context(Bot(house, 2)), ("d4", "d20"))
    page = desk(stack, browser, wire.where)
    page.click("button:text-is('Annul')")
    page.fill("#why", "the table was")
    page.wait_for_selector("dialog .primary:enabled")
    wire.cut()
    page.wait_for_selector(STALE)
    assert usable(page) == ["Cancel"], "one may leave it"
    assert "may be old" in page.inner_text("dialog .lost")
    page.screenshot(path=pictures / "desk-lost-dialog.png")
    page.type("#why", " pushed")
    wire.mend()
    page.wait_for_selector(LIVE)
    page.wait_for_selector("dialog .primary:enabled")
    assert not page.is_visible("dialog .lost")
    assert page.input_value("#why") == "the table was pushed"
    page.click("dialog .primary")
    page.wait_for_selector("dialog", state="hidden")
    (annulled,) = [entry for entry in house.entries() if isinstance(entry, Annulled)]
    assert annulled.why == "the table was pushed"


def test_a_decision_that_does_not_arrive_says_so_and_is_there_to_be_confirmed_again(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    wire = stack.enter_context(Wire(house.where))
    one_round(stack.enter_context(Bot(house, 1)), stack.enter_context(Bot(house, 2)), ("d4", "d20"))
    page = desk(stack, browser, wire.where)
    page.route("**/referee/rule", lambda route: route.abort())
    page.click("button:text-is('Annul')")
    page.fill("#why", "pushed")
    page.click("dialog .primary:enabled")
    page.wait_for_selector("dialog .wrong:has-text('The connection was lost on the way.')")
    page.unroute("**/referee/rule")
    wire.cut()
    page.wait_for_selector(STALE)
    wire.mend()
    page.click("dialog .primary:enabled")
    page.wait_for_selector("dialog", state="hidden")
    assert [entry.why for entry in house.entries() if isinstance(entry, Annulled)] == ["pushed"]


def test_what_the_referee_had_begun_is_there_after_entering_anew(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    """A station that has begun anew knows no referee: the die that was judged and the reason are still there."""
    with House(tmp_path, secret=PIN, eyes=QuickEyes(1, doubt=1.0)) as house:
        port = int(house.where.rsplit(":", 1)[1])
        first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
        first.send(value="d4")
        second.send(value="d20")
        first.send(key="ok")
        second.send(key="ok")
        first.stream.until("state", phase="confirm")
        page = desk(stack, browser, house.where)
        page.select_option("#reading select >> nth=1", "19")
        page.click("button:has-text('Abort the game')")
        page.fill("#why", "it is late")
    with House(tmp_path, port=port, secret=PIN, eyes=QuickEyes(1, doubt=1.0)):
        page.wait_for_selector("#secret")
        page.fill("#secret", PIN)
        page.click("button.primary")
        page.wait_for_selector(".readings select")
        assert page.input_value("#reading select >> nth=1") == "19"
        page.screenshot(path=pictures / "desk-anew.png")
        page.click("button:has-text('Abort the game')")
        assert page.input_value("#why") == "it is late"
        page.click("dialog button:has-text('Cancel')")
        page.click("button:has-text('Abort the game')")
        assert page.input_value("#why") == "", "once"


def test_what_would_follow_is_looked_at_again_when_the_connection_is_back_and_when_the_game_goes_on(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    wire = stack.enter_context(Wire(house.where))
    first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
    one_round(first, second, ("d4", "d20"))
    page = desk(stack, browser, wire.where)
    page.route("**/referee/preview", lambda route: route.abort())
    page.click("button:text-is('Annul')")
    page.wait_for_selector("dialog .wrong:has-text('The connection was lost on the way.')")
    assert page.is_disabled("dialog .primary")
    page.unroute("**/referee/preview")
    wire.cut()
    page.wait_for_selector(STALE)
    wire.mend()
    page.wait_for_selector("dialog .primary:enabled")
    first.send(value="d12")
    page.wait_for_selector("dialog .wrong:has-text('the game has gone on meanwhile')")
    assert page.is_disabled("dialog .primary")
