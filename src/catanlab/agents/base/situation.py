"""What a seat knows as plain numbers, for agents that compute with them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.card_counts import NO_CARDS
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Counts, Deal, MoveKind
from catanlab.games.catan.position import Phase, SeatPosition
from catanlab.games.catan.view.view import CatanView

__all__ = ["Counts", "Situation"]

UNLIMITED: Counts = (99, 99, 99, 99, 99)
"""The bank of a game in which it never runs out."""

_HAND_SIZE, _CERTAIN, _POSSIBLE, _KNIGHTS, _SETTLEMENTS, _CITIES = map(
    SeatPosition._fields.index, ("hand_size", "certain", "possible", "knights", "settlements", "cities")
)
_ROAD_LENGTH, _PUBLIC_POINTS, _HEX_YIELDS, _ANSWER = map(
    SeatPosition._fields.index, ("road_length", "public_points", "hex_yields", "answer")
)


class Situation:
    """What a seat knows, by name. Nodes and edges are bit masks; tuples and lists go by seat.

    With a `seat` it is what everybody knows of that one, and of its hand the cards that are certain to the
    seat of the view.
    """

    def __init__(self, view: CatanView, board_values: BoardValues, seat: int | None = None) -> None:
        position = view.position
        self.me: int = view.seat if seat is None else seat
        own = position.own if seat is None else position.seats[seat]
        rules = view.game.rules
        self.players = rules.players
        self.rules = rules
        self.board_values = board_values
        self.phase: Phase = position.phase
        self.on_turn = position.on_turn
        self.hand: Counts = own.certain
        self.hand_size = own.hand_size
        self.ratios: Counts = own.ratios
        self.cards: Counts = own.cards if seat is None else NO_CARDS
        self.points = own.points if seat is None else own.public_points
        self.roads = own.roads
        self.road_nodes = own.road_nodes
        bought = position.bought_this_turn if self.on_turn == self.me and seat is None else NO_CARDS
        self.playable = [held - new for held, new in zip(self.cards, bought, strict=True)]
        self.bank = position.bank if rules.bank_limit else UNLIMITED
        self.rolled = position.rolled
        self.card_played = position.card_played
        self.deck_size = position.deck_size
        self.unseen_cards: Counts = position.unseen_cards
        self.largest_army = position.largest_army
        """The seat that holds Largest Army."""
        self.longest_road = position.longest_road
        """The seat that holds Longest Road."""
        self.target = rules.points_to_win
        self.occupied_nodes = position.occupied_nodes
        self.blocked_nodes = position.blocked_nodes
        self.occupied_edges = position.occupied_edges
        self.robber = position.robber
        self.last_node = -1 if position.last_node is None else position.last_node
        self.discards_left = position.discards_left
        self.free_roads = position.free_roads
        self.offers_made = position.offers_made
        self.offer: Deal | None = position.offer
        """The open offer, from the side of the seat on turn."""
        # All fields of the seats by their places in SeatPosition: a loop for each takes five times as long.
        columns: tuple[Any, ...] = tuple(zip(*position.seats, strict=True))
        self.hand_sizes: tuple[int, ...] = columns[_HAND_SIZE]
        self.certain: tuple[Counts, ...] = columns[_CERTAIN]
        """The cards that each seat surely holds."""
        self.possible: tuple[Counts, ...] = columns[_POSSIBLE]
        """The most cards of each resource that each seat may hold."""
        self.knights: tuple[int, ...] = columns[_KNIGHTS]
        self.settlements: tuple[int, ...] = columns[_SETTLEMENTS]
        self.cities: tuple[int, ...] = columns[_CITIES]
        self.road_lengths: tuple[int, ...] = columns[_ROAD_LENGTH]
        self.public_points: tuple[int, ...] = columns[_PUBLIC_POINTS]
        self.hex_yields: tuple[bytes, ...] = columns[_HEX_YIELDS]
        """How many cards each seat gets from each hex, whether or not the robber is there."""
        self.answers: tuple[CatanMove | None, ...] = columns[_ANSWER]

    @cached_property
    def rates(self) -> list[float]:
        """The cards of each resource that I can expect from one roll, as if there were no robber."""
        return self.rates_of(self.me)

    def rates_of(self, seat: int) -> list[float]:
        """Return the expected cards of a seat by resource from one roll, as if there were no robber."""
        rates = [0.0] * 5
        board_values = self.board_values
        for hexagon, cards in enumerate(self.hex_yields[seat]):
            if cards:
                resource = board_values.hex_resources[hexagon]
                if resource != c.DESERT:
                    rates[resource] += cards * board_values.hex_rates[hexagon]
        return rates

    def accepts(self, seat: int) -> bool:
        """Return whether a seat has accepted the open offer."""
        answer = self.answers[seat]
        return answer is not None and answer.kind == MoveKind.ACCEPT

    def counter_of(self, seat: int) -> Deal | None:
        """Return the counter-offer of a seat, from the side of the seat on turn."""
        answer = self.answers[seat]
        if answer is None or answer.kind != MoveKind.COUNTER or answer.deal is None:
            return None
        return answer.deal.reversed

    @property
    def mine(self) -> int:
        """The nodes with my buildings."""
        return self.settlements[self.me] | self.cities[self.me]

    @property
    def roads_left(self) -> int:
        """How many road pieces I have left."""
        return c.ROADS_EACH - self.roads.bit_count()

    @property
    def settlements_left(self) -> int:
        """How many settlement pieces I have left."""
        return c.SETTLEMENTS_EACH - self.settlements[self.me].bit_count()

    @property
    def cities_left(self) -> int:
        """How many city pieces I have left."""
        return c.CITIES_EACH - self.cities[self.me].bit_count()

    @property
    def may_offer(self) -> bool:
        """Whether the rules let me make another offer in this turn."""
        return self.rules.player_trade and self.offers_made < self.rules.offers_per_turn

    @property
    def blocked(self) -> float:
        """The cards per roll that the robber costs me."""
        return self.hex_yields[self.me][self.robber] * self.board_values.hex_rates[self.robber]

    def expected(self, seat: int, resource: int) -> float:
        """Return an estimate of how many cards of a resource another seat holds."""
        return (self.certain[seat][resource] + self.possible[seat][resource]) / 2

    def may_hold(self, seat: int, resource: int, count: int = 1) -> bool:
        """Return whether another seat could hold this number of cards of a resource."""
        return self.possible[seat][resource] >= count

    def must_hold(self, seat: int, resource: int, count: int = 1) -> bool:
        """Return whether another seat surely holds this number of cards of a resource."""
        return self.certain[seat][resource] >= count

    @property
    def knights_lacking(self) -> int:
        """How many more knights I must play for Largest Army; 0 if it is mine."""
        if self.largest_army == self.me:
            return 0
        best = 0 if self.largest_army is None else self.knights[self.largest_army] + 1
        return max(best, c.LARGEST_ARMY_MINIMUM) - self.knights[self.me]
