"""A view of Catan as plain numbers, for agents that compute with them."""

from __future__ import annotations

from catanlab.agents.base.board_values import BoardValues
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.view.view import CatanView

Counts = tuple[int, int, int, int, int]
"""Numbers of wood, clay, sheep, wheat and ore."""


class Situation:
    """What a seat knows, by name. Nodes and edges are bit masks; lists go by seat."""

    def __init__(self, view: CatanView, board_values: BoardValues) -> None:
        facts = view.facts()
        rules = view.game.rules
        self.me = me = view.seat
        self.players = rules.players
        self.rules = rules
        self.board_values = board_values
        self.phase: int = facts["phase"]
        self.on_turn: int = facts["turn_seat"]
        self.hand: Counts = unpack(facts["own_hand"])
        self.hand_size = sum(self.hand)
        self.hand_sizes: tuple[int, ...] = facts["hand_sizes"]
        self.bank = unpack(facts["bank"]) if rules.bank_limit else (99,) * 5
        self.ratios: Counts = unpack(facts["ratio"][me])
        self.bounds: tuple[tuple[int, int], ...] = facts["bounds"]
        cards = unpack(facts["known_cards"][me])
        fresh = unpack(facts["known_bought_this_turn"]) if self.on_turn == me else (0,) * 5
        self.cards: Counts = cards
        self.playable = [held - new for held, new in zip(cards, fresh, strict=True)]
        self.rolled = bool(facts["rolled"])
        self.card_played = bool(facts["card_played"])
        self.deck_size: int = facts["deck_size"]
        self.unseen_cards: Counts = unpack(facts["unseen_cards"])
        self.knights: tuple[int, ...] = facts["knights"]
        self.army_holder: int = facts["army_holder"]
        self.road_holder: int = facts["road_holder"]
        self.road_lengths: tuple[int, ...] = facts["road_length"]
        self.public_points: tuple[int, ...] = facts["public_points"]
        self.points = self.public_points[me] + cards[c.VICTORY_POINT]
        self.target = rules.points_to_win
        self.settlements: tuple[int, ...] = facts["settlements"]
        self.cities: tuple[int, ...] = facts["cities"]
        self.occupied_nodes: int = facts["occupied_nodes"]
        self.blocked_nodes: int = facts["blocked_nodes"]
        roads = facts["roads"]
        self.roads: int = roads[2 * me] | roads[2 * me + 1] << 64
        self.occupied_edges: int = facts["occupied_edges"][0] | facts["occupied_edges"][1] << 64
        self.road_nodes: int = facts["road_nodes"][me]
        self.robber: int = facts["robber"]
        self.hex_yields: tuple[int, ...] = facts["hex_yields"]
        self.last_node: int = facts["last_node"]
        self.discards_left: int = facts["discards_left"]
        self.free_roads: int = facts["free_roads"]
        self.offers_made: int = facts["offers_made"]
        self.offer: int = facts["offer"]
        self.answers: tuple[int, ...] = facts["answer"]
        self.rates = self.rates_of(me)

    def rates_of(self, seat: int) -> list[float]:
        """Return what a seat can expect of each resource from one roll, the robber left aside."""
        rates = [0.0] * 5
        board_values = self.board_values
        shift = 8 * seat
        for hexagon, claims in enumerate(self.hex_yields):
            claim = claims >> shift & 0xFF
            if claim:
                resource = board_values.hex_resources[hexagon]
                if resource != c.DESERT:
                    rates[resource] += claim * board_values.hex_rates[hexagon]
        return rates

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
        """What the robber costs me in cards a roll."""
        claim = self.hex_yields[self.robber] >> 8 * self.me & 0xFF
        return claim * self.board_values.hex_rates[self.robber]

    def expected(self, seat: int, resource: int) -> float:
        """Return about how many cards of a resource another seat holds."""
        least, most = self.bounds[seat]
        low, high = least >> 12 * resource & 0x7FF, most >> 12 * resource & 0x7FF
        return (low + high) / 2

    def may_hold(self, seat: int, resource: int, count: int = 1) -> bool:
        """Say whether another seat could hold so many cards of a resource."""
        return self.bounds[seat][1] >> 12 * resource & 0x7FF >= count

    def must_hold(self, seat: int, resource: int, count: int = 1) -> bool:
        """Say whether another seat surely holds so many cards of a resource."""
        return self.bounds[seat][0] >> 12 * resource & 0x7FF >= count

    @property
    def knights_lacking(self) -> int:
        """How many more knights I must play for Largest Army; 0 if it is mine."""
        if self.army_holder == self.me:
            return 0
        best = self.knights[self.army_holder] + 1 if self.army_holder >= 0 else 0
        return max(best, c.LARGEST_ARMY_MINIMUM) - self.knights[self.me]
