"""``python -m controller`` is ``dicetable``."""

from controller.cli import main

main()
