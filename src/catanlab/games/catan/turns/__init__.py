"""Compound turns: states of Catan whose moves are whole turns; searches use them like any other state."""

from catanlab.games.catan.turns.game import TurnGame, turns
from catanlab.games.catan.turns.moves import TurnMove
from catanlab.games.catan.turns.state import TurnSampler, TurnState

__all__ = ["TurnGame", "TurnMove", "TurnSampler", "TurnState", "turns"]
