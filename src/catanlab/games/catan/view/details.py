"""A view in a player's words, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.games.catan import constants as c
from catanlab.games.catan.details import holder, members, named_offer, road_ends, turn_number
from catanlab.games.catan.hands import named, unpack

if TYPE_CHECKING:
    from catanlab.games.catan.view.view import CatanView


@dataclass(frozen=True)
class SeenSeat:
    """What is known of one seat; for the viewer's own, `certain` and `possible` are its hand."""

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


def view_details(view: CatanView) -> ViewDetails:
    """Return the view as plain data."""
    facts = view.facts()
    seats = []
    for seat in range(view.game.seats):
        least, most = facts["bounds"][seat]
        edges = facts["roads"][2 * seat] | facts["roads"][2 * seat + 1] << 64
        known = unpack(facts["known_cards"][seat])
        own = seat == view.seat
        seats.append(
            SeenSeat(
                resource_count=facts["hand_sizes"][seat],
                certain=named(c.RESOURCES, least),
                possible=named(c.RESOURCES, most),
                card_count=sum(known) + facts["unknown_cards"][seat],
                known_cards=named(c.CARDS, facts["known_cards"][seat]),
                knights=facts["knights"][seat],
                settlements=members(facts["settlements"][seat]),
                cities=members(facts["cities"][seat]),
                roads=road_ends(edges),
                ratios=named(c.RESOURCES, facts["ratio"][seat]),
                road_length=facts["road_length"][seat],
                points=facts["public_points"][seat] + known[c.VICTORY_POINT] * own,
            )
        )
    return ViewDetails(
        seat=view.seat,
        phase=c.PHASES[facts["phase"]],
        seat_on_turn=facts["turn_seat"],
        turn=facts["turn_count"],
        rolled=bool(facts["rolled"]),
        card_played=bool(facts["card_played"]),
        resources=named(c.RESOURCES, facts["own_hand"]),
        cards=seats[view.seat].known_cards,
        seats=tuple(seats),
        bank=named(c.RESOURCES, facts["bank"]),
        deck_size=facts["deck_size"],
        unseen_cards=named(c.CARDS, facts["unseen_cards"]),
        robber=facts["robber"],
        longest_road=holder(facts["road_holder"]),
        largest_army=holder(facts["army_holder"]),
        winner=holder(facts["winner"]),
        offer=named_offer(facts["offer"]),
    )
