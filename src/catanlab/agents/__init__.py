"""The agents for Catan, in layers; each layer imports only those before it.

base           choices with reasons, a view and a board as numbers, counts of cards, aims, replay of logs
estimates      how long building and winning take, and what every seat is likely to build next
decisions      single decisions that agents share, one per module
negotiation    trade between players: schemes, and statements of interest
value          the native playout policies of Catan, moves by their scores, and the evaluation of positions
players        the agents themselves
registry.py    all agents by name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.agents.base.choice import Choice, PhaseAgent
    from catanlab.agents.base.situation import Situation
    from catanlab.agents.players.mcts.agent import Mcts
    from catanlab.agents.players.planner import Planner
    from catanlab.agents.registry import make_agent
    from catanlab.agents.value.building_plans import Plans
    from catanlab.agents.value.expectimax import Expectimax
    from catanlab.agents.value.features import FEATURE_NAMES, features
    from catanlab.agents.value.heavy import Heavy
    from catanlab.agents.value.one_ply import NetOnePly, OnePly
    from catanlab.agents.value.weights import WEIGHTS

__all__ = [
    "FEATURE_NAMES",
    "WEIGHTS",
    "Choice",
    "Expectimax",
    "Heavy",
    "Mcts",
    "NetOnePly",
    "OnePly",
    "PhaseAgent",
    "Planner",
    "Plans",
    "Situation",
    "features",
    "make_agent",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "FEATURE_NAMES": "catanlab.agents.value.features",
            "WEIGHTS": "catanlab.agents.value.weights",
            "Choice": "catanlab.agents.base.choice",
            "Expectimax": "catanlab.agents.value.expectimax",
            "Heavy": "catanlab.agents.value.heavy",
            "Mcts": "catanlab.agents.players.mcts.agent",
            "NetOnePly": "catanlab.agents.value.one_ply",
            "OnePly": "catanlab.agents.value.one_ply",
            "PhaseAgent": "catanlab.agents.base.choice",
            "Planner": "catanlab.agents.players.planner",
            "Plans": "catanlab.agents.value.building_plans",
            "Situation": "catanlab.agents.base.situation",
            "features": "catanlab.agents.value.features",
            "make_agent": "catanlab.agents.registry",
        },
    )
