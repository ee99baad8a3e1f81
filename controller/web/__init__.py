"""The station's page on the local network: scoreboard, the seats' panels in a browser, referee desk, JSON."""
