"""Measures the scene on simulated throws: ``python -m vision.lab.bench_scene``, or ``make bench-scene``.

Each episode is drawn frame by frame at 30 frames a second and given to the scene as far as it wants to see them; it is
asked for throws when the episode asks. What it decides is compared with the truth of the simulation.
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.calibration.simulated import calibration_of
from vision.finder import find_dice
from vision.scene import Decision, Event, Scene, Settings
from vision.tray.director import Director, Throw
from vision.tray.episodes import EPISODES
from vision.tray.measures import FLOOR_MM, SEEN_MM

FRAMES_A_SECOND: Final = 30
_FRAME: Final = 1 / FRAMES_A_SECOND
_COUNTED: Final = ("throws", "early", "missed", "phantom", "asked", "late", "waited")
_ASKED: Final = (Event.UNSEEN, Event.NUDGED, Event.TAKEN_EARLY)
"""Of these people are told while a throw is asked for: they are asked about the dice, or are to throw again."""


@dataclass(slots=True)
class Outcome:
    """How one episode went.

    Attributes:
        name, seed: which one.
        throws: how many throws were asked for and thrown.
        early: decided while a die had not lain still for the time set.
        missed: neither decided, nor were people asked about it.
        phantom: decided where no throw, or none that was asked for, had come to rest.
        asked: neither counted nor missed: people are asked about it, since nobody saw it roll, or a hand was over it,
            or it was taken up before it counted.
        late: decided more than two frames after everything had been still for the time set.
        waited: decided only after the scene had waited for more dice, since some touch and could not be counted.
        delays: frames from then to each decision; negative where a die's last movement could not be seen.
        dice: for each decision how many dice it counted, less how many were thrown.
        milliseconds: processor time of the scene, a frame.
    """

    name: str
    seed: int
    throws: int = 0
    early: int = 0
    missed: int = 0
    phantom: int = 0
    asked: int = 0
    late: int = 0
    waited: int = 0
    delays: list[float] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    events: list[str] = field(default_factory=list)


def play(name: str, seed: int, *, set_up: bool = False) -> Outcome:
    """Play one episode to a scene and judge it.

    Args:
        name: of the episode.
        seed: of its dice.
        set_up: whether the scene knows where in the picture the tray is, as with a camera that was set up.
    """
    director = Director(np.random.default_rng(seed))
    EPISODES[name](director)
    settings = Settings(width_mm=SEEN_MM[0])
    if set_up:
        settings = replace(settings, zone=calibration_of(director.stage.view).floor_in_picture)
    scene = Scene(settings, find=find_dice)
    outcome = Outcome(name, seed)
    asks = list(director.asks)
    decisions: list[Decision] = []
    told: list[float] = []
    end = director.now + 1.5
    number = 0
    # Where it saw fewer dice than were asked for, it waits for the others first.
    while (seconds := number * _FRAME) < end or (scene.asked and seconds < end + scene.settings.patience_seconds):
        number += 1
        while asks and asks[0].seconds <= seconds:
            scene.ask(len(asks.pop(0).kinds))
        if not scene.due(seconds):
            continue
        image = director.stage.picture(seconds)
        begin = time.process_time()
        observation = scene.observe(image, seconds)
        outcome.milliseconds.append(1000 * (time.process_time() - begin))
        outcome.events += [str(event) for event in observation.events]
        told += [seconds for event in observation.events if event in _ASKED]
        if observation.decision:
            decisions.append(observation.decision)
    _judge(outcome, decisions, told, director.throws)
    return outcome


def _judge(outcome: Outcome, decisions: list[Decision], told: list[float], throws: list[Throw]) -> None:
    left = list(decisions)
    still = Settings().still_seconds
    # Dice that all left the tray are nothing to decide.
    for throw in (throw for throw in throws if throw.asked and any(die.on(FLOOR_MM) for die in throw.dice)):
        outcome.throws += 1
        following = min((other.begin for other in throws if other.begin > throw.begin), default=np.inf)
        own = next((decision for decision in left if throw.begin < decision.seconds < following), None)
        if own is None:
            asked = any(throw.begin < seconds for seconds in told) or any(decision.touched for decision in left)
            outcome.asked += asked
            outcome.missed += not asked
            continue
        left.remove(own)
        outcome.asked += own.touched
        outcome.dice.append(sum(spot.count for spot in own.thrown) - len(throw.dice))
        delay = (own.seconds - throw.ready - still) / _FRAME
        outcome.waited += not own.complete
        if own.complete:
            outcome.delays.append(delay)
        # The frame in which it came to rest is up to one frame after it did.
        outcome.early += own.seconds < throw.rest + still - _FRAME
        outcome.late += delay > 2 and own.complete
    # What a hand was over counts only once people say so.
    outcome.phantom += sum(not decision.touched for decision in left)


def main() -> None:
    """Play all episodes in turn until so many throws were asked for; write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=EPISODES)
    parser.add_argument("--set-up", action="store_true", help="the scene knows where in the picture the tray is")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    names = [options.only] if options.only else list(EPISODES)
    outcomes: list[Outcome] = []
    try:
        while sum(outcome.throws for outcome in outcomes) < options.throws:
            seed = options.seed * 100_000 + len(outcomes)
            outcome = play(names[len(outcomes) % len(names)], seed, set_up=options.set_up)
            outcomes.append(outcome)
            if outcome.early or outcome.missed or outcome.phantom or outcome.late:
                facts = {key: getattr(outcome, key) for key in (*_COUNTED, "delays", "events")}
                print(f"{outcome.name}, seed {outcome.seed}: {facts}", flush=True)
    except KeyboardInterrupt:
        print("stopped; the figures are of what was played until then")
    print(table(outcomes))
    if options.json:
        options.json.write_text(json.dumps([asdict(outcome) for outcome in outcomes]), encoding="utf-8")


def table(outcomes: list[Outcome]) -> str:
    """The figures, a line an episode, as Markdown."""
    lines = ["| episode | throws | early | missed | phantom | asked | late | waited | frames after | wrong count |"]
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in dict.fromkeys(outcome.name for outcome in outcomes):
        lines.append(_line(name.replace("_", " "), [outcome for outcome in outcomes if outcome.name == name]))
    lines.append(_line("**all**", outcomes))
    times = [value for outcome in outcomes for value in outcome.milliseconds]
    events = Counter(event for outcome in outcomes for event in outcome.events)
    low, mid, high, most = np.percentile(times, [5, 50, 95, 100])
    lines.append(
        f"\n{len(times)} frames; processor time a frame: median {mid:.2f} ms (5 % {low:.2f}, 95 % {high:.2f}, "
        f"most {most:.1f}); events: {dict(events)}"
    )
    return "\n".join(lines)


def _line(name: str, outcomes: list[Outcome]) -> str:
    delays = [value for outcome in outcomes for value in outcome.delays]
    wrong = sum(value != 0 for outcome in outcomes for value in outcome.dice)
    sums = [sum(getattr(outcome, key) for outcome in outcomes) for key in _COUNTED]
    shown = " | ".join(map(str, sums))
    median = f"{np.median(delays):.1f} (most {max(delays):.1f})" if delays else "–"
    return f"| {name} | {shown} | {median} | {wrong} |"


if __name__ == "__main__":
    main()
