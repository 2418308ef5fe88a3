"""Martin's opening (3.3): each node has a score, the lowest is the best; roads go by straight distance.

The score of a node is the mean distance of its numbers from seven. A penalty is added if fewer than three
of its hexes produce; the desert does not. The score is multiplied by a factor just below one for clay and
for ore, and by another for clay with wood and for ore with wheat. The first settlement decides on a
strategy, and the second has a factor for each resource that fits it. The first road goes towards the next
best node, the second towards the first road. Martin gives no numbers: those here are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.framework.random import Random
from catanlab.games.catan.board import Board
from catanlab.games.catan.constants import CLAY, DESERT, ORE, RESOURCES, WHEAT, WOOD
from catanlab.games.catan.grid import NODE_POINTS, edge_nodes, node_hexes
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import members
from catanlab.games.catan.view.view import CatanView

PENALTIES = (6.0, 3.0, 1.0, 0.0)
"""The penalty of a node at which none, one, two or three hexes produce."""
SCARCE_RESOURCE_FACTOR = 0.95
"""The factor for clay and for ore, of which there are fewer hexes."""
PAIR_FACTOR = 0.9
"""The factor for clay with wood and for ore with wheat, which are spent together."""
FITTING_RESOURCE_FACTOR = 0.9
"""The factor for each resource of the second settlement that fits the strategy."""
BARREN_NODE_SCORE = 6.0
"""The score, before factors, of a node at which nothing produces."""
NODES_SHOWN = 5
"""How many of the best nodes the explanation lists."""

_PAIRS = ((WOOD, CLAY), (WHEAT, ORE))
_STRATEGIES = ("wood and clay", "wheat and ore", "a mixture")


class Opening:
    """The scores of a board, and the four moves of the set-up by them."""

    def __init__(self, board: Board) -> None:
        self._hexes = [
            [
                (board.resources[hexagon], board.numbers[hexagon])
                for hexagon in node_hexes(node)
                if board.resources[hexagon] != DESERT
            ]
            for node in range(len(NODE_POINTS))
        ]
        self.scores = [_score(hexes) for hexes in self._hexes]
        """The score of each node for a first settlement."""

    def kinds_at(self, node: int) -> list[int]:
        """Return the resources of a node, each once."""
        return sorted({resource for resource, _ in self._hexes[node]})

    def strategy(self, first: int) -> tuple[str, list[int]]:
        """Return the strategy that the first settlement decides on, and the resources that fit it.

        It is that of the pair with the more frequent numbers there. If they are equal it is a mixture: the
        resources that the first settlement lacks fit it.
        """
        pips = [
            sum(6 - abs(7 - number) for resource, number in self._hexes[first] if resource in pair)
            for pair in _PAIRS
        ]
        if pips[0] == pips[1]:
            lacking = sorted(set(range(len(RESOURCES))) - set(self.kinds_at(first)))
            return _STRATEGIES[2], lacking
        ahead = pips[1] > pips[0]
        return _STRATEGIES[ahead], list(_PAIRS[ahead])

    def second_scores(self, first: int) -> list[float]:
        """Return the score of each node for a second settlement, given the first."""
        _, fitting = self.strategy(first)
        return [
            score * FITTING_RESOURCE_FACTOR ** len({*self.kinds_at(node)} & {*fitting})
            for node, score in enumerate(self.scores)
        ]

    def place_settlement(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place a settlement of the set-up at the node with the lowest score."""
        scores, data = self.scores, {}
        reason = "of the open nodes it has the best score for its numbers and resources"
        mine = members(situation.mine)
        if mine:
            plan, _ = self.strategy(mine[0])
            scores = self.second_scores(mine[0])
            data = {"strategy": plan}
            reason = f"of the open nodes it scores best together with my first, which stands for {plan}"
        moves = view.legal_moves
        move = lowest(moves, lambda move: scores[move.argument], random)
        best = sorted((scores[move.argument], move.argument) for move in moves)[:NODES_SHOWN]
        listed = [{"node": node, "score": round(score, 3)} for score, node in best]
        return Choice(move, reason, {**data, "nodes": listed})

    def place_road(self, view: CatanView, situation: Situation, random: Random) -> Choice:
        """Place the road towards the next best node, or the second towards the first."""
        start = situation.last_node
        if situation.roads:
            goals = [edge_nodes(edge) for edge in members(situation.roads)]
            target = _middle(goals[0])
            reason = "it goes towards my first road"
            data: dict[str, object] = {}
        else:
            aim = self.next_best(situation)
            target = NODE_POINTS[aim]
            reason = f"it goes towards node {aim}, the next best"
            data = {"towards": aim}

        def distance(move: CatanMove) -> float:
            (end,) = (node for node in edge_nodes(move.argument) if node != start)
            return round(dist(NODE_POINTS[end], target), 6)

        return Choice(lowest(view.legal_moves, distance, random), reason, data)

    def next_best(self, situation: Situation) -> int:
        """Return the open node with the lowest score, the first of equals."""
        free = [node for node in range(len(self.scores)) if not situation.blocked_nodes >> node & 1]
        return min(free, key=lambda node: self.scores[node])


def _score(hexes: Sequence[tuple[int, int]]) -> float:
    """Return the score of a node with these resources and numbers."""
    count = len(hexes)
    score = sum(abs(7 - number) for _, number in hexes) / count if count else BARREN_NODE_SCORE
    score += PENALTIES[count]
    kinds = {resource for resource, _ in hexes}
    score *= SCARCE_RESOURCE_FACTOR ** len(kinds & {CLAY, ORE})
    score *= PAIR_FACTOR ** sum(kinds >= {*pair} for pair in _PAIRS)
    return score


def _middle(ends: Iterable[int]) -> tuple[float, float]:
    """Return the middle of a road."""
    (ax, ay), (bx, by) = (NODE_POINTS[node] for node in ends)
    return (ax + bx) / 2, (ay + by) / 2


def lowest(moves: Sequence[CatanMove], rate: Callable[[CatanMove], float], random: Random) -> CatanMove:
    """Return the move with the lowest rating, or one of several at random."""
    ratings = [rate(move) for move in moves]
    least = min(ratings)
    equals = [move for move, rating in zip(moves, ratings, strict=True) if rating == least]
    return equals[random.below(len(equals))] if len(equals) > 1 else equals[0]
