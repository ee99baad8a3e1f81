"""Long trials of the firmware. Short ones are tests; ``python -m tests.firmware.measure`` runs them long.

Every trial repeats exactly from its seed, and raises AssertionError where the firmware does not do what it must.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.display import protocol
from controller.display.picture import Picture
from controller.display.protocol import Acknowledge, Decoder, Hello, Reset, ShowPicture, Status
from controller.display.virtual import NO_REF
from tests.firmware.bench import Host, Simulator, greeting, random_picture

BYTE_SECONDS: Final = 10 / protocol.BAUD
DELIMITER: Final = protocol.DELIMITER


# --- noise -----------------------------------------------------------------------------------------------------------


def _flip(wire: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        wire[chance.randrange(1, len(wire) - 1)] ^= 1 << chance.randrange(8)


def _lose(wire: bytearray, chance: random.Random) -> None:
    del wire[chance.randrange(1, len(wire) - 1)]


def _double(wire: bytearray, chance: random.Random) -> None:
    place = chance.randrange(1, len(wire) - 1)
    wire.insert(place, wire[place])


def _insert(wire: bytearray, chance: random.Random) -> None:
    wire.insert(chance.randrange(1, len(wire)), chance.randrange(256))


def _cut(wire: bytearray, chance: random.Random) -> None:
    wire[chance.randrange(1, len(wire)) :] = DELIMITER


def _scramble(wire: bytearray, chance: random.Random) -> None:
    wire[1:-1] = chance.randbytes(chance.randrange(1, 150))


DAMAGES: Final[tuple[Callable[[bytearray, random.Random], None], ...]] = (
    _flip,
    _lose,
    _double,
    _insert,
    _cut,
    _scramble,
)


@dataclass
class NoiseResult:
    """What came of a trial with noise.

    Attributes:
        frames: damaged or random frames sent.
        recovered: intact pictures that were sent after them, each shown and acknowledged.
        foreign: pictures shown that nobody had sent.
        dropped: frames that the firmware says it dropped.
    """

    frames: int = 0
    recovered: int = 0
    foreign: int = 0
    dropped: int = 0


def damaged_frame(chance: random.Random) -> tuple[bytes, Picture]:
    """A frame with damage, or random bytes; and the picture that it held before."""
    picture = random_picture(chance)
    if chance.random() < 0.5:
        # Mostly dark, as real ones are.
        picture = Picture(bytes(byte if chance.random() < 0.2 else 0 for byte in picture.data))
    wire = bytearray(protocol.encode(ShowPicture(chance.randrange(256), chance.randrange(16), picture)))
    chance.choice(DAMAGES)(wire, chance)
    return bytes(wire), picture


def noise(frames: int, seed: int, burst: int = 200) -> NoiseResult:
    """Damaged and random frames in bursts at full speed, and after each burst one intact picture that must be shown."""
    chance = random.Random(seed)
    result = NoiseResult()
    before = 0
    with Simulator(f"--seed={seed}") as simulator:
        greeting(simulator)
        while result.frames < frames:
            count = min(burst, frames - result.frames)
            result.frames += count
            sequence, picture = chance.randrange(256), random_picture(chance)
            damaged = [damaged_frame(chance) for _ in range(count)]
            data = b"".join(wire for wire, _ in damaged) + protocol.encode(ShowPicture(sequence, 4, picture))
            # Damage may leave a frame whole, such as a delimiter too many: then its picture is a sent one.
            sent = {NO_REF, picture} | {held for _, held in damaged}
            simulator.send(data)
            said = Decoder().feed(simulator.run(len(data) * BYTE_SECONDS + 0.02))
            answer = protocol.parse(said[-1])
            assert isinstance(answer, Acknowledge)
            assert (answer.sequence, answer.status) == (sequence, Status.OK)
            assert simulator.picture == picture
            result.recovered += 1
            result.foreign += sum(shown.picture not in sent for shown in simulator.shown)
            result.dropped += (answer.dropped - before) % 0x10000
            before = answer.dropped
            simulator.shown.clear()
        assert simulator.counters()["overruns"] == 0
    return result


# --- resets ----------------------------------------------------------------------------------------------------------

RESETS: Final = {
    "reset": Reset.EXTERNAL,
    "brown-out": Reset.BROWN_OUT,
    "hang": Reset.WATCHDOG,
    "hang deaf": Reset.WATCHDOG,
    "power": Reset.POWER_ON,
}


def resets(times: int, seed: int) -> Counter[str]:
    """Resets of every kind at any moment, also within a frame; the display must say why, and show the next picture."""
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    with Simulator(f"--seed={seed}") as simulator:
        greeting(simulator)
        for number in range(times):
            kind = chance.choice(list(RESETS))
            simulator.send(protocol.encode(ShowPicture(1, chance.randrange(16), random_picture(chance))))
            simulator.run(chance.uniform(0, 0.02))
            simulator.tell(*(("power off", "power on") if kind == "power" else (kind,)))
            heard = [protocol.parse(frame) for frame in Decoder().feed(simulator.hear(1))]
            while not any(isinstance(message, Hello) for message in heard):
                heard += [protocol.parse(frame) for frame in Decoder().feed(simulator.hear(1))]
            (hello,) = (message for message in heard if isinstance(message, Hello))
            assert hello == Hello(0, 64, 16, (1, 1), RESETS[kind]), kind
            picture = random_picture(chance)
            # The delimiter: a half of the frame before may still have been on the line.
            simulator.send(DELIMITER + protocol.encode(ShowPicture(number % 256, 4, picture)))
            answer = protocol.parse(Decoder().feed(simulator.hear(1))[-1])
            assert isinstance(answer, Acknowledge)
            assert (answer.sequence, answer.status) == (number % 256, Status.OK)
            simulator.run(0.005)
            assert simulator.picture == picture
            seen[kind] += 1
    return seen


# --- time until the lights show it -----------------------------------------------------------------------------------


def latency(changes: int, seed: int, between: tuple[float, float], hurried: bool = False) -> list[float]:
    """Seconds from each change of the view until the lights show it, by the simulated clock.

    Args:
        changes: how many.
        seed: of the pictures and moments.
        between: shortest and longest time from one picture on the lights to the next change, in seconds.
        hurried: the view has changed once more up to 33 ms before, so that another picture may still be on the line.
    """
    chance = random.Random(seed)
    took = []
    with Simulator() as simulator:
        host = Host(simulator)
        host.want(random_picture(chance))
        host.live(1.0)
        for _ in range(changes):
            host.live(chance.uniform(*between))
            if hurried:
                host.want(random_picture(chance))
                host.live(chance.uniform(0, 0.033))
            picture = random_picture(chance)
            changed = simulator.now
            simulator.shown.clear()
            host.want(picture)
            while simulator.picture != picture:
                host.live(0.002)
            took.append(simulator.shown[-1].since - changed)
    return took


# --- hours -----------------------------------------------------------------------------------------------------------


@dataclass
class SoakResult:
    """What came of a soak.

    Attributes:
        hours: simulated.
        blows: what was done to the display, and how often.
        shown: pictures that were shown in the end, each checked.
        reopened: how often the host had to open its port anew.
        link: the link's counters.
        simulator: the simulator's counters.
    """

    hours: float = 0.0
    blows: Counter[str] = field(default_factory=Counter)
    shown: int = 0
    reopened: int = 0
    link: str = ""
    simulator: dict[str, int] = field(default_factory=dict)


BLOWS: Final = ("nothing", "nothing", "noise", "disturb", "hang", "hang deaf", "brown-out", "power", "silence")


def _strike(simulator: Simulator, host: Host, blow: str, chance: random.Random) -> None:
    match blow:
        case "noise":
            simulator.tell(f"noise all {chance.choice((100, 1000, 20000))}")
            host.live(chance.uniform(0.5, 5))
            simulator.tell("noise all 0")
        case "disturb":
            simulator.tell(f"disturb {chance.randrange(1, 100)}")
        case "power":
            simulator.tell("power off")
            host.live(chance.uniform(0.1, 10))
            simulator.tell("power on")
        case "silence":
            # The station is stopped for a while.
            simulator.run(chance.uniform(0.1, 8))
        case "hang" | "hang deaf" | "brown-out":
            simulator.tell(blow)


def soak(hours: float, seed: int) -> SoakResult:
    """Evenings in simulated time: views change, things go wrong, and after each blow the newest view must be shown."""
    chance = random.Random(seed)
    result = SoakResult(hours)
    with Simulator(f"--seed={seed}") as simulator:
        host = Host(simulator)
        while simulator.now < hours * 3600:
            blow = chance.choice(BLOWS)
            _strike(simulator, host, blow, chance)
            result.blows[blow] += 1
            for _ in range(chance.randrange(1, 30)):
                host.want(random_picture(chance))
                host.live(chance.choice((0.01, 0.1, 1.0, 3.0)))
            # The longest way back: the time-outs of a host that had begun to despair, and a port opened anew.
            host.live(6.0)
            assert host.wanted is not None
            assert simulator.picture == host.wanted.picture, (simulator.now, blow)
            result.shown += 1
        result.reopened = host.reopened
        result.link = str(host.counters)
        result.simulator = simulator.counters()
    return result
