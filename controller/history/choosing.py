"""Which games somebody wants to see. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from controller.errors import ChoiceError
from controller.history.games import Standing, Summary
from controller.i18n import _
from controller.rules import GAMES

STATES: Final = (*(one.value for one in Standing), "amended")
"""Where a game stands; ``amended``: something of it was corrected, annulled or undone."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What games are wanted; ``None`` for whatever there is.

    Attributes:
        game: its id.
        player: a part of a player's name, in small or capital letters.
        since: the first day.
        until: the last day.
        state: one of ``STATES``.
    """

    game: str | None = None
    player: str | None = None
    since: date | None = None
    until: date | None = None
    state: str | None = None

    def fits(self, one: Summary) -> bool:
        """Whether a game is among them."""
        return (
            (self.game is None or one.start.game == self.game)
            and (self.since is None or one.day >= self.since)
            and (self.until is None or one.day <= self.until)
            and (self.state is None or (one.amended if self.state == "amended" else one.standing == self.state))
            and (self.player is None or any(self.seats(one)))
        )

    def seats(self, one: Summary) -> list[int]:
        """The seats of a game that are meant: all, or those of the player."""
        seats = range(1, one.start.players + 1)
        if self.player is None:
            return list(seats)
        return [seat for seat in seats if self.player.casefold() in one.name(seat).casefold()]

    def of(self, games: Iterable[Summary]) -> list[Summary]:
        """Those of the games that are wanted."""
        return [one for one in games if self.fits(one)]


def choice(
    game: str | None = None,
    player: str | None = None,
    since: str | None = None,
    until: str | None = None,
    state: str | None = None,
) -> Choice:
    """What is wanted, from what somebody has typed; empty texts count as nothing.

    Raises:
        ChoiceError: one of them is not possible; says what is.
    """
    wanted = Choice(player=(player or "").strip() or None)
    if game:
        wanted = replace(wanted, game=_one_of(_("game"), game, tuple(GAMES)))
    if state:
        wanted = replace(wanted, state=_one_of(_("state"), state, STATES))
    return replace(wanted, since=_day(since), until=_day(until))


def _one_of(what: str, found: str, allowed: tuple[str, ...]) -> str:
    if found not in allowed:
        text = _("{what}: {found} is not known; allowed: {allowed}")
        raise ChoiceError(text.format(what=what, found=found, allowed=", ".join(allowed)))
    return found


def _day(text: str | None) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ChoiceError(_("{found} is no day; write it like 2026-03-21").format(found=text)) from None
