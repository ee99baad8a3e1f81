"""The serial link between host and display, byte by byte as ``firmware/PROTOCOL.md`` says. Pure functions, no I/O.

A ``Message`` is what is said, a frame the bytes on the wire. ``encode`` makes a frame; ``Decoder`` takes what comes in,
in pieces of any size, and gives the messages that arrived whole.
"""

import struct
from binascii import crc_hqx
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final

from cobs import cobs

from controller.display.picture import HEIGHT, WIDTH, Picture

VERSION: Final = 2
BAUD: Final = 115_200
DELIMITER: Final = b"\x00"
# A picture message (3 + 129 + 2 bytes less one) and the one byte that COBS adds to so few.
MAX_FRAME: Final = 134
MAX_BRIGHTNESS: Final = 15
# Seconds without an accepted picture after which the display says that it has lost the host.
NO_REF_AFTER: Final = 3.0
_CRC_START: Final = 0xFFFF


class Kind(IntEnum):
    """The type byte. Bit 7 is set in what the display says, so that an echo is never taken for an answer."""

    HELLO_REQUEST = 0x01
    PICTURE = 0x02
    HELLO = 0x81
    ACK = 0x82


class Status(IntEnum):
    """What became of a message."""

    OK = 0
    UNKNOWN_TYPE = 1
    BAD_LENGTH = 2
    BAD_VALUE = 3


class Reset(IntFlag):
    """Why the display began anew: the bits of the microcontroller's MCUSR; 0 where its boot loader hid them."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8


class FrameError(ValueError):
    """Bytes between two delimiters that are no intact frame."""


class MessageError(ValueError):
    """An intact frame that says nothing known.

    Attributes:
        status: what the display answers to it.
    """

    def __init__(self, text: str, status: Status) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of an intact frame.

    Attributes:
        kind: type byte, 0 … 255.
        sequence: 0 … 255.
        payload: everything between the sequence number and the CRC.
    """

    kind: int
    sequence: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class HelloRequest:
    """Host → display: say who you are. Always with sequence number 0 (the reason stands in PROTOCOL.md)."""

    sequence: int = 0


@dataclass(frozen=True, slots=True)
class ShowPicture:
    """Host → display: show this.

    Attributes:
        sequence: 0 … 255, comes back in the answer.
        brightness: 0 … 15, the MAX7219's intensity: (2 · brightness + 1) / 32 of full current.
        picture: the whole picture.
    """

    sequence: int
    brightness: int
    picture: Picture


@dataclass(frozen=True, slots=True)
class Hello:
    """Display → host: after a reset with sequence number 0, and as the answer to a request.

    Attributes:
        sequence: that of the request; 0 after a reset.
        width: lights in a row.
        height: rows.
        firmware: major and minor version.
        reset: why it began anew.
    """

    sequence: int
    width: int
    height: int
    firmware: tuple[int, int]
    reset: Reset


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Display → host: the message with this sequence number has arrived.

    Attributes:
        sequence: of the message.
        status: what became of it.
        dropped: frames dropped as damaged or too long since the reset, modulo 65536.
        overruns: times that a byte was lost because those before it had not been taken, since the reset, modulo 65536.
    """

    sequence: int
    status: Status
    dropped: int
    overruns: int = 0


Message = HelloRequest | ShowPicture | Hello | Acknowledge


def crc(data: bytes) -> int:
    """CRC-16/IBM-3740, also called CRC-CCITT (FALSE), 0 … 65535.

    >>> hex(crc(b"123456789"))
    '0x29b1'
    """
    return crc_hqx(data, _CRC_START)


def encode_frame(frame: Frame) -> bytes:
    """The bytes on the wire, with a delimiter before and after."""
    body = bytes((frame.kind, frame.sequence)) + frame.payload
    stuffed: bytes = cobs.encode(body + crc(body).to_bytes(2, "big"))
    return DELIMITER + stuffed + DELIMITER


def decode_frame(stuffed: bytes) -> Frame:
    """Take apart what stood between two delimiters.

    Raises:
        FrameError: too long, not COBS, too short, or damaged.
    """
    if len(stuffed) > MAX_FRAME:
        raise FrameError(f"{len(stuffed)} bytes; a frame has at most {MAX_FRAME}")
    try:
        body = cobs.decode(stuffed)
    except cobs.DecodeError as error:
        raise FrameError(f"no COBS: {error}") from None
    if len(body) < 4:
        raise FrameError(f"{len(body)} bytes; type, sequence number and CRC are 4")
    # The CRC of data followed by its own CRC is zero.
    if crc(body) != 0:
        raise FrameError("the CRC does not match")
    return Frame(body[0], body[1], body[2:-2])


def encode(message: Message) -> bytes:
    """The frame of a message, with a delimiter before and after.

    Raises:
        ValueError: a number outside its range.
    """
    match message:
        case HelloRequest(sequence):
            return encode_frame(Frame(Kind.HELLO_REQUEST, sequence, b""))
        case ShowPicture(sequence, brightness, picture):
            if not 0 <= brightness <= MAX_BRIGHTNESS:
                raise ValueError(f"brightness {brightness} is outside 0 … {MAX_BRIGHTNESS}")
            return encode_frame(Frame(Kind.PICTURE, sequence, bytes((brightness,)) + picture.data))
        case Hello(sequence, width, height, firmware, reset):
            return encode_frame(Frame(Kind.HELLO, sequence, bytes((VERSION, width, height, *firmware, reset))))
        case Acknowledge(sequence, status, dropped, overruns):
            payload = bytes((status,)) + struct.pack(">HH", dropped % 0x10000, overruns % 0x10000)
            return encode_frame(Frame(Kind.ACK, sequence, payload))


def parse(frame: Frame) -> Message:
    """What an intact frame says.

    Raises:
        MessageError: unknown type, wrong length, or a value outside its range.
    """
    payload, sequence = frame.payload, frame.sequence
    match frame.kind:
        case Kind.HELLO_REQUEST:
            _expect(payload, 0)
            return HelloRequest(sequence)
        case Kind.PICTURE:
            _expect(payload, 1 + WIDTH * HEIGHT // 8)
            if payload[0] > MAX_BRIGHTNESS:
                raise MessageError(f"brightness {payload[0]} is outside 0 … {MAX_BRIGHTNESS}", Status.BAD_VALUE)
            return ShowPicture(sequence, payload[0], Picture(payload[1:]))
        case Kind.HELLO:
            return _parse_hello(sequence, payload)
        case Kind.ACK:
            _expect(payload, 5)
            if payload[0] > max(Status):
                raise MessageError(f"status {payload[0]} is unknown", Status.BAD_VALUE)
            return Acknowledge(sequence, Status(payload[0]), *struct.unpack(">HH", payload[1:]))
    raise MessageError(f"type {frame.kind:#04x} is unknown", Status.UNKNOWN_TYPE)


def _parse_hello(sequence: int, payload: bytes) -> Hello:
    # The version comes first in every version of the protocol; what follows may differ.
    if payload[:1] != bytes((VERSION,)):
        found = payload[0] if payload else "missing"
        raise MessageError(f"protocol version {found}, expected {VERSION}", Status.BAD_VALUE)
    _expect(payload, 6)
    _version, width, height, major, minor, reset = payload
    return Hello(sequence, width, height, (major, minor), Reset(reset & 0x0F))


def _expect(payload: bytes, length: int) -> None:
    if len(payload) != length:
        raise MessageError(f"{len(payload)} bytes of payload, expected {length}", Status.BAD_LENGTH)


class Decoder:
    """Finds the frames in what comes in. Never raises; what is damaged or too long is counted and dropped.

    Attributes:
        dropped: frames dropped so far.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._pending = bytearray()

    def feed(self, chunk: bytes) -> list[Frame]:
        """The frames that this piece completes, in their order; it may be of any length."""
        frames = []
        first, *rest = chunk.split(DELIMITER)
        self._keep(first)
        for part in rest:
            frame = self._complete()
            if frame is not None:
                frames.append(frame)
            self._keep(part)
        return frames

    def _keep(self, part: bytes) -> None:
        # One byte more than allowed is enough to know that a frame is too long; a flood must not fill the memory.
        self._pending += part[: MAX_FRAME + 1 - len(self._pending)]

    def _complete(self) -> Frame | None:
        stuffed = bytes(self._pending)
        self._pending.clear()
        if not stuffed:
            # Delimiters side by side: the end of one frame and the start of the next.
            return None
        try:
            return decode_frame(stuffed)
        except FrameError:
            self.dropped += 1
            return None
