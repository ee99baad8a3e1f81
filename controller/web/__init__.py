"""The station's page on the local network: scoreboard, the seats' panels in browsers, the referee's desk, JSON."""
