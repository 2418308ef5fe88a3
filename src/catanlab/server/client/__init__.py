"""A client of the server, for scripts, bots and tests."""
