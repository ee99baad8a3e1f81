"""What the reading of one picture says: which dice lie there, which face is up, how sure that is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

Face = int | str

DIE_TYPES: Final = ("d4", "d6", "d8", "d10", "d%", "d12", "d20", "wizard")
WIZARD_FACES: Final = ("blue", "green", "red", "yellow", "wizard", "jester")

LIKELY: Final = 3
"""So many faces of a die are named as likely where a person decides: of numerals two or three look alike."""


class Status(StrEnum):
    """How far a reading may be trusted. Only ``READ`` may ever be used without asking a person."""

    READ = "read"
    UNSURE = "unsure"
    COCKED = "cocked"
    PARTIAL = "partial"
    """What would have to be read reaches beyond the picture."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die in a picture.

    Attributes:
        type: one of ``DIE_TYPES``; the best guess where the status is not ``READ``.
        value: the glyph on the upper face: 1 … n, for d10 0 … 9, for d% 0, 10 … 90, a string for ``wizard``;
            the best guess where the status is not ``READ``, ``None`` where there is not even a guess.
        confidence: 0 … 1, how sure type and value are together.
        status: whether the value may be used.
        box: bounding box of the die in the picture, ``(x, y, width, height)`` in pixels.
        unexpected: a die of a type that was not asked for.
        set: name of the taught set that knows it; empty where none does.
        likely: the likeliest values in order, ``value`` first; none where there is no guess, or no reader that ranks.
    """

    type: str
    value: Face | None
    confidence: float
    status: Status
    box: tuple[int, int, int, int]
    unexpected: bool = False
    set: str = ""
    likely: tuple[Face, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The die as it is written in JSON lines and in the journal."""
        facts = {
            "type": self.type,
            "value": self.value,
            "confidence": round(self.confidence, 3),
            "status": self.status.value,
            "box": list(self.box),
        }
        return facts | {"unexpected": True} if self.unexpected else facts


def percent(confidence: float) -> str:
    """A confidence, 0 … 1, for people: rounded down, so that nothing that may be wrong is shown as 100 %.

    >>> percent(0.9995), percent(1.0), percent(0.57)
    ('99%', '100%', '57%')
    """
    return f"{int(100 * confidence + 1e-9)}%"


def faces(kind: str) -> tuple[Face, ...]:
    """Every glyph that a die of this kind can show, in ascending order.

    >>> faces("d10")
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    """
    if kind == "wizard":
        return WIZARD_FACES
    if kind == "d%":
        return tuple(range(0, 100, 10))
    if kind == "d10":
        return tuple(range(10))
    return tuple(range(1, int(kind[1:]) + 1))
