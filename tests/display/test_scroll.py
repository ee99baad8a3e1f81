"""Texts that are too wide run through their place, by a clock that the test moves; nothing else ever moves."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.display import views, views_parts
from controller.display.font import TEXT
from controller.display.picture import WIDTH, Canvas, Picture
from controller.display.scroll import HOLD, PAGE, STEP, Moment
from controller.display.session import AT_ONCE, MOST_A_SECOND
from controller.i18n import use
from controller.shows import Leds
from tests.display.bench import unhurried
from tests.display.moments import MOMENTS, ueberwurf
from tests.display.moments_parts import View, outcome

WIDE: Final = "WER HAT DEN GRÜNEN WÜRFEL GESEHEN?"
WAY: Final = TEXT.width(WIDE) - WIDTH


def columns(names: dict[str, int], locked: tuple[int, ...] = ()) -> View:
    """A view of a game whose names are shown."""
    seats = [
        {"seat": seat, "name": name, "score": score, "locked": seat in locked}
        for seat, (name, score) in enumerate(names.items(), start=1)
    ]
    game = {"game": "halma", "round": 1, "rounds": None, "seats": seats}
    return {"phase": "choose", "game": game, "asked": [], "verdict": None, "outcome": None}


def turns(moment: Moment, seconds: float) -> list[tuple[float, Picture]]:
    """Every picture of so many seconds with the time at which it comes."""
    at = 0.0
    found = [(at, moment.picture(at))]
    while (lasts := moment.lasts(at)) is not None and at + lasts < seconds:
        at += lasts
        found.append((at, moment.picture(at)))
    return found


def part(first: int) -> Picture:
    canvas = Canvas()
    TEXT.draw_part(canvas, 0, 4, WIDE, first=first, columns=WIDTH)
    return canvas.picture()


def test_what_fits_stands_still() -> None:
    for about in MOMENTS.values():
        moment = views.moment(about.view, "de")
        if moment.overhangs == ({},):
            assert moment.lasts(0.0) is moment.lasts(100.0) is None
            assert moment.picture(0.0) == moment.picture(1.23) == moment.picture(100.0)


def test_a_message_that_is_too_wide_stands_runs_stands_and_begins_again() -> None:
    moment = views.message(WIDE)
    assert moment.overhangs == ({(WIDE, 0, 4): WAY},)
    run = [(HOLD + column * STEP, part(column + 1)) for column in range(WAY)]
    end = run[-1][0] + HOLD
    assert turns(moment, end + HOLD) == [(0.0, part(0)), *run, (end, part(0))]


def test_it_needs_no_call_at_every_step() -> None:
    # Whatever the time of a call, only that time decides.
    moment = views.message(WIDE)
    assert moment.picture(HOLD + 5.5 * STEP) == part(6)
    assert moment.lasts(HOLD + 5.5 * STEP) == STEP / 2
    assert moment.picture(1000 * (2 * HOLD + (WAY - 1) * STEP) + HOLD / 2) == part(0)


def test_names_run_together_and_the_shorter_one_waits() -> None:
    moment = views.moment(columns({"Maximiliane": 1, "Annabella Sophie": 2, "Jo": 3}), "de")
    (overhangs,) = moment.overhangs
    shorter, longer = sorted(overhangs.values())
    last = HOLD + (longer - 1) * STEP
    left = {seconds: moment.picture(seconds).to_text().split() for seconds in (0.0, HOLD + shorter * STEP, last)}
    name = {seconds: [line[:20] for line in lines[:5]] for seconds, lines in left.items()}
    assert name[0.0] != name[HOLD + shorter * STEP] == name[last]
    # The scores below, and the name that fits, never move.
    still = [[line[42:] for line in lines] + lines[6:] for lines in left.values()]
    assert still[0] == still[1] == still[2]


def test_two_texts_that_are_the_same_each_run_in_their_place() -> None:
    view = columns({"Maximiliane": 1, "Bo": 2, "": 3})
    view["game"]["seats"][2]["name"] = "Maximiliane"
    (overhangs,) = views.moment(view, "de").overhangs
    assert [text for text, _left, _y in overhangs] == ["Maximiliane", "Maximiliane"]


# --- the winner's name -----------------------------------------------------------------------------------------------


def won(winner: list[int], *names: str) -> View:
    return ueberwurf("over", names=(names[0], names[1]), outcome=outcome(winner, 9, 7))


def test_at_the_end_the_last_scores_and_the_winners_name_take_turns() -> None:
    moment = views.moment(won([1], "Jo", "Bo"), "de")
    (at, scores), (then, name), *again = turns(moment, 5 * PAGE)
    assert (at, then) == (0.0, PAGE)
    assert scores == views.moment(won([1], "", "Bo"), "de").picture(0.0)
    canvas = Canvas()
    views_parts.winner(canvas, ["Jo"])
    assert name == canvas.picture() != scores
    assert again == [(2 * PAGE, scores), (3 * PAGE, name), (4 * PAGE, scores)]


def test_a_winners_name_that_is_too_wide_runs_to_its_end_before_the_scores_come_again() -> None:
    moment = views.moment(won([2], "Jo", "Maximiliane Annabella"), "de")
    scores, name = moment.overhangs
    assert not scores
    (way,) = name.values()
    pictures = turns(moment, PAGE + 2 * HOLD + (way - 1) * STEP + PAGE / 2)
    assert len(pictures) == 1 + (1 + way) + 1
    assert pictures[0][1] == pictures[-1][1]


@pytest.mark.parametrize("view", [won([], "Jo", "Bo"), won([1], "", "Bo"), won([1, 2], " ", "Bo")])
def test_who_has_no_name_is_told_by_the_scores_alone(view: View) -> None:
    assert views.moment(view, "de").lasts(0.0) is None


@unhurried
@given(st.text(min_size=1, max_size=60), st.floats(0, 1000))
def test_any_message_can_be_shown_at_any_time(text: str, seconds: float) -> None:
    moment = views.message(text)
    lasts = moment.lasts(seconds)
    if lasts is None:
        assert moment.picture(seconds) == moment.picture(0.0)
    else:
        assert 0 < lasts <= HOLD
        assert moment.picture(seconds + lasts / 2) == moment.picture(seconds)


@pytest.mark.parametrize("die", ["d4", "d8", "d20", "d8+d100"])
def test_a_hidden_choice_is_not_to_be_seen_at_any_time(die: str) -> None:
    hidden = ueberwurf("choose", locked=(True, False), chosen=(die, None), asked=(2,))
    open_ = ueberwurf("choose", locked=(True, False), asked=(2,))
    names = columns({"Maximiliane Annabella": 1, "Jo": 2}, locked=(1,))
    told = columns({"Maximiliane Annabella": 1, "Jo": 2}, locked=(1,))
    told["game"]["seats"][0]["choice"] = die
    for one, other in ((hidden, open_), (names, told)):
        pictures = [turns(views.moment(view, "de"), 20.0) for view in (one, other)]
        assert pictures[0] == pictures[1]


def test_the_link_has_room_for_every_step() -> None:
    # No step is left out because the one before it is still waiting for its turn.
    assert 1 / STEP <= MOST_A_SECOND - AT_ONCE


# --- on the display --------------------------------------------------------------------------------------------------


class Later:
    """A clock that the test moves, and what is to be called when."""

    def __init__(self) -> None:
        self.now = 50.0
        self.shown: list[Picture] = []
        self._calls: list[tuple[float, Callable[[], None], Later.Call]] = []

    class Call:
        cancelled = False

        def cancel(self) -> None:
            self.cancelled = True

    def call_later(self, seconds: float, what: Callable[[], None]) -> "Later.Call":
        call = Later.Call()
        self._calls.append((self.now + seconds, what, call))
        return call

    def pending(self) -> int:
        self._calls = [each for each in self._calls if not each[2].cancelled]
        return len(self._calls)

    def live(self, seconds: float) -> None:
        end = self.now + seconds
        while self.pending():
            due = min(self._calls, key=lambda each: each[0])
            if due[0] > end:
                break
            self._calls.remove(due)
            self.now = due[0]
            due[1]()
        self.now = end


@pytest.fixture
def later() -> Later:
    use("de")
    return Later()


@pytest.fixture
def leds(later: Later) -> Leds:
    return Leds(later.shown.append, later.call_later, lambda: later.now)


def test_what_fits_is_shown_once(leds: Leds, later: Later) -> None:
    leds.view(columns({"Anna": 1, "Jörg": 2}), {})
    later.live(100)
    assert len(later.shown) == 1
    assert later.pending() == 0


def test_what_is_too_wide_runs_by_itself(leds: Leds, later: Later) -> None:
    view = columns({"Maximiliane Annabella": 1, "Jörg": 2})
    leds.view(view, {})
    later.live(20.0)
    assert later.shown == [picture for _at, picture in turns(views.moment(view, "de"), 20.0)]
    assert len(set(later.shown)) > 10


def test_a_lock_beside_a_name_does_not_begin_it_anew(leds: Leds, later: Later) -> None:
    names = {"Maximiliane Annabella": 1, "Jörg": 2}
    leds.view(columns(names), {})
    later.live(HOLD + 4.5 * STEP)
    leds.view(columns(names, locked=(2,)), {})
    assert later.shown[-1] == views.moment(columns(names, locked=(2,)), "de").picture(HOLD + 4.5 * STEP)
    assert later.pending() == 1


def test_the_end_of_a_game_begins_with_its_scores_and_a_question_does_not_begin_it_anew(
    leds: Leds, later: Later
) -> None:
    leds.view(ueberwurf("choose"), {})
    later.live(PAGE + 1.0)
    end = won([1], "Jo", "Bo")
    leds.view(end, {})
    assert later.shown[-1] == views.draw(end, "de")
    later.live(PAGE + 1.0)
    leds.view({**end, "asked": [1, 2]}, {})
    assert later.shown[-1] == views.moment(end, "de").picture(PAGE)


def test_another_moment_begins_with_its_beginning_and_ends_the_one_before(leds: Leds, later: Later) -> None:
    leds.view(columns({"Maximiliane Annabella": 1, "Jörg": 2}), {})
    later.live(HOLD + 4.5 * STEP)
    still = columns({"Anna": 1, "Jörg": 2})
    leds.view(still, {})
    later.live(100)
    assert later.shown[-1] == views.draw(still, "de")
    assert later.pending() == 0


def test_after_the_end_nothing_moves(leds: Leds, later: Later) -> None:
    leds.view(columns({"Maximiliane Annabella": 1, "Jörg": 2}), {})
    leds.close()
    later.live(100)
    assert len(later.shown) == 1
