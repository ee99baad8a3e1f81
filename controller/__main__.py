"""``python -m controller`` is ``dicetable``."""

from controller.cli import program

program()
