"""What is printed: sizes, one page each, the keys as the rules have them, the same bytes each time."""

import errno
import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader

from controller import cli, i18n
from controller.hardware import hardware
from controller.i18n import option_name, render
from controller.panel.keypad import Ask, Prompt, keys, pages
from controller.rules import GAMES
from controller.rules.core import Choice, Message, Question
from controller.rules.setup import GameInfo
from controller.rules.ueberwurf_verdict import BASE, compare, sentence
from controller.sheets.camera import calibration_sheet, corner_marks
from controller.sheets.drawing import Box, OverfullError, Sheet, SheetsUnavailableError
from controller.sheets.meanings import meaning, of_pages
from controller.sheets.overlays import overlays
from controller.sheets.quick import CHANGES, sections
from controller.sheets.rules import quick_rules, referee_card
from tests.rules.players import SCENARIOS, Player, play
from vision.calibration.board import PAPERS, Paper, find_sheet
from vision.picture import load_picture

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_language = pytest.mark.parametrize("language", i18n.LANGUAGES)

MM = 72 / 25.4


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page, mm."""
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(pdf)).pages]
    return [(round(float(box.width) / MM), round(float(box.height) / MM)) for box in boxes]


def texts(pdf: bytes) -> list[str]:
    """What stands on each page, as one line each."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def spaced(text: str) -> str:
    return " ".join(text.split())


# --- keys: one source of truth ----------------------------------------------------------------------------------------


def choices() -> Iterator[tuple[GameInfo, Choice]]:
    """What games ask in random play, every way of playing them."""
    for number, way in enumerate(SCENARIOS):
        game = play(way.game, way.setup, Player(f"sheets {number}"))
        for state in game.states:
            yield from ((way.game, need) for need in state.needs if isinstance(need, Choice))


@every_language
def test_what_an_overlay_says_of_a_key_is_what_the_panel_makes_of_it(language: str) -> None:
    """Whatever a game asks, each key that means something means what is printed, on its page."""
    i18n.use(language)
    printed = {
        (game.id, question.about.text): of_pages(question) for game in GAMES.values() for question in game.questions
    }
    seen = 0
    for game, choice in choices():
        prompt = Prompt(1, Ask.CHOICE, choice.options, choice.hidden, choice.about, keys=choice.keys)
        overlay = printed[game.id, choice.about.text]
        if not overlay[0]:  # the keys follow the options: nothing is printed
            continue
        for page in range(pages(prompt)):
            for key, value in keys(prompt, page).items():
                assert value is None or overlay[page][key] == option_name(value)
                seen += value is not None
    assert seen > 1000


@every_game
@every_language
def test_the_short_form_loses_no_word(game: GameInfo, language: str) -> None:
    """What is on the key, with what is on the key that turns the page, is the whole meaning again."""
    i18n.use(language)
    for question in game.questions:
        short = meaning(question)
        for number, page in enumerate(of_pages(question)):
            for key, text in page.items():
                printed = short.keys[key]
                said = [printed.text, *printed.others, *short.turns[number : number + 1]]
                assert set(re.split(r"[ :+]", text)) <= set(re.split(r"[ :+]", " ".join(said)))


@every_game
@every_language
def test_the_overlay_names_every_key_in_words_of_the_language(game: GameInfo, language: str) -> None:
    i18n.use(language)
    pdf = overlays(game)
    whole = " ".join(texts(pdf))
    for question in game.questions:
        for key in meaning(question).keys.values():
            assert key.text in whole
    main = game.questions[0]
    assert spaced(render(main.about)) in whole
    for seat in range(1, max(game.seats) + 1):
        assert f"{game.name} · {i18n._('Seat {n}').format(n=seat)}" in whole
    assert "OK" in whole
    assert "BACK" in whole


def test_languages_differ_where_they_should() -> None:
    i18n.use("de")
    german = " ".join(texts(overlays(GAMES["wizard"])))
    i18n.use("en")
    english = " ".join(texts(overlays(GAMES["wizard"])))
    assert "Blau" in german
    assert "Blau" not in english
    assert "blue" in english


@every_game
def test_there_is_an_overlay_for_each_seat_two_on_a_page(game: GameInfo) -> None:
    assert sizes(overlays(game)) == [(210, 297)] * -(-max(game.seats) // 2)


def test_the_holes_are_where_the_panel_has_its_keys() -> None:
    """Circles in the PDF: their middles and diameters are those of the parts of the table."""
    panel = hardware().panel
    page = PdfReader(io.BytesIO(overlays(GAMES["ueberwurf"]))).pages[0]
    content = page.get_contents()
    assert content is not None
    drawn = content.get_data().decode("latin-1")
    corner = re.search(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", drawn)
    assert corner
    left, bottom, width, height = (float(value) / MM for value in corner.groups())
    assert (width, height) == pytest.approx(panel.face, abs=0.01)
    found = re.findall(r"([\d.]+) ([\d.]+) m\s[\d. ]+ c", drawn)
    starts = [(float(x) / MM, float(y) / MM) for x, y in found]
    wanted = [(*place, panel.key_clear) for place in panel.places().values()] + [(*panel.lamp, panel.lamp_hole)]
    for x, y, diameter in wanted:
        # ReportLab begins a circle at its right end.
        right = np.array([left + x + diameter / 2, bottom + y])
        assert min(np.linalg.norm(np.array(starts) - right, axis=1)) < 0.05


def drawing(pdf: bytes) -> str:
    """What is drawn on the first page, in the words of PDF."""
    content = PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    assert content is not None
    return content.get_data().decode("latin-1")


@every_language
def test_a_line_on_the_overlay_shows_whether_the_printer_keeps_the_size(language: str) -> None:
    i18n.use(language)
    pdf = overlays(GAMES["ueberwurf"])
    lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", drawing(pdf))
    lengths = [np.hypot(float(x2) - float(x1), float(y2) - float(y1)) / MM for x1, y1, x2, y2 in lines]
    assert any(length == pytest.approx(100, abs=0.01) for length in lengths)
    (page, *_others) = texts(pdf)
    assert "100 mm" in page
    assert {"de": "8,2 mm", "en": "8.2 mm"}[language] in page


@every_game
@every_language
def test_the_smallest_words_of_an_overlay_can_be_read(game: GameInfo, language: str) -> None:
    """5 points are 1.8 mm from the foot of a p to the top of a b."""
    i18n.use(language)
    fonts = [float(size) for size in re.findall(r"/F\S+ ([\d.]+) Tf", drawing(overlays(game)))]
    assert len(fonts) > 10
    assert min(fonts) >= 5


# --- pages of text ----------------------------------------------------------------------------------------------------


@every_game
@every_language
def test_the_rules_of_a_game_and_of_each_variant_take_one_page_each(game: GameInfo, language: str) -> None:
    i18n.use(language)
    pdf = quick_rules(game)
    assert sizes(pdf) == [(210, 297)] * (1 + len(game.variants))
    first, *others = texts(pdf)
    assert first.startswith(game.name)
    for section in sections(game.id):
        assert spaced(render(section.title)) in first
        for line in section.lines:
            assert spaced(re.sub("<[^>]+>", "", render(line))) in first
    for variant, page in zip(game.variants, others, strict=True):
        assert page.startswith(f"{game.name}: {variant.name}")
        for line in CHANGES[game.id, variant.id]:
            assert spaced(render(line)) in page


@every_game
def test_house_rules_and_variants_are_those_of_the_registry(game: GameInfo) -> None:
    page = texts(quick_rules(game))[0]
    for option in game.house:
        assert option.key in page
        assert spaced(render(option.help)) in page
    for variant in game.variants:
        assert spaced(render(variant.help)) in page


@every_language
def test_each_variant_of_ueberwurf_has_the_examples_below(language: str) -> None:
    """Rather somewhat smaller letters than no picture: it says at a glance what the comparison means."""
    i18n.use(language)
    _main, *variants = texts(quick_rules(GAMES["ueberwurf"]))
    kinds, rolls = ("d12", "d8"), (7, 5)
    example = spaced(render(sentence(kinds, rolls, compare(kinds, rolls, BASE)), ("A", "B")))
    assert [page[:40] for page in variants if example not in page] == []


@every_game
def test_what_stands_below_a_title_begins_like_a_sentence(game: GameInfo) -> None:
    i18n.use("de")
    for variant, page in zip(game.variants, texts(quick_rules(game))[1:], strict=True):
        told = page.removeprefix(f"{game.name}: {variant.name} ")
        assert told[0].isupper(), told[:40]


def test_no_page_contradicts_its_variant() -> None:
    pages = texts(quick_rules(GAMES["zugband"]))
    (urteil,) = (page for page in pages if page.startswith("Zugband: Urteil"))
    assert "station 3" not in urteil
    (quiet,) = (page for page in pages if page.startswith("Zugband: Ruhiger Zug"))
    assert "both have bid at least 1: two stations" not in quiet
    assert "a longer move" in urteil
    assert "a longer move" not in quiet
    (expert,) = (page for page in texts(quick_rules(GAMES["wizard"])) if "Profis" in page[:40])
    assert "somebody has 12 X" in expert


def test_after_a_patt_in_the_schlichtungswurf_the_same_die_may_be_chosen_and_the_page_does_not_deny_it() -> None:
    game = GAMES["ueberwurf"]
    way = next(way for way in SCENARIOS if way.game is game and "schlichtungswurf" in way.setup.variants)
    asked = [
        {need.seat: need.options for need in state.needs if isinstance(need, Choice)}
        for number in range(20)
        for state in play(way.game, way.setup, Player(f"schlichtung {number}")).states
    ]
    whole = [options for options in asked if len(options) == 2]
    assert len(whole) > 20, "some are repeated"
    assert all(len(options) == 6 for round_ in whole for options in round_.values())
    *others, page = texts(quick_rules(game))
    assert page.startswith("Überwurf: Schlichtungswurf")
    assert "not used yet" not in page
    assert all("not used yet" in other for other in others)


@every_language
def test_every_page_of_ueberwurf_says_what_the_0_of_a_d10_counts(language: str) -> None:
    i18n.use(language)
    said = {"en": "The 0 of a d10 is 10", "de": "Die 0 des W10 zählt 10"}[language]
    assert [page[:40] for page in texts(quick_rules(GAMES["ueberwurf"])) if said not in page] == []


def test_a_number_stays_on_the_line_of_what_it_counts() -> None:
    i18n.use("de")
    for game in GAMES.values():
        for page in PdfReader(io.BytesIO(quick_rules(game))).pages:
            ends = re.findall(r"\d\n(?:Punkte?|Runden|Felder|X|:)\b.*", page.extract_text())
            assert ends == [], game.name


@every_language
def test_the_referees_card_takes_one_page(language: str) -> None:
    i18n.use(language)
    assert sizes(referee_card()) == [(210, 297)]
    (card,) = texts(referee_card())
    assert "dicetable record correct" in card
    assert ("Cocked" if language == "en" else "Schräg") in card
    assert "/referee" in card


# --- the camera's sheets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "size"), [("A4", (297, 210)), ("A3", (420, 297))])
def test_the_sheet_for_the_camera_has_the_size_of_its_paper(paper: str, size: tuple[int, int]) -> None:
    assert sizes(calibration_sheet(paper)) == [size]


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs pdftoppm (apt install poppler-utils)")
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_printed_sheet_is_found_whole(paper: Paper, tmp_path: Path) -> None:
    """Also where a cell begins within a pixel: hairlines between black cells would break the markers' borders."""
    (tmp_path / "sheet.pdf").write_bytes(calibration_sheet(paper.name))
    subprocess.run(["pdftoppm", "-r", "127", "-png", tmp_path / "sheet.pdf", tmp_path / "page"], check=True)
    (picture,) = tmp_path.glob("page*.png")
    seen = find_sheet(load_picture(picture))
    assert seen
    assert seen.paper == paper
    assert len(seen.pixels) == (paper.columns - 1) * (paper.rows - 1)
    # 127 dpi are 5 pixels a mm.
    x = (seen.places[:, 0] + paper.width / 2) * 5 - 0.5
    y = (paper.height / 2 - seen.places[:, 1]) * 5 - 0.5
    assert np.abs(np.column_stack([x, y]) - seen.pixels).max() < 1


def test_the_marks_have_the_size_of_the_trays_corners() -> None:
    from vision.calibration.board import MARK_MM

    assert hardware().tray.mark == MARK_MM
    assert sizes(corner_marks()) == [(210, 297)]


# --- all of them ------------------------------------------------------------------------------------------------------


@every_language
def test_the_same_texts_give_the_same_bytes(language: str) -> None:
    i18n.use(language)
    for make in (referee_card, corner_marks, lambda: calibration_sheet("A4"), lambda: overlays(GAMES["overload"])):
        first, again = make(), make()
        assert first == again
        assert len(first) < 100_000


def test_the_fonts_travel_with_the_file() -> None:
    page = PdfReader(io.BytesIO(referee_card())).pages[0]
    fonts = page["/Resources"]["/Font"]  # type: ignore[index]
    names = {str(font.get_object()["/BaseFont"]) for font in fonts.values()}
    embedded = {name for name in names if re.match(r"/[A-Z]{6}\+", name)}
    assert any("Fraunces" in name for name in embedded)
    assert any("Inter" in name for name in embedded)


def test_a_text_that_does_not_fit_is_refused_and_never_cut() -> None:
    sheet = Sheet("", "en")
    sheet.page(100, 100)
    with pytest.raises(OverfullError, match="does not fit into 20 × 5 mm"):
        sheet.fitted(Box(0, 0, 20, 5), "far too many words for so small a place", (10, 8))
    with pytest.raises(OverfullError):
        sheet.fitted(Box(0, 0, 20, 50), "Donaudampfschifffahrtsgesellschaftskapitän", (10, 8))


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "reportlab.pdfbase", None)
    with pytest.raises(SheetsUnavailableError, match=r"pip install 'dicetable\[sheets\]'"):
        Sheet("", "en")


# --- the command ------------------------------------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr("sys.argv", ["dicetable", "--lang", "en", "sheets", *map(str, arguments)])
    try:
        cli.main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0


def test_the_command_writes_every_sheet_in_both_languages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--out", tmp_path / "printed") == 0
    names = {path.name for path in (tmp_path / "printed").iterdir()}
    stems = [*(f"{kind}-{game}" for game in GAMES for kind in ("keys", "rules")), "referee"]
    stems += ["camera-a4", "camera-a3", "camera-marks"]
    assert names == {f"{stem}-{language}.pdf" for stem in stems for language in i18n.LANGUAGES}
    assert set(capsys.readouterr().out.split()) == {str(tmp_path / "printed" / name) for name in names}
    assert i18n.current() == "en"


def test_one_language_alone_may_be_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert run(monkeypatch, "--out", tmp_path, "--language", "de") == 0
    assert {path.name[-7:] for path in tmp_path.iterdir()} == {"-de.pdf"}


def test_a_folder_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file/below", Path(os.devnull)):
        assert run(monkeypatch, "--out", path, "--language", "en") == 2
        assert capsys.readouterr().err == f"{path} is no folder; name another one with --out\n"
    monkeypatch.setattr(Path, "write_bytes", full)
    assert run(monkeypatch, "--out", tmp_path, "--language", "en") == 2
    error = capsys.readouterr().err
    assert re.search(r": cannot be written: No space left on device; name another folder with --out$", error)
    assert error.count("\n") == 1


def full(path: Path, data: bytes) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_questions_without_fixed_keys_are_left_to_the_screen() -> None:
    assert of_pages(Question(Message(""))) == ({},)
