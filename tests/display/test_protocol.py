"""The protocol: against the shared vectors, and whatever comes in."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.display import protocol
from controller.display.picture import BYTES, Picture
from controller.display.protocol import (
    MAX_FRAME,
    Acknowledge,
    Decoder,
    Frame,
    FrameError,
    Hello,
    HelloRequest,
    Message,
    MessageError,
    Reset,
    ShowPicture,
    Status,
)
from controller.display.virtual import NO_REF, Firmware
from tests.display.bench import unhurried
from tests.display.vectors import octets, vectors

BYTE = st.integers(0, 255)
PICTURES = st.builds(Picture, st.binary(min_size=BYTES, max_size=BYTES))
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(HelloRequest, BYTE),
    st.builds(ShowPicture, BYTE, st.integers(0, 15), PICTURES),
    st.builds(Hello, BYTE, BYTE, BYTE, st.tuples(BYTE, BYTE), st.builds(Reset, st.integers(0, 15))),
    st.builds(Acknowledge, BYTE, st.sampled_from(Status), st.integers(0, 0xFFFF)),
)


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(places)]


def received(decoder: Decoder, data: bytes) -> list[Message]:
    return [protocol.parse(frame) for frame in decoder.feed(data)]


# --- the shared vectors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind", "sequence", "payload", "wire"), vectors("message"))
def test_messages_have_these_bytes(name: str, kind: str, sequence: str, payload: str, wire: str) -> None:
    frame = Frame(int(kind, 16), int(sequence, 16), octets(payload))
    assert protocol.encode_frame(frame) == octets(wire)
    assert Decoder().feed(octets(wire)) == [frame]
    assert protocol.encode(protocol.parse(frame)) == octets(wire)


@pytest.mark.parametrize(("name", "dropped", "frames", "wire"), vectors("stream"))
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_streams_have_so_many_frames(name: str, dropped: str, frames: str, wire: str, size: int) -> None:
    decoder = Decoder()
    data = octets(wire)
    found = [frame for start in range(0, len(data), size) for frame in decoder.feed(data[start : start + size])]
    assert (decoder.dropped, len(found)) == (int(dropped), int(frames))


@pytest.mark.parametrize(("name", "said", "answer"), vectors("answer"))
def test_the_display_answers_so(name: str, said: str, answer: str) -> None:
    assert Firmware(0.0).hear(octets(said), 0.0) == octets(answer)


def test_no_ref_is_this_picture() -> None:
    assert vectors("picture") == [["no-ref", NO_REF.data.hex()]]


def test_check_value_of_the_crc() -> None:
    assert protocol.crc(b"123456789") == 0x29B1


def test_a_picture_is_the_longest_message() -> None:
    wire = protocol.encode(ShowPicture(1, 15, Picture(b"\xff" * BYTES)))
    assert len(wire.strip(protocol.DELIMITER)) == MAX_FRAME


def test_the_request_for_hello_is_no_command_of_a_boot_loader() -> None:
    # STK500, AVR061: the commands are 0x30 … 0x42 with gaps, 0x45, 0x50 … 0x56, 0x60 … 0x68, 0x71 … 0x78.
    assert max(protocol.encode(HelloRequest())) == 0x3E
    assert not set(protocol.encode(HelloRequest())) & {*range(0x30, 0x3A), *range(0x40, 0x80)}


# --- whatever comes in -----------------------------------------------------------------------------------------------


@unhurried
@given(st.lists(MESSAGES, max_size=5), st.lists(st.integers(0, 10_000), max_size=20))
def test_messages_arrive_in_pieces_of_any_size(sent: list[Message], cuts: list[int]) -> None:
    decoder = Decoder()
    stream = b"".join(protocol.encode(message) for message in sent)
    found = [message for chunk in chunks(stream, cuts) for message in received(decoder, chunk)]
    assert found == sent
    assert decoder.dropped == 0


@unhurried
@given(st.binary(max_size=600), st.lists(st.integers(0, 600), max_size=8), MESSAGES)
def test_any_bytes_are_survived_and_the_next_message_arrives(noise: bytes, cuts: list[int], after: Message) -> None:
    decoder = Decoder()
    for chunk in chunks(noise, cuts):
        decoder.feed(chunk)
    assert received(decoder, protocol.encode(after)) == [after]


@unhurried
@given(BYTE, BYTE, st.binary(max_size=200))
def test_any_intact_frame_is_a_message_or_refused(kind: int, sequence: int, payload: bytes) -> None:
    frame = Frame(kind, sequence, payload)
    try:
        message = protocol.parse(frame)
    except MessageError:
        return
    if isinstance(message, Hello):
        # Bits of the reset reason without a meaning are not kept.
        frame = Frame(kind, sequence, payload[:5] + bytes((payload[5] & 0x0F,)))
    assert protocol.encode(message) == protocol.encode_frame(frame)


@unhurried
@given(st.binary(max_size=300))
def test_what_stands_between_delimiters_is_a_frame_or_refused(stuffed: bytes) -> None:
    try:
        frame = protocol.decode_frame(stuffed)
    except FrameError:
        return
    assert Decoder().feed(protocol.encode_frame(frame)) == [frame]


def test_damage_never_makes_another_message() -> None:
    # Always the same damage: a CRC of 16 bits lets one in 65536 through, and these are known not to be among them.
    chance = random.Random(20)
    for round_ in range(5000):
        sent: list[Message] = [
            ShowPicture(round_ % 256, chance.randrange(16), Picture(chance.randbytes(BYTES))),
            Acknowledge(round_ % 256, Status.OK, chance.randrange(0x10000)),
        ]
        stream = bytearray(b"".join(protocol.encode(message) for message in sent))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(stream))
            match chance.randrange(3):
                case 0:
                    stream[place] ^= 1 << chance.randrange(8)
                case 1:
                    del stream[place]
                case _:
                    stream.insert(place, chance.randrange(256))
        found = received(Decoder(), bytes(stream))
        assert [message for message in sent if message in found] == found


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_few_flipped_bits_are_always_found(bits: int) -> None:
    # Of the unstuffed frame; the polynomial finds every 1, 2 and 3 flipped bits at this length.
    frame = protocol.encode_frame(Frame(2, 5, bytes(range(129))))
    body = bytearray(_unstuffed(frame))
    chance = random.Random(bits)
    for _ in range(3000):
        damaged = bytearray(body)
        for place in chance.sample(range(len(body) * 8), bits):
            damaged[place // 8] ^= 1 << place % 8
        assert protocol.crc(bytes(damaged)) != 0
    assert protocol.crc(bytes(body)) == 0


def _unstuffed(frame: bytes) -> bytes:
    found = protocol.decode_frame(frame.strip(protocol.DELIMITER))
    body = bytes((found.kind, found.sequence)) + found.payload
    return body + protocol.crc(body).to_bytes(2, "big")


@pytest.mark.parametrize("brightness", [-1, 16])
def test_a_brightness_outside_its_range_is_not_sent(brightness: int) -> None:
    with pytest.raises(ValueError, match=r"0 … 15"):
        protocol.encode(ShowPicture(0, brightness, Picture.blank()))
