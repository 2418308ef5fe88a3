"""A random move, for agents that make some of their decisions at random."""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def random_move(view: CatanView, random: Random, reason: str = "chance decides") -> Choice:
    """Return a random move, drawn as the random agent draws it.

    It is drawn in a state sampled from the view: the legal moves of the seat are the same in all of them.
    """
    return Choice(CatanMove(view.sample(random).draw_move(random, False)), reason)
