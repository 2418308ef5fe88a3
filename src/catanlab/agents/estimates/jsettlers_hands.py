"""The hands as a client of JSettlers knows them: the cards it has seen come and go, and how many others.

A client knows less than a view of catanlab: when a seat loses a card unseen, all cards of that seat become
unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.replay import asked_seats, begins_with_game, next_to_answer
from catanlab.agents.base.situation import Counts
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import hex_nodes, node_hexes
from catanlab.games.catan.moves import CatanMove, Deal, MoveKind, read_deal
from catanlab.games.catan.view.view import CatanView

_COST_OF_KIND = tuple(c.COSTS.get(kind) for kind in range(max(MoveKind) + 1))


class JSettlersHands:
    """The hands of one game as a client keeps them, from the log of a seat's views."""

    def __init__(self) -> None:
        self.game: Catan | None = None
        self.me = -1
        self._read = 0

    def read(self, view: CatanView) -> None:
        """Take in what happened since the last view."""
        log = view.log
        if view.game is not self.game or view.seat != self.me or len(log) < self._read:
            self._begin(view.game, view.seat)
            if not begins_with_game(view):
                self._take_up(view)
        for place in range(self._read, len(log)):
            self._see(log[place])
        self._read = len(log)

    def known(self, seat: int) -> Counts:
        """Return the cards that a seat is known to hold."""
        wood, clay, sheep, wheat, ore = self._known[seat]
        return wood, clay, sheep, wheat, ore

    @property
    def on_turn(self) -> int:
        """The seat on turn, once the set-up is over."""
        return self._ended % self._players

    def _begin(self, game: Catan, seat: int) -> None:
        self.game, self.me = game, seat
        self._read = 0
        self._players = game.rules.players
        self._known = [[0] * 5 for _ in range(self._players)]
        self._unknown = [0] * self._players
        self._buildings: dict[int, tuple[int, int]] = {}
        self._robber = game.board.resources.index(c.DESERT) if c.DESERT in game.board.resources else -1
        self._placed = 0
        self._ended = 0
        self._free_roads = 0
        self._victim: int | None = None
        self._discarding: list[int] = []
        self._offer: CatanMove | None = None
        self._asked: list[int] = []
        self._counters: dict[int, CatanMove] = {}

    def _take_up(self, view: CatanView) -> None:
        """Begin with the hands of a view whose log does not go back to the beginning of the game."""
        position = view.position
        self._read = len(view.log)
        self._placed = 4 * self._players
        self._ended = position.on_turn
        self._robber = position.robber
        self._victim = position.victim
        self._free_roads = position.free_roads
        for seat, seen in enumerate(position.seats):
            self._known[seat] = list(seen.certain)
            self._unknown[seat] = seen.hand_size - sum(seen.certain)
            self._buildings |= dict.fromkeys(seen.settlement_nodes, (seat, 1))
            self._buildings |= dict.fromkeys(seen.city_nodes, (seat, 2))

    # Moves.

    def _see(self, move: CatanMove) -> None:
        kind = move.kind
        if self._placed < 4 * self._players:
            self._see_placed(kind, move.argument)
            return
        seat = self.on_turn
        cost = _COST_OF_KIND[kind]
        if cost is not None:
            if kind is MoveKind.ROAD and self._free_roads:
                self._free_roads -= 1
            else:
                self._lose(seat, cost)
            if kind is MoveKind.SETTLEMENT or kind is MoveKind.CITY:
                self._buildings[move.argument] = (seat, 1 if kind is MoveKind.SETTLEMENT else 2)
            return
        self._free_roads = 2 if kind is MoveKind.PLAY_ROAD_BUILDING else 0
        if kind is MoveKind.ROLL:
            return
        if kind is MoveKind.DICE:
            self._produce(move.argument)
        elif kind is MoveKind.END_TURN:
            self._ended += 1
            self._offer = None
            self.begin_turn()
        elif kind is MoveKind.BANK_TRADE:
            self._exchange(seat, None, read_deal(move))
            self.see_bank(seat)
        elif kind is MoveKind.PLAY_PLENTY:
            self._exchange(seat, None, read_deal(move))
        elif kind is MoveKind.PLAY_MONOPOLY:
            self._monopolize(seat, move)
        elif kind is MoveKind.DISCARD:
            self._discard(move)
        elif kind is MoveKind.ROBBER:
            self._robber = -1 if move.hex is None else move.hex
            self._victim = move.victim
        elif kind is MoveKind.STEAL:
            self._steal(seat, move.resource)
        else:
            self._see_trade(seat, kind, move)

    def _see_placed(self, kind: MoveKind, place: int) -> None:
        """Take in a piece of the set-up: the order turns round, and the second settlement pays."""
        if kind not in (MoveKind.ROAD, MoveKind.SETTLEMENT):
            return
        turn = self._placed // 2
        seat = turn if turn < self._players else 2 * self._players - 1 - turn
        self._placed += 1
        if kind is MoveKind.SETTLEMENT:
            self._buildings[place] = (seat, 1)
            if turn >= self._players:
                for hexagon in node_hexes(place):
                    self._pay(seat, hexagon, 1)
        else:
            self.begin_turn()

    def _produce(self, number: int) -> None:
        assert self.game is not None
        before = list(self._known[self.me])
        if number == 7:
            order = [(self.on_turn + step) % self._players for step in range(self._players)]
            limit = self.game.rules.hand_limit
            sizes = {seat: sum(self._known[seat]) + self._unknown[seat] for seat in order}
            self._discarding = [s for s in order if sizes[s] > limit for _ in range(sizes[s] // 2)]
            return
        for hexagon, each in enumerate(self.game.board.numbers):
            if each == number and hexagon != self._robber:
                for node in hex_nodes(hexagon):
                    if node in self._buildings:
                        seat, count = self._buildings[node]
                        self._pay(seat, hexagon, count)
        self.see_roll(self._known[self.me] != before)

    def _pay(self, seat: int, hexagon: int, count: int) -> None:
        assert self.game is not None
        resource = self.game.board.resources[hexagon] if hexagon >= 0 else c.DESERT
        if resource != c.DESERT:
            self._known[seat][resource] += count

    def _discard(self, move: CatanMove) -> None:
        if not self._discarding:
            return
        seat = next_to_answer(self._discarding, move)
        resource = move.resource
        if resource is None:
            self._forget(seat)
            self._unknown[seat] -= 1
        else:
            self._lose(seat, [int(r == resource) for r in range(5)])

    def _steal(self, thief: int, resource: int | None) -> None:
        victim = self._victim
        if victim is None:
            return
        if resource is None:
            self._forget(victim)
            self._unknown[victim] -= 1
            self._unknown[thief] += 1
        else:
            self._lose(victim, [int(r == resource) for r in range(5)])
            self._known[thief][resource] += 1

    def _monopolize(self, seat: int, move: CatanMove) -> None:
        resource, taken = move.resource, move.taken
        if resource is None or taken is None:
            return
        for other in range(self._players):
            if other == seat:
                continue
            if taken[other] > self._known[other][resource]:
                # The server then sends the size of the hand, and the client forgets the rest.
                self._lose(other, [taken[other] if r == resource else 0 for r in range(5)])
                self._forget(other)
            else:
                self._known[other][resource] = 0
            self._known[seat][resource] += taken[other]

    # Trade.

    def _see_trade(self, seat: int, kind: MoveKind, move: CatanMove) -> None:
        if kind is MoveKind.OFFER:
            self._offer = move
            self._asked = asked_seats(move, seat, self._players)
            self._counters = {}
            self.see_offer(seat, move)
        elif kind is MoveKind.DEAL:
            self._exchange(seat, move.seat, read_deal(move))
        elif self._offer is None:
            return
        elif kind in (MoveKind.ACCEPT, MoveKind.REJECT, MoveKind.COUNTER) and self._asked:
            other = next_to_answer(self._asked, move)
            if kind is MoveKind.COUNTER:
                self._counters[other] = move
                self.see_offer(other, move)
            elif kind is MoveKind.REJECT:
                self.see_rejection(other, self._offer)
            elif self.game is not None and self.game.rules.trade_settlement == "first":
                self._exchange(seat, other, read_deal(self._offer))
                self.see_success(seat, self._offer)
                self._offer = None
                return
            if not self._asked and not self._counters:
                self.see_failure(seat, self._offer)
        elif move.seat is not None:
            other = move.seat
            if other in self._counters:
                self._exchange(other, seat, read_deal(self._counters[other]))
            else:
                self._exchange(seat, other, read_deal(self._offer))
                self.see_success(seat, self._offer)
            self._offer = None
        elif kind is MoveKind.CANCEL:
            self.see_failure(seat, self._offer)
            for other, counter in self._counters.items():
                self.see_failure(other, counter)
            self._offer = None

    def _exchange(self, maker: int, other: int | None, deal: Deal) -> None:
        self._lose(maker, deal.give)
        for resource in range(5):
            self._known[maker][resource] += deal.get[resource]
        if other is not None:
            self._lose(other, deal.get)
            for resource in range(5):
                self._known[other][resource] += deal.give[resource]

    # Cards.

    def _lose(self, seat: int, cards: Sequence[int]) -> None:
        """Take cards away; those that were not known of were among the unknown ones."""
        for resource, count in enumerate(cards):
            self._known[seat][resource] -= count
            if self._known[seat][resource] < 0:
                self._unknown[seat] += self._known[seat][resource]
                self._known[seat][resource] = 0

    def _forget(self, seat: int) -> None:
        """Lose track of what a seat holds."""
        if seat != self.me:
            self._unknown[seat] += sum(self._known[seat])
            self._known[seat] = [0] * 5

    # Hooks for a subclass that keeps more than hands.

    def begin_turn(self) -> None:
        """A turn begins."""

    def see_roll(self, gained: bool) -> None:
        """The dice have paid; `gained` says whether this seat got cards."""

    def see_bank(self, seat: int) -> None:
        """A seat has traded with the bank."""

    def see_offer(self, seat: int, move: CatanMove) -> None:
        """A seat has made an offer or a counter-offer."""

    def see_rejection(self, seat: int, offer: CatanMove) -> None:
        """A seat has rejected an offer."""

    def see_failure(self, seat: int, offer: CatanMove) -> None:
        """An offer or a counter-offer of a seat has failed."""

    def see_success(self, seat: int, offer: CatanMove) -> None:
        """An offer of a seat has been accepted."""
