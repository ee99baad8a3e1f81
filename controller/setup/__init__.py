"""Setting up the station while it runs: settings, keys, display, camera, dice. Nothing here knows the page."""
