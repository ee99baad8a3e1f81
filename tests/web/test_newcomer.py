"""What a newcomer meets at a panel: which dice are meant, whose figure, what an option does, how to stop the game."""

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from controller.journal.entries import DiceRules, Threw
from controller.looking import Glance
from tests.web.asking import Bot, ask
from tests.web.house import House, QuickEyes, start
from tests.web.test_lost import phone
from vision.camera.base import Frame
from vision.reading import DieReading, Status

SHOWN = ("red", "blue", "wizard", "jester", "green", "yellow", "red")
UNREAD = (2, 5)
WIZARD = msgspec.structs.replace(start("wizard"), dice=DiceRules(equal="each"))


class Eyes:
    """Eyes that cannot read two of seven dice."""

    automatic = False

    def look(self, kinds: Sequence[str]) -> Glance:
        dice = [
            DieReading("wizard", face, 0.9, Status.UNSURE if at in UNREAD else Status.READ, (20 + 80 * at, 60, 50, 50))
            for at, face in enumerate(SHOWN)
        ]
        return Glance(Frame(np.full((480, 640, 3), 90, np.uint8), "1", 0.0), dice)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def thrown(stack: ExitStack, folder: Path) -> tuple[House, Bot, Bot]:
    """A round of the Wizard Würfelspiel whose first throw was looked at."""
    house = stack.enter_context(House(folder, WIZARD, eyes=Eyes()))
    first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
    first.send(value="3 blue")
    second.send(value="2 green")
    first.send(value="blue")
    first.send(key="ok")
    first.stream.until("state", phase="confirm")
    return house, first, second


def in_sight(page: Page, wanted: str) -> bool:
    seen: bool = page.eval_on_selector(
        wanted,
        "one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }",
    )
    return seen


def test_only_the_dice_that_were_not_read_are_entered_and_shown(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    """Two of seven touch: they alone are asked for, and both seats see them from near."""
    house, first, second = thrown(stack, tmp_path)
    mine, other = phone(stack, browser, house.seat(1)).page, phone(stack, browser, house.seat(2)).page
    mine.wait_for_selector("#question .shown .close")
    assert "2 of 7 equal dice are still to be entered" in mine.inner_text("#question")
    assert mine.locator("#question .shown .close").count() == len(UNREAD)
    mine.screenshot(path=pictures / "panel-equal-dice.png")
    first.send(value="wizard")
    first.send(value="yellow")
    other.wait_for_selector("#question .keys.two")
    assert other.locator("#question .shown .close").count() == len(UNREAD)
    second.send(key="ok")
    second.send(key="ok")
    first.stream.until("state", phase="choose")
    (counts,) = [entry.dice for entry in house.entries() if isinstance(entry, Threw)]
    assert sorted(counts["wizard"], key=str) == sorted(SHOWN)


def test_what_locks_a_choice_is_called_otherwise_than_any_option(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """ "Lock" beside "Lock" made people press the wrong one."""
    house, first, second = thrown(stack, tmp_path)
    for _die in UNREAD:
        first.send(value="red")
    for _die in UNREAD:
        second.send(key="ok")
    page = phone(stack, browser, house.seat(1)).page
    page.wait_for_selector("#question .option[data-option=lock]")
    names = page.locator("#question button").all_inner_texts()
    assert names == ["Score now", "Wait", "Lock"]
    assert "3 × blue, now 1" in page.inner_text("#seats"), "and what it would score stands there"


def test_before_a_throw_of_any_dice_nobody_is_told_to_throw_all(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    house, first, second = thrown(stack, tmp_path)
    for _die in UNREAD:
        first.send(value="red")
    for _die in UNREAD:
        second.send(key="ok")
    for seat in (first, second):
        seat.send(value="wait")
    page = phone(stack, browser, house.seat(1)).page
    page.wait_for_selector("#question h2:has-text('Throw any dice again')")


def test_who_loads_a_figure_sees_which_one(browser: Browser, tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, start("overload")))
    page = phone(stack, browser, house.seat(1)).page
    page.click("#question .option[data-option=B]")
    page.click("#question .lock")
    page.wait_for_selector("#question .option[data-option='8']")
    assert page.inner_text("#question .moving").split()[-2:] == ["Figure", "B"]


def test_whoever_stops_the_game_sees_at_once_what_comes_of_it(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """The button is far below the question, and after twenty rounds it was at the end of a page of five screens."""
    house = stack.enter_context(House(tmp_path, start("overload", house={"target": 40}), eyes=QuickEyes()))
    page = phone(stack, browser, house.seat(1)).page
    page.wait_for_selector("#question .option")
    order = page.eval_on_selector_all("#question, #stop, #rounds", "all => all.map(one => one.id)")
    assert order == ["question", "stop", "rounds"], "the rounds grow, and the button stays where it is"
    page.set_viewport_size({"width": 390, "height": 400})
    page.click("#stop")
    page.wait_for_selector("#question .option[data-option=go_on]")
    assert in_sight(page, "#question .option[data-option=go_on]")


@pytest.mark.parametrize(("game", "why"), [("wizard", "with fewer jester scorings"), ("ueberwurf", "by the tie-break")])
def test_how_a_tie_was_broken_is_said_as_the_game_breaks_it(
    browser: Browser, tmp_path: Path, stack: ExitStack, game: str, why: str
) -> None:
    """A play-off was told where none was played."""
    house = stack.enter_context(House(tmp_path, start(game)))
    page = phone(stack, browser, house.seat(1)).page
    over = {
        "phase": "over",
        "outcome": {"winner": [1], "reason": "tiebreak"},
        "game": {"game": game, "seats": [{"seat": 1, "name": "Anna"}]},
    }
    said = page.evaluate("(over) => import('/static/saying.js').then((saying) => saying.said(over))", over)
    assert said == f"Anna wins – {why}"


def test_what_a_spell_card_says_stands_once_on_the_scoreboard(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    """Above the felt, where the last step is told, it stood a second time, and cut off."""
    house = stack.enter_context(House(tmp_path, start("wizard", house={"spell_cards": True})))
    board = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    stack.callback(board.context.close)
    board.goto(house.where)
    board.wait_for_selector(".spell p")
    bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
    chance = random.Random(1)
    while bots[0].stream.until("state").data["game"]["round"] == 1:
        for bot in bots:
            bot.act(chance)
    bots[0].stream.told("card")
    board.wait_for_selector(".round:has-text('Round 2')")
    spell = ask(house.where, "/api/state").json()["spell"]
    assert board.inner_text("main").lower().count(spell["about"].lower()) == 1
