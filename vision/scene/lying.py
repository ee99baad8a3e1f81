"""What was read and what was seen to roll, held against each other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.reading import DieReading, Face, Status
from vision.scene.scene import Decision
from vision.scene.sight import Spot

_GROWN: Final = 0.25
"""A die's outline in the small frame and its box in the large picture differ by so much of its size."""


def of_throw(
    readings: Sequence[DieReading], decision: Decision, width: int, stay: Sequence[tuple[str, Face]] = ()
) -> list[DieReading]:
    """The dice of a throw: what lay there before is left out, and what nobody saw roll may not be used unasked.

    Args:
        readings: the dice of the picture.
        decision: what the scene says of it.
        width: of the picture, px.
        stay: type and face of dice that may have been kept as they lay: they are of the throw. One that does not show
            now what it showed then was misread or turned, and may not be used unasked.
    """
    result, kept = [], list(stay)
    for reading in readings:
        if any(_in(reading, spot, width) for spot in decision.thrown):
            result.append(reading)
        elif not any(_in(reading, spot, width) for spot in decision.before):
            result.append(_doubted(reading))
        elif reading.value is not None and (reading.type, reading.value) in kept:
            kept.remove((reading.type, reading.value))
            result.append(reading)
        elif any(reading.type == kind for kind, _face in stay):
            result.append(_doubted(reading))
    return result


def _doubted(reading: DieReading) -> DieReading:
    """What may not be used unasked."""
    return replace(reading, status=Status.UNSURE) if reading.status is Status.READ else reading


def _in(reading: DieReading, spot: Spot, width: int) -> bool:
    """Whether the middle of a die lies in the box of a spot."""
    x, y, w, h = reading.box
    left, top, wide, high = spot.box
    across, down = (x + w / 2) / width - left, (y + h / 2) / width - top
    return -_GROWN * wide <= across <= (1 + _GROWN) * wide and -_GROWN * high <= down <= (1 + _GROWN) * high
