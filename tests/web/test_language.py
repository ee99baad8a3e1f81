"""The language is changed while pages are open: each comes anew in it, and what somebody has picked or typed stays."""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller import i18n
from tests.web.asking import Bot, Listener, ask, until
from tests.web.house import House
from tests.web.people import Person
from tests.web.test_desk import PIN, one_round
from tests.web.test_setup import made

# Instead of a stream: what the test tells.
_TOLD = """
window.EventSource = class {
  calls = {};
  addEventListener(name, call) {
    this.calls[name] = call;
    document.documentElement.dataset.heard = "";
    window.tell = (name, data) => this.calls[name]({ data: JSON.stringify(data) });
  }
  close() {}
};
"""
GERMAN = "html[lang=de][data-link=live]"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture
def house(tmp_path: Path, stack: ExitStack) -> House:
    return stack.enter_context(House(tmp_path, secret="2468", setup=made(tmp_path)))


def opened(stack: ExitStack, browser: Browser, address: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    stack.callback(context.close)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[lang=en][data-link=live]")
    return page


def speak_german(house: House) -> None:
    house.at_table(lambda: house.desk.settings.change({"station.language": "de"}))


def test_the_stream_says_which_language_the_station_speaks(house: House) -> None:
    with Listener(house.where) as stream:
        stream.until("language", language="en")
        speak_german(house)
        stream.until("language", language="de")
        stream.until("state", phase="choose")
    assert "`language`" in ask(house.where, "/api/openapi.json").body.decode()


def test_earlier_rounds_and_the_marks_of_the_picture_are_told_in_the_new_language_too(
    house: House, stack: ExitStack
) -> None:
    first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
    one_round(first, second, ("d8", "d6"))
    speak_german(house)
    stream = first.stream
    stream.until("language", language="de")
    until(lambda: "d8" not in str([one["text"] for one in stream.until("rounds").data["rounds"][0]["verdicts"]]))
    until(lambda: [die["label"][:3] for die in stream.until("picture").data["dice"]] == ["W8:", "W6:"])


def test_open_pages_come_anew_in_the_new_language_and_a_panel_keeps_what_was_picked(
    browser: Browser, pictures: Path, house: House, stack: ExitStack
) -> None:
    board = opened(stack, browser, house.where)
    person = Person(browser, house.seat(1), random.Random(1))
    stack.callback(person.context.close)
    person.page.click("[data-option=d8]")
    speak_german(house)
    for page in (board, person.page):
        page.wait_for_selector(GERMAN)
    person.page.wait_for_selector("[data-option=d8][aria-pressed=true]")
    assert "W8" in person.page.inner_text("[data-option=d8]")
    assert person.page.evaluate("sessionStorage.length") == 0, "read once: nobody else finds it there"
    board.wait_for_selector(".plate")
    assert "waits" not in board.inner_text("main")
    assert "wählen" in board.inner_text("#said"), "and what the table says comes in it too"
    board.screenshot(path=pictures / "language-changed.png")
    assert person.faults == []


def test_a_page_of_the_set_up_on_which_something_was_typed_stays(
    browser: Browser, house: House, stack: ExitStack
) -> None:
    typed, untouched = (opened(stack, browser, f"{house.where}/setup/game") for _page in range(2))
    for page in (typed, untouched):
        page.wait_for_selector("#players")
    typed.fill("input[type=text] >> nth=0", "Zoë")
    speak_german(house)
    untouched.wait_for_selector(GERMAN)
    # It looks once a second whether it may; whoever has typed is asked for longer than that.
    typed.wait_for_timeout(1500)
    assert typed.get_attribute("html", "lang") == "en"
    assert typed.input_value("input[type=text] >> nth=0") == "Zoë"


def test_the_desk_stays_while_a_decision_is_made_and_comes_anew_after_it(
    browser: Browser, pictures: Path, house: House, stack: ExitStack
) -> None:
    first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
    one_round(first, second, ("d8", "d6"))
    desk = opened(stack, browser, house.where)
    desk.goto(f"{house.where}/referee")
    desk.fill("#secret", PIN)
    desk.click("button.primary")
    desk.click("#record tr:has-text('throws') >> nth=0 >> button")
    desk.fill("#why", "a look at the picture")
    desk.wait_for_selector("dialog .primary:not(:disabled)")
    desk.screenshot(path=pictures / "desk-dialog-gap.png")
    speak_german(house)
    desk.wait_for_timeout(1500)
    assert desk.input_value("#why") == "a look at the picture"
    desk.click("dialog .ways > button")
    desk.wait_for_selector(GERMAN)


def test_each_panel_that_has_changed_hands_says_so(browser: Browser, house: House, stack: ExitStack) -> None:
    """Three take turns at a game of two: who sat at seat 2 plays no longer, and who sits there now sat at seat 1."""
    before = ask(house.where, "/api/state").json()
    after = json.loads(json.dumps(before))
    after["number"] += 1
    for seat, name in zip(after["game"]["seats"], ("Zoë", "Anna"), strict=True):
        seat["name"] = name
    question = {"seat": 2, "question": 1, "take_back": False, "ask": None}
    told = [["question", question], ["state", before], ["state", after]]
    for seat, owner in ((1, "Zoë"), (2, "Anna")):
        page = opened(stack, browser, house.where)
        page.add_init_script(_TOLD)
        page.goto(house.seat(seat))
        page.wait_for_selector("html[data-heard]")
        page.evaluate("told => told.forEach(([name, data]) => window.tell(name, data))", told)
        page.wait_for_selector(f"#note:has-text('Seat {seat} is {owner}')")
