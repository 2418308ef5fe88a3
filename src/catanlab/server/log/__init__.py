"""The log of all rooms: rows, the database that keeps them, and the one thread that writes them."""
