"""Mistakes by which a server would break under what strangers send, or tell what nobody may know.

Each is a function that plants it in this process; `planted` has them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn, cast

from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase
from catanlab.server import wire
from catanlab.server.api import reading
from catanlab.server.refusals import Refused
from catanlab.server.rooms import acts, trading
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.visible import Visible

TELLING_SECONDS = 0.08


def hand_of(room: Room, seat: int) -> Sequence[int]:
    """Return the cards that a seat really holds."""
    assert room.play is not None
    hand = cast(CatanState, room.play.state).position.seats[seat].hand
    assert hand is not None
    return hand


def sealed() -> None:
    """Show sealed discards to everybody."""
    add_apart = Visible.add_apart

    def show_all(self: Visible, at: int, events: Sequence[wire.AnyEvent | None]) -> None:
        told = [each for each in events if isinstance(each, wire.Chosen) and each.cards]
        add_apart(self, at, told * len(events) if told else events)

    Visible.add_apart = show_all  # type: ignore[method-assign]


def reasons() -> None:
    """Refuse a proposal that the seat on turn could not pay."""
    propose = trading.propose

    def knowing(room: Room, seat: int, deal: str, *, words: str = "") -> None:
        read = CatanMove.parse(f"counter {deal}").deal
        on_turn = room.position.on_turn
        if read is not None and any(
            wanted > held for wanted, held in zip(read.get, hand_of(room, on_turn), strict=True)
        ):
            raise Refused("bad-proposal", "that seat has no such cards")
        propose(room, seat, deal, words=words)

    trading.propose = knowing


def codes() -> None:
    """Refuse with a code that no page has."""

    def oddly(room: Room, person: str) -> NoReturn:
        raise Refused("nothing-to-withdraw", "you have proposed nothing")

    acts.withdraw = oddly


def crashes() -> None:
    """Fail at questions for reasons."""

    def fail(room: Room, act: wire.Why) -> NoReturn:
        raise KeyError(act.seat)

    acts.explain = fail


def queries() -> None:
    """Fail at long queries."""
    read = reading.read_query

    def badly(request: Any, kind: Any) -> Any:
        if any(len(value) > 30 for value in request.query_params.values()):
            raise IndexError("a long query")
        return read(request, kind)

    reading.read_query = badly


def pauses() -> None:
    """Let robots refuse a little later if they could have paid."""
    keep = RobotDesk._keep

    def later(self: RobotDesk, ask: Any, answer: Any, incident: Any, now: float) -> None:
        keep(self, ask, answer, incident, now)
        room, key = self._room, (ask.seat, ask.task)
        ready = self._ready.get(key)
        if ready is None or room.position.phase is not Phase.ANSWERING or ask.task != "choose":
            return
        offer = room.position.offer
        if offer is not None and all(
            held >= wanted for wanted, held in zip(offer.get, hand_of(room, ask.seat), strict=True)
        ):
            self._ready[key] = replace(ready, show_at=ready.show_at + TELLING_SECONDS)

    RobotDesk._keep = later  # type: ignore[method-assign]


LEAKS: Final[dict[str, Callable[[], None]]] = {
    "sealed": sealed,
    "reasons": reasons,
    "codes": codes,
    "crashes": crashes,
    "queries": queries,
    "pauses": pauses,
}
