"""One step of a game: an event, what each seat and a spectator see of it, and what followed from it."""

from __future__ import annotations

from catanlab.framework.moves import Move
from catanlab.table.events import MOVES_AND_OUTCOMES, Event, Outcome, Played


class Step:
    """The result of one act.

    `event` is the whole truth, for the log; `seen` and `public` are what may be shown. `followed` are the
    steps that came of it by themselves: proposals that lapsed, and the end of the game.
    """

    __slots__ = ("_parts", "_public_part", "_seats", "_shown", "event", "followed")

    def __init__(
        self,
        event: Event,
        seats: int,
        *,
        parts: tuple[Move, ...] = (),
        public_part: Move | None = None,
        shown: bool = True,
        followed: tuple[Step, ...] = (),
    ) -> None:
        self.event = event
        self.followed = followed
        self._seats = seats
        self._parts = parts
        """The move or outcome as each seat sees it; events are made of it when they are asked for."""
        self._public_part = public_part
        self._shown = shown

    @property
    def seen(self) -> tuple[Event | None, ...]:
        """The event as each seat sees it; None where the seat sees nothing.

        Moves come without the time they took and without their explanation.
        """
        return tuple([self.seen_by(seat) for seat in range(self._seats)])

    def seen_by(self, seat: int) -> Event | None:
        """Return the event as one seat sees it; see `seen`."""
        event = self.event
        if isinstance(event, MOVES_AND_OUTCOMES):
            return _as_seen(event, self._parts[seat])
        return event if self._shown else None

    @property
    def public(self) -> Event | None:
        """The event as a spectator sees it; None if there is nothing to see, or nobody to see it."""
        if not isinstance(self.event, MOVES_AND_OUTCOMES):
            return self.event if self._shown else None
        return None if self._public_part is None else _as_seen(self.event, self._public_part)

    def __repr__(self) -> str:
        then = f", then {', '.join(str(step.event) for step in self.followed)}" if self.followed else ""
        return f"<step {self.event}{then}>"


def _as_seen(event: Played | Outcome, move: Move) -> Played | Outcome:
    """Return a move or outcome as it is seen, the very event if nothing is to be hidden."""
    if isinstance(event, Outcome):
        return event if move == event.move else Outcome(move)
    if move == event.move and not event.seconds and event.explanation is None:
        return event
    return Played(move, event.seat)
