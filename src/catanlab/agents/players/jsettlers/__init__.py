"""The robots of JSettlers: their strategies, their plan of a turn, and their times to win."""
