"""What is played, by whom, by which house rules, in which language: changed in the file, and in the station at once."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from controller import config_file, i18n
from controller.config import MENU, Config
from controller.config_file import Value
from controller.errors import ConfigError
from controller.i18n import _, sentence
from controller.lobby import Lobby, started
from controller.play import Play, begin
from controller.rules.setup import SetupError

When = Literal["now", "next game", "restart"]
"""From when on a change holds."""

_NOW: Final = ("station.language",)
_NEXT_GAME: Final = (
    *(f"station.{key}" for key in ("game", "players", "names", "variants", "house", "first", "stakes")),
    *(f"table.{key}" for key in ("best_of", "seats", "cocked", "missing", "wrong", "surplus", "again")),
)
_OF_A_GAME: Final = frozenset({"station.variants", "station.house"})
_RESTART: Final = (
    *(f"table.{key}" for key in ("verdict_seconds", "look_seconds", "choose_seconds", "throw_seconds", "time_up")),
    "table.stop_seconds",
)
ALL: Final = (*_NOW, *_NEXT_GAME, *_RESTART)
"""What may be changed here, by dotted path."""


class Settings:
    """The settings of a running station. Lives in the table's loop.

    Args:
        config: in force.
        sources: where each value comes from, by dotted path.
        file: the configuration file; ``None`` where none was named.
        lobby: what asks for the next game.
        present: the game that is played, or was last.
        changed: called when what is shown has to be shown anew.

    Attributes:
        config: in force; with what was changed.
        file: the configuration file.
    """

    def __init__(
        self,
        config: Config,
        sources: Mapping[str, str],
        file: Path | None,
        *,
        lobby: Callable[[], Lobby | None],
        present: Callable[[], Play | None],
        changed: Callable[[], None],
    ) -> None:
        self.config = config
        self.file = config_file.where(file)
        self._sources = dict(sources)
        self._at_start = config
        self._lobby, self._present, self._changed = lobby, present, changed

    def elsewhere(self) -> dict[str, str]:
        """Values that come from elsewhere than the file (the command line), by dotted path: with what they are."""
        own = str(self.file)
        return {key: _(source) for key, source in self._sources.items() if source != own and key in ALL}

    def change(self, changes: Mapping[str, Value]) -> list[str]:
        """Change some of them.

        Args:
            changes: the new values by dotted path.

        Returns:
            Sentences that say from when on they hold.

        Raises:
            ConfigError: a value has a fault, or the file cannot be written; nothing has changed.
        """
        unknown = sorted(set(changes) - set(ALL))
        if unknown:
            text = _("{key}: cannot be changed here; allowed: {allowed}")
            raise ConfigError(text.format(key=unknown[0], allowed=", ".join(ALL)))
        after = self._after(changes)
        self._check(after)
        different = [key for key, value in changes.items() if _at(self.config, key) != value]
        written = {key: changes[key] for key in different}
        if not _OF_A_GAME.isdisjoint(different):
            # The file may not name the game that they are of, because the command line does: it has to hold alone.
            written.setdefault("station.game", after.station.game)
        config_file.change(self.file, written)
        self.config = after
        for key in written:
            self._sources[key] = str(self.file)
        if lobby := self._lobby():
            lobby.configure(after)
        if "station.language" in different:
            # "auto" goes by the machine's locale, as at the start.
            language = after.station.language
            i18n.use(language if language != "auto" else i18n.system_language() or "de")
            self._changed()
        return self._effects(different)

    def _after(self, changes: Mapping[str, Value]) -> Config:
        """The configuration with the changes, each value of the right kind."""
        parts: dict[str, dict[str, Any]] = {"station": {}, "table": {}}
        for key, value in changes.items():
            section, _dot, name = key.partition(".")
            parts[section][name] = value
        return config_file.with_values(self.config, parts)

    def _check(self, config: Config) -> None:
        """Whether the next game can be begun so: what does not go together is found here, and not at the table."""
        if config.station.game == MENU:
            return
        try:
            begin(started(config))
        except SetupError as error:
            raise ConfigError(sentence(error)) from None

    def _effects(self, different: list[str]) -> list[str]:
        if not different:
            return [_("Nothing is different.")]
        said = []
        if any(key in _NOW for key in different):
            said.append(_("The language holds at once."))
        if any(key in _NEXT_GAME for key in different):
            said.append(_("It holds from the next game on."))
        play = self._present()
        if any(key in _RESTART for key in different):
            said.append(_("Times hold once the station is started anew; a game in progress is kept."))
        if self.config.station.players > self._at_start.station.players and self.config.panels.kind == "gpio":
            said.append(_("More panels are taken once the station is started anew."))
        if play and not play.ended and play.start.players > self.config.station.players:
            said.append(_("Play the present game to its end before the station is started anew: it has more players."))
        return said


def when(key: str) -> When:
    """From when on a change of this value holds."""
    return "now" if key in _NOW else "next game" if key in _NEXT_GAME else "restart"


def _at(config: Config, key: str) -> Any:
    section, _dot, name = key.partition(".")
    return getattr(getattr(config, section), name)
