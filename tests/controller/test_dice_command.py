"""``dicetable dice``: what a script or a person sees when dice are taught, tried and forgotten."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller import cli, teaching
from controller.commands import dice as command
from controller.errors import AnswersError
from tests.vision.taught_dice import lesson_of, throw
from vision.picture import save_picture
from vision.taught import TaughtError, sets
from vision.taught.lesson import Lesson, Named, Tried
from vision.taught.sets import LookAlike, TaughtFace, TaughtSet

FACES = (1, 3, 4, 7)


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``dicetable dice`` in this process."""

    def call(*arguments: object, given: str = "", language: str = "en") -> Result:
        monkeypatch.setattr("sys.argv", ["dicetable", "--lang", language, "dice", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
        return Result(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures with the same four faces in a row in each."""
    folder = tmp_path_factory.mktemp("throws")
    for seed in range(4):
        save_picture(folder / f"throw{seed}.png", throw("d8", FACES, seed)[0])
    return folder


@pytest.fixture(scope="module")
def a_set() -> TaughtSet:
    """A set that was taught without the command."""
    lesson, truth = lesson_of("d8", FACES, 4)
    groups = lesson.groups()
    names = {i: Named(truth[one.members[0]]) for i, one in enumerate(groups)}
    return lesson.taught("mine", groups, names)[0]


@pytest.fixture
def kept(a_set: TaughtSet, tmp_path: Path) -> Path:
    """The folder where the station looks for sets, with one in it."""
    folder = tmp_path / "state/dicetable/dice"
    sets.save(a_set, folder)
    return folder


def answers(groups: list[dict[str, Any]]) -> str:
    """A name for each group, by the place of its dice in their pictures."""
    lines = []
    for one in groups:
        x, _y, w, _h = one["dice"][0]["box"]
        lines.append(json.dumps({"group": {"n": one["n"], "value": FACES[int((x + w / 2) / 110)]}}))
    return "\n".join(lines) + "\n"


def test_teaching_from_a_folder_and_a_file_of_answers(run: Run, throws: Path, tmp_path: Path) -> None:
    teach = ("teach", "mine", throws, "--kind", "d8", "--json", "--answers")
    first = run(*teach, "-")
    shown, needs = (json.loads(line) for line in first.out.splitlines())
    assert first.code == 3
    assert needs == {"needs": [{"group": one["n"]} for one in shown["groups"]]}
    assert shown["dice"] == 16
    assert Path(shown["sheet"]).read_bytes().startswith(b"\x89PNG")
    assert run("list").out == "no dice were taught yet\n"
    script = tmp_path / "answers.jsonl"
    script.write_text(answers(shown["groups"]))
    second = run(*teach, script)
    assert second.code == 0, second.err
    taught = json.loads(second.out.splitlines()[-1])["taught"]
    assert [one["value"] for one in taught["faces"]] == list(FACES)
    assert all(list(row) == [value] for value, row in taught["confusion"].items())
    assert json.loads(run("list", "--json").out)["name"] == "mine"


def test_an_answer_for_only_some_groups_is_not_enough(run: Run, throws: Path) -> None:
    result = run("teach", "mine", throws, "--kind", "d8", "--answers", "-", given='{"group": {"n": 1, "value": 4}}\n')
    assert result.code == 3
    assert "still without an answer: groups 2, 3" in result.out


def test_what_was_taught_is_shown(run: Run, kept: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "faces.png"
    result = run("show", "mine", "--sheet", sheet)
    assert result.code == 0
    assert result.out.startswith("mine: d8, taught from ")
    assert "not taught yet: 2, 5, 6, 8" in result.out
    assert sheet.read_bytes().startswith(b"\x89PNG")
    assert run("list").out == "mine                 d8         1, 3, 4, 7\n"
    assert "W8" in run("list", language="de").out


def test_pictures_are_read_by_the_set_and_counted(run: Run, kept: Path, tmp_path: Path) -> None:
    for i, face in enumerate((3, 7, 7)):
        save_picture(tmp_path / f"pictures/{face}/{i}.png", throw("d8", (face,), 20 + i)[0])
    result = run("test", tmp_path / "pictures")
    assert result.code == 0
    assert "3 of 3 dice read" in result.out
    assert "3 of 3 right at the best answer; 0 of those read are wrong" in result.out
    labels = tmp_path / "labels.csv"
    labels.write_text("file,value\n0.png,3\n1.png,7\n2.png,4\n")
    counted = run("test", tmp_path / "pictures", "--set", "mine", "--labels", labels, "--json")
    last = json.loads(counted.out.splitlines()[-1])
    assert last["counts"] == {"dice": 3, "read": 3, "known": 3, "right": 2, "wrong": 1}
    assert last["confusion"] == {"3": {"3": 1}, "7": {"7": 1}, "4": {"7": 1}}


def test_labels_with_boxes_say_where_the_dice_are(run: Run, kept: Path, tmp_path: Path) -> None:
    image, boxes = throw("d8", (4, 1), 31)
    save_picture(tmp_path / "two.png", image)
    rows = [
        ",".join(["two.png", str(face), *(f"{v:.0f}" for v in box)]) for face, box in zip((4, 1), boxes, strict=True)
    ]
    labels = tmp_path / "labels.csv"
    labels.write_text("file,value,x,y,w,h\n" + "\n".join(rows) + "\n")
    result = run("test", tmp_path / "two.png", "--labels", labels)
    assert "2 of 2 right at the best answer" in result.out


def test_forgetting_needs_a_yes(run: Run, kept: Path) -> None:
    refused = run("forget", "mine")
    assert (refused.code, refused.err) == (1, "dice forget: needs a terminal to ask in, or --yes\n")
    assert sets.names(kept) == ["mine"]
    assert run("forget", "mine", "--yes").out == "mine is forgotten\n"
    assert not (kept / "mine").exists()


class Terminal(io.StringIO):
    """Somebody who answers."""

    def isatty(self) -> bool:
        return True


def test_forgetting_is_asked_in_german_and_enter_alone_keeps(
    run: Run, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)
    assert "[j/N]: " in run("forget", "mine", given="\n", language="de").out
    run("forget", "mine", given="nein\n", language="de")
    assert sets.names(kept) == ["mine"]
    assert run("forget", "mine", given="j\n", language="de").code == 0
    assert sets.names(kept) == []


def test_a_damaged_set_costs_a_line_and_the_exit_status(run: Run, kept: Path) -> None:
    (kept / "mine" / sets.FACTS).write_text("{")
    result = run("list")
    assert result.code == 1
    assert "damaged" in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("teach", "mine", "{empty}", "--kind", "d8", "--answers", "-"), "holds no picture"),
        (("teach", "a/b", "{empty}", "--kind", "d8", "--answers", "-"), "is no name for taught dice"),
        (("teach", "mine", "{throws}", "--kind", "d8", "--answers", "/no/file"), "cannot be read"),
        (("teach", "mine", "{throws}", "--kind", "d8"), "needs a terminal to ask in, or --answers FILE"),
        (("show", "yours"), "there are no taught dice 'yours'; there are: –"),
        (("forget", "yours", "--yes"), "there are no taught dice 'yours'; there are: –"),
        (("test", "{throws}"), "no dice were taught yet"),
    ],
)
def test_mistakes_are_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, throws: Path, tmp_path: Path, *, arguments: tuple[str, ...], words: str
) -> None:
    if "/no/file" in arguments:  # the dice themselves do not matter
        monkeypatch.setattr(Lesson, "groups", lambda self, progress=None: [])
        monkeypatch.setattr(command, "groups_sheet", lambda lesson, groups: throw("d8", (1,), 1)[0])
    (tmp_path / "empty").mkdir()
    places = {"{empty}": tmp_path / "empty", "{throws}": throws}
    result = run(*(places.get(one, one) for one in arguments))
    assert result.code in (1, 2)
    assert words in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("labels", "words"),
    [("a,b\n1,2\n", "no table with the columns"), ("file,value,x,y,w,h\na.png,3,left,1,1,1\n", "no table with")],
)
def test_bad_labels_are_one_sentence(run: Run, kept: Path, throws: Path, labels: str, words: str) -> None:
    path = kept / "labels.csv"
    path.write_text(labels)
    result = run("test", throws, "--labels", path)
    assert result.code == 2
    assert words in result.err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "line 2: "),
        ('{"group": {"n": 9, "value": 1}}', "line 2: there is no group 9, allowed: 1 … 0"),
        ('{"group": {"n": 1}}', "line 2: "),
    ],
)
def test_answers_that_cannot_be_used_name_their_line(line: str, words: str) -> None:
    with pytest.raises(AnswersError, match=words):
        teaching.decoded(["\n", line], Lesson("d8", []), [])


@pytest.mark.parametrize(
    ("text", "proposal", "meant"),
    [
        ("", 3, Named(3)),
        ("", None, None),
        ("-", 3, Named(None)),
        ("5", 3, Named(5)),
        ("5 -2 -12", None, Named(5, frozenset({1, 11}))),
        ("-2", 3, Named(3, frozenset({1}))),
    ],
)
def test_what_somebody_types_about_a_group(text: str, proposal: int | None, meant: Named | None) -> None:
    assert teaching.typed(text, proposal, "d8") == meant


def test_a_face_that_the_die_does_not_have_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(TaughtError, match="a d8 has no face '9'"):
        teaching.typed("9", None, "d8")
    given = iter(["9", "", "-", "4"])
    monkeypatch.setattr("click.prompt", lambda *_arguments, **_options: next(given))
    assert command._asked(Lesson("d8", []), [], [None, 3]) == {0: Named(None), 1: Named(4)}
    assert "a d8 has no face '9'; it has 1, 2, 3" in capsys.readouterr().out


def test_look_alikes_are_said_with_the_reason(a_set: TaughtSet) -> None:
    face = a_set.faces[0]
    pair = LookAlike(3, 5, 0.14, 28)
    made = TaughtSet("mine", "d8", (TaughtFace(3, face.patches), TaughtFace(5, face.patches)), (pair,))
    lines = command._taught_lines(made, [Tried(0, 3, 5, 0.9, -0.1), Tried(1, 5, 5, 0.9, 0.1)])
    assert any(line.startswith("3 and 5 look alike: 14% of their 28 dice are taken for each other") for line in lines)
    assert any(line.split() == ["3", "·", "1"] for line in lines)
