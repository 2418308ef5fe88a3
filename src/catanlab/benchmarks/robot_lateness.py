"""How late the robots of a room act, as a client sees it: beyond the time that they seem to think.

That time is drawn from the room, the seat and the number of the decision, so a client can work it out; what
comes on top is the server's: waiting for a worker, the work itself where it takes longer, the commit.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET

from catanlab.server import wire
from catanlab.server.client.client import Client
from catanlab.server.protocol.view_types import read_view
from catanlab.server.robots.delay import seeming_seconds


class _Opened(NamedTuple):
    """A decision that is open."""

    decision: int
    at: int
    """When it was opened, in milliseconds."""
    proposer: int | None
    """The seat whose offer others answer."""

    def waits_only_for(self, seat: int, move: str) -> bool:
        """Say whether a move was due from the opening on.

        A proposer waits for the answers of people, discards are opened when the last seat has chosen, and a
        proposal may come at any time.
        """
        return seat != self.proposer and not move.startswith(("discard", "deal"))


class RobotLateness:
    """Listens to the updates of a client, and notes how late each move of a robot was.

    The times are those of the server's events: when the decision was opened, and when the move was made.
    """

    def __init__(self, client: Client) -> None:
        self.seconds: list[float] = []
        self._open: dict[str, _Opened] = {}
        """What each room waits for."""
        client.listeners.append(self._hear)

    def _hear(self, update: wire.Update) -> None:
        if update.view is UNSET or update.table is UNSET or not update.events:
            return
        first, last = update.events[0], update.events[-1]
        opened = self._open.get(update.room)
        if opened is not None and isinstance(first.event, wire.Moved):
            seat = first.event.seat
            is_robot = update.table.seats[seat].occupant.kind == "robot"
            if is_robot and not first.event.late and opened.waits_only_for(seat, first.event.move):
                around = update.table.options.robot_seconds
                seeming = seeming_seconds(update.room, seat, opened.decision, around)
                self.seconds.append((first.at - opened.at) / 1000 - seeming)
        view = read_view(update.view)
        if opened is None or opened.decision != view.decision:
            proposer = view.on_turn if view.phase == "answering" else None
            self._open[update.room] = _Opened(view.decision, last.at, proposer)
