"""The roads of the set-up: towards a spot for a later settlement that the others will probably leave."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.agents.base.board_values import NODES, BoardValues
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.build_time import BuildTimes, best_addition, lone_spots, weight
from catanlab.agents.estimates.income import hundredths
from catanlab.agents.estimates.java_hash_order import hash_table_order
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.grid import JSETTLERS_TO_EDGE, NODE_TO_JSETTLERS, edge_nodes, port_edge
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import members
from catanlab.games.catan.view.view import CatanView

MAX_RARE_PERCENT = 33
"""A 2:1 port counts if its resource is rolled in more than this many percent, summed over the board."""

LEFT_EDGE_OFFSET = 0x11
"""JSettlers' coordinate of the edge to the left of a node is the coordinate of the node minus this."""


def road_by_speed(view: CatanView, situation: Situation, build_times: BuildTimes, random: Random) -> Choice:
    """Aim at the spot two edges away with which I would build fastest (Thomas, chapter 4).

    The others are assumed to take the nodes that are best alone, one for each settlement that they still
    have to place in the set-up.
    """
    board, board_values = view.game.board, situation.board_values
    closed = situation.blocked_nodes
    left = others_to_place(situation)
    for node, *_ in lone_spots(board, build_times, _open(closed, range(NODES))):
        if left and not closed >> node & 1:
            closed = _close(board_values, closed, node)
            left -= 1
    own = members(situation.mine)
    ways = _ways(view, situation)
    spots = _open(closed, ways) or _open(situation.blocked_nodes, ways)
    found = best_addition(board, build_times, own, spots)
    if found is None:
        return _any_road(view, random)
    node, rolls = found
    return Choice(ways[node], f"from node {node} I would build fastest", {"spot": node, "sum": rolls})


def road_by_numbers(view: CatanView, situation: Situation, random: Random) -> Choice:
    """Aim at the spot two edges away with the best numbers and ports, as JSettlers does.

    In the first round the others are assumed to take the nodes with the best numbers, and a bonus for a
    port two edges away: one for each settlement that they place before my next turn. As in the robot, the
    neighbours of such a node stay in the list. If no spot has a score, the robot lays the road to the left
    of its settlement.
    """
    board, board_values = view.game.board, situation.board_values
    closed = situation.blocked_nodes
    nodes = _in_table_order(_open(closed, range(NODES)))
    nodes.sort(key=lambda node: -popularity(board, board_values, node))
    for node in nodes[: places_before_me(situation)]:
        closed = _close(board_values, closed, node)
    ways = _ways(view, situation)
    scores = {node: spot_score(situation, board, node) for node in _in_table_order(_open(closed, ways))}
    best = max(scores, key=lambda node: scores[node], default=-1)
    if scores.get(best, 0) <= 0:
        edge = JSETTLERS_TO_EDGE.get(NODE_TO_JSETTLERS[situation.last_node] - LEFT_EDGE_OFFSET)
        roads = [move for move in view.legal_moves if move.edge == edge]
        return Choice(roads[0], "no good spot is left nearby") if roads else _any_road(view, random)
    reason = f"node {best} has the best numbers and ports"
    return Choice(ways[best], reason, {"spot": best, "score": scores[best]})


def others_to_place(situation: Situation) -> int:
    """Return how many settlements the others still have to place in the set-up."""
    return 2 * (situation.players - 1) - (situation.occupied_nodes & ~situation.mine).bit_count()


def places_before_me(situation: Situation) -> int:
    """Return how many settlements the others place between my first and my second; then none.

    If the order of the set-up reverses after the first round, seats after me place twice in between.
    """
    if situation.rules.setup_order == "straight":
        return situation.players - 1 if situation.mine.bit_count() == 1 else 0
    return max(0, 2 * (situation.players - situation.occupied_nodes.bit_count()))


def spot_score(situation: Situation, board: Board, node: int) -> int:
    """Return JSettlers' score of a spot for a settlement: its numbers, new ones doubled, and its port."""
    own = members(situation.mine)
    touched = {board.numbers[hexagon] for mine in own for hexagon in situation.board_values.hexes_at[mine]}
    score = 0
    for hexagon in situation.board_values.hexes_at[node]:
        number = board.numbers[hexagon]
        score += hundredths(number) * (1 if number in touched else 2)
    score = score * 100 // 80 * 3
    port = situation.board_values.ports[node]
    if port >= 0 and port not in {situation.board_values.ports[mine] for mine in own}:
        score += 100 * (5 if port == c.ANY_PORT else port_worth(board, port))
    return score


def popularity(board: Board, board_values: BoardValues, node: int) -> int:
    """Return JSettlers' guess of how much the others want a node: its numbers, and ports two edges away."""
    score = weight(board, node) * 100 // 40 * 100
    far = {end for _, near in board_values.ways[node] for _, end in board_values.ways[near]} - {node}
    for port in range(c.ANY_PORT + 1):
        worth = 5 if port == c.ANY_PORT else port_worth(board, port)
        if worth and _leads_to(board, node, far, port):
            score += 100 * worth
    return score


def port_worth(board: Board, port: int) -> int:
    """Return the weight of a 2:1 port by how often the board yields its resource; 0 if that is rare."""
    pairs = zip(board.resources, board.numbers, strict=True)
    total = sum(hundredths(number) for resource, number in pairs if resource == port)
    return total * 10 // 56 if total > MAX_RARE_PERCENT else 0


def _leads_to(board: Board, node: int, far: set[int], port: int) -> bool:
    """Return whether a port of a kind is two edges away; the search stops if the node itself has one."""
    near_one = False
    for place, kind in enumerate(board.ports):
        if kind == port:
            for at in edge_nodes(port_edge(place)):
                if at == node:
                    return near_one
                near_one = near_one or at in far
    return near_one


def _in_table_order(nodes: Iterable[int]) -> list[int]:
    """Return nodes in the order of the robot's hash table."""
    nodes = list(nodes)
    order = hash_table_order(sorted(NODE_TO_JSETTLERS[node] for node in nodes))
    return sorted(nodes, key=lambda node: order.index(NODE_TO_JSETTLERS[node]))


def _ways(view: CatanView, situation: Situation) -> dict[int, CatanMove]:
    """Return for each node two edges from the last settlement the first road on the way to it."""
    board_values = situation.board_values
    legal = {move.edge: move for move in view.legal_moves if move.edge is not None}
    return {
        far: legal[edge]
        for edge, near in board_values.ways[situation.last_node]
        for _, far in board_values.ways[near]
        if edge in legal and far != situation.last_node
    }


def _open(closed: int, nodes: Iterable[int]) -> list[int]:
    return [node for node in nodes if not closed >> node & 1]


def _close(board_values: BoardValues, closed: int, node: int) -> int:
    """Return the closed nodes after a settlement at a node."""
    closed |= 1 << node
    for _, other in board_values.ways[node]:
        closed |= 1 << other
    return closed


def _any_road(view: CatanView, random: Random) -> Choice:
    roads = view.legal_moves
    return Choice(roads[random.below(len(roads))], "no spot is open two edges away")
