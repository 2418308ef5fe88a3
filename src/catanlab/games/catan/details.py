"""A position in a player's words: the names and counts behind the fields, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.hands import named, unpack
from catanlab.games.catan.moves import CatanMove

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState


@dataclass(frozen=True)
class Seat:
    """What belongs to one seat."""

    resources: dict[str, int]
    cards: dict[str, int]
    knights: int
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[tuple[int, int], ...]
    ratios: dict[str, int]
    road_length: int
    public_points: int
    points: int


@dataclass(frozen=True)
class Details:
    """Everything in a position."""

    phase: str
    seat_on_turn: int
    turn: int
    rolled: bool
    card_played: bool
    seats: tuple[Seat, ...]
    bank: dict[str, int]
    deck: dict[str, int]
    bought_this_turn: dict[str, int]
    robber: int
    longest_road: int | None
    largest_army: int | None
    winner: int | None
    offer: str | None

    @property
    def turn_number(self) -> int:
        """Which turn it is, counted from 1; of a game that is over the last one."""
        return turn_number(self.turn, self.seat_on_turn, len(self.seats))


def turn_number(turns: int, seat_on_turn: int, seats: int) -> int:
    """Return which turn it is, counted from 1, after so many complete ones.

    A game that ends with a turn has counted it, but nobody is next.
    """
    return turns + (turns == 0 or seat_on_turn == turns % seats)


def details(state: CatanState) -> Details:
    """Return the position as plain data."""
    fields = state.fields()
    return Details(
        phase=c.PHASES[fields["phase"]],
        seat_on_turn=fields["turn_seat"],
        turn=fields["turn_count"],
        rolled=bool(fields["rolled"]),
        card_played=bool(fields["card_played"]),
        seats=tuple(_seat(fields, seat) for seat in range(state.seats)),
        bank=named(c.RESOURCES, fields["bank"]),
        deck=named(c.CARDS, fields["deck"]),
        bought_this_turn=named(c.CARDS, fields["bought_this_turn"]),
        robber=fields["robber"],
        longest_road=holder(fields["road_holder"]),
        largest_army=holder(fields["army_holder"]),
        winner=holder(fields["winner"]),
        offer=named_offer(fields["offer"]),
    )


def describe(state: CatanState) -> str:
    """Return the position's essentials in one line."""
    facts = details(state)
    if state.is_over:
        doing = "a draw" if facts.winner is None else f"won by seat {facts.winner}"
    elif state.is_chance:
        doing = f"seat {facts.seat_on_turn} on turn, {facts.phase}"
    else:
        doing = f"seat {state.to_move} to move, {facts.phase}"
    seats = []
    for number, seat in enumerate(facts.seats):
        hand = " ".join(f"{n} {name}" for name, n in seat.resources.items() if n) or "no cards"
        held = sum(seat.cards.values())
        extras = f", {held} development" if held else ""
        awards = ", Longest Road" * (facts.longest_road == number)
        awards += ", Largest Army" * (facts.largest_army == number)
        seats.append(f"{number}: {seat.points} points, {hand}{extras}{awards}")
    return f"<Catan turn {facts.turn_number}, {doing} | {' | '.join(seats)}>"


def _seat(fields: dict[str, Any], seat: int) -> Seat:
    edges = fields["roads"][2 * seat] | fields["roads"][2 * seat + 1] << 64
    points = fields["public_points"][seat]
    return Seat(
        resources=named(c.RESOURCES, fields["hand"][seat]),
        cards=named(c.CARDS, fields["card"][seat]),
        knights=fields["knights"][seat],
        settlements=members(fields["settlements"][seat]),
        cities=members(fields["cities"][seat]),
        roads=road_ends(edges),
        ratios=named(c.RESOURCES, fields["ratio"][seat]),
        road_length=fields["road_length"][seat],
        public_points=points,
        points=points + unpack(fields["card"][seat])[c.VICTORY_POINT],
    )


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """Return the numbers in a bit mask, remembering: pieces are asked for more often than they are built.

    >>> members(0b100101)
    (0, 2, 5)
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


@lru_cache(maxsize=4096)
def road_ends(edges: int) -> tuple[tuple[int, int], ...]:
    """Return the two nodes of each edge in a bit mask."""
    return tuple([edge_nodes(edge) for edge in members(edges)])


def holder(seat: int) -> int | None:
    """Return the seat, or None for nobody."""
    return seat if seat >= 0 else None


def named_offer(argument: int) -> str | None:
    """Return the text of the offer on the table, if there is one."""
    return CatanMove(c.OFFER << GROUP_SHIFT | argument).text if argument else None
