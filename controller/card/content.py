"""What stands on a verdict card. Pure: a game's entries in, a card out; never of a round whose choices are hidden."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from controller.amend import effective, told
from controller.card.sources import Source, source_of
from controller.errors import RecordError
from controller.history.words import before_correction
from controller.i18n import _, option_name, render
from controller.journal.clock import Told
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    ByHand,
    Chosen,
    Corrected,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    FaceRuled,
    PictureRead,
    Started,
    Threw,
)
from controller.last_look import last_look
from controller.matching import lying
from controller.plain import shown
from controller.play import Play, begin
from controller.referee import unrevealed
from controller.rules import GAMES
from controller.rules.core import Event, Face
from vision.reading import Status

# They begin the next round where they stand behind a verdict.
_OPENING: Final = ("automatic", "locked", "revealed", "druckrunde", "drucktest")
# They are told elsewhere on the card.
_ELSEWHERE: Final = ("locked", "revealed", "thrown", "read", "verdict", "asked", "entered", "confirmed")


@dataclass(frozen=True)
class Lock:
    """A hidden choice that was revealed, and what proves that it was not changed.

    Attributes:
        seat: whose.
        value: as it was sealed.
        nonce: as it was sealed.
        seal: SHA-256 over both; empty where the rules left no choice, and nothing was sealed.
        counts: what counts instead, after a referee's correction; empty for none.
    """

    seat: int
    value: str
    nonce: str = ""
    seal: str = ""
    counts: str = ""


@dataclass(frozen=True)
class Lying:
    """One die of a throw: its type, and what it shows."""

    type: str
    face: Face


@dataclass(frozen=True)
class Cast:
    """A throw that counts.

    Attributes:
        seat: who threw.
        dice: as they lie.
        how: how it is known what they show, in a sentence.
    """

    seat: int
    dice: tuple[Lying, ...]
    how: str


@dataclass(frozen=True)
class Ruling:
    """A verdict: the sentence with rule and numbers, and where the rulebook says so."""

    seat: int | None
    text: str
    source: Source | None


@dataclass(frozen=True)
class Score:
    """A seat's points before and after the round."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True)
class Card:
    """One round, as it was judged.

    Attributes:
        game: its number in the journal; 0 for a game of another machine.
        id, title: of the game.
        variants: by name.
        round: its number.
        names: by seat; every seat has one.
        at: when it was judged, and whether the clock was right; ``None`` where nothing says so.
        locks: hidden choices, by seat; in the order of the record where seats have several.
        casts: throws.
        pictures: names of the throws' pictures, as the record has them.
        rulings: verdicts.
        told: what else happened, in sentences.
        scores: by seat.
        knot: where Zugband's knot was, and is.
        amended: what a referee changed in it, in sentences.
        head: hash of the round's last entry in the record's chain; empty where there is none.
    """

    game: int
    id: str
    title: str
    variants: tuple[str, ...]
    round: int
    names: Mapping[int, str]
    at: Told | None
    locks: tuple[Lock, ...] = ()
    casts: tuple[Cast, ...] = ()
    pictures: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    told: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    knot: tuple[int, int] | None = None
    amended: tuple[str, ...] = ()
    head: str = ""


def card_of(
    history: Sequence[AnyEntry], round_: int, *, game: int = 0, times: Sequence[Told] = (), chain: Sequence[str] = ()
) -> Card:
    """The card of one round.

    Args:
        history: the game's entries.
        round_: the round's number.
        game: the game's number in the journal.
        times: when each entry was written; may be empty.
        chain: the hash of each entry; may be empty.

    Raises:
        RecordError: there was no such round, it is not decided, or a choice of it was not revealed.
    """
    start = history[0]
    assert isinstance(start, Started)
    rounds, last = _rounds(history)
    found = rounds.get(round_)
    if found is None:
        numbers = ", ".join(str(number) for number in rounds) or _("no round")
        raise RecordError(_("round {n} was not played; played so far: {allowed}").format(n=round_, allowed=numbers))
    _refuse_hidden(found, unrevealed(history))
    end = found.places[-1]
    return Card(
        game=game,
        id=start.game,
        title=GAMES[start.game].name,
        variants=tuple(one.name for one in GAMES[start.game].variants if one.id in start.variants),
        round=round_,
        names={seat: last.names.get(seat) or _("Seat {n}").format(n=seat) for seat in range(1, start.players + 1)},
        at=times[end] if end < len(times) else None,
        locks=_in_order(found.locks),
        casts=tuple(found.casts),
        pictures=tuple(dict.fromkeys(found.pictures)),
        rulings=tuple(_ruling(one, start.game, last) for one in found.events if one.name == "verdict"),
        told=tuple(render(one.text, last.names) for one in found.events if one.name not in _ELSEWHERE),
        scores=_scores(found),
        knot=_knot(found),
        amended=tuple(_amendments(history, found, last.names)),
        head=chain[end] if end < len(chain) else "",
    )


def judged(history: Sequence[AnyEntry]) -> list[int]:
    """The rounds that there are cards of."""
    rounds, _last = _rounds(history)
    secret = unrevealed(history)
    numbers = []
    for number, found in rounds.items():
        try:
            _refuse_hidden(found, secret)
        except RecordError:
            continue
        numbers.append(number)
    return numbers


@dataclass
class _Round:
    """One round while it is collected: its entries by place, and what they made happen."""

    before: Mapping[str, Any]
    after: Mapping[str, Any] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    locks: list[Lock] = field(default_factory=list)
    casts: list[Cast] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    hidden: bool = False
    over: bool = False
    looks: list[AnyEntry] = field(default_factory=list)


def _rounds(history: Sequence[AnyEntry]) -> tuple[dict[int, _Round], Play]:
    """Every round that still counts, and where the game stands."""
    start = history[0]
    assert isinstance(start, Started)
    play, events = begin(start)
    view = play.state.view()
    rounds = {view["round"]: _Round(view)}
    _told(rounds[view["round"]], events)
    for place, entry in effective(history)[1:]:
        before, view = play, play.state.view()
        number = view["round"]
        this = rounds.setdefault(number, _Round(view))
        play, events = play.step(entry)
        this.after = play.state.view()
        this.places.append(place)
        this.over = this.after["round"] != number or play.outcome is not None
        _entered(this, history[place], entry, before)
        mine, following = _split(events, moved=this.after["round"] != number)
        _told(this, mine)
        if following:
            _told(rounds.setdefault(this.after["round"], _Round(this.after)), following)
    return {number: one for number, one in rounds.items() if one.places}, play


def _split(events: Sequence[Event], *, moved: bool) -> tuple[Sequence[Event], Sequence[Event]]:
    """What an entry made happen, and what of that already belongs to the next round."""
    judged_at = max((at for at, one in enumerate(events) if one.name == "verdict"), default=None)
    if not moved or judged_at is None:
        return events, ()
    for at, one in enumerate(events):
        if at > judged_at and one.name in _OPENING:
            return events[:at], events[at:]
    return events, ()


def _told(this: _Round, events: Iterable[Event]) -> None:
    for event in events:
        this.events.append(event)
        if event.name == "automatic" and event.seat:
            this.locks.append(Lock(event.seat, str(event.data["value"])))


def _entered(this: _Round, written: AnyEntry, counts: AnyEntry, before: Play) -> None:
    """One entry of the round; ``counts`` is what it is after a correction."""
    match counts:
        case Chosen(seat=seat, value=value):
            choice = next((one for one in before.choices if one.seat == seat), None)
            if choice and choice.hidden and isinstance(written, Chosen):
                changed = value if value != written.value else ""
                this.locks.append(Lock(seat, written.value, written.nonce, written.seal, changed))
                this.hidden = True
        case Threw(seat=seat, dice=dice):
            lies = tuple(Lying(one.type, one.face) for one in lying(seat, dice) if one.face is not None)
            how = _how(this.looks, seat, before.names)
            if was := before_correction(counts, written):
                # Who has corrected it, and why, stands below.
                how = _("corrected; before: {before}").format(before=was)
            this.casts.append(Cast(seat, lies, how))
            if picture := last_look(this.looks).picture:
                this.pictures.append(picture)
            if not [throw for throw in before.throws if throw.seat != seat]:
                this.looks = []
        case PictureRead() | ByHand() | FaceEntered() | FaceJudged() | FaceAgreed() | FaceRuled():
            this.looks.append(counts)


def _how(looks: Sequence[AnyEntry], seat: int, names: Mapping[int, str]) -> str:
    """How it is known what a seat's dice show, from what was written about the throw before."""
    ruled = [one for one in looks if isinstance(one, FaceRuled)]
    if ruled:
        return _("ruled by {by}: {why}").format(by=shown(ruled[-1].by), why=shown(ruled[-1].why))
    entered = [one for one in looks if isinstance(one, FaceEntered) and one.seat == seat]
    read = [one for one in looks if isinstance(one, PictureRead) and not one.trouble]
    agreed = any(isinstance(one, FaceAgreed) for one in looks)
    if entered:
        confirmed = [one.seat for one in looks if isinstance(one, FaceJudged) and one.agrees and one.seat != seat]
        by = ", ".join(dict.fromkeys(names.get(one) or _("Seat {n}").format(n=one) for one in confirmed))
        return _("entered on the panel, confirmed by {names}").format(names=by or "–")
    if agreed:
        return _("all seats agreed on it")
    if read:
        own = [one for one in read[-1].dice if one.status == Status.READ and one.seat in (seat, 0)]
        sure = min((one.confidence for one in own), default=0.0)
        if sure:
            # Never rounded up: 99.9 % is not 100 %.
            return _("read by the camera, at least {percent} % sure").format(percent=int(sure * 100))
        return _("read by the camera")
    return _("entered in the record")


def _refuse_hidden(found: _Round, secret: Collection[int]) -> None:
    """No card while anything of the round is hidden, or undecided.

    Args:
        found: the round.
        secret: the places of choices that nobody may see.

    Raises:
        RecordError: that is so.
    """
    judged_ = any(one.name == "verdict" for one in found.events)
    if not set(found.places).isdisjoint(secret) or (found.hidden and not judged_):
        raise RecordError(_("this round's choices are not revealed; there is a card once they are"))
    if not judged_ and not (found.over and found.casts):
        raise RecordError(_("this round is not decided; there is a card once it is"))


def _ruling(event: Event, game: str, play: Play) -> Ruling:
    return Ruling(event.seat, render(event.text, play.names), source_of(game, event.data))


def _in_order(locks: Sequence[Lock]) -> tuple[Lock, ...]:
    """By seat, where each seat has chosen once: who was faster is nobody's business on a card."""
    seats = [one.seat for one in locks]
    return tuple(sorted(locks, key=lambda one: one.seat) if len(seats) == len(set(seats)) else locks)


def _scores(found: _Round) -> tuple[Score, ...]:
    before = {seat["seat"]: seat["score"] for seat in found.before["seats"]}
    return tuple(Score(seat["seat"], before[seat["seat"]], seat["score"]) for seat in found.after["seats"])


def _knot(found: _Round) -> tuple[int, int] | None:
    return (found.before["knot"], found.after["knot"]) if "knot" in found.before else None


def _amendments(history: Sequence[AnyEntry], found: _Round, names: Mapping[int, str]) -> Iterable[str]:
    for at, entry in enumerate(history):
        if isinstance(entry, Corrected) and entry.entry in found.places:
            yield render(told(entry, history[:at]), names)
        elif isinstance(entry, Annulled) and entry.round == found.before["round"]:
            text = _("An earlier playing of this round was annulled by {by}: {why}")
            yield text.format(by=shown(entry.by), why=shown(entry.why))


def value_name(value: str) -> str:
    """A choice as people call it."""
    return option_name(value)


def when(at: Told) -> str:
    """Date and time of day on the station's clock, with a question mark where that was not right."""
    local: datetime = at.at.astimezone()
    return local.strftime(_("%Y-%m-%d, %H:%M")) + ("" if at.certain else " ?")
