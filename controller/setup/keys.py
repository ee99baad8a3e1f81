"""Stands between keys and table. While they are tried, each press is shown, and means nothing."""

from collections.abc import Callable
from typing import Any, Final, Protocol, runtime_checkable

from controller.i18n import _
from controller.panel.base import Panels
from controller.panel.keypad import Key
from controller.panel.several import SeveralPanels
from controller.play import Play
from controller.shows import Later

_LAMP_SECONDS: Final = 0.4
_PATIENCE_SECONDS: Final = 180.0
"""Without a press for so long, the trial ends by itself."""


@runtime_checkable
class Lamps(Protocol):
    """Panels whose lamps can be lit."""

    def light(self, seats: Any) -> None:
        """Light the lamps of these seats, and no others."""


class Keys:
    """Lives in the table's loop.

    Args:
        table: takes the presses.
        present: the game that is played, or was last.
        panels: the keys.
        restore: asks again what the seats are asked, so that the lamps are lit as before.
        call_later: calls something after so many seconds.

    Attributes:
        trial: the presses of the trial so far, seats and keys, oldest first; ``None`` while there is none.
        told: called when that has changed.
    """

    def __init__(
        self,
        table: Callable[[int, Key], None],
        *,
        present: Callable[[], Play | None],
        panels: Callable[[], Panels],
        restore: Callable[[], None],
        call_later: Callable[[float, Callable[[], None]], Later],
    ) -> None:
        self._table, self._present, self._panels = table, present, panels
        self._restore, self._call_later = restore, call_later
        self._end: Later | None = None
        self._dark: Later | None = None
        self.trial: list[tuple[int, Key]] | None = None
        self.told: Callable[[], None] = lambda: None

    def press(self, seat: int, key: Key) -> None:
        """A key was pressed."""
        if self.trial is None:
            self._table(seat, key)
            return
        if self.why_not():
            # A game has begun all the same: from its first press on, a key is its seat's own business.
            self.end()
            self._table(seat, key)
            return
        self.trial.append((seat, key))
        self._wait()
        self._light({seat})
        if self._dark:
            self._dark.cancel()
        self._dark = self._call_later(_LAMP_SECONDS, lambda: self._light(()))
        self.told()

    def why_not(self) -> str:
        """Why the keys cannot be tried now; empty where they can.

        Every game may ask something hidden on these keys, so none may be in progress.
        """
        play = self._present()
        if play and not play.ended:
            return _("A game is played, and its choices are hidden: the keys can be tried before it or after it.")
        return ""

    def begin(self) -> str:
        """Begin the trial, unless it is under way; why it cannot be begun, or nothing."""
        if why := self.why_not():
            return why
        if self.trial is None:
            self.trial = []
            self._light(())
        self._wait()
        self.told()
        return ""

    def end(self) -> None:
        """The keys mean again what they meant."""
        for later in (self._end, self._dark):
            if later:
                later.cancel()
        self._end = self._dark = None
        if self.trial is not None:
            self.trial = None
            self._restore()
            self.told()

    def _wait(self) -> None:
        if self._end:
            self._end.cancel()
        self._end = self._call_later(_PATIENCE_SECONDS, self.end)

    def _light(self, seats: Any) -> None:
        panels = self._panels()
        for one in panels.all if isinstance(panels, SeveralPanels) else (panels,):
            if isinstance(one, Lamps):
                one.light(seats)
