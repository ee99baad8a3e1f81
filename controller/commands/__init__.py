"""The subcommands of ``dicetable``, one a module, and their exit codes."""

from typing import Final

EXIT_FAULT: Final = 1
EXIT_BAD_INPUT: Final = 2
EXIT_UNFINISHED: Final = 3
