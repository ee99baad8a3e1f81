"""Make the nets from nothing: ``python -m vision.lab.model FOLDER`` (or ``make model``).

Every stage leaves a file in the folder and is passed over where its file is there already, so that an interrupted run
goes on where it stopped. Nothing but the seeds and the photographs for training decides what comes out.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.lab import photos
from vision.lab.export import export

SEED = 1


@dataclass(frozen=True, slots=True)
class Stage:
    """One step: the file that it leaves, and the module of the lab, with its arguments, that makes it."""

    file: str
    call: tuple[str, ...]
    exports: str = ""


def stages(folder: Path, quick: bool) -> list[tuple[Stage, ...]]:
    """What has to be done, in order, and what together; ``quick`` makes poor nets in minutes, to try the way."""
    part = 0.01 if quick else 1.0

    def steps(count: int) -> str:
        return str(max(20, int(count * part)))

    stock, real = str(folder / "stock"), str(folder / "real.pickle")
    has_photos = (photos.PHOTOS / "labels.csv").is_file()
    dice = ("--real", real) if has_photos else ()
    places = ("--real", str(folder / "faces.pickle")) if has_photos else ()

    def reader(net: str, real: tuple[str, ...], line: int = 0) -> Stage:
        out = str(folder / f"{net}.pt")
        return Stage(
            f"{net}.pt",
            ("train_reader", net, stock, out, *real, "--steps", steps(16000), "--line", str(line)),
            net,
        )

    scenes, looks = steps(24000), steps(9000)
    found: list[tuple[Stage, ...]] = [
        (Stage("stock/truth.npy", ("stock", stock, "--count", steps(80000), "--seed", str(SEED))),),
        (
            Stage(
                "finder.pt",
                ("train_finder", stock, str(folder / "finder.pt"), "--scenes", scenes, "--steps", looks),
                "finder",
            ),
        ),
        (reader("die", dice),),
        # Each trains on one thread and has a worker that makes its pictures: two at a time take 0.7 of the time of
        # one after the other, on two cores.
        (reader("face", places), reader("around", places, line=1)),
    ]
    if has_photos:
        found.insert(2, (Stage("real.pickle", ("real", real)),))
        found.insert(4, (Stage("faces.pickle", ("real", str(folder / "faces.pickle"), "--faces", real)),))
    return found


def make(folder: Path, quick: bool) -> None:
    """Run every stage that is not done yet, and write the nets into the package.

    Raises ``subprocess.CalledProcessError`` where a stage fails; what runs beside it is finished first, and kept.
    """
    folder.mkdir(parents=True, exist_ok=True)
    plan = stages(folder, quick)
    for number, together in enumerate(plan, 1):
        missing = [stage for stage in together if not (folder / stage.file).exists()]
        if missing:
            print(f"[{number}/{len(plan)}] {missing[0].call[0]} → {', '.join(s.file for s in missing)}", flush=True)
            start = time.monotonic()
            calls = [[sys.executable, "-m", f"vision.lab.{stage.call[0]}", *stage.call[1:]] for stage in missing]
            running = [subprocess.Popen(call) for call in calls]
            for process in running:
                process.wait()
            for process in running:
                if process.returncode:
                    raise subprocess.CalledProcessError(process.returncode, process.args)
            print(f"[{number}/{len(plan)}] {(time.monotonic() - start) / 60:.1f} minutes", flush=True)
        for stage in together:
            if stage.exports:
                export(stage.exports, folder / stage.file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the nets."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.model", description="make the nets from nothing")
    parser.add_argument("folder", type=Path, help="where the stages leave their files, some 6 GB")
    parser.add_argument("--quick", action="store_true", help="poor nets in minutes, to try the way")
    options = parser.parse_args(arguments)
    make(options.folder, options.quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
