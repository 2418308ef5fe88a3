"""The settlements of the set-up: the two nodes from which a player builds fastest."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.build_time import (
    BuildTimes,
    best_addition,
    best_pair,
    lone_build_time,
    lone_spots,
    weight,
)
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.grid import NODE_TO_JSETTLERS
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import members
from catanlab.games.catan.view.view import CatanView

FIRST_CAP = 100
"""JSettlers counts no estimate above this when it looks at the first node of a pair alone."""


def place_settlement(
    view: CatanView, situation: Situation, build_times: BuildTimes, *, cut_off: bool = False
) -> Choice:
    """Place the first settlement at a node of the best pair, or the second by what fits the first.

    The better node of the pair, taken alone, comes first; of equals the one whose numbers are more likely
    (Thomas, chapter 4). With `cut_off` estimates are
    capped as in JSettlers. The nodes of the pair, taken alone, are capped at 100 rolls and at the sum of
    the pair, so that the one found later often comes first. A second settlement that is too slow counts as
    equal to the best, so that frequent numbers may win. Ties are broken by the order of JSettlers' tables.
    """
    nodes = [move.node for move in view.legal_moves if move.node is not None]
    if cut_off:
        nodes.sort(key=_in_table)
    if situation.mine:
        return _place_next(view, situation, build_times, nodes, cut_off)
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
        swap = _rank_alone(board, build_times, one) > _rank_alone(board, build_times, other)
    if swap:
        one, other = other, one
    return Choice(
        CatanMove.make(c.SETTLEMENT, one),
        f"with node {other} I build fastest from here",
        {"with": other, "sum": rolls, "alone": lone_build_time(board, build_times, one)},
    )


def _rank_alone(board: Board, build_times: BuildTimes, node: int) -> tuple[int, int]:
    """Return a number for how good a node is alone, the lowest the best."""
    return lone_build_time(board, build_times, node), -weight(board, node)


def _place_next(
    view: CatanView, situation: Situation, build_times: BuildTimes, nodes: Sequence[int], cut_off: bool
) -> Choice:
    own = members(situation.mine)
    found = best_addition(view.game.board, build_times, own, nodes, cut_off=cut_off)
    assert found is not None, "a settlement of the set-up always has a place"
    node, rolls = found
    built = " and ".join(map(str, own))
    return Choice(
        CatanMove.make(c.SETTLEMENT, node), f"I build fastest from there and node {built}", {"sum": rolls}
    )


def _in_table(node: int) -> tuple[int, int]:
    """Return the rank of a node in JSettlers' hash table: the low seven bits of its coordinate."""
    coordinate = NODE_TO_JSETTLERS[node]
    return coordinate & 127, coordinate
