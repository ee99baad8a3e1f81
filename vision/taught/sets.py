"""A set of taught faces: what it holds, and the folder that it is kept in.

``set.json`` says everything that a person may want to know; the pictures of the faces stand in the ``.npz`` beside it
that it names. The JSON is written last and replaces the old one in one step, so that a set is always whole.
"""

import hashlib
import io
import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.errors import N_, VisionError
from vision.reading import DIE_TYPES, Face, faces
from vision.taught.faces import Template, template
from vision.taught.views import FINE, Array

FORMAT: Final = 1
FACTS: Final = "set.json"
SHEET: Final = "groups.png"
"""Where whoever teaches may put the picture of the groups."""
_SCALE: Final = 32.0
"""Steps of a px value as it is kept, in one unit of its spread; ± 4 units are kept."""


class TaughtError(VisionError, ValueError):
    """A set cannot be taught, read or written."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face, or one of several looks of it.

    Attributes:
        value: what it is read as.
        patches: the face in the pictures that it was taught from, shape (k, n), see ``faces.template``.
    """

    value: Face
    patches: Array


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Two faces that are taken for one another: in ``share`` (0 … 1) of ``dice`` pictures of them."""

    one: Face
    other: Face
    share: float
    dice: int


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """Dice of one kind that were taught.

    Attributes:
        name: what people call it; the name of its folder.
        kind: one of ``DIE_TYPES``.
        faces: its faces.
        look_alikes: pairs that are never read without asking.
        least_fit: how well a die must fit a face to be read, 0 … 1.
        least_lead: by how much it must fit it better than every other one.
        pictures: how many pictures it was made from.
        templates: what the faces' pictures have in common, in the order of ``faces``.
    """

    name: str
    kind: str
    faces: tuple[TaughtFace, ...]
    look_alikes: tuple[LookAlike, ...] = ()
    least_fit: float = 0.0
    least_lead: float = 0.0
    pictures: int = 0
    templates: tuple[Template, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Work out the templates."""
        object.__setattr__(self, "templates", tuple(template(face.patches) for face in self.faces))

    @property
    def refused(self) -> frozenset[Face]:
        """The faces that are never read without asking."""
        return frozenset(value for pair in self.look_alikes for value in (pair.one, pair.other))

    @property
    def values(self) -> list[Face]:
        """The values that were taught, in the order of the die's faces."""
        taught = {face.value for face in self.faces}
        return [value for value in faces(self.kind) if value in taught]

    def dice(self, value: Face) -> int:
        """How many pictures of a value it was made from."""
        return sum(len(face.patches) for face in self.faces if face.value == value)


def check_name(name: str) -> str:
    """The name, if a folder may be called so.

    Raises:
        TaughtError: it is empty, longer than 40 characters, or holds others than letters, digits, space, - and _.
    """
    if not 0 < len(name) <= 40 or name != name.strip() or not all(c.isalnum() or c in " -_" for c in name):
        text = N_("{name!r} is no name for taught dice; allowed are up to 40 letters, digits, spaces, - and _")
        raise TaughtError(text, name=name)
    return name


def value_of(kind: str, text: str) -> Face:
    """A face's value as somebody typed it.

    Raises:
        TaughtError: the die has no such face.

    >>> value_of("d%", "00"), value_of("d6", "3")
    (0, 3)
    """
    wanted = text.strip()
    for face in faces(kind):
        if wanted == str(face) or (isinstance(face, int) and wanted.isdecimal() and int(wanted) == face):
            return face
    allowed = ", ".join(str(face) for face in faces(kind))
    raise TaughtError(N_("a {kind} has no face {value!r}; it has {allowed}"), kind=kind, value=wanted, allowed=allowed)


def names(folder: Path) -> list[str]:
    """The names of the sets in a folder, in alphabetical order; none where there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(path.parent.name for path in folder.glob(f"*/{FACTS}"))


def save(taught: TaughtSet, folder: Path) -> Path:
    """Write a set into the folder of that name within ``folder``; one that was there is replaced.

    Returns:
        The set's own folder.

    Raises:
        TaughtError: the name is none, or something cannot be written.
    """
    own = folder / check_name(taught.name)
    data = _packed(taught)
    digest = hashlib.sha256(data).hexdigest()
    file = f"faces-{digest[:12]}.npz"
    text = (
        json.dumps(_facts(taught) | {"faces_file": file, "faces_sha256": digest}, indent=1, ensure_ascii=False) + "\n"
    )
    try:
        own.mkdir(parents=True, exist_ok=True)
        _write(own / file, data)
        _write(own / FACTS, text.encode())
        for old in own.glob("faces-*.npz"):
            if old.name != file:
                old.unlink()
    except OSError as error:
        text = N_("the taught dice {path} cannot be written: {why}")
        raise TaughtError(text, path=own, why=error.strerror) from error
    return own


def _write(path: Path, data: bytes) -> None:
    new = path.with_suffix(".new")
    with new.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    new.replace(path)


def _packed(taught: TaughtSet) -> bytes:
    out = io.BytesIO()
    kept = {
        f"face_{i}": np.clip(np.rint(face.patches * _SCALE), -127, 127).astype(np.int8)
        for i, face in enumerate(taught.faces, start=1)
    }
    np.savez_compressed(out, **kept)
    return out.getvalue()


def _facts(taught: TaughtSet) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kind": taught.kind,
        "pictures": taught.pictures,
        "faces": [{"value": face.value, "dice": len(face.patches)} for face in taught.faces],
        "look_alikes": [{"one": p.one, "other": p.other, "share": p.share, "dice": p.dice} for p in taught.look_alikes],
        "least_fit": taught.least_fit,
        "least_lead": taught.least_lead,
    }


def load(folder: Path, name: str) -> TaughtSet:
    """Read a set.

    Raises:
        TaughtError: there is none of this name, it is damaged, or a newer version wrote it.
    """
    own = folder / check_name(name)
    try:
        facts = json.loads((own / FACTS).read_text(encoding="utf-8"))
        if facts["format"] != FORMAT:
            text = N_("the taught dice {path} were written by another version (format {found}, known is {known})")
            raise TaughtError(text, path=own, found=facts["format"], known=FORMAT)
        return _unpacked(name, own, facts)
    except FileNotFoundError as error:
        if (own / FACTS).exists():
            raise _damaged(own, str(error)) from error
        known = ", ".join(names(folder)) or "–"
        raise TaughtError(
            N_("there are no taught dice {name!r}; there are: {known}"), name=name, known=known
        ) from error
    except TaughtError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise _damaged(own, str(error)) from error


def _damaged(own: Path, why: str) -> TaughtError:
    text = N_("the taught dice {path} are damaged ({why}); teach them again")
    return TaughtError(text, path=own, why=why)


def _unpacked(name: str, own: Path, facts: dict[str, Any]) -> TaughtSet:
    kind, entries = facts["kind"], facts["faces"]
    if kind not in DIE_TYPES or not entries:
        raise ValueError(f"kind {kind!r}, {len(entries)} faces")
    data = (own / Path(facts["faces_file"]).name).read_bytes()
    if hashlib.sha256(data).hexdigest() != facts["faces_sha256"]:
        raise ValueError(f"{facts['faces_file']} is not the file that belongs to it")
    with np.load(io.BytesIO(data), allow_pickle=False) as kept:
        patches = [kept[f"face_{i}"].astype(np.float32) / _SCALE for i in range(1, len(entries) + 1)]
    if any(one.ndim != 2 or one.shape[1] != FINE.face**2 or not len(one) for one in patches):
        raise ValueError("a face has another size")
    values = [value_of(kind, str(entry["value"])) for entry in entries]
    pairs = tuple(
        LookAlike(value_of(kind, str(p["one"])), value_of(kind, str(p["other"])), float(p["share"]), int(p["dice"]))
        for p in facts["look_alikes"]
    )
    taught = tuple(TaughtFace(value, one) for value, one in zip(values, patches, strict=True))
    return TaughtSet(
        name, kind, taught, pairs, float(facts["least_fit"]), float(facts["least_lead"]), int(facts["pictures"])
    )


def load_all(folder: Path) -> list[TaughtSet]:
    """Every set of a folder.

    Raises:
        TaughtError: one of them is damaged.
    """
    return [load(folder, name) for name in names(folder)]


def forget(folder: Path, name: str) -> None:
    """Remove a set, also a damaged one; other files in its folder stay.

    Raises:
        TaughtError: there is none of this name, or it cannot be removed.
    """
    own = folder / check_name(name)
    if not (own / FACTS).is_file():
        known = ", ".join(names(folder)) or "–"
        raise TaughtError(N_("there are no taught dice {name!r}; there are: {known}"), name=name, known=known)
    try:
        for file in (own / FACTS, *own.glob("faces-*.npz"), *own.glob("*.new"), own / SHEET):
            file.unlink(missing_ok=True)
        if not any(own.iterdir()):
            own.rmdir()
    except OSError as error:
        text = N_("the taught dice {path} cannot be written: {why}")
        raise TaughtError(text, path=own, why=error.strerror) from error
