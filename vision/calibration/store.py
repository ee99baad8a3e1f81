"""The file of a calibration: TOML that a person can read, and may change where it is meant to be changed."""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import numpy as np

from vision.calibration.board import MARKS
from vision.calibration.calibration import Calibration
from vision.calibration.lens import Lens, Pose
from vision.calibration.solve import CalibrationError
from vision.calibration.zones import Polygon
from vision.camera.locked import LONGEST_MICROSECONDS, Lock, Locked, UsbLocked
from vision.errors import N_

VERSION: Final = 1

_Pixels = Annotated[int, msgspec.Meta(ge=16, le=20_000)]
_Side = Annotated[float, msgspec.Meta(gt=0, le=5_000)]
_Place = Annotated[float, msgspec.Meta(ge=-5_000, le=5_000)]
_Turn = Annotated[float, msgspec.Meta(ge=-7, le=7)]
_Gain = Annotated[float, msgspec.Meta(gt=0, le=32)]
_Bend = Annotated[float, msgspec.Meta(ge=-5, le=5)]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; an unknown key is a mistake."""


class _Lens(_Table, frozen=True):
    width: _Pixels
    height: _Pixels
    focal_px: Annotated[float, msgspec.Meta(gt=0, le=200_000)]
    centre_px: tuple[float, float]
    distortion: tuple[_Bend, _Bend]


class _Camera(_Table, frozen=True):
    place_mm: tuple[_Place, _Place, _Side]
    turn: tuple[_Turn, _Turn, _Turn]


class _Tray(_Table, frozen=True):
    width_mm: _Side
    depth_mm: _Side


class _Locked(_Table, frozen=True):
    exposure_us: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_MICROSECONDS)]
    gain: Annotated[float, msgspec.Meta(ge=1, le=1_000)]
    red_blue: tuple[_Gain, _Gain]
    focus: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None


class _LockedUsb(_Table, frozen=True):
    exposure_us: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None = None
    kelvin: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    focus: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None


class _File(_Table, frozen=True):
    version: int
    made: str
    description: str
    error_px: Annotated[float, msgspec.Meta(ge=0)]
    lens: _Lens
    camera: _Camera
    tray: _Tray
    zones: dict[str, list[tuple[_Place, _Place]]]
    marks: dict[str, tuple[float, float]]
    locked: _Locked | None = None
    locked_usb: _LockedUsb | None = None


_AGAIN: Final = N_("{path}: {why}; mend it, or run dicetable camera setup again")


def load(path: Path) -> Calibration:
    """Read a calibration.

    Raises:
        CalibrationError: the file is missing, torn, of an older version or changed into something that cannot be; one
            sentence that names the place.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CalibrationError(
            N_("{path}: no such file; dicetable camera setup measures the camera and writes it"), path=path
        ) from None
    except OSError as error:
        raise CalibrationError(N_("{path}: cannot be read: {why}"), path=path, why=error.strerror) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CalibrationError(_AGAIN, path=path, why=error) from None
    version = found.get("version")
    if isinstance(version, int) and version != VERSION:
        text = N_(
            "{path}: written by another version of the program ({found}, not {known}): run dicetable camera setup again"
        )
        raise CalibrationError(text, path=path, found=version, known=VERSION)
    try:
        file = msgspec.convert(found, _File, strict=False)
        return _calibration(file)
    except (msgspec.ValidationError, ValueError) as error:
        raise CalibrationError(_AGAIN, path=path, why=error) from None


def _calibration(file: _File) -> Calibration:
    lens = file.lens
    if not (0 <= lens.centre_px[0] <= lens.width and 0 <= lens.centre_px[1] <= lens.height):
        raise ValueError("the centre of the lens lies beside the picture - at `$.lens.centre_px`")
    turn, place = file.camera.turn, np.array(file.camera.place_mm)
    rotation = Pose(turn, (0, 0, 0)).rotation
    x, y, z = (float(value) for value in -rotation @ place)
    pose = Pose(turn, (x, y, z))
    if pose.axis[2] > -0.5:
        raise ValueError("the camera does not look down - at `$.camera.turn`")
    return Calibration(
        Lens(lens.width, lens.height, lens.focal_px, lens.centre_px, *lens.distortion),
        pose,
        (file.tray.width_mm, file.tray.depth_mm),
        {_number(seat, range(1, 6), "zones"): _polygon(seat, zone) for seat, zone in file.zones.items()},
        {_number(mark, MARKS, "marks"): place for mark, place in file.marks.items()},
        file.description,
        file.made,
        file.error_px,
        _locked(file),
    )


def _locked(file: _File) -> Lock | None:
    if own := file.locked:
        return Locked(own.exposure_us, own.gain, own.red_blue, own.focus)
    if usb := file.locked_usb:
        return UsbLocked(usb.exposure_us, usb.kelvin, usb.focus)
    return None


def _number(text: str, allowed: Any, where: str) -> int:
    if text.isdecimal() and int(text) in allowed:
        return int(text)
    raise ValueError(f"{text!r} is not one of {', '.join(map(str, allowed))} - at `$.{where}`")


def _polygon(seat: str, corners: list[tuple[float, float]]) -> Polygon:
    if len(corners) < 3:
        raise ValueError(f"a zone has three corners at least - at `$.zones.{seat}`")
    return tuple(corners)


# --- writing ----------------------------------------------------------------------------------------------------------


def save(path: Path, calibration: Calibration) -> None:
    """Write a calibration; what was there is replaced once the new one is on the disk.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(as_toml(calibration))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def as_toml(calibration: Calibration) -> str:
    """The text of the file."""
    lens, pose = calibration.lens, calibration.pose
    lines = [
        "# The camera above the dice table, as `dicetable camera setup` has measured it.",
        "# Zones and the size of the tray may be changed by hand; the rest is measured: set up the camera again.",
        f"version = {VERSION}",
        f"made = {_text(calibration.made)}",
        f"description = {_text(calibration.camera)}",
        f"error_px = {calibration.error_px:.3f}  # how well the sheet fitted",
        "",
        "[lens]  # for pictures of this size",
        f"width = {lens.width}",
        f"height = {lens.height}",
        f"focal_px = {lens.focal:.3f}",
        f"centre_px = {_numbers(lens.centre, 3)}",
        f"distortion = {_numbers((lens.k1, lens.k2), 6)}  # radial, k1 and k2",
        "",
        "# x to the right, y away from seat 1, z up, from the middle of the tray's floor",
        "[camera]",
        f"place_mm = {_numbers(pose.place.tolist(), 2)}  # {calibration.mm_per_px:.3f} mm a pixel in the middle",
        f"turn = {_numbers(pose.turn, 6)}  # rotation vector, radians: leans by {pose.lean_degrees:.1f} degrees",
        "",
        "[tray]  # its floor",
        f"width_mm = {calibration.tray[0]:.1f}",
        f"depth_mm = {calibration.tray[1]:.1f}",
        "",
        "[zones]  # whose part of the tray it is, by seat: corners in mm",
    ]
    lines += [
        f"{seat} = [{', '.join(_numbers(corner, 1) for corner in zone)}]" for seat, zone in calibration.zones.items()
    ]
    lines += ["", "[marks]  # of the tray's corners, where they are in the picture, px"]
    lines += [f"{number} = {_numbers(place, 2)}" for number, place in sorted(calibration.marks.items())]
    return "\n".join(lines + _lock_lines(calibration.locked)) + "\n"


def _lock_lines(locked: Lock | None) -> list[str]:
    """What the camera is locked to, or nothing."""
    if locked is None:
        return []
    if isinstance(locked, Locked):
        lines = [
            "[locked]",
            f"exposure_us = {locked.exposure}",
            f"gain = {locked.gain:.3f}",
            f"red_blue = {_numbers(locked.colours, 4)}  # white balance",
        ]
        lines += [f"focus = {locked.lens:.3f}  # dioptres"] if locked.lens is not None else []
    else:
        known = {"exposure_us": locked.exposure, "kelvin": locked.kelvin, "focus": locked.focus}
        lines = ["[locked_usb]", *(f"{key} = {value}" for key, value in known.items() if value is not None)]
    lines[0] += "  # the camera's settings at every start; without this part it settles anew each time"
    return ["", *lines]


def _numbers(values: Any, digits: int) -> str:
    return "[" + ", ".join(f"{value:.{digits}f}" for value in values) + "]"


def _text(text: str) -> str:
    # JSON's strings are TOML's.
    return msgspec.json.encode(text).decode()
