"""The station's page on the local network: scoreboard, the seats' panels in browsers, referee's desk, JSON for programs."""
