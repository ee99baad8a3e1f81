"""The parts list: ``parts.toml``, and how much of each a size needs. Pure but for reading the file."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from controller.hardware import Hardware, Size, decode, hardware
from hardware.generate import power
from hardware.generate.counts import counted

_FILE = Path(__file__).parents[1] / "parts.toml"
_Number = Annotated[float, msgspec.Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that is bought.

    Attributes:
        group: the heading that it stands under.
        name: its kind, exactly.
        instead: what does as well.
        count: what of ``counts.counted`` says how many are needed, where wiring or printed parts say it.
        table, seat: else how many the table needs, and how many each seat, in units.
        unit: ``m`` where it is cut from a length.
        takes: the name in ``power.each`` of what it takes, where it takes something.
        where: of a screw, what it holds.
        euro: what one costs, about.
    """

    group: str
    name: str
    instead: str = ""
    unit: Literal["", "m"] = ""
    count: str = ""
    table: _Number = 0
    seat: _Number = 0
    takes: str = ""
    where: str = ""
    euro: _Number

    def needed(self, size: Size) -> float:
        """How many a size needs.

        Raises:
            KeyError: nothing of that name is counted.
        """
        if self.count:
            return counted(hardware(), size)[self.count]
        return self.table + self.seat * size.seats

    def milliampere(self) -> float:
        """What one takes at most, or a metre of it; 0 where it takes nothing.

        Raises:
            KeyError: nothing of that name is known.
        """
        return power.each(hardware())[self.takes] if self.takes else 0


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
        DataError: the file is not what it should be.
    """
    return decode("hardware/parts.toml", _FILE.read_bytes(), Shopping)


def faults(table: Hardware, size: Size) -> list[str]:
    """What the list lacks for a size, or names without need; empty where all is well."""
    found = []
    known, asked = counted(table, size), [part.count for part in shopping().parts if part.count]
    for count in known:
        if (times := asked.count(count)) != 1:
            found.append(
                f"parts.toml: {times} parts have count = {count!r}: allowed is one, and {known[count]:g} are needed"
            )
    for part in shopping().parts:
        if part.count and part.count not in known:
            found.append(f"parts.toml, {part.name}: count = {part.count!r}: allowed are {', '.join(sorted(known))}")
        if part.count and (part.table or part.seat):
            found.append(f"parts.toml, {part.name}: it is counted, so table and seat have to go")
        if part.takes and part.takes not in (each := power.each(table)):
            found.append(f"parts.toml, {part.name}: takes = {part.takes!r}: allowed are {', '.join(sorted(each))}")
    return found


def price(size: Size) -> float:
    """What all of it costs, about, in euro."""
    return sum(part.needed(size) * part.euro for part in shopping().parts)
