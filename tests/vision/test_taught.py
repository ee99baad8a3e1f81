"""Teaching dice: groups without labels, reading by what was taught, and what is refused."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.vision.taught_dice import lesson_of, throw
from vision.lab import bench_taught
from vision.reading import LIKELY, Face
from vision.taught import TaughtError, TaughtSet, recognise, sets
from vision.taught.faces import lay, patches_at, template
from vision.taught.groups import Group, joined
from vision.taught.lesson import Lesson, Named, Tried, look_alikes
from vision.taught.search import best_poses
from vision.taught.sets import LookAlike
from vision.taught.show import COLUMNS, faces_sheet, groups_sheet
from vision.taught.views import chained, inverse, view_of

FACES = (1, 3, 4, 7)
Taught = tuple[Lesson, list[Face], list[Group], TaughtSet, list[Tried]]


def named(groups: Sequence[Group], truth: Sequence[Face]) -> dict[int, Named]:
    """As a person would name them: by what most of a group's dice show."""
    return {i: Named(Counter(truth[m] for m in one.members).most_common(1)[0][0]) for i, one in enumerate(groups)}


@pytest.fixture(scope="module")
def taught() -> Taught:
    lesson, truth = lesson_of("d8", FACES, 5)
    groups = lesson.groups()
    made, tried = lesson.taught("mine", groups, named(groups, truth))
    return lesson, truth, groups, made, tried


def test_groups_hold_one_face_each(taught: Taught) -> None:
    _lesson, truth, groups, _made, _tried = taught
    assert all(len({truth[i] for i in one.members}) == 1 for one in groups)
    assert {truth[one.members[0]] for one in groups} == set(FACES)
    assert sum(len(one.members) for one in groups) >= 18  # of 20


def test_no_die_is_in_two_groups(taught: Taught) -> None:
    members = [i for one in taught[2] for i in one.members]
    assert len(members) == len(set(members))


def test_dice_that_were_not_in_the_lesson_are_read(taught: Taught) -> None:
    made = taught[3]
    image, boxes = throw("d8", FACES, seed=77)
    found = [recognise(image, box, [made]) for box in boxes]
    assert [one.value if one else None for one in found] == list(FACES)
    assert all(one is not None and one.sure and one.confidence > 0.9 for one in found)


def test_the_other_faces_are_ranked_by_how_well_they_fit(taught: Taught) -> None:
    image, boxes = throw("d8", FACES, seed=77)
    found = [one for box in boxes if (one := recognise(image, box, [taught[3]]))]
    assert [one.likely[0] for one in found] == [one.value for one in found]
    assert all(len(set(one.likely)) == LIKELY and set(one.likely) <= set(FACES) for one in found)


def test_the_face_is_where_the_die_is(taught: Taught) -> None:
    image, boxes = throw("d8", (4,), seed=78)
    found = recognise(image, boxes[0], [taught[3]])
    assert found is not None
    x, y, w, h = boxes[0]
    assert np.hypot(found.place[0] - x - w / 2, found.place[1] - y - h / 2) < 0.25 * max(w, h)
    assert 0.1 * max(w, h) < found.radius < 0.6 * max(w, h)


def test_faces_that_were_not_taught_are_not_read(taught: Taught) -> None:
    image, boxes = throw("d8", (2, 5, 6, 8), seed=79)
    found = [recognise(image, box, [taught[3]]) for box in boxes]
    assert not any(one is not None and one.sure for one in found)


def test_plain_ground_is_no_die(taught: Taught) -> None:
    image = np.full((90, 90, 3), 90, np.uint8)
    assert recognise(image, (20, 20, 50, 50), [taught[3]]) is None


def test_without_sets_nothing_is_recognised() -> None:
    image, boxes = throw("d8", (4,), seed=1)
    assert recognise(image, boxes[0], []) is None


def test_a_box_without_area_is_refused(taught: Taught) -> None:
    image = np.zeros((50, 50, 3), np.uint8)
    with pytest.raises(ValueError, match="no area"):
        recognise(image, (10, 10, 0, 5), [taught[3]])
    with pytest.raises(TaughtError, match="no area"):
        Lesson("d8", []).add(image, (10, 10, 0, 5), "a.png")


def test_each_die_is_tried_without_its_own_picture(taught: Taught) -> None:
    lesson, truth, groups, made, tried = taught
    assert sorted(one.die for one in tried) == sorted(i for one in groups for i in one.members)
    assert all(one.value == truth[one.die] == one.answer and one.lead > 0 for one in tried)
    # With its own picture among the others a die fits better.
    assert all(one.fit < best_poses(lesson.dice[one.die].view, list(made.templates))[1].max() for one in tried)


def test_one_face_under_two_names_is_refused_with_the_reason(taught: Taught) -> None:
    lesson, truth, groups, _made, _tried = taught
    names = named(groups, truth)
    one, *_others = [i for i, answer in names.items() if answer.value == 4]
    group = groups[one]
    # The same dice once more, as a face of another name.
    made, _tried_now = lesson.taught("mine", [*groups, group], names | {len(groups): Named(5)})
    assert made.refused == {4, 5}
    assert made.look_alikes[0].share >= 0.05
    image, boxes = throw("d8", (4, 7), seed=80)
    found = [recognise(image, box, [made]) for box in boxes]
    assert [one is not None and one.sure for one in found] == [False, True]


def test_a_refused_face_is_never_sure_however_well_it_fits(taught: Taught) -> None:
    made = taught[3]
    wary = TaughtSet("wary", "d8", made.faces, (LookAlike(4, 1, 0.2, 10),))
    image, boxes = throw("d8", (4, 7), seed=82)
    found = [recognise(image, box, [wary]) for box in boxes]
    assert [(one.value, one.sure) for one in found if one] == [(4, False), (7, True)]


def test_look_alikes_need_more_than_one_mistake() -> None:
    right = [Tried(i, 3, 3, 0.9, 0.1) for i in range(9)] + [Tried(i, 5, 5, 0.9, 0.1) for i in range(9)]
    wrong = Tried(20, 3, 5, 0.9, -0.01)
    assert look_alikes([*right, wrong]) == ()
    (pair,) = look_alikes([*right, wrong, Tried(21, 5, 3, 0.9, -0.01)])
    assert (pair.one, pair.other, pair.share, pair.dice) == (3, 5, 0.1, 20)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({0: Named(1)}, "fewer than two faces"),
        ({0: Named(1), 1: Named(9)}, "no face 9"),
        ({0: Named(1), 1: Named(2, frozenset({99}))}, "group 2 does not hold the dice 100"),
    ],
)
def test_names_that_make_no_set_are_refused(taught: Taught, answers: dict[int, Named], words: str) -> None:
    with pytest.raises(TaughtError, match=words):
        taught[0].taught("mine", taught[2], answers)


def test_too_many_dice_taken_out_of_a_group_are_refused(taught: Taught) -> None:
    lesson, _truth, groups, _made, _tried = taught
    answers = {0: Named(1, frozenset(groups[0].members[:3])), 1: Named(2)}
    with pytest.raises(TaughtError, match="has 2 dice left"):
        lesson.taught("mine", groups, answers)


def test_dice_taken_out_of_a_group_are_not_taught(taught: Taught) -> None:
    lesson, truth, groups, _made, _tried = taught
    names = named(groups, truth)
    out = groups[0].members[0]
    names[0] = Named(names[0].value, frozenset({out}))
    _set, tried = lesson.taught("mine", groups, names)
    assert out not in {one.die for one in tried}


def test_a_lesson_without_equal_faces_is_refused() -> None:
    image, boxes = throw("d8", (1, 2, 3), seed=5)
    lesson = Lesson("d8", [])
    for box in boxes:
        lesson.add(image, box, "a.png")
    with pytest.raises(TaughtError, match="no face was found on 3 of the 3 dice"):
        lesson.groups()


def test_proposals_are_what_most_of_a_group_is_guessed_to_show(taught: Taught) -> None:
    lesson, truth, groups, _made, _tried = taught
    blank = Lesson("d8", list(lesson.dice))
    assert blank.proposals(groups) == [None] * len(groups)
    guessing = Lesson("d8", [])
    for i, die in enumerate(lesson.dice):
        guess = truth[i] if truth[i] != 3 else 4  # every three is taken for a four
        guessing.dice.append(type(die)(die.picture, die.box, die.view, die.tile, guess))
    proposals = guessing.proposals(groups)
    assert len([one for one in proposals if one is not None]) == len({one for one in proposals if one is not None})
    for one, proposal in zip(groups, proposals, strict=True):
        assert proposal in (truth[one.members[0]], None) or (truth[one.members[0]] == 3 and proposal == 4)


def test_a_set_comes_back_as_it_was_kept(taught: Taught, tmp_path: Path) -> None:
    made = taught[3]
    sets.save(made, tmp_path)
    back = sets.load(tmp_path, "mine")
    assert (back.name, back.kind, back.values, back.pictures) == ("mine", "d8", list(FACES), 5)
    assert [back.dice(value) for value in FACES] == [made.dice(value) for value in FACES]
    assert sets.names(tmp_path) == ["mine"]
    image, boxes = throw("d8", FACES, seed=81)
    assert [one.value for box in boxes if (one := recognise(image, box, [back]))] == list(FACES)


def test_keeping_a_set_anew_leaves_one_file_of_faces(taught: Taught, tmp_path: Path) -> None:
    lesson, truth, groups, made, _tried = taught
    sets.save(made, tmp_path)
    names = named(groups, truth)
    smaller, _ = lesson.taught("mine", groups, {0: names[0], 1: names[1]})
    own = sets.save(smaller, tmp_path)
    assert len(list(own.glob("faces-*.npz"))) == 1
    assert len(sets.load(tmp_path, "mine").faces) == 2


@pytest.mark.parametrize("damage", ["cut", "other faces", "no json", "missing", "format", "kind"])
def test_a_damaged_set_is_one_clear_sentence(taught: Taught, tmp_path: Path, damage: str) -> None:
    own = sets.save(taught[3], tmp_path)
    facts, faces = own / sets.FACTS, next(own.glob("*.npz"))
    match damage:
        case "cut":
            facts.write_text(facts.read_text()[:40])
        case "other faces":
            with np.load(faces) as kept:
                np.savez(faces, **{name: kept[name][::-1] for name in kept.files})
        case "no json":
            facts.write_bytes(b"\xff\x00")
        case "missing":
            faces.unlink()
        case "format":
            facts.write_text(json.dumps(json.loads(facts.read_text()) | {"format": 99}))
        case "kind":
            facts.write_text(json.dumps(json.loads(facts.read_text()) | {"kind": "d7"}))
    with pytest.raises(TaughtError, match=r"damaged|another version") as error:
        sets.load(tmp_path, "mine")
    assert str(own) in str(error.value)
    assert "\n" not in str(error.value)
    sets.forget(tmp_path, "mine")
    assert sets.names(tmp_path) == []


@pytest.mark.parametrize("name", ["", "../x", "a/b", " a", "x" * 41, "."])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(TaughtError, match="is no name"):
        sets.load(tmp_path, name)
    with pytest.raises(TaughtError, match="is no name"):
        sets.forget(tmp_path, name)


def test_unknown_sets_are_named_with_those_there_are(taught: Taught, tmp_path: Path) -> None:
    sets.save(taught[3], tmp_path)
    with pytest.raises(TaughtError, match="'yours'; there are: mine"):
        sets.load(tmp_path, "yours")
    with pytest.raises(TaughtError, match="'yours'; there are: mine"):
        sets.forget(tmp_path, "yours")


def test_values_are_what_stands_on_the_die() -> None:
    assert sets.value_of("d%", "00") == 0
    assert sets.value_of("d10", " 7 ") == 7
    assert sets.value_of("wizard", "jester") == "jester"
    with pytest.raises(TaughtError, match="a d6 has no face '7'; it has 1, 2, 3, 4, 5, 6"):
        sets.value_of("d6", "7")


def test_the_sheets_show_every_die(taught: Taught) -> None:
    lesson, _truth, groups, made, _tried = taught
    sheet = groups_sheet(lesson, groups)
    assert sheet.shape[0] == 72 * sum(-(-len(one.members) // COLUMNS) for one in groups)
    assert faces_sheet(made).shape[0] == 72 * len(made.faces)


def test_average_linkage_does_not_chain() -> None:
    # 0-1-2-3 are each like their neighbour only.
    chain = np.array([[1, 0.9, 0, 0], [0.9, 1, 0.85, 0], [0, 0.85, 1, 0.9], [0, 0, 0.9, 1]], np.float32)
    assert joined(chain, 0.8) == [[0, 1], [2, 3]]


def test_a_pose_and_its_inverse_are_nothing() -> None:
    pose = np.array([[0.6, 0.2, 0.1], [-0.1, 0.5, 0.3]])
    assert np.allclose(chained(pose, inverse(pose)), [[1, 0, 0], [0, 1, 0]])


def test_laying_a_die_upon_a_face_corrects_a_rough_guess() -> None:
    image, boxes = throw("d8", (4,), seed=3)
    view = view_of(image, boxes[0])
    there = np.array([[[0.6, 0.0, 0.0], [0.0, 0.6, 0.0]]])
    face = template(patches_at(view, there))
    rough = there + np.array([[[0.04, 0.06, 0.05], [-0.06, -0.03, -0.04]]])
    pose, fit = lay(view, [face], np.array([0]), rough)
    assert fit[0] > 0.98
    assert np.abs(pose - there).max() < 0.02


def test_brightness_does_not_matter() -> None:
    image, boxes = throw("d8", (4,), seed=3)
    darker = (image * 0.6).astype(np.uint8)
    difference = np.abs(view_of(image, boxes[0]).fine - view_of(darker, boxes[0]).fine)
    assert difference.mean() < 0.1


@pytest.mark.skipif(not (bench_taught.PHOTOS / "labels.csv").exists(), reason="no photographs at ../shared/photos")
def test_ornate_dice_of_the_photographs_are_taught_and_read() -> None:
    pool = [one for one in bench_taught.labels(bench_taught.PHOTOS / "train") if one.own and one.kind == "d6"]
    taught_from = [one for one in pool if bench_taught.half(one) == 0]
    made, tried, facts = bench_taught.teach("d6", bench_taught.chosen(taught_from, 5, seed=1))
    assert facts["of_the_groups_face"] >= 0.95 * facts["grouped"]
    assert len(made.values) >= 5
    assert sum(one.answer != one.value for one in tried) <= 1
    others = [one for one in pool if bench_taught.half(one) == 1][::12]
    figures = bench_taught.count(bench_taught.read(others, [made], False, None))["taught dice"]
    assert figures["wrong"] == 0
    assert figures["read"] >= 0.6 * figures["dice"]


def test_the_bench_says_when_there_are_no_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_taught.main(["--photos", str(tmp_path)]) == 0
    assert "nothing measured" in capsys.readouterr().out
