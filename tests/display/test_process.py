"""Displays without hardware as processes: the interface of every stand-in, and that none outlives its parent."""

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from controller.display.link import DisplayLink
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.errors import DisplayError
from tests.display.bench import LONG, descriptors, numbered


def ended(pidfd: int) -> bool:
    """Wait for the end of any process, also of one that is not a child of this one."""
    return bool(select.select((pidfd,), (), (), LONG)[0])


@pytest.fixture
def started(command: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """The bare process."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        # One that does not end as it should must not hold up the tests.
        process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line that it writes."""
    assert process.stdout is not None
    return process.stdout.readline()


def test_the_first_line_names_the_port(started: subprocess.Popen[str]) -> None:
    word, port = line_of(started).split()
    assert word == "port"
    assert os.path.exists(port)  # noqa: PTH110  (a port is no file)


def test_it_reports_pictures_in_hexadecimal(started: subprocess.Popen[str]) -> None:
    port = line_of(started).split()[1]
    with DisplayLink(port, brightness=9) as link:
        link.show(numbered(7))
        assert link.wait_shown(LONG)
        lines = {line_of(started), line_of(started)}
    assert lines == {f"picture {numbered(7).data.hex()}\n", "brightness 9\n"}


def test_it_ends_with_its_standard_input(started: subprocess.Popen[str]) -> None:
    line_of(started)
    started.communicate(timeout=LONG)
    assert started.returncode == 0


def test_it_ends_on_sigterm(started: subprocess.Popen[str]) -> None:
    line_of(started)
    started.terminate()
    assert started.wait(LONG) == 0


def test_it_ends_when_its_parent_is_killed(command: Sequence[str]) -> None:
    program = (
        "import sys; from controller.display.process import VirtualDisplay\n"
        f"print(VirtualDisplay(command={list(command)!r}).pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        display = os.pidfd_open(int(parent.stdout.readline()))
        try:
            parent.kill()
            assert ended(display)
        finally:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(display, signal.SIGKILL)
            os.close(display)


def test_closing_ends_the_process_and_the_thread(command: Sequence[str]) -> None:
    before = descriptors()
    with VirtualDisplay(command=command) as display:
        pidfd = os.pidfd_open(display.pid)
    assert ended(pidfd)
    os.close(pidfd)
    assert descriptors() == before


def test_a_process_that_is_stuck_is_ended_by_force() -> None:
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('port /dev/null', flush=True); time.sleep(1000)"
    )
    with VirtualDisplay(command=(sys.executable, "-c", stubborn)) as display:
        pidfd = os.pidfd_open(display.pid)
    assert ended(pidfd)
    os.close(pidfd)


def test_a_process_that_has_died_is_closed_without_trouble(command: Sequence[str]) -> None:
    with VirtualDisplay(command=command) as display:
        os.kill(display.pid, signal.SIGKILL)


@pytest.mark.parametrize("command", [("/no/such/program",), ("/bin/false",), ("/bin/echo", "nothing of use")])
def test_a_process_that_does_not_come_up_is_an_error(command: Sequence[str]) -> None:
    with pytest.raises(DisplayError, match="the display's process"):
        VirtualDisplay(command=command)


def test_lines_that_are_not_known_are_skipped() -> None:
    speaks = f"print('hi\\n\\nport /dev/null\\ncounters 1 2 3\\npicture {numbered(5).data.hex()}', flush=True); input()"
    seen: list[Picture] = []
    with VirtualDisplay(seen.append, (sys.executable, "-c", speaks)) as display:
        assert display.wait_for(numbered(5), LONG)
    assert seen == [numbered(5)]
