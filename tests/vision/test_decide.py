"""What the nets say becomes a reading: used only where they say the same, firmly enough; refused everywhere else."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.classes import GLYPHS, KINDS, glyphs_of
from vision.decide import EVIDENCE, UNASKED_D4, calibrated, calibration, decide, likely_faces, weigh
from vision.looks import DieLook, FaceLook, Shares
from vision.pips import PipCount
from vision.reading import LIKELY, Status, faces, percent


def shares(count: int, place: int, firm: float) -> Shares:
    """``firm`` at one place, the rest alike."""
    result = np.full(count, (1 - firm) / (count - 1))
    result[place] = firm
    return result


def looks(
    kind: str,
    glyph: str,
    firm: float = 0.99999,
    *,
    face_glyph: str = "",
    around_glyph: str = "",
    die_glyph: str = "",
    face_kind: str = "",
) -> tuple[DieLook, tuple[FaceLook, FaceLook]]:
    """What the three nets say of a die: all the same, or their own where given."""
    kinds = shares(len(KINDS) + 1, KINDS.index(kind), firm)
    other = shares(len(KINDS) + 1, KINDS.index(face_kind or kind), firm)
    own, face, around = (
        shares(len(GLYPHS), GLYPHS.index(said or glyph), firm) for said in (die_glyph, face_glyph, around_glyph)
    )
    return DieLook(kinds, own, 0.0, (50.0, 50.0), 10.0), (FaceLook(face, other), FaceLook(around, other))


@pytest.mark.parametrize("kind", KINDS)
def test_every_face_of_every_kind_can_be_read(kind: str) -> None:
    for face, glyph in zip(faces(kind), glyphs_of(kind), strict=True):
        assert decide(*looks(kind, glyph), None, ())[:2] == (kind, face)
        assert decide(*looks(kind, glyph), None, ())[3] is Status.READ


@pytest.mark.parametrize("other", ["face_glyph", "around_glyph", "die_glyph"])
def test_nets_that_disagree_on_the_glyph_are_not_believed(other: str) -> None:
    own = {"face_glyph": "", "around_glyph": "", "die_glyph": "", other: "9"}
    *_, confidence, status = decide(*looks("d20", "6", 0.99, **own), None, ())
    assert status is Status.UNSURE
    assert confidence <= 0.5


def test_the_net_of_the_whole_die_need_not_read_its_small_numeral_but_must_not_doubt_it() -> None:
    """Of both that see the face one is not enough; the third, which sees it small, may waver."""
    die, sights = looks("d20", "6")
    wavering, doubting = (die.glyphs.copy() for _ in range(2))
    wavering[[GLYPHS.index("6"), GLYPHS.index("9")]] = 0.45, 0.5
    doubting[[GLYPHS.index("6"), GLYPHS.index("9")]] = 0.001, 0.95
    assert weigh(replace(die, glyphs=wavering), sights, None, ()).agreed
    assert not weigh(replace(die, glyphs=doubting), sights, None, ()).agreed


def test_of_a_d4_all_three_nets_must_say_kind_and_value() -> None:
    """Its numerals are seen whole by the net of the whole die alone: that one may not waver, nor may any see a d8."""
    die, (face, around) = looks("d4", "3")
    wavering, kinds = die.glyphs.copy(), around.kinds.copy()
    wavering[[GLYPHS.index("3"), GLYPHS.index("2")]] = 0.45, 0.5
    kinds[[KINDS.index("d4"), KINDS.index("d8")]] = 0.4, 0.6
    assert weigh(die, (face, around), None, ()).agreed
    assert not weigh(replace(die, glyphs=wavering), (face, around), None, ()).agreed
    assert not weigh(die, (face, replace(around, kinds=kinds)), None, ()).agreed


def test_nets_that_disagree_on_the_kind_are_not_believed() -> None:
    assert decide(*looks("d8", "3", face_kind="d20"), None, ())[3] is Status.UNSURE


def test_a_numeral_on_a_die_whose_type_is_not_sure_is_never_read() -> None:
    """A d6 with numerals and a barrel d4 look alike from above; pips that were counted settle it."""
    die, sights = looks("d6", "4")
    close = np.zeros(len(KINDS) + 1)
    close[[KINDS.index("d6"), KINDS.index("d4")]] = 0.96, 0.04
    die, sights = replace(die, kinds=close), (replace(sights[0], kinds=close), replace(sights[1], kinds=close))
    assert decide(die, sights, None, ())[3] is Status.UNSURE
    assert decide(die, sights, PipCount(4, True), ())[3] is Status.READ


@pytest.mark.parametrize("others", [("d6", "d4"), ("d4", "d6"), ("d8", "d20")])
def test_a_d4_and_a_d6_must_be_told_from_each_other_more_surely_than_other_types(others: tuple[str, str]) -> None:
    kind, other = others
    die, sights = looks(kind, "4")
    close = np.zeros(len(KINDS) + 1)
    close[[KINDS.index(kind), KINDS.index(other)]] = 0.99, 0.01
    die, sights = replace(die, kinds=close), (replace(sights[0], kinds=close), replace(sights[1], kinds=close))
    wavering = close.copy()
    wavering[[KINDS.index(kind), KINDS.index(other)]] = 0.5, 0.5
    sights = (replace(sights[0], kinds=wavering), sights[1])  # all together 99.68 %
    assert weigh(die, sights, None, ()).agreed is (kind == "d8")


def test_a_d4_that_nobody_asked_for_may_be_a_tile() -> None:
    """Somewhere between both thresholds a d4 is read where it was asked for, and asked about where it was not."""
    firmness = np.linspace(0.9, 0.9999, 400)
    states = [[decide(*looks("d4", "4", firm), None, expect)[3] for firm in firmness] for expect in ((), ("d4",))]
    assert states[0].count(Status.READ) < states[1].count(Status.READ)


def test_a_face_that_nobody_could_read_is_never_read() -> None:
    for kind in KINDS:
        assert decide(*looks(kind, "?"), None, ())[3] is Status.UNSURE


def test_a_glyph_that_the_kind_does_not_have_is_never_read() -> None:
    for kind in KINDS:
        for glyph in set(GLYPHS) - set(glyphs_of(kind)):
            assert decide(*looks(kind, glyph), None, ())[3] is Status.UNSURE, (kind, glyph)


def test_pips_that_were_counted_otherwise_are_not_believed() -> None:
    assert decide(*looks("d6", "4"), PipCount(5, True), ())[3] is Status.UNSURE
    assert decide(*looks("d6", "4"), PipCount(4, True), ())[3] is Status.READ


def test_whoever_decides_is_offered_what_the_nets_take_for_likely_after_their_guess() -> None:
    """A 6 that one net takes for a 9 and another for a 16: both are offered before the other seventeen."""
    die, (face, around) = looks("d20", "6", 0.9)
    doubtful = face.glyphs.copy()
    doubtful[[GLYPHS.index(one) for one in ("6", "9", "16")]] = 0.5, 0.4, 0.1
    sights = (FaceLook(doubtful, face.kinds), around)
    assert likely_faces("d20", die, sights, None) == (6, 9, 16)
    assert weigh(die, sights, None, ()).value == 6
    assert len(likely_faces("d4", *looks("d4", "4"), None)) == LIKELY


def test_glyphs_that_the_kind_does_not_have_are_not_offered() -> None:
    assert set(likely_faces("d%", *looks("d%", "7"), None)) <= set(faces("d%"))


def test_pips_that_were_counted_otherwise_are_offered_second() -> None:
    """They come from a reader of another make: what it says is likelier than what the nets rank behind their guess."""
    die, sights = looks("d6", "5")
    assert likely_faces("d6", die, sights, PipCount(3, False))[:2] == (5, 3)
    assert likely_faces("d6", die, sights, PipCount(5, True))[0] == 5
    assert len(set(likely_faces("d6", die, sights, PipCount(3, False)))) == LIKELY


def test_a_die_that_leans_has_no_value() -> None:
    die, sights = looks("d6", "4")
    kind, value, _, status = decide(replace(die, cocked=0.9), sights, None, ())
    assert (kind, value, status) == ("d6", None, Status.COCKED)


def test_what_was_asked_for_decides_between_like_kinds() -> None:
    die, sights = looks("d10", "20")
    kinds = np.zeros(len(KINDS) + 1)
    kinds[[KINDS.index("d20"), KINDS.index("d%")]] = 0.55, 0.45
    die, sights = replace(die, kinds=kinds), (replace(sights[0], kinds=kinds), replace(sights[1], kinds=kinds))
    assert weigh(die, sights, None, ()).kind == "d20"
    assert weigh(die, sights, None, ("d%",)).kind == "d%"


def test_a_die_that_was_not_asked_for_is_still_named() -> None:
    assert weigh(*looks("d12", "7"), None, ("d20",)).kind == "d12"


@given(firm=st.floats(0.05, 0.9999), kind=st.sampled_from(KINDS))
def test_what_is_said_less_firmly_is_never_more_confident(firm: float, kind: str) -> None:
    glyph = glyphs_of(kind)[-1]
    assert weigh(*looks(kind, glyph, firm), None, ()).score <= weigh(*looks(kind, glyph, 0.99991), None, ()).score
    assert decide(*looks(kind, glyph, firm), None, ())[2] <= decide(*looks(kind, glyph, 0.99991), None, ())[2]


@given(st.floats(-30, 30), st.floats(-30, 30))
def test_confidence_rises_with_the_score(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= calibrated(low) <= calibrated(high) <= 1


def test_nothing_that_may_be_wrong_is_shown_as_certain() -> None:
    assert [percent(share) for share in (0.9999, 0.57, 0.0, 1.0)] == ["99%", "57%", "0%", "100%"]


def test_the_calibration_is_whole() -> None:
    facts = calibration()
    assert set(facts.bias) == {"one", "pips", "doubtful pips", "d4", "d6", "wizard", "other"}
    assert set(facts.thresholds) == {*facts.bias, UNASKED_D4}
    assert facts.thresholds[UNASKED_D4] >= facts.thresholds["d4"]
    assert set(facts.weights) == set(facts.bias)
    for weights in facts.weights.values():
        assert len(weights) == len(EVIDENCE)
        assert min(weights) >= 0
    assert all(least > 0 for least in facts.thresholds.values())
    assert len(facts.scores) == len(facts.right) > 2
    assert list(facts.scores) == sorted(facts.scores)
