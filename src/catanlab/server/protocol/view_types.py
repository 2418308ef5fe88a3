"""The parts of an update that the game writes: views, boards and changes as types.

The server sends them as the game wrote them. These types are for readers: the schema, `wire.d.ts`, and
clients that want to check what they get. docs/reference/views.md says what every name means.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire

_T = TypeVar("_T")

Resource: TypeAlias = Literal["wood", "clay", "sheep", "wheat", "ore"]
CardName: TypeAlias = Literal["knight", "road building", "year of plenty", "monopoly", "victory point"]
Counts: TypeAlias = Annotated[tuple[int, int, int, int, int], Meta(description="a number of each resource")]
CardCounts: TypeAlias = Annotated[
    tuple[int, int, int, int, int], Meta(description="a number of each development card")
]


class Deal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The two sides of a deal, from the side of the seat that makes it."""

    give: Counts
    get: Counts


# The view.


class Dice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The last roll, and the number of its turn."""

    sum: int
    turn: int


class Accepted(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag="accept"
):
    """A seat accepts the open offer."""


class Rejected(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag="reject"
):
    """A seat rejects the open offer."""


class Countered(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag="counter"
):
    """A seat answers with an offer of its own, from its own side."""

    give: Counts
    get: Counts


class Offer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The open offer, its addressees, and the answers by seat."""

    by: int
    give: Counts
    get: Counts
    to: tuple[int, ...]
    answers: tuple[Accepted | Rejected | Countered | None, ...]


class PiecesLeft(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pieces that a seat has not built yet."""

    roads: int
    settlements: int
    cities: int


class Points(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The points of a seat by source; those of its cards are None where they are not known."""

    total: int
    settlements: int
    cities: int
    longest_road: int
    largest_army: int
    cards: int | None


class SeatView(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat: its own cards where they are shown, of others the numbers."""

    hand_size: int
    hand: Counts | None
    card_count: int
    bought_count: int
    cards: CardCounts | None
    bought: CardCounts | None
    knights: int
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[int, ...]
    left: PiecesLeft
    points: Points
    road_length: int
    ratios: Counts
    owes: int


class BankTrade(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the bank takes, how many for one, and what it gives for them."""

    give: Resource
    ratio: int
    get: tuple[Resource, ...]


class Plenty(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many cards year of plenty takes, and how many of each the bank can give, up to two."""

    count: int
    stock: Counts


class OfferTemplate(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The most that can be given, whom an offer can go to, and how many offers are left."""

    max: Counts
    to: tuple[int, ...]
    left: int


class CounterTemplate(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The most that can be given, and the deal that is no counter-offer, since it is to accept."""

    max: Counts
    accepted: Deal = msgspec.field(name="except")


class DiscardTemplate(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many cards are owed, and from which."""

    owes: int
    hand: Counts


class RobberPlace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hex for the robber with the seats that can be robbed there."""

    hex: int
    victims: tuple[int, ...]


class Legal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The moves that are open to the viewer, by the words that begin them; closed kinds are left out.

    Places are numbers of nodes for settlements and cities, of edges for roads, and of seats for `confirm`
    and `take`.
    """

    end_turn: Literal[True] | UnsetType = msgspec.field(default=UNSET, name="end turn")
    roll: Literal[True] | UnsetType = UNSET
    road: tuple[int, ...] | UnsetType = UNSET
    settlement: tuple[int, ...] | UnsetType = UNSET
    city: tuple[int, ...] | UnsetType = UNSET
    buy_card: Literal[True] | UnsetType = msgspec.field(default=UNSET, name="buy card")
    knight: Literal[True] | UnsetType = UNSET
    road_building: Literal[True] | UnsetType = msgspec.field(default=UNSET, name="road building")
    plenty: Plenty | UnsetType = UNSET
    monopoly: tuple[Resource, ...] | UnsetType = UNSET
    bank: tuple[BankTrade, ...] | UnsetType = UNSET
    offer: OfferTemplate | UnsetType = UNSET
    accept: Literal[True] | UnsetType = UNSET
    reject: Literal[True] | UnsetType = UNSET
    counter: CounterTemplate | UnsetType = UNSET
    confirm: tuple[int, ...] | UnsetType = UNSET
    take: tuple[int, ...] | UnsetType = UNSET
    cancel: Literal[True] | UnsetType = UNSET
    discard: DiscardTemplate | UnsetType = UNSET
    robber: tuple[RobberPlace, ...] | UnsetType = UNSET
    skip: Literal[True] | UnsetType = UNSET


class View(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game as a seat sees it, or a spectator, whose `seat` is None."""

    seat: int | None
    phase: str
    decision: int
    deciders: tuple[int, ...]
    turn: int
    on_turn: int
    rolled: bool
    card_played: bool
    dice: Dice | None
    robber: int
    victim: int | None
    bank: Counts | None
    deck: int
    longest_road: int | None
    largest_army: int | None
    winner: int | None
    free_roads: int
    offers_left: int
    offer: Offer | None
    seats: tuple[SeatView, ...]
    legal: Legal | None


# What followed from an event.


class HandChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a hand gained or lost: cards, or their number where the viewer does not see them."""

    seat: int
    cards: Counts | UnsetType = UNSET
    count: int | UnsetType = UNSET


class Unpaid(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a roll owed to a seat and the bank could not pay."""

    seat: int
    cards: Counts


class Theft(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card was stolen; the card is None for those who do not see it."""

    by: int
    victim: int = msgspec.field(name="from")
    card: Resource | None


class CardEvent(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat drew or played a development card; the card is None for those who do not see it."""

    seat: int
    card: CardName | None


class Trade(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An exchange, from the side of the seat on turn; the partner is None for the bank."""

    by: int
    partner: int | None = msgspec.field(name="with")
    give: Counts
    get: Counts


class AwardChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who had an award, and who has it now; None for nobody."""

    before: int | None = msgspec.field(name="from")
    after: int | None = msgspec.field(name="to")


class Awards(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The awards that changed hands."""

    longest_road: AwardChange | UnsetType = UNSET
    largest_army: AwardChange | UnsetType = UNSET


class NumberChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of a seat, before and after."""

    seat: int
    before: int | None = msgspec.field(name="from")
    after: int | None = msgspec.field(name="to")


class Changes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What followed from an event, as the viewer sees it; what did not change is left out."""

    hands: tuple[HandChange, ...] | UnsetType = UNSET
    unpaid: tuple[Unpaid, ...] | UnsetType = UNSET
    theft: Theft | UnsetType = UNSET
    drawn: CardEvent | UnsetType = UNSET
    played: CardEvent | UnsetType = UNSET
    trade: Trade | UnsetType = UNSET
    awards: Awards | UnsetType = UNSET
    points: tuple[NumberChange, ...] | UnsetType = UNSET
    road_lengths: tuple[NumberChange, ...] | UnsetType = UNSET
    offer_closed: Literal[True] | UnsetType = UNSET
    winner: int | UnsetType | None = UNSET


# Card counting.


class CountedHand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be known for certain about the cards of a seat."""

    certain: Counts
    """Cards that the seat holds for certain."""
    possible: Counts
    """Cards that it can hold at the most."""
    most_victory_cards: int


class CardCounting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What counting cards tells of all hands."""

    exact: bool
    """Whether every combination of hands is known; else the bounds are wider than they could be."""
    unseen_cards: CardCounts
    """Development cards that nobody has shown."""
    seats: tuple[CountedHand, ...]


# The board.


class BoardHex(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hex: its place, what it yields (None for the desert), its number, and its corners and sides."""

    q: int
    r: int
    x: int
    y: int
    resource: Resource | None
    number: int | None
    nodes: tuple[int, ...]
    edges: tuple[int, ...]


class BoardNode(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A node: its place, its hexes and edges, and its port."""

    x: int
    y: int
    hexes: tuple[int, ...]
    edges: tuple[int, ...]
    port: str | None


class BoardPort(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A port: its edge, the two nodes that trade there, its resource (None for any) and its ratio."""

    edge: int
    nodes: tuple[int, int]
    resource: Resource | None
    ratio: int


class Board(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The board; hexes, nodes and edges are listed by their numbers, an edge as its two nodes."""

    resources: tuple[Resource, ...]
    cards: tuple[CardName, ...]
    hexes: tuple[BoardHex, ...]
    nodes: tuple[BoardNode, ...]
    edges: tuple[tuple[int, int], ...]
    ports: tuple[BoardPort, ...]


class ViewFormatError(CatanlabError, ValueError):
    """A view, board or change that has not the documented form."""

    code = "bad-view"


_view = msgspec.json.Decoder(View)
_board = msgspec.json.Decoder(Board)
_changes = msgspec.json.Decoder(Changes)


def read_view(data: bytes | msgspec.Raw) -> View:
    """Return a view as typed data; raises ViewFormatError."""
    return _read(_view, data)


def read_board(data: bytes | msgspec.Raw) -> Board:
    """Return a board as typed data; raises ViewFormatError."""
    return _read(_board, data)


def read_changes(data: bytes | msgspec.Raw) -> Changes:
    """Return what followed from an event as typed data; raises ViewFormatError."""
    return _read(_changes, data)


def check_update(update: wire.Update) -> None:
    """Check every part of an update that the game wrote; raises ViewFormatError."""
    if update.board is not UNSET:
        read_board(update.board)
    if update.view is not UNSET:
        read_view(update.view)
    for numbered in update.events:
        if isinstance(numbered.event, wire.Moved | wire.Outcome) and numbered.event.changes is not UNSET:
            read_changes(numbered.event.changes)


def _read(decoder: msgspec.json.Decoder[_T], data: bytes | msgspec.Raw) -> _T:
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as error:
        raise ViewFormatError(f"the game wrote another form than documented: {error}") from error
