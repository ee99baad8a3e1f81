"""Players without a plan: any game at random, through what it ``needs``. For tests, goldens and the benchmark."""

from random import Random
from typing import Any, Final, NamedTuple

from controller.rules import GAMES
from controller.rules.core import Answer, Choice, Choose, Draw, Drawn, Face, Message, State, Step, Throw, Thrown, faces
from controller.rules.setup import GameInfo, Setup

# By chance no game lasts as long as this: a rule that never ends is a failed test, not a hanging one.
LONGEST: Final = 20_000
_FACES: Final = {kind: faces(kind) for kind in ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "wizard")}


class Player:
    """Gives any request a legal answer at random."""

    def __init__(self, seed: int | str) -> None:
        # random() is far faster than choice() and randrange(), and as good for a player without a plan.
        self.some = Random(seed).random

    def answer(self, state: State) -> Answer:
        """A legal answer to one of the open requests."""
        some = self.some
        needs = state.needs
        need = needs[0] if len(needs) == 1 else needs[int(some() * len(needs))]
        if type(need) is Choice:
            options = need.options
            # Choose(…) itself, without the Python function that a NamedTuple makes of it.
            return tuple.__new__(Choose, (need.seat, options[int(some() * len(options))]))
        if type(need) is Throw:
            if need.fewest is None and len(need.dice) == 1:
                return Thrown(need.seat, {need.dice[0]: (self._face(need.dice[0]),)})
            return self._throw(need, state)
        assert type(need) is Draw
        return Drawn(need.options[int(some() * len(need.options))])

    def _face(self, kind: str) -> Face:
        shown = _FACES[kind]
        return shown[int(self.some() * len(shown))]

    def _throw(self, need: Throw, state: State) -> Thrown:
        some, asked = self.some, need.dice
        kept = need.frozen if need.fewest is None else self._keep(need, need.fewest)
        # A state whose dice may be kept has them as its ``dice``; kept ones show what they showed.
        lying: Any = getattr(state, "dice", None)
        dice: dict[str, tuple[Face, ...]] = {}
        for kind in dict.fromkeys(asked):
            shown = _FACES[kind]
            count = len(shown)
            dice[kind] = tuple(
                [
                    lying[index] if index in kept else shown[int(some() * count)]
                    for index, one in enumerate(asked)
                    if one == kind
                ]
            )
        return Thrown(need.seat, dice, kept)

    def _keep(self, need: Throw, fewest: int) -> tuple[int, ...]:
        kept = [index for index in range(len(need.dice)) if index in need.frozen or self.some() < 0.5]
        while len(need.dice) - len(kept) < fewest:
            kept.remove(next(index for index in kept if index not in need.frozen))
        return tuple(kept)


class Play(NamedTuple):
    """One whole game.

    Attributes:
        start: the first state with what happened at once.
        answers: what the table answered.
        steps: what each answer led to.
    """

    start: Step
    answers: tuple[Answer, ...]
    steps: tuple[Step, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """Every state from the first to the last."""
        return (self.start.state, *(step.state for step in self.steps))

    @property
    def messages(self) -> tuple[Message, ...]:
        """Every sentence told."""
        return tuple(event.text for step in (self.start, *self.steps) for event in step.events)


def play(game: GameInfo, setup: Setup, player: Player) -> Play:
    """Play a whole game."""
    start = game.start(setup)
    state = start.state
    answers: list[Answer] = []
    steps: list[Step] = []
    while state.needs:
        assert len(answers) < LONGEST, "the game does not end"
        answers.append(player.answer(state))
        steps.append(state.apply(answers[-1]))
        state = steps[-1].state
    return Play(start, tuple(answers), tuple(steps))


# --- how a game may be played ----------------------------------------------------------------------------------------


class Scenario(NamedTuple):
    """A way to play a game, with a name for files and test reports."""

    name: str
    game: GameInfo
    setup: Setup


def scenario(game: str, *variants: str, players: int | None = None, **house: str | int | bool) -> Scenario:
    """A scenario; its name is made of everything that differs from the usual way.

    >>> scenario("zugband", "urteil", stall=2).name
    'zugband-urteil-stall-2'
    """
    info = GAMES[game]
    usual = 3 if 3 in info.seats else info.seats[0]
    seats = usual if players is None else players
    parts = [game, *variants, *([] if seats == usual else [f"{seats}-players"])]
    parts += [f"{key}-{str(value).lower()}" for key, value in house.items()]
    name = "-".join(parts).replace(":", "").replace(",", "-")
    return Scenario(name, info, Setup(seats, frozenset(variants), house))


# Every game, every variant, and every variant alone: what comes with the registry.
REGISTERED: Final = tuple(
    made
    for info in GAMES.values()
    for made in (scenario(info.id), *(scenario(info.id, variant.id) for variant in info.variants))
)
# What the house rules and the combinations add.
FURTHER: Final = (
    scenario("ueberwurf", w100="replace"),
    scenario("ueberwurf", w100="regular"),
    scenario("ueberwurf", tie="w6", equal_rolls="rethrow"),
    scenario("ueberwurf", "druckrunde", "doppelrisiko"),
    scenario("ueberwurf", "druckrunde", "doppelrisiko", "ehrenspiel", w100="replace", forced_may_use_w100=True),
    scenario("ueberwurf", "doppelrisiko", w100="replace", w4_auto_three=False),
    scenario("ueberwurf", "druckrunde", "doppelrisiko", w100="regular"),
    scenario("ueberwurf", "ehrenspiel", "schlichtungswurf", patt="draw"),
    scenario("zugband", "ruhiger_zug", "risszug", "drucktest", "urteil"),
    scenario("zugband", "risszug", "drucktest"),
    scenario("zugband", both_out="draw", stall=1),
    scenario("zugband", stall="never"),
    scenario("overload", players=5),
    scenario("overload", players=2, special="3:plus,5:plus_minus,7:minus,9:double"),
    scenario("overload", special="2:plus_minus,3:plus_minus", end="full_round", ninth_disc="giver"),
    scenario("wizard", players=2, spell_cards=True),
    scenario("wizard", spell_cards=True),
    scenario("wizard", "expert", players=5, spell_cards=True),
)
SCENARIOS: Final = REGISTERED + FURTHER
