"""The contents of a picture as plain data, made from a state, a view or a bare board.

Everything hidden is left out here: the modules that draw never meet a state. Without `hands` a scene
holds what everybody at the table sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from catanlab.framework.errors import PictureError
from catanlab.framework.markup import shorten
from catanlab.framework.moves import CHANCE, OVER
from catanlab.games.catan.board import Board
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition, by_card
from catanlab.games.catan.text.reader import SeenPosition
from catanlab.games.catan.view.view import CatanView


@dataclass(frozen=True)
class Hand:
    """A hand as far as it is known: the least and the most of each resource, and development cards."""

    least: tuple[int, ...]
    most: tuple[int, ...]
    cards: dict[str, int]
    unknown_cards: int


@dataclass(frozen=True)
class SeatScene:
    """The visible facts about one seat; `hand` is None if it is not to be shown."""

    name: str
    points: int
    resource_count: int
    card_count: int
    knights: int
    road_length: int
    longest_road: bool
    largest_army: bool
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[int, ...]
    doing: str
    hand: Hand | None


@dataclass(frozen=True)
class Table:
    """The bank, the deck and the turn, which are shown around the board."""

    headline: str
    phase: str
    seen_by: str | None
    dice: int | None
    bank: tuple[int, ...] | None
    deck_size: int
    offer: str | None


@dataclass(frozen=True)
class Scene:
    """Everything in a picture; a bare board has no robber, no seats and no table."""

    board: Board
    robber: int | None
    seats: tuple[SeatScene, ...]
    table: Table | None


@dataclass(frozen=True)
class Places:
    """The places that some moves are about."""

    hexes: tuple[int, ...]
    nodes: tuple[int, ...]
    edges: tuple[int, ...]


def scene_of(
    source: CatanState | CatanView | SeenPosition | Board,
    hands: bool,
    names: Sequence[str] | None,
    dice: int | None,
) -> Scene:
    """Return the scene of a state, a view or a board; raises PictureError for anything else."""
    if isinstance(source, Board):
        return Scene(source, None, (), None)
    if not isinstance(source, CatanState | CatanView | SeenPosition):
        raise PictureError(
            f"a picture shows a state or a view of Catan or a Board, not {type(source).__name__}"
        )
    game = source.game
    called = _names(names, game.seats)
    if dice is not None and dice not in range(2, 13):
        raise PictureError(f"dice is a sum from 2 to 12, not {dice!r}")
    if dice is None and isinstance(source, CatanView):
        dice = _last_roll(source.log)
    position = source.position
    if not position.rolled:
        dice = None  # it was the roll of the turn before
    seats = tuple(_seat(position, number, name, hands) for number, name in enumerate(called))
    return Scene(game.board, position.robber, seats, _table(position, game, called, dice))


def places_of(moves: Iterable[CatanMove | int | str]) -> Places:
    """Return the hexes, nodes and edges that moves name; moves about no place add nothing.

    >>> places_of(["road 12-17", "robber 7", "end turn"])
    Places(hexes=(7,), nodes=(), edges=(19,))

    Raises MoveTextError for text that is not a move.
    """
    found: dict[str, set[int]] = {"hex": set(), "node": set(), "edge": set()}
    for move in moves:
        made = CatanMove.of(move)
        for kind, place in (("hex", made.hex), ("node", made.node), ("edge", made.edge)):
            if place is not None:
                found[kind].add(place)
    hexes, nodes, edges = (tuple(sorted(numbers)) for numbers in found.values())
    return Places(hexes, nodes, edges)


def _names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the name of each seat; its number is in it, since several may have the same name."""
    if names is None:
        return tuple(f"Seat {number}" for number in range(seats))
    if isinstance(names, str) or len(names) != seats:
        raise PictureError(f"names are a list of {seats}, one for each seat, not {names!r}")
    return tuple(f"{number}: {name}" for number, name in enumerate(names))


def _last_roll(log: Sequence[CatanMove]) -> int | None:
    for move in reversed(log):
        if move.dice is not None:
            return move.dice
    return None


def _doing(position: CatanPosition, number: int) -> str:
    """Say what a seat is about to do, in two words at most."""
    if position.to_move == OVER:
        return "winner" if position.winner == number else ""
    if position.to_move == number:
        return "to move"
    return "on turn" if position.on_turn == number else ""


def _seat(position: CatanPosition, number: int, name: str, hands: bool) -> SeatScene:
    seat = position.seats[number]
    # Of a view, only the own hidden points are ever shown.
    shows_all = (hands or position.to_move == OVER) and position.seat in (None, number)
    return SeatScene(
        name=name,
        points=seat.points if shows_all else seat.public_points,
        resource_count=seat.hand_size,
        card_count=seat.card_count,
        knights=seat.knights,
        road_length=seat.road_length,
        longest_road=position.longest_road == number,
        largest_army=position.largest_army == number,
        settlements=seat.settlement_nodes,
        cities=seat.city_nodes,
        roads=seat.road_edges,
        doing=_doing(position, number),
        hand=_hand(seat) if hands else None,
    )


def _hand(seat: SeatPosition) -> Hand:
    # A belief that is not exact may think more of a resource possible than there are cards left over.
    spare = seat.hand_size - sum(seat.certain)
    most = [min(most, least + spare) for least, most in zip(seat.certain, seat.possible, strict=True)]
    return Hand(seat.certain, tuple(most), by_card(seat.cards), seat.hidden_cards)


def _table(position: CatanPosition, game: Catan, names: tuple[str, ...], dice: int | None) -> Table:
    if position.to_move == OVER:
        headline, phase = "Game over", "a draw"
        if position.winner is not None:
            phase = f"{shorten(names[position.winner], 17)} wins"
    else:
        setting_up = position.phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)
        headline = "Set-up" if setting_up else f"Turn {position.turn + 1}"
        phase = position.phase.text.removeprefix("set-up ")
        if position.to_move == CHANCE and position.phase == Phase.ROLLING:
            phase = "rolling the dice"
    offer = position.offer_move
    return Table(
        headline=headline,
        phase=phase,
        seen_by=None if position.seat is None else names[position.seat],
        dice=dice,
        bank=position.bank if game.rules.bank_limit else None,
        deck_size=position.deck_size,
        offer=None if offer is None else offer.text,
    )
