"""The addresses of the page: where it is found on the local network, and each seat's own, which nobody can guess.

A seat's address holds a secret that stays the same over restarts, so that a phone finds its seat again. It is derived
from a key that lies beside the journal, for this user alone.
"""

import base64
import hashlib
import hmac
import ipaddress
import os
import secrets
import socket
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

MOST_SEATS: Final = 5
_KEY_BYTES: Final = 32
# 100 bits, as 20 characters.
_SECRET_CHARACTERS: Final = 20


class Seats:
    """The secrets of the seats.

    Args:
        journal: the station's record; the key lies beside it.

    Raises:
        OSError: the key can be neither read nor written.
    """

    def __init__(self, journal: Path) -> None:
        key = _key(journal.with_name(journal.name + ".seats"))
        self._by_seat = {seat: _derived(key, seat) for seat in range(1, MOST_SEATS + 1)}

    def path(self, seat: int) -> str:
        """The path of a seat's own page."""
        return f"/seat/{self._by_seat[seat]}"

    def seat(self, secret: str) -> int | None:
        """Whose address it is; ``None`` for nobody's. Takes equally long for every secret."""
        found = [seat for seat, one in self._by_seat.items() if hmac.compare_digest(one.encode(), secret.encode())]
        return found[0] if found else None


def _key(path: Path) -> bytes:
    with suppress(FileNotFoundError):
        if len(key := path.read_bytes()) == _KEY_BYTES:
            return key
    key = secrets.token_bytes(_KEY_BYTES)
    part = path.with_name(path.name + ".part")
    with suppress(FileNotFoundError):
        part.unlink()
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(number, "wb") as file:
        file.write(key)
    part.replace(path)
    return key


def _derived(key: bytes, seat: int) -> str:
    mac = hmac.digest(key, b"seat %d" % seat, hashlib.sha256)
    return base64.b32encode(mac).decode().lower()[:_SECRET_CHARACTERS]


def on_the_network() -> str | None:
    """This machine's address on the local network; ``None`` where it has none. Nothing is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Of a network that is kept for documents (RFC 5737): the system only looks up which way it would go.
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return None if ipaddress.ip_address(address).is_loopback else address
    return None


_PASSED_ON: Final = ("forwarded", "via", "x-real-ip")
"""Headers of a proxy: whoever stands behind it is not at this machine."""


def own_names() -> frozenset[str]:
    """The names under which a browser may ask for the page, besides addresses in numbers.

    Any other name could be one that a stranger's page has let point here (DNS rebinding).
    """
    name = socket.gethostname().lower().partition(".")[0]
    return frozenset({"localhost", name, f"{name}.local", f"{name}.lan", f"{name}.home", f"{name}.fritz.box"})


def is_own(host: str, names: Iterable[str]) -> bool:
    """Whether a request's ``Host`` names this machine: by numbers, or by one of its names.

    >>> is_own("192.168.1.5:8420", ()), is_own("[::1]:8420", ()), is_own("evil.example:8420", ["localhost"])
    (True, True, False)
    """
    name = host.lower()
    if name.startswith("["):
        name, bracket, rest = name[1:].partition("]")
        if not bracket or (rest and not rest.removeprefix(":").isdigit()):
            return False
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names
    return True


@lru_cache(1024)
def neighbourhood(address: str) -> str:
    """Whose an address is, where it is counted who has how much: one machine has as many of IPv6 as it likes.

    >>> neighbourhood("192.168.1.5"), neighbourhood("::ffff:192.168.1.5"), neighbourhood("2001:db8::1:2:3:4")
    ('192.168.1.5', '192.168.1.5', '2001:db8::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(found) if found.is_link_local else str(ipaddress.IPv6Network((int(found), 64), strict=False))


def is_here(host: str | None, headers: Collection[str] = ()) -> bool:
    """Whether a request comes from this machine itself; names of its headers tell one that only was passed on here.

    >>> is_here("127.0.0.1"), is_here("192.168.1.5"), is_here("127.0.0.1", ["host", "x-forwarded-for"])
    (True, False, False)
    """
    if any(name.startswith("x-forwarded") or name in _PASSED_ON for name in headers):
        return False
    try:
        return host is not None and ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
