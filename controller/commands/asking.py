"""Questions that are answered by yes or no, in the language in use."""

from typing import Final

import click

from controller.i18n import _

# Whoever speaks German may have learned the English letters from other programs.
_ANSWERS: Final = {"j": True, "ja": True, "y": True, "yes": True, "n": False, "nein": False, "no": False}


def confirm(question: str, *, default: bool = False) -> bool:
    """Ask until it is answered.

    Args:
        question: a sentence with its question mark.
        default: what Enter alone means.

    Raises:
        click.Abort: Ctrl-C, or there is nobody to answer.
    """
    letters = _("[Y/n]") if default else _("[y/N]")
    while True:
        given = click.prompt(f"{question} {letters}", default="", show_default=False, prompt_suffix=": ")
        answer = given.strip().casefold()
        if not answer:
            return default
        if answer in _ANSWERS:
            return _ANSWERS[answer]
        click.echo(_("Please answer yes or no."))
