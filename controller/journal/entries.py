"""The kinds of entries in a game's record. A game is the fold of its entries; each is accepted before it is written."""

from typing import Any, Literal

import msgspec

from vision.reading import Face


class Entry(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """What all entries share."""


class DiceRules(msgspec.Struct, frozen=True):
    """House rules for dice that do not lie as they should: who says what they count.

    ``enter``: the seats enter what the die shows. ``again``: it is thrown again, after three times in a row it is
    entered. ``ignore``: what nobody throws does not matter.

    Attributes:
        cocked: a die leans, or lies on something.
        missing: a die is not in the picture, or lies beside the tray.
        wrong: a die lies there in place of another one.
        surplus: more dice lie there than are thrown; all of the throw is made again.
        again: what is thrown again, the die alone or the whole throw.
        equal: of equal dice that one seat throws, each that was read counts, or all are entered unless all were read,
            as in records from before.
    """

    cocked: Literal["enter", "again"] = "enter"
    missing: Literal["enter", "again"] = "enter"
    wrong: Literal["enter", "again"] = "enter"
    surplus: Literal["enter", "again", "ignore"] = "enter"
    again: Literal["die", "throw"] = "die"
    equal: Literal["all", "each"] = "all"


class Series(msgspec.Struct, frozen=True):
    """A game is one of several: whoever wins most of them wins all.

    Attributes:
        best_of: how many are played at most.
        game: which of them this is, from 1.
        wins: won before this game, by seat.
    """

    best_of: int
    game: int
    wins: tuple[int, ...]


class Started(Entry, tag="started", frozen=True):
    """A game begins; everything needed to play it again. ``dice`` is ``None`` in records that knew no such rules."""

    game: str
    rules_version: int
    players: int
    names: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    house: dict[str, str | int | bool] = {}
    stakes: dict[str, str] = {}
    first: int = 1
    dice: DiceRules | None = None
    series: Series | None = None

    def __post_init__(self) -> None:
        if self.series and len(self.series.wins) != self.players:
            raise ValueError("a series counts the wins of each player")
        if not all(seat.isdecimal() for seat in self.stakes):
            raise ValueError("stakes are given by the numbers of seats")


class Chosen(Entry, tag="choice", frozen=True):
    """A seat has locked a choice. ``seal`` is SHA-256 over nonce and value: it can be shown before the value."""

    seat: int
    value: str
    nonce: str
    seal: str


class TakenBack(Entry, tag="taken_back", frozen=True):
    """A seat has taken its locked choice back before the last seat had locked; ``entry`` is that choice's place."""

    seat: int
    entry: int


class Drawn(Entry, tag="draw", frozen=True):
    """The table has drawn at random."""

    value: str


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One die as it was read (see ``vision.reading.DieReading``).

    Attributes:
        seat: whose it is, by its place or by its looks; 0 where that is not certain.
        outside: whether it lies beside the tray.
        set: the taught set that knows it; empty where none does, and in records that knew no sets.
        likely: the likeliest values in order; none where there is no guess, and in records that did not keep them.
    """

    type: str
    value: Face | None
    confidence: float
    status: str
    box: tuple[int, int, int, int]
    seat: int = 0
    outside: bool = False
    set: str = ""
    likely: tuple[Face, ...] = ()


class PictureRead(Entry, tag="picture", frozen=True):
    """A throw was looked at. ``picture`` is empty when none was to be had; ``trouble`` then says why."""

    picture: str
    dice: tuple[Seen, ...] = ()
    trouble: str = ""


class FaceEntered(Entry, tag="face", frozen=True):
    """A seat has entered a face that could not be read; ``die`` counts the open dice of the throw from 0."""

    seat: int
    die: int
    value: Face


class FaceJudged(Entry, tag="confirm", frozen=True):
    """Another seat has confirmed an entered face, or disputed it so that it is entered anew."""

    seat: int
    die: int
    agrees: bool


class ByHand(Entry, tag="by_hand", frozen=True):
    """A seat wants the dice of this throw to be entered instead of read."""

    seat: int


class ThrownAgain(Entry, tag="thrown_again", frozen=True):
    """All seats agree that these dice of the throw are thrown again; ``dice`` counts its open dice from 0."""

    dice: tuple[int, ...]


class FaceAgreed(Entry, tag="face_agreed", frozen=True):
    """All seats agree on what a die of the present throw shows; ``die`` counts its open dice from 0."""

    die: int
    value: Face


class FaceRuled(Entry, tag="face_ruled", frozen=True):
    """The referee says what a die of the present throw shows; ``None``: it was not read, and is entered.

    ``die`` counts its open dice from 0.
    """

    die: int
    value: Face | None
    by: str
    why: str = ""


class Threw(Entry, tag="throw", frozen=True):
    """A throw counts, with these faces."""

    seat: int
    dice: dict[str, tuple[Face, ...]]
    kept: tuple[int, ...] = ()


class Rejected(Entry, tag="rejected", frozen=True):
    """What lies there cannot be this throw (a die that had to stay was thrown again): it is thrown anew."""

    why: str


class TimeUp(Entry, tag="time_up", frozen=True):
    """These seats have used up their time; what that means for them, a house rule says and other entries do."""

    seats: tuple[int, ...]
    what: Literal["choose", "throw", "load"]


# --- the game stands still, and the seats agree on something ----------------------------------------------------------


class Halted(Entry, tag="halted", frozen=True):
    """A seat has stopped the game, or has taken over from the one that had."""

    seat: int


class Proposed(Entry, tag="proposed", frozen=True):
    """The seat that has stopped the game proposes something to all others.

    ``face``: a die of the last throw shows ``value``. ``again``: a die, or all with ``die`` -1, is thrown again.
    ``undo``: the last step counts no more. ``by_hand``: the dice that are thrown now are entered. ``die`` counts the
    dice that are shown from 0.
    """

    seat: int
    what: Literal["face", "again", "undo", "by_hand"]
    die: int = -1
    value: Face | None = None


class ProposalJudged(Entry, tag="proposal_judged", frozen=True):
    """Another seat agrees with what is proposed, or does not."""

    seat: int
    agrees: bool


class Resumed(Entry, tag="resumed", frozen=True):
    """The game goes on as it was."""

    seat: int


class Ended(Entry, tag="ended", frozen=True):
    """The game is over. ``outcome`` repeats what the fold gives, so that the record can be read without the rules."""

    outcome: dict[str, Any]


# --- what referees and seats do beside the game: these amend the record and never erase -------------------------------


class Corrected(Entry, tag="corrected", frozen=True):
    """An earlier choice, draw or throw was other than recorded. Everything after it is judged again.

    ``entry`` counts the game's entries from 0; ``value`` replaces that of a choice or draw, ``dice`` that of a throw.
    Entries from ``void_from`` on, which could no longer stand, count no more.
    """

    entry: int
    by: str
    why: str
    value: str | None = None
    dice: dict[str, tuple[Face, ...]] | None = None
    void_from: int | None = None


class Annulled(Entry, tag="annulled", frozen=True):
    """A round counts no more: entries ``first`` to ``last``, and those from ``void_from`` on."""

    round: int
    first: int
    last: int
    by: str
    why: str
    void_from: int | None = None


class Undone(Entry, tag="undone", frozen=True):
    """All seats agree that entries from ``void_from`` on count no more."""

    void_from: int


class Closed(Entry, tag="closed", frozen=True):
    """The game was ended before its end: ``conceded`` or ``forfeited`` by a seat, or ``aborted`` without a winner."""

    reason: Literal["conceded", "forfeited", "aborted"]
    by: str
    why: str
    seat: int | None = None


Amendment = Corrected | Annulled
AnyEntry = (
    Started
    | Chosen
    | TakenBack
    | Drawn
    | PictureRead
    | FaceEntered
    | FaceJudged
    | ByHand
    | ThrownAgain
    | FaceAgreed
    | FaceRuled
    | Threw
    | Rejected
    | TimeUp
    | Halted
    | Proposed
    | ProposalJudged
    | Resumed
    | Ended
    | Amendment
    | Undone
    | Closed
)

_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """An entry as JSON, always the same text for the same entry."""
    return msgspec.json.encode(entry, order="deterministic").decode()


def decode(text: str) -> AnyEntry:
    """The entry of a JSON text.

    Raises:
        msgspec.ValidationError: the text is no entry.
    """
    return _DECODER.decode(text)
