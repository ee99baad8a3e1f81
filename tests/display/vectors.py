"""Reads the test vectors that firmware and host share."""

from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent.parent / "vectors" / "protocol.txt"


def vectors(kind: str) -> list[list[str]]:
    """The fields of all vectors of one kind, without the kind: the name first."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    fields = [line.split() for line in lines if line and not line.startswith("#")]
    return [rest for first, *rest in fields if first == kind]


def octets(field: str) -> bytes:
    """A field of hexadecimal digits."""
    return b"" if field == "-" else bytes.fromhex(field)
