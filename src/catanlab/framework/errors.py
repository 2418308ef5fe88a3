"""The errors a caller may meet, all under one root.

CatanlabError
├── SeedError              a seed or stream that cannot be
├── BoardError             a board that cannot be
├── RulesError             rules that cannot be
├── PositionError          a position that cannot be
├── GameError              a game or option that is not known
├── MoveTextError          text that is not a move
├── IllegalMoveError       a move the rules forbid here
├── ObservationError       events that no game can show
└── ConformanceError       a game that breaks the State contract

All of them are bad input, and so also `ValueError`. Each class has a stable `code` for programs.
"""


class CatanlabError(Exception):
    """Anything catanlab refuses, with a sentence that says what was wrong and what is allowed."""

    code = "error"


class SeedError(CatanlabError, ValueError):
    """A seed or stream that cannot be."""

    code = "bad-seed"


class BoardError(CatanlabError, ValueError):
    """A board that cannot be."""

    code = "bad-board"


class RulesError(CatanlabError, ValueError):
    """Rules that cannot be."""

    code = "bad-rules"


class PositionError(CatanlabError, ValueError):
    """A position that cannot be."""

    code = "bad-position"


class GameError(CatanlabError, ValueError):
    """A game or an option of a game that is not known."""

    code = "bad-game"


class MoveTextError(CatanlabError, ValueError):
    """Text that is not a move."""

    code = "bad-move-text"


class IllegalMoveError(CatanlabError, ValueError):
    """A move the rules forbid in this state."""

    code = "illegal-move"


class ObservationError(CatanlabError, ValueError):
    """Events that no game can show, or that were told in the wrong order."""

    code = "bad-observation"


class ConformanceError(CatanlabError, ValueError):
    """A game that breaks the State contract."""

    code = "bad-state"
