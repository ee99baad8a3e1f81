"""``python -m tests.firmware.measure TRIAL``: the long trials, with their figures on standard output."""

import argparse
import logging
import statistics
import tempfile
import time
from pathlib import Path

from tests.firmware.plugging import plugs
from tests.firmware.trials import latency, noise, resets, soak


def measure_noise(arguments: argparse.Namespace) -> str:
    result = noise(arguments.times or 1_000_000, arguments.seed)
    return (
        f"{result.frames} damaged and random frames, {result.dropped} dropped; foreign pictures shown: "
        f"{result.foreign}; {result.recovered} intact pictures after a burst, all shown"
    )


def measure_resets(arguments: argparse.Namespace) -> str:
    seen = resets(arguments.times or 1000, arguments.seed)
    return f"{seen.total()} resets, each with its reason, and a picture afterwards: {dict(sorted(seen.items()))}"


def measure_plugs(arguments: argparse.Namespace) -> str:
    times = arguments.times or 100
    with tempfile.TemporaryDirectory() as folder:
        connects = plugs(times, Path(folder))
    return f"{times} times unplugged and plugged in, every second time with its supply; {connects} connections"


def measure_latency(arguments: argparse.Namespace) -> str:
    times = arguments.times or 2000
    lines = []
    for name, between, hurried in (
        ("of a view that had been still", (0.035, 2.0), False),
        ("as soon as the one before is on the lights", (0.0, 0.02), False),
        ("up to 33 ms after another one of a view that had been still", (0.2, 2.0), True),
        ("up to 33 ms after another one, over and over", (0.0, 0.1), True),
    ):
        took = [1000 * each for each in latency(times, arguments.seed, between, hurried)]
        lines.append(
            f"{times} changes {name}: median {statistics.median(took):.1f} ms, longest {max(took):.1f} ms, "
            f"over 40 ms: {sum(each > 40 for each in took)}"
        )
    return "\n".join(lines)


def measure_soak(arguments: argparse.Namespace) -> str:
    result = soak(arguments.times or 24, arguments.seed)
    return (
        f"{result.hours} simulated hours; blows: {dict(sorted(result.blows.items()))}; the newest picture shown after "
        f"each: {result.shown}; port opened anew: {result.reopened}\n{result.link}\nsimulator: {result.simulator}"
    )


TRIALS = {
    "noise": measure_noise,
    "resets": measure_resets,
    "plugs": measure_plugs,
    "latency": measure_latency,
    "soak": measure_soak,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.measure")
    parser.add_argument("trial", choices=TRIALS)
    parser.add_argument("--times", type=int, help="frames, resets, plugs, changes or simulated hours")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # The link says each time that its port has gone, which is what the trial is about.
    logging.disable()
    started = time.monotonic()
    print(f"{TRIALS[arguments.trial](arguments)}\n({time.monotonic() - started:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
