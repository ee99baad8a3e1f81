"""The games by their ids. A new game is one module, one test file, one golden playthrough and one line here."""

from typing import Final

from controller.rules import overload, ueberwurf, wizard, zugband
from controller.rules.setup import GameInfo

GAMES: Final[dict[str, GameInfo]] = {
    game.id: game for game in (ueberwurf.GAME, overload.GAME, zugband.GAME, wizard.GAME)
}
