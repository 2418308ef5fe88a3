"""Names the differences between Catanatron's rules and ours where they show in a game.

`docs/reference/rules-peers.md` has the rule and an example of each. Whatever has no name here is
`unexplained`, with a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from tools.catanatron.host_position import HostPosition

from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import CatanPosition

UNEXPLAINED = "unexplained"
THROUGH_BUILDING = "a road through another's building"
OTHER_LONGEST_ROAD = "Longest Road given by other lengths"
UNPAID_CLAIMANT = "a lone claimant not paid"
ONE_CARD_PLENTY = "one card for year of plenty"
FORGOTTEN_ROADS = "roads forgotten after a cut"
CARD_OF_THIS_TURN = "a card played in the turn it was bought"
FREE_ROADS_FOR_PAYERS = "free roads only for who could pay"

_CARD_OF = {
    MoveKind.PLAY_KNIGHT: c.KNIGHT,
    MoveKind.PLAY_ROAD_BUILDING: c.ROAD_BUILDING,
    MoveKind.PLAY_PLENTY: c.YEAR_OF_PLENTY,
    MoveKind.PLAY_MONOPOLY: c.MONOPOLY,
}


def name_of_position_difference(
    moves: Sequence[CatanMove], before: CatanPosition | None, differing: set[str]
) -> str:
    """Return the name of what an action did to their game and not to ours.

    `moves` are the action as our seat saw it. `before` is our position if our rules do not allow them, and
    None if they do. `differing` is what `HostPosition.differing` found afterwards.
    """
    kinds = {move.kind for move in moves}
    if before is not None:
        if kinds == {MoveKind.ROAD}:
            return THROUGH_BUILDING
        on_turn = before.seats[before.on_turn]
        only_new = on_turn.hidden_cards == before.hidden_bought_this_turn > 0
        return CARD_OF_THIS_TURN if kinds <= set(_CARD_OF) and only_new else UNEXPLAINED
    # Our game may have ended by an award that theirs did not give.
    if "longest road" in differing <= {"longest road", "phase", "to move"}:
        return OTHER_LONGEST_ROAD
    if MoveKind.DICE in kinds and "bank" in differing <= {"bank", "hand size", "own hand"}:
        return UNPAID_CLAIMANT
    return UNEXPLAINED


def name_of_their_move(move: CatanMove, position: CatanPosition) -> str:
    """Return the name of the difference by which they list a move that we do not."""
    if move.kind is MoveKind.PLAY_PLENTY and sum(move.gained or ()) == 1:
        return ONE_CARD_PLENTY
    if move.kind is MoveKind.ROAD and move.edge is not None:
        others = position.occupied_nodes & ~position.own.buildings
        ends = [node for node in edge_nodes(move.edge) if position.own.road_nodes >> node & 1]
        return THROUGH_BUILDING if any(others >> node & 1 for node in ends) else UNEXPLAINED
    card = _CARD_OF.get(move.kind)
    if card is not None and 0 < position.own.cards[card] == position.bought_this_turn[card]:
        return CARD_OF_THIS_TURN
    return UNEXPLAINED


def name_of_our_move(move: CatanMove, position: CatanPosition, host: HostPosition) -> str:
    """Return the name of the difference by which we list a move that they do not."""
    if move.kind is MoveKind.PLAY_ROAD_BUILDING and not all(position.own.certain[:2]):
        return FREE_ROADS_FOR_PAYERS
    if move.kind is MoveKind.ROAD and move.edge is not None:
        nodes: tuple[int, ...] = edge_nodes(move.edge)
    elif move.kind is MoveKind.SETTLEMENT and move.node is not None:
        nodes = (move.node,)
    else:
        return UNEXPLAINED
    own = position.own.road_nodes | position.own.buildings
    reached = [node for node in nodes if own >> node & 1]
    return UNEXPLAINED if not reached or any(map(host.reaches, reached)) else FORGOTTEN_ROADS
