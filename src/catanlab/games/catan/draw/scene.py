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
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.details import Details, Seat
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.reader import SeenPosition
from catanlab.games.catan.view.details import SeenSeat, ViewDetails, view_details
from catanlab.games.catan.view.view import CatanView

VICTORY = c.CARDS[c.VICTORY_POINT]


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
    if isinstance(source, CatanState):
        facts, to_move = source.details, source.to_move
        full = tuple(_full_seat(facts, n, name, to_move, hands) for n, name in enumerate(called))
        table = _table(facts, game, called, to_move, None, dice, sum(facts.deck.values()))
        return Scene(game.board, facts.robber, full, table)
    if isinstance(source, CatanView):
        seen, to_move = source.details, source.to_move
        if dice is None:
            dice = _last_roll(source.log)
    else:
        position = source.position
        seen, to_move = view_details(position), position.to_move
    seats = tuple(_seen_seat(seen, n, name, to_move, hands) for n, name in enumerate(called))
    table = _table(seen, game, called, to_move, called[seen.seat], dice, seen.deck_size)
    return Scene(game.board, seen.robber, seats, table)


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


def _doing(facts: Details | ViewDetails, number: int, to_move: int) -> str:
    """Say what a seat is about to do, in two words at most."""
    if to_move == OVER:
        return "winner" if facts.winner == number else ""
    if to_move == number:
        return "to move"
    return "on turn" if facts.seat_on_turn == number else ""


def _edges(roads: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(sorted(edge_between(a, b) for a, b in roads))


def _full_seat(facts: Details, number: int, name: str, to_move: int, hands: bool) -> SeatScene:
    seat: Seat = facts.seats[number]
    counts = tuple(seat.resources.values())
    return SeatScene(
        name=name,
        points=seat.points if hands or to_move == OVER else seat.public_points,
        resource_count=sum(counts),
        card_count=sum(seat.cards.values()),
        knights=seat.knights,
        road_length=seat.road_length,
        longest_road=facts.longest_road == number,
        largest_army=facts.largest_army == number,
        settlements=seat.settlements,
        cities=seat.cities,
        roads=_edges(seat.roads),
        doing=_doing(facts, number, to_move),
        hand=Hand(counts, counts, seat.cards, 0) if hands else None,
    )


def _seen_seat(facts: ViewDetails, number: int, name: str, to_move: int, hands: bool) -> SeatScene:
    seat: SeenSeat = facts.seats[number]
    own_victory = seat.known_cards[VICTORY] if number == facts.seat else 0
    least = tuple(seat.certain.values())
    # A belief that is not exact may think more of a resource possible than there are cards left over.
    spare = seat.resource_count - sum(least)
    most = [min(most, n + spare) for n, most in zip(least, seat.possible.values(), strict=True)]
    hand = Hand(
        least,
        tuple(most),
        seat.known_cards,
        seat.card_count - sum(seat.known_cards.values()),
    )
    return SeatScene(
        name=name,
        points=seat.points if hands or to_move == OVER else seat.points - own_victory,
        resource_count=seat.resource_count,
        card_count=seat.card_count,
        knights=seat.knights,
        road_length=seat.road_length,
        longest_road=facts.longest_road == number,
        largest_army=facts.largest_army == number,
        settlements=seat.settlements,
        cities=seat.cities,
        roads=_edges(seat.roads),
        doing=_doing(facts, number, to_move),
        hand=hand if hands else None,
    )


def _table(
    facts: Details | ViewDetails,
    game: Catan,
    names: tuple[str, ...],
    to_move: int,
    viewer: str | None,
    dice: int | None,
    deck_size: int,
) -> Table:
    if to_move == OVER:
        headline, phase = "Game over", "a draw"
        if facts.winner is not None:
            phase = f"{shorten(names[facts.winner], 17)} wins"
    else:
        setting_up = facts.phase.startswith("set-up")
        headline = "Set-up" if setting_up else f"Turn {facts.turn + 1}"
        phase = facts.phase.removeprefix("set-up ")
        if to_move == CHANCE and facts.phase == c.PHASES[c.ROLLING]:
            phase = "rolling the dice"
    return Table(
        headline=headline,
        phase=phase,
        seen_by=viewer,
        dice=dice,
        bank=tuple(facts.bank.values()) if game.rules.bank_limit else None,
        deck_size=deck_size,
        offer=facts.offer,
    )
