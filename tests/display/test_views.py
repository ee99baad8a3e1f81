"""What the display shows in every moment: exact pictures, and that nothing is ever cut."""

import itertools
import json
import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.display import views
from controller.display.picture import Picture
from controller.display.virtual import NO_REF
from controller.play import Phase
from controller.rules import GAMES
from controller.rules.setup import Setup
from tests.display.bench import unhurried
from tests.display.moments import MOMENTS, ueberwurf, zugband
from tests.display.moments_many import overload, wizard
from tests.display.moments_parts import outcome, verdict

GOLDEN: Final = Path(__file__).parent / "golden"
RENEW: Final = "RENEW_GOLDEN"
LANGUAGES: Final = ("de", "en")
DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "d8+d100")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_looks_exactly_so(moment: str, lang: str) -> None:
    picture = MOMENTS[moment].picture(lang)
    file = GOLDEN / f"{moment}.{lang}.txt"
    if os.environ.get(RENEW):
        file.write_text(picture.to_text(), encoding="ascii")
    found = file.read_text(encoding="ascii") if file.exists() else ""
    assert picture.to_text() == found, f"{file.name} differs; if it should: {RENEW}=1 make test, then look at git diff"


def test_every_golden_picture_has_its_moment() -> None:
    files = {file.name for file in GOLDEN.iterdir()}
    assert files == {f"{moment}.{lang}.txt" for moment in MOMENTS for lang in LANGUAGES}


# --- what must hold in every picture ---------------------------------------------------------------------------------

NUMBERS: Final = (0, 1, 2, 8, 9, 10, 11, 17, 18)
PAIRS: Final = list(itertools.product(NUMBERS, NUMBERS))


def ink(lines: list[str], left: int, right: int) -> list[str]:
    return [line[left:right] for line in lines]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scores_of_any_size_fit(lang: str) -> None:
    # Drawing outside the display is an error, so a picture without one is whole.
    for scores in PAIRS:
        views.draw(ueberwurf("choose", scores=scores, asked=(1, 2)), lang)
        views.draw(ueberwurf("choose", scores=scores, locked=(True, True)), lang)
        for winner in ([1], [2], []):
            views.draw(ueberwurf("over", outcome=outcome(winner, *scores)), lang)
        for rule, points in (("konter", 2), ("konter", 3), ("dominanz", 1), ("patt", 0), ("parity", 1), ("higher", 1)):
            views.draw(ueberwurf("verdict", scores=scores, verdict=verdict(rule, points, 2)), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("phase", ["throw", "reading", "confirm"])
def test_dice_and_faces_of_any_kind_fit_and_stay_apart(phase: str, lang: str) -> None:
    for first, second in itertools.product(DICE, DICE):
        for asked in ((), (1,), (1, 2)):
            for roll in (None, int(first.rpartition("d")[2])):
                view = ueberwurf(phase, chosen=(first, second), rolls=(roll, roll), asked=asked)
                lines = views.draw(view, lang).to_text().split()
                assert "#" not in "".join(ink(lines, 31, 33)), (first, second, asked, roll)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_the_rulebook_are_written_out(lang: str) -> None:
    # In the middle font, whole, with their points: as wide as that text is.
    w100 = {"de": "W100 PECH +3", "en": "d100 BUST +3"}[lang]
    words = {"konter": "KONTER +3", "dominanz": "DOMINANZ +1", "patt": "PATT", "auto_loss": w100}
    for rule, text in words.items():
        view = ueberwurf("verdict", verdict=verdict(rule, int(text[-1]) if "+" in text else 0, 1))
        upper = views.draw(view, lang).to_text().split()[:8]
        assert upper == views.message(text).picture(0.0).to_text().split()[4:12]


def test_a_choice_is_never_shown_before_all_have_locked() -> None:
    pictures = {
        views.draw(ueberwurf("choose", locked=(True, False), chosen=(die, None), asked=(2,)), lang)
        for die in (None, *DICE)
        for lang in LANGUAGES
    }
    assert len(pictures) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_views_of_the_rules_are_drawn_in_every_phase(game: str, lang: str) -> None:
    for players in GAMES[game].seats:
        shown = GAMES[game].start(Setup(players)).state.view()
        for phase in Phase:
            view = {"phase": phase.value, "game": shown, "asked": [1], "dice": [], "verdict": None, "outcome": None}
            assert views.draw(view, lang) != Picture.blank()


def test_who_has_locked_and_who_has_not_is_seen() -> None:
    states = [(False, False), (True, False), (False, True), (True, True)]
    for game in (ueberwurf, zugband):
        assert len({views.draw(game("choose", locked=locked), "de") for locked in states}) == len(states)


def test_what_the_players_of_zugband_need_is_seen() -> None:
    knots = {views.draw(zugband("choose", knot=knot), "de") for knot in range(-3, 4)}
    markers = {views.draw(zugband("choose", left=(left, 6 - left)), "de") for left in range(7)}
    assert (len(knots), len(markers)) == (7, 7)
    assert views.draw(zugband("choose", goal=2), "de") != views.draw(zugband("choose"), "de")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_the_players_of_overload_need_is_seen(players: int) -> None:
    turns = {views.draw(overload("throw", players, turn=seat), "de") for seat in range(1, players + 1)}
    thrown = {views.draw(overload("choose", players, throw=face, asked=(1,)), "de") for face in range(1, 9)}
    moving = {views.draw(overload("choose", players, throw=4, moving=figure), "de") for figure in ("A", "B", None)}
    loads = {views.draw(overload("throw", players, table=[(0, (0, n, 5, 8 - n))] * players), "de") for n in range(9)}
    ways = {views.draw(overload("throw", players, table=[(0, (n, 0, 0, 0))] * players), "de") for n in (0, 6, 25)}
    assert [len(found) for found in (turns, thrown, moving, loads, ways)] == [players, 8, 3, 9, 3]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_the_players_of_wizard_need_is_seen(players: int) -> None:
    seats = range(1, players + 1)
    said = [f"{number} {colour}" for number in range(1, 6) for colour in ("blue", "green", "red", "yellow")]
    dice = ("blue", "green", "red", "yellow", "wizard", "jester", None)
    for phase in ("predict", "stop"):
        spoken = {views.draw(wizard("choose", phase, players, said=[one] * players), "de") for one in said}
        holders = {views.draw(wizard("choose", phase, players, holder=seat), "de") for seat in seats}
        locked = {views.draw(wizard("choose", phase, players, locked=(seat,)), "de") for seat in seats}
        out = {views.draw(wizard("choose", phase, players, out=(seat,)), "de") for seat in seats}
        assert [len(found) for found in (spoken, holders, locked, out)] == [20, players, players, players]
    thrown = {views.draw(wizard("choose", "stop", players, faces=[face] * 7), "de") for face in dice}
    left = {views.draw(wizard("throw", "throw", players, throws_left=left), "de") for left in range(6)}
    assert [len(found) for found in (thrown, left)] == [7, 6]


def test_the_same_view_as_json_gives_the_same_picture() -> None:
    for _about, view, _seconds in MOMENTS.values():
        assert views.draw(json.loads(json.dumps(view)), "de") == views.draw(view, "de")


def test_a_moment_without_what_it_needs_shows_the_scores() -> None:
    scores = views.draw(ueberwurf("choose"), "de")
    for phase in ("verdict", "over", "a phase of the future"):
        assert views.draw(ueberwurf(phase), "de") == scores
    assert views.draw({"phase": "choose", "game": None}, "de") == views.draw(MOMENTS["idle"].view, "de")


def test_an_unknown_rule_is_written_as_well_as_it_goes() -> None:
    view = ueberwurf("verdict", verdict=verdict("a_rule_of_some_other_time", 3, 1))
    assert views.draw(view, "de") != Picture.blank()


def test_another_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        views.draw(MOMENTS["idle"].view, "fr")


@unhurried
@given(
    st.lists(st.tuples(st.text(max_size=20), st.integers(-999, 9999), st.booleans()), min_size=1, max_size=5),
    st.sampled_from(["choose", "throw", "reading", "confirm", "verdict", "over", "else"]),
    st.lists(st.integers(1, 5), max_size=5),
    st.sampled_from(LANGUAGES),
)
def test_any_other_game_is_drawn(seats: list[tuple[str, int, bool]], phase: str, some: list[int], lang: str) -> None:
    listed = [
        {"seat": n, "name": name, "score": score, "locked": locked}
        for n, (name, score, locked) in enumerate(seats, start=1)
    ]
    view = {
        "phase": phase,
        "game": {"game": "a game of the future", "round": 1, "rounds": None, "seats": listed},
        "asked": some,
        "verdict": None,
        "outcome": {"winner": some, "scores": {"1": 3}, "reason": "goal"} if phase == "over" else None,
    }
    assert views.draw(view, lang) != Picture.blank()


def test_the_moments_are_what_the_rules_say() -> None:
    for name, moment in MOMENTS.items():
        game = moment.view["game"]
        if game is None or game["game"] not in GAMES:
            continue
        shown = GAMES[game["game"]].start(Setup(len(game["seats"]))).state.view()
        assert game.keys() == shown.keys(), name
        # The name is added by the table.
        assert game["seats"][0].keys() == shown["seats"][0].keys() | {"name"}, name


def test_a_message_stands_in_the_middle() -> None:
    rows = [row for row in NO_REF.to_text().split() if "#" in row]
    assert len(rows) == 7
    left = min(row.index("#") for row in rows)
    right = min(row[::-1].index("#") for row in rows)
    assert abs(left - right) <= 1
