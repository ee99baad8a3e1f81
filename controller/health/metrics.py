"""A report as Prometheus reads it: the text format, version 0.0.4. Names and units follow Prometheus' own rules."""

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.health.model import Kind, Report, State

_PREFIX: Final = "dicetable_"
_MEASURED: Final[Mapping[tuple[Kind, str], tuple[str, str]]] = {
    (Kind.CAMERA, "frames"): ("camera_frames_total", "Frames that the live camera has given."),
    (Kind.CAMERA, "dropped"): ("camera_dropped_frames_total", "Frames that were lost on the way."),
    (Kind.CAMERA, "opened"): ("camera_opened_total", "How often the camera was opened."),
    (Kind.DISK, "free_bytes"): ("disk_free_bytes", "Free where the record is kept."),
    (Kind.DISK, "size_bytes"): ("disk_size_bytes", "Size of the file system that holds the record."),
    (Kind.DISK, "wear_ratio"): ("disk_wear_ratio", "Used part of the life of the memory, where it tells."),
    (Kind.POWER, "low"): ("power_low", "Whether the voltage is too low."),
    (Kind.POWER, "low_since_start"): ("power_low_since_start", "Whether it was, since the machine was started."),
    (Kind.TEMPERATURE, "celsius"): ("temperature_celsius", "Of the processor."),
}
# Modulo 65536 and reset with the display: these are no counters of Prometheus'.
_GAUGES: Final = ("dropped_by_display", "overruns_by_display")


def text(report: Report | None) -> str:
    """A report as metrics; ``None`` where no station runs.

    >>> print(text(None), end="")
    # HELP dicetable_up Whether a station runs and answers.
    # TYPE dicetable_up gauge
    dicetable_up 0
    """
    return "".join(f"{line}\n" for line in _lines(report))


def write(file: Path, report: Report | None) -> None:
    """Write them whole or not at all, as the textfile collector of the node exporter needs it.

    Raises:
        OSError: that is not possible.
    """
    part = file.with_name(f".{file.name}.part")
    try:
        part.write_text(text(report), encoding="utf-8")
        part.chmod(0o644)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _lines(report: Report | None) -> Iterator[str]:
    yield from _metric("up", "gauge", "Whether a station runs and answers.", {"": float(report is not None)})
    if report is None:
        return
    about = {f'{{version="{_escaped(report.version)}"}}': 1.0}
    yield from _metric("info", "gauge", "The program's version.", about)
    yield from _metric("start_time_seconds", "gauge", "When the station began.", {"": report.began.timestamp()})
    # Tells a file that nobody writes any more from one that is fresh.
    yield from _metric("report_time_seconds", "gauge", "When the station said all this.", {"": report.at.timestamp()})
    states = {
        f'{{part="{part.kind}",seat="{part.seat or ""}",state="{state}"}}': float(part.state is state)
        for part in report.parts
        for state in State
    }
    yield from _metric("part_state", "gauge", "How each part is: 1 at the state that it is in.", states)
    for part in report.parts:
        for name, value in part.numbers.items():
            if known := _MEASURED.get((part.kind, name)):
                kind = "counter" if known[0].endswith("_total") else "gauge"
                yield from _metric(known[0], kind, known[1], {"": value})
    if report.display:
        for name, value in dataclasses.asdict(report.display.counters).items():
            total = name not in _GAUGES
            metric = f"display_{name}_total" if total else f"display_{name}"
            words = f"The display's link: {name.replace('_', ' ')}."
            yield from _metric(metric, "counter" if total else "gauge", words, {"": value})


def _metric(name: str, kind: str, about: str, values: Mapping[str, float]) -> Iterator[str]:
    """One metric with its values by labels."""
    yield f"# HELP {_PREFIX}{name} {about}"
    yield f"# TYPE {_PREFIX}{name} {kind}"
    for labels, value in values.items():
        yield f"{_PREFIX}{name}{labels} {value:.15g}"


def _escaped(label: str) -> str:
    return label.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
