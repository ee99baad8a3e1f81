"""Measures what spectators cost the table: ``make bench-page``.

A table plays in this process while spectators, in another, read the stream: once with none, once with many. What is
measured is how long the table needs from a key to the view that shows it, and how late its loop is woken.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Final

from controller.panel.keypad import Keypad
from controller.rules.core import Event as Happened
from controller.web.hub import Hub
from tests.web.asking import Bot, Listener
from tests.web.house import House, QuickEyes, start

SPECTATORS: Final = 200
_TICK: Final = 0.01


class Clocked:
    """A show that notes when each view was shown."""

    def __init__(self) -> None:
        self.shown: list[float] = []

    def event(self, event: Happened, names: Mapping[int, str]) -> None:
        """Views only."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self.shown.append(time.perf_counter())

    def glance(self, glance: object) -> None:
        """Views only."""


async def _watch(host: str, port: int, number: int, ready: Event, counts: Any) -> None:
    """So many spectators, each reading its stream to the end; how many states each has got."""

    async def one(place: int) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while line := await reader.readline():
                if line.startswith(b"event: state"):
                    counts[place] += 1
                    if place == number - 1:
                        ready.set()
        writer.close()

    await asyncio.gather(*(one(place) for place in range(number)))


def _spectators(host: str, port: int, number: int, ready: Event, counts: Any) -> None:
    asyncio.run(_watch(host, port, number, ready, counts))


def measure(spectators: int, games: int) -> dict[str, float]:
    """One table with so many spectators.

    Returns:
        Milliseconds: ``shown_median`` and ``shown_worst`` from a key to the view, in the table's loop; ``heard_median``
        and ``heard_99`` from the table's view to a reader of the page; ``late_median`` and ``late_99`` how late the
        table's loop wakes; ``page_cpu`` the processor's time of the page's thread for each state, with all that goes
        with it; ``states`` how many states the slowest spectator has got.
    """
    shown: list[float] = []
    heard: list[float] = []
    late: list[float] = []
    context = multiprocessing.get_context("spawn")
    states, spent = 0, list[float]()
    for game in range(games):
        with tempfile.TemporaryDirectory() as folder, House(Path(folder), start(), eyes=QuickEyes(game)) as house:
            ready, counts = context.Event(), context.Array("i", max(1, spectators))
            host, port = house.where.removeprefix("http://").split(":")
            watching = context.Process(target=_spectators, args=(host, int(port), spectators, ready, counts))
            if spectators:
                watching.start()
                assert ready.wait(60)
            clock = _clock_of("page")
            before = time.clock_gettime(clock)
            told = _one_game(house, shown, heard, late)
            spent.append((time.clock_gettime(clock) - before) * 1000 / told)
            if spectators:
                watching.terminate()
                watching.join()
                states = min(counts[:])
    return {
        "shown_median": statistics.median(shown),
        "shown_worst": max(shown),
        "heard_median": statistics.median(heard),
        "heard_99": _percentile(heard),
        "late_median": statistics.median(late),
        "late_99": _percentile(late),
        "page_cpu": statistics.median(spent),
        "states": states,
    }


def one_event(readers: int, events: int = 100) -> float:
    """The processor's time of the page's thread for one event with its state and rounds, to so many readers; ms."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, House(Path(folder), start()) as house:
        ready, counts = context.Event(), context.Array("i", readers)
        host, port = house.where.removeprefix("http://").split(":")
        watching = context.Process(target=_spectators, args=(host, int(port), readers, ready, counts))
        watching.start()
        assert ready.wait(60)
        mailbox, clock = house.page._mailbox, _clock_of("page")
        loop, publisher = mailbox._loop, mailbox._deliver.__self__  # type: ignore[attr-defined]
        assert loop
        while publisher._hub.readers < readers:
            time.sleep(0.1)

        def tell(number: int) -> None:
            hub: Hub = publisher._hub
            hub.happen(1, [{"event": "locked", "seat": 1, "text": "x" * 200, "n": number}])
            hub.publish("state", {"n": number, "text": "x" * 3000}, 1)
            hub.publish("rounds", {"n": number, "text": "x" * 4000})

        before = time.clock_gettime(clock)
        for number in range(events):
            done = threading.Event()
            loop.call_soon_threadsafe(tell, number)
            # Handed on in the loop's next turn: events that come faster would be written together.
            loop.call_soon_threadsafe(loop.call_soon, loop.call_soon, done.set)
            done.wait(10)
            time.sleep(0.01)
        spent = time.clock_gettime(clock) - before
        watching.terminate()
        watching.join()
    return spent * 1000 / events


def _percentile(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]


def _clock_of(name: str) -> int:
    """The clock that counts the processor's time of a thread of this process."""
    thread = next(one for one in threading.enumerate() if one.name == name)
    assert thread.ident
    return time.pthread_getcpuclockid(thread.ident)


def _one_game(house: House, shown: list[float], heard: list[float], late: list[float]) -> int:
    """Play one; how many states its page has told."""
    clock = Clocked()
    stop = False

    def attach() -> None:
        house.table.shows = [*house.table.shows, clock]
        press = house.table.press

        def timed(seat: int, key: Any) -> None:
            begun, views = time.perf_counter(), len(clock.shown)
            press(seat, key)

            def look() -> None:
                if len(clock.shown) > views:
                    shown.append((clock.shown[views] - begun) * 1000)
                elif time.perf_counter() - begun < 1:
                    house.loop.call_later(0.0005, look)

            house.loop.call_soon(look)

        house.page.open(timed)
        house.loop.create_task(ticking())

    async def ticking() -> None:
        while not stop:
            due = time.perf_counter() + _TICK
            await asyncio.sleep(_TICK)
            late.append((time.perf_counter() - due) * 1000)

    house.at_table(attach)
    with Bot(house, 1) as first, Bot(house, 2) as second, Listener(house.where) as watcher:
        for bot in (first, second):
            bot.wait()
        _play_slowly([first, second], random.Random(1), clock, watcher, heard)
        told = sum(one.name == "state" for one in watcher.messages)
    stop = True
    return told


def _play_slowly(
    bots: Sequence[Bot], chance: random.Random, clock: Clocked, watcher: Listener, heard: list[float]
) -> None:
    """As people play: one press after the other; after each, how long until a reader has heard of it."""
    for _turn in range(400):
        known = sum(one.name == "state" for one in watcher.messages)
        if not any(bot.act(chance) for bot in bots):
            time.sleep(0.005)
            continue
        end = time.perf_counter() + 2
        while time.perf_counter() < end and sum(one.name == "state" for one in watcher.messages) == known:
            time.sleep(0.0005)
        if clock.shown:
            heard.append((time.perf_counter() - clock.shown[-1]) * 1000)
        time.sleep(0.05)
        if any(one.name == "state" and one.data["outcome"] for one in watcher.messages[-4:]):
            return


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=SPECTATORS)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    print(json.dumps({"readers": given.spectators, "one_event_cpu": round(one_event(given.spectators), 2)}))
    for number in (0, given.spectators):
        print(json.dumps({"spectators": number} | {k: round(v, 2) for k, v in measure(number, given.games).items()}))


if __name__ == "__main__":
    main()
