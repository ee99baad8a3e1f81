"""Whole games at the table, with a simulated tray and people who press keys: fast, and resumed as a station does it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from controller.amend import answer_of
from controller.journal.entries import AnyEntry, Started
from controller.journal.store import Journal
from controller.panel.scripted import ScriptedPanels
from controller.play import Play, begin, replay
from controller.rules import GAMES
from controller.rules.core import Answer, Drawn, Event, Face, Thrown
from controller.rules.setup import Setup
from controller.table import Glance, Show, Table
from tests.controller.game import seen
from tests.rules.players import Player
from tests.rules.players import play as play_out
from vision.camera.base import Frame
from vision.reading import DieReading, Status

# Twelve points make a short game of one that is long by chance.
STARTS: Final = (
    Started("ueberwurf", 1, 2, ("Anna", "Jörg")),
    Started("zugband", 1, 2, ("Anna", "Jörg")),
    Started("overload", 1, 3, ("Anna", "Jörg", "Kim"), house={"target": 12}),
    Started("wizard", 1, 3, ("Anna", "Jörg", "Kim")),
)


def script_of(start: Started, seed: int) -> list[Answer]:
    """Every answer of a game of this kind, at random."""
    setup = Setup(start.players, frozenset(start.variants), start.house, first=start.first)
    return list(play_out(GAMES[start.game], setup, Player(seed)).answers)


class Tray:
    """The camera: it sees what the script throws next, and is sure of most dice, not of all.

    Attributes:
        automatic: people say when they have thrown, as with a real camera.
        play: where the game stands; kept by whoever records.
    """

    automatic = False

    def __init__(self, script: Sequence[Answer], play: Play) -> None:
        self._throws = [answer for answer in script if isinstance(answer, Thrown)]
        self.play = play

    def look(self, kinds: Sequence[str]) -> Glance:
        """See the dice of the throws that are asked for now."""
        counted = [answer for entry in self.play.history if isinstance(answer := answer_of(entry), Thrown)]
        dice: list[tuple[str, Face]] = []
        for throw in self.play.throws:
            nth = sum(answer.seat == throw.seat for answer in counted)
            upcoming = [answer for answer in self._throws if answer.seat == throw.seat][nth]
            dice += [part for kind, values in upcoming.dice.items() for value in values for part in _parts(kind, value)]
        number = len(self.play.history)
        readings = [self._reading(kind, face, number + place) for place, (kind, face) in enumerate(dice)]
        return Glance(Frame(np.zeros((2, 2, 3), np.uint8), f"picture-{number}", 0.0), readings)

    def _reading(self, kind: str, face: Face, number: int) -> DieReading:
        return seen(kind, face) if number % 3 else seen(kind, None, Status.UNSURE)


def _parts(kind: str, value: Face) -> list[tuple[str, Face]]:
    """The physical dice of a die of the rules, with the glyphs on them."""
    if kind == "d100":
        return [("d%", int(value) % 100 // 10 * 10), ("d10", int(value) % 10)]
    return [(kind, int(value) % 10 if kind == "d10" else value)]


def play_on(
    journal: Journal,
    start: Started,
    script: Sequence[Answer],
    shows: Sequence[Show] = (),
    made: Callable[[Table], None] = lambda table: None,
) -> Play:
    """Resume the unfinished game of the journal, or begin one, and play it to the end of the script.

    Args:
        journal: open for writing.
        start: the game to begin where none is unfinished.
        script: the whole game's answers, also those that are already in the record.
        shows: what looks on.
        made: given the table before the game goes on.
    """
    return asyncio.run(_play_on(journal, start, script, shows, made))


async def _play_on(
    journal: Journal, start: Started, script: Sequence[Answer], shows: Sequence[Show], made: Callable[[Table], None]
) -> Play:
    opening: Sequence[Event] = ()
    number = journal.unfinished()
    if number is None:
        play, opening = begin(start)
        number = journal.begin(start, opening)
    else:
        play, _events = replay(journal.read(number))
    tray = Tray(script, play)
    table = Table(journal, tray, shows=shows, verdict_seconds=0)
    people = ScriptedPanels(script, table.stop)
    cards = [answer.value for answer in script if isinstance(answer, Drawn)]

    def recorded(entry: AnyEntry) -> None:
        tray.play, _events = tray.play.fold(entry)
        if answer := answer_of(entry):
            people.counted(answer)

    for entry in play.history:
        if answer := answer_of(entry):
            people.counted(answer)
    table.panels, table.recorded = people, recorded
    table.draw = lambda options: cards[sum(isinstance(answer_of(one), Drawn) for one in tray.play.history)]
    people.open(table.press)
    made(table)
    try:
        return await table.play(number, play, opening)
    finally:
        people.close()
        table.close()
