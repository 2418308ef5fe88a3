"""The online game: rooms with people and robots, the log, the wire, and the server that joins them."""
