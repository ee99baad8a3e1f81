"""The measures of `make bench-station`, each tried once and small: they measure what they say. No figure is judged."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import cast

import pytest

from controller.display.picture import Picture
from controller.health import answering, machine
from controller.health.model import Kind, State
from controller.journal.store import Journal
from controller.play import Phase, replay
from controller.web.publisher import Publisher
from tests.panel.boards import MockBoard
from tests.panel.building import ROOT
from tests.station import bench, hours, lamps, process, reactions
from tests.station.bench import Figure
from tests.web.house import House, start


def test_the_lamp_follows_the_key(tmp_path: Path) -> None:
    board = MockBoard()
    seconds = asyncio.run(lamps.measure(board, tmp_path, 1))
    # OK and BACK; nothing can be faster than the debouncing.
    assert len(seconds) == 2
    assert all(one >= 0.010 for one in seconds)


def test_reveal_and_verdict_are_seen_on_the_display(tmp_path: Path) -> None:
    found = reactions.react(tmp_path, 1)
    assert found.reveals
    assert found.verdicts or found.asked >= 5
    assert all(one > 0 for one in (*found.reveals, *found.verdicts))


def test_hours_pass_in_moments_and_nothing_is_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # It opens files of the kernel for a moment, in a thread of its own.
    monkeypatch.setattr(machine, "parts", lambda folder: ())
    samples = hours.play_on(tmp_path, 0.2, page=False)
    assert samples
    assert samples[-1].hours > 0.1
    # Where a picture is just being written, a handle more is open for a moment.
    half = len(samples) // 2
    assert min(sample.handles for sample in samples[half:]) == min(sample.handles for sample in samples[:half])
    assert {sample.threads for sample in samples} == {samples[0].threads}


def test_counting_objects_disturbs_nobody_who_makes_some() -> None:
    # A tuple that somebody else holds while it is made is a fault of the interpreter's: the page answered with 500.
    done, made = threading.Event(), []

    def work() -> None:
        while not done.is_set():
            made.append(len(tuple(number for number in range(1000))))

    thread = threading.Thread(target=work)
    thread.start()
    counted = [hours._objects() for _time in range(20)]
    lived = thread.is_alive()
    done.set()
    thread.join()
    assert lived
    assert made
    assert all(number > 1000 for number in counted)


def test_whoever_reads_the_page_goes_on_until_the_station_ends(tmp_path: Path) -> None:
    with House(tmp_path, start("zugband")) as house:
        port = int(house.where.rsplit(":", 1)[1])
        reading = subprocess.Popen([sys.executable, "-m", "tests.station.reader", str(port)], cwd=ROOT)
        hub = cast("Publisher", house.page._mailbox._deliver.__self__)._hub  # type: ignore[attr-defined]
        end = time.monotonic() + 60
        while not hub.readers and time.monotonic() < end:
            time.sleep(0.02)
        assert hub.readers == 1
        assert reading.poll() is None
    assert reading.wait(60) == 0


def test_a_station_starts_as_a_service_and_says_that_it_is_ready(tmp_path: Path) -> None:
    with process.running(tmp_path) as station:
        assert station.seconds > 0
        used = process.processor_seconds(station.pid)
        assert used > 0
    assert not Path(f"/proc/{station.pid}").exists()


def test_idle_is_measured_with_a_film_and_a_set_up_camera(tmp_path: Path) -> None:
    process.set_up(tmp_path)
    process.until_a_throw(tmp_path)
    with process.running(tmp_path, f"video:{process.film(tmp_path)}"):
        report = answering.ask(tmp_path / "journal.db")
    assert report is not None
    camera = next(part for part in report.parts if part.kind is Kind.CAMERA)
    assert camera.state is State.WELL
    with Journal(tmp_path / "journal.db", read_only=True) as journal:
        (game,) = journal.games()
        assert replay(journal.read(game.id))[0].phase is Phase.THROW


def test_a_station_that_does_not_start_is_told_of_at_once(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="webcam"), process.running(tmp_path, "webcam"):
        pass


FIGURES = [Figure("fast", "ms", 12.34, 56.7, 30, 5, "so"), Figure("slow", "%", 99, 99, 15, 1, "or so")]


def test_a_missed_goal_is_told_in_the_table() -> None:
    assert bench.table(FIGURES).splitlines()[1:] == [
        "fast      12.3 ms  56.7 ms  ≤ 30 ms        5      so",
        "slow      99.0 %   99.0 %   ≤ 15 % missed  1      or so",
    ]
    assert bench.table(FIGURES, markdown=True).splitlines()[1:3] == [
        "| --- | ---: | ---: | --- | ---: | --- |",
        "| fast | 12.3 ms | 56.7 ms | ≤ 30 ms | 5 | so |",
    ]


def test_the_exit_status_says_whether_every_goal_is_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measures = {"good": lambda folder, effort: FIGURES[:1], "bad": lambda folder, effort: FIGURES[1:]}
    monkeypatch.setattr(bench, "MEASURES", measures)
    file = tmp_path / "figures.json"
    assert bench.main(["good", "--json", str(file)]) == 0
    assert bench.main(["--quick", "--json", str(file)]) == 1
    written = json.loads(file.read_text())
    assert [one["met"] for one in written["figures"]] == [True, False]
    assert written["machine"]["cores"]
    with pytest.raises(SystemExit):
        bench.main(["fastest"])
    assert "fastest: unknown; allowed: good, bad" in capsys.readouterr().err


def test_growth_is_the_last_third_against_the_first() -> None:
    steady = bench.growth_of("memory", "MB", [10, 11, 10, 11, 10, 11], 1, "")
    rising = bench.growth_of("memory", "MB", [10, 11, 12, 13, 14, 15], 1, "")
    assert (steady.middle, steady.is_met) == (0, True)
    assert (rising.middle, rising.is_met) == (4, False)
    assert not bench.growth_of("memory", "MB", [10], 1, "").is_met


def test_pictures_that_nobody_waits_for_are_not_counted() -> None:
    watcher = reactions.Watcher(1)
    watcher.shown(Picture.blank())
    assert watcher.reveals == watcher.verdicts == []
