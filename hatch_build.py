"""Build hook: compiles the translations beside their sources, for a wheel and for an editable install alike."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface[Any]):
    """Turns each ``controller/locale/*/LC_MESSAGES/*.po`` into the ``.mo`` that gettext reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root).glob("controller/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text, locale=source.parts[-3], abort_invalid=True)
            with source.with_suffix(".mo").open("wb") as binary:
                write_mo(binary, catalogue)
