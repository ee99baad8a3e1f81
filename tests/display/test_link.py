"""The link over a real pseudo-terminal and pyserial to a display process, with faults made on purpose.

The suite of every display: it knows its port and the picture that it reports, nothing else.
"""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from controller.display import protocol
from controller.display.link import DisplayLink
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.display.protocol import Hello, HelloRequest, Reset
from controller.display.session import Content, Session
from controller.display.virtual import NO_REF, VirtualPort
from controller.errors import DisplayError
from tests.display.bench import LONG, Damaging, Line, Losing, descriptors, intact, number_of, numbered, until


def shown(link: DisplayLink, display: VirtualDisplay, number: int) -> None:
    """Show a picture and see it."""
    link.show(numbered(number))
    assert link.wait_shown(LONG), link.status
    assert display.wait_for(numbered(number), LONG)


def has_brightness(display: VirtualDisplay, brightness: int) -> bool:
    return display.brightness == brightness


# --- without faults --------------------------------------------------------------------------------------------------


def test_a_picture_is_shown(link: DisplayLink, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    status = link.status
    assert status.connected
    assert status.error is None
    assert status.hello is not None
    assert (status.hello.width, status.hello.height) == (64, 16)
    assert status.counters.connects == 1
    assert status.counters.damaged == status.counters.refused == status.counters.dropped_by_display == 0


def test_every_light_goes_on_and_off(link: DisplayLink, display: VirtualDisplay) -> None:
    for data in (
        b"\xff" * 128,
        b"\x80" + bytes(127),
        bytes(127) + b"\x01",
        (b"\xaa" * 8 + b"\x55" * 8) * 8,
        bytes(128),
    ):
        link.show(Picture(data))
        assert link.wait_shown(LONG)
        assert display.wait_for(Picture(data), LONG)


def test_brightness_comes_with_the_picture(display: VirtualDisplay) -> None:
    for brightness in (15, 0, 7):
        with DisplayLink(display.port, brightness=brightness) as link:
            shown(link, display, brightness)
            assert until(partial(has_brightness, display, brightness))


def test_the_newest_picture_wins_and_none_comes_after_a_newer_one(command: Sequence[str]) -> None:
    pictures: list[Picture] = []
    with VirtualDisplay(pictures.append, command) as display, DisplayLink(display.port) as link:
        for number in range(3000):
            link.show(numbered(number))
        assert link.wait_shown(LONG)
        assert display.wait_for(numbered(2999), LONG)
        counters = link.status.counters
    numbers = [number_of(picture) for picture in pictures if picture != NO_REF]
    assert numbers[-1] == 2999
    assert numbers == sorted(numbers)
    assert counters.superseded + len(numbers) == 3000


def test_no_ref_after_the_host_has_gone_until_it_comes_back(display: VirtualDisplay) -> None:
    with DisplayLink(display.port) as link:
        shown(link, display, 1)
    assert display.wait_for(NO_REF, LONG)
    with DisplayLink(display.port) as link:
        shown(link, display, 2)


def test_no_ref_where_no_host_has_ever_been(display: VirtualDisplay) -> None:
    assert display.wait_for(NO_REF, LONG)


# --- faults on the line ----------------------------------------------------------------------------------------------


def test_lost_answers_are_waited_for_and_asked_again(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    line.to_host = losing = Losing(3)
    link.show(numbered(2))
    # It is shown, only the host does not know.
    assert display.wait_for(numbered(2), LONG)
    assert losing.happened.wait(LONG)
    line.to_host = intact
    shown(link, display, 3)
    assert link.status.counters.retries >= 1


def test_lost_pictures_are_sent_again(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    line.to_display = losing = Losing(3)
    link.show(numbered(2))
    assert losing.happened.wait(LONG)
    line.to_display = intact
    assert link.wait_shown(LONG)
    assert display.wait_for(numbered(2), LONG)
    assert link.status.counters.retries >= 1


def test_damaged_pictures_are_never_shown(command: Sequence[str]) -> None:
    pictures: list[Picture] = []
    with (
        VirtualDisplay(pictures.append, command) as display,
        Line(display.port) as line,
        DisplayLink(line.port) as link,
    ):
        shown(link, display, 1)
        line.to_display = damaging = Damaging(3)
        link.show(numbered(2))
        assert damaging.happened.wait(LONG)
        line.to_display = intact
        shown(link, display, 3)
        assert link.status.counters.dropped_by_display >= 1
    assert set(pictures) <= {numbered(1), numbered(2), numbered(3), NO_REF}


def test_damaged_answers_are_no_answers(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    line.to_host = damaging = Damaging(3)
    link.show(numbered(2))
    assert damaging.happened.wait(LONG)
    line.to_host = intact
    shown(link, display, 3)
    assert link.status.counters.damaged >= 1


def test_single_bytes_are_put_together(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    line.piecewise = True
    for number in (1, 2, 3):
        shown(link, display, number)


def test_a_flood_of_noise_from_both_sides_is_survived(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    noise = bytes(range(256)) * 8
    for number in range(2, 12):
        line.inject(to_host=noise, to_display=noise)
        link.show(numbered(number))
    line.inject(to_host=protocol.DELIMITER, to_display=protocol.DELIMITER)
    shown(link, display, 12)
    assert link.status.counters.damaged >= 1


def test_half_a_frame_is_no_frame(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    half = protocol.encode(protocol.ShowPicture(9, 9, numbered(999)))[:70]
    line.inject(to_display=half)
    shown(link, display, 2)
    line.inject(to_host=protocol.encode(protocol.Acknowledge(9, protocol.Status.OK, 0))[:5])
    shown(link, display, 3)


def test_an_echo_does_no_harm(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    def echo(data: bytes) -> bytes:
        line.inject(to_host=data)
        return data

    line.to_display = echo
    for number in (1, 2, 3):
        shown(link, display, number)
    assert link.status.counters.refused >= 3


def test_a_display_that_starts_anew_gets_the_picture_again(
    link: DisplayLink, line: Line, display: VirtualDisplay
) -> None:
    shown(link, display, 1)
    before = link.status.counters.sent
    line.inject(to_host=protocol.encode(Hello(0, 64, 16, (1, 0), Reset.WATCHDOG)))
    shown(link, display, 2)
    assert link.status.counters.sent > before
    assert link.status.counters.connects == link.status.counters.restarts == 1


def test_a_line_that_is_dead_for_long_comes_back(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    line.to_host = Losing(1)
    # Given up, and opened anew: the display has said nothing for five time-outs.
    assert display.wait_for(NO_REF, LONG)
    link.show(numbered(2))
    line.to_host = intact
    assert link.wait_shown(LONG)
    assert display.wait_for(numbered(2), LONG)
    assert link.status.counters.connects >= 2


# --- ports that come and go ------------------------------------------------------------------------------------------


def test_a_port_that_is_not_there_yet(display: VirtualDisplay, tmp_path: Path) -> None:
    port = tmp_path / "display"
    with DisplayLink(str(port)) as link:
        link.show(numbered(1))
        assert not link.wait_shown(0.5)
        status = link.status
        assert not status.connected
        assert str(port) in str(status.error)
        port.symlink_to(display.port)
        assert link.wait_shown(LONG)
        assert display.wait_for(numbered(1), LONG)
        assert link.status.error is None


def test_a_display_that_dies_and_comes_back_elsewhere(command: Sequence[str], tmp_path: Path) -> None:
    port = tmp_path / "display"
    with VirtualDisplay(command=command) as first:
        port.symlink_to(first.port)
        with DisplayLink(str(port)) as link:
            shown(link, first, 1)
            # Gone first, so that no other terminal that gets this number now is taken for the display.
            port.unlink()
            os.kill(first.pid, signal.SIGKILL)
            with VirtualDisplay(command=command) as second:
                port.symlink_to(second.port)
                # The picture comes back without anybody showing it again.
                assert second.wait_for(numbered(1), LONG)
                shown(link, second, 2)
                assert link.status.counters.connects == 2
                link.close()


def test_another_kind_of_display_is_named_and_gets_no_picture() -> None:
    with VirtualPort() as other, DisplayLink(other.path) as link:
        link.show(numbered(1))
        select.select((other,), (), (), LONG)
        assert other.read() == protocol.encode(HelloRequest())
        other.write(protocol.encode(Hello(0, 8, 8, (1, 0), Reset.POWER_ON)))
        assert until(lambda: "8 × 8 lights" in str(link.status.error))
        assert other.read() in (b"", protocol.encode(HelloRequest()))


def test_a_file_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with DisplayLink(str(file)) as link:
        link.show(numbered(1))
        assert until(lambda: "file: this is no serial port" in str(link.status.error))
    assert file.read_bytes() == b""


def test_a_name_that_no_port_can_have_stops_nobody() -> None:
    with DisplayLink("/dev/tty\0USB0") as link:
        link.show(numbered(1))
        assert until(lambda: "this is no serial port" in str(link.status.error))


def test_a_display_that_greets_and_goes_is_left_alone_for_longer_and_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[float] = []
    speak = Session.speak

    def greet_and_go(session: Session, wanted: Content | None, now: float) -> bytes:
        if session.hello is None:
            opened.append(now)
            session.hear(protocol.encode(Hello(0, 64, 16, (1, 0), Reset.POWER_ON)))
            return speak(session, wanted, now)
        raise DisplayError("gone")

    monkeypatch.setattr(Session, "speak", greet_and_go)
    with VirtualPort() as port, DisplayLink(port.path) as link:

        def opened_again() -> bool:
            # Something to read wakes the thread, which speaks again.
            port.write(protocol.DELIMITER)
            return len(opened) >= 4

        link.show(numbered(1))
        assert until(opened_again)
    pauses = [later - earlier for earlier, later in pairwise(opened)]
    assert pauses[2] > 0.9 > pauses[0]


def test_what_went_wrong_keeps_nothing_alive() -> None:
    with VirtualPort() as other, DisplayLink(other.path) as link:
        # Opening the port throws away what came before.
        select.select((other,), (), (), LONG)
        other.write(protocol.encode_frame(protocol.Frame(protocol.Kind.HELLO, 0, b"\x63")))
        assert until(lambda: "protocol version 99" in str(link.status.error))
        error = link.status.error
    assert error is not None
    assert (error.__traceback__, error.__context__) == (None, None)
    assert all(isinstance(value, str | int) for value in error.values.values())


def test_the_log_says_it_in_words_and_each_port_once(caplog: pytest.LogCaptureFixture) -> None:
    with DisplayLink("/dev/no-such-display") as link:
        assert until(lambda: "no such port" in str(link.status.error))
    said = [record.getMessage() for record in caplog.records]
    assert said[0].count("/dev/no-such-display") == 1
    assert not any("Counters(" in text for text in said)


def test_the_log_reaches_nobody_who_has_not_asked_for_it() -> None:
    script = "import controller.display.link as link; link._log.warning('no display')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_an_absent_display_stops_nobody() -> None:
    link = DisplayLink("/dev/no-such-display")
    for number in range(1000):
        link.show(numbered(number))
    assert link.status.counters.sent == 0
    assert link.status.counters.superseded == 999
    link.close()


def test_only_one_station_has_the_display(link: DisplayLink, line: Line, display: VirtualDisplay) -> None:
    shown(link, display, 1)
    with DisplayLink(line.port) as second:
        second.show(numbered(2))
        assert until(lambda: "another program" in str(second.status.error))
    shown(link, display, 3)


# --- the end ---------------------------------------------------------------------------------------------------------


def test_closing_leaves_nothing_behind(display: VirtualDisplay) -> None:
    before = descriptors(), threading.active_count()
    link = DisplayLink(display.port)
    shown(link, display, 1)
    link.close()
    assert (descriptors(), threading.active_count()) == before
    # Harmless afterwards.
    link.close()
    link.show(numbered(2))
    assert not link.wait_shown(0)


def test_several_threads_may_close_at_once() -> None:
    for _ in range(20):
        link = DisplayLink("/dev/no-such-display")
        with ThreadPoolExecutor(4) as pool:
            # Raises what any of them has raised.
            list(pool.map(lambda close: close(), [link.close] * 4))


@pytest.mark.parametrize("brightness", [-1, 16])
def test_a_brightness_outside_its_range_is_refused(brightness: int) -> None:
    with pytest.raises(ValueError, match=r"0 … 15"):
        DisplayLink("/dev/no-such-display", brightness=brightness)
