"""Text for a terminal, written by a thread of its own: where nobody reads (Ctrl-S, a stuck ssh), nobody waits."""

import io
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import IO, Final

# Texts that wait for a reader; beyond these the oldest are dropped.
_MOST: Final = 1000
# At the end, for somebody to take what was said last.
_LAST_SECONDS: Final = 1.0


class BackgroundWriter:
    """Takes texts and pictures from any thread and never lets it wait.

    Texts are written in order. A picture fills the whole screen, so only the newest is written: those that came while
    nobody read are dropped. Where the terminal is gone, everything is.

    Args:
        file: where to write; its file descriptor, if it has one, so that no lock of Python's is held while that blocks.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._write = _writing(file)
        self._texts: deque[str] = deque(maxlen=_MOST)
        self._picture = ""
        self._busy = False
        self._closing = False
        self._ended = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    def put(self, text: str) -> None:
        """Write a text after those that wait, and before the picture that waits."""
        if text:
            with self._changed:
                self._texts.append(text)
                self._changed.notify_all()

    def show(self, picture: str) -> None:
        """Write a picture in place of the one that waits."""
        with self._changed:
            self._picture = picture
            self._changed.notify_all()

    def wait_written(self, seconds: float) -> bool:
        """Wait until all is written, at most so long; whether it is."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, seconds)

    def close(self, seconds: float) -> bool:
        """Write the texts that wait, and no picture any more; then end.

        Args:
            seconds: how long somebody may take to read them. After that this process lets go of the terminal, where it
                is its standard output or error: what is said later goes nowhere, for it would wait as well.

        Returns:
            Whether they were written.
        """
        with self._changed:
            self._closing = True
            self._picture = ""
            self._changed.notify_all()
        if self.wait_written(seconds):
            self._thread.join(seconds)
        if self._thread.is_alive():
            _let_go(self._file)
            return False
        return True

    def _is_idle(self) -> bool:
        return self._ended or not (self._busy or self._texts or self._picture)

    def _run(self) -> None:
        # Where the terminal is gone, there is nobody to tell it to.
        with suppress(OSError, ValueError):
            while self._write_next():
                pass
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _write_next(self) -> bool:
        """Wait for something and write it; ``False`` at the end."""
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._texts or self._picture or self._closing)
            is_picture = not self._texts
            if is_picture:
                text, self._picture = self._picture, ""
            else:
                text = self._texts.popleft()
            self._busy = bool(text)
        # Line by line, for no sequence of a terminal goes over the end of one: a picture can be broken off there.
        for line in text.splitlines(keepends=True):
            if not (is_picture and self._closing):
                self._write(line)
        return bool(text)


class WriterFile(io.StringIO):
    """What a library may take for the terminal: what it writes goes to the writer.

    Args:
        writer: where it goes.
        terminal: what this stands for.
    """

    encoding = "utf-8"

    def __init__(self, writer: BackgroundWriter, terminal: IO[str]) -> None:
        super().__init__()
        self._writer = writer
        self._terminal = terminal
        self.encoding = _encoding(terminal)

    def isatty(self) -> bool:
        """Whether it stands for a terminal."""
        return self._terminal.isatty()

    def write(self, text: str, /) -> int:
        """Hand on to the writer."""
        self._writer.put(text)
        return len(text)


@contextmanager
def printing_in_background() -> Iterator[None]:
    """Whatever is printed or logged meanwhile, by whomever, waits for no reader of standard output and error."""
    writers = [BackgroundWriter(sys.stdout), BackgroundWriter(sys.stderr)]
    out, error = WriterFile(writers[0], sys.stdout), WriterFile(writers[1], sys.stderr)
    try:
        with redirect_stdout(out), redirect_stderr(error):
            yield
    finally:
        for writer in writers:
            writer.close(_LAST_SECONDS)


def _descriptor(file: IO[str]) -> int | None:
    try:
        return file.fileno()
    except (OSError, ValueError):
        return None


def _encoding(file: IO[str]) -> str:
    return getattr(file, "encoding", None) or "utf-8"


def _writing(file: IO[str]) -> Callable[[str], object]:
    """What writes a text to a file, past its buffer if there is a descriptor."""
    descriptor = _descriptor(file)
    if descriptor is None:
        return file.write
    encoding = _encoding(file)

    def write(text: str) -> None:
        data = text.encode(encoding, "replace")
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                # Another program that shares the terminal has set it so.
                select.select([], [descriptor], [])

    return write


def _let_go(file: IO[str]) -> None:
    """Let standard output and error lead nowhere, where they lead to this file."""
    descriptor = _descriptor(file)
    if descriptor is None:
        return
    null = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), os.fstat(descriptor)):
                os.dup2(null, number)
    os.close(null)
