"""The referee's decisions, on their way from desk or door into the record; ``referee.py`` judges what they come to."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from controller.errors import RefereeError
from controller.i18n import _, sentence
from controller.journal.entries import AnyEntry
from controller.play import Play
from controller.rules.core import IllegalAnswer

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision, made in the table's loop; it waits for its turn like everything that is pressed.

    Attributes:
        entries: what it comes to, judged when its turn comes; may raise ``RefereeError``.
    """

    entries: Callable[[Play], Sequence[AnyEntry]]
    _done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    async def done(self) -> None:
        """Wait until it is on disk.

        Raises:
            RefereeError: it is not possible; nothing was written.
        """
        await self._done

    def judged(self, play: Play) -> Sequence[AnyEntry]:
        """What it comes to in the game as it is now.

        Raises:
            IllegalAnswer, RefereeError: it is not possible. One that nobody has foreseen must never end the game.
        """
        try:
            return self.entries(play)
        except (IllegalAnswer, RefereeError):
            raise
        except Exception as error:
            _log.exception("a decision of the referee could not be carried out")
            raise RefereeError(_("this cannot be decided; nothing was written")) from error

    def refuse(self, why: IllegalAnswer | RefereeError) -> None:
        """It is not possible, and nothing was written."""
        self._tell(why if isinstance(why, RefereeError) else RefereeError(sentence(why)))

    def carried_out(self) -> None:
        """It is on disk."""
        self._tell(None)

    def _tell(self, refused: RefereeError | None) -> None:
        if self._done.done():
            # Whoever has decided waits no longer: the page has gone, or its server was begun anew.
            return
        if refused:
            self._done.set_exception(refused)
        else:
            self._done.set_result(None)
