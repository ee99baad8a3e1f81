"""Every drawing that the generator makes without another program, by its name, as SVG. Pure."""

from controller.hardware import Hardware
from hardware.generate import circuits, headers, supply


def drawings(table: Hardware, language: str = "en") -> dict[str, bytes]:
    """All of them: circuits, headers, the supply's parts."""
    return {
        **circuits.circuits(table, language),
        **headers.headers(table, language),
        **supply.supply(table, language),
    }
