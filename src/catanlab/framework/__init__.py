"""What a game is: the State contract, random streams, moves, plain-Python games, check_game."""
