"""Little plays for a simulated tray: throws with everything that people do around them, and every mishap.

Each takes a director with an empty stage and leaves the truth in its ``asks`` and ``throws``.
"""

from collections.abc import Callable
from typing import Final

from vision.tray.director import Director

Episode = Callable[[Director], None]

_KINDS: Final = ("d4", "d6", "d8", "d10", "d%", "d12", "d20", "wizard")


def _some(director: Director, most: int = 5) -> list[str]:
    number = int(director.rng.integers(1, most + 1))
    return [str(kind) for kind in director.rng.choice(_KINDS, number)]


def _asked_throw(director: Director, kinds: list[str] | None = None, *, cup: bool = False) -> None:
    kinds = kinds or _some(director)
    director.ask(kinds)
    director.wait(float(director.rng.uniform(0.1, 0.6)))
    director.throw(kinds, cup=cup)
    director.wait(0.6 if len(kinds) < 6 else 3.2)


def from_hand(director: Director) -> None:
    """Thrown by hand."""
    _asked_throw(director)


def from_cup(director: Director) -> None:
    """Thrown out of a cup."""
    _asked_throw(director, cup=True)


def many(director: Director) -> None:
    """Eight dice at once."""
    _asked_throw(director, [str(kind) for kind in director.rng.choice(_KINDS, 8)], cup=True)


def one_by_one(director: Director) -> None:
    """Thrown one after the other, each after the last one has long come to rest, or while it still rolls."""
    kinds = _some(director, 3)
    director.ask(kinds)
    director.one_by_one(kinds, float(director.rng.uniform(0.2, 1.2)))
    director.wait(0.6)


def lingering(director: Director) -> None:
    """The hand stays where it is after the throw."""
    kinds = _some(director, 3)
    director.ask(kinds)
    director.throw(kinds, linger=float(director.rng.uniform(0.6, 1.2)))
    director.wait(0.6)


def rocks_long(director: Director) -> None:
    """A die rocks on an edge for a second or two before it falls."""
    director.ask(["d6"])
    director.rock(str(director.rng.choice(["d6", "d8", "d12", "d10"])), float(director.rng.uniform(0.6, 2.0)))
    director.wait(0.6)


def shadow_passes(director: Director) -> None:
    """Somebody leans over the tray."""
    director.shadow(2.5, float(director.rng.uniform(0.2, 0.5)), after=0.3)
    _asked_throw(director)


def light_steps(director: Director) -> None:
    """A lamp is switched while the dice roll or have just come to rest."""
    director.light(float(director.rng.choice([0.7, 0.85, 1.2, 1.35])), after=float(director.rng.uniform(0.5, 2.0)))
    _asked_throw(director)


def glare(director: Director) -> None:
    """A reflection comes and goes."""
    director.glare(1.0, after=float(director.rng.uniform(0.2, 1.0)))
    _asked_throw(director)


def picked_up_first(director: Director) -> None:
    """Dice that lie there from before are picked up, then thrown."""
    kinds = _some(director, 3)
    director.lay(kinds)
    director.wait(0.4)
    director.ask(kinds)
    director.wait(0.3)
    director.pick_up()
    director.throw(kinds)
    director.wait(0.6)


def beside_others(director: Director) -> None:
    """Dice that lie there from before stay there."""
    director.wait(0.4)
    director.place_by_hand("d20")
    director.wait(0.6)
    _asked_throw(director, ["d6"])


def waves_first(director: Director) -> None:
    """A hand moves over the tray, and nothing is thrown as yet."""
    director.ask(["d6"])
    director.wave()
    director.wait(0.6)
    director.throw(["d6"])
    director.wait(0.6)


def covered_first(director: Director) -> None:
    """A hand rests over the tray for a while, quite still."""
    director.ask(["d8", "d6"])
    director.wave(0.4, still_for=1.0)
    director.wait(0.5)
    director.throw(["d8", "d6"])
    director.wait(0.6)


def only_laid_down(director: Director) -> None:
    """Asked for a throw, somebody lays a die down by hand: that does not count; then it is thrown."""
    director.wait(0.3)
    director.ask(["d6"])
    director.place_by_hand("d6")
    director.wait(0.7)
    director.pick_up()
    director.wait(0.3)
    director.throw(["d6"])
    director.wait(0.6)


def back_into_the_cup(director: Director) -> None:
    """Asked for a throw, the dice that lie there go into a cup: no throw yet."""
    director.lay(["d6", "d12"])
    director.wait(0.3)
    director.ask(["d6", "d12"])
    director.pick_up(cup=True)
    director.wait(0.8)
    director.throw(["d6", "d12"], cup=True)
    director.wait(0.6)


def nudged_while_asked(director: Director) -> None:
    """Dice lie there from before, and the table is knocked: no throw."""
    director.wait(0.2)
    director.place_by_hand("d10")
    director.wait(0.6)
    director.ask(["d6"])
    director.wait(0.3)
    director.nudge()
    director.wait(0.6)
    director.throw(["d6"])
    director.wait(0.6)


def nudged_afterwards(director: Director) -> None:
    """The table is knocked after the dice had settled."""
    _asked_throw(director)
    director.nudge(float(director.rng.uniform(3, 8)))
    director.wait(0.8)


def pushed_afterwards(director: Director) -> None:
    """A finger pushes a die after it had settled."""
    _asked_throw(director, ["d6"])
    director.push()
    director.wait(0.8)


def cleared_afterwards(director: Director) -> None:
    """The tray is cleared after the throw."""
    _asked_throw(director)
    director.pick_up()
    director.wait(0.8)


def thrown_again(director: Director) -> None:
    """The dice are taken up and thrown again at once, unasked."""
    _asked_throw(director, ["d6", "d6"])
    director.pick_up()
    director.throw(["d6", "d6"])
    director.wait(0.8)


def unasked(director: Director) -> None:
    """Somebody plays with dice while nothing is asked."""
    director.wait(0.3)
    director.throw(_some(director, 3))
    director.wait(0.7)
    director.pick_up()
    director.wait(0.4)
    _asked_throw(director)


def asked_while_rolling(director: Director) -> None:
    """The throw comes before it is asked for: it does not count."""
    throw = director.throw(["d6", "d8"])
    end, director.now = director.now, throw.begin + 0.6 * (throw.rest - throw.begin)
    director.ask(["d6", "d8"])
    director.now = end
    director.wait(0.8)
    director.pick_up()
    director.throw(["d6", "d8"])
    director.wait(0.6)


def camera_knocked(director: Director) -> None:
    """The camera is knocked between two throws."""
    _asked_throw(director, ["d6"])
    director.knock(float(director.rng.uniform(6, 20)))
    director.wait(0.6)
    director.pick_up()
    _asked_throw(director)


def off_the_tray(director: Director) -> None:
    """Thrown so hard that dice may leave the tray."""
    kinds = _some(director, 3)
    director.ask(kinds)
    director.throw(kinds, fence=False)
    director.wait(3.2)


EPISODES: Final[dict[str, Episode]] = {
    episode.__name__: episode
    for episode in (
        from_hand,
        from_cup,
        many,
        one_by_one,
        lingering,
        rocks_long,
        shadow_passes,
        light_steps,
        glare,
        picked_up_first,
        beside_others,
        waves_first,
        covered_first,
        only_laid_down,
        back_into_the_cup,
        nudged_while_asked,
        nudged_afterwards,
        pushed_afterwards,
        cleared_afterwards,
        thrown_again,
        unasked,
        asked_while_rolling,
        camera_knocked,
        off_the_tray,
    )
}
"""All of them by name."""
