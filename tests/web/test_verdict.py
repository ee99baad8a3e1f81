"""The verdict cards on the page: after the verdict and never before, with pictures, and as a file to take along."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web.asking import Bot, ask, play
from tests.web.house import House, start
from tests.web.people import watch


class Kept:
    """Evidence of every throw: the same still and the same clip.

    Args:
        folder: where these lie.
    """

    def __init__(self, folder: Path) -> None:
        self._still, self._clip = folder / "still.jpg", folder / "clip.webp"
        image = np.full((480, 640, 3), (58, 92, 34), np.uint8)
        cv2.imwrite(str(self._still), image)
        cv2.imwrite(str(self._clip), image)
        self.asked: list[str] = []

    def still(self, picture: str) -> Path | None:
        self.asked.append(picture)
        return self._still

    def clip(self, _picture: str) -> Path | None:
        return self._clip

    def restore(self, _play: object) -> None:
        """No look is kept."""

    def pinned(self, _picture: str) -> bool:
        return False


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house after a whole game of Überwurf."""
    folder = tmp_path_factory.mktemp("played")
    with ExitStack() as stack:
        house = stack.enter_context(House(folder, start(), evidence=Kept(folder)))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        play(bots, random.Random(3))
        yield house


def test_a_card_is_there_after_the_verdict_and_not_before(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        for path in ("/verdict/1/1", "/verdict/1/1/card.html", "/verdict/1/1/0.jpg"):
            assert ask(house.where, path).status == 409
        assert bots[0].send(value="d6") == 200
        assert bots[1].send(value="d12") == 200
        # Revealed, and not yet thrown.
        assert ask(house.where, "/verdict/1/1").status == 409
        for bot in bots:
            assert bot.send(key="ok") == 200
        bots[0].stream.told("verdict")
        assert ask(house.where, "/verdict/1/1").status == 200
        assert ask(house.where, "/verdict/1/2").status == 409


def test_the_page_shows_the_pictures_that_are_kept(played: House) -> None:
    page = ask(played.where, "/verdict/1/2").body.decode()
    assert 'src="/verdict/1/2/0.jpg?still"' in page, "by its own name: a round that is played anew has another one"
    assert 'src="/verdict/1/2/0.webp?clip"' in page
    still = ask(played.where, "/verdict/1/2/0.jpg")
    assert (still.status, still.headers["content-type"]) == (200, "image/jpeg")
    assert ask(played.where, "/verdict/1/2/0.webp").headers["content-type"] == "image/webp"
    assert ask(played.where, "/verdict/1/2/1.jpg").status == 404
    assert ask(played.where, "/verdict/1/2/0.png").status == 404


def test_the_file_is_saved_and_not_opened_here(played: House) -> None:
    answer = ask(played.where, "/verdict/1/2/card.html")
    assert answer.headers["content-disposition"] == 'attachment; filename="ueberwurf-1-2.html"'
    assert answer.body.count(b"data:image/jpeg") == 1
    assert answer.body.count(b"data:image/webp") == 1
    assert b"/verdict/" not in answer.body


@pytest.mark.parametrize("path", ["/verdict/7/1", "/verdict/1/7", "/verdict/1/0"])
def test_a_round_that_was_not_played_gets_one_sentence(played: House, path: str) -> None:
    answer = ask(played.where, path)
    assert answer.status == 409
    assert "1" in answer.json()["error"]


@pytest.mark.parametrize("path", ["/verdict/1/x", "/verdict/-1/1", "/verdict/1/1/../../etc", "/verdict"])
def test_nonsense_is_not_there(played: House, path: str) -> None:
    assert ask(played.where, path).status == 404


def test_the_scoreboard_leads_to_each_card(browser: Browser, played: House, pictures: Path) -> None:
    """And the card can be read by people who see badly, at every size, without a word from the browser."""
    faults: list[str] = []
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    watch(page, faults)
    page.goto(played.where)
    page.click(".rounds a[href='/verdict/1/2']")
    page.wait_for_selector(".card .sentence")
    for name, size in {"phone": (390, 844), "screen": (1280, 720), "tv": (1920, 1080)}.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=str(pictures / f"verdict-{name}.png"), full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    page.click("text=→")
    page.wait_for_url("**/verdict/1/3")
    assert faults == []
    context.close()
