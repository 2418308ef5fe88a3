"""The random agent: it plays any game by drawing from the legal moves."""

from __future__ import annotations

from typing import Annotated

from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.table.agent import Agent
from catanlab.table.clock import Deadline


class RandomAgent(Agent):
    """Makes a random legal move, drawn as the game draws it for a playout.

    In Catan all listed moves are equally likely, but discards are drawn like random cards of the hand.
    """

    name = "random"

    def __init__(
        self, *, by_group: Annotated[bool, "draw the kind of move first, then one of that kind"] = False
    ) -> None:
        self.by_group = by_group

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Draw a move in a sampled state; the seat's legal moves are the same in all of them."""
        return view.sample(self.random).draw_move(self.random, self.by_group)

    def native_policy(self) -> str:
        """Return the policy that draws as the agent does."""
        return "groups" if self.by_group else "uniform"
