"""A position in a player's words: the names and counts behind the fields, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.hands import unpack

if TYPE_CHECKING:
    from catanlab.games.catan.state import CatanState


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
        bank=_named(c.RESOURCES, unpack(fields["bank"])),
        deck=_named(c.CARDS, unpack(fields["deck"])),
        bought_this_turn=_named(c.CARDS, unpack(fields["fresh"])),
        robber=fields["robber"],
        longest_road=_holder(fields["road_holder"]),
        largest_army=_holder(fields["army_holder"]),
        winner=_holder(fields["winner"]),
        offer=_offer(state, fields["offer"]),
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
    return f"<Catan turn {facts.turn}, {doing} | {' | '.join(seats)}>"


def _seat(fields: dict[str, Any], seat: int) -> Seat:
    edges = fields["roads"][2 * seat] | fields["roads"][2 * seat + 1] << 64
    cards = unpack(fields["card"][seat])
    return Seat(
        resources=_named(c.RESOURCES, unpack(fields["hand"][seat])),
        cards=_named(c.CARDS, cards),
        knights=fields["knights"][seat],
        settlements=_members(fields["settlements"][seat]),
        cities=_members(fields["cities"][seat]),
        roads=tuple(edge_nodes(edge) for edge in _members(edges)),
        ratios=_named(c.RESOURCES, unpack(fields["ratio"][seat])),
        road_length=fields["road_length"][seat],
        public_points=fields["public_points"][seat],
        points=fields["public_points"][seat] + cards[c.VICTORY_POINT],
    )


def _named(names: tuple[str, ...], counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(names, counts, strict=True))


def _members(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def _holder(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _offer(state: CatanState, argument: int) -> str | None:
    return str(state.game.move_type(c.OFFER << 54 | argument)) if argument else None
