"""The page in a real browser: whole games by clicking, phones that hide their choices, a killed server, every size."""

import random
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from controller import i18n
from controller.journal.entries import Ended, Started
from tests.web.asking import ask
from tests.web.house import House, QuickEyes, start
from tests.web.people import Person, play, watch
from tests.web.test_setup import made
from tests.web.test_verdict import Kept

NAMES = ("Anna", "Jörg", "Maximiliane von Hohenzollern-Sigmaringen", "Li", "Ossip")
SIZES = {"tv": (1920, 1080), "screen": (1280, 720), "phone": (390, 844)}
GAMES = [
    start("ueberwurf", 2, NAMES),
    start("zugband", 2, NAMES),
    start("overload", 3, NAMES, house={"target": 3, "fields": 8, "special": "3:plus,5:double"}),
    start("wizard", 2, NAMES, house={"spell_cards": True}),
]


@pytest.mark.parametrize("started", GAMES, ids=lambda started: started.game)
def test_a_whole_game_is_played_by_clicking(browser: Browser, pictures: Path, tmp_path: Path, started: Started) -> None:
    """From the first round to the last. Some dice are not certain, so that faces are entered and confirmed as well.

    Seven equal dice are all entered where one is not certain, and once more where that is not what was read: in the
    Wizard Würfelspiel fewer are in doubt.
    """
    doubt = 0.004 if started.game == "wizard" else 0.03
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, started, eyes=QuickEyes(5, doubt=doubt)))
        board = open_page(browser, house.where, "tv")
        stack.callback(board.close)
        chance = random.Random(2)
        # Nothing is animated for whoever wants it so: a whole game then takes seconds.
        people = [
            Person(browser, house.seat(seat), chance, reduced_motion="reduce") for seat in range(1, started.players + 1)
        ]
        for person in people:
            stack.callback(person.context.close)
        play(people)
        board.wait_for_selector("html[data-phase=over]")
        entries = house.entries()
        assert sum(isinstance(one, Ended) for one in entries) == 1
        if started.game == "wizard":
            rounds = ask(house.where, "/api/state").json()["game"]
            assert rounds["round"] == 20 or any(seat["crosses"] >= 9 for seat in rounds["seats"]), "to its own end"
        assert board.query_selector(".said .over")
        for size in SIZES:
            look(board, pictures, f"{started.game}-over", size)
        assert ask(house.where, "/api/state").json()["outcome"]
        assert [fault for person in people for fault in person.faults] == [], "also not where somebody clicks too late"


def open_page(browser: Browser, address: str, size: str, **context: str) -> Page:
    width, height = SIZES[size]
    page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()  # type: ignore[arg-type]
    page.goto(address)
    return page


def look(page: Page, pictures: Path, name: str, size: str) -> None:
    """Keep a picture of it, and see that nothing is cut off at the side."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(60)
    page.screenshot(path=pictures / f"{name}-{size}.png", full_page=size == "phone")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} at {size} is {wide} pixels too wide"


def test_two_phones_hide_their_choices_from_each_other(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        first, second = (Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2))
        board = open_page(browser, house.where, "screen")
        board.wait_for_selector(".plate")
        before = board.content(), second.page.inner_html("main")
        first.page.click("[data-option=d12]")
        assert first.page.get_attribute("[data-option=d12]", "aria-pressed") == "true"
        first.page.wait_for_timeout(150)
        assert (board.content(), second.page.inner_html("main")) == before, "a selection is nobody's business"
        first.page.click(".lock")
        board.wait_for_selector(".plate.seat-1 .chip.locked")
        first.page.wait_for_selector("button:has-text('Choose again')")
        assert first.page.query_selector("[aria-pressed=true]") is None, "nor does its own phone show it afterwards"
        assert "d12" not in first.page.inner_text("#question")
        look(first.page, pictures, "seat-locked", "phone")
        first.page.click("button:has-text('Choose again')")
        first.page.wait_for_selector("[data-option=d12]")
        assert first.page.query_selector("[aria-pressed=true]") is None
        for person in (first, second):
            person.context.close()


def test_the_page_comes_back_after_its_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        port = int(house.where.rsplit(":", 1)[1])
        board = open_page(browser, house.where, "screen")
        board.wait_for_selector("html[data-link=live]")
        phone = Person(browser, house.seat(1), random.Random(1))
        phone.page.click("[data-option=d8]")
        phone.page.click(".lock")
        board.wait_for_selector(".plate.seat-1 .chip.locked")
    board.wait_for_selector("#stale:visible")
    assert "may be old" in board.inner_text("#stale")
    with House(tmp_path, port=port) as house:
        board.wait_for_selector("html[data-link=live]")
        phone.page.wait_for_selector("html[data-link=live]")
        board.wait_for_selector(".plate.seat-1 .chip.locked")
        assert not board.is_visible("#stale")
        other = Person(browser, house.seat(2), random.Random(2))
        other.page.click("[data-option=d4]")
        other.page.click(".lock")
        phone.page.wait_for_selector(".lock:has-text('My dice lie')")
        for one in (phone.context, other.context, board.context):
            one.close()


def test_the_referee_corrects_a_throw_and_sees_what_follows_before(
    browser: Browser, pictures: Path, tmp_path: Path
) -> None:
    with House(tmp_path, start(names=NAMES), eyes=QuickEyes(4), secret="2468") as house:
        people = [Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2)]
        play(people, ".rounds tr.judged")
        desk = open_page(browser, f"{house.where}/referee", "screen")
        faults: list[str] = []
        watch(desk, faults)
        desk.fill("#secret", "2468")
        desk.click("button.primary")
        desk.click("#record tr:has-text('throws') >> nth=0 >> button")
        desk.wait_for_selector("dialog .follows p")
        face = desk.eval_on_selector("dialog select", "one => one.value")
        desk.select_option("dialog select", "1" if face != "1" else "2")
        desk.fill("#why", "a look at the picture")
        desk.wait_for_selector("dialog .primary:not(:disabled)")
        look(desk, pictures, "desk-dialog", "screen")
        desk.click("dialog .primary")
        desk.wait_for_selector("#record small:has-text('a look at the picture')")
        for size in SIZES:
            look(desk, pictures, "desk", size)
        found = Axe().run(desk).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
        assert faults == []
        for one in (desk.context, *(person.context for person in people)):
            one.close()


def test_the_keyboard_is_enough(browser: Browser, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        person = Person(browser, house.seat(1), random.Random(1))
        page = person.page
        page.wait_for_selector("[data-option=d4]")
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.option") == "d6":
                break
        page.keyboard.press("Space")
        assert page.get_attribute("[data-option=d6]", "aria-pressed") == "true"
        for _ in range(10):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.option") == "ok":
                break
        page.keyboard.press("Enter")
        page.wait_for_selector("button:has-text('Choose again')")
        person.context.close()


def test_a_whole_game_is_played_with_keys_alone(browser: Browser, tmp_path: Path) -> None:
    """Tab and the space bar, on two panels, until the game is over; what is asked is announced, and so is the end."""
    with House(tmp_path, start("zugband", 2)) as house:
        people = [Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2)]
        heard: list[set[str]] = [set(), set()]
        for _round in range(30):
            for person, said in zip(people, heard, strict=True):
                page = person.page
                page.wait_for_selector("#question.asked, html[data-phase=over]", state="attached")
                said.add(page.inner_text("#announced"))
                if page.get_attribute("html", "data-phase") != "over":
                    press(page, "button.option:not(:disabled):not([data-option='0'])")
                    press(page, ".lock:not(:disabled)")
            if people[0].page.get_attribute("html", "data-phase") == "over":
                break
        people[0].page.wait_for_selector("html[data-phase=over]", state="attached")
        assert "Your turn: Take 0 to 3 markers in secret" in heard[0] & heard[1]
        assert "A draw – both are out of markers" in people[0].page.inner_text("#said")
        for person in people:
            assert person.faults == []
            person.context.close()


def press(page: Page, wanted: str) -> None:
    """Go on with Tab to the first element that fits, see that its focus can be seen, and press it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            page.keyboard.press("Space")
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def test_what_is_asked_names_a_seat_on_the_scoreboard_and_on_a_neighbours_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with House(tmp_path) as house:
        board = open_page(browser, house.where, "screen")
        first, second = (Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2))
        board.wait_for_selector(".said p:has-text('All: choosing a die in secret')")
        assert first.page.inner_text("#question h2") == "Choose your die in secret"
        first.page.click("[data-option=d6]")
        first.page.click(".lock")
        board.wait_for_selector(".said p:has-text('Jörg: choosing a die in secret')")
        first.page.wait_for_selector(".said p:has-text('Jörg: choosing a die in secret')")
        assert not second.page.is_visible("#said"), "what it is asked itself stands there already, once"
        second.page.click("[data-option=d20]")
        second.page.click(".lock")
        board.wait_for_selector(".said p:has-text('Anna: throwing d6 · Jörg: throwing d20')")
        for page in (board, first.page, second.page):
            assert "OK" not in page.inner_text("body")
            page.context.close()


def test_a_newcomer_learns_how_the_game_works_and_what_was_done(browser: Browser, tmp_path: Path) -> None:
    """The rules stand where one plays, each deed is told, and a seat beyond the players says that it has none."""
    with House(tmp_path, GAMES[2]) as house:
        board = open_page(browser, house.where, "screen")
        first, beyond = (Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 4))
        house.at_table(lambda: house.page.trouble("The disk is full."))
        first.page.wait_for_selector("#trouble:has-text('The disk is full.')")
        house.at_table(lambda: house.page.trouble(""))
        first.page.wait_for_selector("#trouble", state="hidden")
        beyond.page.wait_for_selector("#question:has-text('This seat does not play in this game.')")
        first.page.click(".how summary")
        first.page.wait_for_selector("#about li:has-text('No figure carries a ninth disc')")
        assert "<b>" not in first.page.inner_text("#about")
        assert first.page.query_selector("#about li b")
        first.page.click("[data-option=A]")
        first.page.click(".lock")
        board.wait_for_selector(".told:has-text('Anna brings figure A onto the track')")
        first.page.click("[data-option='3']")
        first.page.click(".lock")
        first.page.click(".lock:has-text('My dice lie')")
        board.wait_for_selector(".told:has-text('Anna moves figure A from the start to field')")
        for one in (board.context, first.context, beyond.context):
            one.close()


def test_predictions_stand_as_on_the_sheet(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    """A colour in each row, a number in each column, and what is not allowed any more leaves its place empty."""
    with House(tmp_path, start("wizard", 2, NAMES)) as house:
        first, second = (Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2))
        first.page.wait_for_selector(".options.fields [data-option='5 yellow']")
        first.page.click("[data-option='2 red']")
        first.page.click(".lock")
        second.page.wait_for_selector(".options.fields [data-option='5 yellow']")
        assert second.page.query_selector("[data-option='2 red']") is None
        places = "all => all.map(one => Math.round(one.getBoundingClientRect().x))"
        threes = second.page.eval_on_selector_all(".fields .column-3", places)
        assert len(threes) == 4
        assert len(set(threes)) == 1, "below each other, also where a number before them is missing"
        assert second.page.inner_text("[data-option='3 red']").split() == ["3", "red"], (
            "whoever hears it hears the colour"
        )
        look(second.page, pictures, "seat-predicts", "phone")
        for one in (first.context, second.context):
            one.close()


def test_whoever_confirms_a_face_sees_the_die_that_it_is_about(browser: Browser, tmp_path: Path) -> None:
    """Both have thrown a d20: a picture of one's own would be a wrong answer to "Jörg says: d20 shows 15. Right?"."""
    with House(tmp_path, eyes=QuickEyes(1, doubt=1.0)) as house:
        first, second = (Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2))
        for page in (first.page, second.page):
            page.click("[data-option=d20]")
            page.click(".lock")
        for page in (first.page, second.page):
            page.click(".lock:has-text('My dice lie')")
        for page, face in ((first.page, "17"), (second.page, "15")):
            page.click(f"[data-option='{face}']")
            page.click(".lock")
        for page, face in ((first.page, "15"), (second.page, "17")):
            page.wait_for_selector(f"#question h2:has-text('d20 shows {face}. Right?')")
            assert page.get_attribute(".shown .die", "aria-label") == f"d20: {face}"
            page.context.close()


def test_the_clip_of_a_throw_is_played_by_whoever_wants_it(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    with House(tmp_path, evidence=Kept(tmp_path)) as house:
        people = [Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2)]
        play(people, ".rounds tr.judged")
        board = open_page(browser, house.where, "screen")
        board.wait_for_selector("#camera svg")
        assert board.query_selector("#camera img") is None, "nothing moves before somebody wants it"
        seen, button = (board.locator(one).bounding_box() for one in ("#camera svg", "#camera button.clip"))
        assert seen
        assert button
        assert button["y"] >= seen["y"] + seen["height"], "below the picture, and over no die"
        board.click("#camera button.clip")
        board.wait_for_selector("#camera img")
        assert board.evaluate("document.querySelector('#camera img').naturalWidth") > 0
        look(board, pictures, "clip", "screen")
        board.click("#camera button.clip")
        board.wait_for_selector("#camera svg")
        for one in (board.context, *(person.context for person in people)):
            one.close()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_menu_leads_to_every_page(browser: Browser, pictures: Path, tmp_path: Path, theme: str) -> None:
    with House(tmp_path, secret="2468", setup=made(tmp_path)) as house:
        page = open_page(browser, f"{house.where}?theme={theme}", "phone")
        page.click("#pages summary")
        look(page, pictures, f"menu-{theme}", "phone")
        found = Axe().run(page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
        links = page.eval_on_selector_all("#pages nav a", "all => all.map(one => one.getAttribute('href'))")
        assert {"/seats", "/history", "/dice", "/setup", "/referee", "/api"} <= set(links)
        for link in links:
            assert ask(house.where, link, Accept="text/html").status in (200, 303, 307), link
        page.keyboard.press("Escape")
        assert not page.is_visible("#pages nav")
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
        page.context.close()


def test_names_of_people_are_shown_as_they_are(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    evil = '<img src=x onerror="document.title=1">'
    with House(tmp_path, start(names=(evil, "W" * 40), stakes={"1": "<b>all</b>"})) as house:
        faults: list[str] = []
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        watch(page, faults)
        page.goto(house.where)
        page.wait_for_selector(".plate")
        assert page.inner_text(".plate.seat-1 .name") == evil
        assert page.query_selector("main img") is None
        look(page, pictures, "names", "phone")
        assert faults == []
        page.context.close()


def test_the_page_speaks_german(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    i18n.use("de")
    with House(tmp_path) as house:
        person = Person(browser, house.seat(1), random.Random(1))
        person.page.wait_for_selector("[data-option=d4]")
        assert person.page.inner_text("[data-option=d4] > span").strip() == "W4"
        assert person.page.get_attribute("html", "lang") == "de"
        look(person.page, pictures, "seat-german", "phone")
        person.context.close()
