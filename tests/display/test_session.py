"""The host's side of the protocol, with a clock that the test moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.display import protocol
from controller.display.protocol import (
    Acknowledge,
    Decoder,
    Frame,
    Hello,
    HelloRequest,
    Kind,
    Message,
    Reset,
    ShowPicture,
    Status,
)
from controller.display.session import (
    ASK_AT_MOST,
    ASK_EVERY,
    AT_ONCE,
    KEEP_ALIVE,
    MOST_A_SECOND,
    PATIENCE,
    Content,
    Counters,
    Session,
)
from controller.errors import DisplayError
from tests.display.bench import numbered, unhurried

HELLO = Hello(0, 64, 16, (1, 0), Reset.EXTERNAL)


class Host:
    """A session, its clock and what it says."""

    def __init__(self) -> None:
        self.now = 100.0
        self.counters = Counters()
        self.session = Session(self.counters, self.now)
        self.wanted: Content | None = None

    def want(self, number: int) -> None:
        self.wanted = Content(numbered(number), 4)

    def says(self) -> Message | None:
        data = self.session.speak(self.wanted, self.now)
        frames = Decoder().feed(data)
        return protocol.parse(frames[0]) if frames else None

    def says_picture(self) -> ShowPicture:
        said = self.says()
        assert isinstance(said, ShowPicture)
        return said

    def wait(self, seconds: float) -> None:
        # A hair more: the sum of rounded times must not fall short.
        self.now += seconds + 1e-6

    def hears(self, message: Message) -> None:
        self.session.hear(protocol.encode(message))

    def acknowledge(self, sequence: int, status: Status = Status.OK) -> None:
        self.hears(Acknowledge(sequence, status, 0))

    def show(self, number: int) -> None:
        """A picture sent and acknowledged."""
        self.want(number)
        self.acknowledge(self.says_picture().sequence)
        assert self.session.shown == self.wanted


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def greeted(host: Host) -> Host:
    assert host.says() == HelloRequest()
    host.hears(HELLO)
    return host


def test_no_picture_before_hello(host: Host) -> None:
    host.want(1)
    for _ in range(ASK_AT_MOST):
        assert host.says() == HelloRequest()
        assert host.says() is None
        host.wait(ASK_EVERY)
    with pytest.raises(DisplayError, match="nothing has answered for 5 seconds"):
        host.says()


def test_the_picture_follows_hello_at_once(greeted: Host) -> None:
    greeted.want(1)
    assert greeted.says_picture().picture == numbered(1)
    assert greeted.counters.connects == 1


def test_without_a_picture_nothing_is_said(greeted: Host) -> None:
    greeted.wait(100)
    assert greeted.says() is None


def test_one_at_a_time_and_the_newest(greeted: Host) -> None:
    greeted.want(1)
    first = greeted.says_picture()
    for number in (2, 3, 4):
        greeted.want(number)
        assert greeted.says() is None
    greeted.wait(0.1)
    greeted.acknowledge(first.sequence)
    second = greeted.says_picture()
    assert second.picture == numbered(4)
    assert second.sequence == first.sequence + 1


def test_at_most_thirty_in_any_second(greeted: Host) -> None:
    sent = []
    for step in range(5000):
        greeted.want(step)
        said = greeted.says()
        if said is not None:
            sent.append(greeted.now)
            greeted.acknowledge(said.sequence)
        # Steps of a millisecond, and a second without any change in the middle, in which nothing more is saved up.
        greeted.now += 1.0 if step == 2500 else 0.001
    most = max(sum(first <= each < first + 1 for each in sent) for first in sent)
    # Turns come in whole milliseconds here, which costs one of them.
    assert MOST_A_SECOND - 1 <= most <= MOST_A_SECOND
    assert len(sent) > 4 * (MOST_A_SECOND - AT_ONCE)


def test_a_display_that_says_nothing_but_hello_gets_no_more(greeted: Host) -> None:
    greeted.want(1)
    sent = []
    for _ in range(3000):
        greeted.hears(HELLO)
        if greeted.says() is not None:
            sent.append(greeted.now)
        greeted.now += 0.001
    assert max(sum(first <= each < first + 1 for each in sent) for first in sent) <= MOST_A_SECOND


def test_a_few_changes_of_a_view_that_was_still_need_not_wait(greeted: Host) -> None:
    for number in range(AT_ONCE):
        greeted.show(number)
    greeted.want(99)
    assert greeted.says() is None
    assert 0 < greeted.session.pause(greeted.wanted, greeted.now) < 0.05


def test_a_retry_has_the_same_bytes(greeted: Host) -> None:
    greeted.want(1)
    first = greeted.says_picture()
    greeted.wait(PATIENCE[0] / 2)
    assert greeted.says() is None
    greeted.wait(PATIENCE[0] / 2)
    assert greeted.says_picture() == first
    # It is more patient the second time.
    greeted.wait(PATIENCE[0])
    assert greeted.says() is None
    greeted.acknowledge(first.sequence)
    assert greeted.session.shown == greeted.wanted
    assert (greeted.counters.sent, greeted.counters.retries, greeted.counters.acknowledged) == (3, 1, 1)


def test_instead_of_an_old_picture_the_newest_is_sent_again(greeted: Host) -> None:
    greeted.want(1)
    first = greeted.says_picture()
    greeted.want(2)
    greeted.wait(PATIENCE[0])
    second = greeted.says_picture()
    assert (second.picture, second.sequence) == (numbered(2), first.sequence + 1)
    # The answer to the first comes late and means nothing.
    greeted.acknowledge(first.sequence)
    assert greeted.session.shown is None
    greeted.acknowledge(second.sequence)
    assert greeted.session.shown == greeted.wanted


def test_a_display_that_stays_silent_is_lost(greeted: Host) -> None:
    for number, patience in enumerate(PATIENCE):
        # That the picture changes all the time must not hide it.
        greeted.want(number)
        greeted.says_picture()
        greeted.wait(patience)
    with pytest.raises(DisplayError, match="has not answered 5 times"):
        greeted.says()


def test_the_picture_is_kept_alive(greeted: Host) -> None:
    # One keep-alive may be lost without NO REF.
    assert 2 * KEEP_ALIVE + PATIENCE[0] < protocol.NO_REF_AFTER
    greeted.show(1)
    for sequence in range(2, 400):
        greeted.wait(KEEP_ALIVE / 2)
        assert greeted.says() is None
        greeted.wait(KEEP_ALIVE / 2)
        said = greeted.says_picture()
        assert (said.picture, said.sequence) == (numbered(1), sequence % 256)
        greeted.acknowledge(said.sequence)


def test_after_a_reset_the_picture_is_sent_at_once(greeted: Host) -> None:
    greeted.show(1)
    greeted.wait(0.1)
    assert greeted.says() is None
    greeted.hears(HELLO)
    assert greeted.session.shown is None
    assert greeted.says_picture().picture == numbered(1)


def test_its_own_restarts_are_counted_and_a_second_answer_to_a_question_is_none(greeted: Host) -> None:
    greeted.hears(HELLO)
    greeted.want(1)
    greeted.says_picture()
    greeted.hears(HELLO)
    assert greeted.counters.restarts == 0
    greeted.wait(0.1)
    greeted.acknowledge(greeted.says_picture().sequence)
    for _ in range(3):
        greeted.hears(HELLO)
    assert (greeted.counters.restarts, greeted.counters.connects) == (3, 1)


def test_a_reset_while_an_answer_is_awaited(greeted: Host) -> None:
    greeted.want(1)
    greeted.says_picture()
    greeted.wait(0.05)
    greeted.hears(HELLO)
    assert greeted.says_picture().picture == numbered(1)


def test_what_the_display_refuses_is_not_repeated_at_once(greeted: Host) -> None:
    greeted.want(1)
    greeted.acknowledge(greeted.says_picture().sequence, Status.BAD_VALUE)
    greeted.wait(KEEP_ALIVE / 2)
    assert greeted.says() is None
    assert (greeted.counters.refused, greeted.counters.acknowledged) == (1, 0)
    greeted.wait(KEEP_ALIVE / 2)
    assert greeted.says_picture().picture == numbered(1)


def test_another_display_is_not_used(host: Host) -> None:
    with pytest.raises(DisplayError, match="has 32 × 8 lights, expected 64 × 16"):
        host.hears(Hello(0, 32, 8, (1, 0), Reset.POWER_ON))
    other_version = protocol.encode_frame(Frame(Kind.HELLO, 0, bytes((3, 64, 16, 1, 0, 1, 99))))
    with pytest.raises(DisplayError, match="protocol version 3, expected 2"):
        host.session.hear(other_version)


def test_an_echo_and_the_unknown_are_counted_and_ignored(greeted: Host) -> None:
    greeted.want(1)
    said = greeted.says_picture()
    greeted.hears(said)
    greeted.session.hear(protocol.encode_frame(Frame(0x99, 1, b"")))
    greeted.session.hear(b"\x03\x03\x03\x00")
    assert greeted.session.shown is None
    assert (greeted.counters.refused, greeted.counters.damaged) == (2, 1)


def test_what_the_display_dropped_is_known(greeted: Host) -> None:
    greeted.hears(Acknowledge(200, Status.OK, 77, 5))
    assert greeted.counters.dropped_by_display == 77
    assert greeted.counters.overruns_by_display == 5


@unhurried
@given(st.lists(st.tuples(st.floats(0, 3), st.booleans(), st.booleans(), st.binary(max_size=20)), max_size=60))
def test_whatever_happens_the_newest_picture_is_there_in_the_end(
    steps: list[tuple[float, bool, bool, bytes]],
) -> None:
    host = Host()
    for number, (seconds, new, answered, noise) in enumerate(steps):
        if new:
            host.want(number)
        _step(host, answered, noise)
        pause = host.session.pause(host.wanted, host.now)
        assert 0 <= pause <= KEEP_ALIVE
        host.wait(seconds)
    host.want(9999)
    for _ in range(20):
        _step(host, answered=True)
        host.wait(KEEP_ALIVE)
    assert host.session.shown == Content(numbered(9999), 4)


def _step(host: Host, answered: bool, noise: bytes = b"") -> None:
    try:
        said = host.says()
    except DisplayError:
        # The port is opened anew.
        host.session = Session(host.counters, host.now)
        return
    host.session.hear(noise + protocol.DELIMITER)
    if answered and isinstance(said, HelloRequest):
        host.hears(HELLO)
    elif answered and said is not None:
        host.acknowledge(said.sequence)
