"""The referee's live camera in a browser: what was read lies over the dice, and over nothing else; and the pause."""

import random
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser

from controller.looking import Glance
from controller.view import public_view
from tests.web.house import House
from tests.web.people import PATIENCE, Person, watch
from tests.web.test_desk import PIN
from vision.camera.base import Frame
from vision.reading import DieReading, Status

WIDTH, HEIGHT = 640, 480
DICE = (
    DieReading("d4", 3, 0.9, Status.READ, (40, 60, 90, 80)),
    DieReading("d20", 7, 0.5, Status.UNSURE, (400, 300, 100, 110)),
)


class Eyes:
    """Eyes that see these dice, and are not sure of one."""

    automatic = False

    def look(self, kinds: Sequence[str]) -> Glance:
        return Glance(Frame(np.full((HEIGHT, WIDTH, 3), 90, np.uint8), "1", 0.0), list(DICE))


class Camera:
    """A live camera that sees an empty tray, in pictures of half the width of those that are read."""

    simulated = False
    there = False

    def jpeg(self, quality: int = 80) -> bytes | None:
        if not self.there:
            return None
        done, data = cv2.imencode(".jpg", np.full((HEIGHT // 2, WIDTH // 2, 3), (58, 92, 34), np.uint8))
        return data.tobytes() if done else None


# Where each mark lies in its picture, as parts of the picture's width and height.
_PLACES = """
() => {
  const frame = document.getElementById("frame").getBoundingClientRect();
  return [...document.querySelectorAll("#marks rect")].map((one) => {
    const box = one.getBoundingClientRect();
    const place = [box.x - frame.x, box.y - frame.y, box.width, box.height];
    return place.map((edge, index) => edge / (index % 2 ? frame.height : frame.width));
  });
}
"""


def test_what_was_read_lies_over_the_live_picture_until_a_hand_comes(
    browser: Browser, pictures: Path, tmp_path: Path
) -> None:
    """Where the dice lie, in whatever size the live picture comes; no mark lies over a hand or over rolling dice."""
    camera = Camera()
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, eyes=Eyes(), secret=PIN, live=camera))
        people = [Person(browser, house.seat(seat), random.Random(seat)) for seat in (1, 2)]
        for person in people:
            stack.callback(person.context.close)
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        stack.callback(context.close)
        desk, faults = context.new_page(), list[str]()
        desk.set_default_timeout(1000 * PATIENCE)
        watch(desk, faults)
        desk.goto(f"{house.where}/referee")
        desk.fill("#secret", PIN)
        desk.click("button.primary")
        desk.wait_for_selector("#camera:has-text('No picture of a throw yet')")
        desk.wait_for_selector("#unseen:has-text('There is no picture now.')")
        camera.there = True
        desk.wait_for_selector("#frame:visible")
        desk.wait_for_selector("#unseen", state="hidden")
        assert desk.query_selector("#marks rect") is None, "nothing is read yet"
        for person, die in zip(people, ("d4", "d20"), strict=True):
            person.page.click(f"[data-option={die}]")
            person.page.click(".lock")
        for person in people:
            person.page.click(".lock:has-text('My dice lie')")
        desk.wait_for_selector("#marks .mark.read rect")
        desk.wait_for_selector("#marks .mark.unread rect")
        labels = desk.eval_on_selector_all("#marks text", "all => all.map(one => one.textContent)")
        assert labels == ["d4: 3", "d20: ?"], "a guess leads nobody"
        for place, one in zip(desk.evaluate(_PLACES), DICE, strict=True):
            x, y, w, h = one.box
            expected = (x / WIDTH, y / HEIGHT, w / WIDTH, h / HEIGHT)
            assert np.allclose(place, expected, atol=0.01), (place, expected)
        desk.screenshot(path=pictures / "desk-live-marks.png", full_page=True)
        for state in ("hand", "rolling"):
            tray = {"state": state, "text": "", "simulated": False, "notice": ""}
            _show(house, tray)
            desk.wait_for_selector("#marks rect", state="detached")
            _show(house, {**tray, "state": "waiting"})
            desk.wait_for_selector("#marks rect")
        _show(house, {**tray, "state": "waiting", "notice": "Dice were thrown again."})
        for page in (people[0].page, desk):
            page.wait_for_selector("#said:has-text('Dice were thrown again.')")
        camera.there = False
        desk.wait_for_selector("#unseen:visible")
        assert not desk.is_visible("#over"), "without a picture there is nothing for marks to lie over"
        desk.click("#switches button >> nth=0")
        for page in (people[0].page, people[1].page, desk):
            page.wait_for_selector("#said:has-text('The referee has paused the game.')")
            assert "please enter" not in page.inner_text("#said"), "nobody can"
        assert [fault for fault in faults if "404" not in fault] == []


def _show(house: House, tray: Mapping[str, object]) -> None:
    """The moment of now, with this in the tray."""

    def there() -> None:
        assert house.table.present
        play = house.table.present[1]
        house.page.view({**public_view(play, play.phase, ()), "tray": tray}, house.page._keypads)

    house.at_table(there)
