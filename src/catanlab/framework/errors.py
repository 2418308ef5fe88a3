"""The errors a caller may meet, all under one root.

CatanlabError
├── SeedError              an invalid seed or stream
├── BoardError             an invalid board
├── RulesError             invalid rules
├── PositionError          an invalid position: every problem found, with its field
├── RecordError            an invalid record: every problem found, with its line
├── GameError              a game or option that is not known
│   └── DeclarationError   a declared game that cannot work, with the line
├── MoveTextError          text that is not a move
├── IllegalMoveError       a move the rules forbid here
├── AgentError             an agent or an option of one that is not known
│   └── AgentFailedError   an agent that failed at a table that raises errors
├── TableError             an invalid table, or an action it does not allow now
│   ├── NotDecidingError   a move of a seat that has nothing to decide
│   ├── StaleDecisionError an answer to a decision that is no longer open
│   ├── ProposalError      an invalid proposal, or one that is not open
│   └── StatementError     a statement that is not a line of text
│       └── StatementLimitError   one more statement than a seat may make in a turn
├── ObservationError       impossible events, or events in the wrong order
├── ArgumentError          a number outside the range that a function accepts
├── PictureError           a picture that cannot be drawn or written
├── StoreError             results that cannot be read or kept
├── WorkerError            worker processes that do not come up
└── ConformanceError       a game that breaks the State contract

All but WorkerError are bad input, and so also `ValueError`. Each class has a stable `code` for programs.
"""

from __future__ import annotations

from dataclasses import dataclass


class CatanlabError(Exception):
    """The base of all errors; its message says what was wrong and what is allowed."""

    code = "error"


class SeedError(CatanlabError, ValueError):
    """An invalid seed or stream."""

    code = "bad-seed"


class BoardError(CatanlabError, ValueError):
    """An invalid board."""

    code = "bad-board"


class RulesError(CatanlabError, ValueError):
    """Invalid rules."""

    code = "bad-rules"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a text: why, in which field, on which line (0 if there are no lines).

    >>> print(Problem("there is no node 77", field="seat 2", line=4))
    line 4, seat 2: there is no node 77
    """

    reason: str
    field: str = ""
    line: int = 0

    def __str__(self) -> str:
        places = ([f"line {self.line}"] if self.line else []) + ([self.field] if self.field else [])
        return f"{', '.join(places)}: {self.reason}" if places else self.reason


class _TextError(CatanlabError, ValueError):
    """An invalid text; `problems` are all that were found in it."""

    shown = 20

    def __init__(self, *problems: Problem | str) -> None:
        super().__init__(*problems)
        self.problems = tuple(Problem(p) if isinstance(p, str) else p for p in problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[: self.shown]]
        if len(self.problems) > self.shown:
            lines.append(f"and {len(self.problems) - self.shown} more")
        return "\n".join(lines)


class PositionError(_TextError):
    """An invalid position; `problems` are all that were found, each with its field."""

    code = "bad-position"


class RecordError(_TextError):
    """An invalid record; `problems` are all that were found, each with its line."""

    code = "bad-record"


class GameError(CatanlabError, ValueError):
    """A game or an option of a game that is not known."""

    code = "bad-game"


class DeclarationError(GameError):
    """A declared game that cannot work: what is wrong, and the file and line where it stands."""

    code = "bad-declaration"


class MoveTextError(CatanlabError, ValueError):
    """Text that is not a move."""

    code = "bad-move-text"


class IllegalMoveError(CatanlabError, ValueError):
    """A move the rules forbid in this state."""

    code = "illegal-move"


class AgentError(CatanlabError, ValueError):
    """An agent or an option of an agent that is not known, or an agent that does not play the game."""

    code = "bad-agent"


class AgentFailedError(AgentError):
    """An agent failed at a table with `on_error="raise"`, without an error of its own to raise."""

    code = "agent-failed"


class TableError(CatanlabError, ValueError):
    """An invalid table, or an action it does not allow now."""

    code = "bad-table"


class NotDecidingError(TableError):
    """A move of a seat that has nothing to decide: another seat or chance does, or the game has ended."""

    code = "not-your-decision"


class StaleDecisionError(TableError):
    """An answer to a decision that is no longer open, by its number."""

    code = "stale-decision"


class ProposalError(TableError):
    """An invalid proposal, or the name of one that is not open."""

    code = "bad-proposal"


class StatementError(TableError):
    """A statement that is not a line of text."""

    code = "bad-statement"


class StatementLimitError(StatementError):
    """One more statement than a seat may make in a turn."""

    code = "too-many-statements"


class ArgumentError(CatanlabError, ValueError):
    """A number outside the range that a function accepts."""

    code = "bad-argument"


class PictureError(CatanlabError, ValueError):
    """A picture could not be drawn or written."""

    code = "bad-picture"


class StoreError(CatanlabError, ValueError):
    """Results that cannot be read or kept: a foreign or damaged file, a second writer, a full disk."""

    code = "bad-store"


class WorkerError(CatanlabError):
    """Worker processes that do not come up."""

    code = "no-workers"


class ObservationError(CatanlabError, ValueError):
    """Impossible events, or events that were reported in the wrong order."""

    code = "bad-observation"


class ConformanceError(CatanlabError, ValueError):
    """A game that breaks the State contract."""

    code = "bad-state"
