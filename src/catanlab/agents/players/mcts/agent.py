"""The agent that searches; all options of the search library are options of its spec."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Annotated, Any, Literal, get_type_hints

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.public_reason import public_reason
from catanlab.agents.players.mcts.overrides.overrides import OVERRIDE_OPTIONS, Overrides
from catanlab.agents.players.mcts.presets import CUT_VALUES, MOVE_PRIORS, PLAYOUTS
from catanlab.agents.players.mcts.turns import Turns, turn_options
from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan.constants import END_TURN
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView
from catanlab.playout.registry import make_evaluation, make_policy
from catanlab.search.move_groups import read_groups, scheduled
from catanlab.search.registry import make_priors
from catanlab.search.result import SearchResult
from catanlab.search.search import Search
from catanlab.search.settings import Settings
from catanlab.search.tree_policies.registry import (
    TREE_POLICIES,
    check_answers,
    make_tree_policy,
    policy_options,
)
from catanlab.table.agent import Agent, Explanation
from catanlab.table.clock import Deadline
from catanlab.table.events import Event, Outcome, Played

STEPS = "steps"
_SETTINGS = tuple(field.name for field in fields(Settings))
_HINTS = get_type_hints(Settings, include_extras=True)
_TURNS = Annotated[
    Literal["steps", "martin", "panousis", "tuma"], "what a move of the tree is: a step, or a compound turn"
]
_PLAYOUT = Annotated[
    str,
    f"playout policy: uniform, groups, weighted:settlement*5+city*5, {', '.join(PLAYOUTS)}, an import path",
]
_AT_CUT = Annotated[
    str, f"value of the position then: nothing, leader, points:10, {', '.join(CUT_VALUES)}, an import path"
]
_PRIOR = Annotated[
    str | None,
    f"prior weights: of groups (city*5+road*0.5), shared by their moves, {', '.join(MOVE_PRIORS)}, a path",
]
_OF_CATAN = {"playout": PLAYOUTS, "at_cut": CUT_VALUES, "prior": MOVE_PRIORS}
"""Options that take names for Catan besides those for any game."""
RESERVED_SECONDS = 0.02
"""The time before a deadline that is kept for returning the answer."""
LAST_TURN = 10**9
"""A turn after all from which a schedule has a value."""
FEWEST_ITERATIONS = 50
"""The simulations that remain of a reduced budget, if there were so many."""


class Mcts(Agent):
    """Searches for its move; a forced move is made at once.

    >>> from catanlab import Table
    >>> from catanlab.games import Sos
    >>> agents = [Mcts(iterations=200), Mcts(iterations=20, policy="thompson")]
    >>> Table(Sos(), agents, seed=1).play().winner in (-1, 0, 1)
    True

    Raises ArgumentError for values that are not allowed.
    """

    name = "mcts"
    searches = True

    def __init__(self, **options: Any) -> None:
        known = self.spec_options(options)
        for name in options:
            if name not in known:
                raise AgentError(f"a search has no option {name!r}; its options are {', '.join(known)}")
        kind = options.get("turns", STEPS)
        of_turns = {name: options[name] for name in turn_options(kind) if name in options}
        of_search = {name: options[name] for name in _SETTINGS if name in options}
        for name, entries in _OF_CATAN.items():
            if isinstance(of_search.get(name), str) and of_search[name] in entries:
                of_search[name] = entries[of_search[name]].path
        of_rules = {name: options[name] for name in OVERRIDE_OPTIONS if name in options}
        others = options.keys() - of_turns.keys() - of_search.keys() - of_rules.keys() - {"turns"}
        self.settings = Settings(**of_search)
        self.policy_options = {name: options[name] for name in others}
        self.overrides = Overrides(**of_rules)
        self.turns = None if kind == STEPS else Turns(kind, of_turns)
        if self.turns and self.settings.reuse:
            raise AgentError("reuse=yes does not go with compound turns: what is seen are single moves")
        self.result: SearchResult | None = None
        self._rule: Choice | None = None
        self._alone = ""
        self._chosen: tuple[CatanView, Move] | None = None
        self._search: Search | None = None
        self._seen: list[tuple[int | None, Move]] = []
        self._budget = 1.0

    @classmethod
    def spec_options(cls, given: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
        """Return annotation and default of each option of the search, the tree policy and the turns."""
        policy = given.get("policy", Settings.policy)
        of_policy = policy_options(policy)
        for name in of_policy:
            if name in _SETTINGS or name in OVERRIDE_OPTIONS or name == "turns":
                raise AgentError(
                    f"the tree policy {policy} has an option {name!r}, which every search has already"
                )
        return (
            {name: (_HINTS[name], getattr(Settings, name)) for name in _SETTINGS}
            | {"playout": (_PLAYOUT, Settings.playout)}
            | {"at_cut": (_AT_CUT, Settings.at_cut), "prior": (_PRIOR, Settings.prior)}
            | of_policy
            | OVERRIDE_OPTIONS
            | {"turns": (_TURNS, STEPS)}
            | turn_options(given.get("turns", STEPS))
        )

    @classmethod
    def spec_defaults(cls, defaults: Mapping[str, Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the defaults of a preset without the options of its tree policy if that is replaced.

        Another tree policy has defaults of its own, even for options of the same name.
        """
        own = defaults.get("policy", Settings.policy)
        if TREE_POLICIES.find(given.get("policy", own)) == TREE_POLICIES.find(own):
            return defaults
        return {name: value for name, value in defaults.items() if name not in policy_options(own)}

    def check(self, game: Game) -> None:
        """Raise AgentError or ArgumentError if an option does not fit the game, such as names of groups."""
        settings = self.settings
        self.overrides.check(game)
        searched = self.turns.use(game) if self.turns else game
        make_priors(settings.prior, settings.virtual, searched.move_type, heuristic=settings.heuristic)
        read_groups(settings.groups, searched.move_type)
        make_policy(settings.playout, game.move_type)
        make_evaluation(settings.at_cut)
        options = scheduled(settings.c_from, LAST_TURN, self.policy_options)
        check_answers(make_tree_policy(settings.policy, **options))

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Take a seat at a new game, with no tree."""
        super().start(game, seat, random)
        self.overrides.start(game)
        self._search, self._seen, self._chosen = None, [], None

    def hear(self, event: Event) -> None:
        """Record the moves since the last search, to find the subtree that is kept."""
        if self._search is not None:
            if isinstance(event, Played):
                self._seen.append((event.seat, event.move))
            elif isinstance(event, Outcome):
                self._seen.append((None, event.move))

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Return the move of an overriding rule, or the final choice of the search."""
        move = self._choose(view, deadline)
        self._chosen = (view, move) if isinstance(view, CatanView) else None
        return move

    def _choose(self, view: View, deadline: Deadline) -> Move:
        turns, overrides = self.turns, self.overrides
        if turns:
            turns.use(view.game)
        self._rule = overrides.before(view, self.random, bool(turns and turns.begun))
        move = self._rule.move if self._rule else self._searched(view, deadline)
        if overrides and move == CatanMove.make(END_TURN):
            self._rule = overrides.at_end(view, self.random)
            move = self._rule.move if self._rule else move
        if self._rule and turns:
            turns.drop()
        return move

    def _searched(self, view: View, deadline: Deadline) -> Move:
        """Return the next step of a turn that was begun, the only move, or the result of a search."""
        turns = self.turns
        if turns and (step := turns.next_step(view)):
            return step
        moves = view.legal_moves
        self.result, self._alone = None, "There was only one move."
        if len(moves) == 1:
            return moves[0]
        search = self.search(view)
        left = [move for move in search.choices if self.overrides.leaves(move)]
        if len(left) == 1:
            best = left[0]
            if len(search.choices) > 1 or not all(map(self.overrides.leaves, moves)):
                self._alone = "The overrides leave the search only one move."
        else:
            self.result = search.run(self._iterations, self._seconds(deadline))
            if not self.overrides.leaves(self.result.best):
                tried = (move.move for move in self.result.moves if self.overrides.leaves(move.move))
                self.result = replace(self.result, best=next(tried, left[0]))
            best = self.result.best
        return turns.first_step(best) if turns else best

    def search(self, view: View) -> Search:
        """Return the search for a decision, with the trees kept from the one before."""
        settings, turns = self.settings, self.turns
        if turns:
            turns.use(view.game)
        search = Search(
            view,
            settings,
            self.random,
            policy_options=self.policy_options,
            wrap=turns,
            trees=self._search.follow(self._seen) if self._search is not None else (),
        )
        if settings.reuse:
            self._search, self._seen = search, []
        return search

    def set_budget(self, part: float) -> None:
        """Search with this part of the simulations and seconds of the settings from now on."""
        self._budget = part

    @property
    def _iterations(self) -> int | None:
        """How many simulations to make."""
        iterations = self.settings.iterations
        if iterations is None or self._budget == 1.0:
            return iterations
        return max(round(iterations * self._budget), min(iterations, FEWEST_ITERATIONS))

    def _seconds(self, deadline: Deadline) -> float | None:
        """Return how many seconds to search: as the settings say, but not past the deadline."""
        left = deadline.left()
        seconds = None if self.settings.seconds is None else self.settings.seconds * self._budget
        if left == math.inf:
            return seconds
        allowed = max(left - max(RESERVED_SECONDS, 0.1 * left), 0.001)
        return allowed if seconds is None else min(allowed, seconds)

    def explain(self) -> Explanation | None:
        """Return what the search found, or the reason of the rule that overrode it."""
        if self._rule:
            return self._rule.explanation
        result = self.result
        if result is None:
            return Explanation(self._alone)
        total = result.iterations + result.inherited
        text = f"Of {len(result.moves)} moves {result.best} had "
        if result.chosen is None:
            text += f"none of {total} simulations and was drawn"
        else:
            text += f"{result.chosen.visits} of {total} simulations and the value {result.chosen.value:.3f}"
        other = next((move for move in result.moves if move.move != result.best), None)
        if other:
            text += f"; next came {other.move} with {other.visits} and {other.value:.3f}"
        return Explanation(f"{text}.", {"moves": [move.to_dict() for move in result.moves[:5]]})

    def public_reason(self) -> str | None:
        """Return what may be said during play about a move of Catan: its values would list the hand."""
        if self._chosen is None:
            return None
        view, move = self._chosen
        return public_reason(view, CatanMove(move))


class CatanMcts(Mcts):
    """A search that plays Catan only, for presets with its turns or its playout policies."""

    games = ("catan",)
