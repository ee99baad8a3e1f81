"""How a station's parts are: one model, for its own screen and display, for other programs, and for helpers."""
