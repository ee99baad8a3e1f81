"""What a helper would ask for: every part of a dice table is looked at, and each fault is told with its remedy."""
