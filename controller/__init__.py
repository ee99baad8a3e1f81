"""The dice table's station."""

import logging

# The log is for whoever asks for it (--debug). Without this Python would write it into the screen of a running station.
logging.getLogger(__name__).addHandler(logging.NullHandler())
