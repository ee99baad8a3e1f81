"""The firmware's very binary in its simulator, in simulated time."""

import random

import pytest

from controller.display import protocol
from controller.display.picture import BYTES, Picture
from controller.display.protocol import Acknowledge, Decoder, Frame, Hello, HelloRequest, Reset, ShowPicture, Status
from controller.display.virtual import NO_REF
from tests.display.bench import numbered
from tests.display.vectors import octets, vectors
from tests.firmware.bench import Host, Simulator, greeting, random_picture, show
from tests.firmware.building import needs

pytestmark = needs("simulator")

FULL = Picture(b"\xff" * BYTES)
SHOWN = protocol.encode(Acknowledge(1, Status.OK, 0))


# --- start -----------------------------------------------------------------------------------------------------------


def test_after_power_on_every_light_is_tested_then_dark_then_no_ref() -> None:
    with Simulator("--cold") as simulator:
        assert greeting(simulator) == Hello(0, 64, 16, (1, 1), Reset.POWER_ON)
        assert (simulator.picture, simulator.brightness) == (FULL, 0)
        simulator.run(1.0)
        assert simulator.picture == Picture.blank()
        simulator.run(2.0)
        assert [shown.picture for shown in simulator.shown] == [FULL, Picture.blank(), NO_REF]
        assert simulator.shown[-1].since == pytest.approx(3.07, abs=0.02)
        assert simulator.counters()["current"] == 160


def test_a_picture_ends_the_test_of_the_lights() -> None:
    with Simulator("--cold") as simulator:
        greeting(simulator)
        assert show(simulator, numbered(1)) == SHOWN
        simulator.run(2.0)
        assert [shown.picture for shown in simulator.shown] == [FULL, numbered(1)]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("reset", Reset.EXTERNAL),
        ("brown-out", Reset.BROWN_OUT),
        ("hang", Reset.WATCHDOG),
        ("hang deaf", Reset.WATCHDOG),
    ],
)
def test_it_says_why_it_began_anew(command: str, reason: Reset) -> None:
    with Simulator() as simulator:
        greeting(simulator)
        show(simulator, numbered(1))
        simulator.tell(command)
        assert simulator.messages(0.4) == [Hello(0, 64, 16, (1, 1), reason)]
        assert simulator.picture == (FULL if reason is Reset.BROWN_OUT else Picture.blank())
        # Asked again it says the same.
        simulator.send(protocol.encode(HelloRequest()))
        assert greeting(simulator).reset == reason


def test_behind_a_boot_loader_it_starts_later_and_knows_no_reason() -> None:
    with Simulator("--boot-loader=1500") as simulator:
        simulator.tell("reset")
        assert simulator.run(1.4) == b""
        assert simulator.messages(0.2) == [Hello(0, 64, 16, (1, 1), Reset(0))]


def test_a_watchdog_reset_does_not_become_a_loop_of_resets() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        simulator.tell("hang")
        simulator.run(10.0)
        assert simulator.counters()["watchdog"] == 1


def test_a_busy_line_does_not_look_like_a_hang() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        for _ in range(20):
            simulator.send(b"\x01\x02\x03" * 3000)
            simulator.run(0.78)
        assert simulator.counters()["watchdog"] == 0


# --- the shared vectors ----------------------------------------------------------------------------------------------


def without_version(data: bytes) -> list[Frame]:
    """The frames of an answer; of a HELLO only what does not tell which display it is."""
    frames = Decoder().feed(data)
    return [Frame(each.kind, each.sequence, each.payload[:3]) for each in frames]


def test_it_answers_as_the_vectors_say() -> None:
    with Simulator() as simulator:
        for name, said, answer in vectors("answer"):
            simulator.tell("reset")
            greeting(simulator)
            simulator.send(octets(said))
            assert without_version(simulator.run(0.1)) == without_version(octets(answer)), name


def test_it_drops_as_many_frames_as_the_vectors_say() -> None:
    with Simulator() as simulator:
        for name, dropped, _frames, wire in vectors("stream"):
            simulator.tell("reset")
            greeting(simulator)
            simulator.send(octets(wire) + protocol.encode(ShowPicture(77, 4, numbered(1))))
            last = protocol.parse(Decoder().feed(simulator.run(0.5))[-1])
            assert last == Acknowledge(77, Status.OK, int(dropped)), name


# --- pictures --------------------------------------------------------------------------------------------------------


def test_pictures_at_full_speed_are_all_shown_whole() -> None:
    pictures = [numbered(number) for number in range(200)]
    with Simulator() as simulator:
        greeting(simulator)
        simulator.send(b"".join(protocol.encode(ShowPicture(n, 4, each)) for n, each in enumerate(pictures)))
        answers = simulator.messages(200 * 136 * 10 / protocol.BAUD + 0.05)
        assert answers == [Acknowledge(number, Status.OK, 0) for number in range(200)]
        assert [shown.picture for shown in simulator.shown] == pictures
        assert simulator.counters()["overruns"] == 0


def test_the_answer_comes_after_the_lights() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        simulator.send(protocol.encode(ShowPicture(1, 4, FULL)))
        simulator.hear(1.0)
        answered = simulator.now
        simulator.run(0.01)
        assert simulator.shown[-1].since < answered


def test_no_ref_comes_3_s_after_the_last_shown_picture_and_nothing_else_counts() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        simulator.send(protocol.encode(ShowPicture(1, 9, numbered(1))))
        simulator.hear(1.0)
        answered = simulator.now
        for _ in range(35):
            simulator.send(protocol.encode(HelloRequest()))
            simulator.send(protocol.encode_frame(Frame(2, 5, bytes(5))))
            simulator.send(b"\x00\x55\x55\x00")
            simulator.run(0.1)
        assert simulator.picture == NO_REF
        assert simulator.brightness == 9
        assert simulator.shown[-1].since - answered == pytest.approx(3.0, abs=0.02)
        # And goes with the next one.
        show(simulator, numbered(2))
        assert simulator.picture == numbered(2)


def test_registers_that_were_disturbed_are_right_again_within_a_second() -> None:
    disturbed = 0
    with Simulator() as simulator:
        greeting(simulator)
        for number in range(20):
            show(simulator, numbered(number), brightness=7)
            simulator.tell("disturb 200")
            simulator.run(0.005)
            disturbed += simulator.picture != numbered(number)
            simulator.run(1.02)
            assert (simulator.picture, simulator.brightness) == (numbered(number), 7)
    # Now and then the repair comes at once.
    assert disturbed > 10


def test_without_its_supply_it_is_dark_and_afterwards_it_starts_anew() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        show(simulator, numbered(1))
        simulator.tell("power off")
        simulator.send(protocol.encode(ShowPicture(1, 4, numbered(2))))
        assert simulator.run(5.0) == b""
        assert simulator.picture == Picture.blank()
        simulator.tell("power on")
        assert greeting(simulator).reset == Reset.POWER_ON
        assert show(simulator, numbered(2)) == SHOWN


# --- bytes that it is too slow to take -------------------------------------------------------------------------------


def counted(simulator: Simulator) -> Acknowledge:
    """What it says of its counters, with the next picture."""
    simulator.send(protocol.DELIMITER + protocol.encode(ShowPicture(1, 4, numbered(1))))
    (said,) = simulator.messages(0.05)
    assert isinstance(said, Acknowledge)
    return said


def test_bytes_that_its_memory_has_no_room_for_are_counted() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        assert counted(simulator) == Acknowledge(1, Status.OK, 0, 0)
        simulator.tell("hang")
        # 255 bytes have room.
        simulator.send(b"\x01" * 265)
        simulator.run(0.03)
        simulator.tell("release")
        assert counted(simulator) == Acknowledge(1, Status.OK, 1, 10)


def test_bytes_that_no_interrupt_fetches_are_noticed() -> None:
    with Simulator() as simulator:
        greeting(simulator)
        simulator.tell("hang deaf")
        simulator.send(b"\x01" * 10)
        simulator.run(0.01)
        simulator.tell("release")
        # The controller itself holds three, and tells only that some were lost.
        assert counted(simulator) == Acknowledge(1, Status.OK, 1, 1)
        assert simulator.counters()["overruns"] == 7
        simulator.tell("reset")
        greeting(simulator)
        assert counted(simulator) == Acknowledge(1, Status.OK, 0, 0)


# --- the supply ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lights", [0, 1, 200, 412, 413, 500, 800, 1024])
def test_brightness_is_what_was_asked_for_or_what_the_supply_gives(lights: int) -> None:
    picture = Picture(((1 << lights) - 1).to_bytes(BYTES, "big"))
    # See firmware/README.md: 40 mA, an eighth of the time, (2 · brightness + 1) / 32 of that; 2000 mA in all.
    allowed = max(b for b in range(16) if lights * 40 / 8 * (2 * b + 1) / 32 <= 2000)
    with Simulator() as simulator:
        greeting(simulator)
        for asked in (15, 5, 15, 0):
            assert show(simulator, picture, brightness=asked) == SHOWN
            assert simulator.brightness == min(asked, allowed)
        assert simulator.counters()["current"] <= 2000


def test_no_change_of_pictures_asks_more_of_the_supply() -> None:
    chance = random.Random(3)
    with Simulator() as simulator:
        greeting(simulator)
        for _ in range(60):
            bright = Picture(bytes(chance.choice((0, 0, 0xFF)) for _ in range(BYTES)))
            for picture in (numbered(1), FULL, bright, Picture.blank()):
                show(simulator, picture, brightness=15)
        assert simulator.counters()["current"] <= 2000


# --- with its host ---------------------------------------------------------------------------------------------------


def test_with_its_host_it_shows_a_minute_of_pictures_without_a_single_fault() -> None:
    chance = random.Random(1)
    with Simulator() as simulator:
        greeting(simulator)
        host = Host(simulator)
        # The port's opening resets the display, which may miss the first question.
        host.want(NO_REF)
        host.live(1.0)
        simulator.shown.clear()
        before = host.counters.dropped_by_display
        for _ in range(60):
            host.want(random_picture(chance))
            host.live(1.0)
        assert NO_REF not in [shown.picture for shown in simulator.shown]
        assert host.counters.retries == host.counters.damaged == host.counters.dropped_by_display - before == 0
        counters = simulator.counters()
        assert counters["overruns"] == 0
        # 2 KiB of memory, of which at most 1 KiB holds variables.
        assert counters["stack"] < 512
