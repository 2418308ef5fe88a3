"""Bots as their writers type them: mypy accepts this file, see `test_typed_agents`."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab import (
    Agent,
    Catan,
    CatanMove,
    CatanView,
    Deadline,
    Explanation,
    Incident,
    Move,
    Table,
    View,
    make_agent,
)


class Settler(Agent[CatanView]):
    """Plays Catan: its views have positions and moves of Catan."""

    name = "settler"
    games = ("catan",)

    def choose(self, view: CatanView, deadline: Deadline) -> CatanMove:
        """Return one of the best nodes, or any move."""
        moves = [move for move in view.legal_moves if move.node is not None]
        if moves and view.position.own.settlements_left > 3 and deadline.left() > 0:
            return self.random.choice(moves)
        return self.random.sample(view.legal_moves, 1)[0]

    def say(self, view: CatanView) -> Sequence[str]:
        """Say how many moves there were."""
        return [f"{len(view.log)} moves"]

    def explain(self) -> Explanation | None:
        """Return a reason."""
        return Explanation("It was drawn.")


class Roller(Agent):
    """Plays Catan, without a parameter of its type."""

    def choose(self, view: CatanView, deadline: Deadline) -> CatanMove | str:
        """Return the first move."""
        return view.legal_moves[0] if view.position.own.roads_left else "roll"


class Anything(Agent[View]):
    """Plays any game."""

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Return the first move."""
        return view.legal_moves[0]


def failures() -> list[Incident]:
    """Seat all kinds at one table, next to an agent by name, and return the incidents of the game."""
    agents = [Settler(), Roller(), Anything(), make_agent("random")]
    with Table(Catan(seed=1), agents, seed=1, max_turns=3, on_error="raise") as table:
        table.play()
    return table.incidents
