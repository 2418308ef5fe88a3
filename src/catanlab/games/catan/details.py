"""A position in a player's words: names and counts, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import CatanPosition, SeatPosition, by_card, by_resource

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState


@dataclass(frozen=True)
class Seat:
    """The cards, pieces and points of one seat."""

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
    position = state.position
    return Details(
        phase=position.phase.text,
        seat_on_turn=position.on_turn,
        turn=position.turn,
        rolled=position.rolled,
        card_played=position.card_played,
        seats=tuple([_seat(seat) for seat in position.seats]),
        bank=by_resource(position.bank),
        deck=by_card(position.unseen_cards),
        bought_this_turn=by_card(position.bought_this_turn),
        robber=position.robber,
        longest_road=position.longest_road,
        largest_army=position.largest_army,
        winner=position.winner,
        offer=offer_text(position),
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


def offer_text(position: CatanPosition) -> str | None:
    """Return the text of the open offer, if there is one."""
    if position.offer is None:
        return None
    return CatanMove.offer(position.offer.give, position.offer.get, position.offered_to).text


def _seat(seat: SeatPosition) -> Seat:
    return Seat(
        resources=by_resource(seat.certain),
        cards=by_card(seat.cards),
        knights=seat.knights,
        settlements=seat.settlement_nodes,
        cities=seat.city_nodes,
        roads=seat.road_ends,
        ratios=by_resource(seat.ratios),
        road_length=seat.road_length,
        public_points=seat.public_points,
        points=seat.points,
    )
