"""What the moments of ``moments`` are made of: public views, and the parts of one."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from controller.display import views
from controller.display.picture import Picture

View = dict[str, Any]


class Moment(NamedTuple):
    """A public view, in a few words what people should understand from its picture, and after how many seconds."""

    about: str
    view: View
    seconds: float = 0.0

    def picture(self, lang: str) -> Picture:
        return views.moment(self.view, lang).picture(self.seconds)


def seen(phase: str, game: View | None, asked: Sequence[int], more: Mapping[str, Any]) -> View:
    return {"phase": phase, "game": game, "asked": list(asked), "dice": [], "verdict": None, "outcome": None, **more}


def verdict(rule: str, points: int, seat: int | None, **more: object) -> View:
    return {"rule": rule, "points": points, "seat": seat, **more}


def outcome(winner: list[int], *scores: int, reason: str = "most_points") -> View:
    return {"winner": winner, "scores": {str(n): score for n, score in enumerate(scores, 1)}, "reason": reason}


def lying(seat: int, die: str, face: int | str | None, settled: bool) -> View:
    return {"seat": seat, "die": die, "face": face, "settled": settled}
