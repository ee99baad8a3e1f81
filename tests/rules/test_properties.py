"""Properties over games, variants, play and corrections that hypothesis makes up."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.amend import answers, effective
from controller.journal.entries import AnyEntry, Chosen, Corrected, Drawn, Started, Threw
from controller.play import replay
from controller.referee import consequences, voiding
from controller.rules import core
from controller.rules.core import Answer, Choice, Choose, Face, State, Throw, Thrown
from tests.rules.players import SCENARIOS, Player, Scenario, play

ways = st.sampled_from(SCENARIOS)
seeds = st.integers(0, 2**32 - 1)
share = st.floats(0, 1, exclude_max=True)


def entry(answer: Answer) -> AnyEntry:
    if isinstance(answer, Choose):
        return Chosen(answer.seat, answer.value, "", "")
    if isinstance(answer, core.Drawn):
        return Drawn(answer.value)
    return Threw(answer.seat, dict(answer.dice), answer.kept)


def record(way: Scenario, given_answers: Sequence[Answer]) -> list[AnyEntry]:
    setup = way.setup
    start = Started(
        way.game.id, 1, setup.players, (), tuple(sorted(setup.variants)), dict(setup.house), {}, setup.first
    )
    return [start, *map(entry, given_answers)]


def folded(way: Scenario, given_answers: Sequence[Answer]) -> State:
    state = way.game.start(way.setup).state
    for answer in given_answers:
        state = state.apply(answer).state
    return state


@given(way=ways, seed=seeds, cut=share)
@settings(max_examples=120, deadline=None)
def test_a_crash_after_any_answer_loses_nothing(way: Scenario, seed: int, cut: float) -> None:
    """The fold over a prefix of the record gives the same state, and from there the same game to the end."""
    game = play(way.game, way.setup, Player(seed))
    place = int(cut * (len(game.answers) + 1))
    resumed, _events = replay(record(way, game.answers[:place]))
    assert resumed.state == folded(way, game.answers[:place])
    for answer in game.answers[place:]:
        resumed, _more = resumed.fold(entry(answer))
    assert resumed.state == folded(way, game.answers)
    assert resumed.outcome == resumed.state.outcome is not None


@given(way=ways, seed=seeds, which=share, data=st.data())
@settings(max_examples=120, deadline=None)
def test_a_correction_equals_the_game_played_so_from_the_start(
    way: Scenario, seed: int, which: float, data: st.DataObject
) -> None:
    """Whatever is corrected: what still stands is a legal game, and the record stands where that game would."""
    game = play(way.game, way.setup, Player(seed))
    place = int(which * len(game.answers))
    correction = other(folded(way, game.answers[:place]), game.answers[place], place + 1, data)
    history = record(way, game.answers)
    broken = consequences(history, correction)
    assert all(one.place > place + 1 for one in broken)
    settled = voiding(history, correction, broken)
    amended, _events = replay([*history, settled])
    assert amended.state == folded(way, answers([*history, settled]))
    counting = dict(effective([*history, settled]))
    assert not broken or max(counting) < broken[0].place
    corrected = counting[place + 1]
    if isinstance(corrected, Threw):
        assert corrected.dice == correction.dice
    else:
        assert isinstance(corrected, Chosen | Drawn)
        assert corrected.value == correction.value


def other(state: State, answer: Answer, place: int, data: st.DataObject) -> Corrected:
    """Another legal answer to the same question, as a correction."""
    if isinstance(answer, Thrown):
        need = next(n for n in state.needs if isinstance(n, Throw) and n.seat == answer.seat)
        dice: dict[str, tuple[Face, ...]] = {}
        for kind, values in answer.dice.items():
            changed = list(values)
            free = [index for index in range(len(values)) if index not in answer.kept and index not in need.frozen]
            if free:
                changed[data.draw(st.sampled_from(free))] = data.draw(st.sampled_from(core.faces(kind)))
            dice[kind] = tuple(changed)
        return Corrected(place, "Referee", "misread", dice=dice)
    if isinstance(answer, Choose):
        options = next(n.options for n in state.needs if isinstance(n, Choice) and n.seat == answer.seat)
    else:
        options = next(n.options for n in state.needs if isinstance(n, core.Draw))
    return Corrected(place, "Referee", "misheard", value=data.draw(st.sampled_from(options)))


@given(way=ways, seed=seeds, cut=share, seat=st.integers(-1, 7), value=st.text(max_size=6))
@settings(max_examples=200, deadline=None)
def test_an_illegal_answer_changes_nothing(way: Scenario, seed: int, cut: float, seat: int, value: str) -> None:
    game = play(way.game, way.setup, Player(seed))
    state = folded(way, game.answers[: int(cut * (len(game.answers) + 1))])
    before = (state.view(), state.needs)
    legal = [n for n in state.needs if isinstance(n, Choice) and n.seat == seat and value in n.options]
    for answer in (Choose(seat, value), Thrown(seat, {value: (1,)}), core.Drawn(value + "?")):
        if isinstance(answer, Choose) and legal:
            continue
        with pytest.raises(core.IllegalAnswer, match=r"."):
            state.apply(answer)
        assert (state.view(), state.needs) == before
