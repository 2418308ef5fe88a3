"""The robots of JSettlers: their strategies, their plan of a turn, and how they estimate times to win."""
