"""The file of a calibration: TOML that a person can read, and may change where it is meant to be changed."""

import os
import threading
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import numpy as np

from vision.calibration.board import MARKS
from vision.calibration.calibration import Calibration
from vision.calibration.lens import Lens, Pose
from vision.calibration.solve import CalibrationError
from vision.calibration.zones import Polygon, outline, rectangle
from vision.camera.locked import LONGEST_MICROSECONDS, Lock, Locked, UsbLocked
from vision.errors import N_, Word

VERSION: Final = 1

_Pixels = Annotated[int, msgspec.Meta(ge=16, le=20_000)]
_Side = Annotated[float, msgspec.Meta(ge=40, le=2_000)]
_Height = Annotated[float, msgspec.Meta(ge=50, le=5_000)]
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
    place_mm: tuple[_Place, _Place, _Height]
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
    error_px: Annotated[float, msgspec.Meta(ge=0, le=1_000)]
    lens: _Lens
    camera: _Camera
    tray: _Tray
    zones: dict[str, list[tuple[_Place, _Place]]]
    marks: dict[str, tuple[float, float]]
    locked: _Locked | None = None
    locked_usb: _LockedUsb | None = None


_OFF_CENTRE: Final = 0.3
"""A lens's centre is at most so far beside the picture's, in parts of its width and height."""
_LEAST_SEEN: Final = 0.25
"""So much of the tray's floor has to be in the picture, and so much of the picture has to be the floor."""
_LEAST_FLOOR: Final = 0.02
_FARTHEST_PX: Final = 1e6

_NOT_POSSIBLE: Final = N_(
    "what was measured cannot be ({why}): see that the sheet lies in the tray and that the tray's size is right, and "
    "begin anew"
)
_WRONG_WAY: Final = N_(
    "{path}: the mark '{mark}' is seen {place}, so the sheet lay the wrong way round, or the marks are on the wrong "
    "corners: run dicetable camera setup again, the sheet's arrow towards seat 1"
)
_AGAIN: Final = N_("{path}: {why}; mend it, or run dicetable camera setup again")


def load(path: Path) -> Calibration:
    """Read a calibration.

    Raises:
        CalibrationError: the file is missing, torn, of an older version, changed into something that cannot be, or of a
            set-up with the sheet the wrong way round; it names the place, and what to do.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CalibrationError(
            N_("{path}: no such file; dicetable camera setup measures the camera and writes it"), path=path
        ) from None
    except OSError as error:
        raise CalibrationError(N_("{path}: cannot be read: {why}"), path=path, why=error.strerror) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise CalibrationError(_AGAIN, path=path, why=error) from None
    version = found.get("version")
    if version is not None and version != VERSION:
        text = N_(
            "{path}: written by another version of the program ({found}, not {known}): run dicetable camera setup again"
        )
        raise CalibrationError(text, path=path, found=version, known=VERSION)
    try:
        file = msgspec.convert(found, _File, strict=False)
        calibration = _calibration(file)
    except (msgspec.ValidationError, ValueError) as error:
        raise CalibrationError(_AGAIN, path=path, why=error) from None
    if strayed := calibration.strayed_mark():
        # Set-ups of this kind were written before they were refused.
        raise CalibrationError(_WRONG_WAY, path=path, mark=Word(strayed[0]), place=Word(strayed[1]))
    return calibration


def _calibration(file: _File) -> Calibration:
    lens = file.lens
    off = [abs(c / side - 0.5) for c, side in zip(lens.centre_px, (lens.width, lens.height), strict=True)]
    if not max(off) <= _OFF_CENTRE:
        raise ValueError("the centre of the lens lies beside the picture's - at `$.lens.centre_px`")
    for mark, (x, y) in file.marks.items():
        if not (0 <= x <= lens.width and 0 <= y <= lens.height):
            raise ValueError(f"the mark lies beside the picture - at `$.marks.{mark}`")
    turn, place = file.camera.turn, np.array(file.camera.place_mm)
    rotation = Pose(turn, (0, 0, 0)).rotation
    x, y, z = (float(value) for value in -rotation @ place)
    pose = Pose(turn, (x, y, z))
    if not pose.axis[2] <= -0.5:
        raise ValueError("the camera does not look down - at `$.camera.turn`")
    calibration = Calibration(
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
    if not _sees_the_tray(calibration):
        raise ValueError("such a camera would not see the tray - at `$.camera`")
    return calibration


def _sees_the_tray(calibration: Calibration) -> bool:
    """Whether enough of the floor is in the picture, and large enough, for dice to be looked for there."""
    width, height = calibration.size
    with np.errstate(all="ignore"):
        floor = calibration.to_picture(outline(rectangle(calibration.tray)))
    if not np.abs(floor).max() < _FARTHEST_PX:
        return False
    (left, top), (right, bottom) = floor.min(axis=0), floor.max(axis=0)
    across, down = min(right, width) - max(left, 0.0), min(bottom, height) - max(top, 0.0)
    seen = across * down if across > 0 and down > 0 else 0.0
    return bool(seen > _LEAST_SEEN * (right - left) * (bottom - top) and seen > _LEAST_FLOOR * width * height)


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
        CalibrationError: it cannot be, as ``load`` would say of it.
        OSError: it cannot be written.
    """
    text = as_toml(calibration)
    try:
        _calibration(msgspec.convert(tomllib.loads(text), _File, strict=False))
    except (msgspec.ValidationError, ValueError) as error:
        raise CalibrationError(_NOT_POSSIBLE, why=error) from None
    path.parent.mkdir(parents=True, exist_ok=True)
    # By a name of its own: the page and the command line may both be at it.
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


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
