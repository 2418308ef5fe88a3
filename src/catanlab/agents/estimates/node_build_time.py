"""The building speed of nodes: alone, in pairs, and beside what is built.

Thomas, chapter 4: the sum of the estimates from nothing for a road, a settlement, a city and a card; of
equal sums the one with more hundredths of its numbers is better. A pair trades at the ports of both.
All functions raise ArgumentError for a node that does not exist.
"""

import cython

from catanlab.framework.arguments import whole_number

if not cython.compiled:
    from catanlab.agents.estimates.build_time import A_CARD, A_CITY, A_ROAD, A_SETTLEMENT, BuildTimes
    from catanlab.agents.estimates.income import HUNDREDTHS, Income
    from catanlab.games.catan.board import Board
    from catanlab.games.catan.grid import NODE_ADJACENT, NODE_HEXES

    NODES, MOST, FIRST_BEST = 54, 1 << 20, 160
    IN_TURN = [0] * 4

__all__ = ["best_addition", "best_pair", "lone_build_time", "lone_spots", "weight"]

# JSettlers adds up its four estimates in this order, which matters where it stops in between.
for _place, _kind in enumerate((A_SETTLEMENT, A_CITY, A_CARD, A_ROAD)):
    IN_TURN[_place] = _kind


def weight(board: Board, node):
    """Return the sum of the hundredths of the numbers at a node."""
    return weight_of(board, _node(node))


def lone_build_time(board: Board, build_times: BuildTimes, node, *, cap=MOST):
    """Return the sum of the four estimates with a node alone, each no more than `cap`."""
    income: Income = Income()
    income.add_node(board, _node(node), True)
    return capped_total(build_times, income, cap)


def lone_spots(board: Board, build_times: BuildTimes, nodes):
    """Return (node, sum, hundredths) for each of the nodes by itself, the best first."""
    income: Income = Income()
    found = []
    for node in _each(nodes):
        income.clear()
        income.add_node(board, node, True)
        found.append((node, build_times.total(income), weight_of(board, node)))
    found.sort(key=_rank)
    return found


def _rank(spot):
    return spot[1], -spot[2]


def best_pair(board: Board, build_times: BuildTimes, nodes):
    """Return the best two nodes that are not neighbours, and their sum, or None; of equals the first."""
    order = cython.declare(cython.int[54])
    weights = cython.declare(cython.int[54])
    if not cython.compiled:
        order, weights = [0] * NODES, [0] * NODES
    count: cython.int = 0
    for node in _each(nodes):
        order[count] = node
        weights[count] = weight_of(board, node)
        count += 1
    one: Income = Income()
    both: Income = Income()
    best: cython.int = MOST
    best_weight: cython.int = 0
    first: cython.int = -1
    second: cython.int = -1
    for i in range(count):
        one.clear()
        one.add_node(board, order[i], True)
        for j in range(i + 1, count):
            if (NODE_ADJACENT[order[i]] >> order[j]) & 1:
                continue
            both.copy_from(one)
            both.add_node(board, order[j], True)
            rolls: cython.int = build_times.total(both)
            heavy: cython.int = weights[i] + weights[j]
            if rolls < best or (rolls == best and heavy > best_weight):
                best, best_weight = rolls, heavy
                first, second = order[i], order[j]
    return None if first < 0 else (first, second, best)


def best_addition(board: Board, build_times: BuildTimes, own, nodes, *, cut_off=False):
    """Return the node that goes best with the own ones and its sum, or None; of equal nodes the first.

    With `cut_off` an estimate above the best sum so far makes the node equal to the best, as in JSettlers:
    if its numbers weigh more it is then taken, however slow it is.
    """
    base: Income = Income()
    for node in _each(own):
        base.add_node(board, node, True)
    income: Income = Income()
    best: cython.int = FIRST_BEST if cut_off else MOST
    best_weight: cython.int = 0
    chosen: cython.int = -1
    for node in _each(nodes):
        income.copy_from(base)
        income.add_node(board, node, True)
        rolls: cython.int = total_below(build_times, income, best) if cut_off else build_times.total(income)
        heavy: cython.int = weight_of(board, node)
        if chosen < 0 or rolls < best or (rolls == best and heavy > best_weight):
            best, best_weight, chosen = rolls, heavy, node
    return None if chosen < 0 else (chosen, best)


def _node(node):
    return whole_number("node", node, 0, NODES - 1)


def _each(nodes):
    """Return the nodes in their order, each once."""
    return list(dict.fromkeys([_node(node) for node in nodes]))


def weight_of(board, node):
    total: cython.int = 0
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon >= 0:
            total += HUNDREDTHS[board.number[hexagon]]
    return total


def total_below(build_times, income, most):
    """Return the sum of the estimates as far as it stays below `most`; one above `most` makes it that."""
    total: cython.int = 0
    for place in range(4):
        rolls: cython.int = build_times.of(income, IN_TURN[place], 1)
        if rolls > most:
            return most
        total += rolls
        if total >= most:
            break
    return total


def capped_total(build_times, income, cap):
    total: cython.int = 0
    for place in range(4):
        rolls: cython.int = build_times.of(income, IN_TURN[place], 1)
        total += min(rolls, cap)
    return total
