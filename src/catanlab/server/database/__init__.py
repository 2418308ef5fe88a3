"""The database of the online game: its tables and rows, and the one thread that writes them."""
