"""German for tables and drawings: ``german.toml``, by whole texts without their numbers. Pure but for that file."""

import re
import tomllib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "de")

Say = Callable[[str], str]

_FILE: Final = Path(__file__).with_name("german.toml")
_NUMBER: Final = re.compile(r"(?<![\w.#])\d+(?:\.\d+)?(?!\w)")
# Names of pins and parts, values with their units: nothing that is a word.
_WORD: Final = re.compile(r"[a-z]{3}|(?<!\w)(?!mm|ns)[a-z]{2}(?!\w)")
# What WireViz reads, and people do not.
_NOT_SAID: Final = frozenset({"options", "category", "gauge", "color_code", "colors"})


def say(text: str, language: str) -> str:
    """A text in a language: numbers stay, with a comma where they have a point.

    Raises:
        KeyError: there is no German for it.
    """
    if language == "en" or text.startswith("["):
        return text
    if text.startswith("**"):
        return f"**{say(text.strip('*'), language)}**"
    key = _NUMBER.sub("#", text)
    if key in german() or _WORD.search(text):
        pattern = german()[key]
        numbers = iter(_NUMBER.findall(text))
        text = re.sub("#", lambda _mark: next(numbers), pattern)
    return re.sub(r"(?<=\d)\.(?=\d)", ",", text)


def saying(language: str) -> Say:
    """The same for one language."""
    return partial(say, language=language)


@cache
def german() -> dict[str, str]:
    """Every text; ``#`` stands for a number, and both sides have as many, in the same order."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def everywhere(node: Any, language: str) -> Any:
    """A harness with each text in a language: names, labels, notes."""
    if isinstance(node, dict):
        return {
            say(key, language) if isinstance(key, str) and key[0].isupper() else key: value
            if key in _NOT_SAID
            else everywhere(value, language)
            for key, value in node.items()
        }
    if isinstance(node, list):
        return [everywhere(one, language) for one in node]
    return say(node, language) if isinstance(node, str) else node
