"""A journal that has become read-only in the middle of a game, in a browser: nobody is offered what cannot count."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from controller.journal.entries import Chosen, Closed
from tests.web.house import House
from tests.web.test_desk import PIN
from tests.web.test_lost import desk, phone


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def read_only(house: House, on: bool) -> None:
    """SQLite refuses to write, as on a memory card at its end."""
    house.at_table(lambda: house.table.journal._db.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}"))


def test_nobody_is_offered_what_cannot_be_written_and_what_was_pressed_counts_later(
    browser: Browser, pictures: Path, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    first, second = (phone(stack, browser, house.seat(seat)).page for seat in (1, 2))
    judge = desk(stack, browser, house.where)
    first.click("[data-option=d12]")
    first.click(".lock")
    first.wait_for_selector("button:has-text('Choose again')")
    read_only(house, True)
    second.click("[data-option=d8]")
    second.click(".lock")
    second.wait_for_selector("#note:has-text('Your answer is kept')")
    for page in (first, second):
        page.wait_for_selector("html[data-phase=error]")
        page.wait_for_selector("#said:has-text('The station needs help')")
        page.wait_for_selector("#stop", state="hidden")
        assert page.query_selector("#question button") is None, "neither to choose again"
    judge.wait_for_selector("html[data-phase=error]")
    judge.click("button:has-text('Abort the game')")
    judge.wait_for_selector("dialog .follows:has-text('The game ends with this.')")
    judge.fill("#why", "it is late")
    judge.click("dialog .primary:enabled")
    judge.wait_for_selector("dialog .wrong:has-text('nothing can be written just now')")
    judge.screenshot(path=pictures / "desk-read-only.png")
    assert judge.input_value("#why") == "it is late"
    read_only(house, False)
    second.wait_for_selector(".lock:has-text('My dice lie')")
    assert [entry.value for entry in house.entries() if isinstance(entry, Chosen)] == ["d12", "d8"]
    assert not any(isinstance(entry, Closed) for entry in house.entries())


def test_in_a_pause_nobody_is_offered_to_stop_the_game_or_to_choose_again(
    browser: Browser, tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    page = phone(stack, browser, house.seat(1)).page
    page.click("[data-option=d12]")
    page.click(".lock")
    page.wait_for_selector("button:has-text('Choose again')")
    house.at_table(lambda: house.table.pause(True))
    page.wait_for_selector("html[data-phase=pause]")
    page.wait_for_selector("#stop", state="hidden")
    assert page.query_selector("#question button") is None
    house.at_table(lambda: house.table.pause(False))
    page.wait_for_selector("button:has-text('Choose again')")
    page.wait_for_selector("#stop:visible")
