"""A position of Catan as typed data: the one form that everything above the engine reads.

`state.position` has all of it; `view.position` has what the seat of the view may know. Both are immutable.

>>> from catanlab import Catan
>>> position = Catan(board="beginner").start().apply("settlement 10").position
>>> position.phase.name, position.on_turn, position.seats[0].settlement_nodes
('SETUP_ROAD', 0, (10,))

Cards are five counts: of wood, clay, sheep, wheat and ore, or of the five kinds of development cards;
`by_resource` and `by_card` put their names to them.
Nodes and edges are bit masks, with properties that list them. Seats are numbers from 0; None is nobody.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from catanlab.framework.moves import CHANCE, OVER
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.moves import CatanMove, Counts, Deal


class Phase(IntEnum):
    """The decision that the seat to move, or chance, has to make."""

    SETUP_SETTLEMENT = c.SETUP_SETTLEMENT
    SETUP_ROAD = c.SETUP_ROAD
    BEFORE_ROLL = c.BEFORE_ROLL
    MAIN = c.MAIN
    DISCARDING = c.DISCARDING
    ROBBING = c.ROBBING
    FREE_ROADS = c.FREE_ROADS
    ANSWERING = c.ANSWERING
    CHOOSING = c.CHOOSING
    ROLLING = c.ROLLING
    DRAWING = c.DRAWING
    STEALING = c.STEALING
    FINISHED = c.FINISHED

    @property
    def text(self) -> str:
        """The phase in a player's words.

        >>> Phase.ROBBING.text
        'moving the robber'
        """
        return c.PHASES[self]


class SeatPosition(NamedTuple):
    """One seat, as far as it is known."""

    hand_size: int
    """How many resource cards it holds."""
    certain: Counts
    """The resource cards that it surely holds; its whole hand if that is known."""
    possible: Counts
    """The most cards of each resource that it may hold."""
    cards: Counts
    """Its development cards that are known, those bought this turn included."""
    hidden_cards: int
    """How many development cards it holds that are not known."""
    knights: int
    """Knights it has played."""
    settlements: int
    """Nodes with its settlements, as a mask."""
    cities: int
    """Nodes with its cities, as a mask."""
    roads: int
    """Edges with its roads, as a mask."""
    road_nodes: int
    """Nodes that its roads touch, as a mask."""
    ratios: Counts
    """How many cards of each resource the bank takes for one."""
    road_length: int
    """The length of its longest road."""
    public_points: int
    """The points that everybody sees."""
    hex_yields: bytes
    """How many cards it gets from each of the 19 hexes when the hex produces, were there no robber."""
    answer: CatanMove | None
    """Its answer to the open offer."""
    most_victory_cards: int
    """How many hidden victory point cards it can hold without having won already."""
    discards_owed: int
    """Cards that it still has to discard after a seven."""

    @property
    def hand(self) -> Counts | None:
        """Its resource cards; None if they are not known."""
        return self.certain if sum(self.certain) == self.hand_size else None

    @property
    def card_count(self) -> int:
        """How many development cards it holds."""
        return sum(self.cards) + self.hidden_cards

    @property
    def points(self) -> int:
        """Its points as far as they are known, victory point cards included."""
        return self.public_points + self.cards[c.VICTORY_POINT]

    @property
    def buildings(self) -> int:
        """Nodes with its settlements and cities, as a mask."""
        return self.settlements | self.cities

    @property
    def settlement_nodes(self) -> tuple[int, ...]:
        """Nodes with its settlements, ascending."""
        return members(self.settlements)

    @property
    def city_nodes(self) -> tuple[int, ...]:
        """Nodes with its cities, ascending."""
        return members(self.cities)

    @property
    def road_edges(self) -> tuple[int, ...]:
        """Edges with its roads, ascending."""
        return members(self.roads)

    @property
    def road_ends(self) -> tuple[tuple[int, int], ...]:
        """The two nodes of each of its roads."""
        return road_ends(self.roads)

    @property
    def settlements_left(self) -> int:
        """How many settlement pieces it has left."""
        return c.SETTLEMENTS_EACH - self.settlements.bit_count()

    @property
    def cities_left(self) -> int:
        """How many city pieces it has left."""
        return c.CITIES_EACH - self.cities.bit_count()

    @property
    def roads_left(self) -> int:
        """How many road pieces it has left."""
        return c.ROADS_EACH - self.roads.bit_count()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data that JSON can hold, with places as lists and cards by name."""
        return {
            "hand_size": self.hand_size,
            "certain": by_resource(self.certain),
            "possible": by_resource(self.possible),
            "cards": by_card(self.cards),
            "hidden_cards": self.hidden_cards,
            "knights": self.knights,
            "settlements": list(self.settlement_nodes),
            "cities": list(self.city_nodes),
            "roads": list(self.road_edges),
            "ratios": by_resource(self.ratios),
            "road_length": self.road_length,
            "public_points": self.public_points,
            "pieces_left": {
                "roads": self.roads_left,
                "settlements": self.settlements_left,
                "cities": self.cities_left,
            },
            "answer": None if self.answer is None else self.answer.to_dict(),
            "most_victory_cards": self.most_victory_cards,
            "discards_owed": self.discards_owed,
        }


class CatanPosition(NamedTuple):
    """A position, all of it or what one seat knows of it."""

    seat: int | None
    """Whose view it is; None if everything is known, and in the view of a spectator."""
    phase: Phase
    to_move: int
    """The seat that chooses, CHANCE or OVER."""
    on_turn: int
    """The seat whose turn it is."""
    turn: int
    """How many turns have been completed."""
    rolled: bool
    """Whether the dice were rolled in this turn."""
    card_played: bool
    """Whether a development card was played in this turn."""
    seats: tuple[SeatPosition, ...]
    bank: Counts
    deck_size: int
    unseen_cards: Counts
    """Development cards in the deck and, of a view, those that other seats may hold."""
    bought_this_turn: Counts
    """Development cards that the seat on turn bought in this turn, as far as they are known."""
    hidden_bought_this_turn: int
    """How many cards it bought in this turn that are not known."""
    robber: int
    """The hex with the robber."""
    longest_road: int | None
    """The seat that holds Longest Road."""
    largest_army: int | None
    """The seat that holds Largest Army."""
    winner: int | None
    occupied_nodes: int
    """Nodes with a building, as a mask."""
    blocked_nodes: int
    """Nodes with a building or next to one, as a mask: no settlement can be built there."""
    occupied_edges: int
    """Edges with a road, as a mask."""
    last_node: int | None
    """The settlement that was placed last in the set-up."""
    free_roads: int
    """Roads of a road building card still to be placed."""
    victim: int | None
    """The seat that is being robbed."""
    discards_left: int
    """Cards that the seat to move still has to discard."""
    offers_made: int
    """Offers that the seat on turn has made in this turn."""
    offers_left: int
    """Offers that the rules still allow it in this turn."""
    offer: Deal | None
    """The open offer, from the side of the seat on turn."""
    offered_to: tuple[int, ...]
    """The seats that the open offer is made to."""

    @property
    def own(self) -> SeatPosition:
        """The seat whose view it is; of a whole position, the seat on turn."""
        return self.seats[self.on_turn if self.seat is None else self.seat]

    @property
    def answers(self) -> tuple[CatanMove | None, ...]:
        """The answers to the open offer by seat, None where there is none yet."""
        return tuple([seat.answer for seat in self.seats])

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, ascending: one, or all that are asked for answers or discards."""
        seats = range(len(self.seats))
        if self.to_move not in seats:
            return ()
        if self.phase is Phase.DISCARDING:
            return tuple([seat for seat in seats if self.seats[seat].discards_owed])
        if self.offer is None:
            return (self.to_move,)
        unanswered = {seat for seat in self.offered_to if self.seats[seat].answer is None}
        return tuple(sorted(unanswered | {self.on_turn}))

    def points_by_source(self, seat: int) -> dict[str, int]:
        """Return the points of a seat by what they are for, as far as they are known.

        >>> from catanlab import Catan
        >>> Catan(board="beginner").start().apply("settlement 10").position.points_by_source(0)
        {'settlements': 1, 'cities': 0, 'longest road': 0, 'largest army': 0, 'victory point cards': 0}
        """
        its = self.seats[seat]
        return {
            "settlements": its.settlements.bit_count(),
            "cities": 2 * its.cities.bit_count(),
            "longest road": c.AWARD_POINTS * (self.longest_road == seat),
            "largest army": c.AWARD_POINTS * (self.largest_army == seat),
            "victory point cards": its.cards[c.VICTORY_POINT],
        }

    @property
    def offer_move(self) -> CatanMove | None:
        """The open offer as the move that made it."""
        if self.offer is None:
            return None
        return CatanMove.offer(self.offer.give, self.offer.get, self.offered_to)

    @property
    def turn_number(self) -> int:
        """Which turn it is, counted from 1; of a game that is over the last one."""
        return self.turn + (self.turn == 0 or self.on_turn == self.turn % len(self.seats))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data that JSON can hold, with places as lists and cards by name.

        >>> from catanlab import Catan
        >>> Catan(board="beginner").start().position.to_dict()["phase"]
        'set-up settlement'

        `to_move` is None where no seat chooses: chance is next or the game is over, and `phase` says which.
        """
        return {
            "seat": self.seat,
            "phase": self.phase.text,
            "to_move": self.to_move if self.to_move < len(self.seats) else None,
            "on_turn": self.on_turn,
            "turn": self.turn,
            "rolled": self.rolled,
            "card_played": self.card_played,
            "seats": [seat.to_dict() for seat in self.seats],
            "bank": by_resource(self.bank),
            "deck_size": self.deck_size,
            "unseen_cards": by_card(self.unseen_cards),
            "bought_this_turn": by_card(self.bought_this_turn),
            "hidden_bought_this_turn": self.hidden_bought_this_turn,
            "robber": self.robber,
            "longest_road": self.longest_road,
            "largest_army": self.largest_army,
            "winner": self.winner,
            "last_node": self.last_node,
            "free_roads": self.free_roads,
            "victim": self.victim,
            "discards_left": self.discards_left,
            "offers_made": self.offers_made,
            "offers_left": self.offers_left,
            "offer": None if self.offer is None else self.offer.to_dict(),
            "offered_to": list(self.offered_to),
        }


def describe(position: CatanPosition) -> str:
    """Return the essentials of a whole position in one line."""
    if position.to_move == OVER:
        doing = "a draw" if position.winner is None else f"won by seat {position.winner}"
    elif position.to_move == CHANCE:
        doing = f"seat {position.on_turn} on turn, {position.phase.text}"
    else:
        doing = f"seat {position.to_move} to move, {position.phase.text}"
    seats = []
    for number, seat in enumerate(position.seats):
        hand = " ".join(f"{n} {name}" for name, n in by_resource(seat.certain).items() if n) or "no cards"
        extras = f", {seat.card_count} development" if seat.card_count else ""
        awards = ", Longest Road" * (position.longest_road == number)
        awards += ", Largest Army" * (position.largest_army == number)
        seats.append(f"{number}: {seat.points} points, {hand}{extras}{awards}")
    return f"<Catan turn {position.turn_number}, {doing} | {' | '.join(seats)}>"


def by_resource(counts: Counts) -> dict[str, int]:
    """Return counts of resources under their names.

    >>> by_resource((0, 0, 1, 0, 2))
    {'wood': 0, 'clay': 0, 'sheep': 1, 'wheat': 0, 'ore': 2}
    """
    wood, clay, sheep, wheat, ore = counts
    return {"wood": wood, "clay": clay, "sheep": sheep, "wheat": wheat, "ore": ore}


def by_card(counts: Counts) -> dict[str, int]:
    """Return counts of development cards under their names."""
    first, second, third, fourth, fifth = c.CARDS
    return {
        first: counts[0],
        second: counts[1],
        third: counts[2],
        fourth: counts[3],
        fifth: counts[4],
    }


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """Return the numbers in a bit mask, ascending; cached, since pieces are read more often than built.

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
