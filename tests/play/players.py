"""Agents for the tests of sessions, seated by their import paths."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.players.greedy.agent import Greedy
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.table.agent import Explanation
from catanlab.table.clock import Deadline

MOODY = "tests.play.players.Moody"
WARNER = "tests.play.players.Warner"


class Moody(Greedy):
    """Plays like greedy, but fails and speaks now and then, and gives a reason in untidy words."""

    def choose(self, view: View, deadline: Deadline) -> Move | int | str:
        """Fail after every thirteenth move of the game."""
        if len(view.log) % 13 == 0:
            raise ValueError(" no plan ")
        return super().choose(view, deadline)

    def say(self, view: View) -> Sequence[str]:
        """Speak after every eleventh move of the game."""
        return ["I want ore"] if len(view.log) % 11 == 0 else []

    def explain(self) -> Explanation:
        """Return a reason with blanks around it."""
        return Explanation("  it is better\nthan nothing ")


class Warner(Greedy):
    """Warns of a node whenever it is asked for statements, in seat 2 only."""

    def say(self, view: View) -> Sequence[str]:
        """Return the warning."""
        return ["mind node 12"] if self.seat == 2 else []
