"""Proves a record: the chain of hashes, the seals of hidden choices, and that the rules give the recorded events."""

from collections.abc import Sequence

import msgspec

from controller.i18n import _, sentence
from controller.journal import entries
from controller.journal.entries import AnyEntry, Chosen, Ended, Started
from controller.journal.lines import Line, events_json, holds
from controller.journal.seal import seal
from controller.play import Play, begin
from controller.rules.core import IllegalAnswer
from controller.rules.setup import SetupError


def faults(lines: Sequence[Line], seed: str) -> list[str]:
    """Everything that is wrong with a game's record, in its order; empty when it holds.

    Args:
        lines: the game's entries as they are stored.
        seed: the hash that the chain begins with.
    """
    found = [*_chain_faults(lines, seed)]
    history: list[AnyEntry] = []
    for place, line in enumerate(lines):
        try:
            history.append(entries.decode(line.body))
        except msgspec.DecodeError as error:
            return [*found, _("entry {n}: cannot be read: {why}").format(n=place, why=error)]
    return found + _seal_faults(history) + _replay_faults(history, lines)


def _chain_faults(lines: Sequence[Line], seed: str) -> list[str]:
    chain = seed
    found = []
    text = _("entry {n}: the chain is broken here: it was changed, or one before it is missing")
    for place, line in enumerate(lines):
        if not holds(chain, line):
            found.append(text.format(n=place))
        chain = line.chain
    return found


def _seal_faults(history: Sequence[AnyEntry]) -> list[str]:
    text = _("entry {n}: the choice is not the one that was sealed")
    return [
        text.format(n=place)
        for place, entry in enumerate(history)
        if isinstance(entry, Chosen) and seal(entry.nonce, entry.value) != entry.seal
    ]


def _replay_faults(history: Sequence[AnyEntry], lines: Sequence[Line]) -> list[str]:
    if not history or not isinstance(history[0], Started):
        return [_("entry 0: a game's record begins with its start")]
    try:
        play, events = begin(history[0])
    except (LookupError, SetupError) as error:
        return [_("entry 0: the game cannot be begun: {why}").format(why=sentence(error))]
    found: list[str] = []
    for place, (entry, line) in enumerate(zip(history, lines, strict=True)):
        if place:
            try:
                play, events = play.fold(entry)
            except IllegalAnswer as error:
                return [*found, _("entry {n}: against the rules: {why}").format(n=place, why=sentence(error))]
        if events_json(events) != line.events:
            found.append(_("entry {n}: the rules give other events than the recorded ones").format(n=place))
        found += _outcome_fault(place, entry, play)
    return found


def _outcome_fault(place: int, entry: AnyEntry, play: Play) -> list[str]:
    if not isinstance(entry, Ended):
        return []
    outcome = play.outcome.as_json()["outcome"] if play.outcome else None
    return [] if outcome == entry.outcome else [_("entry {n}: the rules give another outcome").format(n=place)]
