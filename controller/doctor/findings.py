"""What is looked at, and what was found."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from controller.config import Loaded
from controller.health.model import Kind, Report, State, name, state_name
from controller.i18n import render


class Finding(NamedTuple):
    """One thing that was looked at.

    Attributes:
        topic: what, for people.
        state: ``ABSENT`` where it is not needed, or was not looked at.
        about: what was found, in one sentence.
        remedy: what to do; empty where nothing is to be done, or where the sentence says it.
    """

    topic: str
    state: State
    about: str
    remedy: str = ""


class Case(NamedTuple):
    """The dice table that is looked at.

    Attributes:
        loaded: its configuration.
        journal: its record, followed to its end.
        report: what the running station says; ``None`` where none answers.
        in_use: whether a station runs: its devices are left alone, even where it does not answer.
    """

    loaded: Loaded
    journal: Path
    report: Report | None
    in_use: bool


Check = Callable[[Case], Iterable[Finding]]


def told(case: Case, kind: Kind) -> list[Finding]:
    """What the running station says of a part; its devices are its own."""
    parts = case.report.parts if case.report else ()
    return [Finding(name(part), part.state, render(part.about), part.to_do) for part in parts if part.kind is kind]


def lines(findings: Iterable[Finding]) -> list[str]:
    """The findings for people, each with its remedy below it."""
    found = list(findings)
    width = max((len(one.topic) for one in found), default=0)
    longest = max(len(state_name(state)) for state in State)
    rows = []
    for one in found:
        rows.append(f"{state_name(one.state):<{longest}}  {one.topic:<{width}}  {one.about}".rstrip())
        if one.remedy:
            rows.append(f"{'':<{longest + width + 4}}→ {one.remedy}")
    return rows
