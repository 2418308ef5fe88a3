"""The agent that searches: every option of the search library is an option of its spec."""

from __future__ import annotations

import math
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.search.result import SearchResult
from catanlab.search.search import Search
from catanlab.search.settings import Settings
from catanlab.search.tree_policies.registry import policy_options
from catanlab.table.agent import Agent, Explanation
from catanlab.table.clock import Deadline
from catanlab.table.events import Event, Outcome, Played

SPARE = 0.02
"""Seconds of a deadline that are left for the answer to get back."""


class Mcts(Agent):
    """Searches for its move; a forced one it makes at once.

    >>> from catanlab.games.sos import Sos
    >>> from catanlab.table.table import Table
    >>> agents = [Mcts(iterations=200), Mcts(iterations=20, policy="thompson")]
    >>> Table(Sos(), agents, seed=1).play().winner in (-1, 0, 1)
    True

    Raises ArgumentError for values that are not allowed.
    """

    name = "mcts"

    def __init__(self, **options: Any) -> None:
        names = {field.name for field in fields(Settings)}
        self.settings = Settings(**{name: value for name, value in options.items() if name in names})
        self.policy_options = {name: value for name, value in options.items() if name not in names}
        unknown = self.policy_options.keys() - policy_options(self.settings.policy).keys()
        if unknown:
            known = ", ".join([*names, *policy_options(self.settings.policy)])
            raise AgentError(f"a search has no option {min(unknown)!r}; its options are {known}")
        self.result: SearchResult | None = None
        self._search: Search | None = None
        self._seen: list[tuple[int | None, Move]] = []

    @classmethod
    def spec_options(cls, given: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
        """Return annotation and default of each option, with those of the tree policy that is given."""
        hints = get_type_hints(Settings, include_extras=True)
        known = {
            field.name: (hints[field.name], None if field.default is MISSING else field.default)
            for field in fields(Settings)
        }
        return known | policy_options(given.get("policy", Settings.policy))

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Take a seat at a new game, with no tree."""
        super().start(game, seat, random)
        self._search, self._seen = None, []

    def hear(self, event: Event) -> None:
        """Keep what happened, to find the way down the tree that is kept."""
        if self._search is not None:
            if isinstance(event, Played):
                self._seen.append((event.seat, event.move))
            elif isinstance(event, Outcome):
                self._seen.append((None, event.move))

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Search, and return the move of the final choice."""
        moves = view.legal_moves
        self.result = None
        if len(moves) == 1:
            return moves[0]
        search = self.search(view)
        if self.settings.reuse:
            self._search, self._seen = search, []
        self.result = search.run(self.settings.iterations, self._seconds(deadline))
        return self.result.best

    def search(self, view: View) -> Search:
        """Return the search for a decision, not yet run; it goes on from the tree that was kept, if any."""
        trees = self._search.follow(self._seen) if self._search is not None else ()
        return Search(view, self.settings, self.random, policy_options=self.policy_options, trees=trees)

    def _seconds(self, deadline: Deadline) -> float | None:
        """Return how long to search: as the settings say, but never past the deadline."""
        left = deadline.left()
        if left == math.inf:
            return self.settings.seconds
        allowed = max(left - max(SPARE, 0.1 * left), 0.001)
        return allowed if self.settings.seconds is None else min(allowed, self.settings.seconds)

    def explain(self) -> Explanation | None:
        """Return what the search found."""
        result = self.result
        if result is None:
            return Explanation("There was only one move.")
        best = next(move for move in result.moves if move.move == result.best)
        text = (
            f"Of {len(result.moves)} moves {best.move} had {best.visits} of "
            f"{result.iterations + result.inherited} simulations and the value {best.value:.3f}"
        )
        other = next((move for move in result.moves if move.move != result.best), None)
        if other:
            text += f"; next came {other.move} with {other.visits} and {other.value:.3f}"
        return Explanation(f"{text}.", {"moves": [move.to_dict() for move in result.moves[:5]]})
