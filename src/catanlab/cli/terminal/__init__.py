"""The game in a terminal: the board as text, menus and help, and the moves that a person types."""
