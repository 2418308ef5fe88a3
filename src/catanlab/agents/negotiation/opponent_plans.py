"""What the negotiator of JSettlers takes everybody to be after, and how near to winning, in one turn.

The robot works out what a seat wants when it first needs to know, and keeps to it until the turn ends. The
times to win are those of when it last did so.
"""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.grid import edge_nodes, node_edges, node_neighbours


class OpponentPlans:
    """Aims and times to win of one game as the robot keeps them."""

    def __init__(self) -> None:
        self._turn = -1
        self._aims: dict[int, Aim] = {}
        self._rolls: tuple[int, ...] = ()
        self._plans = 0

    def begin(self, outlook: Outlook, turn: int) -> None:
        """Go on in a turn, or begin a new one; in its own turn the robot has made its plan."""
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
    """Say whether a seat with these roads, as a mask of edges, and another get in each other's way.

    They do with settlements on the same spot or side by side, with the same road, and if the other would
    settle where the first wants to lay a road from.
    """
    if mine.kind == "settlement" and theirs.kind == "settlement":
        return mine.place == theirs.place or theirs.place in node_neighbours(mine.place)
    if mine.kind != "road":
        return False
    if theirs.kind == "settlement" and theirs.place in edge_nodes(mine.place):
        return any(roads >> edge & 1 for edge in node_edges(theirs.place))
    return theirs.kind == "road" and theirs.place == mine.place
