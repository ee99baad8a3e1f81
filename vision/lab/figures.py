"""The figures of the reading of dice: counts, tables for people, and what is aimed at."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(slots=True)
class Figures:
    """Counts of one source, and its readings that went wrong."""

    groups: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By marking and kind."""
    pictures: int = 0
    dice: int = 0
    seconds: float = 0.0
    stray: int = 0
    """Read where no label is, in pictures that are fully labelled."""
    unlabelled: int = 0
    """Read where no label is, in pictures that may hold unlabelled dice."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What is aimed at for some dice: shares of right values, of read ones, of wrong ones among the read, 0 … 1."""

    name: str
    counts: Callable[[str, str, str], bool]
    right: float
    read: float
    wrong: float


GOALS: Final = (
    Goal("pips, all sources", lambda source, marking, kind: marking == "pips", 0.97, 0.85, 0.005),
    Goal(
        "numerals of burksbuilds, no d4",
        lambda source, marking, kind: source == "burksbuilds" and kind != "d4",
        0.97,
        0.85,
        0.005,
    ),
    Goal(
        "numerals of ucffool and bartek",
        lambda source, marking, kind: source in ("ucffool", "bartek_od", "bartek_seg") and marking == "numerals",
        0.93,
        0.75,
        0.01,
    ),
)


def as_json(result: dict[str, Figures]) -> dict[str, Any]:
    """The figures as they are saved."""
    return {
        source: {
            "pictures": f.pictures,
            "stray_read": f.stray,
            "read_where_unlabelled": f.unlabelled,
            **(_times(f) if f.seconds else {}),
            "groups": {f"{marking} {kind}": dict(group) for (marking, kind), group in f.groups.items()},
        }
        for source, f in result.items()
    }


def _times(figures: Figures) -> dict[str, float]:
    return {
        "ms_a_picture": round(1000 * figures.seconds / max(1, figures.pictures), 1),
        "ms_a_die": round(1000 * figures.seconds / max(1, figures.dice), 1),
    }


def table(result: dict[str, Figures]) -> Iterable[str]:
    """The figures by source, marking and kind of die, line by line."""
    yield _head()
    total: Counter[str] = Counter()
    for source, figures in sorted(result.items()):
        for (marking, kind), group in sorted(figures.groups.items()):
            yield _line(source, f"{marking} {kind}", group)
            total.update(group)
    yield _line("all", "", total)
    right = 1 - total["wrong"] / total["read"] if total["read"] else 1.0
    stray = sum(f.stray for f in result.values())
    all_right = 1 - (total["wrong"] + stray) / (total["read"] + stray) if total["read"] + stray else 1.0
    yield f"read: {total['read']}, of these right: {right:.1%} ({all_right:.1%} with the {stray} where no label is)"
    for source, f in sorted(result.items()):
        times = (
            f"{1000 * f.seconds / max(1, f.pictures):.0f} ms a picture, {1000 * f.seconds / max(1, f.dice):.0f} a die"
        )
        strays = f"read where no label is: {f.stray}, and {f.unlabelled} in pictures that may hold unlabelled dice"
        yield f"{source:13}{f.pictures} pictures, {times}; {strays}"


def counted(goal: Goal, result: dict[str, Figures]) -> Counter[str]:
    """The counts of all dice that a goal is about."""
    total: Counter[str] = Counter()
    for source, figures in result.items():
        for (marking, kind), group in figures.groups.items():
            if goal.counts(source, marking, kind):
                total.update(group)
    return total


def goals(result: dict[str, Figures]) -> Iterable[str]:
    """What is aimed at, and what there is; nothing for dice that were not measured."""
    for goal in GOALS:
        total = counted(goal, result)
        if total["dice"]:
            right, read = total["value"] / total["dice"], total["read"] / total["dice"]
            wrong = total["wrong"] / max(1, total["read"])
            yield (
                f"{goal.name}: right {right:.1%} (goal {goal.right:.0%}), read {read:.1%} (goal {goal.read:.0%}), "
                f"wrong among read {wrong:.1%}, {total['wrong']} of {total['read']} (goal {goal.wrong:.1%})"
            )


def _head() -> str:
    head = f"{'source':13}{'marking, die':15}{'dice':>5}{'found':>7}{'type':>7}{'value':>7}{'read':>7}{'wrong':>6}"
    return head + f" │{'≥40 px':>7}{'found':>7}{'value':>7}{'read':>7}{'wrong':>6}"


def _line(source: str, name: str, group: Counter[str]) -> str:
    def share(name: str, of: str) -> str:
        return f"{group[name] / group[of]:7.1%}" if group[of] else f"{'–':>7}"

    every = "".join(share(name, "dice") for name in ("found", "type", "value", "read"))
    wide = "".join(share(f"wide {name}", "wide dice") for name in ("found", "value", "read"))
    counts = (group["dice"], group["wrong"], group["wide dice"], group["wide wrong"])
    return f"{source:13}{name:15}{counts[0]:5}{every}{counts[1]:6} │{counts[2]:7}{wide}{counts[3]:6}"
