"""Solved games on disk. What is found there is believed only if it is whole and of the same rules."""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.analysis.solver import Chances
from controller.play import RULES_VERSION

_FORMAT: Final = 1
_TABLE: Final = msgspec.json.Decoder(dict[str, tuple[float, float, float]])
_SOURCES: Final = (Path(__file__).parent, Path(__file__).parent.parent / "rules")


def folder() -> Path:
    """Where solved games are kept: ``dicetable`` in ``$XDG_CACHE_HOME`` or ``~/.cache``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dicetable"


def identity(game: str, house: Mapping[str, Any]) -> dict[str, Any]:
    """All that a solution depends on: the game with everything in force, the rules' version, and the very code."""
    return {"format": _FORMAT, "rules": RULES_VERSION, "code": _code(), "game": game, "house": dict(house)}


def load(key: Mapping[str, Any]) -> dict[str, Chances]:
    """The table kept for an ``identity``; empty when there is none, or when the file is damaged or of another one."""
    try:
        header, body = _file(key).read_bytes().split(b"\n", 1)
        if json.loads(header) != {**key, "sha256": hashlib.sha256(body).hexdigest()}:
            return {}
        return {text: Chances(*values) for text, values in _TABLE.decode(body).items()}
    except (OSError, ValueError):
        return {}


def save(key: Mapping[str, Any], table: Mapping[str, Chances]) -> None:
    """Keep a table. A folder that cannot be written costs only the time to solve it again."""
    body = msgspec.json.encode({text: tuple(chances) for text, chances in table.items()})
    header = json.dumps({**key, "sha256": hashlib.sha256(body).hexdigest()}).encode()
    path = _file(key)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all, also when two write at the same time.
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            file.write(header + b"\n" + body)
        Path(name).replace(path)


def _file(key: Mapping[str, Any]) -> Path:
    """One file a game and set of house rules: a new version takes the place of the old one."""
    digest = hashlib.sha256(json.dumps(key["house"], sort_keys=True).encode()).hexdigest()
    return folder() / f"{key['game']}-{digest[:12]}.json"


def _code() -> str:
    """A digest of rules and solver: whoever changes them need not remember to throw solutions away."""
    digest = hashlib.sha256()
    for path in sorted(path for source in _SOURCES for path in source.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
