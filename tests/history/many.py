"""Journals with many games, played at random; `python -m tests.history.many FILE GAMES` writes one to measure by."""

import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from controller.journal.clock import Moment, Uptime
from controller.journal.entries import AnyEntry, Chosen, DiceRules, Drawn, Ended, Started, Threw
from controller.journal.seal import seal
from controller.journal.store import Journal, Step
from controller.play import begin
from controller.rules.core import Choice, Draw, Request, faces

NAMES = ("Anna", "Jörg", "Mehmet", "Ümit", "Clara")
GAMES = (("ueberwurf", 2), ("zugband", 2), ("ueberwurf", 2), ("overload", 3), ("ueberwurf", 2), ("wizard", 3))


def started(game: str = "ueberwurf", players: int = 2, names: Sequence[str] = NAMES) -> Started:
    """The first entry of a game."""
    house: dict[str, str | int | bool] = {"target": 12} if game == "overload" else {}
    return Started(game, 1, players, tuple(names)[:players], house=house, dice=DiceRules())


def played(start: Started, chance: random.Random, most: int = 10_000, weights: Sequence[float] = ()) -> list[Step]:
    """A game up to its end, or so many entries of it; the first one among them.

    Args:
        start: which game.
        chance: what everybody chooses and throws by.
        most: entries.
        weights: how often the faces of a d6 come; all alike where it is empty.
    """
    play, events = begin(start)
    steps = [Step(start, events)]
    while not play.outcome and len(steps) < most:
        entry = _entry(chance.choice(play.needs), chance, weights)
        play, events = play.fold(entry)
        steps.append(Step(entry, events))
    if play.outcome and len(steps) < most:
        end = Ended(play.outcome.as_json()["outcome"])
        steps.append(Step(end, play.fold(end)[1]))
    return steps


def _entry(need: Request, chance: random.Random, weights: Sequence[float]) -> AnyEntry:
    if isinstance(need, Choice):
        value, nonce = chance.choice(need.options), f"{chance.getrandbits(128):032x}"
        return Chosen(need.seat, value, nonce, seal(nonce, value))
    if isinstance(need, Draw):
        return Drawn(chance.choice(need.options))
    # Dice that need not be thrown are thrown all the same; those that must stay do.
    dice = {
        kind: tuple(
            chance.choices(faces(kind), weights if kind == "d6" and weights else None)[0]
            for _die in range(need.dice.count(kind))
        )
        for kind in dict.fromkeys(need.dice)
    }
    return Threw(need.seat, dice)


def write(journal: Journal, steps: Sequence[Step]) -> int:
    """Write a game; its number is returned."""
    first, *rest = steps
    assert isinstance(first.entry, Started)
    game = journal.begin(first.entry, first.events)
    journal.append(game, rest, finished=bool(rest) and isinstance(rest[-1].entry, Ended))
    return game


class Years:
    """A clock on which there is an hour between any two entries of different games."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)

    def __call__(self) -> Moment:
        self.at += timedelta(seconds=20)
        return Moment(self.at, Uptime("boot", self.at.timestamp(), True))


def many(path: Path, games: int, seed: int = 1) -> None:
    """Write so many games: three of Überwurf to one of each other; every seventh is between others than usual."""
    chance, clock = random.Random(seed), Years()
    with Journal(path, now=clock) as journal:
        for number in range(games):
            game, players = GAMES[number % len(GAMES)]
            names = chance.sample(NAMES, players)
            write(journal, played(started(game, players, names), chance))
            clock.at += timedelta(minutes=50)


if __name__ == "__main__":
    many(Path(sys.argv[1]), int(sys.argv[2]))
