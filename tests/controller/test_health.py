"""How a station's parts are: told to people once when it changes, and the same for every reader."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from controller.display.link import LinkStatus
from controller.display.protocol import Hello, Reset
from controller.display.session import Counters
from controller.errors import DisplayError, JournalError
from controller.health import metrics, model, parts
from controller.health.display import DisplayHealth, display_health
from controller.health.model import Kind, Part, Report, State
from controller.health.parts import ExaminedEyes
from controller.health.watch import Watch
from controller.i18n import use
from controller.journal.entries import Started
from controller.journal.keeper import Keeper
from controller.journal.store import Journal
from controller.panel.base import NoPanels
from controller.panel.keyboard import KeyboardPanels
from controller.rules.core import Message, message
from tests.controller.game import FakeEyes
from vision.camera import open_camera
from vision.errors import CameraError, VisionError
from vision.reading import DieReading

HELLO = Hello(0, 64, 16, (1, 1), Reset.WATCHDOG | Reset.EXTERNAL)
LOOSE = DisplayError("the display has not answered {n} times; is its cable loose?", n=5)
GONE = DisplayError("{port}: there is no such port; plug the display in, or name another port", port="/dev/x")
DISK_FULL = Part(Kind.DISK, State.TROUBLE, message("Full."), message("Empty it."))


def there(**counted: int) -> LinkStatus:
    return LinkStatus("/dev/x", True, HELLO, None, Counters(**{"connects": 1, **counted}))


def gone(error: DisplayError = GONE, **counted: int) -> LinkStatus:
    return LinkStatus("/dev/x", False, None, error, Counters(**{"connects": 1, **counted}))


class Bench:
    """A watch over parts that the test makes up, with its clock."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.now = 0.0
        self.said: list[str] = []
        self.watch = Watch([lambda: self.parts], self.said.append, clock=lambda: self.now)

    def look(self, *found: Part | LinkStatus, seconds: float = 2.0) -> Report:
        self.parts = [parts.display(one) if isinstance(one, LinkStatus) else one for one in found]
        self.now += seconds
        return self.watch.look()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def well(kind: Kind) -> Part:
    return Part(kind, State.WELL, message("Well."))


# --- what is said ----------------------------------------------------------------------------------------------------


def test_a_display_that_goes_and_comes_is_told_once(bench: Bench) -> None:
    bench.look(there())
    bench.look(gone())
    # A cable that is pulled and pushed in again is nothing to talk about.
    assert bench.said == []
    for _ in range(5):
        bench.look(gone())
    assert bench.said == [f"The display does not answer: {GONE}"]
    for _ in range(5):
        bench.look(there(connects=2))
    assert bench.said[1:] == ["The display answers again."]


def test_a_display_that_never_comes_is_told_after_a_while(bench: Bench) -> None:
    bench.look(gone(connects=0), seconds=3.9)
    assert bench.said == []
    bench.look(gone(connects=0), seconds=0.2)
    assert len(bench.said) == 1
    # It cannot answer again that never has.
    bench.look(there())
    assert bench.said[1:] == ["The display answers."]


def test_another_reason_is_told_as_well_and_each_once(bench: Bench) -> None:
    for error in (GONE, GONE, GONE, LOOSE, LOOSE, GONE):
        bench.look(gone(error))
    assert bench.said == [f"The display does not answer: {error}" for error in (GONE, LOOSE, GONE)]


def test_a_full_disk_is_told_at_once_with_what_to_do(bench: Bench) -> None:
    bench.look(well(Kind.DISK))
    for _ in range(5):
        assert bench.look(DISK_FULL).troubles == (DISK_FULL,)
    assert bench.said == ["Full. Empty it."]
    bench.look(well(Kind.DISK))
    assert bench.said[1:] == ["The disk is well again."]


def test_a_voltage_that_comes_and_goes_is_one_trouble(bench: Bench) -> None:
    low = Part(Kind.POWER, State.TROUBLE, message("Low."))
    for _ in range(100):
        assert bench.look(low).troubles == (low,)
        assert bench.look(well(Kind.POWER)).troubles == (low,)
    assert bench.said == ["Low."]
    # Ten minutes without it, and it counts as mended.
    assert bench.look(well(Kind.POWER), seconds=590).troubles == (low,)
    assert bench.look(well(Kind.POWER), seconds=10).troubles == ()
    assert bench.said[1:] == ["The voltage is right again."]


def test_a_clock_may_wait_for_the_network(bench: Bench) -> None:
    wrong = Part(Kind.CLOCK, State.TROUBLE, message("Wrong."))
    bench.look(wrong, seconds=299)
    assert bench.said == []
    bench.look(wrong)
    assert bench.said == ["Wrong."]


@pytest.mark.parametrize("kind", [Kind.PANEL, Kind.CAMERA, Kind.JOURNAL])
def test_what_speaks_for_itself_is_not_told_twice(bench: Bench, kind: Kind) -> None:
    broken = Part(kind, State.TROUBLE, message("Broken."), seat=2)
    assert bench.look(broken, seconds=1000).troubles == (broken,)
    bench.look(well(kind), seconds=1000)
    assert bench.said == []


# --- the parts -------------------------------------------------------------------------------------------------------


def test_the_camera_is_as_its_last_look_went() -> None:
    unplugged = CameraError("the camera {path} gives no picture; plug it in again", path="/dev/video9")
    dark = VisionError("it is dark")
    with open_camera("simulated:7") as camera:
        eyes = ExaminedEyes(FakeEyes((), unplugged, dark, ()), camera)
        assert [part.words for part in eyes.parts()] == ["It gives pictures: simulated tray, seed 7."]
        found = []
        for _look in range(4):
            with suppress(VisionError):
                eyes.look(["d6"])
            found += eyes.parts()
    assert [part.state.value for part in found] == ["well", "trouble", "trouble", "well"]
    assert found[1].words == str(unplugged)
    assert found[2].words.startswith("The last picture could not be read: it is dark. Enter the faces by hand")


def test_a_camera_that_hangs_is_in_trouble_while_it_does() -> None:
    now, during = 0.0, list[list[Part]]()

    def hang(kinds: Sequence[str]) -> list[DieReading]:
        nonlocal now
        for seconds in (1.0, 20.0):
            now += seconds
            during.append(eyes.parts())
        return []

    with open_camera("simulated:7") as camera:
        eyes = ExaminedEyes(FakeEyes(hang), camera, lambda: now)
        eyes.look(["d6"])
        found = [*during, eyes.parts()]
    assert [part.state.value for (part,) in found] == ["well", "trouble", "well"]
    assert found[1][0].words.startswith("It has given no picture for 21 seconds.")


def test_why_the_record_cannot_be_written_is_said_without_its_path(tmp_path: Path) -> None:
    """The sentence stands on every page, also for spectators."""

    async def main() -> list[Part]:
        with Journal(tmp_path / "journal.db") as journal:
            journal._db.execute("PRAGMA query_only = ON")
            keeper = Keeper(journal)
            with pytest.raises(JournalError, match=r"journal\.db") as failed:
                journal.begin(Started("ueberwurf", 1, 2))
            keeper.trouble = failed.value
            found = parts.journal(keeper)
            keeper.trouble = None
            keeper.close()
            return found

    (trouble,) = asyncio.run(main())
    assert trouble.words.startswith("the disk takes nothing (it is mounted read-only; ")
    assert str(tmp_path) not in trouble.words


def test_a_record_that_cannot_be_written_is_in_trouble(tmp_path: Path) -> None:
    async def main() -> list[Part]:
        with Journal(tmp_path / "journal.db") as journal:
            keeper = Keeper(journal)
            found = parts.journal(keeper)
            keeper.trouble = JournalError("the disk is full")
            found += parts.journal(keeper)
            keeper.trouble = None
            keeper.since = time.monotonic() - 31
            found += parts.journal(keeper)
            keeper.since = time.monotonic()
            found += parts.journal(keeper)
            keeper.close()
            return found

    well, trouble, stuck, again = asyncio.run(main())
    assert (well.state, trouble.state) == (State.WELL, State.TROUBLE)
    assert (stuck.state, again.state) == (State.TROUBLE, State.WELL)
    assert stuck.words.startswith("The disk has not answered for 31 seconds")
    assert trouble.words.startswith("the disk is full. The game waits, and nothing is lost")


def test_what_is_absent_on_purpose_is_no_trouble(bench: Bench) -> None:
    absent = [parts.display(None), *parts.panels(KeyboardPanels(lambda: None)), *parts.panels(NoPanels())]
    assert [part.state for part in absent] == [State.ABSENT] * 3
    assert bench.look(*absent).troubles == ()
    assert bench.said == []


def test_a_report_is_words_in_the_language_of_whoever_reads_it(bench: Bench) -> None:
    report = bench.look(there(), well(Kind.CAMERA), DISK_FULL, Part(Kind.PANEL, State.WELL, message("Well."), seat=2))
    assert model.lines(report)[1:] == [
        "  Display          well        It answers on /dev/x, firmware 1.1.",
        "  Camera           well        Well.",
        "  Disk             in trouble  Full. Empty it.",
        "  Panel of seat 2  well        Well.",
        "In trouble: Disk.",
    ]
    assert model.headline(report) == "Disk: Full. Empty it."
    use("de")
    assert model.lines(report)[-1] == "Gestört: Speicher."
    # What has no remedy has none in any language.
    assert model.as_json(report)["parts"][1]["remedy"] == ""
    assert model.lines(report)[2].split() == ["Kamera", "gut", "Well."]


def test_a_clock_alone_lights_nothing(bench: Bench) -> None:
    report = bench.look(Part(Kind.CLOCK, State.TROUBLE, message("Wrong.")))
    assert report.troubles
    assert not report.is_seen
    assert model.headline(report) == ""
    assert bench.look(DISK_FULL).is_seen


# --- metrics ---------------------------------------------------------------------------------------------------------

LINE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\.)*",?)*)\})? (-?[0-9.e+]+)')


def read_metrics(text: str) -> dict[str, dict[str, float]]:
    """Each metric with its values by labels; every line has to keep to the format, and each name has its type."""
    assert text.endswith("\n")
    found: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            name, kind = line.split()[2:]
            assert name not in found, f"{name} comes twice"
            assert kind in ("gauge", "counter")
            assert name.endswith("_total") == (kind == "counter")
            found[name] = {}
        elif not line.startswith("# HELP "):
            match = LINE.fullmatch(line)
            assert match, line
            found[match[1]][match[2] or ""] = float(match[3])
    return found


def test_metrics_say_the_state_of_each_part_and_what_was_counted(bench: Bench) -> None:
    disk = Part(Kind.DISK, State.WELL, message(""), numbers={"free_bytes": 5e9, "size_bytes": 3e10, "wear_ratio": 0.3})
    hot = Part(Kind.TEMPERATURE, State.TROUBLE, message(""), numbers={"celsius": 85.5})
    report = Report(
        model.now(), model.now(), 'odd "version"\\', 17, (disk, hot), display_health(there(sent=4711, damaged=3))
    )
    found = read_metrics(metrics.text(report))
    assert found["dicetable_up"] == {"": 1}
    assert found["dicetable_info"] == {r'version="odd \"version\"\\"': 1}
    assert found["dicetable_part_state"]['part="temperature",seat="",state="trouble"'] == 1
    assert found["dicetable_part_state"]['part="temperature",seat="",state="well"'] == 0
    assert sum(found["dicetable_part_state"].values()) == len(report.parts)
    assert found["dicetable_disk_free_bytes"] == {"": 5e9}
    assert found["dicetable_disk_wear_ratio"] == {"": 0.3}
    assert found["dicetable_temperature_celsius"] == {"": 85.5}
    assert found["dicetable_display_sent_total"] == {"": 4711}
    assert found["dicetable_report_time_seconds"] == {"": report.at.timestamp()}


def test_metrics_of_no_station_say_so() -> None:
    assert read_metrics(metrics.text(None)) == {"dicetable_up": {"": 0}}


def test_every_number_of_the_model_has_its_metric() -> None:
    """A number that somebody adds must not be forgotten there."""
    numbers = ("free_bytes", "size_bytes", "wear_ratio", "low", "low_since_start", "celsius")
    text = metrics.text(
        Report(
            model.now(),
            model.now(),
            "1",
            1,
            tuple(Part(kind, State.WELL, Message("", {}), numbers=dict.fromkeys(numbers, 17.0)) for kind in Kind),
        )
    )
    assert text.count(" 17\n") == len(numbers)


def test_the_display_s_own_report_is_whole() -> None:
    shown: Callable[[LinkStatus], DisplayHealth] = display_health
    found = shown(there(connects=4))
    assert (found.port, found.connected, found.firmware, found.error) == ("/dev/x", True, "1.1", "")
    assert found.reset == ("EXTERNAL", "WATCHDOG")
    assert found.reconnects == 3
    assert shown(gone()).error == str(GONE)
