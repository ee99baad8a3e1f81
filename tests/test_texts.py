"""Every text of the program stands in the German catalogue, with the same placeholders."""

import string
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "controller/locale/de/LC_MESSAGES/dicetable.po"
KEYWORDS = {
    "_": None,
    "N_": None,
    "message": None,
    "ngettext": (1, 2),
    "PictureError": None,
    "CameraError": None,
    "DisplayError": None,
}


def texts_of_the_program() -> set[str]:
    found = [
        text
        for folder in ("controller", "vision")
        for text in extract_from_dir(ROOT / folder, [("**.py", "python")], {}, KEYWORDS)
    ]
    return {
        text for _file, _line, ids, _comments, _context in found for text in ([ids] if isinstance(ids, str) else ids)
    }


def catalogue() -> Catalog:
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="de", abort_invalid=True)


def as_tuple(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (str(value),)


def placeholders(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _text, name, spec, _conversion in string.Formatter().parse(text) if name is not None}


def test_every_text_is_translated() -> None:
    translated = {
        one for entry in catalogue() if entry.id and all(as_tuple(entry.string)) for one in as_tuple(entry.id)
    }
    assert texts_of_the_program() - translated == set(), "run `make texts`, then fill in the German catalogue"


def test_no_translation_is_left_over() -> None:
    known = {one for entry in catalogue() if entry.id for one in as_tuple(entry.id)}
    assert known - texts_of_the_program() == set(), "run `make texts`"


def test_translations_keep_the_placeholders() -> None:
    for entry in catalogue():
        for source, target in zip(as_tuple(entry.id), as_tuple(entry.string), strict=True):
            assert not target or placeholders(source) == placeholders(target), source


def test_nothing_is_fuzzy() -> None:
    assert [entry.id for entry in catalogue() if entry.fuzzy and entry.id] == []
