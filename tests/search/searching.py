"""Short ways to search a position in tests."""

from catanlab.agents.negotiation.trader import Trader
from catanlab.agents.registry import make_agent
from catanlab.framework.observer import OpenView
from catanlab.framework.random import Random


def open_view(state):
    """Return what a seat knows that sees everything."""
    return OpenView(state.copy(), state.to_move, ())


def search(view, spec, seed=1, **budget):
    """Return what the search of an agent finds."""
    agent = make_agent(spec)
    agent = agent.agent if isinstance(agent, Trader) else agent
    agent.random = Random(seed)
    return agent.search(view).run(**budget)


def played(game, moves):
    """Return the position after moves, as text."""
    state = game.start()
    for move in moves.split():
        state.apply(move)
    return state


def counts(result):
    """Return the visits of every move, by its text."""
    return {move.move.text: move.visits for move in result.moves}
