"""The program with a Raspberry Pi's GPIO chip in memory: ``python -m tests.station.plugged run``, preloaded.

Where the chips are not preloaded it is the program itself.
"""

import ctypes

from controller import cli
from tests.panel.boards import HEADER
from tests.panel.building import PRELOADED


def main() -> None:
    """Plug the chip in, then run what a user runs."""
    if PRELOADED:
        ctypes.CDLL(None).shim_plug(HEADER, b"pinctrl-bcm2711", 58, True)
    cli.program()


if __name__ == "__main__":
    main()
