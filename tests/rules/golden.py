"""Golden playthroughs: one readable game for each way to play, kept as text and checked by playing it again.

Renew them with ``python -m tests.rules.golden --renew`` and read what changed before committing it.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller import i18n
from controller.answers import decode, dumps, encode
from controller.rules.core import Answer, Event, State
from tests.rules.players import SCENARIOS, Play, Player, Scenario, play

FOLDER: Final = Path(__file__).parent / "golden"
# Of so many random games the one that tells the most different things is kept.
SEEDS: Final = 40


def path(way: Scenario) -> Path:
    """Where the playthrough of a scenario lies."""
    return FOLDER / f"{way.name}.txt"


def tell(way: Scenario, answers: tuple[Answer, ...]) -> Iterator[str]:
    """The lines of a playthrough: each answer, then what it led to."""
    setup = way.setup
    yield f"# {way.game.name}, {setup.players} players"
    for variant in sorted(setup.variants):
        yield f"# variant {variant}"
    for key, value in setup.house.items():
        yield f"# house rule {key} = {str(value).lower()}"
    state, events = way.game.start(setup)
    yield from _lines(events)
    for answer in answers:
        yield dumps(encode(answer))
        state, events = state.apply(answer)
        yield from _lines(events)
    yield _last_line(state)


def _lines(events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        yield f"    {i18n.render(event.text)}"


def _last_line(state: State) -> str:
    return "(goes on)" if state.outcome is None else dumps(state.outcome.as_json())


def text(way: Scenario, answers: tuple[Answer, ...]) -> str:
    """A whole playthrough, in English."""
    before = i18n.current()
    i18n.use("en")
    try:
        return "\n".join(tell(way, answers)) + "\n"
    finally:
        i18n.use(before)


def answers_of(written: str) -> tuple[Answer, ...]:
    """The answers in a playthrough."""
    lines = (line for line in written.splitlines() if line.startswith("{") and not line.startswith('{"outcome"'))
    return tuple(decode(line) for line in lines)


def choose(way: Scenario) -> Play:
    """The game to keep: of some random ones that which tells the most, of equals the shortest."""
    plays = (play(way.game, way.setup, Player(f"{way.name} {seed}")) for seed in range(SEEDS))
    return max(plays, key=lambda one: (len({told.text for told in one.messages}), -len(one.answers)))


def main() -> None:
    """Write every playthrough anew, or say what there is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renew", action="store_true", help="play every scenario anew and write its file")
    parser.add_argument("only", nargs="*", help="names of scenarios; all without any")
    given = parser.parse_args()
    for way in SCENARIOS:
        if given.only and way.name not in given.only:
            continue
        if given.renew:
            FOLDER.mkdir(exist_ok=True)
            path(way).write_text(text(way, choose(way).answers), encoding="utf-8")
        print(path(way), "there" if path(way).exists() else "missing")


if __name__ == "__main__":
    main()
