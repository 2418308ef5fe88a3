"""Follows development cards.

The server sends a card and its effect separately; in our game they are one move, which is entered when the
effect is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.observer import CatanObserver

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.game_follower import GameFollower

_PLAYS_WITHOUT_CHOICE = {
    c.KNIGHT: CatanMove.make(MoveKind.PLAY_KNIGHT),
    c.ROAD_BUILDING: CatanMove.make(MoveKind.PLAY_ROAD_BUILDING),
}


class CardPlays:
    """The development cards of one game."""

    def __init__(self, follower: GameFollower) -> None:
        self._follower = follower
        self.card: int | None = None
        """A card that was played and whose effect is not known yet."""
        self._monopoly: dict[int, int] = {}  # the cards that each of our seats lost by a monopoly
        self._before: CatanObserver | None = None  # to go back to if the robot's card is taken back

    def forget(self) -> None:
        """Forget the card that was played, as the game cannot be followed."""
        self.card = self._before = None

    def complete(self, card: int) -> None:
        """Take in a knight or a road building, if it was played and now takes effect."""
        if self.card == card:
            self._enter(_PLAYS_WITHOUT_CHOICE[card])

    def _on_devcardaction(self, message: Message) -> None:
        follower, action = self._follower, message.action
        seat_state = follower.seat_state
        if seat_state is None:
            return
        card = message.cards[0] if message.cards else 0
        if action in (j.DRAW, j.PLAY_CARD):
            follower.expect(message.seat)
        if action == j.DRAW:
            follower.trades.close_open_offer()
            seat_state.feed(CatanMove.make(MoveKind.BUY_CARD))
            seat_state.feed(CatanMove.make(MoveKind.DRAW, j.CARDS[card] if card else c.UNKNOWN))
        elif action == j.PLAY_CARD:
            follower.trades.close_open_offer()
            self.card = j.CARDS[card]
            self._monopoly = {}
            if message.seat == follower.me and self.card in (c.KNIGHT, c.ROAD_BUILDING):
                self._before = seat_state.observer.copy()
                self._enter(_PLAYS_WITHOUT_CHOICE[self.card])
        elif action == j.ADD_OLD and not follower.is_over:
            # The card was taken back before it had an effect.
            self.card = None
            follower.audit.forget_awards()
            if (
                message.seat == follower.me
                and self._before
                and seat_state.phase in (Phase.FREE_ROADS, Phase.ROBBING)
            ):
                seat_state.irregular.append("a card was taken back")
                seat_state.go_back_to(self._before)
                self._before = None

    def _enter(self, move: CatanMove) -> None:
        self.card = None
        assert self._follower.seat_state is not None
        self._follower.seat_state.feed(move)

    def _on_pickresources(self, message: Message) -> None:
        if self._follower.seat_state and self.card == c.YEAR_OF_PLENTY:
            counts = (message.clay, message.ore, message.sheep, message.wheat, message.wood)
            self._enter(CatanMove.plenty(j.from_wire(counts)))

    def _on_resourcecount(self, message: Message) -> None:
        seat_state = self._follower.seat_state
        if seat_state is None:
            return
        seat = self._follower.ours(message.seat)
        if self.card == c.MONOPOLY:
            self._monopoly[seat] = seat_state.hand_size(seat) - message.count
        else:
            self._follower.audit.hand_size(seat_state, message.seat, message.count)

    def _on_simpleaction(self, message: Message) -> None:
        seat_state = self._follower.seat_state
        if seat_state is None or message.action != j.MONOPOLIZED or self.card != c.MONOPOLY:
            return
        self._follower.audit.check(
            f"the monopoly took {message.first} cards", sum(self._monopoly.values()) == message.first
        )
        taken = [self._monopoly.get(seat, 0) for seat in range(seat_state.game.seats)]
        self._enter(CatanMove.monopoly(j.RESOURCES[message.second - 1], taken))
