"""German and English texts, through gettext. The English text in the code is the key; German stands in ``locale/``.

A ``Message`` of the rules carries its numbers apart from its words, so that one event can be told in any language.
Placeholders may name what a number means: ``{die:die}`` W6 or d6, ``{seat:seat}`` the player's name,
``{n:points}`` 1 Punkt or 2 Punkte, ``{colour:word}`` a word that is itself translated.
"""

import gettext
import os
import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from controller.errors import DisplayError
from controller.plain import shown
from controller.rules.core import N_, IllegalAnswer, Message
from controller.rules.setup import SetupError
from vision.errors import VisionError, Word

LANGUAGES: Final = ("de", "en")
_FOLDER: Final = Path(__file__).parent / "locale"


def _load(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation("dicetable", _FOLDER, languages=[language])


class _Current:
    """The language of this process; set once at start, before anything is said."""

    language = "de"
    texts: gettext.NullTranslations | None = None


def use(language: str) -> None:
    """Say everything from now on in this language, one of ``LANGUAGES``."""
    _Current.language = language
    _Current.texts = _load(language)


def current() -> str:
    """The language in use."""
    return _Current.language


def _texts() -> gettext.NullTranslations:
    if _Current.texts is None:
        use(_Current.language)
    assert _Current.texts is not None
    return _Current.texts


def _(text: str) -> str:
    """The text in the language in use."""
    return _texts().gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """The text for this number, in the language in use."""
    return _texts().ngettext(one, many, n)


def system_language() -> str | None:
    """``de`` or ``en`` where the machine's locale says so: the variables that gettext itself looks at, in its order."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2].lower() if value[:2].lower() in LANGUAGES else None
    return None


def die_name(kind: str) -> str:
    """A die as people call it: W6 in German, d6 in English.

    >>> use("de"); die_name("d6"), die_name("d8+d100")
    ('W6', 'W8+W100')
    """
    if kind == "wizard":
        return _("Wizard die")
    return _dice_words(kind)


def dice_names(kinds: Sequence[str]) -> str:
    """Several dice as people call them, equal ones counted, in the order in which they come.

    >>> use("en"); dice_names(["d8", "d20"]), dice_names(["d6", "d6"]), dice_names(["wizard"] * 7)
    ('d8, d20', '2 × d6', '7 wizard dice')
    """
    return ", ".join(_counted(kind, many) for kind, many in Counter(kinds).items())


def _counted(kind: str, many: int) -> str:
    if many == 1:
        return die_name(kind)
    return (_("{n} wizard dice") if kind == "wizard" else _("{n} × {die}")).format(n=many, die=die_name(kind))


def decimal(value: float, spec: str) -> str:
    """A number with the decimal sign of the language in use.

    >>> use("de"); decimal(2.5, ".1f")
    '2,5'
    """
    shown = format(value, spec)
    return shown.replace(".", ",") if _Current.language == "de" else shown


def option_name(value: str, names: Mapping[int, str] | None = None) -> str:
    """An option of a choice as people call it: dice by their names, words translated, the rest as it is.

    Args:
        value: of a choice.
        names: the players' names, by seat, for a figure of Overload; without them it has its short name.

    >>> use("de"); option_name("d8"), option_name("2"), option_name("give:2A"), option_name("lock")
    ('W8', '2', 'Geben 2A', 'Aussteigen')
    >>> option_name("give:2A", {2: "Jörg"})
    'Geben, Figur A von Jörg'
    """
    figure = re.fullmatch(r"(give|take):(\d)(\w)", value) if names is not None else None
    if names is not None and figure:
        way, seat, letter = figure.groups()
        owner = names.get(int(seat)) or _("Seat {n}").format(n=seat)
        return _("{way}, figure {name} of {who}").format(way=_(way), name=letter, who=owner)
    return " ".join(_dice_words(_(_SAID.get(word, word))) for word in re.split(r"[ :]", value))


# How sources of pictures describe themselves (``description`` in ``vision.camera``); the longer forms first.
_SOURCES: Final = (
    N_("simulated camera above a sheet"),
    N_("simulated tray, seed {n}"),
    N_("simulated tray"),
    N_("camera of the Raspberry Pi"),
    N_("pictures of {path} ({n} of {all} to come)"),
    N_("pictures of {path}"),
    N_("video {path}"),
    N_("camera {path}"),
)


def source_name(description: str) -> str:
    """A source of pictures as people call it.

    >>> use("de"); source_name("simulated tray, seed 7"), source_name("camera /dev/video0")
    ('simuliertes Würfeltablett, Startwert 7', 'Kamera /dev/video0')
    """
    for text in _SOURCES:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(text))
        if found := re.fullmatch(pattern, description, re.DOTALL):
            return _(text).format(**found.groupdict())
    return description


def _dice_words(text: str) -> str:
    return re.sub(r"\bd(?=[\d%])", "W", text) if _Current.language == "de" else text


# Options of choices that are words, for the translators.
_WORDS = (N_("give"), N_("take"))
# Every choice is locked in by a key that says so: this one is of the Wizard Würfelspiel, and says what it does.
_SAID: Final = {"lock": N_("score now")}


class _Formatter(string.Formatter):
    """Fills placeholders; the part after the colon says what the value means."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def format_field(self, value: Any, spec: str) -> str:
        match spec:
            case "die":
                return die_name(str(value))
            case "dice":
                return dice_names([str(one) for one in value])
            case "option":
                return option_name(str(value), self.names)
            case "options":
                return _enumerated([option_name(str(one), self.names) for one in value])
            case "seat":
                return self.names.get(value) or _("Seat {n}").format(n=value)
            case "seats":
                return _enumerated([self.format_field(one, "seat") for one in value])
            case "points":
                return ngettext("{n} point", "{n} points", value).format(n=value)
            case "word":
                return _(str(value))
            case "source":
                return source_name(str(value))
            case "list":
                return ", ".join(str(one) for one in value)
        if isinstance(value, float):
            return decimal(value, spec)
        return shown(value) if isinstance(value, str) and not spec else format(value, spec)


def _enumerated(parts: list[str]) -> str:
    *some, last = parts or [""]
    return _("{some} and {last}").format(some=", ".join(some), last=last) if some else last


def render(message: Message, names: Mapping[int, str] | Sequence[str] = ()) -> str:
    """A message in the language in use.

    Args:
        message: what the rules say.
        names: the players' names, by seat number; a sequence begins with seat 1.
    """
    by_seat = names if isinstance(names, Mapping) else dict(enumerate(names, start=1))
    return _Formatter(by_seat).vformat(_(message.text), (), message.values)


def sentence(error: Exception) -> str:
    """An error as one sentence in the language in use; its own words where it comes from elsewhere."""
    match error:
        case VisionError() | DisplayError():
            values = {key: _(one) if isinstance(one, Word) else one for key, one in error.values.items()}
            return _(error.text).format(**values)
        case IllegalAnswer() | SetupError():
            return render(error.message)
    return str(error)


__all__ = [
    "LANGUAGES",
    "N_",
    "_",
    "current",
    "decimal",
    "dice_names",
    "die_name",
    "ngettext",
    "option_name",
    "render",
    "sentence",
    "source_name",
    "system_language",
    "use",
]
