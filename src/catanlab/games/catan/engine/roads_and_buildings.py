"""Roads, settlements and cities: where they may go, the effects of placing them, and Longest Road."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.position import Position
    from catanlab.games.catan.engine.turn_order import check_win, next_setup_step, resume
    from catanlab.games.catan.grid import (
        EDGE_NODES,
        NODE_ADJACENT,
        NODE_EDGE_MASK,
        NODE_EDGES,
        NODE_HEXES,
        NODE_NEIGHBOURS,
    )
    from catanlab.games.catan.hands import cards, covers, held


def roads_left(p, seat):
    """Return how many road pieces the seat has left."""
    return ROADS_EACH - popcount(p.roads[seat * 2]) - popcount(p.roads[seat * 2 + 1])


def may_pay_road(p):
    """Say whether the seat on turn has a piece and the cards for a road, or a free one to place."""
    seat = p.turn_seat
    if p.phase != FREE_ROADS and not covers(p.hand[seat], ROAD_COST):
        return False
    return roads_left(p, seat) > 0


def count_roads(p):
    """Count the edges open to the seat on turn."""
    seat = p.turn_seat
    return popcount(p.frontier[seat * 2] & ~p.occupied_edges[0]) + popcount(
        p.frontier[seat * 2 + 1] & ~p.occupied_edges[1]
    )


def list_roads(p, out, n):
    """List the roads open to the seat on turn, whoever pays; in the set-up those at its last settlement."""
    if p.phase == SETUP_ROAD:
        return _list_setup_roads(p, out, n)
    seat = p.turn_seat
    mask = p.frontier[seat * 2] & ~p.occupied_edges[0]
    while mask:
        out.items[n] = move_code(ROAD, lowest_bit(mask))
        mask &= mask - 1
        n += 1
    mask = p.frontier[seat * 2 + 1] & ~p.occupied_edges[1]
    while mask:
        out.items[n] = move_code(ROAD, 64 + lowest_bit(mask))
        mask &= mask - 1
        n += 1
    return n


def _list_setup_roads(p, out, n):
    for slot in range(3):
        edge = NODE_EDGES[p.last_node * 3 + slot]
        if edge >= 0 and not (p.occupied_edges[edge >> 6] >> (edge & 63)) & 1:
            out.items[n] = move_code(ROAD, edge)
            n += 1
    return n


def is_legal_road(p, edge):
    """Say whether the seat on turn may place a road here: in the set-up, free by a card, or paid for."""
    if edge >= 72:
        return False
    if p.phase == SETUP_ROAD:
        return _is_at_last_settlement(p, edge)
    if p.phase != FREE_ROADS and not may_pay_road(p):
        return False
    word = edge >> 6
    return ((p.frontier[p.turn_seat * 2 + word] & ~p.occupied_edges[word]) >> (edge & 63)) & 1 != 0


def _is_at_last_settlement(p, edge):
    """Say whether the edge is free and at the settlement just placed in the set-up."""
    for slot in range(3):
        if NODE_EDGES[p.last_node * 3 + slot] == edge:
            return not (p.occupied_edges[edge >> 6] >> (edge & 63)) & 1
    return False


def place_road(p, edge):
    """Carry out the move: a road in the set-up, free by a card, or paid for."""
    if p.phase == SETUP_ROAD:
        build_road(p, p.turn_seat, edge)
        next_setup_step(p)
        return
    if p.phase == MAIN:
        _pay(p, ROAD_COST)
        build_road(p, p.turn_seat, edge)
        check_win(p)
        resume(p)
        return
    build_road(p, p.turn_seat, edge)
    p.free_roads -= 1
    check_win(p)
    if p.phase == FINISHED:
        return
    if p.free_roads == 0 or roads_left(p, p.turn_seat) == 0 or count_roads(p) == 0:
        skip_free_roads(p)


def skip_free_roads(p):
    """Place no more free roads."""
    p.free_roads = 0
    resume(p)


def _pay(p, cost):
    """Pay a cost to the bank, and note that the seat has acted in this turn."""
    p.hand[p.turn_seat] -= cost
    p.bank += cost & p.ruleset.bank_counts
    p.acted = True


def build_road(p, seat, edge):
    """Place a road and update Longest Road."""
    word = edge >> 6
    one: cython.ulonglong = 1
    bit = one << (edge & 63)
    p.roads[seat * 2 + word] |= bit
    p.occupied_edges[word] |= bit
    a = EDGE_NODES[edge * 2]
    b = EDGE_NODES[edge * 2 + 1]
    enemies = p.occupied_nodes & ~(p.settlements[seat] | p.cities[seat])
    touched = p.road_nodes[seat]
    p.road_nodes[seat] = touched | (one << a) | (one << b)
    if not (enemies >> a) & 1:
        p.frontier[seat * 2] |= NODE_EDGE_MASK[a * 2]
        p.frontier[seat * 2 + 1] |= NODE_EDGE_MASK[a * 2 + 1]
    if not (enemies >> b) & 1:
        p.frontier[seat * 2] |= NODE_EDGE_MASK[b * 2]
        p.frontier[seat * 2 + 1] |= NODE_EDGE_MASK[b * 2 + 1]
    length = _longest_with(p, seat, edge, touched)
    if length > p.road_length[seat]:
        p.road_length[seat] = length
        if length >= LONGEST_ROAD_MINIMUM:
            award_longest_road(p)


def cut_roads(p, builder, node):
    """Update the roads of others that a new settlement at the node stops or cuts."""
    one: cython.ulonglong = 1
    bit = one << node
    cut: cython.bint = False
    for seat in range(p.ruleset.players):
        if seat == builder or not p.road_nodes[seat] & bit:
            continue
        low = p.roads[seat * 2]
        high = p.roads[seat * 2 + 1]
        renew_frontier(p, seat)
        through = popcount(low & NODE_EDGE_MASK[node * 2]) + popcount(high & NODE_EDGE_MASK[node * 2 + 1])
        if through >= 2:
            p.road_length[seat] = longest_road(p, seat)
            cut = True
    if cut:
        award_longest_road(p)


def award_longest_road(p):
    """Give Longest Road to the strictly longest of five or more; the holder keeps it on a tie."""
    best = LONGEST_ROAD_MINIMUM - 1
    owner = -1
    for seat in range(p.ruleset.players):
        if p.road_length[seat] > best:
            best = p.road_length[seat]
            owner = seat
        elif p.road_length[seat] == best:
            owner = -1
    holder = p.road_holder
    if holder >= 0:
        if p.road_length[holder] == best and best >= LONGEST_ROAD_MINIMUM:
            return
        p.public_points[holder] -= AWARD_POINTS
    p.road_holder = owner
    if owner >= 0:
        p.public_points[owner] += AWARD_POINTS


def longest_road(p, seat):
    """Return the length of the seat's longest trail: no edge twice, never through another's building."""
    low = p.roads[seat * 2]
    high = p.roads[seat * 2 + 1]
    enemies = p.occupied_nodes & ~(p.settlements[seat] | p.cities[seat])
    one: cython.ulonglong = 1
    best = 0
    for edge in range(72):
        bit = one << (edge & 63)
        if edge < 64:
            if not low & bit:
                continue
            length = 1 + longest_trail_both_ways(
                low & ~bit, high, enemies, EDGE_NODES[edge * 2], EDGE_NODES[edge * 2 + 1]
            )
        else:
            if not high & bit:
                continue
            length = 1 + longest_trail_both_ways(
                low, high & ~bit, enemies, EDGE_NODES[edge * 2], EDGE_NODES[edge * 2 + 1]
            )
        if length > best:
            best = length
    return best


def _longest_with(p, seat, edge, touched):
    """Return the longest trail over a new edge; `touched` are the nodes its network had before."""
    low = p.roads[seat * 2]
    high = p.roads[seat * 2 + 1]
    one: cython.ulonglong = 1
    if edge < 64:
        low &= ~(one << edge)
    else:
        high &= ~(one << (edge & 63))
    a = EDGE_NODES[edge * 2]
    b = EDGE_NODES[edge * 2 + 1]
    enemies = p.occupied_nodes & ~(p.settlements[seat] | p.cities[seat])
    at_a = (touched >> a) & 1
    at_b = (touched >> b) & 1
    if at_a and at_b:
        return 1 + longest_trail_both_ways(low, high, enemies, a, b)
    if at_a:
        return 1 + longest_trail_from(low, high, enemies, a)
    if at_b:
        return 1 + longest_trail_from(low, high, enemies, b)
    return 1


def longest_trail_from(low, high, enemies, node):
    """Return the longest trail over the given edges that starts at the node."""
    if (enemies >> node) & 1:
        return 0
    one: cython.ulonglong = 1
    best = 0
    for slot in range(3):
        edge = NODE_EDGES[node * 3 + slot]
        if edge < 0:
            break
        bit = one << (edge & 63)
        if edge < 64:
            if not low & bit:
                continue
            length = 1 + longest_trail_from(low & ~bit, high, enemies, NODE_NEIGHBOURS[node * 3 + slot])
        else:
            if not high & bit:
                continue
            length = 1 + longest_trail_from(low, high & ~bit, enemies, NODE_NEIGHBOURS[node * 3 + slot])
        if length > best:
            best = length
    return best


def longest_trail_both_ways(low, high, enemies, a, b):
    """Return the greatest sum of two trails from a and from b that share no edge."""
    best = longest_trail_from(low, high, enemies, b)
    if (enemies >> a) & 1:
        return best
    one: cython.ulonglong = 1
    for slot in range(3):
        edge = NODE_EDGES[a * 3 + slot]
        if edge < 0:
            break
        bit = one << (edge & 63)
        if edge < 64:
            if not low & bit:
                continue
            length = 1 + longest_trail_both_ways(
                low & ~bit, high, enemies, NODE_NEIGHBOURS[a * 3 + slot], b
            )
        else:
            if not high & bit:
                continue
            length = 1 + longest_trail_both_ways(
                low, high & ~bit, enemies, NODE_NEIGHBOURS[a * 3 + slot], b
            )
        if length > best:
            best = length
    return best


def renew_frontier(p, seat):
    """Compute from scratch the edges from which the seat may build on: at its buildings and road ends."""
    own = p.settlements[seat] | p.cities[seat]
    nodes = own | (p.road_nodes[seat] & ~p.occupied_nodes)
    p.frontier[seat * 2] = 0
    p.frontier[seat * 2 + 1] = 0
    while nodes:
        node = lowest_bit(nodes)
        p.frontier[seat * 2] |= NODE_EDGE_MASK[node * 2]
        p.frontier[seat * 2 + 1] |= NODE_EDGE_MASK[node * 2 + 1]
        nodes &= nodes - 1


def setup_nodes(p):
    """Return the nodes that keep the distance rule: nothing on them or next to them."""
    one: cython.ulonglong = 1
    return ((one << 54) - 1) & ~p.blocked_nodes


def open_nodes(p):
    """Return the nodes where the seat on turn may settle: distance kept, and an own road there."""
    return p.road_nodes[p.turn_seat] & ~p.blocked_nodes


def settlement_nodes(p):
    """Return the nodes where the seat on turn may settle in this phase, whether it can pay or not."""
    return setup_nodes(p) if p.phase == SETUP_SETTLEMENT else open_nodes(p)


def is_legal_settlement(p, node):
    """Say whether the seat on turn may place a settlement here: in the set-up, or paid for."""
    if node >= 54 or (p.phase != SETUP_SETTLEMENT and not may_pay_settlement(p)):
        return False
    return (settlement_nodes(p) >> node) & 1 != 0


def is_legal_city(p, node):
    """Say whether the seat on turn has a settlement on this node, and the cards and a piece for a city."""
    if node >= 54 or not may_pay_city(p):
        return False
    return (p.settlements[p.turn_seat] >> node) & 1 != 0


def place_settlement(p, node):
    """Carry out the move: a settlement in the set-up, or paid for."""
    if p.phase == SETUP_SETTLEMENT:
        build_settlement(p, p.turn_seat, node)
        if p.setup_step >= p.ruleset.players:
            collect_start(p, p.turn_seat, node)
        p.last_node = node
        p.phase = SETUP_ROAD
        return
    _pay(p, SETTLEMENT_COST)
    build_settlement(p, p.turn_seat, node)
    check_win(p)
    resume(p)


def place_city(p, node):
    """Carry out the move: a city, paid for."""
    _pay(p, CITY_COST)
    build_city(p, p.turn_seat, node)
    check_win(p)
    resume(p)


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
    p.occupied_nodes |= bit
    p.blocked_nodes |= bit | NODE_ADJACENT[node]
    p.public_points[seat] += 1
    _raise_yields(p, seat, node)
    port = p.ruleset.board.node_port[node]
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
    _raise_yields(p, seat, node)


def collect_start(p, seat, node):
    """Collect a card from each hex around the second settlement."""
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon >= 0 and p.ruleset.board.number[hexagon] > 0:
            card = cards(p.ruleset.board.resource[hexagon], 1)
            p.hand[seat] += card
            p.bank -= card & p.ruleset.bank_counts


def _use_port(p, seat, port):
    """Lower the seat's trade ratios: 2:1 for one resource, or 3:1 for all that were 4:1."""
    for resource in range(5):
        ratio = held(p.ratio[seat], resource)
        if port == resource:
            p.ratio[seat] -= cards(resource, ratio - 2)
        elif port == ANY_PORT and ratio == 4:
            p.ratio[seat] -= cards(resource, 1)


def _raise_yields(p, seat, node):
    one: cython.uint = 1
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon >= 0:
            p.hex_yields[hexagon] += one << (8 * seat)


# Positions arranged by hand.


def put_piece(state: Position, group, seat, place):
    """Build a road, a settlement, or a city on a settlement, without asking whether it is legal or paid."""
    if group == ROAD:
        build_road(state, seat, place)
        return
    if group == SETTLEMENT:
        build_settlement(state, seat, place)
    else:
        build_city(state, seat, place)
    renew_frontier(state, seat)
