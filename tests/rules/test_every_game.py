"""What holds for every game, every variant and some combinations of them, on random legal play."""

import dataclasses
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from controller import i18n
from controller.rules import GAMES
from controller.rules.core import (
    Answer,
    Choice,
    Choose,
    Draw,
    Drawn,
    Face,
    IllegalAnswer,
    Message,
    State,
    Throw,
    Thrown,
)
from controller.rules.setup import GameInfo, Setup, SetupError
from tests.rules.players import SCENARIOS, Play, Player, Scenario, play

WAYS = {way.name: way for way in SCENARIOS}
every_way = pytest.mark.parametrize("name", WAYS)
every_two_player_way = pytest.mark.parametrize("name", [name for name, way in WAYS.items() if way.setup.players == 2])
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


@cache
def games(name: str) -> tuple[Play, ...]:
    """Some random games of a way to play, the same ones for every test."""
    way = WAYS[name]
    count = 3 if way.game.id in ("overload", "wizard") else 25
    return tuple(play(way.game, way.setup, Player(f"{name} {seed}")) for seed in range(count))


def replay(way: Scenario, answers: tuple[Answer, ...], setup: Setup | None = None) -> Play:
    start = way.game.start(setup or way.setup)
    steps, state = [], start.state
    for answer in answers:
        steps.append(state.apply(answer))
        state = steps[-1].state
    return Play(start, answers, tuple(steps))


# --- the end ---------------------------------------------------------------------------------------------------------


@every_way
def test_random_play_ends_with_an_outcome(name: str) -> None:
    for game in games(name):
        last = game.states[-1]
        assert last.needs == ()
        assert last.outcome is not None
        assert set(last.outcome.scores) == set(range(1, WAYS[name].setup.players + 1))
        assert set(last.outcome.winner) <= set(last.outcome.scores)
        json.dumps(last.outcome.as_json())


@every_way
def test_the_outcome_is_there_exactly_when_nothing_is_needed(name: str) -> None:
    for game in games(name):
        for state in game.states:
            assert (state.outcome is None) == bool(state.needs)


@every_way
def test_a_game_asks_for_no_dice_but_its_own(name: str) -> None:
    asked = {
        kind
        for game in games(name)
        for state in game.states
        for need in state.needs
        if isinstance(need, Throw)
        for kind in need.dice
    }
    assert asked <= set(WAYS[name].game.dice)


@every_game
def test_the_dice_of_a_game_are_asked_for_in_one_of_its_ways(game: GameInfo) -> None:
    asked = {
        kind
        for name, way in WAYS.items()
        if way.game is game
        for one in games(name)
        for state in one.states
        for need in state.needs
        if isinstance(need, Throw)
        for kind in need.dice
    }
    assert asked == set(game.dice)


# --- the same answers, the same game ---------------------------------------------------------------------------------


@every_way
def test_replay_of_any_prefix_gives_equal_states_and_events(name: str) -> None:
    for game in games(name):
        again = replay(WAYS[name], game.answers)
        assert again.start == game.start
        assert again.steps == game.steps
        assert [state.needs for state in again.states] == [state.needs for state in game.states]


@every_way
def test_a_state_that_was_answered_is_as_before(name: str) -> None:
    game = games(name)[0]
    for before, answer, step in zip(game.states, game.answers, game.steps, strict=False):
        assert before.apply(answer) == step
        assert before.apply(answer).state.view() == step.state.view()


@every_way
def test_a_state_holds_its_fields_and_nothing_else(name: str) -> None:
    # States are copied past their constructors for speed: a misspelt field would not be noticed there.
    for state in games(name)[0].states:
        record: Any = state
        fields = {field.name for field in dataclasses.fields(record)}
        assert vars(state).keys() - {"needs"} == fields
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(state, min(fields), None)
        assert dataclasses.replace(record) == state


@every_way
def test_no_event_is_changed_later(name: str) -> None:
    # Events are shared between games.
    before = [json.dumps(step_json(game)) for game in games(name)]
    play(WAYS[name].game, WAYS[name].setup, Player("another"))
    assert [json.dumps(step_json(game)) for game in games(name)] == before


def step_json(game: Play) -> list[object]:
    return [
        [event.name, event.seat, event.text.text, dict(event.text.values), dict(event.data)]
        for step in (game.start, *game.steps)
        for event in step.events
    ]


# --- only what was asked ---------------------------------------------------------------------------------------------


def illegal_answers(state: State, players: int) -> Iterator[Answer]:
    """Answers that this state must refuse: by the wrong seat, of the wrong kind, with a wrong value."""
    choices = {need.seat: need for need in state.needs if isinstance(need, Choice)}
    throws = {need.seat: need for need in state.needs if isinstance(need, Throw)}
    draws = [need for need in state.needs if isinstance(need, Draw)]
    for seat in (0, *range(1, players + 1), players + 1):
        yield Choose(seat, "no such option")
        if seat not in choices:
            yield Choose(seat, "0")
        if seat not in throws:
            yield Thrown(seat, {"d8": (1,)})
    for seat, throw in throws.items():
        yield from illegal_throws(seat, throw)
    yield Drawn("no such card") if draws else Drawn("one_more")


def illegal_throws(seat: int, need: Throw) -> Iterator[Answer]:
    kind = need.dice[0]
    low: Face = "blue" if kind == "wizard" else 1
    rest = tuple(low for _ in need.dice[1:])
    wrong: tuple[Any, ...] = (0, 101, -1, "jokers", True, 1.0, None)
    for face in wrong:
        yield Thrown(seat, {kind: (face, *rest)})
    yield Thrown(seat, {})
    yield Thrown(seat, {kind: ()})
    yield Thrown(seat, {kind: (low, low, *rest)})
    yield Thrown(seat, {kind: (low, *rest), "d4": (1,)} if kind != "d4" else {"d4": (1, *rest), "d6": (1,)})
    yield Thrown(seat, {kind: (low, *rest), "d7": ()})
    yield Thrown(seat, {kind: (low, *rest)}, kept=(len(need.dice),))
    yield Thrown(seat, {kind: (low, *rest)}, kept=(0, 0))
    if need.fewest is None:
        yield Thrown(seat, {kind: (low, *rest)}, kept=(0,))


@every_way
def test_illegal_answers_are_refused_and_change_nothing(name: str) -> None:
    for game in games(name)[:2]:
        for state in game.states:
            before, needs = state.view(), state.needs
            for answer in illegal_answers(state, WAYS[name].setup.players):
                with pytest.raises(IllegalAnswer) as refused:
                    state.apply(answer)
                assert i18n.render(refused.value.message)
            assert state.view() == before
            assert state.needs is needs


# --- secrets ---------------------------------------------------------------------------------------------------------


def secret_moments(game: Play) -> Iterator[tuple[State, Choice]]:
    """States in which a hidden choice will still be hidden after it is made, since another one is open."""
    for state in game.states:
        hidden = [need for need in state.needs if isinstance(need, Choice) and need.hidden]
        if len({need.seat for need in hidden}) > 1:
            yield from ((state, need) for need in hidden)


@every_way
def test_an_unrevealed_choice_is_in_nobody_elses_view(name: str) -> None:
    seats = range(1, WAYS[name].setup.players + 1)
    for game in games(name):
        for state, need in secret_moments(game):
            steps = [state.apply(Choose(need.seat, value)) for value in need.options]
            others = [None, *(seat for seat in seats if seat != need.seat)]
            for step in steps[1:]:
                assert step.events == steps[0].events
                assert step.state.needs == steps[0].state.needs
                assert [step.state.view(seat) for seat in others] == [steps[0].state.view(seat) for seat in others]


@pytest.mark.parametrize("name", ["ueberwurf", "zugband", "wizard", "wizard-spell_cards-true"])
def test_there_are_secrets_to_keep(name: str) -> None:
    assert sum(1 for game in games(name) for _ in secret_moments(game)) > 10


# --- fairness --------------------------------------------------------------------------------------------------------


def swapped(answer: Answer) -> Answer:
    """The same answer from the other seat; Overload's options name the seat whose figure is met ("take:1B")."""
    if isinstance(answer, Drawn):
        return answer
    if isinstance(answer, Choose):
        value = re.sub("(?<=:)[12](?=[AB])", lambda seat: str(3 - int(seat[0])), answer.value)
        return Choose(3 - answer.seat, value)
    return answer._replace(seat=3 - answer.seat)


@every_two_player_way
def test_swapping_the_seats_swaps_the_outcome(name: str) -> None:
    way = WAYS[name]
    setup = dataclasses.replace(way.setup, first=3 - way.setup.first)
    for game in games(name):
        mirrored = replay(way, tuple(map(swapped, game.answers)), setup).states[-1].outcome
        outcome = game.states[-1].outcome
        assert mirrored is not None
        assert outcome is not None
        assert set(mirrored.winner) == {3 - seat for seat in outcome.winner}
        assert mirrored.scores == {3 - seat: points for seat, points in outcome.scores.items()}
        assert mirrored.reason is outcome.reason


# --- what is shown and said ------------------------------------------------------------------------------------------


@every_way
def test_views_are_json_and_hold_what_every_game_gives(name: str) -> None:
    players = WAYS[name].setup.players
    for state in games(name)[0].states:
        for viewer in (None, *range(1, players + 1)):
            view = state.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert view["game"] == WAYS[name].game.id
            assert isinstance(view["round"], int)
            assert view["rounds"] is None or view["round"] <= view["rounds"]
            assert [one["seat"] for one in view["seats"]] == list(range(1, players + 1))
            assert all(isinstance(one["score"], int) and isinstance(one["locked"], bool) for one in view["seats"])


@every_way
def test_events_are_json(name: str) -> None:
    for game in games(name)[:3]:
        json.dumps(step_json(game))


@every_way
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_sentence_can_be_said(name: str, language: str) -> None:
    i18n.use(language)
    for game in games(name)[:3]:
        for message in game.messages:
            assert_said(message)
        for state in game.states:
            for need in state.needs:
                assert_said(need.about)


def assert_said(message: Message) -> None:
    said = i18n.render(message, ["Ada", "Bo", "Cy", "Di", "Ed"])
    assert said
    assert "None" not in said
    assert "{" not in said


@every_game
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_description_can_be_said(game: GameInfo, language: str) -> None:
    i18n.use(language)
    for message in (game.about, *(one.help for one in game.variants), *(one.help for one in game.house)):
        assert_said(message)


# --- setting up ------------------------------------------------------------------------------------------------------


@every_game
def test_unknown_variants_rules_and_numbers_of_players_are_refused(game: GameInfo) -> None:
    seats = game.seats[0]
    for setup in (
        Setup(game.seats[-1] + 1),
        Setup(0),
        Setup(seats, frozenset({"no_such_variant"})),
        Setup(seats, house={"no_such_rule": 1}),
    ):
        with pytest.raises(SetupError) as refused:
            game.start(setup)
        assert_said(refused.value.message)


@every_game
def test_every_value_of_every_house_rule_is_playable(game: GameInfo) -> None:
    for option in game.house:
        closed = isinstance(option.default, bool | str)
        for value in (option.default, *(option.allowed if closed else ()), *option.words):
            setup = Setup(game.seats[-1], house={option.key: str(value)})
            assert play(game, setup, Player(option.key)).states[-1].outcome


@every_way
def test_requests_are_well_formed(name: str) -> None:
    for state in games(name)[0].states:
        asked = [(type(need), getattr(need, "seat", None)) for need in state.needs]
        assert len(set(asked)) == len(asked)
        for need in state.needs:
            if isinstance(need, Choice):
                assert len(set(need.options)) == len(need.options)
                assert len(need.options) > 1 or need.optional


# --- what stands on the keys -----------------------------------------------------------------------------------------


@every_way
def test_every_choice_is_declared_with_the_keys_that_it_uses(name: str) -> None:
    """Printed overlays are made from the questions of a game: a choice that differs would contradict them."""
    declared = {question.about.text: question.keys for question in WAYS[name].game.questions}
    for game in games(name):
        for choice in (need for state in game.states for need in state.needs if isinstance(need, Choice)):
            keys = declared[choice.about.text]
            if keys:
                assert (choice.keys or choice.options) == keys
                assert set(choice.options) <= set(keys)
            else:
                assert not choice.keys


@every_game
def test_no_option_stands_on_two_keys(game: GameInfo) -> None:
    for question in game.questions:
        named = [key for key in question.keys if key]
        assert len(set(named)) == len(named)
