"""Random games of every kind: each moment of each has its picture, whole, in both languages, and each word is there."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from controller.display import views, views_words
from controller.display.picture import Canvas, Picture
from controller.halting import Halt
from controller.journal.entries import AnyEntry, Chosen, Closed, Proposed, Started, Threw
from controller.journal.entries import Drawn as DrawnEntry
from controller.matching import OpenDie
from controller.play import Phase, Play, begin
from controller.rules import wizard_cards
from controller.rules.core import WIZARD_FACES, Answer, Choose, Drawn, Reason
from controller.view import public_view
from tests.rules.players import SCENARIOS, Player, Scenario, play
from vision.reading import faces

View = dict[str, Any]
# So many games of each way to play are drawn; the words are collected over more of them, without drawing.
DRAWN: Final = {"ueberwurf": 8, "zugband": 15, "overload": 1, "wizard": 1}
PLAYED: Final = {"ueberwurf": 100, "zugband": 100, "overload": 3, "wizard": 5}


def entry(answer: Answer) -> AnyEntry:
    """The answer as the table records it."""
    if isinstance(answer, Choose):
        return Chosen(answer.seat, answer.value, "", "")
    if isinstance(answer, Drawn):
        return DrawnEntry(answer.value)
    return Threw(answer.seat, dict(answer.dice), answer.kept)


def half_read(now: Play, some: Random) -> tuple[OpenDie, ...]:
    """The dice of the throw, each of them read, entered or unknown."""
    dice = []
    for die in now.to_throw():
        face = some.choice((None, *faces(die.type)))
        dice.append(OpenDie(die.seat, die.type, face, face is not None and some.random() < 0.5))
    return tuple(dice)


def looks(now: Play, some: Random) -> Iterator[View]:
    """Every public view that the table can show of a moment."""
    asked = [choice.seat for choice in now.choices] + [throw.seat for throw in now.throws]
    yield public_view(now, now.phase, asked)
    if now.throws:
        yield public_view(now, Phase.READING, ())
        judged = Play(now.start, now.state, half_read(now, some), verdicts=now.verdicts)
        yield public_view(judged, Phase.CONFIRM, asked)
    if now.verdict and now.phase in (Phase.CHOOSE, Phase.THROW):
        yield public_view(now, Phase.VERDICT, asked)
    if some.random() < 0.1:
        yield from challenges(now, some)
    if not now.outcome and some.random() < 0.1:
        seat = some.randint(1, now.start.players)
        ends = (Closed("conceded", "", "", seat), Closed("forfeited", "", "", seat), Closed("aborted", "", ""))
        closed, _events = now.step(some.choice(ends))
        yield public_view(closed, Phase.OVER, ())


def challenges(now: Play, some: Random) -> Iterator[View]:
    """The game is stopped, and something is proposed about it. Words run through, so pages of words are left out."""
    dice = half_read(now, some) if now.throws else ()
    halt = Halt(1, dice or tuple(OpenDie(die.seat, die.type, 1) for die in now.to_throw()), undo=1)
    for proposal in (
        None,
        Proposed(1, "undo"),
        Proposed(1, "again"),
        Proposed(1, "by_hand"),
        _another_face(halt, some),
    ):
        stopped = replace(now, dice=dice, halt=replace(halt, proposal=proposal))
        view = public_view(stopped, Phase.CHALLENGE, [1])
        if view["challenge"]["proposal"]:
            view["challenge"]["proposal"]["text"] = ""
        yield view


def _another_face(halt: Halt, some: Random) -> Proposed | None:
    if not halt.dice:
        return None
    place = some.randrange(len(halt.dice))
    return Proposed(1, "face", place, some.choice(faces(halt.dice[place].type)))


def game(way: Scenario, seed: int) -> Iterator[View]:
    """Every view of a random game."""
    some, player, setup = Random(seed), Player(seed), way.setup
    start = Started(way.game.id, 1, setup.players, ("Anna",), tuple(setup.variants), house=dict(setup.house))
    now, _events = begin(start)
    yield from looks(now, some)
    while now.needs:
        now, _events = now.step(entry(player.answer(now.state)))
        yield from looks(now, some)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be drawn over something else."""
    draw = Canvas.set

    def once(canvas: Canvas, x: int, y: int, on: bool = True) -> None:
        drawn = vars(canvas).setdefault("drawn", set())
        assert (x, y) not in drawn, f"({x}, {y}) is drawn twice"
        drawn.add((x, y))
        draw(canvas, x, y, on)

    monkeypatch.setattr(Canvas, "set", once)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("way", SCENARIOS, ids=lambda way: way.name)
def test_every_moment_of_random_games_has_its_picture(way: Scenario) -> None:
    seen = set()
    for seed in range(DRAWN[way.game.id]):
        for view in game(way, seed):
            as_json = json.dumps(view)
            if as_json in seen:
                continue
            seen.add(as_json)
            for lang, words in views_words.WORDS.items():
                shown = views.moment(view, lang)
                assert shown.picture(0.0) != Picture.blank()
                # All words of the rules have room, so nothing ever runs through.
                assert not any(shown.overhangs)
                if view["verdict"]:
                    assert view["verdict"]["rule"] in words.rules
                if view["outcome"]:
                    assert view["outcome"]["reason"] in words.reasons


def test_every_rule_that_a_game_can_tell_has_its_word_and_no_word_is_left_over() -> None:
    rules, reasons = set(), {Reason.CONCEDED, Reason.FORFEITED, Reason.ABORTED}
    for way in SCENARIOS:
        for seed in range(PLAYED[way.game.id]):
            played = play(way.game, way.setup, Player(seed))
            told = [event for step in played.steps for event in step.events]
            rules |= {event.data["rule"] for event in told if event.name == "verdict"}
            outcome = played.steps[-1].state.outcome
            assert outcome is not None
            reasons.add(outcome.reason)
    assert reasons == set(Reason)
    for words in views_words.WORDS.values():
        assert words.rules.keys() == rules
        assert words.reasons.keys() == {reason.value for reason in Reason}
        assert words.cards.keys() == wizard_cards.CARDS.keys()
        assert words.faces.keys() == set(WIZARD_FACES)
        assert len(set(words.faces.values())) == len(WIZARD_FACES)
