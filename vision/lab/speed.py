"""How long a picture takes: 1280 × 960 px with seven dice, one thread, the nets loaded."""

import statistics
import time

import cv2

from vision.lab.still_tray import SimulatedTray
from vision.read import read_picture

KINDS = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")


_THROWS = range(5, 10)
"""Seeds: in one of them a die is so large that the finder takes a second look."""


def seven_dice(rounds: int = 5) -> float:
    """Median processor time of one reading, ms, over some readings of each of some throws."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    times = []
    try:
        for seed in _THROWS:
            with SimulatedTray(width=1280, height=960, seed=seed) as camera:
                camera.throw(KINDS)
                image = camera.still().image
            read_picture(image)
            for _ in range(rounds):
                start = time.process_time()
                read_picture(image)
                times.append(time.process_time() - start)
    finally:
        cv2.setNumThreads(threads)
    return 1000 * statistics.median(times)
