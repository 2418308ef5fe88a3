"""Short ways to search a position in tests."""

from typing import Any

from catanlab.agents.negotiation.trader import Trader
from catanlab.agents.players.mcts.agent import Mcts
from catanlab.agents.registry import make_agent
from catanlab.framework.game import Game
from catanlab.framework.observer import OpenView, View
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.search.result import SearchResult


def open_view(state: State) -> OpenView:
    """Return what a seat knows that sees everything."""
    return OpenView(state.copy(), state.to_move, ())


def searcher(spec: str) -> Mcts:
    """Return the agent that searches, without its negotiator."""
    made = make_agent(spec)
    agent = made.agent if isinstance(made, Trader) else made
    assert isinstance(agent, Mcts)
    return agent


def search(view: View, spec: str, seed: int = 1, **budget: Any) -> SearchResult:
    """Return what the search of an agent finds."""
    agent = searcher(spec)
    agent.random = Random(seed)
    return agent.search(view).run(**budget)


def played(game: Game, moves: str) -> State:
    """Return the position after moves, as text."""
    state = game.start()
    for move in moves.split():
        state.apply(move)
    return state


def counts(result: SearchResult) -> dict[str, int]:
    """Return the visits of every move, by its text."""
    return {move.move.text: move.visits for move in result.moves}
