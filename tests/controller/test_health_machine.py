"""The machine under the station: disk, clock, power supply and temperature, as the kernel's files say."""

import os
from pathlib import Path
from typing import Any

import pytest

from controller.health import machine
from controller.health.model import Part, State


class FakeDisk:
    """A file system as ``os.statvfs`` describes it."""

    def __init__(self, free: int, flags: int = 0, nodes: int = 1000) -> None:
        self.f_frsize = 4096
        self.f_bavail = free * 1_000_000 // 4096 + 1
        self.f_blocks = 16_000 * 1_000_000 // 4096
        self.f_files, self.f_favail = 5000, nodes
        self.f_flag = flags


def disk(monkeypatch: pytest.MonkeyPatch, found: FakeDisk, folder: Path = Path("/"), root: Path = Path("/no")) -> Part:
    monkeypatch.setattr(os, "statvfs", lambda path: found)
    return machine.disk(folder, root)


def test_a_disk_with_room_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    part = disk(monkeypatch, FakeDisk(500))
    assert (part.state, part.words) == (State.WELL, "500 of 16000 MB are free.")
    assert part.numbers == {"free_bytes": 5e8, "size_bytes": 16e9}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (FakeDisk(199), "Only 199 MB are free where / is. Delete something that is not needed."),
        (FakeDisk(500, nodes=0), "Only 500 MB are free where / is. Delete something that is not needed."),
        (
            FakeDisk(500, flags=os.ST_RDONLY),
            "The file system of / is read-only, so that no game can be recorded. "
            "Restart the machine; if that does not help, replace the memory card.",
        ),
    ],
    ids=["nearly full", "no room for files", "read-only"],
)
def test_a_disk_that_takes_nothing_more_is_in_trouble(
    monkeypatch: pytest.MonkeyPatch, found: FakeDisk, words: str
) -> None:
    part = disk(monkeypatch, found)
    assert (part.state, part.words) == (State.TROUBLE, words)


def test_a_disk_that_fails_is_in_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> Any:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "statvfs", fail)
    part = machine.disk(Path("/"))
    assert part.state is State.TROUBLE
    assert "Input/output error" in part.words


@pytest.mark.parametrize(
    ("told", "state", "ratio"),
    [
        (("0x01 0x03", "0x01"), State.WELL, 0.3),
        (("0x01 0x0a", "0x01"), State.TROUBLE, 1.0),
        (("0x01 0x01", "0x02"), State.TROUBLE, 0.1),
    ],
)
def test_worn_out_memory_is_named_where_it_tells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: tuple[str, str], state: State, ratio: float
) -> None:
    number = tmp_path.stat().st_dev
    # The folder of a partition, which the kernel links to, lies in the folder of its disk.
    partition = tmp_path / "sys/devices/mmc0/block/mmcblk0/mmcblk0p2"
    partition.mkdir(parents=True)
    device = partition.parent / "device"
    device.mkdir()
    for name, text in zip(("life_time", "pre_eol_info"), told, strict=True):
        (device / name).write_text(f"{text}\n")
    block = tmp_path / "sys/dev/block"
    block.mkdir(parents=True)
    (block / f"{os.major(number)}:{os.minor(number)}").symlink_to(partition)
    part = disk(monkeypatch, FakeDisk(500), tmp_path, tmp_path)
    assert (part.state, part.numbers["wear_ratio"]) == (state, ratio)


@pytest.mark.parametrize(("synchronised", "state"), [(True, State.WELL), (False, State.TROUBLE)])
def test_the_clock_is_in_trouble_where_the_record_does_not_trust_it(
    monkeypatch: pytest.MonkeyPatch, synchronised: bool, state: State
) -> None:
    monkeypatch.setattr(machine, "is_synchronised", lambda: synchronised)
    assert machine.clock().state is state


def pi(folder: Path, throttled: int, degrees: int = 45_000) -> Path:
    """The files of a Raspberry Pi."""
    firmware = folder / "sys/devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text(f"{throttled:x}\n")
    for number, (kind, found) in enumerate((("nvme", 99_000), ("cpu-thermal", degrees))):
        zone = folder / f"sys/class/thermal/thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "type").write_text(f"{kind}\n")
        (zone / "temp").write_text(f"{found}\n")
    return folder


@pytest.mark.parametrize(
    ("throttled", "state", "words"),
    [
        (0x0, State.WELL, "The voltage is right."),
        (0x50005, State.TROUBLE, "The voltage is too low."),
        (0x50000, State.WELL, "The voltage is right now; it was too low at some time"),
    ],
)
def test_a_raspberry_pi_says_when_its_supply_is_too_weak(
    tmp_path: Path, throttled: int, state: State, words: str
) -> None:
    part = machine.power(pi(tmp_path, throttled))
    assert part.state is state
    assert part.words.startswith(words)
    assert ("Use the power supply" in part.words) == bool(throttled)


@pytest.mark.parametrize(
    ("degrees", "throttled", "state"),
    [(79_900, 0, State.WELL), (80_000, 0, State.TROUBLE), (70_000, 0x8, State.TROUBLE)],
)
def test_a_hot_processor_is_in_trouble(tmp_path: Path, degrees: int, throttled: int, state: State) -> None:
    part = machine.temperature(pi(tmp_path, throttled, degrees))
    assert (part.state, part.numbers["celsius"]) == (state, degrees / 1000)


def test_what_a_machine_does_not_measure_is_absent_and_no_trouble(tmp_path: Path) -> None:
    assert [part(tmp_path).state for part in (machine.power, machine.temperature)] == [State.ABSENT] * 2


def test_this_machine_can_be_looked_at(tmp_path: Path) -> None:
    """Whatever it is: one sentence for each part, and none that fails."""
    parts = machine.parts(tmp_path / "not yet there")
    assert [part.kind.value for part in parts] == ["disk", "clock", "power", "temperature"]
    assert all(part.words for part in parts)
