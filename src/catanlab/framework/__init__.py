"""The contract that games keep: states, moves, random streams, views, the registry, and check_game."""
