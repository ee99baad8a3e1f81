"""Commitments to hidden choices."""

import hashlib


def seal(nonce: str, value: str) -> str:
    """The commitment to a choice: SHA-256 over the nonce, a line feed and the value, in hexadecimal.

    It may be shown the moment that the choice locks: without the random nonce it tells nothing, and with it anybody
    can check later that the choice was not changed.

    >>> seal("00", "d8")[:16]
    '3b6b42ec73a69309'
    """
    return hashlib.sha256(f"{nonce}\n{value}".encode()).hexdigest()
