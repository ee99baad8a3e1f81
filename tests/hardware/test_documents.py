"""No document is stale: tables and drawings are made anew and compared, the rest by digest; what they name is there."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cogapp import Cog
from PIL import Image

from controller import i18n
from controller.commands.group import dicetable
from controller.doctor.examination import STEPS
from controller.hardware import hardware
from controller.health.model import State, state_name
from hardware.generate import drawings, harness, plan, products, screws, tables, words
from hardware.generate.products import DOCUMENTS, ENGLISH, GERMAN, HARDWARE, PLANS, ROOT, SCREWS, WIRING

TABLE = hardware()
MEND = "run `make hardware`"
GUIDES = ("assembly.md", "assembly.de.md")


def text(name: str) -> str:
    return (HARDWARE / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documents with tables as they would be made now."""
    folder = tmp_path_factory.mktemp("documents")
    for name in DOCUMENTS:
        shutil.copy(HARDWARE / name, folder)
    files = [str(folder / name) for name in DOCUMENTS]
    assert Cog().main(["cog", "-r", "-e", "-p", "from hardware.generate import tables", *files]) == 0
    return folder


# --- stale ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_tables_are_those_of_the_data(name: str, anew: Path) -> None:
    assert (anew / name).read_text(encoding="utf-8") == text(name), MEND


@pytest.mark.parametrize(("language", "folder"), [*WIRING.items()])
def test_the_harnesses_are_those_of_the_data(language: str, folder: str) -> None:
    for name, one in harness.harnesses(TABLE, language).items():
        assert harness.as_yaml(one) == text(f"{folder}/{name}.yml"), MEND


@pytest.mark.parametrize(("language", "folder"), [*WIRING.items()])
def test_the_other_drawings_are_those_of_the_data(language: str, folder: str) -> None:
    for name, svg in drawings.drawings(TABLE, language).items():
        assert svg.decode() == text(f"{folder}/{name}.svg"), MEND


@pytest.mark.parametrize(("language", "name"), [*PLANS.items()])
def test_the_plan_is_that_of_the_data(language: str, name: str) -> None:
    assert plan.svg(TABLE, language) == text(name), MEND


@pytest.mark.parametrize(("language", "name"), [*SCREWS.items()])
def test_the_sheet_of_screws_is_that_of_the_data(language: str, name: str) -> None:
    assert screws.svg(TABLE, language).decode() == text(name), MEND


def test_what_is_too_large_to_be_made_here_was_made_from_these_sources() -> None:
    assert products.stale(text("digests.txt")) == [], MEND


def test_a_changed_or_missing_file_is_noticed() -> None:
    recorded = products.digests()
    first, *others = recorded.splitlines(keepends=True)
    name = first.split()[1]
    assert products.stale("".join(others)) == [name]
    assert products.stale(recorded.replace(first[:8], "00000000", 1)) == [name]
    assert products.stale(recorded + f"{'0' * 64}  hardware/stl/gone.stl\n") == ["hardware/stl/gone.stl"]


def test_the_sources_of_large_products_are_all_that_they_are_made_from() -> None:
    """A module of the generator that is not among them makes only what is compared itself."""
    names = {path.name for path in products.sources()}
    assert {"table.toml", "given.py", "lengths.py", "dimensions.py", "panel.py", "scenes.py"} <= names
    assert {"arrangement.py", "draw.py", "harness.py", "words.py", "german.toml", "circuits.py", "headers.py"} <= names


# --- both languages ---------------------------------------------------------------------------------------------------


def blocks(name: str) -> list[tuple[str, str]]:
    """What a document has made: the call, without its language, and what came of it."""
    found = re.findall(r"cog cog\.outl\((.*?)\) \]\]\] -->(.*?)<!-- \[\[\[end", text(name), re.DOTALL)
    return [(call.replace(', "de"', "").replace('"de"', ""), made) for call, made in found]


def numbers(table: str) -> list[str]:
    return re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", table))


@pytest.mark.parametrize(("english", "german"), [*zip(ENGLISH, GERMAN, strict=True)])
def test_both_languages_have_the_same_tables_with_the_same_figures(english: str, german: str) -> None:
    ours, theirs = blocks(english), blocks(german)
    assert [call for call, _made in ours] == [call for call, _made in theirs]
    for (call, one), (_call, other) in zip(ours, theirs, strict=True):
        assert numbers(one) == numbers(other), call


@pytest.mark.parametrize(("english", "german"), [*zip(ENGLISH[1:], GERMAN[1:], strict=True)])
def test_both_languages_have_the_same_parts_points_and_figures_in_the_text(english: str, german: str) -> None:
    """A number that is changed in one of them is noticed; each is where a reader of the other one finds it."""
    shapes = [re.findall(r"^(#+|\*|\||```)(?= |\w|$)", text(name), re.MULTILINE) for name in (english, german)]
    assert shapes[0] == shapes[1]
    counts = [Counter(numbers(re.sub(r"\]\([^)]*\)", "", text(name)))) for name in (english, german)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", GERMAN)
def test_german_documents_lead_to_german_ones(name: str) -> None:
    """But for the way back to the English index, which has what only developers need."""
    english = [target for target in links(name) if target in ENGLISH and target != "README.md"]
    assert english == []
    drawn = [target for target in links(name) if target.endswith(".svg")]
    assert all(target.startswith("wiring/de/") or target in (PLANS["de"], SCREWS["de"]) for target in drawn)


def test_each_german_text_is_used_and_has_the_numbers_of_its_english_one(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    class Recorder(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    texts = Recorder(words.german())
    monkeypatch.setattr(words, "german", lambda: texts)
    for name in GERMAN:
        for call, _made in blocks(name):
            function, arguments = re.fullmatch(r"tables\.(\w+)\((.*?)\)", call).groups()  # type: ignore[union-attr]
            if function not in ("config_txt", "configuration"):
                getattr(tables, function)(*re.findall(r'"(\w+)"', arguments), "de")
    for make in (harness.harnesses, drawings.drawings, plan.svg, screws.svg):
        make(TABLE, "de")
    assert used == set(texts)
    assert [key for key, value in texts.items() if key.count("#") != value.count("#")] == []


def test_a_text_without_german_is_an_error() -> None:
    with pytest.raises(KeyError, match="# brass screws"):
        words.say("12 brass screws", "de")
    assert words.say("12 brass screws", "en") == "12 brass screws"
    assert words.say("M2.5 × 16", "de") == "M2,5 × 16"
    assert words.say("**0.5 m**", "de") == "**0,5 m**"


def test_german_drawings_have_german_numbers_and_colours() -> None:
    """Also those that WireViz writes by itself: 0,75 mm² and RT, not 0.75 mm² and RD."""
    for name in harness.harnesses(TABLE, "de"):
        drawn = text(f"{WIRING['de']}/{name}.svg")
        words_ = re.findall(r">([^<>\n]+)</text>", drawn)
        assert [one for one in words_ if re.search(r"\d\.\d| RD$|^(?:BK|BN|RD|OG|YE|BU|VT|GY|WH|PK|TQ)$", one)] == [], (
            name
        )
        assert "RT" in words_ or "RT" in " ".join(words_), name


# --- true -------------------------------------------------------------------------------------------------------------


def links(name: str) -> Iterator[str]:
    for target in re.findall(r"\]\(([^)#]+)\)", text(name)):
        if "://" not in target:
            yield target


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_and_picture_is_there(name: str) -> None:
    missing = [target for target in links(name) if not (HARDWARE / target).resolve().exists()]
    assert missing == []


def test_every_picture_and_drawing_is_shown_somewhere() -> None:
    shown = {(HARDWARE / target).resolve() for name in DOCUMENTS for target in links(name)}
    made = [path for pattern in products.PRODUCTS for path in HARDWARE.glob(pattern)]
    assert [path.name for path in made if path.resolve() not in shown] == []


def commands(name: str) -> set[str]:
    """What a guide asks to be typed: ``doctor --step camera``."""
    return set(re.findall(r"`dicetable ([a-z][^`]*)`", text(name)))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_in_the_documents_is_one_of_the_program(name: str) -> None:
    for command in commands(name):
        group: click.Command = dicetable
        options: list[str] = []
        for word in command.split():
            if word.startswith("--"):
                options.append(word)
            elif isinstance(group, click.Group) and not options:
                found = group.get_command(click.Context(group), word)
                assert found, f"dicetable {command}"
                group = found
        known = {option for parameter in group.params for option in parameter.opts}
        assert set(options) <= known, f"dicetable {command}"
        steps = re.findall(r"--step ([a-z]+)", command)
        assert set(steps) <= set(STEPS), f"dicetable {command}"


def test_both_guides_have_the_same_steps_pictures_and_commands() -> None:
    english, german = (re.findall(r"^## (\d+)", text(name), re.MULTILINE) for name in GUIDES)
    assert english == german == [str(number) for number in range(1, len(english) + 1)]
    pictures = [re.findall(r"\((pictures/[^)]+)\)", text(name)) for name in GUIDES]
    assert pictures[0] == pictures[1]
    assert commands(GUIDES[0]) == commands(GUIDES[1])


def steps(name: str) -> list[str]:
    """The steps of a guide, each from its heading on."""
    return re.split(r"^## ", text(name).partition("\n# ")[0], flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("name", GUIDES)
def test_every_step_of_the_guide_is_tested_and_shown(name: str) -> None:
    assert len(steps(name)) > 5
    for step in steps(name):
        assert "**Test" in step, step.splitlines()[0]
        assert "![" in step, step.splitlines()[0]


def letters_of(picture: str) -> set[str]:
    """The letters that stand in a picture, by the text in its file."""
    with Image.open(HARDWARE / picture) as opened:
        return set(opened.info["Letters"])


@pytest.mark.parametrize("name", GUIDES)
def test_a_step_speaks_of_each_letter_of_its_pictures_and_of_no_other(name: str) -> None:
    shown = 0
    for step in steps(name):
        pictures = re.findall(r"\((pictures/[^)]+)\)", step)
        letters = set[str]().union(*map(letters_of, pictures))
        said = set(re.findall(r"\((?:unten )?([A-Z])(?: below)?\)", step))
        assert said == letters, step.splitlines()[0]
        shown += len(letters)
    assert shown > 20


@pytest.mark.parametrize(("name", "language"), [*zip(GUIDES, ("en", "de"), strict=True)])
def test_the_guide_quotes_the_words_of_the_doctor(name: str, language: str) -> None:
    i18n.use(language)
    running = re.sub(r"```.*?```", "", text(name), flags=re.DOTALL)
    assert {state_name(state) for state in State} <= set(re.findall(r"`([^`]+)`", running))


@pytest.mark.parametrize("name", GUIDES)
def test_the_guide_keeps_the_station_off_while_its_pins_are_tried(name: str) -> None:
    """A service that runs holds pins and camera; and what another user measures, it cannot read."""
    guide = text(name)
    off, on = (guide.index(f"`sudo systemctl {word} --now dicetable`") for word in ("disable", "enable"))
    assert 'alias dicetable="sudo -u dicetable dicetable"' in guide[:off]
    assert off < guide.index("--step panels") < guide.index("panel test") < guide.index("camera setup") < on


def test_the_guide_tests_every_part_that_the_doctor_knows() -> None:
    asked = {step for command in commands("assembly.md") for step in re.findall(r"--step ([a-z]+)", command)}
    assert {"program", "disk", "panels", "display", "camera", "machine"} <= asked


def test_no_document_names_this_machine() -> None:
    for name in DOCUMENTS:
        assert str(ROOT) not in text(name)
        assert "/root" not in text(name)
