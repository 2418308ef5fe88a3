"""The fields of a position and how they are copied; the rules over them have modules of their own."""

import cython

from catanlab.framework.errors import GameError

if not cython.compiled:
    from catanlab.framework.state import State
    from catanlab.games.catan.constants import (
        FOUR_EACH,
        FULL_BANK,
        FULL_DECK,
        SETUP_SETTLEMENT,
        VICTORY_POINT,
    )
    from catanlab.games.catan.engine.ruleset import Setup  # noqa: F401
    from catanlab.games.catan.hands import held


class Position(State):
    """A position of Catan: fields only, see position.pxd for what each one means."""

    def __cinit__(self, game=None, setup=None):
        # Native code comes here however a position is made, so that none is ever without a set-up.
        self.game = game
        self._begin(setup)

    def __init__(self, game, setup):
        if not cython.compiled:
            State.__init__(self, game)
            self.hand = [0] * 4
            self.card = [0] * 4
            self.knights = [0] * 4
            self.settlements = [0] * 4
            self.cities = [0] * 4
            self.roads = [0] * 8
            self.taken = [0] * 2
            self.road_nodes = [0] * 4
            self.frontier = [0] * 8
            self.output = [0] * 19
            self.ratio = [0] * 4
            self.public_points = [0] * 4
            self.road_length = [0] * 4
            self.answer = [0] * 4
            self._begin(setup)

    def _begin(self, setup):
        """Take the set-up of the game, which never changes, and clear the board."""
        if setup is None or setup.board is None:
            raise GameError("a position needs a set-up; game.start() makes one")
        self.setup = setup
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
        self.fresh = 0
        for i in range(19):
            self.output[i] = 0
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
        self.built = 0
        self.closed = 0
        self.taken[0] = 0
        self.taken[1] = 0
        self.robber = self.setup.board.desert
        self.road_holder = -1
        self.army_holder = -1
        self.free_roads = 0
        self.victim = -1
        self.discards_left = 0
        self.discard_floor = 0
        self.offers_made = 0
        self.offer = 0

    def take_fields(self, other):
        """Become equal to another position of the same set-up."""
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
        self.fresh = other.fresh
        self.knights[:] = other.knights
        self.settlements[:] = other.settlements
        self.cities[:] = other.cities
        self.built = other.built
        self.closed = other.closed
        self.roads[:] = other.roads
        self.taken[:] = other.taken
        self.road_nodes[:] = other.road_nodes
        self.frontier[:] = other.frontier
        self.output[:] = other.output
        self.ratio[:] = other.ratio
        self.robber = other.robber
        self.public_points[:] = other.public_points
        self.road_length[:] = other.road_length
        self.road_holder = other.road_holder
        self.army_holder = other.army_holder
        self.free_roads = other.free_roads
        self.victim = other.victim
        self.discards_left = other.discards_left
        self.discard_floor = other.discard_floor
        self.offers_made = other.offers_made
        self.offer = other.offer
        self.answer[:] = other.answer

    def fields(self):
        """Return every field by name, for comparing, storing and showing."""
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
            "built": self.built,
            "closed": self.closed,
            "robber": self.robber,
            "road_holder": self.road_holder,
            "army_holder": self.army_holder,
            "free_roads": self.free_roads,
            "victim": self.victim,
            "discards_left": self.discards_left,
            "discard_floor": self.discard_floor,
            "offers_made": self.offers_made,
            "offer": self.offer,
            "hand": tuple(self.hand),
            "deck": self.deck,
            "card": tuple(self.card),
            "fresh": self.fresh,
            "knights": tuple([self.knights[i] for i in range(4)]),
            "settlements": tuple(self.settlements),
            "cities": tuple(self.cities),
            "roads": tuple(self.roads),
            "taken": tuple(self.taken),
            "road_nodes": tuple(self.road_nodes),
            "frontier": tuple(self.frontier),
            "output": tuple(self.output),
            "ratio": tuple(self.ratio),
            "public_points": tuple([self.public_points[i] for i in range(4)]),
            "road_length": tuple([self.road_length[i] for i in range(4)]),
            "answer": tuple(self.answer),
        }

    def set_fields(self, values):
        """Become the position with these fields, as `fields` gave them; nothing is checked."""
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
        self.built = values["built"]
        self.closed = values["closed"]
        self.robber = values["robber"]
        self.road_holder = values["road_holder"]
        self.army_holder = values["army_holder"]
        self.free_roads = values["free_roads"]
        self.victim = values["victim"]
        self.discards_left = values["discards_left"]
        self.discard_floor = values["discard_floor"]
        self.offers_made = values["offers_made"]
        self.offer = values["offer"]
        for i in range(4):
            self.hand[i] = values["hand"][i]
        self.deck = values["deck"]
        self.fresh = values["fresh"]
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
            self.taken[i] = values["taken"][i]
        for i in range(4):
            self.road_nodes[i] = values["road_nodes"][i]
        for i in range(8):
            self.frontier[i] = values["frontier"][i]
        for i in range(19):
            self.output[i] = values["output"][i]
        for i in range(4):
            self.ratio[i] = values["ratio"][i]
        for i in range(4):
            self.public_points[i] = values["public_points"][i]
        for i in range(4):
            self.road_length[i] = values["road_length"][i]
        for i in range(4):
            self.answer[i] = values["answer"][i]


def total_points(p, seat):
    """Return a seat's points, its hidden victory point cards included."""
    return p.public_points[seat] + held(p.card[seat], VICTORY_POINT)
