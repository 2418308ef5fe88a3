"""The game in a terminal: the board as text, the story of the moves, and what a person types."""
