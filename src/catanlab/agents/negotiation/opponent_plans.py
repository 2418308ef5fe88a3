"""The aims and times to win of all seats as the negotiator of JSettlers remembers them in a turn.

The robot plans for a seat when it first needs its aim, and keeps that aim until the turn ends. Times to win
are as old as the last such plan.
"""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.grid import edge_nodes, node_edges, node_neighbours


class OpponentPlans:
    """Aims and times to win in one game as the robot remembers them."""

    def __init__(self) -> None:
        self._turn = -1
        self._aims: dict[int, Aim] = {}
        self._rolls: tuple[int, ...] = ()
        self._plans = 0

    def copy(self) -> OpponentPlans:
        """Return another one that remembers the same."""
        other = OpponentPlans()
        other._turn, other._aims, other._rolls = self._turn, dict(self._aims), self._rolls
        other._plans = self._plans
        return other

    def begin(self, outlook: Outlook, turn: int) -> None:
        """Forget everything if a new turn has begun; in the own turn, remember the own plan."""
        if turn != self._turn:
            self._turn, self._aims, self._rolls = turn, {}, ()
        me = outlook.me
        if outlook.situation.on_turn != me:
            return
        aim = outlook.aim(me)
        self._aims.pop(me, None)
        if aim is not None:
            self._aims[me] = aim
        plan = outlook.forecasts.plan
        if plan is not None and plan.plans != self._plans:
            self._plans, self._rolls = plan.plans, plan.after_plan

    def aim(self, outlook: Outlook, seat: int) -> Aim | None:
        """Return what a seat seems to build next."""
        if seat not in self._aims:
            aim = outlook.aim(seat)
            self._rolls = outlook.forecasts.planned_rolls(seat)
            if aim is None:
                return None
            self._aims[seat] = aim
        return self._aims[seat]

    def win_rolls(self, outlook: Outlook, seat: int) -> int:
        """Return how many rolls a seat may need to win."""
        if not self._rolls:
            self._rolls = outlook.forecasts.planned_rolls(outlook.me)
        return self._rolls[seat]

    def forget(self, seat: int) -> None:
        """Forget what a seat seems to build next."""
        self._aims.pop(seat, None)


def are_racing(roads: int, mine: Aim, theirs: Aim) -> bool:
    """Return whether the aims of a seat with these roads, a mask of edges, and of another seat conflict.

    They do with settlements on the same or neighbouring nodes, with the same road, and if the other would
    settle at the node from which the first extends its roads.
    """
    if mine.kind == "settlement" and theirs.kind == "settlement":
        return mine.place == theirs.place or theirs.place in node_neighbours(mine.place)
    if mine.kind != "road":
        return False
    if theirs.kind == "settlement" and theirs.place in edge_nodes(mine.place):
        return any(roads >> edge & 1 for edge in node_edges(theirs.place))
    return theirs.kind == "road" and theirs.place == mine.place
