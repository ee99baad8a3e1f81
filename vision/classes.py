"""What the nets tell apart: the kinds of dice, and every glyph that may be read on one."""

from typing import Final

from vision.reading import DIE_TYPES, WIZARD_FACES, Face, faces

KINDS: Final = DIE_TYPES
"""Kinds of dice in the order of the nets' outputs."""

UNREADABLE: Final = "?"
"""The glyph of a face that nobody could read: a logo, an unmarked 6 or 9, a die that leans."""

GLYPHS: Final = (*map(str, range(21)), "00", *(str(n) for n in range(30, 100, 10)), *WIZARD_FACES, UNREADABLE)
"""Glyphs in the order of the nets' outputs; 10 and 20 are the same glyph on a d% as on a d20."""


def written(kind: str, face: Face) -> str:
    """A face's value as it stands on the die.

    >>> written("d%", 0), written("d10", 0)
    ('00', '0')
    """
    return f"{face:02d}" if kind == "d%" and isinstance(face, int) else str(face)


def glyphs_of(kind: str) -> tuple[str, ...]:
    """Every glyph of a kind of die, in the order of its faces."""
    return tuple(written(kind, face) for face in faces(kind))
