"""The fields of a position and how they are copied, and the board and rules that its game is played by."""

import cython

from catanlab.framework.errors import ArgumentError, BoardError, GameError
from catanlab.games.catan.moves import CatanMove, read_deal
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition

if not cython.compiled:
    from catanlab.framework.state import State
    from catanlab.games.catan.board import Board  # noqa: F401
    from catanlab.games.catan.constants import (
        ADDRESSEE_SHIFT,
        FOUR_EACH,
        FULL_BANK,
        FULL_DECK,
        SETUP_SETTLEMENT,
        VICTORY_POINT,
    )
    from catanlab.games.catan.hands import held, size


class Ruleset:
    """The board and rules of one game as native numbers, shared by all its positions."""

    def __init__(self, rules, board):
        self.rules = rules
        self.lay(_checked(board))
        self.bank_counts = 0xFFFFFFFFFFFFFFFF if rules.bank_limit else 0
        self.players = rules.players
        self.points_to_win = rules.points_to_win
        self.turn_limit = rules.turn_limit
        self.hand_limit = rules.hand_limit
        self.no_sevens_turns = rules.no_sevens_rounds * rules.players
        self.offers_per_turn = rules.offers_per_turn
        self.straight_setup = rules.setup_order == "straight"
        self.win_at_turn_end = rules.win_check == "turn end"
        self.one_action = rules.one_action
        self.skip_free_roads = rules.skip_free_roads
        self.friendly_robber = rules.friendly_robber
        self.player_trade = rules.player_trade
        self.first_accepts = rules.trade_settlement == "first"
        self.counter_offers = rules.counter_offers
        self.open_hands = rules.open_hands
        self.hidden_discards = rules.hidden_discards
        self.knight_before_roll = rules.cards_before_roll != "none"
        self.cards_before_roll = rules.cards_before_roll == "any"

    def lay(self, board):
        """Set the board."""
        if not cython.compiled:
            self.hexes_by_resource = [0] * 6
        one: cython.uint = 1
        self.board = board
        for resource in range(6):
            self.hexes_by_resource[resource] = 0
        for hexagon in range(19):
            self.hexes_by_resource[self.board.resource[hexagon]] |= one << hexagon

    def on(self, board):
        """Return the same rules on another board."""
        other: Ruleset = Ruleset.__new__(Ruleset)
        other.lay(_checked(board))
        other.rules = self.rules
        other.bank_counts = self.bank_counts
        other.players = self.players
        other.points_to_win = self.points_to_win
        other.turn_limit = self.turn_limit
        other.hand_limit = self.hand_limit
        other.no_sevens_turns = self.no_sevens_turns
        other.offers_per_turn = self.offers_per_turn
        other.straight_setup = self.straight_setup
        other.win_at_turn_end = self.win_at_turn_end
        other.one_action = self.one_action
        other.skip_free_roads = self.skip_free_roads
        other.friendly_robber = self.friendly_robber
        other.player_trade = self.player_trade
        other.first_accepts = self.first_accepts
        other.counter_offers = self.counter_offers
        other.open_hands = self.open_hands
        other.hidden_discards = self.hidden_discards
        other.knight_before_roll = self.knight_before_roll
        other.cards_before_roll = self.cards_before_roll
        return other


def _checked(board):
    """Return the board; raises BoardError for None, which native code does not look out for."""
    if board is None:
        raise BoardError("a game is played on a Board, not on None")
    return board


class Position(State):
    """The fields of a position of Catan; position.pxd says what each one means."""

    def __cinit__(self, game=None, ruleset=None):
        # Native code comes here however a position is made, so that none is ever without a ruleset.
        self.game = game
        self._begin(ruleset)

    def __init__(self, game, ruleset):
        if not cython.compiled:
            State.__init__(self, game)
            self.hand = [0] * 4
            self.card = [0] * 4
            self.knights = [0] * 4
            self.settlements = [0] * 4
            self.cities = [0] * 4
            self.roads = [0] * 8
            self.occupied_edges = [0] * 2
            self.road_nodes = [0] * 4
            self.frontier = [0] * 8
            self.hex_yields = [0] * 19
            self.ratio = [0] * 4
            self.public_points = [0] * 4
            self.road_length = [0] * 4
            self.answer = [0] * 4
            self.discards = [0] * 4
            self.discard_floor = [0] * 4
            self._begin(ruleset)

    def _begin(self, ruleset):
        """Take the ruleset of the game, which never changes, and clear the board."""
        if ruleset is None or ruleset.board is None:
            raise GameError("a position needs a ruleset; game.start() makes one")
        self.ruleset = ruleset
        self.clear()
        return 0

    def clear(self):
        """Become the empty board before the first settlement."""
        self.actor = 0
        self.phase = SETUP_SETTLEMENT
        self.turn_seat = 0
        self.turn_count = 0
        self.setup_step = 0
        self.last_node = -1
        self.winner = -1
        self.rolled = False
        self.card_played = False
        self.acted = False
        self.bank = FULL_BANK
        self.deck = FULL_DECK
        self.bought_this_turn = 0
        for i in range(19):
            self.hex_yields[i] = 0
        for i in range(8):
            self.roads[i] = 0
            self.frontier[i] = 0
        for seat in range(4):
            self.hand[seat] = 0
            self.card[seat] = 0
            self.knights[seat] = 0
            self.settlements[seat] = 0
            self.cities[seat] = 0
            self.road_nodes[seat] = 0
            self.ratio[seat] = FOUR_EACH
            self.public_points[seat] = 0
            self.road_length[seat] = 0
            self.answer[seat] = 0
            self.discards[seat] = 0
            self.discard_floor[seat] = 0
        self.occupied_nodes = 0
        self.blocked_nodes = 0
        self.occupied_edges[0] = 0
        self.occupied_edges[1] = 0
        self.robber = self.ruleset.board.desert
        self.road_holder = -1
        self.army_holder = -1
        self.free_roads = 0
        self.victim = -1
        self.offers_made = 0
        self.offer = 0

    def take_fields(self, other):
        """Become equal to another position of the same ruleset."""
        self.actor = other.actor
        self.phase = other.phase
        self.turn_seat = other.turn_seat
        self.turn_count = other.turn_count
        self.setup_step = other.setup_step
        self.last_node = other.last_node
        self.winner = other.winner
        self.rolled = other.rolled
        self.card_played = other.card_played
        self.acted = other.acted
        self.bank = other.bank
        self.hand[:] = other.hand
        self.deck = other.deck
        self.card[:] = other.card
        self.bought_this_turn = other.bought_this_turn
        self.knights[:] = other.knights
        self.settlements[:] = other.settlements
        self.cities[:] = other.cities
        self.occupied_nodes = other.occupied_nodes
        self.blocked_nodes = other.blocked_nodes
        self.roads[:] = other.roads
        self.occupied_edges[:] = other.occupied_edges
        self.road_nodes[:] = other.road_nodes
        self.frontier[:] = other.frontier
        self.hex_yields[:] = other.hex_yields
        self.ratio[:] = other.ratio
        self.robber = other.robber
        self.public_points[:] = other.public_points
        self.road_length[:] = other.road_length
        self.road_holder = other.road_holder
        self.army_holder = other.army_holder
        self.free_roads = other.free_roads
        self.victim = other.victim
        self.discards[:] = other.discards
        self.discard_floor[:] = other.discard_floor
        self.offers_made = other.offers_made
        self.offer = other.offer
        self.answer[:] = other.answer

    def fields(self):
        """Return every field by name, for comparisons, pickles and text."""
        return {
            "actor": self.actor,
            "phase": self.phase,
            "turn_seat": self.turn_seat,
            "turn_count": self.turn_count,
            "setup_step": self.setup_step,
            "last_node": self.last_node,
            "winner": self.winner,
            "rolled": self.rolled,
            "card_played": self.card_played,
            "acted": self.acted,
            "bank": self.bank,
            "occupied_nodes": self.occupied_nodes,
            "blocked_nodes": self.blocked_nodes,
            "robber": self.robber,
            "road_holder": self.road_holder,
            "army_holder": self.army_holder,
            "free_roads": self.free_roads,
            "victim": self.victim,
            "discards": tuple(self.discards),
            "discard_floor": tuple([self.discard_floor[i] for i in range(4)]),
            "offers_made": self.offers_made,
            "offer": self.offer,
            "hand": tuple(self.hand),
            "deck": self.deck,
            "card": tuple(self.card),
            "bought_this_turn": self.bought_this_turn,
            "knights": tuple([self.knights[i] for i in range(4)]),
            "settlements": tuple(self.settlements),
            "cities": tuple(self.cities),
            "roads": tuple(self.roads),
            "occupied_edges": tuple(self.occupied_edges),
            "road_nodes": tuple(self.road_nodes),
            "frontier": tuple(self.frontier),
            "hex_yields": tuple(self.hex_yields),
            "ratio": tuple(self.ratio),
            "public_points": tuple([self.public_points[i] for i in range(4)]),
            "road_length": tuple([self.road_length[i] for i in range(4)]),
            "answer": tuple(self.answer),
        }

    def set_fields(self, values):
        """Become the position with these fields, as `fields` gave them.

        Raises ArgumentError for an unknown or a missing name; the values are not checked.
        """
        if len(values) != _FIELD_COUNT:
            _refuse_names(values, self.fields())
        self.actor = values["actor"]
        self.phase = values["phase"]
        self.turn_seat = values["turn_seat"]
        self.turn_count = values["turn_count"]
        self.setup_step = values["setup_step"]
        self.last_node = values["last_node"]
        self.winner = values["winner"]
        self.rolled = values["rolled"]
        self.card_played = values["card_played"]
        self.acted = values["acted"]
        self.bank = values["bank"]
        self.occupied_nodes = values["occupied_nodes"]
        self.blocked_nodes = values["blocked_nodes"]
        self.robber = values["robber"]
        self.road_holder = values["road_holder"]
        self.army_holder = values["army_holder"]
        self.free_roads = values["free_roads"]
        self.victim = values["victim"]
        for i in range(4):
            self.discards[i] = values["discards"][i]
        for i in range(4):
            self.discard_floor[i] = values["discard_floor"][i]
        self.offers_made = values["offers_made"]
        self.offer = values["offer"]
        for i in range(4):
            self.hand[i] = values["hand"][i]
        self.deck = values["deck"]
        self.bought_this_turn = values["bought_this_turn"]
        for i in range(4):
            self.card[i] = values["card"][i]
        for i in range(4):
            self.knights[i] = values["knights"][i]
        for i in range(4):
            self.settlements[i] = values["settlements"][i]
        for i in range(4):
            self.cities[i] = values["cities"][i]
        for i in range(8):
            self.roads[i] = values["roads"][i]
        for i in range(2):
            self.occupied_edges[i] = values["occupied_edges"][i]
        for i in range(4):
            self.road_nodes[i] = values["road_nodes"][i]
        for i in range(8):
            self.frontier[i] = values["frontier"][i]
        for i in range(19):
            self.hex_yields[i] = values["hex_yields"][i]
        for i in range(4):
            self.ratio[i] = values["ratio"][i]
        for i in range(4):
            self.public_points[i] = values["public_points"][i]
        for i in range(4):
            self.road_length[i] = values["road_length"][i]
        for i in range(4):
            self.answer[i] = values["answer"][i]

    def typed(self, viewer, bounds, hidden, unseen, hidden_bought, deck_size, limits):
        """Return the position as typed data.

        `viewer` is the seat whose knowledge it is, or None. By seat, `bounds` are the packed hands it holds
        at least and at most, `hidden` the development cards that are not known, `limits` the victory point
        cards it can hold. `unseen` are the development cards that nobody has shown.
        """
        seats = []
        addressees = []
        for seat in range(self.ruleset.players):
            answer = self.answer[seat]
            if self.offer and (self.offer >> (ADDRESSEE_SHIFT + seat)) & 1:
                addressees.append(seat)
            least, most = bounds[seat]
            seats.append(
                _new_tuple(
                    SeatPosition,
                    (
                        size(self.hand[seat]),
                        counts(least),
                        counts(most),
                        counts(self.card[seat]),
                        hidden[seat],
                        self.knights[seat],
                        self.settlements[seat],
                        self.cities[seat],
                        wide_mask(self.roads[2 * seat], self.roads[2 * seat + 1]),
                        self.road_nodes[seat],
                        counts(self.ratio[seat]),
                        self.road_length[seat],
                        self.public_points[seat],
                        yields_of(self, seat),
                        CatanMove(answer) if answer else None,
                        limits[seat],
                        self.discards[seat],
                    ),
                )
            )
        return _new_tuple(
            CatanPosition,
            (
                viewer,
                PHASES[self.phase],
                self.actor,
                self.turn_seat,
                self.turn_count,
                bool(self.rolled),
                bool(self.card_played),
                tuple(seats),
                counts(self.bank),
                deck_size,
                counts(unseen),
                counts(self.bought_this_turn),
                hidden_bought,
                self.robber,
                or_none(self.road_holder),
                or_none(self.army_holder),
                or_none(self.winner),
                self.occupied_nodes,
                self.blocked_nodes,
                wide_mask(self.occupied_edges[0], self.occupied_edges[1]),
                or_none(self.last_node),
                self.free_roads,
                or_none(self.victim),
                self.discards[self.actor] if self.actor < 4 else 0,
                self.offers_made,
                self._offers_left(),
                read_deal(self.offer) if self.offer else None,
                tuple(addressees),
            ),
        )

    def _offers_left(self):
        """Return how many offers the seat on turn may still make in this turn."""
        if not self.ruleset.player_trade:
            return 0
        return max(self.ruleset.offers_per_turn - self.offers_made, 0)


PHASES = tuple(Phase)
_FIELD_COUNT = 38
"""How many fields a position has."""

# A named tuple made from a tuple of its fields: half the time of a call with 17 or 28 arguments.
_new_tuple = tuple.__new__


def _refuse_names(given, fields):
    """Raise ArgumentError for the names that are not fields of a position, or that are missing."""
    unknown = [repr(name) for name in given if name not in fields]
    if unknown:
        raise ArgumentError(
            f"a position has no field {', '.join(unknown)}; its fields are {', '.join(fields)}"
        )
    missing = [repr(name) for name in fields if name not in given]
    raise ArgumentError(f"a position needs the field {', '.join(missing)} too")


@cython.cfunc
def counts(hand: cython.ulonglong) -> tuple:
    """Return the five counts of a packed hand."""
    return (held(hand, 0), held(hand, 1), held(hand, 2), held(hand, 3), held(hand, 4))


@cython.cfunc
def yields_of(p: Position, seat: cython.int) -> bytes:
    """Return how many cards a seat gets from each hex when the hex produces."""
    found: cython.uchar[19]
    if not cython.compiled:
        found = bytearray(19)
    for i in range(19):
        found[i] = (p.hex_yields[i] >> (8 * seat)) & 0xFF
    return bytes(found) if not cython.compiled else cython.cast(cython.p_char, found)[:19]


def wide_mask(low, high):
    """Return a mask of edges from its two words."""
    low_word: object = low
    high_word: object = high
    return low_word | high_word << 64 if high else low_word


def or_none(number):
    """Return the number, or None if it is negative."""
    return None if number < 0 else number


def total_points(p, seat):
    """Return a seat's points, its hidden victory point cards included."""
    return p.public_points[seat] + held(p.card[seat], VICTORY_POINT)
