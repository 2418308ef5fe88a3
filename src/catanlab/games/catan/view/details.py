"""A view in a player's words, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.games.catan.details import offer_text, turn_number
from catanlab.games.catan.position import CatanPosition, SeatPosition, by_card, by_resource


@dataclass(frozen=True)
class SeenSeat:
    """One seat, as far as it is known; for the viewer's own, `certain` and `possible` are its hand."""

    resource_count: int
    certain: dict[str, int]
    possible: dict[str, int]
    card_count: int
    known_cards: dict[str, int]
    knights: int
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[tuple[int, int], ...]
    ratios: dict[str, int]
    road_length: int
    points: int


@dataclass(frozen=True)
class ViewDetails:
    """Everything one seat knows."""

    seat: int
    phase: str
    seat_on_turn: int
    turn: int
    rolled: bool
    card_played: bool
    resources: dict[str, int]
    cards: dict[str, int]
    seats: tuple[SeenSeat, ...]
    bank: dict[str, int]
    deck_size: int
    unseen_cards: dict[str, int]
    robber: int
    longest_road: int | None
    largest_army: int | None
    winner: int | None
    offer: str | None

    @property
    def turn_number(self) -> int:
        """Which turn it is, counted from 1; of a game that is over the last one."""
        return turn_number(self.turn, self.seat_on_turn, len(self.seats))


def view_details(position: CatanPosition) -> ViewDetails:
    """Return what a seat knows of a position, as plain data."""
    return ViewDetails(
        seat=position.on_turn if position.seat is None else position.seat,
        phase=position.phase.text,
        seat_on_turn=position.on_turn,
        turn=position.turn,
        rolled=position.rolled,
        card_played=position.card_played,
        resources=by_resource(position.own.certain),
        cards=by_card(position.own.cards),
        seats=tuple([_seat(seat, seat is position.own) for seat in position.seats]),
        bank=by_resource(position.bank),
        deck_size=position.deck_size,
        unseen_cards=by_card(position.unseen_cards),
        robber=position.robber,
        longest_road=position.longest_road,
        largest_army=position.largest_army,
        winner=position.winner,
        offer=offer_text(position),
    )


def _seat(seat: SeatPosition, own: bool) -> SeenSeat:
    return SeenSeat(
        resource_count=seat.hand_size,
        certain=by_resource(seat.certain),
        possible=by_resource(seat.possible),
        card_count=seat.card_count,
        known_cards=by_card(seat.cards),
        knights=seat.knights,
        settlements=seat.settlement_nodes,
        cities=seat.city_nodes,
        roads=seat.road_ends,
        ratios=by_resource(seat.ratios),
        road_length=seat.road_length,
        points=seat.points if own else seat.public_points,
    )
