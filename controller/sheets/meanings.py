"""What stands on the keys of a panel, from the rules and by the panel's own mapping; nothing is said twice."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.i18n import option_name
from controller.panel.keypad import OPTION_KEYS, Ask, Prompt, keys, pages
from controller.rules.core import Question

_PARTS: Final = re.compile(r"[ :+]")


class Key(NamedTuple):
    """What stands on a key for one question.

    Attributes:
        text: what it means on every page, or on the first one.
        others: where pages differ altogether: what it means on the further ones.
    """

    text: str
    others: tuple[str, ...] = ()


class Meaning(NamedTuple):
    """What the keys mean when one question is asked.

    Attributes:
        question: what is asked.
        keys: by the number of the key; a key without meaning is left out.
        turns: what the pages that key 8 turns to are about, from the first on; empty where there is but one page.
    """

    question: Question
    keys: dict[int, Key]
    turns: tuple[str, ...]


def of_pages(question: Question) -> tuple[dict[int, str], ...]:
    """What each option key locks, page by page, with every option possible; the words in the language in use."""
    prompt = _prompt(question)
    return tuple(
        {key: option_name(value) for key, value in keys(prompt, page).items() if value is not None}
        for page in range(pages(prompt))
    )


def _prompt(question: Question) -> Prompt:
    options = tuple(key for key in question.keys if key)
    return Prompt(1, Ask.CHOICE, options, False, question.about, keys=question.keys)


def meaning(question: Question) -> Meaning:
    """The same, short: what is common to all pages stands on the key, and what differs on the key that turns them."""
    shown = of_pages(question)
    if len(shown) <= 1:
        return Meaning(question, {key: Key(text) for page in shown for key, text in page.items()}, ())
    common = [_common([_parts(page[key]) for page in shown if key in page]) for key in range(1, OPTION_KEYS)]
    # Whole pages are alike, so that 1 Blau, 1 Grün … are a 1 on the key and colours on the key that turns.
    alike = all(common[key - 1] for page in shown for key in page if sum(key in one for one in shown) > 1)
    if not alike:
        by_key = {key: tuple(page[key] for page in shown if key in page) for key in shown[0]}
        return Meaning(question, {key: Key(texts[0], texts[1:]) for key, texts in by_key.items()}, ("",) * len(shown))
    on_keys = {
        key: Key(" ".join(common[key - 1]) if sum(key in page for page in shown) > 1 else page[key])
        for page in shown
        for key in page
    }
    return Meaning(question, on_keys, tuple(_differing(page, common) for page in shown))


def _parts(text: str) -> list[str]:
    return _PARTS.split(text)


def _common(texts: Sequence[Sequence[str]]) -> list[str]:
    """The words that all of these have."""
    return [part for part in texts[0] if all(part in text for text in texts)] if texts else []


def _differing(page: dict[int, str], common: Sequence[Sequence[str]]) -> str:
    """What a page's options have beside what is common; empty where a page has nothing of its own."""
    names = {" ".join(part for part in _parts(text) if part not in common[key - 1]) for key, text in page.items()}
    return names.pop() if len(names) == 1 else ""
