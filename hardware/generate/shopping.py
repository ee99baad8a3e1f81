"""The parts list: ``parts.toml``, and how much of each a size needs. Pure but for reading the file."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from controller.hardware import Size

_FILE = Path(__file__).parents[1] / "parts.toml"
_Number = Annotated[float, msgspec.Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that is bought.

    Attributes:
        group: the heading that it stands under.
        name: its kind, exactly.
        instead: what does as well.
        table, seat: how many the table needs, and how many each seat, in units.
        unit: ``m`` where it is cut from a length.
        sizes: the sizes that need it.
        euro: what one costs, about.
    """

    group: str
    name: str
    instead: str = ""
    unit: str = ""
    table: _Number = 0
    seat: _Number = 0
    sizes: tuple[Literal["two", "five"], ...] = ("two", "five")
    euro: _Number

    def needed(self, size: Size) -> float:
        """How many a size needs."""
        return self.table + self.seat * size.seats if size.name in self.sizes else 0


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that is printed: the name of its STL file, what it is, how many."""

    name: str
    what: str
    table: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0)] = 0

    def needed(self, size: Size) -> int:
        """How many a size needs."""
        return self.table + self.seat * size.seats


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the prices are worth: of which month, and how much each may be off, as a share of it."""

    month: str
    either_way: Annotated[float, msgspec.Meta(gt=0, lt=1)]


class Shopping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    estimate: Estimate
    parts: list[Part]
    printed: list[Printed]


@cache
def shopping() -> Shopping:
    """The parts list.

    Raises:
        msgspec.ValidationError: the file is not what it should be.
    """
    return msgspec.toml.decode(_FILE.read_bytes(), type=Shopping)


def price(size: Size) -> float:
    """What all of it costs, about, in euro."""
    return sum(part.needed(size) * part.euro for part in shopping().parts)
