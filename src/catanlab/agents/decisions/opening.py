"""The settlements of the set-up: the two nodes from which a player builds fastest."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.node_build_time import best_addition, best_pair, lone_build_time, lone_spots
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import NODE_TO_JSETTLERS
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView

FIRST_CAP = 100
"""JSettlers counts no estimate above this when it looks at the first node of a pair alone."""


def place_settlement(
    view: CatanView, situation: Situation, build_times: BuildTimes, *, cut_off: bool = False
) -> Choice:
    """Place the first settlement by the best pair, or a later one by what goes best with those placed.

    Of the pair, the node that is better alone goes first (Thomas, chapter 4). With `cut_off` estimates stop
    where those of JSettlers do: looked at alone, the nodes of the pair are capped at 100 rolls and at the
    sum of the pair, so that the one it met later often goes first; and a second settlement that is too
    slow counts as equal to the best, so that heavy numbers may win. Ties then go as in its tables.
    """
    nodes = [move.node for move in view.legal_moves if move.node is not None]
    if cut_off:
        nodes.sort(key=_in_table)
    if situation.mine:
        return _beside(view, situation, build_times, nodes, cut_off)
    board = view.game.board
    pair = best_pair(board, build_times, nodes)
    if pair is None:
        node, rolls, _ = lone_spots(board, build_times, nodes)[0]
        return Choice(
            CatanMove.make(c.SETTLEMENT, node), "it is the only one I can hope for", {"sum": rolls}
        )
    one, other, rolls = pair
    if cut_off:
        swap = lone_build_time(board, build_times, one, cap=FIRST_CAP) > lone_build_time(
            board, build_times, other, cap=rolls
        )
    else:
        swap = lone_build_time(board, build_times, one) > lone_build_time(board, build_times, other)
    if swap:
        one, other = other, one
    return Choice(
        CatanMove.make(c.SETTLEMENT, one),
        f"with node {other} I build fastest from here",
        {"with": other, "sum": rolls, "alone": lone_build_time(board, build_times, one)},
    )


def _beside(
    view: CatanView, situation: Situation, build_times: BuildTimes, nodes: Sequence[int], cut_off: bool
) -> Choice:
    own = [node for node in range(54) if situation.mine >> node & 1]
    found = best_addition(view.game.board, build_times, own, nodes, cut_off=cut_off)
    assert found is not None, "a settlement of the set-up always has a place"
    node, rolls = found
    built = " and ".join(map(str, own))
    return Choice(
        CatanMove.make(c.SETTLEMENT, node), f"I build fastest from there and node {built}", {"sum": rolls}
    )


def _in_table(node: int) -> tuple[int, int]:
    """Return where a node stands among those that JSettlers goes through: by seven bits of its number."""
    coordinate = NODE_TO_JSETTLERS[node]
    return coordinate & 127, coordinate
