"""Makes everything in ``hardware/`` that is not written by hand, from ``controller/hardware/table.toml`` and parts.toml."""
