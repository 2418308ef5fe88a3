"""Catanatron's actions as our moves: those it lists, and those it has carried out, as a seat sees them.

It knows two versions: 3.2.1, and the repository of 3.3.0, which keeps results apart from actions and lets a
seat choose each card that it discards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catanatron.models.enums import RESOURCES, ActionType
from tools.catanatron.geometry import HEX_OF, NODE_OF

from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind

CARD_NAMES = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "VICTORY_POINT")
"""Their names of our development cards; their RESOURCES are in our order already."""
CHOOSES_DISCARDS = hasattr(ActionType, "DISCARD_RESOURCE")
"""Whether a seat chooses what it discards: in 3.2.1 the host draws the cards."""
_DISCARD = ActionType.DISCARD_RESOURCE if CHOOSES_DISCARDS else ActionType.DISCARD
_BARE_KINDS = {
    ActionType.END_TURN: MoveKind.END_TURN,
    ActionType.ROLL: MoveKind.ROLL,
    ActionType.BUY_DEVELOPMENT_CARD: MoveKind.BUY_CARD,
    ActionType.PLAY_KNIGHT_CARD: MoveKind.PLAY_KNIGHT,
    ActionType.PLAY_ROAD_BUILDING: MoveKind.PLAY_ROAD_BUILDING,
}

Seats = Mapping[Any, int]
"""Our seat of each of their colours."""


def move_of(action: Any, seats: Seats) -> CatanMove:
    """Return an action as our move, without what chance decides.

    The resource of a discard that the host draws is 0. Raises ValueError for an action that our game
    without trade between players does not have.
    """
    kind, value = action.action_type, action.value
    if kind in _BARE_KINDS:
        return CatanMove.make(_BARE_KINDS[kind])
    if kind == ActionType.BUILD_ROAD:
        return CatanMove.make(MoveKind.ROAD, edge_between(NODE_OF[value[0]], NODE_OF[value[1]]))
    if kind == ActionType.BUILD_SETTLEMENT:
        return CatanMove.make(MoveKind.SETTLEMENT, NODE_OF[value])
    if kind == ActionType.BUILD_CITY:
        return CatanMove.make(MoveKind.CITY, NODE_OF[value])
    if kind == ActionType.PLAY_YEAR_OF_PLENTY:
        return CatanMove.plenty(_counts(value))
    if kind == ActionType.PLAY_MONOPOLY:
        return CatanMove.monopoly(RESOURCES.index(value))
    if kind == ActionType.MARITIME_TRADE:
        return CatanMove.bank(_counts(value[:4]), _counts(value[4:]))
    if kind == ActionType.MOVE_ROBBER:
        return CatanMove.robber(HEX_OF[value[0]], None if value[1] is None else seats[value[1]])
    if kind == _DISCARD:
        resource = RESOURCES.index(value) if isinstance(value, str) else 0
        return CatanMove.make(MoveKind.DISCARD, resource)
    raise ValueError(f"our game has no {action}")


def seen_moves(record: Any, seats: Seats, viewer: int, taken: Sequence[int]) -> list[CatanMove]:
    """Return an action that was carried out as the moves and outcomes that one seat sees.

    `record` is an entry of their log. `taken` has the cards that each seat gave up meanwhile, which is how
    everybody sees the effect of a monopoly. Raises ValueError as `move_of` does.
    """
    action, result = record if hasattr(record, "result") else (record, _result_in(record))
    move, seat = move_of(action, seats), seats[action.color]
    if move.kind is MoveKind.ROLL:
        return [move, CatanMove.make(MoveKind.DICE, sum(result))]
    if move.kind is MoveKind.BUY_CARD:
        card = CARD_NAMES.index(result) if seat == viewer else c.UNKNOWN
        return [move, CatanMove.make(MoveKind.DRAW, card)]
    if move.kind is MoveKind.ROBBER and move.victim is not None:
        sees = viewer in (seat, move.victim)
        stolen = RESOURCES.index(result) if sees else c.UNKNOWN
        return [move, CatanMove.make(MoveKind.STEAL, stolen)]
    if move.kind is MoveKind.PLAY_MONOPOLY:
        others = [0 if other == seat else count for other, count in enumerate(taken)]
        return [CatanMove.monopoly(move.argument, others)]
    if move.kind is MoveKind.DISCARD:
        cards = [result] if isinstance(result, str) else result
        return [CatanMove.make(MoveKind.DISCARD, RESOURCES.index(name)).made_by(seat) for name in cards]
    return [move]


def _result_in(action: Any) -> Any:
    """Return what chance decided, which 3.2.1 writes into the action itself."""
    return action.value[2] if action.action_type == ActionType.MOVE_ROBBER else action.value


def _counts(names: Sequence[str | None]) -> Counts:
    wood, clay, sheep, wheat, ore = (list(names).count(name) for name in RESOURCES)
    return wood, clay, sheep, wheat, ore
