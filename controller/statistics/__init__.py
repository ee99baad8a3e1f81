"""Whether dice are fair, from counts alone. Pure: no I/O, no clock, no random numbers, nothing of games."""
