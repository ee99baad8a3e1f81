"""When a screen of the terminal has drawn what it was told."""

from controller.screen import Screen


def is_drawn(screen: Screen, seconds: float) -> bool:
    """Wait until the terminal has taken everything, at most so long; whether it has."""
    return screen._writer is None or screen._writer.wait_written(seconds)
