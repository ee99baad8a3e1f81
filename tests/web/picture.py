"""Takes the README's picture of the scoreboard: a real station on the simulated tray, played by clicks in Chromium.

``make pictures``; needs Chromium. It shows another game each time.
"""

import random
import signal
import tempfile
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from tests.web.people import CHROMIUM, FLAGS, Person
from tests.web.test_run import Running

TARGET: Final = Path(__file__).parents[2] / "hardware/pictures/scoreboard.jpg"
_VERDICTS: Final = 3


def main() -> None:
    """Play some rounds of Überwurf, and take the picture when the next verdict shows."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        station = Running(Path(folder), names=("Anna", "Jörg"), display="virtual")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        board = browser.new_page(viewport={"width": 1280, "height": 720})
        board.goto(f"{station.where}/?theme=dark")
        people = [Person(browser, station.where + station.path(seat), random.Random(seat)) for seat in (1, 2)]

        def judged() -> int:
            return len(board.query_selector_all("#rounds tr.judged"))

        # A throw that was entered by hand has no picture to show.
        while judged() < _VERDICTS or not board.query_selector("#camera image"):
            for person in people:
                person.act()
            board.wait_for_timeout(300)
        board.wait_for_timeout(1500)
        pixels = cv2.imdecode(np.frombuffer(board.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        browser.close()
        station.end(signal.SIGTERM)
    cv2.imwrite(str(TARGET), np.asarray(pixels), [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
