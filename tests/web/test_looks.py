"""How the pages stand on a television and on a phone: nothing is cut off, and a finger meets what it aims at."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller import i18n
from tests.web.asking import Bot, play
from tests.web.house import House, QuickEyes, start
from tests.web.people import PATIENCE
from tests.web.test_browser import NAMES, SIZES
from tests.web.test_desk import PIN
from tests.web.test_setup import made
from tests.web.test_verdict import Kept

FINGER = 44
"""What a fingertip meets, in pixels of a phone (WCAG 2.5.5)."""

# Links in a sentence may be as high as its line; what is hidden is not pressed.
_SMALL = """
(least) => [...document.querySelectorAll("button, a, select, input, summary")].filter((one) => {
  const box = one.getBoundingClientRect();
  const away = one.closest(".unseen, .skip, details:not([open]) > :not(summary)");
  if (!box.width || away) return false;
  const inline = one.tagName === "A" && getComputedStyle(one).display === "inline";
  if (inline && one.parentElement.innerText.trim().length > one.innerText.trim().length + 3) return false;
  const label = one.closest("label")?.getBoundingClientRect();
  const whole = one.matches(".title a") ? one.closest("tr").getBoundingClientRect() : label ?? box;
  return Math.max(box.height, whole.height) < least - 0.5 || Math.max(box.width, whole.width) < least - 0.5;
}).map((one) => `${one.tagName} ${one.className} ${one.innerText.slice(0, 30)}`)
"""
# What scrolls although it should be seen at once; words for the ear alone may lengthen a page as well.
_CUT = """
() => {
  const longer = (one) => one.scrollHeight > one.clientHeight + 1;
  const stage = document.getElementById("stage");
  return [longer(stage) ? "stage" : null, longer(document.documentElement) ? "page" : null].filter(Boolean);
}
"""
LONG_NAMES = NAMES[2:] + NAMES[:2]
PAGES = {
    "/": ".plate",
    "/seats": ".code",
    "/rules": "article",
    "/history": ".games",
    "/history/players": "h1",
    "/history/1": ".rounds .die",
    "/dice": ".kind .die",
    "/verdict/1/1": ".around",
    "/nothing": ".refused .die",
    "/setup/game": "#place fieldset",
    "/setup/dice": "#place > *:not(p:only-child)",
    "/setup/keys": "#place > *:not(p:only-child)",
    "/setup/display": ".test",
    "/referee": "#secret",
}
# The fullest that each game shows: five seats with all their figures, three sheets and a card.
FULLEST: dict[str, tuple[int, dict[str, object]]] = {
    "ueberwurf": (2, {}),
    "zugband": (2, {}),
    "overload": (5, {}),
    "wizard": (3, {"spell_cards": True}),
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    yield page
    context.close()


def sized(page: Page, size: str) -> Page:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    return page


def test_a_finger_meets_whatever_can_be_pressed_on_a_phone(page: Page, tmp_path: Path) -> None:
    """German words are the longer ones."""
    i18n.use("de")
    with ExitStack() as stack:
        started = start(names=NAMES)
        house = stack.enter_context(House(tmp_path, started, secret=PIN, setup=made(tmp_path), evidence=Kept(tmp_path)))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        play(bots, random.Random(1))
        seat = house.seat(1).removeprefix(house.where)
        for path, drawn in {**PAGES, seat: "#question .about"}.items():
            sized(page, "phone").goto(house.where + path)
            page.wait_for_selector(drawn)
            assert page.evaluate(_SMALL, FINGER) == [], path
            page.click("#pages summary")
            assert page.evaluate(_SMALL, FINGER) == [], f"the menu of {path}"
        page.goto(house.where + "/referee")
        page.fill("#secret", PIN)
        page.click("button.primary")
        page.wait_for_selector("#record button")
        assert page.evaluate(_SMALL, FINGER) == [], "the referee's desk"
    i18n.use("en")


@pytest.mark.parametrize("game", FULLEST)
def test_a_television_shows_the_whole_table_without_scrolling(page: Page, tmp_path: Path, game: str) -> None:
    """Also while a long verdict stands above it; nobody scrolls a television."""
    players, house_rules = FULLEST[game]
    i18n.use("de")
    with ExitStack() as stack:
        started = start(game, players, LONG_NAMES, house=house_rules)
        house = stack.enter_context(House(tmp_path, started, eyes=QuickEyes(5), seconds=PATIENCE))
        bots = [stack.enter_context(Bot(house, seat)) for seat in range(1, players + 1)]
        chance = random.Random(3)
        sized(page, "screen").goto(house.where)
        page.wait_for_selector(".plate")
        phases = set[str | None]()
        while "verdict" not in phases:
            for bot in bots:
                bot.act(chance)
            phase = page.get_attribute("html", "data-phase")
            if phase not in phases:
                phases.add(phase)
                assert page.evaluate(_CUT) == [], phase
        page.wait_for_selector("html[data-phase=verdict]")
        for size in ("screen", "tv"):
            assert sized(page, size).evaluate(_CUT) == [], size
    i18n.use("en")


@pytest.mark.parametrize("game", ["ueberwurf", "zugband"])
def test_nor_does_it_scroll_when_the_game_is_over(page: Page, tmp_path: Path, game: str) -> None:
    """All rounds stand beside it then, which scroll by themselves, and the sentence about the winner is the longest."""
    i18n.use("de")
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start(game, 2, LONG_NAMES)))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        play(bots, random.Random(3))
        sized(page, "screen").goto(house.where)
        page.wait_for_selector("html[data-phase=over] .rounds .judged")
        for size in ("screen", "tv"):
            assert sized(page, size).evaluate(_CUT) == [], size
    i18n.use("en")


def test_the_log_in_has_the_whole_page(page: Page, tmp_path: Path) -> None:
    """The page and its form bear the same name; a style for the one squeezed the other."""
    with House(tmp_path, secret=PIN) as house:
        sized(page, "screen").goto(f"{house.where}/referee")
        page.wait_for_selector("#secret")
        assert page.evaluate("document.querySelector('.masthead').getBoundingClientRect().width") == SIZES["screen"][0]


def test_numbers_stay_with_their_words_and_no_line_begins_with_a_dot(page: Page, tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, seconds=PATIENCE))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        bots[0].send(value="d6")
        bots[1].send(value="d20")
        for bot in bots:
            bot.send(key="ok")
        sized(page, "phone").goto(house.where)
        said = page.wait_for_selector("html[data-phase=verdict] .said .verdict")
        assert said
        text = said.evaluate("one => one.textContent")
        assert "d6 shows\u00a0" in text
        assert "d20 shows\u00a0" in text
        page.wait_for_selector(".rounds .judged")
        assert "shows\u00a0" in page.eval_on_selector(".rounds .judged p", "one => one.textContent")
        told = bots[0].stream.told("verdict")["text"]
        assert "\u00a0" not in told, "for programs it is a plain sentence"


def test_any_round_of_a_long_game_is_annulled_from_one_short_list(page: Page, tmp_path: Path) -> None:
    """A button for each of twenty rounds was a wall; the latest stands first, and the question names the one chosen."""
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start("wizard", 2), secret=PIN))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        play(bots, random.Random(1))
        sized(page, "phone").goto(f"{house.where}/referee")
        page.fill("#secret", PIN)
        page.click("button.primary")
        page.wait_for_selector("#switches select")
        rounds = page.eval_on_selector_all("#switches option", "all => all.map((one) => Number(one.value))")
        assert len(rounds) > 5
        assert rounds == sorted(rounds, reverse=True)
        assert len(page.query_selector_all("#switches button")) <= 4
        page.select_option("#switches select", "2")
        page.click("#switches .annul button")
        page.wait_for_selector("dialog h2:has-text('Annul round 2')")
