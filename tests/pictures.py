"""Draws the picture of the README: ``make pictures``. The dice are rendered, the reading and the LEDs are real."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from controller import i18n
from controller.display import png
from controller.display.views import draw
from controller.journal.entries import AnyEntry, Chosen, PictureRead, Seen, Started, Threw
from controller.play import Phase, begin
from controller.view import public_view
from vision.annotate import annotate
from vision.lab.still_tray import SimulatedTray
from vision.read import read_picture

TARGET: Final = Path(__file__).parents[1] / "hardware/pictures/at-work.jpg"
_WIDTH: Final = 1280


def main() -> None:
    """Play one round as the station does, and write what is seen of it."""
    i18n.use("en")
    tray = SimulatedTray(seed=66, width=_WIDTH, height=960)
    tray.place([("d6", 5), ("d20", 4)])
    image = tray.still().image
    dice = read_picture(image, ("d6", "d20"))
    seen = tuple(Seen(die.type, die.value, die.confidence, die.status, die.box) for die in dice)
    play, _events = begin(Started("ueberwurf", 1, 2))
    entries: list[AnyEntry] = [Chosen(1, "d6", "", ""), Chosen(2, "d20", "", ""), PictureRead("", seen)]
    for entry in (*entries, Threw(1, {"d6": (5,)}), Threw(2, {"d20": (4,)})):
        play, _events = play.fold(entry)
    display = png.render(draw(public_view(play, Phase.VERDICT, ()), "en"), pitch=_WIDTH // 64)
    size = (_WIDTH, display.shape[0] * _WIDTH // display.shape[1])
    display = np.asarray(cv2.resize(display, size), np.uint8)
    whole = np.vstack([display, annotate(image, dice)[280:760]])
    cv2.imwrite(str(TARGET), whole, [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
