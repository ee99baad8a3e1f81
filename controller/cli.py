"""The command line. Errors are one sentence on standard error; ``--debug`` shows where they come from, and the log."""

import argparse
import logging
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from controller import config, i18n, logs
from controller.commands import EXIT_BAD_INPUT, EXIT_FAULT
from controller.errors import DicetableError
from controller.rules.setup import SetupError
from vision.errors import VisionError


def program() -> NoReturn:
    """The program as a process of its own; the entry point of ``dicetable``."""
    try:
        main()
    except SystemExit as end:
        code = end.code
    else:
        code = 0
    if any(thread.daemon for thread in threading.enumerate()):
        # A camera that hangs, or a clip that takes long, is not waited for. Such a thread would come back from OpenCV
        # into an interpreter that is being taken down, by which C++ ends the process with SIGABRT.
        logging.shutdown()
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else EXIT_FAULT)
    sys.exit(code)


def main() -> None:
    """Run the program in this process; a command's end is a ``SystemExit``."""
    early = _early()
    logs.set_up(early.debug)
    i18n.use(early.lang or _configured(early.config) or i18n.system_language() or "de")
    # Only now: the help texts of the commands are translated when their modules are loaded.
    from controller.commands import wording  # noqa: PLC0415

    wording.speak(i18n.current())
    from controller.commands import group  # noqa: PLC0415

    wording.put_into_words(group.dicetable)
    try:
        group.dicetable(prog_name="dicetable")
    except (DicetableError, VisionError, SetupError) as error:
        if early.debug:
            raise
        print(i18n.sentence(error), file=sys.stderr)
        sys.exit(EXIT_BAD_INPUT if isinstance(error, ValueError) else EXIT_FAULT)
    except UnicodeError as error:
        if early.debug:
            raise
        print(i18n._("not readable as UTF-8: {why}").format(why=error), file=sys.stderr)
        sys.exit(EXIT_BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(EXIT_FAULT)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAULT)


def _early() -> argparse.Namespace:
    """The options that matter before any text is chosen; the commands know them as well and check them."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--lang", choices=i18n.LANGUAGES)
    parser.add_argument("--config")
    parser.add_argument("--debug", action="store_true")
    try:
        return parser.parse_known_args()[0]
    except argparse.ArgumentError:
        return argparse.Namespace(lang=None, config=None, debug=False)


def _configured(path: str | None) -> str | None:
    """The language of the configuration; a faulty one is reported later, by the command that needs it."""
    try:
        language = config.load(Path(path) if path else None).config.station.language
    except DicetableError:
        return None
    return None if language == "auto" else language
