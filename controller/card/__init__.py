"""The verdict card: one page about one round, to be shown, printed and passed on; see ``content`` and ``paper``."""
