"""``make bench-calibration``: simulated cameras of known lens and place are set up, and compared with the truth."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vision.calibration import Calibration, Drift
from vision.calibration.checks import Finding
from vision.calibration.lens import project
from vision.calibration.session import Session
from vision.calibration.simulated import FLAT, RAISED, Light, SheetCamera, lens_of, looking_down
from vision.tray.measures import CAMERA_MM, FLOOR_MM, PICTURE

Array = NDArray[np.float64]
Rng = np.random.Generator

_BURST: Final = 5
_TAPE_MM: Final = 3.0
"""How exactly somebody measures a height with a tape (standard deviation)."""
_GRID: Final = np.stack(
    np.meshgrid(
        *(np.linspace(-side / 2 + 5, side / 2 - 5, count) for side, count in zip(FLOOR_MM, (9, 7), strict=True))
    ),
    axis=-1,
).reshape(-1, 2)
"""Places all over the tray's floor."""
_KINDS: Final = ("d20",)


def some_camera(rng: Rng, width: int, height: int) -> SheetCamera:
    """A camera as somebody might hang it up, with good light and in focus."""
    hangs = float(rng.uniform(CAMERA_MM - 40, CAMERA_MM + 60))
    # Wide enough for the whole tray and something beside it.
    view = 2 * np.degrees(np.arctan((FLOOR_MM[0] / 2 + rng.uniform(35, 70)) / hangs))
    lens = lens_of(width, height, float(view), k1=float(rng.uniform(-0.25, 0.05)), k2=float(rng.uniform(-0.05, 0.05)))
    x, y = (float(value) for value in np.array(lens.centre) + rng.normal(0, 0.004 * width, 2))
    pose = looking_down(
        hangs,
        place=(float(rng.normal(0, 6)), float(rng.normal(0, 6))),
        lean=(float(rng.normal(0, 1.5)), float(rng.normal(0, 1.5))),
    )
    light = Light(float(rng.uniform(0.5, 0.9)), (float(rng.normal(0, 0.06)), float(rng.normal(0, 0.06))))
    return SheetCamera(
        replace(lens, centre=(x, y)),
        pose,
        light=light,
        blur_px=float(rng.uniform(0.5, 0.9)),
        noise=float(rng.uniform(1, 3)),
        seed=int(rng.integers(1 << 30)),
        flat_pictures=_BURST,
    )


def errors(found: Calibration, camera: SheetCamera) -> dict[str, float]:
    """How far a calibration is from the truth."""
    lens, pose, place = found.lens, found.pose, found.pose.place
    true_place = camera.pose.place
    points = np.column_stack([_GRID, np.zeros(len(_GRID))])
    seen = project(points, camera.lens, camera.pose)
    apart_px = np.linalg.norm(project(points, lens, pose) - seen, axis=1)
    raised = np.column_stack([_GRID, np.full(len(_GRID), 8.0)])
    on_tray = found.to_tray(project(raised, camera.lens, camera.pose), 8.0) - _GRID
    lean = np.degrees(np.arccos(np.clip(pose.axis @ camera.pose.axis, -1, 1)))
    return {
        "focal length, %": 100 * abs(lens.focal / camera.lens.focal - 1),
        "height, mm": abs(place[2] - true_place[2]),
        "place beside, mm": float(np.linalg.norm(place[:2] - true_place[:2])),
        "direction, degrees": float(lean),
        "tray in the picture, px": float(apart_px.max()),
        "a die on the tray, mm": float(np.linalg.norm(on_tray, axis=1).max()),
    }


def measured(camera: SheetCamera, height_mm: float | None) -> tuple[Calibration, list[Finding]]:
    """A whole set-up."""
    session = Session(FLOOR_MM, 2)
    findings = session.flat([camera.picture(FLAT) for _ in range(_BURST)])
    if height_mm is None:
        for held in RAISED:
            session.raised(camera.picture(held))
    calibration, more = session.finish(_KINDS, height_mm=height_mm)
    return calibration, findings + more


# --- what is wrong, and whether it is said ----------------------------------------------------------------------------

Spoil = Callable[[SheetCamera, Rng], SheetCamera]


def _aside(rng: Rng) -> tuple[float, float]:
    turn = rng.uniform(0, 2 * np.pi)
    return float(55 * np.cos(turn)), float(40 * np.sin(turn))


SPOILT: Final[dict[str, Spoil]] = {
    "focus": lambda camera, rng: camera.moved(blur_px=float(rng.uniform(1.8, 3.0)) * camera.lens.width / 1280),
    "exposure": lambda camera, rng: camera.moved(light=Light(float(rng.choice([0.06, 0.12, 1.5])))),
    "evenness": lambda camera, rng: camera.moved(light=Light(slope=(float(rng.choice([-0.45, 0.45])), 0.0))),
    "glare": lambda camera, rng: camera.moved(light=Light(glare=(*_aside(rng), 16.0, 0.35))),
    "flicker": lambda camera, rng: camera.moved(light=Light(flicker=float(rng.uniform(0.1, 0.2)))),
    "lean": lambda camera, rng: camera.moved(pose=looking_down(camera.pose.place[2], lean=(0.0, 9.0))),
    "height": lambda camera, rng: camera.moved(pose=looking_down(370.0), lens=lens_of(*_size(camera), 40.0)),
    "centre": lambda camera, rng: camera.moved(pose=looking_down(560.0, place=(30.0, 0.0))),
}


def _size(camera: SheetCamera) -> tuple[int, int]:
    return camera.lens.width, camera.lens.height


def drift_error(camera: SheetCamera, found: Calibration, rng: Rng) -> tuple[float, float]:
    """A camera that is moved: by how many mm that is told wrongly, and what it tells of one that was not."""
    by = float(rng.uniform(1, 15))
    place, turn = camera.pose.place, rng.uniform(0, 2 * np.pi)
    aside = place[:2] + by * np.array([np.cos(turn), np.sin(turn)])
    still = Drift(found).check(camera.picture()).mm
    shift = -camera.pose.rotation @ np.array([*aside, place[2]])
    pose = replace(camera.pose, shift=(float(shift[0]), float(shift[1]), float(shift[2])))
    told = Drift(found).check(camera.moved(pose=pose).picture()).mm
    return abs((told if told is not None else np.inf) - by), np.inf if still is None else still


def main(arguments: Sequence[str]) -> None:
    """Measure, and print the tables of vision/CAMERA.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cameras", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=PICTURE[0])
    given = parser.parse_args(arguments)
    rng = np.random.default_rng(given.seed)
    start = time.perf_counter()
    table: dict[tuple[str, str], list[float]] = {}
    alarms: list[str] = []
    drifts: list[tuple[float, float]] = []
    told: dict[str, list[bool]] = {name: [] for name in SPOILT}
    for number in tqdm(range(given.cameras), disable=not sys.stderr.isatty()):
        camera = some_camera(rng, given.width, round(given.width * PICTURE[1] / PICTURE[0]))
        by_hand = float(camera.pose.place[2] + rng.normal(0, _TAPE_MM))
        for how, height_mm in (("raised", None), ("by tape", by_hand)):
            found, findings = measured(camera, height_mm)
            for name, value in errors(found, camera).items():
                table.setdefault((name, how), []).append(value)
            if how == "raised":
                alarms += [finding.name for finding in findings if not finding.well and finding.name != "height"]
                drifts.append(drift_error(camera, found, rng))
        name = list(SPOILT)[number % len(SPOILT)]
        spoilt = SPOILT[name](camera, rng)
        _, findings = measured(spoilt, float(spoilt.pose.place[2]))
        told[name].append(any(finding.name == name and not finding.well for finding in findings))
    _print(table, drifts, told, alarms, given.cameras)
    print(f"\n{given.cameras} cameras in {time.perf_counter() - start:.0f} s")


def _print(
    table: dict[tuple[str, str], list[float]],
    drifts: list[tuple[float, float]],
    told: dict[str, list[bool]],
    alarms: list[str],
    cameras: int,
) -> None:
    print("| error | sheet raised: median | most | height by tape: median | most |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in dict.fromkeys(name for name, _ in table):
        cells: list[Any] = []
        for how in ("raised", "by tape"):
            values = table[name, how]
            cells += [f"{np.median(values):.2f}", f"{max(values):.2f}"]
        print(f"| {name} | {' | '.join(cells)} |")
    # Where a camera leans so far that fewer than two marks are in the picture, nothing is told.
    told_of = [pair for pair in drifts if np.isfinite(pair).all()]
    wrong, still = (np.array(values) for values in zip(*told_of, strict=True))
    print(f"\ncamera moved by 1 to 15 mm: told wrongly by {np.median(wrong):.2f} mm, {wrong.max():.2f} at most;")
    print(f"not moved: {still.max():.2f} mm at most; {len(drifts) - len(told_of)} of {len(drifts)} see too few marks")
    print("\nwrong and said so: " + ", ".join(f"{name} {sum(each)}/{len(each)}" for name, each in told.items()))
    print(f"false alarms with {cameras} good cameras: {', '.join(alarms) or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1:])
