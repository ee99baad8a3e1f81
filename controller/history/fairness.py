"""Whether the table's dice are fair, from what they showed in the games of the journal, in numbers and in sentences.

The record knows the kind of each die, who threw it, and the taught set that it belongs to; not which die of several it
was: two dice of one seat and one set are judged together.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from controller.history.choosing import Choice
from controller.history.games import Summary
from controller.history.throws import Fallen
from controller.i18n import _, decimal, die_name, ngettext, option_name
from controller.statistics.fit import Fit, fit, least_share
from controller.statistics.sequential import ALPHA, Evidence, evidence
from vision.reading import DIE_TYPES, Face, faces

# From so much evidence on it is said that there is some; the stake of a fair die gets there once in ten at most.
_SOME: Final = 10.0
# How many times as often a face would have to come, to be called so.
_GROSS, _MARKED, _MODERATE = 2.0, 1.5, 1.2


@dataclass(frozen=True, slots=True)
class Fairness:
    """Dice of one kind.

    Attributes:
        die: their type (see ``vision.reading.DIE_TYPES``).
        seat: who threw them; ``None`` for all together.
        set: their taught set, empty for those of none; ``None`` for all together.
        counts: how often each face came, in the order of ``vision.reading.faces``.
        fit: the test that is looked at once.
        share: how often one face would have to come for that test to notice it, 0 … 1; ``None`` where it cannot.
        evidence: the test that may be looked at any time.
    """

    die: str
    seat: int | None
    counts: tuple[int, ...]
    fit: Fit
    share: float | None
    evidence: Evidence
    set: str | None = None

    @property
    def verdict(self) -> str:
        """``fair``: nothing speaks against it; ``watch``: something does; ``unfair``; ``few``: nothing can be said."""
        if self.evidence.rejects:
            return "unfair"
        if self.evidence.now >= _SOME:
            return "watch"
        return "few" if self.share is None else "fair"

    @property
    def throws(self) -> str:
        """How many throws, in words."""
        return ngettext("{n} throw", "{n} throws", self.fit.n).format(n=self.fit.n)

    def sentences(self) -> tuple[str, str, str]:
        """What is to be thought of them; what so few throws could show at all; the test that is looked at once."""
        return _judged(self), powerless(self.fit.n, self.share, len(self.counts)), _tested(self.fit)

    def as_json(self) -> dict[str, Any]:
        """As a mapping that JSON can hold; the stake's path is left out."""
        judged, power, tested = self.sentences()
        return {
            "die": self.die,
            "seat": self.seat,
            "set": self.set,
            "throws": self.fit.n,
            "counts": {str(face): count for face, count in zip(faces(self.die), self.counts, strict=True)},
            "expected": self.fit.n / len(self.counts),
            "test": {"method": self.fit.method, "statistic": self.fit.statistic, "p": self.fit.p},
            "least_share": self.share,
            "sequential": {"now": self.evidence.now, "peak": self.evidence.peak, "p": self.evidence.p, "alpha": ALPHA},
            "verdict": self.verdict,
            "text": judged,
            "power": power,
            "tested": tested,
        }


def fairness(games: Iterable[Summary], wanted: Choice) -> list[Fairness]:
    """The dice of each kind together, then of each seat where several threw some, then of each set where one is known.

    Args:
        games: oldest first.
        wanted: which of them, and whose throws.
    """
    thrown: dict[str, list[Fallen]] = {die: [] for die in DIE_TYPES}
    for game in wanted.of(games):
        seats = set(wanted.seats(game))
        for one in game.fallen:
            if one.seat in seats:
                thrown[one.die].append(one)
    found = []
    for die, all_of in thrown.items():
        seats = {one.seat for one in all_of}
        if all_of:
            found.append(_fairness(die, None, [one.face for one in all_of]))
        if len(seats) > 1:
            found += [_fairness(die, seat, [one.face for one in all_of if one.seat == seat]) for seat in sorted(seats)]
        names = {one.set for one in all_of}
        if any(names):
            # Those of no set last.
            for name in sorted(names, key=lambda name: (not name, name.casefold())):
                found.append(_fairness(die, None, [one.face for one in all_of if one.set == name], name))
    return found


def _fairness(die: str, seat: int | None, shown: Sequence[Face], name: str | None = None) -> Fairness:
    known, count = faces(die), Counter(shown)
    place = {face: at for at, face in enumerate(known)}
    counts = tuple(count[face] for face in known)
    throws = evidence([place[face] for face in shown], len(known))
    return Fairness(die, seat, counts, fit(counts), least_share(len(shown), len(known)), throws, name)


# --- in words --------------------------------------------------------------------------------------------------------


def _judged(one: Fairness) -> str:
    most = max(range(len(one.counts)), key=lambda place: one.counts[place])
    face = option_name(str(faces(one.die)[most]))
    match one.verdict:
        case "unfair":
            text = _(
                "{die}: the faces do not come equally often; {face} came most. A die is loaded, or a face is misread: "
                "watch some throws, then put the die away."
            )
        case "watch":
            text = _("{die}: {face} comes more often than it should, but that may still be chance. Look again later.")
        case "few":
            text = _("{die}: too few throws to say anything.")
        case _:
            text = _("{die}: nothing speaks against it.")
    return text.format(die=die_name(one.die), face=face)


def powerless(n: int, share: float | None, k: int) -> str:
    """What so many throws of a die with ``k`` faces could show at all."""
    after = ngettext("After {n} throw", "After {n} throws", n).format(n=n)
    if share is None:
        return _("{after} not even a die that always shows the same face would stand out.").format(after=after)
    ratio = share * k
    if ratio >= _GROSS:
        what = _("{after} only gross forgery shows")
    elif ratio >= _MARKED:
        what = _("{after} marked loading shows")
    elif ratio >= _MODERATE:
        what = _("{after} moderate loading shows")
    else:
        what = _("{after} even slight loading shows")
    why = _("a face that came {share} % of the time instead of {fair} % would be noticed four times out of five.")
    shares = {"share": decimal(100 * share, ".0f"), "fair": decimal(100 / k, ".1f")}
    return f"{what.format(after=after)}: {why.format(**shares)}"


def _tested(test: Fit) -> str:
    p = 100 * test.p
    chance = _("less than 0.1 %") if p < 0.1 else f"{decimal(p, '.1f' if p < 10 else '.0f')} %"
    text = _("Of fair dice, {chance} deviate as much as these (chi-squared test).")
    if test.method == "exact":
        text = _("Of fair dice, {chance} deviate as much as these (exact test).")
    return text.format(chance=chance)
