"""Panousis' playouts: a simpler form of his building plans for every seat, without development cards.

Panousis, 4.3.3: in its turn a seat builds by the logic of his expansion (`games/catan/turns/panousis.py`).
It takes the first potential city that it can pay for, else the first settlement, else the first road, and
goes on until none can be paid for. A piece is paid for directly, or after trades with the bank of cards
that it does not need. No development card is bought or played.

He does not say what happens on a seven. Here the robber and discards are those of Martin's playouts, and so
are roads of a road building card that the tree has played. The set-up is random.
"""

import cython

from catanlab.framework.errors import GameError

if not cython.compiled:
    from catanlab.agents.value.heavy import write_discard, write_road, write_robber
    from catanlab.framework.buffers import lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.legal_moves import draw_move
    from catanlab.games.catan.engine.position import Position
    from catanlab.games.catan.engine.roads_and_buildings import open_nodes, roads_left
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import covers, held
    from catanlab.games.catan.turns.panousis import most_spare, wants_roads
    from catanlab.games.catan.turns.state import can_fund, stock_of
    from catanlab.playout.policies import OTHER, Policy

__all__ = ["Plans"]


class Plans(Policy):
    """Builds what can be paid for: a city, a settlement, a road, each at its first place.

    With `prune_roads` no road is built with Longest Road held and a place to settle free.
    """

    def __init__(self, *, prune_roads=True):
        self.kind = OTHER
        self.prune_roads = prune_roads
        if cython.compiled:
            self.catan = cython.cast(cython.p_void, CatanState)

    def choose(self, state, random, out):
        known: cython.bint
        if cython.compiled:
            known = type_of(cython.cast(cython.p_void, state)) == self.catan
        else:
            known = isinstance(state, CatanState)
        if not known:
            with cython.gil:
                raise GameError(f"building plans are made in plain states of catan, not in {state!r}")
        self.write_move(cython.cast(Position, state), random, out)
        return 0

    def write_move(self, p, random, out):
        """Write the move for the phase."""
        if p.phase == MAIN:
            if not (self.build_city(p, out) or self.build_settlement(p, out) or self.build_road(p, out)):
                out.items[0] = move_code(END_TURN, 0)
        elif p.phase == BEFORE_ROLL:
            out.items[0] = move_code(ROLL, 0)
        elif p.phase == DISCARDING:
            write_discard(p, out)
        elif p.phase == ROBBING:
            write_robber(p, random, out)
        elif p.phase == FREE_ROADS:
            write_road(p, random, out)
        elif p.phase == ANSWERING:
            out.items[0] = move_code(REJECT, 0)
        elif p.phase == CHOOSING:
            out.items[0] = move_code(CANCEL, 0)
        else:
            draw_move(p, random, out)

    def build_city(self, p, out):
        """Write the first city, or a trade towards it; say whether it can be paid for."""
        nodes = p.settlements[p.turn_seat]
        if not nodes or popcount(p.cities[p.turn_seat]) >= CITIES_EACH:
            return False
        return write_purchase(p, move_code(CITY, lowest_bit(nodes)), CITY_COST, out)

    def build_settlement(self, p, out):
        """Write the first settlement, or a trade towards it; say whether it can be paid for."""
        nodes = open_nodes(p)
        if not nodes or popcount(p.settlements[p.turn_seat]) >= SETTLEMENTS_EACH:
            return False
        return write_purchase(p, move_code(SETTLEMENT, lowest_bit(nodes)), SETTLEMENT_COST, out)

    def build_road(self, p, out):
        """Write the first road, or a trade towards it; say whether it is wanted and can be paid for."""
        if roads_left(p, p.turn_seat) == 0 or (self.prune_roads and not wants_roads(p)):
            return False
        for word in range(2):
            edges = p.frontier[p.turn_seat * 2 + word] & ~p.occupied_edges[word]
            if edges:
                return write_purchase(p, move_code(ROAD, 64 * word + lowest_bit(edges)), ROAD_COST, out)
        return False


def write_purchase(p, piece, cost, out):
    """Write the purchase of a piece, or the next trade that it takes; say whether it can be paid for."""
    hand = p.hand[p.turn_seat]
    if covers(hand, cost):
        out.items[0] = piece
        return True
    stock = cython.declare(cython.int[5])
    if not cython.compiled:
        stock = [0] * 5
    stock_of(p, stock)
    if not can_fund(hand, p.ratio[p.turn_seat], stock, cost, 0, 0):
        return False
    give = most_spare(p, cost)
    one: cython.longlong = 1
    for resource in range(5):
        if held(hand, resource) < held(cost, resource):
            paid = (held(p.ratio[p.turn_seat], give) * one) << (5 * give)
            out.items[0] = move_code(BANK_TRADE, paid | (one << (GET_SHIFT + 5 * resource)))
            break
    return True
