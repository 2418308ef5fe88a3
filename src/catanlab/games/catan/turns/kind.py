"""The base of every kind of compound turn: lists, states to try moves on, payments, the worth of roads."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.legal_moves import list_group, open_groups
    from catanlab.games.catan.engine.position import total_points
    from catanlab.games.catan.engine.roads_and_buildings import build_road
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.engine.trade import bank_stock
    from catanlab.games.catan.grid import EDGE_NODES, NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS
    from catanlab.games.catan.hands import held, size
    from catanlab.games.catan.turns.sequences import MIX_SEED, Draft, mixed

    LEVELS = 40
    AWARD_WORTH = 1000

__all__ = ["Kind", "Spots"]


class Kind:
    """A way to make turns out of moves; each wrapper has one of its own."""

    def __init__(self, game, options):
        self.game = game
        self.options = dict(options)
        self.offers = options["offers"]
        self.draft = Draft(options["cap"])
        self.moves = MoveBuffer()
        self.states = [game.start() for _ in range(LEVELS)]
        if cython.compiled:
            state: CatanState
            for i in range(LEVELS):
                state = self.states[i]
                self.levels[i] = cython.cast(cython.p_void, state)
        else:
            self.levels = self.states

    def make_list(self, p):
        """List the turns of a position in the main phase in the draft."""
        with cython.gil:
            raise NotImplementedError("make_list")

    def unfold(self, p, code):
        """Write the moves of a combination as the turn of the draft."""
        with cython.gil:
            raise NotImplementedError("unfold")

    def twin(self):
        """Return another of the same game and options, for another wrapper."""
        return type(self)(self.game, self.options)

    def add_plain(self, p, groups):
        """List the plain moves of those groups that are open."""
        groups &= open_groups(p)
        if not self.offers:
            groups &= ~(1 << OFFER)
        for group in range(32):
            if (groups >> group) & 1:
                count = list_group(p, group, self.moves, 0)
                for i in range(count):
                    self.draft.add(self.moves.items[i])
        return 0


def has_won(p):
    """Say whether the points of the seat on turn have just ended the game."""
    return not p.ruleset.win_at_turn_end and total_points(p, p.turn_seat) >= p.ruleset.points_to_win


def situation(p):
    """Return a hash of all that the turns of the seat on turn depend on; it knows all of that."""
    seat = p.turn_seat
    flags: cython.ulonglong = (
        p.phase
        | (seat << 4)
        | (p.card_played << 7)
        | ((p.deck != 0) << 8)
        | (p.robber << 9)
        | ((p.road_holder + 1) << 15)
        | ((p.army_holder + 1) << 19)
        | (p.offers_made << 23)
    )
    hash_ = mixed(MIX_SEED, flags)
    hash_ = mixed(hash_, p.turn_count)
    hash_ = mixed(hash_, p.hand[seat])
    hash_ = mixed(hash_, p.card[seat])
    hash_ = mixed(hash_, p.bought_this_turn)
    hash_ = mixed(hash_, bank_stock(p))
    for other in range(p.ruleset.players):
        hash_ = mixed(hash_, p.settlements[other])
        hash_ = mixed(hash_, p.cities[other])
        hash_ = mixed(hash_, p.roads[2 * other])
        hash_ = mixed(hash_, p.roads[2 * other + 1])
        held_cards: cython.ulonglong = size(p.hand[other])
        played: cython.ulonglong = p.knights[other]
        hash_ = mixed(hash_, held_cards | (played << 16))
    return hash_


def stock_of(p, stock):
    """Write how many cards of each resource the bank can give in a row."""
    for resource in range(5):
        if p.ruleset.bank_counts:
            stock[resource] = held(p.bank, resource)
        else:
            in_play = 0
            for seat in range(p.ruleset.players):
                in_play += held(p.hand[seat], resource)
            stock[resource] = max(MAX_IN_PLAY - in_play, 0)


def can_fund(hand, ratio, stock, cost, floor, keep):
    """Say whether a hand pays a cost, trading with the bank the cards that the cost leaves over.

    Only resources from `floor` on may be asked of the bank, and none of the set `keep` given to it.
    """
    lacking = 0
    for resource in range(5):
        short = held(cost, resource) - held(hand, resource)
        if short > 0:
            if short > stock[resource] or resource < floor:
                return False
            lacking += short
    if lacking == 0:
        return True
    for resource in range(5):
        spare = held(hand, resource) - held(cost, resource)
        if spare > 0 and not (keep >> resource) & 1:
            lacking -= spare // held(ratio, resource)
    return lacking <= 0


class Spots:
    """The worth of a road to the seat on turn: the places for settlements it leads to, and Longest Road.

    Martin scores roads as he scores opening places, with the weight on room for settlements, and gives no
    numbers. Here a place counts by the dots of its numbers and one: four times where the new road ends,
    twice an edge further, once two edges further. A road that takes Longest Road is worth more than any
    place. A road that leads to no place and does not lengthen the seat's longest road is worth nothing.
    """

    def __init__(self, board):
        if not cython.compiled:
            self.value = [0] * 54
        for node in range(54):
            self.value[node] = 1
            for slot in range(3):
                hexagon = NODE_HEXES[node * 3 + slot]
                number: cython.int = board.numbers[hexagon] or 0 if hexagon >= 0 else 0
                if number:
                    self.value[node] += 6 - abs(7 - number)

    def worth(self, p, edge, trial):
        """Return the worth of a road at the edge, 0 if it is of no use; it is tried out in `trial`."""
        seat = p.turn_seat
        found = 0
        for end in range(2):
            node = EDGE_NODES[edge * 2 + end]
            if not (p.road_nodes[seat] >> node) & 1:
                found += self.reach(p, node, 4, EDGE_NODES[edge * 2 + 1 - end])
        if found and (p.road_holder == seat or p.road_length[seat] < 4):
            return found
        trial.take_fields(p)
        build_road(trial, seat, edge)
        if trial.road_holder == seat and p.road_holder != seat:
            return found + AWARD_WORTH
        if found == 0 and trial.road_length[seat] > p.road_length[seat]:
            return 1
        return found

    def reach(self, p, node, weight, origin):
        """Return the worth of the places from a node on that the seat's roads do not touch yet."""
        seat = p.turn_seat
        if ((p.occupied_nodes | p.road_nodes[seat]) >> node) & 1:
            return 0
        found = 0 if (p.blocked_nodes >> node) & 1 else weight * self.value[node]
        if weight == 1:
            return found
        for slot in range(3):
            edge = NODE_EDGES[node * 3 + slot]
            if edge < 0:
                break
            there = NODE_NEIGHBOURS[node * 3 + slot]
            if there != origin and not (p.occupied_edges[edge >> 6] >> (edge & 63)) & 1:
                found += self.reach(p, there, weight // 2, node)
        return found
