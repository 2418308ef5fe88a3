"""Follows dice, discards and the robber.

The server sends the place of the robber and the robbery separately; in our game they are one move, which is
entered when the robbery is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.messages import Message
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import JSETTLERS_TO_HEX
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.card_plays import CardPlays
    from catanlab.bridges.jsettlers.game_follower import GameFollower
    from catanlab.bridges.jsettlers.seat_state import SeatState


class DiceAndRobber:
    """The dice, discards and the robber of one game."""

    def __init__(self, follower: GameFollower, card_plays: CardPlays) -> None:
        self._follower = follower
        self._card_plays = card_plays
        self._robber: int | None = None  # our hex of a robber that was moved, until the robbery is known

    def forget(self) -> None:
        """Forget a robber that was moved, as the game cannot be followed."""
        self._robber = None

    def _on_diceresult(self, message: Message) -> None:
        seat_state = self._follower.seat_state
        if seat_state is None or not 2 <= message.total <= 12:
            return
        seat_state.feed(CatanMove.make(MoveKind.ROLL))
        seat_state.feed(CatanMove.make(MoveKind.DICE, message.total))
        self._let_others_discard()

    def _let_others_discard(self) -> None:
        """Take in the discards of the others at once: their number is known, the cards are not."""
        seat_state = self._follower.seat_state
        assert seat_state is not None
        while seat_state.phase is Phase.DISCARDING and seat_state.to_move != seat_state.seat:
            seat_state.feed(CatanMove.make(MoveKind.DISCARD, c.UNKNOWN))

    def _on_diceresultresources(self, message: Message) -> None:
        if self._follower.seat_state:
            self._follower.audit.hand_sizes(self._follower.seat_state, message)

    def _on_discard(self, message: Message) -> None:
        seat_state, words = self._follower.seat_state, message.counts
        if seat_state is None:
            return
        if words[0] != f"p{self._follower.me}":
            return
        if seat_state.phase is not Phase.DISCARDING or seat_state.to_move != seat_state.seat:
            raise CannotFollowError("the robot discards, but by our rules it does not have to")
        self._discard(seat_state, j.from_wire([int(word) for word in words[1:6]]))

    def _discard(self, seat_state: SeatState, counts: Sequence[int]) -> None:
        """Take in the robot's discards."""
        for resource, count in enumerate(counts):
            for _ in range(count):
                seat_state.feed(CatanMove.make(MoveKind.DISCARD, resource))
        self._let_others_discard()

    def _on_playerelement(self, message: Message) -> None:
        seat_state, element = self._follower.seat_state, message.element
        if seat_state is None or message.seat != self._follower.me or message.action != j.LOSE:
            return
        if (
            seat_state.phase is Phase.DISCARDING
            and seat_state.to_move == seat_state.seat
            and 1 <= element <= 5
        ):
            # The server discards for a robot that takes too long.
            counts = [0] * 5
            counts[j.RESOURCES[element - 1]] = message.amount
            self._discard(seat_state, counts)

    def _on_moverobber(self, message: Message) -> None:
        if self._follower.seat_state is None:
            return
        self._follower.expect(message.seat)
        self._card_plays.complete(c.KNIGHT)
        self._robber = JSETTLERS_TO_HEX[message.hexagon]

    def _on_robberyresult(self, message: Message) -> None:
        seat_state = self._follower.seat_state
        if seat_state is None or self._robber is None or message.kind != "R":
            return
        victim = self._follower.ours(message.victim)
        hexagon, self._robber = self._robber, None
        seat_state.feed(CatanMove.robber(hexagon, victim))
        unknown = message.resource == j.UNKNOWN_RESOURCE
        resource = c.UNKNOWN if unknown else j.RESOURCES[message.resource - 1]
        seat_state.feed(CatanMove.make(MoveKind.STEAL, resource))

    def complete_robber(self) -> None:
        """Take in that the robber was moved and nobody was robbed, if it was moved."""
        if self._robber is not None and self._follower.seat_state:
            hexagon, self._robber = self._robber, None
            self._follower.seat_state.feed(CatanMove.robber(hexagon))
