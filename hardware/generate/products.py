"""What is made, and whether it is still what the sources say: digests of both, in ``digests.txt``."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HARDWARE: Final = ROOT / "hardware"
DIGESTS: Final = HARDWARE / "digests.txt"

ENGLISH: Final = ("README.md", "parts.md", "wiring.md", "mechanics.md", "assembly.md", "panels.md")
GERMAN: Final = tuple(name.replace(".md", ".de.md") for name in ENGLISH)
DOCUMENTS: Final = (*ENGLISH, *GERMAN)
"""Written by hand, with tables that are made."""
WIRING: Final = {"en": "wiring", "de": "wiring/de"}
PLANS: Final = {"en": "plan.svg", "de": "plan.de.svg"}
SCREWS: Final = {"en": "screws.svg", "de": "screws.de.svg"}
"""Drawings of each language, in the folder of the documents."""
_SOURCES: Final = (
    "controller/hardware/table.toml",
    "controller/hardware/__init__.py",
    "hardware/generate/german.toml",
    "hardware/constraints.txt",
)
PRODUCTS: Final = ("stl/*.stl", "step/*.step", "pictures/assembly/*.png", "wiring/*.svg", "wiring/de/*.svg")
"""What is made and is large, in the folder of the documents."""


def sources() -> list[Path]:
    """What the large products are made from: the data, and the programs that make them."""
    made_by = sorted((HARDWARE / "generate").rglob("*.py"))
    # These make nothing that is large; what they make is compared itself.
    light = {"tables.py", "shopping.py", "products.py", "mesh.py", "printing.py", "stability.py"}
    light |= {"pins.py", "power.py", "plan.py", "privacy.py", "collisions.py", "fitting.py", "counts.py", "__main__.py"}
    light |= {"screws.py"}
    return [*(ROOT / name for name in _SOURCES), *(path for path in made_by if path.name not in light)]


def products() -> list[Path]:
    """Everything that is made and too large to be made again in every test."""
    return sorted(path for pattern in PRODUCTS for path in HARDWARE.glob(pattern))


def source_digests() -> str:
    """Of the sources alone."""
    return _lines(sources())


def digests() -> str:
    """Of all sources and products as they are now, as ``sha256sum`` writes them, from the project's folder."""
    return _lines([*sources(), *products()])


def stale(recorded: str) -> list[str]:
    """Files that are not as they were when the products were made; empty where all are."""
    then, now = _by_name(recorded.splitlines()), _by_name(digests().splitlines())
    return sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))


def _by_name(lines: Iterable[str]) -> dict[str, str]:
    return {name: digest for digest, _two, name in (line.partition("  ") for line in lines)}


def _lines(paths: Iterable[Path]) -> str:
    return "".join(f"{_digest(path)}  {path.relative_to(ROOT).as_posix()}\n" for path in paths)


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
