"""Martin's rules as a player: his opening, and the scores of his playouts for everything after it."""
