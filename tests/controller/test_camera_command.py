"""``dicetable camera``: what a person sees who sets up a camera, of a folder of pictures and of the simulated sheet."""

import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from controller import cli
from controller.setup.camera import BURST
from vision.calibration import load
from vision.calibration.simulated import FLAT, RAISED, Held, SheetCamera, lens_of, looking_down
from vision.camera.base import Frame, Image
from vision.errors import OutOfPicturesError
from vision.picture import load_picture, save_picture

CAMERA = SheetCamera(lens_of(800, 600, 36.0), looking_down(470.0))
TABLE = SheetCamera(lens_of(800, 600, 36.0), looking_down(600.0))


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``dicetable camera`` in this process."""

    def call(*arguments: object, language: str = "en", given: io.StringIO | None = None) -> Result:
        monkeypatch.setattr("sys.argv", ["dicetable", "--lang", language, "camera", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", given or io.StringIO())
        capsys.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
        return Result(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sheet as it lies flat, and raised at each edge."""
    folder = tmp_path_factory.mktemp("sheet")
    for number, held in enumerate((FLAT, *RAISED)):
        save_picture(folder / f"{number}.png", CAMERA.picture(held))
    return folder


def first(pictures: Path, folder: Path, count: int) -> str:
    """A folder with the first few of the pictures, as a source."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        shutil.copy(pictures / f"{number}.png", folder)
    return f"folder:{folder}"


SETUP = ("setup", "--tray", "200x150")


def test_a_folder_of_pictures_sets_up_the_camera(run: Run, pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "camera.toml"
    result = run(*SETUP, "--camera", f"folder:{pictures}", "--out", out)
    assert (result.code, result.err) == (0, "")
    assert f"{out} is written" in result.out
    assert "✗" not in result.out
    calibration = load(out)
    assert calibration.height == pytest.approx(470, abs=3)
    assert list(calibration.tray) == [200, 150]
    assert sorted(calibration.zones) == [1, 2]


def test_without_a_name_the_file_is_where_the_table_looks(run: Run, pictures: Path, tmp_path: Path) -> None:
    assert run(*SETUP, "--camera", f"folder:{pictures}", "--seats", 4).code == 0
    assert set(load(tmp_path / "state/dicetable/camera.toml").zones) == {1, 2, 3, 4}
    result = run("check", "--camera", f"folder:{pictures}")
    assert result.code == 0
    assert "hangs as it was set up, to 0.0 mm" in result.out


def test_a_camera_that_was_moved_is_told_with_a_failure(run: Run, pictures: Path, tmp_path: Path) -> None:
    assert run(*SETUP, "--camera", f"folder:{pictures}").code == 0
    moved = CAMERA.moved(pose=looking_down(470.0, place=(9.0, 0.0))).picture()
    save_picture(tmp_path / "later/1.png", moved)
    result = run("check", "--camera", f"folder:{tmp_path / 'later'}")
    assert result.code == 1
    # The marks lie higher than the floor, so they move a little more in the picture.
    assert "moved by 10 mm" in result.out
    save_picture(tmp_path / "later/1.png", np.zeros_like(moved))
    result = run("check", "--camera", f"folder:{tmp_path / 'later'}")
    assert result.code == 1
    assert "cannot be told" in result.out


def test_what_is_to_be_changed_is_said_and_the_file_is_written_where_there_was_none(
    run: Run, pictures: Path, tmp_path: Path
) -> None:
    out = tmp_path / "camera.toml"
    result = run(*SETUP, "--camera", first(pictures, tmp_path / "one", 1), "--height", 300, "--out", out)
    assert result.code == 1
    assert "✗ Camera 135 mm higher" in result.out
    assert "1 thing is to be changed" in result.out
    assert load(out).height == pytest.approx(300)
    # A d6 may be looked at from nearer by.
    few = run(*SETUP, "--camera", first(pictures, tmp_path / "one", 1), "--height", 300, "--dice", "d6", "--out", out)
    assert few.code == 0


def test_without_a_word_the_height_is_judged_for_the_dice_of_the_game(run: Run, pictures: Path, tmp_path: Path) -> None:
    file = tmp_path / "dicetable.toml"
    file.write_text('[station]\ngame = "overload"\n', encoding="utf-8")
    source = first(pictures, tmp_path / "one", 1)
    result = run(*SETUP, "--config", file, "--camera", source, "--height", 300)
    assert result.code == 0
    assert re.search(r"; d8 need \d+ mm\n", result.out)
    assert re.search(r"; d8 need \d+ mm\n", run("check", "--config", file, "--camera", source).out)
    assert run(*SETUP, "--config", file, "--camera", source, "--height", 300, "--dice", "d20").code == 1


def test_a_set_up_that_is_not_good_replaces_no_earlier_one_unless_it_is_asked_for(
    run: Run, pictures: Path, tmp_path: Path
) -> None:
    """It did, and the table went on with the worse one."""
    out = tmp_path / "camera.toml"
    source = first(pictures, tmp_path / "one", 1)
    assert run(*SETUP, "--camera", source, "--height", 470, "--out", out).code == 0
    bad = (*SETUP, "--camera", source, "--height", 300, "--out", out)
    result = run(*bad)
    assert (result.code, result.err) == (1, "")
    assert "1 thing is to be changed.\n" in result.out
    assert result.out.endswith(f"{out} is left as it was; --anyway would use the new set-up\n")
    assert load(out).height == pytest.approx(470)
    assert "bleibt, wie sie war; mit --anyway" in run(*bad, language="de").out
    result = run(*bad, "--anyway")
    assert result.code == 1
    assert f"{out} is written" in result.out
    assert load(out).height == pytest.approx(300)
    assert run(*SETUP, "--camera", source, "--height", 480, "--out", out).code == 0
    assert load(out).height == pytest.approx(480), "a good one replaces any"


def test_a_set_up_without_marks_replaces_none_that_has_them(run: Run, pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "camera.toml"
    source = first(pictures, tmp_path / "one", 1)
    assert run(*SETUP, "--camera", source, "--height", 470, "--out", out).code == 0
    save_picture(tmp_path / "bare/1.png", CAMERA.moved(marks=False).picture())
    result = run(*SETUP, "--camera", f"folder:{tmp_path / 'bare'}", "--height", 470, "--out", out)
    assert result.code == 1
    assert "stick one onto each corner" in result.out
    assert "is left as it was" in result.out
    assert load(out).marks


def test_what_is_no_set_up_is_replaced_by_any(run: Run, pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "camera.toml"
    out.write_text("torn")
    result = run(*SETUP, "--camera", first(pictures, tmp_path / "one", 1), "--height", 300, "--out", out)
    assert f"{out} is written" in result.out
    assert load(out).height == pytest.approx(300)


def test_a_sheet_the_wrong_way_round_is_refused_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    """It was accepted, and gave seat 1's half of the tray to seat 2."""
    save_picture(tmp_path / "turned/1.png", TABLE.picture(Held((0.0, 0.0, np.pi))))
    out = tmp_path / "camera.toml"
    arguments = ("setup", "--camera", f"folder:{tmp_path / 'turned'}", "--height", 600, "--out", out)
    result = run(*arguments)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "the mark 'far left' is seen near right. Turn the sheet so that its arrow points to seat 1" in result.err
    assert "Die Marke „hinten links“ liegt vorne rechts" in run(*arguments, language="de").err
    assert not out.exists()


def test_of_a_camera_that_hangs_aside_only_the_place_is_said(run: Run, tmp_path: Path) -> None:
    aside = TABLE.moved(pose=looking_down(470.0, place=(35.0, 0.0)))
    save_picture(tmp_path / "aside/1.png", aside.picture())
    result = run("setup", "--camera", f"folder:{tmp_path / 'aside'}", "--height", 470)
    assert result.code == 1
    assert re.search(r"✗ The camera hangs 3[56] mm to the right", result.out)
    assert "higher" not in result.out
    assert "need" not in result.out, "how high is known once it hangs above the middle"


def test_a_folder_is_named_without_what_is_still_to_come(run: Run, pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "camera.toml"
    result = run(*SETUP, "--camera", first(pictures, tmp_path / "one", 1), "--height", 470, "--out", out)
    assert f"pictures of {tmp_path / 'one'}, 800 × 600" in result.out
    assert "to come" not in result.out + out.read_text()
    german = run(*SETUP, "--camera", f"folder:{tmp_path / 'one'}", "--height", 470, "--out", out, language="de")
    assert f"Bilder aus {tmp_path / 'one'}, 800 × 600" in german.out


def test_a_set_up_without_marks_says_where_they_come_from(run: Run, tmp_path: Path) -> None:
    save_picture(tmp_path / "bare/1.png", CAMERA.moved(marks=False).picture())
    result = run(*SETUP, "--camera", f"folder:{tmp_path / 'bare'}", "--height", 470)
    assert "Print them with dicetable sheets, stick one onto each corner" in result.out


def test_too_few_raised_sheets_are_refused(run: Run, pictures: Path, tmp_path: Path) -> None:
    result = run(*SETUP, "--camera", first(pictures, tmp_path / "two", 2))
    assert result.code == 2
    assert "too few pictures of the raised sheet in the folder: 1, it takes 2" in result.err
    assert not (tmp_path / "state/dicetable/camera.toml").exists()


def test_pictures_of_different_sizes_are_named_as_such(run: Run, pictures: Path, tmp_path: Path) -> None:
    source = first(pictures, tmp_path / "mixed", 4)
    for number in range(1, 4):
        path = tmp_path / f"mixed/{number}.png"
        save_picture(path, np.ascontiguousarray(load_picture(path)[::2, ::2]))
    result = run(*SETUP, "--camera", source)
    assert result.code == 2
    assert "the pictures have different sizes: all of them must come from the same camera" in result.err
    assert result.err.count("\n") == 1


def test_a_picture_without_a_sheet_is_refused(run: Run, tmp_path: Path) -> None:
    save_picture(tmp_path / "no/1.png", CAMERA.moved(paper="").picture())
    result = run(*SETUP, "--camera", f"folder:{tmp_path / 'no'}")
    assert result.code == 2
    assert result.err.startswith("No sheet is found in the picture: print it")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--tray", "wide"), "--tray wide: allowed are width and depth"),
        (("--tray", "200x-3"), "--tray 200x-3: allowed are width and depth"),
        (("--dice", "d7"), "'d7' is no type of die"),
        (("--height", "nan"), "--height nan: allowed are 50 to 5000 mm"),
        (("--camera", "v4l2:0"), "needs a terminal to ask in"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: Waiting())
    result = run("setup", *arguments)
    assert result.code in (1, 2)
    assert words in result.err
    assert result.err.count("\n") == 1


class Waiting:
    """A camera that waits for people."""

    automatic = False
    description = "a camera"

    def __enter__(self) -> "Waiting":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to give back."""


class Terminal(io.StringIO):
    """Somebody who answers."""

    def isatty(self) -> bool:
        return True


class Shown(Waiting):
    """A camera that shows these pictures, one after the other."""

    def __init__(self, *pictures: Image) -> None:
        self._pictures = list(pictures)

    def still(self) -> Frame:
        return Frame(self._pictures.pop(0), "", 0.0)


def test_people_are_led_through_and_may_look_again(
    run: Run, monkeypatch: pytest.MonkeyPatch, pictures: Path, tmp_path: Path
) -> None:
    """Out of focus at first: they turn the lens. The second raised sheet was not to be seen: they raise it again."""
    flat, *raised = (load_picture(pictures / f"{number}.png") for number in range(5))
    blurred = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.8), np.uint8)
    nothing = np.zeros_like(flat)
    shown = Shown(*[blurred] * 6, *[flat] * 6, raised[0], nothing, *raised[1:])
    monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: shown)
    answers = "\n" + "y\n\n" + "\n" * 5
    result = run(*SETUP, "--camera", "v4l2:0", "--out", tmp_path / "camera.toml", given=Terminal(answers))
    assert (result.code, result.err) == (0, "")
    assert "✗ Out of focus" in result.out
    assert result.out.count("Lay the sheet flat") == 2
    assert result.out.count("too dark to see the sheet") == 1
    assert result.out.count("right edge") == 2
    assert load(tmp_path / "camera.toml").height == pytest.approx(470, abs=3)


def test_the_question_is_answered_in_german_and_in_english_and_asked_again_otherwise(
    run: Run, monkeypatch: pytest.MonkeyPatch, pictures: Path, tmp_path: Path
) -> None:
    flat = load_picture(pictures / "0.png")
    blurred = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.8), np.uint8)

    def call(answers: str, language: str, looks: int) -> Result:
        shown = Shown(*[blurred] * BURST * looks)
        monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: shown)
        given = Terminal("".join(f"\n{answer}\n" for answer in answers.split(" ")))
        out = tmp_path / "camera.toml"
        return run(*SETUP, "--camera", "v4l2:0", "--height", 470, "--out", out, given=given, language=language)

    german = call("j ja y n", "de", 4)
    assert german.code == 1
    assert german.out.count("noch einmal schauen? [J/n]: ") == 4
    assert call("yes nein", "de", 2).out.count("[J/n]") == 2
    english = call("y no", "en", 2)
    assert english.out.count("[Y/n]: ") == 2
    monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: Shown(*[blurred] * BURST))
    given = Terminal("\nperhaps\nn\n")
    again = run(*SETUP, "--camera", "v4l2:0", "--height", 470, "--out", tmp_path / "camera.toml", given=given)
    assert "Please answer yes or no." in again.out


@pytest.mark.parametrize(
    ("answers", "language", "height"),
    [("n\n", "en", 470), ("\n", "en", 470), ("y\n", "en", 300), ("ja\n", "de", 300), ("", "en", 470)],
    ids=["no", "Enter", "yes", "ja", "Ctrl-C"],
)
def test_people_are_asked_whether_a_set_up_that_is_not_good_replaces_the_earlier_one(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    pictures: Path,
    tmp_path: Path,
    *,
    answers: str,
    language: str,
    height: int,
) -> None:
    out = tmp_path / "camera.toml"
    assert run(*SETUP, "--camera", first(pictures, tmp_path / "one", 1), "--height", 470, "--out", out).code == 0
    shown = Shown(*[load_picture(pictures / "0.png")] * BURST)
    monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: shown)
    given = Terminal("\n" + answers)
    result = run(*SETUP, "--camera", "v4l2:0", "--height", 300, "--out", out, given=given, language=language)
    question = "in place of the one of before? [y/N]: " if language == "en" else "anstelle der bisherigen? [j/N]: "
    assert result.out.count(question) == 1
    assert result.code == 1
    assert load(out).height == pytest.approx(height)
    assert ("the set-up of before stays" in result.err) == (answers == "")


@pytest.mark.parametrize("before", [True, False])
def test_whoever_breaks_off_is_told_that_nothing_was_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, before: bool
) -> None:
    """The end of the input is taken like Ctrl-C."""
    out = tmp_path / "camera.toml"
    if before:
        out.write_text("as it was")
    monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: Shown())
    result = run(*SETUP, "--camera", "v4l2:0", "--out", out, given=Terminal())
    assert result.code == 1
    words = "Nothing was written; the set-up of before stays." if before else "Nothing was written."
    assert result.err.split("\n")[1:] == [words, "Aborted!", ""]
    assert out.exists() == before


def test_a_recording_that_ends_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, pictures: Path, tmp_path: Path
) -> None:
    class Over(Shown):
        def still(self) -> Frame:
            if not self._pictures:
                raise OutOfPicturesError("the video {path} is over; name another", path="film")
            return super().still()

    flat = load_picture(pictures / "0.png")
    monkeypatch.setattr("controller.commands.camera.open_camera", lambda source, hertz: Over(*[flat] * BURST))
    result = run(*SETUP, "--camera", "video:film", "--out", tmp_path / "camera.toml", given=Terminal("\n" * 9))
    assert (result.code, result.err) == (2, "the video film is over; name another\n")
    assert not (tmp_path / "camera.toml").exists()


def test_check_without_a_set_up_says_what_to_do(run: Run) -> None:
    result = run("check")
    assert result.code == 2
    assert "no such file; dicetable camera setup measures the camera" in result.err


def test_the_german_sentences_are_german(run: Run, pictures: Path, tmp_path: Path) -> None:
    source = first(pictures, tmp_path / "one", 1)
    result = run(*SETUP, "--camera", source, "--height", 300, "--out", tmp_path / "x.toml", language="de")
    assert "Kamera 135 mm höher" in result.out
    assert "0,38 mm je Pixel" in result.out
