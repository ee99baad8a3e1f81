"""The set-up pages in a real browser, at every size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from controller import i18n
from controller.config import load
from controller.setup import camera
from tests.controller.trays import TrayBench
from tests.web.house import House
from tests.web.people import watch
from tests.web.test_lost import usable
from tests.web.test_setup import made
from tests.web.test_setup_left import table_at
from tests.web.wire import Wire
from vision.calibration import load as calibration

SIZES = {"phone": (390, 844), "screen": (1280, 720), "tv": (1920, 1080)}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with House(folder, setup=made(folder)) as house:
        yield house


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page about which the browser complains of nothing."""
    faults: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    watch(page, faults)
    yield page
    context.close()
    # What the station refuses is said on the page; the browser notes it too.
    assert [fault for fault in faults if "status of 4" not in fault and "net::ERR" not in fault] == []


# German words are the longer ones.
@pytest.mark.parametrize(
    ("section", "language"),
    [("game", "en"), ("game", "de"), ("camera", "de"), ("dice", "de"), ("keys", "de"), ("display", "de")],
)
def test_every_page_can_be_read_at_every_size(
    page: Page, house: House, pictures: Path, section: str, language: str
) -> None:
    i18n.use(language)
    page.goto(f"{house.where}/setup/{section}")
    page.wait_for_selector("#place > *:not(p:only-child)")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=str(pictures / f"setup-{section}-{name}-{language}.png"), full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    i18n.use("en")


def test_names_and_rules_are_changed_by_a_form(page: Page, house: House) -> None:
    i18n.use("en")
    page.goto(f"{house.where}/setup/game")
    page.fill("input[type=text] >> nth=0", "Friederike")
    page.select_option("#game", "zugband")
    page.click("text=Risszug")
    page.click("button.primary")
    page.wait_for_selector("#news:has-text('from the next game on')")
    station = load(house.desk.settings.file).config.station
    assert (station.names[0], station.game, station.variants) == ("Friederike", "zugband", ["risszug"])
    assert station.house == {}, "what the new game does not know has gone"
    page.fill("input[type=number] >> nth=0", "0")
    page.click("button.primary")
    page.wait_for_selector("#news.bad:has-text('allowed')")


def test_a_set_up_of_the_camera_that_is_not_good_is_used_only_where_somebody_wants_it(
    page: Page, pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "BURST", 1)
    file = tmp_path / "camera.toml"

    def finish(millimetres: int) -> None:
        page.click("text=Kamera einrichten")
        page.click("text=Bild aufnehmen")
        page.click("#place summary")
        page.fill("#height", str(millimetres))
        page.click("text=Mit dieser Höhe abschließen")

    with table_at(tmp_path, TrayBench(1)) as house:
        i18n.use("de")
        page.goto(f"{house.where}/setup/camera")
        finish(600)
        page.wait_for_selector("text=Die neue Einrichtung wird benutzt")
        page.click("text=Neu beginnen")
        page.click("text=Abbrechen")
        finish(420)
        page.wait_for_selector("h2:has-text('Die bisherige Einrichtung bleibt')")
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=str(pictures / f"setup-camera-decide-{name}-de.png"), full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert round(calibration(file).height) == 600
        page.click("text=Die bisherige behalten")
        finish(420)
        page.click("text=Trotzdem die neue nehmen")
        page.wait_for_selector("text=Die neue Einrichtung wird benutzt")
        assert round(calibration(file).height) == 420
        i18n.use("en")


def test_a_refusal_is_said_on_the_page(page: Page, house: House) -> None:
    i18n.use("en")
    page.goto(f"{house.where}/setup/keys")
    page.wait_for_selector("text=its choices are hidden")
    assert page.is_disabled("button.primary")
    page.goto(f"{house.where}/setup/display")
    page.click("text=Show it >> nth=0")
    page.wait_for_selector("#news:empty", state="attached")


def test_nothing_can_be_pressed_while_the_connection_is_lost_and_what_was_typed_stays(
    page: Page, house: House, pictures: Path
) -> None:
    i18n.use("en")
    with Wire(house.where) as wire:
        page.goto(f"{wire.where}/setup/game")
        page.wait_for_selector("html[data-link=live]")
        page.fill("input[type=text] >> nth=0", "Friederike Luise")
        wire.cut()
        page.wait_for_selector("html[data-link=stale]")
        assert page.is_visible("#stale")
        assert usable(page) == []
        page.screenshot(path=pictures / "setup-lost.png")
        page.eval_on_selector("button.primary", "one => one.click()")
        wire.mend()
        page.wait_for_selector("html[data-link=live]")
        assert page.input_value("input[type=text] >> nth=0") == "Friederike Luise"
        page.click("button.primary")
        page.wait_for_selector("#news:has-text('from the next game on')")
        assert load(house.desk.settings.file).config.station.names[0] == "Friederike Luise"
