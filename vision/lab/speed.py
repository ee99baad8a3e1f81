"""How long a picture takes: 1280 × 960 px with seven dice, one thread, the nets loaded."""

import statistics
import time

import cv2

from vision.camera.simulated import SimulatedTray
from vision.read import read_picture

KINDS = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")


def seven_dice(rounds: int = 15) -> float:
    """Median processor time of one reading, ms."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        with SimulatedTray(width=1280, height=960, seed=5) as camera:
            camera.throw(KINDS)
            image = camera.still().image
        read_picture(image)
        times = []
        for _ in range(rounds):
            start = time.process_time()
            read_picture(image)
            times.append(time.process_time() - start)
    finally:
        cv2.setNumThreads(threads)
    return 1000 * statistics.median(times)
