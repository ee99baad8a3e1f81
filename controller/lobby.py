"""Before, between and after games: what is played next, by how many, on which seats. On the same keys as the games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from controller import series
from controller.config import MENU, Config
from controller.i18n import render
from controller.journal.entries import DiceRules, Started
from controller.panel.keypad import Ask, Prompt
from controller.play import RULES_VERSION, Play, begin
from controller.rules import GAMES
from controller.rules.core import Message, Outcome, message
from controller.rules.setup import GameInfo, SetupError
from controller.table import Hold, Table

STAY: Final = "stay"
CHANGE: Final = "change"
_OTHER: Final = "other"


def started(config: Config) -> Started:
    """The first entry of a game as it is configured."""
    station = config.station
    return Started(
        game=station.game,
        rules_version=RULES_VERSION,
        players=station.players,
        # The file may know more people than play now: they must not come in when the seats are changed.
        names=tuple(station.names[: station.players]),
        variants=tuple(sorted(station.variants)),
        house=station.house,
        stakes={str(seat): stake for seat, stake in enumerate(station.stakes[: station.players], start=1) if stake},
        first=station.first,
        dice=_dice_rules(config),
    )


def _dice_rules(config: Config) -> DiceRules:
    table = config.table
    return DiceRules(table.cocked, table.missing, table.wrong, table.surplus, table.again, equal="each")


class Lobby:
    """Asks the seats what comes next; whoever answers first answers for all."""

    def __init__(self, table: Table, config: Config) -> None:
        self._table = table
        self._config = config
        self._changed = False

    def configure(self, config: Config) -> None:
        """What is configured has changed: the next game begins by it, and follows no earlier one."""
        self._config = config
        self._changed = True

    async def first(self, last: Play | None) -> Started | None:
        """The game that the station begins with; ``None`` when stopped.

        Args:
            last: the game that was played last, if it is over: a series that it has not decided goes on.
        """
        if last and (outcome := last.outcome) and (standing := series.after(last.start, outcome)):
            same = self._config.station.game in (last.start.game, MENU)
            if same and standing.best_of == self._config.table.best_of and not series.winners(standing):
                return series.following(last.start, outcome, change=self._config.table.seats == CHANGE)
        if self._config.station.game == MENU:
            return await self._menu()
        return series.first(started(self._config), self._config.table.best_of)

    async def after(self, play: Play) -> Started | Hold | None:
        """The game that follows another one, or that a seat wants the last throw looked at; ``None`` when stopped."""
        outcome = play.outcome
        assert outcome is not None
        # The one way to sit is what OK does, the other one can be picked: never two keys for the same.
        labels = {CHANGE: message("change seats")}
        if self._config.table.seats == CHANGE:
            labels = {STAY: message("keep seats")}
        if self._config.station.game == MENU:
            labels[_OTHER] = message("a different game")
        standing = series.after(play.start, outcome)
        about = message("Another game? OK begins it.")
        if standing and not series.winners(standing):
            about = message("Game {n} of {all} is next. OK begins it.", n=standing.game, all=standing.best_of)
        prompts = _prompts(play.start.players, about, labels)
        answer = await self._table.ask(prompts)
        if answer is None or isinstance(answer, Hold):
            return answer
        value = answer.value or self._config.table.seats
        if value == _OTHER:
            return await self._menu()
        if self._changed:
            self._changed = False
            return self._anew(play, outcome)
        return series.following(play.start, outcome, change=value == CHANGE)

    def _anew(self, play: Play, outcome: Outcome) -> Started:
        """The next game by a configuration that has changed; a series by the same rules goes on."""
        following = series.following(play.start, outcome, change=False)
        fresh = started(self._config)
        if fresh.game == MENU:
            known = {one.key for one in GAMES[following.game].house}
            house = {key: value for key, value in fresh.house.items() if key in known}
            fresh = _with(fresh, following.game, following.players, set(following.variants), house)
            try:
                begin(fresh)
            except SetupError:
                # What does not go together is asked about in the menu, and not here.
                fresh = _with(fresh, following.game, following.players, set(following.variants), following.house)
        same = _rules(fresh) == _rules(following)
        if same and following.series and following.series.best_of == self._config.table.best_of:
            return msgspec.structs.replace(fresh, series=following.series)
        return series.first(fresh, self._config.table.best_of)

    async def _menu(self) -> Started | None:
        """Game, players, variants: each asked only where there is something to choose; from each one gets back."""
        most = self._config.station.players
        games = {name: info for name, info in GAMES.items() if min(info.seats) <= most}
        while True:
            game = await self._pick(message("Which game?"), {name: Message(info.name) for name, info in games.items()})
            if game is None:
                return None
            info = GAMES[game]
            numbers = {str(n): Message(str(n)) for n in info.seats if n <= most}
            players = next(iter(numbers)) if len(numbers) == 1 else await self._players(numbers)
            if players is None:
                return None
            if players == _OTHER:
                continue
            start = await self._variants(info, int(players))
            if start != _OTHER:
                return start

    async def _players(self, numbers: Mapping[str, Message]) -> str | None:
        return await self._pick(message("How many play?"), {**numbers, _OTHER: message("a different game")})

    async def _variants(self, info: GameInfo, players: int) -> Started | Literal["other"] | None:
        """The game with the variants that the seats turn on and off; OK alone begins it. Or another game."""
        station = self._config.station
        house = {key: value for key, value in station.house.items() if key in {one.key for one in info.house}}
        on = {one.id for one in info.variants if one.id in station.variants}
        about = message("Variants of {game}; OK begins", game=info.name)
        if dropped := sorted(station.house.keys() - house.keys()):
            # On the screen and in the log also where the game has no variants to be asked about.
            values = {"game": info.name, "rules": dropped}
            about = message("House rules that {game} does not know are left out: {rules:list}", **values)
            self._table.say(render(about))
        while True:
            start = _with(started(self._config), info.id, players, on, house)
            try:
                begin(start)
            except SetupError as error:
                if not (on or house):
                    raise
                # What does not go together is taken out, and said.
                about, on, house = error.message, set(), house if on else {}
                continue
            if not info.variants:
                return series.first(start, self._config.table.best_of)
            signs = {one.id: Message(("✓ " if one.id in on else "") + one.name) for one in info.variants}
            value = await self._pick(about, {**signs, _OTHER: message("a different game")}, optional=True)
            if value is None:
                return None
            if value == _OTHER:
                return _OTHER
            if value == "":
                return series.first(start, self._config.table.best_of)
            about, on = message("Variants of {game}; OK begins", game=info.name), on ^ {value}

    async def _pick(self, about: Message, labels: Mapping[str, Message], optional: bool = False) -> str | None:
        """One of several, by the first seat that answers; empty for OK alone, ``None`` when stopped."""
        prompts = _prompts(self._config.station.players, about, labels, optional)
        while True:
            answer = await self._table.ask(prompts, _view(about, labels, sorted(prompts)))
            if answer is None:
                return None
            if not isinstance(answer, Hold):
                return answer.value or ""


def _rules(start: Started) -> tuple[object, ...]:
    return start.game, start.players, start.variants, GAMES[start.game].options(start.house)


def _with(
    start: Started, game: str, players: int, variants: set[str], house: Mapping[str, str | int | bool]
) -> Started:
    names, stakes = start.names[:players], {seat: one for seat, one in start.stakes.items() if int(seat) <= players}
    first = start.first if start.first <= players else 1
    return Started(
        game, start.rules_version, players, names, tuple(sorted(variants)), dict(house), stakes, first, start.dice
    )


def _prompts(players: int, about: Message, labels: Mapping[str, Message], optional: bool = True) -> dict[int, Prompt]:
    """The same question to every seat."""
    return {
        seat: Prompt(seat, Ask.NEXT, tuple(labels), False, about, optional=optional, labels=tuple(labels.values()))
        for seat in range(1, players + 1)
    }


def _view(about: Message, labels: Mapping[str, Message], asked: Sequence[int]) -> dict[str, Any]:
    """What everybody sees of a menu."""
    options = [render(label) for label in labels.values()]
    nothing: dict[str, Any] = {"dice": [], "verdict": None, "outcome": None}
    return {"phase": "menu", "game": None, "asked": list(asked), "about": render(about), "options": options, **nothing}
