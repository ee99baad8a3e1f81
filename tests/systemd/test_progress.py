"""Who hangs and who only rests, by a clock that the test moves; and that each part of the station reports."""

import threading
from collections.abc import Sequence

import pytest

from controller.display.link import DisplayLink
from controller.errors import DisplayError
from controller.eyes import WatchedEyes
from controller.progress import Progress
from controller.table import Glance
from tests.controller.game import FakeEyes
from tests.panel.boards import Fingers, MockBoard
from tests.panel.clock import StillLoop, run
from vision.errors import CameraError


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def progress(clock: Clock) -> Progress:
    return Progress(clock)


def test_a_part_that_reports_within_its_patience_does_not_hang(clock: Clock, progress: Progress) -> None:
    part = progress.part("display", 20)
    for _second in range(5):
        clock.now += 20
        assert progress.hanging() == ()
        part.report()


def test_a_part_that_is_silent_hangs_until_it_reports_again(clock: Clock, progress: Progress) -> None:
    silent, other = progress.part("display", 20), progress.part("panels", 20)
    clock.now = 20.5
    other.report()
    assert progress.hanging() == ("display",)
    silent.report()
    assert progress.hanging() == ()


def test_a_part_that_is_absent_on_purpose_is_not_waited_for(clock: Clock, progress: Progress) -> None:
    part = progress.part("camera", 60)
    part.rest()
    clock.now = 1e6
    assert progress.hanging() == ()
    part.report()
    clock.now += 61
    assert progress.hanging() == ("camera",), "it came, and then it hung"


def test_work_hangs_and_idleness_does_not(clock: Clock, progress: Progress) -> None:
    part = progress.part("camera", 60)
    with part.working():
        clock.now += 61
        assert progress.hanging() == ("camera",)
    clock.now += 1000
    assert progress.hanging() == ()


def test_work_that_fails_is_over_as_well(clock: Clock, progress: Progress) -> None:
    part = progress.part("camera", 60)
    with pytest.raises(CameraError), part.working():
        raise CameraError("no picture")
    clock.now += 1000
    assert progress.hanging() == ()


# --- the parts of a station ------------------------------------------------------------------------------------------


class HangingEyes(FakeEyes):
    """Eyes that look until somebody lets them go."""

    def __init__(self) -> None:
        super().__init__((), automatic=False)
        self.looks = threading.Event()
        self.let_go = threading.Event()

    def look(self, kinds: Sequence[str]) -> Glance:
        self.looks.set()
        assert self.let_go.wait(60)
        raise CameraError("no picture")


def test_a_camera_that_hangs_is_found_and_one_that_waits_is_not(clock: Clock, progress: Progress) -> None:
    eyes = HangingEyes()
    watched = WatchedEyes(eyes, progress.part("camera", 60))
    clock.now = 1000
    assert progress.hanging() == (), "nobody has asked for a picture"

    def look() -> None:
        with pytest.raises(CameraError):
            watched.look(["d6"])

    thread = threading.Thread(target=look)
    thread.start()
    assert eyes.looks.wait(60)
    assert progress.hanging() == ()
    clock.now += 61
    assert progress.hanging() == ("camera",)
    eyes.let_go.set()
    thread.join()
    assert progress.hanging() == ()


def test_a_display_that_is_not_plugged_in_goes_on_reporting() -> None:
    reported = threading.Semaphore(0)

    def absent() -> str:
        raise DisplayError("no display is plugged in")

    with DisplayLink(absent, beat=reported.release):
        for _try in range(3):
            assert reported.acquire(timeout=60)


def test_panels_report_when_every_key_was_read() -> None:
    async def main(loop: StillLoop) -> None:
        from tests.panel.bench import Bench

        board = MockBoard()
        hand = Fingers(board)
        bench = Bench(loop, board, hand)
        reports: list[float] = []
        with bench.panels() as panels:
            panels._beat = lambda: reports.append(loop.now)
            await loop.advance(3.5)
        hand.close()
        assert len(reports) >= 3

    run(main)
