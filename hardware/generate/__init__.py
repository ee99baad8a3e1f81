"""Makes all of ``hardware/`` that is not written by hand, from ``controller/hardware/table.toml`` and parts.toml."""
