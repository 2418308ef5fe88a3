"""Players with a strategy that is fixed before the game: the two of Tuma's thesis."""
