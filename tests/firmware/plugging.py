"""The simulator in real time, whose USB plug can be pulled: for the station's own link and its thread."""

import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from controller.display.link import DisplayLink
from controller.display.picture import Picture
from tests.display.bench import LONG, numbered
from tests.firmware.building import SIMULATOR, build


class Plug:
    """A display whose port comes and goes behind a symbolic link, as udev makes one.

    Args:
        folder: where the link is made.
        options: of the simulator.

    Attributes:
        port: the symbolic link.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        build("simulator")
        self.port = folder / "display"
        self._process = subprocess.Popen(
            [SIMULATOR[0], *options, SIMULATOR[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        # Guards the picture; notified at each change.
        self._changed = threading.Condition()
        self._picture = Picture.blank()
        self._plugged = threading.Event()
        self._reader = threading.Thread(target=self._read, name="plug")
        self._reader.start()
        assert self._plugged.wait(LONG)

    def pull(self, with_its_supply: bool = False) -> None:
        """Pull the plug."""
        self.port.unlink()
        self._plugged.clear()
        self._tell("unplug")
        if with_its_supply:
            self._tell("power off")

    def push(self) -> None:
        """Plug it in again."""
        self._tell("power on")
        self._tell("plug")
        assert self._plugged.wait(LONG)

    def wait_for(self, picture: Picture) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._picture == picture, LONG)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._reader.join()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                word, value = line.split()
                if word == "port":
                    self.port.symlink_to(value)
                    self._plugged.set()
                elif word == "picture":
                    with self._changed:
                        self._picture = Picture.from_hex(value)
                        self._changed.notify_all()


def plugs(times: int, folder: Path) -> int:
    """Pull the plug and push it in again; each time the picture must come back, also one that is new meanwhile.

    Returns:
        How often the link has connected.
    """
    with Plug(folder) as plug, DisplayLink(str(plug.port)) as link:
        link.show(numbered(0))
        assert plug.wait_for(numbered(0))
        for number in range(1, times + 1):
            plug.pull(with_its_supply=number % 2 == 0)
            if number % 3:
                link.show(numbered(number))
            plug.push()
            link.show(numbered(number))
            assert link.wait_shown(LONG), link.status
            assert plug.wait_for(numbered(number))
        return link.status.counters.connects
