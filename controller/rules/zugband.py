"""Zugband: two players, six markers each, one knot between them; the order of this file is that of its rulebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from controller.rules.core import (
    N_,
    Choice,
    Choose,
    Event,
    Message,
    Outcome,
    Question,
    Reason,
    Request,
    State,
    Step,
    locked,
    message,
    put,
    settle,
)
from controller.rules.setup import GameInfo, Option, Setup, Variant

# „6 Marker pro Spieler“
MARKERS: Final = 6
# „Beide Spieler nehmen verdeckt 0 bis 3 Marker in die Hand.“
MOST: Final = 3
ANNUL: Final = N_("annul")
ACCEPT: Final = N_("accept")


class House(NamedTuple):
    """What is in force: the variants and the house rules."""

    ruhiger_zug: bool = False
    risszug: bool = False
    drucktest: bool = False
    # „Ziehe den Mittelknoten bis zur dritten Station auf deiner Seite.“ Urteil: „Es wird nur bis Station 2 gespielt.“
    goal: int = 3
    both_out_draw: bool = False
    # How many rounds of 0:0 in a row end the game; None: any number may follow.
    stall: int | None = 3


BASE: Final = House()


# --- Bewegung bestimmen ----------------------------------------------------------------------------------------------


class Move(NamedTuple):
    """How one round moves the knot.

    Attributes:
        rule: ``more``, ``double``, ``ruhiger_zug`` (one station instead of two), ``out`` (against a player without
            markers), ``level`` or ``risszug``.
        winner: 0 or 1 for the first or the second player, ``None`` for nobody.
        stations: how far towards the winner.
    """

    rule: str
    winner: int | None
    stations: int


LEVEL: Final = Move("level", None, 0)
_OUT: Final = (Move("out", 0, 1), Move("out", 1, 1))


@lru_cache(maxsize=256)
def movement(bids: tuple[int, int], house: House = BASE) -> Move:
    """Judge the bids of one round.

    >>> movement((1, 2))
    Move(rule='double', winner=1, stations=2)
    >>> movement((0, 2))
    Move(rule='more', winner=1, stations=1)
    """
    # „Bei gleicher Markerzahl bleibt der Knoten liegen.“
    if bids[0] == bids[1]:
        return LEVEL
    winner = 0 if bids[0] > bids[1] else 1
    more, fewer = bids[winner], bids[1 - winner]
    # „Setzt ein Spieler mindestens doppelt so viele Marker wie der Gegner ein und beide Spieler mindestens 1 Marker,
    # wandert der Knoten zwei Stationen.“
    if fewer >= 1 and more >= 2 * fewer:
        # „Ruhiger Zug: Bewegungen um zwei Stationen sind nicht möglich.“
        return Move("ruhiger_zug", winner, 1) if house.ruhiger_zug else Move("double", winner, 2)
    # „Hat ein Spieler mehr Marker eingesetzt, wandert der Mittelknoten eine Station zu ihm.“
    return Move("more", winner, 1)


_RULES: Final[Mapping[str, str]] = {
    "more": N_("{n1} against {n2}: {seat:seat} has bid more, the knot moves one station"),
    "double": N_("{n1} against {n2}: {seat:seat} has bid at least twice as many, the knot moves two stations"),
    "ruhiger_zug": N_("{n1} against {n2}: at least twice as many, Ruhiger Zug: one station towards {seat:seat}"),
    "out": N_("{n1} against {n2}: {other:seat} is out of markers and loses the round, the knot moves one station"),
    "level": N_("{n1} against {n2}: equal, the knot stays"),
    "risszug": N_("{n1} against {n2}: {other:seat} annuls the round by Risszug, the knot stays"),
}
_STOPPED: Final = N_("{n1} against {n2}: at least twice as many, but the knot stops at the goal of {seat:seat}")


# --- Spielablauf -----------------------------------------------------------------------------------------------------

_BID: Final = message("Take 0 to 3 markers in secret")
_PRESSED: Final = message("Drucktest: take at least one marker in secret")
_RISSZUG: Final = message("Risszug: annul the lost round or accept it")
_BIDS: Final = tuple(str(markers) for markers in range(MOST + 1))
_VERDICTS: Final = (ANNUL, ACCEPT)


@lru_cache(maxsize=64)
def _bid(seat: int, left: int, pressed: bool) -> Choice:
    # „Jeder Spieler besitzt insgesamt nur sechs Marker.“
    most = min(MOST, left)
    # „Drucktest: Nach zwei aufeinanderfolgenden Gleichständen müssen beide Spieler in der folgenden Runde mindestens
    # 1 Marker einsetzen.“ Who has none left bids 0.
    fewest = min(1, left) if pressed else 0
    return Choice(seat, _BIDS[fewest : most + 1], True, _PRESSED if pressed else _BID, keys=_BIDS)


@lru_cache(maxsize=64)
def _bids(left: tuple[int, int], pressed: bool, missing: tuple[bool, bool]) -> tuple[Choice, ...]:
    return tuple(_bid(seat, left[seat - 1], pressed) for seat in (1, 2) if missing[seat - 1])


class Rope(NamedTuple):
    """What both see between two rounds. Pairs hold the first and the second seat.

    Attributes:
        house: what is in force.
        round: from 1.
        knot: the station under the knot, towards the first seat below 0, towards the second above.
        left: markers that each still has.
        level: rounds with equal bids in a row, for the Drucktest.
        pressed: Drucktest: whether both must bid in this round.
        zeros: rounds of 0:0 in a row.
        risszug: whether each may still annul a round.
        ended: why the game is over.
        winner: the seat that has won, when it is over.
    """

    house: House = BASE
    round: int = 1
    knot: int = 0
    left: tuple[int, int] = (MARKERS, MARKERS)
    level: int = 0
    pressed: bool = False
    zeros: int = 0
    risszug: tuple[bool, bool] = (False, False)
    ended: Reason | None = None
    winner: int | None = None


START: Final = Rope()


@dataclass(frozen=True)
class Zugband(State):
    """One moment of a game.

    Attributes:
        rope: what both see.
        bids: what each has locked in this round; hidden until both are there.
        asked: the seat that may annul this round now.
    """

    rope: Rope = START
    bids: tuple[int | None, int | None] = (None, None)
    asked: int | None = None

    def _needs(self) -> tuple[Request, ...]:
        rope = self.rope
        if rope.ended:
            return ()
        if self.asked is not None:
            return (Choice(self.asked, _VERDICTS, False, _RISSZUG),)
        # „1. Einsatz wählen: Beide Spieler nehmen verdeckt 0 bis 3 Marker in die Hand.“
        first, second = self.bids
        return _bids(rope.left, rope.pressed, (first is None, second is None))

    @property
    def outcome(self) -> Outcome | None:
        rope = self.rope
        if rope.ended is None:
            return None
        winner = () if rope.winner is None else (rope.winner,)
        return Outcome(winner, {1: max(0, -rope.knot), 2: max(0, rope.knot)}, rope.ended)

    def _follow(self, answer: Choose) -> tuple["Zugband", list[Event]]:
        if self.asked is not None:
            return self._tear(self.asked, answer.value == ANNUL)
        seat, value = answer
        rope = self.rope
        first, second = bids = put(self.bids, seat, int(value))
        if first is None or second is None:
            return _moment(rope, bids), [locked(seat)]
        # „2. Gleichzeitig aufdecken“
        events = [locked(seat), _revealed(first, second)]
        move = movement((first, second), rope.house)
        # All markers bid are discarded, on equal bids and under the Risszug too.
        left = (rope.left[0] - first, rope.left[1] - second)
        # „Risszug: Ein Spieler, der 0 Marker einsetzt, darf einmal pro Spiel eine verlorene Runde annullieren.“
        if move.winner is not None and rope.risszug[1 - move.winner] and not (first and second):
            return _moment(rope._replace(left=left), bids, asked=2 - move.winner), events
        return _moment(pull(rope, left, (first, second), move, events)), events

    def _tear(self, seat: int, annul: bool) -> tuple["Zugband", list[Event]]:
        rope, bids = self.rope, (self.bids[0] or 0, self.bids[1] or 0)
        if not annul:
            events = [_accepted(seat)]
            return _moment(pull(rope, rope.left, bids, movement(bids, rope.house), events)), events
        # „Der Mittelknoten bewegt sich in dieser Runde nicht, eingesetzte Marker werden dennoch abgelegt.“
        events = []
        rope = rope._replace(risszug=put(rope.risszug, seat, False))
        return _moment(pull(rope, rope.left, bids, Move("risszug", 2 - seat, 0), events)), events

    def view(self, seat: int | None = None) -> dict[str, Any]:
        rope, revealed = self.rope, None not in self.bids
        return {
            "game": "zugband",
            "round": rope.round,
            "rounds": None,
            "knot": rope.knot,
            "goal": rope.house.goal,
            "drucktest": rope.pressed,
            "seats": [
                {
                    "seat": one,
                    "score": max(0, rope.knot if one == 2 else -rope.knot),
                    "locked": self.bids[one - 1] is not None,
                    "bid": self.bids[one - 1] if revealed or one == seat else None,
                    "left": rope.left[one - 1],
                    "risszug": rope.risszug[one - 1],
                    "asked": self.asked == one,
                }
                for one in (1, 2)
            ],
        }


def _moment(rope: Rope, bids: tuple[int | None, int | None] = (None, None), asked: int | None = None) -> Zugband:
    # Faster than core.state_of, and at half the time of the constructor: in a game as short as this it is felt.
    state = object.__new__(Zugband)
    values = state.__dict__
    values["rope"] = rope
    values["bids"] = bids
    values["asked"] = asked
    return state


def pull(rope: Rope, left: tuple[int, int], bids: tuple[int, int], move: Move, events: list[Event]) -> Rope:
    """The rope after a round, with the markers that are left now; what happens is added to the events."""
    house, number, before, _, level, pressed, zeros, risszug, _, _ = rope
    knot, goal = before, house.goal
    # „3. Bewegung bestimmen“
    if move.winner is None:
        # Drucktest: once both had to bid, the count starts anew.
        level = 0 if pressed else level + 1
        zeros = zeros + 1 if bids[0] == 0 else 0
    else:
        level = zeros = 0
        # „Besitzt ein Spieler keine Marker mehr, verliert er die nächste entschiedene Runde automatisch.“
        if move.rule == "more" and left[1 - move.winner] == 0 == bids[1 - move.winner]:
            move = _OUT[move.winner]
        knot += move.stations if move.winner else -move.stations
        if abs(knot) > goal:
            knot = goal if knot > 0 else -goal
    events.append(_verdict(number, move, bids, before, knot))
    # „Das Spiel endet sofort, wenn der Mittelknoten Station 3 auf einer Seite erreicht“
    if left == (0, 0) or zeros == house.stall or abs(knot) == goal:
        reason, winner = _end(house, knot, left)
        events.append(_game_over(house, reason, winner, knot))
        return Rope(house, number, knot, left, level, False, zeros, risszug, reason, winner)
    pressed = house.drucktest and level == 2
    if pressed:
        events.append(_DRUCKTEST)
    return Rope(house, number + 1, knot, left, level, pressed, zeros, risszug)


# --- Spielende -------------------------------------------------------------------------------------------------------


def _end(house: House, knot: int, left: tuple[int, int]) -> tuple[Reason, int | None]:
    side = None if knot == 0 else 1 if knot < 0 else 2
    # „Ziehe den Mittelknoten bis zur dritten Station auf deiner Seite.“ – „dieser Spieler gewinnt.“
    if abs(knot) == house.goal:
        return Reason.GOAL, side
    # Neither can pull any more, or neither wants to: the side on which the knot lies wins.
    reason = Reason.MARKERS if left == (0, 0) else Reason.STALLED
    return reason, None if house.both_out_draw else side


# --- What is told: the same events come again and again, each is made once and never changed -------------------------


@lru_cache(maxsize=16)
def _revealed(first: int, second: int) -> Event:
    text = message("Revealed: {n1} against {n2}", n1=first, n2=second)
    return Event("revealed", None, text, {"bids": {"1": first, "2": second}})


@lru_cache(maxsize=2)
def _accepted(seat: int) -> Event:
    return Event("accepted", seat, message("{seat:seat} accepts the lost round", seat=seat))


@lru_cache(maxsize=4096)
def _verdict(number: int, move: Move, bids: tuple[int, int], before: int, knot: int) -> Event:
    data = {"round": number, "rule": move.rule, "bids": {"1": bids[0], "2": bids[1]}, "knot": knot}
    if move.winner is None:
        return Event("verdict", None, message(_RULES["level"], n1=bids[0], n2=bids[1]), data)
    text = _RULES[move.rule] if abs(knot - before) == move.stations else _STOPPED
    seat, other = move.winner + 1, 2 - move.winner
    concerned = other if move.rule == "risszug" else seat
    return Event("verdict", concerned, message(text, n1=bids[0], n2=bids[1], seat=seat, other=other), data)


_DRUCKTEST: Final = Event(
    "drucktest", None, message("Two equal rounds in a row: Drucktest, whoever has markers left must bid")
)


_GOAL: Final = N_("The knot has reached station {n} of {seat:seat}, who wins")
# „Urteil: … Das Ergebnis gilt sofort als bindend.“
_URTEIL: Final = N_("Urteil: the knot has reached station {n} of {seat:seat}, who wins; this binds at once")
_STOPPED_BY: Final[Mapping[Reason, tuple[str, str, str]]] = {
    Reason.MARKERS: (
        N_("All markers are spent; the knot lies on the side of {seat:seat}, who wins"),
        N_("All markers are spent; the knot lies in the middle: a draw"),
        N_("All markers are spent, no goal is reached: a draw"),
    ),
    Reason.STALLED: (
        N_("Nobody pulls any more; the knot lies on the side of {seat:seat}, who wins"),
        N_("Nobody pulls any more; the knot lies in the middle: a draw"),
        N_("Nobody pulls any more, no goal is reached: a draw"),
    ),
}


@lru_cache(maxsize=64)
def _game_over(house: House, reason: Reason, winner: int | None, knot: int) -> Event:
    if reason is Reason.GOAL:
        text = _GOAL if house.goal == BASE.goal else _URTEIL
        return Event("game_over", winner, message(text, n=house.goal, seat=winner))
    won, middle, always = _STOPPED_BY[reason]
    if winner is None:
        return Event("game_over", None, Message(middle if knot == 0 else always))
    return Event("game_over", winner, message(won, seat=winner))


# --- Regionale Varianten ---------------------------------------------------------------------------------------------

VARIANTS: Final = (
    Variant("ruhiger_zug", "Ruhiger Zug", message("The knot never moves two stations (Konklave Nord)")),
    Variant("risszug", "Risszug", message("Who bid 0 and lost may annul the round, once a game (Dust Covenant)")),
    Variant("drucktest", "Drucktest", message("After two equal rounds in a row both must bid (FEU-Werk)")),
    Variant("urteil", "Urteil", message("The goal is station 2 (Iron Bastion)")),
)

HOUSE: Final = (
    Option(
        "both_out",
        "side",
        ("side", "draw"),
        message("All markers spent, no goal reached: the knot's side wins, or a draw"),
    ),
    Option("stall", 3, (1, 99), message("So many rounds of 0 : 0 in a row end the game"), words=("never",)),
)


@lru_cache(maxsize=64)
def _first(variants: frozenset[str], both_out: str, stall: int | str) -> Step:
    house = House(
        ruhiger_zug="ruhiger_zug" in variants,
        risszug="risszug" in variants,
        drucktest="drucktest" in variants,
        goal=2 if "urteil" in variants else 3,
        both_out_draw=both_out == "draw",
        stall=None if isinstance(stall, str) else stall,
    )
    return settle(Zugband(Rope(house, risszug=(house.risszug, house.risszug))), [])


def _begin(setup: Setup, house: Mapping[str, Any]) -> Step:
    return _first(setup.variants, house["both_out"], house["stall"])


GAME: Final = GameInfo(
    id="zugband",
    name="Zugband",
    seats=(2,),
    dice=(),
    about=message("Two pull one knot with six markers each: who bids more in secret moves it, what is bid is gone."),
    variants=VARIANTS,
    house=HOUSE,
    begin=_begin,
    questions=(Question(_BID, _BIDS), Question(_PRESSED, _BIDS), Question(_RISSZUG, _VERDICTS)),
)
