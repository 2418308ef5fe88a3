"""Settlements and cities: where they may go and what placing them changes."""

import cython

if not cython.compiled:
    from catanlab.framework.bits import lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import (
        ANY_PORT,
        CITIES_EACH,
        CITY,
        CITY_COST,
        SETTLEMENT,
        SETTLEMENT_COST,
        SETTLEMENTS_EACH,
    )
    from catanlab.games.catan.engine.roads import cut_roads
    from catanlab.games.catan.grid import NODE_ADJACENT, NODE_HEXES
    from catanlab.games.catan.hands import cards, covers, held


def setup_nodes(p):
    """Return the nodes that keep the distance rule: nothing on them or next to them."""
    one: cython.ulonglong = 1
    return ((one << 54) - 1) & ~p.closed


def open_nodes(p):
    """Return the nodes where the seat on turn may settle: distance kept, and an own road there."""
    return p.road_nodes[p.turn_seat] & ~p.closed


def may_pay_settlement(p):
    """Say whether the seat on turn has the cards and a piece for a settlement."""
    seat = p.turn_seat
    return covers(p.hand[seat], SETTLEMENT_COST) and popcount(p.settlements[seat]) < SETTLEMENTS_EACH


def may_pay_city(p):
    """Say whether the seat on turn has the cards and a piece for a city."""
    seat = p.turn_seat
    return covers(p.hand[seat], CITY_COST) and popcount(p.cities[seat]) < CITIES_EACH


def list_settlements(p, nodes, out, n):
    """List a settlement on each of the nodes."""
    while nodes:
        out.items[n] = move_code(SETTLEMENT, lowest_bit(nodes))
        nodes &= nodes - 1
        n += 1
    return n


def list_cities(p, out, n):
    """List a city on each settlement of the seat on turn."""
    nodes = p.settlements[p.turn_seat]
    while nodes:
        out.items[n] = move_code(CITY, lowest_bit(nodes))
        nodes &= nodes - 1
        n += 1
    return n


def build_settlement(p, seat, node):
    """Place a settlement: a point, production, perhaps a port, and perhaps a road of others cut."""
    one: cython.ulonglong = 1
    bit = one << node
    p.settlements[seat] |= bit
    p.built |= bit
    p.closed |= bit | NODE_ADJACENT[node]
    p.public_points[seat] += 1
    _raise_output(p, seat, node)
    port = p.setup.board.node_port[node]
    if port >= 0:
        _use_port(p, seat, port)
    cut_roads(p, seat, node)


def build_city(p, seat, node):
    """Replace a settlement, which goes back to its owner's supply, by a city."""
    one: cython.ulonglong = 1
    bit = one << node
    p.settlements[seat] &= ~bit
    p.cities[seat] |= bit
    p.public_points[seat] += 1
    _raise_output(p, seat, node)


def collect_start(p, seat, node):
    """Collect a card from each hex around the second settlement."""
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon >= 0 and p.setup.board.number[hexagon] > 0:
            card = cards(p.setup.board.resource[hexagon], 1)
            p.hand[seat] += card
            p.bank -= card & p.setup.bank_counts


def _use_port(p, seat, port):
    """Trade better from now on: 2:1 for one resource, or 3:1 for all that were 4:1."""
    for resource in range(5):
        ratio = held(p.ratio[seat], resource)
        if port == resource:
            p.ratio[seat] -= cards(resource, ratio - 2)
        elif port == ANY_PORT and ratio == 4:
            p.ratio[seat] -= cards(resource, 1)


def _raise_output(p, seat, node):
    one: cython.uint = 1
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon >= 0:
            p.output[hexagon] += one << (8 * seat)
