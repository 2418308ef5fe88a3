"""How messages are read and written, and their types for other languages."""
