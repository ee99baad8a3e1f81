"""Every page for people who cannot see or point well: axe finds nothing serious, in any appearance or language."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from controller import i18n
from tests.web.asking import Bot, ask, play
from tests.web.house import House, start
from tests.web.people import PATIENCE, watch
from tests.web.test_browser import look
from tests.web.test_desk import PIN
from tests.web.test_setup import made
from tests.web.test_verdict import Kept

THEMES = ("dark", "light", "contrast")
# Each page, and what is there once it is drawn.
PAGES = {
    "board": ("/", ".plate"),
    "overlay": ("/overlay", ".plate"),
    "codes": ("/seats", ".code"),
    "rules": ("/rules", "article"),
    "history": ("/history", ".games"),
    "history-1": ("/history/1", ".rounds .die"),
    "players": ("/history/players", "h1"),
    "dice": ("/dice", ".kind .die"),
    "verdict": ("/verdict/1/1", ".around"),
    "api": ("/api", ".path"),
    "refusal": ("/nothing", ".refused .die"),
    "setup-game": ("/setup/game", "#place fieldset"),
    "setup-camera": ("/setup/camera", "#place > *:not(p:only-child)"),
    "setup-dice": ("/setup/dice", "#place > *:not(p:only-child)"),
    "setup-keys": ("/setup/keys", "#place > *:not(p:only-child)"),
    "setup-display": ("/setup/display", ".test"),
    "login": ("/referee", "#secret"),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A game that is over, so that there is something on every page."""
    i18n.use("en")
    folder = tmp_path_factory.mktemp("house")
    with House(folder, start(), secret=PIN, setup=made(folder), evidence=Kept(folder)) as house:
        with Bot(house, 1) as first, Bot(house, 2) as second:
            play((first, second), Random(1))
        yield house


def serious(page: Page, *, contrast_alone: bool) -> list[tuple[str, list[str]]]:
    """What axe finds: the rule, and where."""
    rules: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}} if contrast_alone else {}
    found = Axe().run(page, options=rules).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in grave]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_can_be_used_without_seeing_or_pointing_well(
    browser: Browser, pictures: Path, house: House, language: str
) -> None:
    """Appearances change colours alone, so that everything else is looked at once; German changes lengths alone."""
    i18n.use(language)
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page, faults = context.new_page(), list[str]()
    page.set_default_timeout(1000 * PATIENCE)
    watch(page, faults)
    seat = house.seat(1).removeprefix(house.where)
    for name, (path, drawn) in {**PAGES, "seat": (seat, "#question .about"), "desk": ("/referee", "#keys li")}.items():
        page.goto(house.where + path)
        if name == "desk":
            page.fill("#secret", PIN)
            page.click("button.primary")
        page.wait_for_selector(drawn)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        # The overlay is never light; see frame.js.
        themes = [theme for theme in THEMES if (name, theme) != ("overlay", "light")]
        for theme in themes if language == "en" else themes[:1]:
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            assert serious(page, contrast_alone=theme != THEMES[0]) == [], (name, theme)
            look(page, pictures, f"{name}-{language}-{theme}", "screen")
    assert [fault for fault in faults if "status of 4" not in fault] == []
    assert ask(house.where, "/api/state").ok
    context.close()
    i18n.use("en")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_overlay_is_light_letters_on_dark_plates_whatever_is_wished(
    browser: Browser, house: House, scheme: Any
) -> None:
    """It lies over somebody else's picture: neither the device's appearance nor one in its address makes it light."""
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    for wish in ("", "?theme=light"):
        page.goto(f"{house.where}/overlay{wish}")
        page.wait_for_selector(".plate:not(.won)")
        for place in (".plate:not(.won)", "#said"):
            letters, plate = (brightness(page, place, which) for which in ("color", "backgroundColor"))
            assert (plate < 0.2, letters > 0.8) == (True, True), (place, wish)
        assert serious(page, contrast_alone=True) == []
    context.close()


def brightness(page: Page, place: str, which: str) -> float:
    """Of a colour that is drawn there, 0 … 1."""
    colour = page.eval_on_selector(place, "(one, which) => getComputedStyle(one)[which]", which)
    return sum(float(part) for part in re.findall(r"[\d.]+", colour)[:3]) / 3 / 255
