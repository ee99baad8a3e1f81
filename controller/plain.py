"""Texts that people give (names, stakes, reasons): what may stand in them, and how a record's are shown. Pure.

Whatever cannot be seen, turns the direction of writing, or begins a new line could make one name look like another,
tear a page or command a terminal. It is refused where it is given; in a record from elsewhere it is shown as a sign.
"""

import unicodedata
from typing import Final

STAKE_LENGTH: Final = 80
"""Letters of a stake."""
REASON_LENGTH: Final = 300
"""Letters of a referee's reason, and of who decided."""
# Controls, signs that only change what stands beside them, halves of characters, private ones, ends of lines.
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# They join letters in some languages, and the parts of an emoji.
_JOINERS: Final = "\u200c\u200d"
_MARKS: Final = ("Mn", "Me")
_MOST_MARKS: Final = 3
_SIGN: Final = "\N{REPLACEMENT CHARACTER}"


def unseen(text: str) -> str:
    r"""The first character that has no place in a text, as people look it up; empty where there is none.

    >>> unseen("Jörg 👩\u200d🚀"), unseen("An\u202ena"), unseen("one\ntwo")
    ('', 'U+202E', 'U+000A')
    """
    return next((f"U+{ord(one):04X}" for one, bad in _judged(text) if bad), "")


def shown(text: str) -> str:
    r"""A text from a record as it is shown: what has no place in it becomes a sign.

    >>> shown("An\u202ena\x1b[2J")
    'An�na�[2J'
    """
    return "".join(_SIGN if bad else one for one, bad in _judged(text)) if unseen(text) else text


def _judged(text: str) -> list[tuple[str, bool]]:
    """Each character, and whether it has no place: unseen, a strange space, or one mark too many on a letter."""
    judged, marks = [], 0
    for one in text:
        kind = unicodedata.category(one)
        marks = marks + 1 if kind in _MARKS else 0
        bad = (kind in _UNSEEN and one not in _JOINERS) or (kind == "Zs" and one != " ") or marks > _MOST_MARKS
        judged.append((one, bad))
    return judged
