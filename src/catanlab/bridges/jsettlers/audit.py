"""Compares hands, totals and awards that the server sends with our side of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.game_follower import GameFollower
    from catanlab.bridges.jsettlers.seat_state import SeatState

_AWARDS = (j.ROAD_PLAYER, j.ARMY_PLAYER)


class Audit:
    """Counts comparisons in one game, and keeps those that fail."""

    def __init__(self, follower: GameFollower) -> None:
        self._follower = follower
        self._awards: dict[int, int] = {}
        self.checks = 0
        self.mismatches: list[str] = []

    def check(self, what: str, holds: bool) -> None:
        """Count a comparison, and keep a sentence about one that fails."""
        self.checks += 1
        if not holds:
            where = f"turn {self._follower.turns}, state {self._follower.state}"
            self.mismatches.append(f"{where}: not so by our side: {what}")

    def hand_size(self, seat_state: SeatState, seat: int, count: int) -> None:
        """Compare the number of cards that a seat of the server holds."""
        self.check(f"seat {seat} holds {count}", seat_state.hand_size(self._follower.ours(seat)) == count)

    def hand_sizes(self, seat_state: SeatState, message: Message) -> None:
        """Compare the sizes of hands after a roll: seat, size, and gains up to a 0, for each that gains."""
        values = list(message.values)
        while values:
            self.hand_size(seat_state, values[0], values[1])
            values = values[2:]
            while values and values[0]:
                values = values[2:]
            values = values[1:]

    def own_hand(self, seat_state: SeatState, pairs: dict[int, int]) -> None:
        """Compare the robot's own hand."""
        hand = j.from_wire([pairs[kind] for kind in range(1, 6)])
        self.check(f"the own hand is {hand}", hand == seat_state.own_hand)

    def true_hands(self, seat_state: SeatState, message: Message) -> None:
        """Compare all hands, a seat and five counts each, with those that are possible for our side."""
        for start in range(0, len(message.values) - 5, 6):
            seat, *counts = message.values[start : start + 6]
            if seat in self._follower.order:
                hand = j.from_wire(counts)
                self.check(
                    f"seat {seat} holds {hand}", seat_state.may_hold(self._follower.ours(seat), hand)
                )

    def see_award(self, element: int, seat: int) -> None:
        """Remember the holder of an award, to compare it when our side has seen the cause."""
        if element in _AWARDS:
            self._awards[element] = seat

    def forget_awards(self) -> None:
        """Forget the awards that the server sent: the card behind them was taken back."""
        self._awards = {}

    def awards(self, seat_state: SeatState) -> None:
        """Compare the holders of the awards that changed."""
        position = seat_state.position
        for element, seat in self._awards.items():
            holder = self._follower.ours(seat) if seat >= 0 else None
            if element == j.ROAD_PLAYER:
                self.check(f"seat {seat} holds Longest Road", position.longest_road == holder)
            else:
                self.check(f"seat {seat} holds Largest Army", position.largest_army == holder)
        self._awards = {}
