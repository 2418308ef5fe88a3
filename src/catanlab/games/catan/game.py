"""Catan as a game of the framework: rules, a board and a seed."""

from __future__ import annotations

from catanlab.framework.errors import BoardError, RulesError
from catanlab.framework.game import Game
from catanlab.framework.random import Random, check_seed
from catanlab.games.catan.board import Board
from catanlab.games.catan.engine.position import Ruleset
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.layouts import make_board
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rules import rules_from_text, rules_to_text
from catanlab.games.catan.view.board_json import board_json
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.proposals import CatanProposals


class Catan(Game):
    """A game of Catan: its rules and its board.

    >>> game = Catan(rules=Rules(players=3), seed=7)
    >>> state = game.start()
    >>> len(state.legal_moves)
    54

    `board` is a Board, the name of a layout, or None for the layout of the rules; the seed decides how
    a random layout falls. Raises BoardError, RulesError or SeedError.
    """

    name = "catan"
    summary = "Settlers of Catan, the base game for two to four players"
    move_type = CatanMove

    def __init__(
        self, *, rules: Rules | str | None = None, board: Board | str | None = None, seed: int = 0
    ) -> None:
        if isinstance(rules, str):
            rules = rules_from_text(rules)
        elif rules is None:
            rules = Rules()
        elif not isinstance(rules, Rules):
            raise RulesError(f"rules must be a Rules value or the name of a set, not {rules!r}")
        if board is None or isinstance(board, str):
            board = make_board(rules.layout if board is None else board, Random(seed, "board"))
        elif not isinstance(board, Board):
            raise BoardError(f"board must be a Board or the name of a layout, not {board!r}")
        check_seed(seed)
        self._seed: int | None = seed
        self._ruleset = Ruleset(rules, board)

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        rules: Rules = self._ruleset.rules
        return rules

    @property
    def board(self) -> Board:
        """The board of this game."""
        return self._ruleset.board

    @property
    def seed(self) -> int | None:
        """The seed the board was laid with; None where it is kept from agents."""
        return self._seed

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.rules.players

    @property
    def title(self) -> str:
        """A title for people: the name of the game and its rules."""
        return f"Catan, rules {rules_to_text(self.rules)}"

    @property
    def proposals(self) -> CatanProposals | None:
        """How seats propose trades to the seat on turn; None without trade between players."""
        return CatanProposals() if self.rules.player_trade else None

    def start(self) -> CatanState:
        """Return the empty board before the first settlement."""
        return CatanState(self, self._ruleset)

    def observer(self, seat: int | None) -> CatanObserver:
        """Return an observer that sees the game through the eyes of one seat, or of spectators for None."""
        return CatanObserver(self, seat)

    def board_json(self) -> bytes:
        """Return the board as JSON, for pages that draw it: `view.to_json` has all that changes."""
        return board_json(self.board)

    def on(self, board: Board) -> Catan:
        """Return a game by the same rules, and with the same seed, on another board; raises BoardError."""
        if not isinstance(board, Board):
            raise BoardError(f"a game is played on a Board, not on {board!r}")
        game = Catan.__new__(Catan)
        game._seed = self._seed
        game._ruleset = self._ruleset.on(board)
        return game

    def sealed(self) -> Catan:
        """Return the game without its seed, from which an agent could predict the dice."""
        game = self.on(self.board)
        game._seed = None
        return game

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.rules, self.board, self.seed))

    def __repr__(self) -> str:
        return f"Catan(rules={self.rules!r}, board={self.board!r}, seed={self.seed})"


def _rebuild(rules: Rules, board: Board, seed: int | None) -> Catan:
    game = Catan(rules=rules, board=board, seed=seed or 0)
    return game if seed is not None else game.sealed()
