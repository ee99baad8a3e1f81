"""A locked choice can be taken back until the last seat has locked; nobody learns anything from it but that."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal import check, entries
from controller.journal.entries import Annulled, AnyEntry, Chosen, Corrected, Started, TakenBack, Threw
from controller.journal.seal import seal
from controller.journal.store import Journal, Step
from controller.panel.keypad import Key
from controller.play import Play, begin, replay
from controller.referee import closed_to_export, unrevealed
from controller.rules import GAMES
from controller.rules.core import Answer, Choice, Choose, Drawn, IllegalAnswer, Thrown
from controller.rules.setup import Setup
from controller.table import Table
from tests.controller.game import FakeEyes
from tests.rules.players import Player, play

START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"))


def chosen(seat: int, value: str) -> Chosen:
    return Chosen(seat, value, "00", seal("00", value))


def entry_of(answer: Answer) -> AnyEntry:
    match answer:
        case Choose(seat, value):
            return chosen(seat, value)
        case Thrown(seat, dice, kept):
            return Threw(seat, dict(dice), kept)
        case Drawn(value):
            return entries.Drawn(value)


def folded(*history: AnyEntry) -> Play:
    play, _events = begin(START)
    for entry in history:
        play, _events = play.fold(entry)
    return play


def test_the_game_goes_on_as_if_the_choice_had_not_been_locked() -> None:
    locked = folded(chosen(1, "d8"))
    entry = locked.take_back(1)
    assert entry == TakenBack(1, 1)
    play, events = locked.fold(entry)
    assert [(event.name, event.seat, dict(event.data)) for event in events] == [("taken_back", 1, {})]
    assert events[0].text.values == {"seat": 1}
    assert play.state == begin(START)[0].state
    assert play.locked == frozenset()
    assert len(play.history) == 3
    after = folded(chosen(1, "d8"), entry, chosen(2, "d4"), chosen(1, "d6"))
    assert after.state == folded(chosen(2, "d4"), chosen(1, "d6")).state


def test_the_second_seat_s_lock_stays_when_the_first_takes_its_own_back() -> None:
    # Both may do so, one after the other; what the other has locked stays locked.
    play = folded(chosen(2, "d4"))
    assert play.take_back(1) is None
    assert play.take_back(2) == TakenBack(2, 1)


def test_what_was_taken_back_stays_hidden_for_good_and_is_exported_with_its_round() -> None:
    locked = (START, chosen(1, "d8"), TakenBack(1, 1), chosen(1, "d6"))
    assert unrevealed(locked) == {1, 3}
    assert closed_to_export(locked) == {1, 3}
    revealed = (*locked, chosen(2, "d4"))
    assert unrevealed(revealed) == {1}
    assert closed_to_export(revealed) == set()


@pytest.mark.parametrize("seat", [1, 2])
def test_nothing_can_be_taken_back_once_the_last_seat_has_locked(seat: int) -> None:
    play = folded(chosen(1, "d8"), chosen(2, "d4"))
    assert play.take_back(seat) is None
    with pytest.raises(IllegalAnswer):
        play.fold(TakenBack(seat, seat))
    # Not even where a game would keep the choices hidden while the dice are thrown.
    assert replace(play, locked=frozenset({seat})).take_back(seat) is None


def test_only_the_seat_s_own_latest_lock_can_be_taken_back() -> None:
    play = folded(chosen(1, "d8"), TakenBack(1, 1), chosen(1, "d6"))
    for wrong in (TakenBack(1, 1), TakenBack(2, 3), TakenBack(1, 0)):
        with pytest.raises(IllegalAnswer):
            play.fold(wrong)
    assert play.take_back(1) == TakenBack(1, 3)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_in_no_game_can_anything_be_taken_back_but_a_hidden_lock_that_others_still_owe(game: str, seed: int) -> None:
    """At each moment of whole games: allowed means that the choice is hidden, and that taking it back undoes it."""
    players = 3 if 3 in GAMES[game].seats else 2
    whole = play(GAMES[game], Setup(players), Player(seed))
    now, _events = begin(Started(game, 1, players))
    for answer in whole.answers[:150]:
        now, _events = now.fold(entry_of(answer))
        for seat in range(1, players + 1):
            entry = now.take_back(seat)
            if entry is None:
                continue
            hidden = [need for need in now.choices if need.hidden and need.seat != seat]
            assert hidden, "somebody still has to lock"
            assert not now.throws
            back, _told = now.fold(entry)
            assert any(isinstance(need, Choice) and need.seat == seat and need.hidden for need in back.needs)
            assert back.fold(now.history[entry.entry])[0].state == now.state


def test_the_record_of_it_holds_and_tells_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        now, events = begin(START)
        game = journal.begin(START, events)
        told: list[AnyEntry] = [chosen(1, "d8"), TakenBack(1, 1), chosen(1, "d6")]
        for entry in told:
            now, events = now.fold(entry)
            journal.append(game, [Step(entry, events)])
        history = journal.read(game)
        assert replay(history)[0].state == now.state
        assert check.faults(journal.lines(game), journal.games()[0].seed) == []
        # What counts is seen once the round is revealed; what was taken back never is.
        assert unrevealed(history) == {1, 3}
        assert unrevealed([*history, chosen(2, "d4")]) == {1}


def test_a_round_with_a_choice_taken_back_can_be_annulled() -> None:
    play = folded(chosen(1, "d8"), TakenBack(1, 1), chosen(1, "d6"))
    annulled, _events = play.fold(Annulled(1, 3, 3, "Referee", "a mistake"))
    assert annulled.state == begin(START)[0].state
    assert annulled.take_back(1) is None


def test_a_choice_that_a_correction_made_open_again_is_the_one_that_is_taken_back() -> None:
    """Later locks of the seat are voided with what followed: they are not there to be taken back."""
    first: list[AnyEntry] = [chosen(1, "d8"), chosen(2, "d4"), Threw(1, {"d8": (5,)}), Threw(2, {"d4": (2,)})]
    second = [chosen(1, "d10"), chosen(2, "d20")]
    play = folded(*first, *second, Corrected(1, "Referee", "pressed wrong", value="d6", void_from=2))
    entry = play.take_back(1)
    assert entry == TakenBack(1, 1)
    assert play.fold(entry)[0].state == begin(START)[0].state


def test_back_opens_the_choice_again_at_the_table(tmp_path: Path) -> None:
    async def run(journal: Journal) -> list[AnyEntry]:
        table = Table(journal, FakeEyes((), automatic=False), verdict_seconds=0)
        game = asyncio.create_task(table.play(journal.begin(START), begin(START)[0]))
        await asyncio.sleep(0)

        async def press(seat: int, *keys: Key, entries: int) -> None:
            for key in keys:
                table.press(seat, key)
            async with asyncio.timeout(60):
                while len(journal.read(1)) < entries:
                    await asyncio.sleep(0.001)
            await asyncio.sleep(0.01)

        await press(2, "back", entries=1)
        # BACK at once, while the lock is still on its way into the record.
        await press(1, 2, "ok", "back", entries=3)
        await press(1, 3, "ok", entries=4)
        await press(2, 1, "ok", entries=5)
        await press(1, "back", entries=5)
        table.stop()
        await game
        table.close()
        return journal.read(1)

    with Journal(tmp_path / "journal.db") as journal:
        written = asyncio.run(run(journal))
    assert [type(entry).__name__ for entry in written] == ["Started", "Chosen", "TakenBack", "Chosen", "Chosen"]
    assert [entry.value for entry in written if isinstance(entry, Chosen)] == ["d6", "d8", "d4"]
