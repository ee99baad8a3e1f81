"""Who won against whom. Pure.

Players are known by their names alone: somebody who is written in two ways is two players, and seats without a name
count for nobody. Games that were aborted, that go on or that break off are not counted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from controller.history.games import Standing, Summary


@dataclass(slots=True)
class Tally:
    """How games ended for one player, or for one against another.

    Attributes:
        won: won, and the other had not.
        lost: the other won.
        level: both won, or neither: a draw, a shared victory, or somebody else's.
    """

    won: int = 0
    lost: int = 0
    level: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.lost + self.level

    def count(self, won: bool, lost: bool) -> None:
        """One game more."""
        if won == lost:
            self.level += 1
        elif won:
            self.won += 1
        else:
            self.lost += 1

    def as_json(self) -> dict[str, int]:
        """``games``, ``won``, ``lost`` and ``level``."""
        return {"games": self.games, "won": self.won, "lost": self.lost, "level": self.level}


@dataclass(slots=True)
class Player:
    """One player.

    Attributes:
        name: as it was written last.
        total: over all games; ``won`` alone or with others, ``level`` where nobody won.
        against: by the other's name.
    """

    name: str
    total: Tally = field(default_factory=Tally)
    against: dict[str, Tally] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As a mapping that JSON can hold."""
        against = {name: tally.as_json() for name, tally in self.against.items()}
        return {"name": self.name, **self.total.as_json(), "against": against}


def players(games: Iterable[Summary]) -> list[Player]:
    """Everybody who has played, who played most first.

    Args:
        games: oldest first.
    """
    known: dict[str, Player] = {}
    for game in games:
        if game.standing is not Standing.FINISHED:
            continue
        seated = _seated(game)
        for key, (name, _won) in seated.items():
            known.setdefault(key, Player(name)).name = name
        for key, (_name, won) in seated.items():
            known[key].total.count(won, bool(game.winner) and not won)
            for other, (_other, other_won) in seated.items():
                if other != key:
                    known[key].against.setdefault(other, Tally()).count(won, other_won)
    for one in known.values():
        one.against = {known[key].name: tally for key, tally in one.against.items()}
    return sorted(known.values(), key=lambda one: (-one.total.games, -one.total.won, one.name.casefold()))


def _seated(game: Summary) -> dict[str, tuple[str, bool]]:
    """The players of a game who can be told from each other: the name, and whether they won."""
    found: dict[str, tuple[str, bool]] = {}
    twice = set()
    for seat in range(1, game.start.players + 1):
        name = " ".join(game.name(seat).split())
        key = name.casefold()
        if key in found:
            twice.add(key)
        if key:
            found[key] = (name, seat in game.winner)
    return {key: one for key, one in found.items() if key not in twice}
