"""The two games of two players that can be solved exactly: chances, optimal strategies, a review of finished games.

The rules themselves make every transition; this package adds only what the mathematics needs (see README.md).
"""
