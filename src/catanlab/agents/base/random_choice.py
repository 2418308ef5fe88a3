"""A move by chance, for agents that leave some of their decisions to it."""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def random_move(view: CatanView, random: Random, reason: str = "chance decides") -> Choice:
    """Return a random move as the random agent makes it: any of those listed, discards blindly.

    It is drawn in a state that could be the true one: what the seat may do is the same in all.
    """
    return Choice(CatanMove(view.sample(random).draw_move(random, False)), reason)
