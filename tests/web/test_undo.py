"""A step is undone by clicks on two phones; the game goes on from there, and its record proves."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller import i18n
from controller.journal import check
from controller.journal.entries import Chosen, Ended, ProposalJudged, Proposed, Undone
from controller.journal.store import Journal
from controller.play import replay
from tests.web.house import House, start
from tests.web.people import play
from tests.web.test_lost import phone

STOP = {
    "en": ("Give up, or just a pause", "Enter the throw by hand, undo the last step, give up, or just a pause"),
    "de": (
        "Aufgeben oder nur eine Pause",
        "Den Wurf von Hand eingeben, den letzten Schritt zurücknehmen, aufgeben oder nur eine Pause",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_undo_is_carried_through_by_clicks_and_the_record_proves(
    browser: Browser, pictures: Path, tmp_path: Path, language: str
) -> None:
    """Both chosen dice are taken back; refused once, agreed to then. Nothing is promised before there is a step."""
    i18n.use(language)
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start(variants=("schlichtungswurf",))))
        anna, joerg = (phone(stack, browser, house.seat(seat)) for seat in (1, 2))
        board = phone(stack, browser, house.where).page
        board.set_viewport_size({"width": 1280, "height": 720})

        def looked(page: Page, step: str) -> None:
            page.screenshot(path=pictures / f"undo-{step}-{language}.png")

        first, second = STOP[language]
        anna.page.wait_for_selector(f"#stop:has-text('{first}')")
        assert anna.page.inner_text("#ways") == first, "no step was made that could be undone"
        for person, die in ((anna, "d20"), (joerg, "d4")):
            choose(person.page, die)
        board.wait_for_selector("html[data-phase=throw]", state="attached")
        anna.page.wait_for_selector(f"#stop:has-text('{second}')")
        assert anna.page.inner_text("#ways") == second
        anna.page.click("#stop")
        anna.page.wait_for_selector("[data-option=undo]")
        offered = anna.page.eval_on_selector_all("#question .option", "all => all.map(one => one.dataset.option)")
        assert offered == ["go_on", "by_hand", "undo", "concede"], "as the button has said"
        assert anna.page.query_selector(".chip.locked") is None, "what is revealed is locked no more"
        looked(anna.page, "1-stopped")
        for answer in ("back", "ok"):
            anna.page.click("[data-option=undo]")
            joerg.page.wait_for_selector("#question.asked [data-option=ok]")
            looked(joerg.page, "2-proposed")
            assert not joerg.page.is_visible("#said"), "the proposal stands above Yes and No, once"
            joerg.page.click(f"[data-option={answer}]")
        for person in (anna, joerg):
            person.page.wait_for_selector("#question.asked [data-option=d20]")
        looked(anna.page, "3-undone")
        assert isinstance(house.entries()[-1], Undone)
        for person, die in ((anna, "d8"), (joerg, "d12")):
            choose(person.page, die)
        play([anna, joerg])
        board.wait_for_selector("html[data-phase=over]", state="attached")
        looked(board, "4-over")
        proves(tmp_path / "journal.db")
        assert [person.faults for person in (anna, joerg)] == [[], []]


def test_the_end_says_who_has_given_up(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start("zugband")))
        anna = phone(stack, browser, house.seat(1)).page
        board = phone(stack, browser, house.where).page
        anna.click("#stop")
        for option in ("concede", "yes"):
            anna.click(f"[data-option={option}]")
        board.wait_for_selector("html[data-phase=over]", state="attached")
        board.wait_for_selector("#said:has-text('Jörg wins – Anna has given up')")
        board.screenshot(path=pictures / "given-up.png")


def choose(page: Page, die: str) -> None:
    page.click(f"#question.asked [data-option={die}]")
    page.click(".lock")


def proves(path: Path) -> None:
    """An undone choice is in the record and counts for nothing; hashes and seals hold, and the rules agree."""
    with Journal(path, read_only=True) as journal:
        (row,) = journal.games()
        history, lines = journal.read(row.id), journal.lines(row.id)
    assert check.faults(lines, row.seed) == []
    assert isinstance(history[-1], Ended)
    assert [entry.value for entry in history if isinstance(entry, Chosen)][:4] == ["d20", "d4", "d8", "d12"]
    judged = [entry.agrees for entry in history if isinstance(entry, ProposalJudged)]
    assert (judged, sum(isinstance(entry, Proposed) for entry in history)) == ([False, True], 2)
    outcome = replay(history)[0].outcome
    assert outcome
    assert history[-1].outcome == outcome.as_json()["outcome"]
