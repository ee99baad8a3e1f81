"""Before and between games: menus on the keys, rematches, best of N, seats that change."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.config import Config, load
from controller.errors import ConfigError
from controller.journal.entries import Closed, DiceRules, Series, Started, decode
from controller.journal.lines import Step
from controller.journal.store import Journal
from controller.lobby import Lobby, started
from controller.panel.keypad import presses
from controller.play import Play, begin
from controller.rules import GAMES
from controller.rules.core import Outcome, Reason
from controller.series import after, following, told, winners
from controller.table import Hold, Table
from tests.controller.game import FakeEyes
from tests.controller.sitting import Watcher
from tests.panel.clock import StillLoop, run

People = Callable[[StillLoop], Coroutine[Any, Any, None]]


def configured(**values: Any) -> Config:
    return load(None, {key.replace("__", "."): value for key, value in values.items()}).config


class Asked:
    """A lobby that is asked something, and people who answer."""

    def __init__(self, loop: StillLoop, journal: Journal, config: Config) -> None:
        self.loop = loop
        self.seen = Watcher()
        self.table = Table(journal, FakeEyes((), automatic=False), shows=[self.seen], verdict_seconds=0)
        self.lobby = Lobby(self.table, config)

    def shown(self) -> dict[str, Any]:
        return self.seen.views[-1]

    async def pick(self, seat: int, *values: str) -> None:
        for value in values:
            await self.loop.advance(0.01)
            prompt = self.table._keypads[seat].prompt
            assert prompt is not None
            for key in presses(prompt, value):
                self.table.press(seat, key)
        await self.loop.advance(0.01)

    async def ok(self, seat: int) -> None:
        await self.loop.advance(0.01)
        self.table.press(seat, "ok")
        await self.loop.advance(0.01)


@asynccontextmanager
async def asked(loop: StillLoop, folder: Path, **values: Any) -> AsyncIterator[Asked]:
    with Journal(folder / "journal.db") as journal:
        one = Asked(loop, journal, configured(**values))
        try:
            yield one
        finally:
            one.table.close()


# --- menus ------------------------------------------------------------------------------------------------------------


def test_game_players_and_variants_are_chosen_on_the_keys(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        names = ["Anna", "Jörg", "Wu"]
        async with asked(loop, tmp_path, station__game="menu", station__players=3, station__names=names) as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await loop.advance(0.01)
            assert table.shown()["phase"] == "menu"
            assert table.shown()["options"] == [info.name for info in GAMES.values()]
            assert table.shown()["asked"] == [1, 2, 3], "whoever answers first answers for all"
            await table.pick(2, "wizard")
            assert table.shown()["options"] == ["2", "3", "a different game"], "no more than there are seats"
            await table.pick(3, "2")
            variants = [variant.name for variant in GAMES["wizard"].variants]
            assert [option.removeprefix("✓ ") for option in table.shown()["options"]] == [*variants, "a different game"]
            await table.pick(1, "expert")
            assert table.shown()["options"][0].startswith("✓ ")
            await table.ok(1)
            start = await choosing
            assert start is not None
            assert (start.game, start.players, start.variants) == ("wizard", 2, ("expert",))
            assert start.names == ("Anna", "Jörg")
            assert begin(start)[0].choices

    run(people)


def test_whoever_has_chosen_the_wrong_game_gets_back(tmp_path: Path) -> None:
    """From the number of players, and from the variants; what was turned on there is forgotten."""

    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="menu", station__players=5) as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await table.pick(1, "overload")
            await table.pick(2, "other")
            assert table.shown()["options"] == [info.name for info in GAMES.values()]
            await table.pick(1, "zugband", "risszug", "other")
            assert table.shown()["options"] == [info.name for info in GAMES.values()]
            await table.pick(3, "zugband")
            await table.ok(3)
            start = await choosing
            assert start is not None
            assert (start.game, start.variants) == ("zugband", ())

    run(people)


def test_while_the_referee_lets_all_stand_still_nobody_is_asked_what_comes_next(tmp_path: Path) -> None:
    """Keys mean nothing then, so no question may be seen."""

    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="menu", station__players=2) as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await loop.advance(0.01)
            table.table.pause(True)
            await loop.advance(0.01)
            assert (table.shown()["phase"], table.shown()["asked"]) == ("pause", [])
            assert [pad.prompt for pad in table.table._keypads.values()] == [None, None]
            table.table.press(1, 1)
            table.table.press(1, "ok")
            table.table.pause(False)
            await loop.advance(0.01)
            assert (table.shown()["phase"], table.shown()["asked"]) == ("menu", [1, 2])
            await table.pick(1, "zugband")
            assert not choosing.done()
            await table.ok(2)
            start = await choosing
            assert start is not None
            assert start.game == "zugband"

    run(people)


def test_what_leaves_no_choice_is_not_asked(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="menu", station__players=2) as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await table.pick(1, "overload")
            start = await choosing
            assert start is not None
            assert (start.game, start.players) == ("overload", 2)

    run(people)


def test_variants_that_do_not_go_together_are_taken_out_and_that_is_said(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="menu") as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await table.pick(1, "ueberwurf", "schlichtungswurf", "druckrunde")
            assert not any(option.startswith("✓") for option in table.shown()["options"])
            assert "schlichtungswurf" in table.shown()["about"].lower()
            await table.pick(1, "druckrunde")
            await table.ok(2)
            start = await choosing
            assert start is not None
            assert start.variants == ("druckrunde",)

    run(people)


def test_a_menu_ends_with_the_program(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="menu") as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await table.pick(1, "zugband")
            table.table.press(1, "hold")
            await loop.advance(0.01)
            assert table.shown()["phase"] == "menu", "there is no game yet that could be stopped"
            table.table.stop()
            assert await choosing is None

    run(people)


def test_without_a_menu_the_configured_game_begins_at_once(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="zugband", table__cocked="again") as table:
            start = await table.lobby.first(None)
            assert start is not None
            assert (start.game, start.series, start.dice) == ("zugband", None, DiceRules(cocked="again", equal="each"))

    run(people)


def test_whoever_stands_in_the_file_and_does_not_play_never_comes_in_when_the_seats_change() -> None:
    names, stakes = ["Anna", "Jörg", "Zoë"], ["a cup of tea", "", "a cake"]
    config = configured(station__game="zugband", station__names=names, station__stakes=stakes, station__players=2)
    start = started(config)
    assert (start.names, start.stakes) == (("Anna", "Jörg"), {"1": "a cup of tea"})
    assert following(start, ANNA_WINS, change=True).names == ("Jörg", "Anna")


def test_another_game_than_those_and_the_menu_is_refused() -> None:
    with pytest.raises(ConfigError, match=f"found 'chess', allowed: {', '.join(GAMES)}, menu"):
        load(None, {"station.game": "chess"})


def test_in_a_menu_a_house_rule_has_to_be_one_of_some_game() -> None:
    load(None, {"station.game": "menu", "station.house": {"load_seconds": 9}, "station.variants": ["expert"]})
    with pytest.raises(ConfigError) as caught:
        load(None, {"station.game": "menu", "station.house": {"hurry": 9}, "station.variants": ["patience"]})
    faults = str(caught.value)
    assert "station.house: found 'hurry'" in faults
    assert "station.variants: found 'patience'" in faults


def test_in_a_menu_each_game_takes_its_own_house_rules(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        house = {"load_seconds": 9, "tie": "w6"}
        async with asked(loop, tmp_path, station__game="menu", station__house=house) as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            said: list[str] = []
            table.table.say = said.append
            await table.pick(1, "overload")
            start = await choosing
            assert start is not None
            assert start.house == {"load_seconds": 9}
            assert said == ["House rules that Overload does not know are left out: tie"]

    run(people)


def test_house_rules_that_do_not_fit_the_chosen_game_are_named_in_the_menu(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        house = {"load_seconds": 9, "tie": "w6"}
        async with asked(loop, tmp_path, station__game="menu", station__house=house) as table:
            choosing = asyncio.create_task(table.lobby.first(None))
            await table.pick(1, "ueberwurf")
            assert table.shown()["about"] == "House rules that Überwurf does not know are left out: load_seconds"
            await table.pick(1, "druckrunde")
            assert table.shown()["about"] == "Variants of Überwurf; OK begins"
            await table.ok(1)
            assert await choosing is not None

    run(people)


# --- what follows a game ----------------------------------------------------------------------------------------------

ANNA_WINS = Outcome((1,), {1: 3, 2: 1}, Reason.MOST_POINTS)
DRAW = Outcome((), {1: 1, 2: 1}, Reason.DRAW)
ABORTED = Outcome((), {1: 1, 2: 0}, Reason.ABORTED)
BOTH = Outcome((1, 2), {1: 1, 2: 1}, Reason.TARGET)


def of_three(game: int = 1, *wins: int) -> Started:
    series = Series(3, game, wins or (0, 0))
    return Started("zugband", 1, 2, ("Anna", "Jörg"), stakes={"1": "an apple"}, dice=DiceRules(), series=series)


async def conceded(table: Asked, start: Started, seat: int) -> Play:
    """A game that a seat gives up, written as any other."""
    play, opening = begin(start)
    number = await table.table.keeper.begin(start, opening)
    play, events = play.fold(Closed("conceded", "", "", seat))
    await table.table.keeper.append(number, [Step(play.history[-1], events)], finished=False)
    return await table.table.play(number, play)


@pytest.mark.parametrize(
    ("seats", "keys", "names"),
    [
        ("stay", [], ("Anna", "Jörg")),
        ("stay", ["change"], ("Jörg", "Anna")),
        ("change", [], ("Jörg", "Anna")),
        ("change", ["stay"], ("Anna", "Jörg")),
    ],
    ids=["OK alone", "seats changed", "OK alone changes", "same seats"],
)
def test_a_rematch_is_chosen_on_the_keys(tmp_path: Path, seats: str, keys: list[str], names: tuple[str, str]) -> None:
    async def people(loop: StillLoop) -> None:
        values = {"station__game": "zugband", "station__names": ["Anna", "Jörg"], "table__best_of": 3}
        async with asked(loop, tmp_path, **values, table__seats=seats) as table:
            start = await table.lobby.first(None)
            assert start is not None
            over = await conceded(table, start, 2)
            assert table.seen.told("series") == ["Best of 3: Anna leads with 1 : 0"]
            assert table.shown()["series"] == {"best_of": 3, "game": 2, "wins": {"1": 1, "2": 0}, "winner": []}
            wish = asyncio.create_task(table.lobby.after(over))
            await table.pick(2, *keys)
            if not keys:
                await table.ok(2)
            following_one = await wish
            assert isinstance(following_one, Started)
            assert following_one.names == names
            wins = (1, 0) if names[0] == "Anna" else (0, 1)
            assert following_one.series == Series(3, 2, wins), "a win belongs to the player, not to the seat"

    run(people)


def test_a_seat_may_stop_the_game_that_has_just_ended(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="zugband") as table:
            over = await conceded(table, of_three(), 2)
            wish = asyncio.create_task(table.lobby.after(over))
            await loop.advance(0.01)
            table.table.press(1, "hold")
            assert await wish == Hold(1)

    run(people)


def test_a_seat_that_has_not_played_changes_nothing_at_the_question_what_comes_next(tmp_path: Path) -> None:
    """Three panels, and a game for two: what the others have picked stays when the third holds its key."""

    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, station__game="menu", station__players=3) as table:
            over = await conceded(table, of_three(), 2)
            wish = asyncio.create_task(table.lobby.after(over))
            await loop.advance(0.01)
            table.table.press(1, 1)
            table.table.press(3, "hold")
            await loop.advance(0.01)
            assert not wish.done()
            await table.ok(1)
            following_one = await wish
            assert isinstance(following_one, Started)
            assert following_one.names == ("Jörg", "Anna"), "the seats are changed, as seat 1 had picked"

    run(people)


def test_after_a_restart_a_series_that_is_not_decided_goes_on(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        values = {"station__game": "zugband", "table__best_of": 3}
        async with asked(loop, tmp_path, **values) as table:
            over = await conceded(table, of_three(), 2)
            start = await table.lobby.first(over)
            assert start is not None
            assert start.series == Series(3, 2, (1, 0))
            decided = await conceded(table, of_three(2, 1, 0), 2)
            start = await table.lobby.first(decided)
            assert start is not None
            assert start.series == Series(3, 1, (0, 0)), "the next series"

    run(people)


@pytest.mark.parametrize(
    ("start", "outcome", "wins", "game", "won"),
    [
        (of_three(), ANNA_WINS, (1, 0), 2, ()),
        (of_three(2, 1, 0), ANNA_WINS, (2, 0), 3, (1,)),
        (of_three(2, 0, 1), ANNA_WINS, (1, 1), 3, ()),
        (of_three(3, 1, 1), ANNA_WINS, (2, 1), 4, (1,)),
        (of_three(3, 1, 1), DRAW, (1, 1), 4, (1, 2)),
        (of_three(3, 1, 0), DRAW, (1, 0), 4, (1,)),
        (of_three(2, 1, 0), BOTH, (1, 0), 3, ()),
        (of_three(2, 1, 0), ABORTED, (1, 0), 2, ()),
    ],
)  # fmt: skip
def test_whoever_wins_more_than_half_wins_the_series(
    start: Started, outcome: Outcome, wins: tuple[int, int], game: int, won: tuple[int, ...]
) -> None:
    series = after(start, outcome)
    assert series == Series(3, game, wins)
    assert winners(series) == won
    (event,) = told(start, outcome)
    assert event.data == {"best_of": 3, "wins": {"1": wins[0], "2": wins[1]}, "winner": list(won)}
    next_one = following(start, outcome, change=False)
    assert next_one.series == (Series(3, 1, (0, 0)) if won else series)


def test_a_single_game_is_no_series() -> None:
    single = msgspec.structs.replace(of_three(), series=None)
    assert after(single, ANNA_WINS) is None
    assert told(single, ANNA_WINS) == ()
    assert following(single, ANNA_WINS, change=False) == single


def test_everybody_moves_on_by_one_seat_with_all_that_is_theirs() -> None:
    start = Started(
        "wizard", 1, 3, ("Anna", "Jörg"), stakes={"1": "an apple", "3": "a pear"}, series=Series(5, 2, (1, 0, 0))
    )
    after_it = following(start, Outcome((2,), {1: 0, 2: 3, 3: 1}, Reason.MOST_POINTS), change=True)
    assert after_it.names == ("", "Anna", "Jörg")
    assert after_it.stakes == {"2": "an apple", "1": "a pear"}
    assert after_it.series == Series(5, 3, (0, 1, 1))
    nameless = msgspec.structs.replace(start, names=())
    assert following(nameless, DRAW, change=True).names == ()


@pytest.mark.parametrize("wins", ["[]", "[1]", "[1,0,0]"])
def test_a_record_whose_series_does_not_fit_its_players_is_refused(wins: str) -> None:
    text = '{"kind":"started","game":"zugband","rules_version":1,"players":2,"series":{"best_of":3,"game":2,"wins":%s}}'
    with pytest.raises(msgspec.ValidationError, match="a series counts the wins of each player"):
        decode(text % wins)


def test_a_record_with_a_stake_of_no_seat_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="stakes are given by the numbers of seats"):
        decode('{"kind":"started","game":"zugband","rules_version":1,"players":2,"stakes":{"Anna":"an apple"}}')


def test_the_first_entry_of_a_game_says_how_it_is_configured() -> None:
    start = started(configured(station__names=["Anna", "Jörg"], table__surplus="ignore", table__again="throw"))
    assert start.names == ("Anna", "Jörg")
    assert start.dice == DiceRules(surplus="ignore", again="throw", equal="each")


# --- what is configured while the station runs ------------------------------------------------------------------------


@pytest.mark.parametrize("best_of", [1, 3])
def test_a_change_of_names_holds_in_the_next_game_and_a_series_goes_on(tmp_path: Path, best_of: int) -> None:
    """Once: the game after that follows this one again, with seats that change."""

    async def people(loop: StillLoop) -> None:
        values = {"table__best_of": best_of, "table__seats": "change"}
        async with asked(loop, tmp_path, station__names=["Anna", "Jörg"], **values) as table:
            first = await table.lobby.first(None)
            assert first is not None
            over = await conceded(table, first, 2)
            table.lobby.configure(configured(station__names=["Mo", "Ida"], **values))
            games = []
            for _number in range(2):
                choosing = asyncio.create_task(table.lobby.after(over))
                await table.ok(1)
                start = await choosing
                assert isinstance(start, Started)
                games.append(start)
                over = begin(start)[0].fold(Closed("conceded", "Mo", "said", 1))[0]
            assert [one.names for one in games] == [("Mo", "Ida"), ("Ida", "Mo")]
            assert [one.series.game for one in games if one.series] == ([2, 3] if best_of == 3 else [])

    run(people)


def test_another_game_that_is_configured_begins_a_new_series(tmp_path: Path) -> None:
    async def people(loop: StillLoop) -> None:
        async with asked(loop, tmp_path, table__best_of=3) as table:
            first = await table.lobby.first(None)
            assert first is not None
            over = await conceded(table, first, 2)
            table.lobby.configure(configured(station__game="zugband", table__best_of=3))
            choosing = asyncio.create_task(table.lobby.after(over))
            await table.ok(1)
            start = await choosing
            assert isinstance(start, Started)
            assert (start.game, start.series) == ("zugband", Series(3, 1, (0, 0)))

    run(people)
